//! What a dtype can hold: `torch.finfo(x.dtype).min` fills masks, `eps` keeps divisors from zero.

use super::arguments::Call;
use super::{Builtin, Namespace};
use crate::lang::evaluate::{Interpreter, Outcome};
use crate::lang::value::{Stub, Trace, Value};
use crate::tensor::DType;
use Namespace::{Numpy, Torch};

const HERE: &[Namespace] = &[Torch, Numpy];

pub(super) static TABLE: &[Builtin] = &[
    Builtin::new(
        "finfo",
        "dtype=None",
        "What a real dtype can hold: its min, max, eps, tiny, smallest_normal, resolution and bits.",
        HERE,
        real,
    ),
    Builtin::new("iinfo", "dtype", "What a dtype of whole numbers can hold: its min, max and bits.", HERE, whole),
];

fn real(_: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let dtype = call.dtype("dtype")?.unwrap_or(DType::F32);
    if dtype.is_float() {
        Ok(limits(dtype))
    } else {
        Err(call.wrong("dtype", "a real dtype; iinfo is for whole numbers"))
    }
}

fn whole(_: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    match call.dtype("dtype")? {
        Some(dtype) if dtype.is_integer() => Ok(limits(dtype)),
        _ => Err(call.wrong("dtype", "int64, int32 or uint8; finfo is for real numbers")),
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
