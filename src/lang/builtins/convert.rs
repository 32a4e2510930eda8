//! Functions that give a tensor in another dtype, or what it holds as plain values.

use std::sync::Arc;

use super::declare::{BuiltinResult, Invocation, builtins};
use super::from_argument::{Argument, Device, FromArgument, Rest};
use crate::lang::evaluate::gradients::AskedBy;
use crate::lang::evaluate::{Interpreter, Outcome};
use crate::lang::value::{ArrayType, SharedTensor, Trace, Value};
use crate::tensor::tape::gradient_mode;
use crate::tensor::{DType, Tensor};

/// Refuses to give as an array what a gradient is wanted of.
pub(super) fn check_array(call: &Invocation<'_, '_>) -> Outcome<()> {
    if !gradient_mode::is_enabled()
        || !call.argument(0).and_then(Value::as_tensor).is_some_and(SharedTensor::requires_grad)
    {
        return Ok(());
    }
    let message = "Can't call numpy() on Tensor that requires grad. Use tensor.detach().numpy() instead.";
    Err(call.error(message).raising("RuntimeError"))
}

builtins! { TABLE:
    /// In another dtype; a device is read and has no effect.
    #[at(Tensor)]
    #[role(Passes)]
    fn to(
        call, input: Tensor, @rest target: Rest<Target>, dtype: Option<DType> = None, device: Option<Device> = None,
        non_blocking: bool = False, copy: bool = False
    ) -> Tensor => ToCopyBackward0 {
        // Everything is computed here, at once.
        let _ = (device, non_blocking);
        let named = target.0.into_iter().filter_map(|Target(dtype)| dtype).next_back();
        match dtype.or(named) {
            Some(dtype) if dtype != input.dtype() => call.cast(&input, dtype),
            _ if copy => Ok(input.apart()),
            _ => Ok(input),
        }
    }

    /// In another dtype; without one, the name of its own.
    #[at(Tensor)]
    #[role(Passes)]
    fn r#type as "type" (call, input: Tensor, dtype: Option<NamedDType> = None) -> Value => ToCopyBackward0 {
        match dtype {
            Some(NamedDType(dtype)) => Ok(call.cast(&input, dtype)?.into()),
            None => Ok(Value::text(tensor_type(input.dtype()))),
        }
    }

    /// In the dtype of another tensor.
    #[at(Tensor)]
    #[role(Passes)]
    fn type_as(call, input: Tensor, other: Tensor) -> Tensor => ToCopyBackward0 {
        call.cast(&input, other.dtype())
    }

    /// As float32.
    #[at(Tensor)]
    #[role(Passes)]
    fn float(call, input: Tensor) -> Tensor => ToCopyBackward0 {
        call.cast(&input, DType::F32)
    }

    /// As float64.
    #[at(Tensor)]
    #[role(Passes)]
    fn double(call, input: Tensor) -> Tensor => ToCopyBackward0 {
        call.cast(&input, DType::F64)
    }

    /// As int64, without what is after the point.
    #[at(Tensor)]
    #[role(Passes)]
    fn long(call, input: Tensor) -> Tensor {
        call.cast(&input, DType::I64)
    }

    /// As int32, without what is after the point.
    #[at(Tensor)]
    #[role(Passes)]
    fn int(call, input: Tensor) -> Tensor {
        call.cast(&input, DType::I32)
    }

    /// As float16, rounded to 11 binary digits.
    #[at(Tensor)]
    #[role(Passes)]
    fn half(call, input: Tensor) -> Tensor => ToCopyBackward0 {
        call.cast(&input, DType::F16)
    }

    /// As bfloat16, rounded to 8 binary digits.
    #[at(Tensor)]
    #[role(Passes)]
    fn bfloat16(call, input: Tensor) -> Tensor => ToCopyBackward0 {
        call.cast(&input, DType::BF16)
    }

    /// True where an element is not 0.
    #[at(Tensor)]
    #[role(Passes)]
    fn bool(call, input: Tensor) -> Tensor {
        call.cast(&input, DType::Bool)
    }

    /// As uint8.
    #[at(Tensor)]
    #[role(Passes)]
    fn byte(call, input: Tensor) -> Tensor {
        call.cast(&input, DType::U8)
    }

    /// An array of NumPy in the same memory.
    #[at(Tensor)]
    #[role(Views)]
    fn numpy(call, input: SharedTensor; force: bool = False) -> Value {
        if !force {
            check_array(call)?;
        }
        if input.dtype() == DType::BF16 {
            return Err(call.error("Got unsupported ScalarType BFloat16").raising("TypeError").help("write x.float().numpy()").into());
        }
        Ok(Value::Tensor(input.seen_as(ArrayType::Array)))
    }

    /// Asks for a gradient of it, as `requires_grad=True` does, or no longer.
    #[at(Tensor)]
    #[role(Writes)]
    fn requires_grad_(call, input: SharedTensor, requires_grad: bool = True) -> Value {
        Interpreter::require_gradient(call.span, &input, requires_grad, AskedBy::Method)?;
        Ok(Value::Tensor(input))
    }

    /// The same elements, row by row in memory, so that `view` can give them any shape.
    #[at(Tensor)]
    #[role(Passes)]
    fn contiguous(_call, input: Tensor) -> Tensor => CloneBackward0 {
        Ok(input.contiguous())
    }

    /// A copy, which shares nothing with it.
    #[at(Torch, Tensor)]
    fn clone(call, input: Tensor) -> Tensor => CloneBackward0 {
        call.place();
        Ok(input.copied()?)
    }

    /// The same numbers, through which no gradient passes.
    #[at(Torch, Tensor)]
    #[role(Views)]
    fn detach(call, input: Tensor) -> Tensor {
        call.place();
        Ok(input.without_gradient()?)
    }

    /// The same tensor.
    #[at(Tensor)]
    #[role(Passes)]
    fn cpu(_call, input: Tensor) -> Tensor {
        Ok(input)
    }

    /// The same tensor.
    #[at(Tensor)]
    #[role(Passes)]
    fn cuda(_call, input: Tensor, device: Option<Device> = None) -> Tensor {
        // Everything is computed here.
        let _ = device;
        Ok(input)
    }

    /// Whether the elements are real numbers.
    #[at(Torch, Tensor)]
    fn is_floating_point(_call, input: Tensor) -> bool {
        Ok(input.dtype().is_float())
    }

    /// The only element, as a plain number.
    #[at(Tensor)]
    fn item(call, input: Tensor) -> Value {
        if input.len() != 1 {
            let message = format!("a Tensor with {} elements cannot be converted to Scalar", input.len());
            let error = call.error(message).raising("RuntimeError");
            return Err(error.help(format!("its shape is {}", input.shape_text())).into());
        }
        Ok(call.interpreter.number_of(&input, call.span)?)
    }

    /// The elements as lists of lists of numbers.
    #[at(Tensor)]
    fn tolist(call, input: Tensor) -> Value {
        if input.dtype().is_complex() {
            let message = "tolist(): complex Python numbers are not supported";
            return Err(call.error(message).help("to get the real and imaginary parts, write torch.view_as_real(x)").into());
        }
        call.interpreter.spend_bytes(call.span, input.len().saturating_mul(size_of::<Value>()))?;
        nested_list(call, &input, &mut Vec::new())
    }
}

