//! `_numpy`: what the module `numpy` works with, which is written in Python over PyTorch's functions.

use super::array_types::ArrayDType;
use super::convert::check_array;
use super::declare::builtins;
use super::from_argument::{At, Axes};
use super::from_python::StrArgument;
use crate::lang::evaluate::arrays::promoted;
use crate::lang::value::{ArrayType, PrintOptions, ReadOnly, SharedTensor, Stub, Value, array_text};
use crate::tensor::{DType, Tensor};

builtins! { TABLE:
    /// A new array of a number, a list of lists, a tensor or an array.
    #[at(Arrays)]
    fn array(call, object: At<Value>, dtype: ArrayDType) -> Value {
        check_array(call)?;
        let made = call.interpreter.array_of(&object.value, dtype.0, object.span)?;
        // The memory of another tensor is not shared.
        let made = if object.value.as_tensor().is_some() { made.apart() } else { made };
        Ok(Value::Tensor(SharedTensor::new(made).with_array_type(ArrayType::Array)))
    }

    /// The same array, unless another dtype is wanted; a tensor or a list as an array.
    #[at(Arrays)]
    fn asarray(call, a: At<Value>, dtype: ArrayDType) -> Value {
        check_array(call)?;
        if let Value::Tensor(given) = &a.value
            && given.array_type() != ArrayType::Scalar
            && dtype.0.is_none_or(|dtype| dtype == given.dtype())
        {
            return Ok(Value::Tensor(given.seen_as(ArrayType::Array)));
        }
        let made = call.interpreter.array_of(&a.value, dtype.0, a.span)?;
        Ok(Value::Tensor(SharedTensor::new(made).with_array_type(ArrayType::Array)))
    }

    /// An array, or what NumPy makes one of, as a tensor in the same memory.
    #[at(Arrays)]
    fn tensor(call, a: Value) -> Value {
        Ok(match &a {
            Value::Tensor(given) if given.array_type() == ArrayType::Scalar => Value::from(given.now()),
            Value::Tensor(given) => Value::Tensor(given.seen_as(ArrayType::Tensor)),
            other => Value::from(call.interpreter.array_of(other, None, call.span)?),
        })
    }

    /// What PyTorch has computed, as an array in the same memory, or as a number where it has no axes.
    #[at(Arrays)]
    fn result(_call, tensor: SharedTensor) -> Value {
        Ok(match ArrayType::of_result(tensor.ndim()) {
            ArrayType::Array => Value::Tensor(tensor.seen_as(ArrayType::Array)),
            _ => Value::of_numpy(tensor.now()),
        })
    }

    /// An array in the same memory, which cannot be written to.
    #[at(Arrays)]
    fn read_only(_call, array: SharedTensor) -> Value {
        Ok(Value::Tensor(array.seen_as(ArrayType::Array).with_read_only(Some(ReadOnly::Broadcast))))
    }

    /// A copy of an array that is a view to NumPy, so that it cannot be written to.
    #[at(Arrays)]
    fn backwards(_call, array: SharedTensor) -> Value {
        Ok(Value::Tensor(array.seen_as(ArrayType::Array).with_read_only(Some(ReadOnly::Backwards))))
    }

    /// The dtype of that name.
    #[at(Arrays)]
    fn dtype(_call, name: ArrayDType) -> Value {
        let dtype = name.0.unwrap_or(DType::F64);
        Ok(Value::stub(Stub::ArrayDType(dtype)))
    }

    /// The dtype of PyTorch for one of NumPy.
    #[at(Arrays)]
    fn torch_dtype(_call, name: ArrayDType) -> Value {
        Ok(name.0.map_or(Value::None, Value::DType))
    }

    /// The dtype that holds the numbers of two others.
    #[at(Arrays)]
    fn promote(_call, a: ArrayDType, b: ArrayDType) -> Value {
        Ok(match (a.0, b.0) {
            (Some(a), Some(b)) => Value::stub(Stub::ArrayDType(promoted(a, b))),
            _ => Value::None,
        })
    }

    /// The sum over axes, in the order in which NumPy adds.
    #[at(Arrays)]
    fn sum(_call, input: Tensor, dim: Axes, keepdim: bool) -> Tensor => SumBackward1 {
        Ok(input.sum_in_pairs(&dim.0, keepdim)?)
    }

    /// An array as text, with what stands between its elements.
    #[at(Arrays)]
    fn text(_call, a: SharedTensor, separator: StrArgument) -> Value {
        Ok(Value::text(array_text(&a, &separator.0)))
    }

    /// How arrays are printed from now on: the options, in a dict.
    #[at(Arrays)]
    fn print_options(
        _call, precision: Option<usize>, threshold: Option<usize>, edgeitems: Option<usize>, linewidth: Option<usize>,
        suppress: Option<bool>
    ) -> () {
        let now = PrintOptions::now();
        let options = PrintOptions {
            precision: precision.unwrap_or(now.precision).min(40),
            threshold: threshold.unwrap_or(now.threshold),
            edgeitems: edgeitems.unwrap_or(now.edgeitems),
            linewidth: linewidth.unwrap_or(now.linewidth),
            suppress: suppress.unwrap_or(now.suppress),
        };
        options.set();
        Ok(())
    }

    /// How arrays are printed now, in a dict.
    #[at(Arrays)]
    fn get_print_options(call) -> Value {
        let now = PrintOptions::now();
        let entries = vec![
            (Value::text("edgeitems"), Value::int(now.edgeitems)),
            (Value::text("threshold"), Value::int(now.threshold)),
            (Value::text("precision"), Value::int(now.precision)),
            (Value::text("suppress"), Value::Bool(now.suppress)),
            (Value::text("linewidth"), Value::int(now.linewidth)),
        ];
        Ok(call.interpreter.new_dict(call.span, entries)?)
    }
}
