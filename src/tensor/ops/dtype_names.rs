//! PyTorch's own names for dtypes, which its errors use: the learner finds them in a search.

use crate::tensor::{DType, Error};

/// The scalar type, as kernels say it: `Long`, `Float`.
pub(crate) fn scalar(dtype: DType) -> &'static str {
    match dtype {
        DType::Bool => "Bool",
        DType::U8 => "Byte",
        DType::I32 => "Int",
        DType::I64 => "Long",
        DType::F16 => "Half",
        DType::BF16 => "BFloat16",
        DType::F32 => "Float",
        DType::F64 => "Double",
        DType::C64 => "ComplexFloat",
    }
}

/// The C++ type, as products say it: `long int`, `float`.
pub(crate) fn cpp(dtype: DType) -> &'static str {
    match dtype {
        DType::Bool => "bool",
        DType::U8 => "unsigned char",
        DType::I32 => "int",
        DType::I64 => "long int",
        DType::F16 => "c10::Half",
        DType::BF16 => "c10::BFloat16",
        DType::F32 => "float",
        DType::F64 => "double",
        DType::C64 => "c10::complex<float>",
    }
}

/// The C++ type, as conversions of numbers say it: `int64_t`, `float`.
pub(crate) fn converted(dtype: DType) -> &'static str {
    match dtype {
        DType::U8 => "uint8_t",
        DType::I64 => "int64_t",
        other => cpp(other),
    }
}

/// The tensor type, as checks of arguments say it: `torch.FloatTensor`.
pub(crate) fn tensor(dtype: DType) -> String {
    match dtype {
        DType::Bool => "CPUBoolType".to_owned(),
        other => format!("torch.{}Tensor", scalar(other)),
    }
}

/// PyTorch's refusal of a dtype that a kernel was not written for, and ours.
pub(crate) fn not_implemented(kernel: &str, dtype: DType, operation: &str) -> Error {
    let remedy = if dtype == DType::Bool {
        "convert the Booleans first, with .long() or .float()"
    } else {
        "write .float() first"
    };
    Error::Value(format!(
        "\"{kernel}\" not implemented for '{}': {operation} does not support {dtype}; {remedy}",
        scalar(dtype)
    ))
}
