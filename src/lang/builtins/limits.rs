//! What a dtype can hold: `torch.finfo(x.dtype).min` fills masks, `eps` keeps divisors from zero.

use super::declare::builtins;
use crate::lang::value::{Stub, Trace, Value};
use crate::tensor::DType;

builtins! { TABLE:
    /// What a real dtype can hold: its min, max, eps, tiny, smallest_normal, resolution and bits.
    #[at(Torch)]
    fn finfo(call, dtype: Option<DType> = None) -> Value {
        let dtype = dtype.unwrap_or(DType::F32);
        if dtype.is_float() {
            return Ok(limits(dtype));
        }
        let message = "torch.finfo() requires a floating point input type. Use torch.iinfo to handle 'torch.finfo'";
        Err(call.error(message).into())
    }

    /// What a dtype of whole numbers can hold: its min, max and bits.
    #[at(Torch)]
    fn iinfo(call, dtype: DType) -> Value {
        if dtype.is_integer() {
            return Ok(limits(dtype));
        }
        Err(call.error("torch.iinfo() requires an integer input type. Use torch.finfo to handle 'torch.iinfo'").into())
    }
}

fn limits(dtype: DType) -> Value {
    Value::stub(Stub::Limits(dtype))
}

/// What stands behind a dot after such limits.
pub(super) fn part(dtype: DType, name: &str) -> Option<Value> {
    let real = |value: f64| Some(Value::Float(value, Trace::None));
    let integer = |value: i64| Some(Value::Int(value, Trace::None));
    match (dtype, name) {
        (_, "dtype") => Some(Value::text(dtype.to_string())),
        (DType::F16 | DType::BF16, "bits") => integer(16),
        (DType::F32 | DType::I32, "bits") => integer(32),
        (DType::F16, "max") => real(65504.0),
        (DType::F16, "min") => real(-65504.0),
        (DType::F16, "eps") => real(f64::from(half::f16::EPSILON)),
        (DType::F16, "tiny" | "smallest_normal") => real(f64::from(half::f16::MIN_POSITIVE)),
        (DType::F16, "resolution") => real(1e-3),
        (DType::BF16, "max") => real(f64::from(half::bf16::MAX)),
        (DType::BF16, "min") => real(f64::from(half::bf16::MIN)),
        (DType::BF16, "eps") => real(f64::from(half::bf16::EPSILON)),
        (DType::BF16, "tiny" | "smallest_normal") => real(f64::from(half::bf16::MIN_POSITIVE)),
        (DType::BF16, "resolution") => real(1e-2),
        (DType::I32, "max") => integer(i64::from(i32::MAX)),
        (DType::I32, "min") => integer(i64::from(i32::MIN)),
        (DType::F64 | DType::I64, "bits") => integer(64),
        (DType::U8, "bits") => integer(8),
        (DType::F32, "max") => real(f64::from(f32::MAX)),
        (DType::F32, "min") => real(f64::from(f32::MIN)),
        (DType::F32, "eps") => real(f64::from(f32::EPSILON)),
        (DType::F32, "tiny" | "smallest_normal") => real(f64::from(f32::MIN_POSITIVE)),
        (DType::F32, "resolution") => real(1e-6),
        (DType::F64, "max") => real(f64::MAX),
        (DType::F64, "min") => real(f64::MIN),
        (DType::F64, "eps") => real(f64::EPSILON),
        (DType::F64, "tiny" | "smallest_normal") => real(f64::MIN_POSITIVE),
        (DType::F64, "resolution") => real(1e-15),
        (DType::I64, "max") => integer(i64::MAX),
        (DType::I64, "min") => integer(i64::MIN),
        (DType::U8, "max") => integer(i64::from(u8::MAX)),
        (DType::U8, "min") => integer(0),
        _ => None,
    }
}
