//! What tutorials write and what changes no number here: devices, loggers, contexts without gradients, copies of what never changes.

use std::sync::Arc;

use super::declare::{BuiltinResult, Invocation, builtins};
use super::from_argument::{At, Keywords, Rest, is_device};
use crate::lang::diagnostic::Diagnostic;
use crate::lang::value::{ArrayType, ReadOnly, SharedTensor, Stub, Value};
use crate::tensor::tape::gradient_mode;

builtins! { TABLE:
    /// A device: read and shown; everything is computed here.
    #[at(Torch)]
    fn device(call, device: At<Value>, index: Option<usize> = None) -> Value {
        device_of(call, &device, index)
    }

    /// False: there is no graphics card here.
    #[at(Cuda)]
    fn is_available(_call) -> bool {
        Ok(false)
    }

    /// For `with`, or before a function: what is computed in it requires no gradient, and all may be written to.
    #[at(Torch)]
    fn no_grad(_call) -> Value {
        Ok(Value::stub(Stub::GradientMode { name: "no_grad", enables: false, before: None }))
    }

    /// For `with`, or before a function: what is computed in it requires a gradient again, inside of `no_grad`.
    #[at(Torch)]
    fn enable_grad(_call) -> Value {
        Ok(Value::stub(Stub::GradientMode { name: "enable_grad", enables: true, before: None }))
    }

    /// As `no_grad`.
    #[at(Torch)]
    fn inference_mode(_call, mode: bool = True) -> Value {
        let enables = !mode && gradient_mode::is_enabled();
        Ok(Value::stub(Stub::GradientMode { name: "inference_mode", enables, before: None }))
    }

    /// Says whether what is computed from now on requires a gradient; in `with`, to the end of its block.
    #[at(Torch)]
    fn set_grad_enabled(_call, mode: bool) -> Value {
        let before = Some(gradient_mode::enable(mode));
        Ok(Value::stub(Stub::GradientMode { name: "set_grad_enabled", enables: mode, before }))
    }

    /// Whether what is computed now requires a gradient if an input does.
    #[at(Torch)]
    fn is_grad_enabled(_call) -> bool {
        Ok(gradient_mode::is_enabled())
    }

    /// The same tensor, as PyTorch has long had it.
    #[at(Autograd)]
    #[role(Views)]
    fn variable as "Variable" (_call, data: SharedTensor, requires_grad: bool = False) -> Value {
        // This is noted when the call is done.
        let _ = requires_grad;
        Ok(Value::Tensor(data.alias()))
    }

    /// A tensor in the memory of an array.
    #[at(Torch)]
    #[role(Views)]
    fn from_numpy(call, ndarray: At<Value>) -> Value {
        match &ndarray.value {
            Value::Tensor(array) if array.read_only() == Some(ReadOnly::Backwards) => {
                let message = "At least one stride in the given numpy array is negative, and tensors with negative strides are not \
                               currently supported. (You can probably work around this by making a copy of your array  with \
                               array.copy().) ";
                Err(call.error(message).raising("ValueError").help("write torch.from_numpy(a.copy())").into())
            }
            Value::Tensor(array) if array.array_type() == ArrayType::Array => {
                Ok(Value::Tensor(array.seen_as(ArrayType::Tensor)))
            }
            other => {
                let message = format!("expected np.ndarray (got {})", other.python_type());
                Err(call.error(message).raising("TypeError").at(ndarray.span).help("write torch.tensor(x)").into())
            }
        }
    }

    /// A logger; what it is given is read and dropped.
    #[at(Logging)]
    fn get_logger as "getLogger" (_call, name: Option<Arc<str>> = None) -> Value {
        Ok(Value::stub(Stub::Logger(name.unwrap_or_else(|| Arc::from("root")))))
    }

    /// Read, and without effect.
    #[at(Logging)]
    fn basic_config as "basicConfig" (_call, @keywords options: Keywords) -> () {
        // Nothing is logged.
        let _ = options;
        Ok(())
    }

    /// Read, and without effect.
    #[at(Logging)]
    fn log as "debug" | "info" | "warning" | "error" (
        _call, @rest values: Rest<Value>, @keywords options: Keywords
    ) -> () {
        // Nothing is logged.
        let _ = (values, options);
        Ok(())
    }

    /// Read, and without effect.
    #[at(Logger)]
    fn log_here as "debug" | "info" | "warning" | "error" | "critical" (
        _call, this: Value, @rest values: Rest<Value>, @keywords options: Keywords
    ) -> () {
        // Nothing is logged.
        let _ = (this, values, options);
        Ok(())
    }

    /// Read, and without effect.
    #[at(Logger)]
    fn set_level as "setLevel" (_call, this: Value, level: Value) -> () {
        // Nothing is logged, at whatever level.
        let _ = (this, level);
        Ok(())
    }
}

/// A device by its name, or by its kind and number.
fn device_of(call: &Invocation<'_, '_>, device: &At<Value>, index: Option<usize>) -> BuiltinResult {
    let name = match (&device.value, device.value.as_stub()) {
        (_, Some(Stub::Device(name))) | (Value::Str(name), _) => Arc::clone(name),
        (other, _) => {
            let message = format!("device(): argument 'device' (position 1) must be str, not {}", other.python_type());
            return Err(call.error(message).at(device.span).into());
        }
    };
    let name = index.map_or(Arc::clone(&name), |index| Arc::from(format!("{name}:{index}")));
    if is_device(&name) {
        return Ok(Value::stub(Stub::Device(name)));
    }
    let message = "Expected one of cpu, cuda, mps, meta device type at start of device string";
    Err(Diagnostic::new(device.span, format!("{message}: {name}")).help("write 'cpu', 'cuda' or 'mps'").into())
}
