//! The types of NumPy: of its arrays and of its numbers, and what is above them.

use super::declare::{BuiltinResult, Invocation, builtins};
use super::find;
use super::from_argument::{Argument, At, FromArgument, OneOrMore, Shape};
use super::numbers::real_number;
use crate::lang::builtin::Builtin;
use crate::lang::evaluate::{Interpreter, Outcome};
use crate::lang::namespace::Namespace;
use crate::lang::value::{ArrayType, SharedTensor, Value, array_dtype};
use crate::tensor::{DType, Leaf, Tensor, budget};

builtins! { TABLE:
    /// The type of arrays; called, an array to be filled, which holds zeros here.
    #[at(Numpy)]
    #[role(Type)]
    fn ndarray(call, shape: OneOrMore<Shape>, dtype: ArrayDType = None) -> Value {
        budget::make(&shape.0.0)?;
        let zeros = Tensor::zeros(&shape.0.0, dtype.0.unwrap_or(DType::F64));
        let zeros = call.interpreter.leaf(zeros, Leaf::Literal, call.span);
        Ok(Value::Tensor(SharedTensor::new(zeros).with_array_type(ArrayType::Array)))
    }

    /// A number of 64 bits with a point.
    #[at(Numpy)]
    #[role(NumberType(F64))]
    fn float64(call, @positional x: Value = 0.0) -> Value {
        scalar(call, x, DType::F64)
    }

    /// A number of 32 bits with a point.
    #[at(Numpy)]
    #[role(NumberType(F32))]
    fn float32(call, @positional x: Value = 0.0) -> Value {
        scalar(call, x, DType::F32)
    }

    /// A number of 16 bits with a point.
    #[at(Numpy)]
    #[role(NumberType(F16))]
    fn float16(call, @positional x: Value = 0.0) -> Value {
        scalar(call, x, DType::F16)
    }

    /// A whole number of 64 bits.
    #[at(Numpy)]
    #[role(NumberType(I64))]
    fn int64(call, @positional x: Value = 0) -> Value {
        scalar(call, x, DType::I64)
    }

    /// A whole number of 32 bits.
    #[at(Numpy)]
    #[role(NumberType(I32))]
    fn int32(call, @positional x: Value = 0) -> Value {
        scalar(call, x, DType::I32)
    }

    /// A whole number from 0 to 255.
    #[at(Numpy)]
    #[role(NumberType(U8))]
    fn uint8(call, @positional x: Value = 0) -> Value {
        scalar(call, x, DType::U8)
    }

    /// A truth value.
    #[at(Numpy)]
    #[role(NumberType(Bool))]
    fn r#bool as "bool" (call, @positional x: Value = False) -> Value {
        let is_true = match &x {
            Value::Tensor(array) if array.ndim() > 0 => return scalar(call, x, DType::Bool),
            other => call.interpreter.truth_of(other, call.span)?,
        };
        Ok(Value::of_numpy(Tensor::from_bool(&[], vec![is_true])?))
    }

    /// All numbers of NumPy, for `isinstance`.
    #[at(Numpy)]
    #[role(Type)]
    fn above as "generic" | "number" | "integer" | "signedinteger" | "unsignedinteger" | "inexact" | "floating" (call) -> Value {
        let message = format!("cannot create 'numpy.{}' instances", call.name());
        Err(call.error(message).raising("TypeError").into())
    }
}

/// A number of a type; of several, an array.
fn scalar(call: &mut Invocation<'_, '_>, given: Value, dtype: DType) -> BuiltinResult {
    let span = call.span;
    let given = match given {
        Value::Str(_) if dtype.is_float() => real_number(call, At { value: given, span })?,
        Value::Int(value, _) if dtype == DType::U8 && !(0..256).contains(&value) => {
            let message = format!("Python integer {value} out of bounds for {dtype}");
            return Err(call.error(message).raising("OverflowError").into());
        }
        other => other,
    };
    let made = call.interpreter.array_of(&given, Some(dtype), span)?;
    Ok(Value::of_numpy(made))
}

/// The types of a value of NumPy, the nearest first.
pub(super) fn lineage(array: ArrayType, dtype: DType) -> Vec<&'static Builtin> {
    let names: &[&str] = match (array, dtype) {
        (ArrayType::Tensor, _) => &[],
        (ArrayType::Array, _) => &["ndarray"],
        (_, DType::F64) => &["float64", "floating", "inexact", "number", "generic"],
        (_, DType::F32) => &["float32", "floating", "inexact", "number", "generic"],
        (_, DType::F16 | DType::BF16) => &["float16", "floating", "inexact", "number", "generic"],
        (_, DType::I64) => &["int64", "signedinteger", "integer", "number", "generic"],
        (_, DType::I32) => &["int32", "signedinteger", "integer", "number", "generic"],
        (_, DType::U8) => &["uint8", "unsignedinteger", "integer", "number", "generic"],
        (_, DType::Bool) => &["bool", "generic"],
        (_, DType::C64) => &["inexact", "number", "generic"],
    };
    let of_numpy = names.iter().filter_map(|name| find(Namespace::Numpy, name));
    // NumPy's float64 is one of Python's floats.
    let of_python = (array == ArrayType::Scalar && dtype == DType::F64).then(|| find(Namespace::Bare, "float"));
    of_numpy.chain(of_python.flatten()).collect()
}

/// The dtype that an argument names to NumPy; `None` where none is given.
pub(super) struct ArrayDType(pub(super) Option<DType>);

impl FromArgument for ArrayDType {
    fn from_argument(argument: &Argument<'_>, _: &mut Interpreter<'_>) -> Outcome<Self> {
        match (argument.value, array_dtype(argument.value)) {
            (Value::None, _) => Ok(Self(None)),
            (_, Some(dtype)) => Ok(Self(Some(dtype))),
            (Value::Str(name), None) => {
                let message = format!("data type '{name}' not understood");
                Err(argument.refused(message).raising("TypeError"))
            }
            (other, None) => {
                let message = format!("Cannot interpret '{}' as a data type", other.excerpt());
                Err(argument.refused(message).raising("TypeError"))
            }
        }
    }
}