/// What `x.to` takes by place: a dtype, a device, or a tensor to be like.
struct Target(Option<DType>);

impl FromArgument for Target {
    fn from_argument(argument: &Argument<'_>, interpreter: &mut Interpreter<'_>) -> Outcome<Self> {
        match argument.value {
            Value::DType(dtype) => Ok(Self(Some(*dtype))),
            Value::Tensor(like) => Ok(Self(Some(like.dtype()))),
            Value::Builtin(_) => DType::from_argument(argument, interpreter).map(|dtype| Self(Some(dtype))),
            _ => Option::<Device>::from_argument(argument, interpreter).map(|_| Self(None)),
        }
    }
}

/// A dtype, or its name, as NumPy writes it, too.
struct NamedDType(DType);

impl FromArgument for NamedDType {
    fn from_argument(argument: &Argument<'_>, _: &mut Interpreter<'_>) -> Outcome<Self> {
        let dtype = match argument.value {
            Value::DType(dtype) => Some(*dtype),
            Value::Str(text) => super::modules::dtype(text.strip_prefix("torch.").unwrap_or(text)),
            Value::Builtin(builtin) => builtin.dtype(),
            _ => None,
        };
        dtype.map(Self).ok_or_else(|| argument.wrong("torch.dtype"))
    }
}

impl Invocation<'_, '_> {
    fn cast(&self, x: &Tensor, dtype: DType) -> BuiltinResult<Tensor> {
        self.place();
        Ok(x.to(dtype)?)
    }
}

/// What `x.type()` calls a tensor of a dtype.
fn tensor_type(dtype: DType) -> Arc<str> {
    Arc::from(match dtype {
        DType::F32 => "torch.FloatTensor",
        DType::F64 => "torch.DoubleTensor",
        DType::I64 => "torch.LongTensor",
        DType::F16 => "torch.HalfTensor",
        DType::BF16 => "torch.BFloat16Tensor",
        DType::I32 => "torch.IntTensor",
        DType::C64 => "torch.ComplexFloatTensor",
        DType::U8 => "torch.ByteTensor",
        DType::Bool => "torch.BoolTensor",
    })
}

fn nested_list(call: &mut Invocation<'_, '_>, x: &Tensor, index: &mut Vec<usize>) -> BuiltinResult {
    let axis = index.len();
    if axis == x.ndim() {
        if let Some(whole) = x.whole_at(index) {
            return Ok(Value::Int(whole, Trace::None));
        }
        let value = x.at(index);
        return Ok(if x.dtype() == DType::Bool { Value::Bool(value != 0.0) } else { Value::Float(value, Trace::None) });
    }
    let mut items = Vec::with_capacity(x.shape()[axis]);
    for place in 0..x.shape()[axis] {
        index.push(place);
        items.push(nested_list(call, x, index)?);
        index.pop();
    }
    Ok(call.interpreter.new_list(call.span, items)?)
}
