//! What a tensor is to Python: a tensor of PyTorch, or an array or a number of NumPy.

use super::{SharedTensor, Stub, Value};
use crate::tensor::{DType, Tensor};

/// What a tensor is to Python. Its numbers, its memory and its history are the same; operators, indices and texts are not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ArrayType {
    /// `torch.Tensor`.
    #[default]
    Tensor,
    /// `numpy.ndarray`.
    Array,
    /// A number of NumPy, such as `numpy.float64`: it has no axes and shares no memory.
    Scalar,
}

impl ArrayType {
    /// What NumPy gives of so many axes where it computes: without axes, a number.
    pub fn of_result(ndim: usize) -> Self {
        if ndim == 0 { Self::Scalar } else { Self::Array }
    }
}

/// Why an array cannot be written to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReadOnly {
    /// One element of it stands at several places: NumPy refuses it, too.
    Broadcast,
    /// It was made by a slice that goes backwards, which is a view to NumPy and a copy here.
    Backwards,
}

/// The type of NumPy's numbers of a dtype, as Python writes it.
pub fn scalar_type(dtype: DType) -> &'static str {
    match dtype {
        DType::F32 => "numpy.float32",
        DType::F64 => "numpy.float64",
        DType::F16 => "numpy.float16",
        DType::I64 => "numpy.int64",
        DType::I32 => "numpy.int32",
        DType::U8 => "numpy.uint8",
        DType::Bool => "numpy.bool",
        DType::C64 => "numpy.complex64",
        DType::BF16 => "numpy.bfloat16",
    }
}

/// The dtype that a value names to NumPy: one of its dtypes or types, a type of Python's, or a name.
pub fn array_dtype(value: &Value) -> Option<DType> {
    match value {
        Value::Stub(what) => match **what {
            Stub::ArrayDType(dtype) => Some(dtype),
            _ => None,
        },
        Value::Builtin(builtin) => builtin.dtype(),
        Value::Str(name) => Some(match &**name {
            "float64" | "float" | "double" | "f8" | "<f8" | "d" => DType::F64,
            "float32" | "single" | "f4" | "<f4" | "f" => DType::F32,
            "float16" | "half" | "f2" | "<f2" | "e" => DType::F16,
            "int64" | "int" | "long" | "i8" | "<i8" | "l" => DType::I64,
            "int32" | "i4" | "<i4" | "i" => DType::I32,
            "uint8" | "u1" | "B" => DType::U8,
            "bool" | "?" => DType::Bool,
            "complex64" | "c8" => DType::C64,
            _ => return None,
        }),
        _ => None,
    }
}

impl Value {
    /// What a tensor is to Python; `None` for other values.
    pub(in crate::lang) fn array_type(&self) -> Option<ArrayType> {
        self.as_tensor().map(SharedTensor::array_type)
    }

    /// Whether it is an array or a number of NumPy.
    pub(in crate::lang) fn is_of_numpy(&self) -> bool {
        matches!(self.array_type(), Some(ArrayType::Array | ArrayType::Scalar))
    }

    /// What NumPy has computed, as an array or a number.
    pub(in crate::lang) fn of_numpy(made: Tensor) -> Self {
        let array_type = ArrayType::of_result(made.ndim());
        Self::Tensor(SharedTensor::new(made).with_array_type(array_type))
    }
}
