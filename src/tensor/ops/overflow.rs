//! Numbers of the language that a dtype does not hold, which PyTorch refuses to convert.

use super::dtype_names;
use crate::tensor::{DType, Error, Result, Tensor};

/// The smallest and the largest number of a dtype of whole numbers.
pub(crate) fn range(dtype: DType) -> Option<(f64, f64)> {
    match dtype {
        DType::U8 => Some((0.0, 255.0)),
        DType::I32 => Some((f64::from(i32::MIN), f64::from(i32::MAX))),
        DType::I64 => Some((i64::MIN as f64, i64::MAX as f64)),
        _ => None,
    }
}

/// Whether a number is too large for a dtype. A negative whole number wraps around in uint8, as it does in C.
pub(crate) fn overflows(value: f64, is_whole: bool, dtype: DType) -> bool {
    match dtype {
        DType::Bool | DType::F64 => false,
        DType::F16 => value.is_finite() && value.abs() > 65504.0,
        DType::BF16 => value.is_finite() && value.abs() > f64::from(half::bf16::MAX),
        DType::F32 | DType::C64 => value.is_finite() && value.abs() > f64::from(f32::MAX),
        DType::I64 if is_whole => false,
        DType::U8 if is_whole => value.abs() > 255.0,
        _ => range(dtype).is_some_and(|(least, most)| !(least..=most).contains(&value)),
    }
}

/// PyTorch's refusal of a number that a dtype, under the name that it has there, does not hold.
pub(crate) fn refusal(value: f64, name: &str) -> Error {
    // A number of 300 digits is not read by anybody.
    let shown = if value.abs() < 1e16 { value.to_string() } else { format!("{value:e}") };
    let words = format!("value cannot be converted to type {name} without overflow");
    Error::Value(format!("{words}: {shown} is too large for it")).raising_as("RuntimeError", words)
}

/// Refuses a number of the language that a dtype does not hold; a tensor is converted whatever it holds.
pub(crate) fn check(number: &Tensor, dtype: DType) -> Result<()> {
    if number.is_number() { check_item(number, dtype) } else { Ok(()) }
}

/// Refuses the only number of a tensor where a dtype does not hold it.
pub(crate) fn check_item(x: &Tensor, dtype: DType) -> Result<()> {
    check_value(x.item()?, !x.dtype().is_float(), dtype)
}

/// Refuses a number that a dtype does not hold.
pub(crate) fn check_value(value: f64, is_whole: bool, dtype: DType) -> Result<()> {
    if overflows(value, is_whole, dtype) { Err(refusal(value, dtype_names::converted(dtype))) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What `torch.full((1,), value, dtype=dtype)` says.
    #[test]
    fn overflow_is_pytorchs() {
        for (value, is_whole, dtype, is) in [
            (300.0, true, DType::U8, true),
            (-1.0, true, DType::U8, false),
            (-1.5, false, DType::U8, true),
            (f64::INFINITY, false, DType::I64, true),
            (f64::NAN, false, DType::I32, true),
            (f64::INFINITY, false, DType::Bool, false),
            (1e10, false, DType::F16, true),
            (f64::NEG_INFINITY, false, DType::F16, false),
            (1e39, false, DType::F32, true),
            (1e39, false, DType::F64, false),
        ] {
            assert_eq!(overflows(value, is_whole, dtype), is, "{value} as {dtype}");
        }
        let says = check(&Tensor::number(1e10), DType::F16).unwrap_err().to_string();
        assert!(says.starts_with("value cannot be converted to type c10::Half without overflow"), "{says}");
    }
}
