//! Modules without parameters: activations, softmax, and the identity.

use super::super::declare::builtins;
use super::super::from_argument::{Argument, At, FromArgument, Keywords, Rest};
use super::super::in_place::Changed;
use super::layers::shown;
use super::{MODULE, begin, flag, set};
use crate::lang::class::{Native, NativeKind};
use crate::lang::diagnostic::Diagnostic;
use crate::lang::evaluate::{Interpreter, Outcome};
use crate::lang::object::Reference;
use crate::lang::value::Value;
use crate::tensor::{Gelu, Tensor};
use std::sync::Arc;

/// `nn.Identity`.
pub(super) static IDENTITY: Native = Native {
    name: "Identity",
    base: Some(&MODULE),
    kind: NativeKind::Module,
    declared: &[&IDENTITY_TABLE],
    describe: |_, _| String::new(),
};

builtins! { IDENTITY_TABLE:
    /// Returns its input unchanged.
    #[at()]
    fn new_identity as "Identity"(call, this: Reference, @rest args: Rest<Value>, @keywords kwargs: Keywords) -> () {
        // As in PyTorch, an identity can take the place of any layer, with that layer's arguments.
        let _ = (args, kwargs);
        Ok(begin(call, &this)?)
    }

    /// x.
    #[at()]
    fn identity as "forward"(call, this: Reference, input: Value) -> Value {
        let _ = (call, this);
        Ok(input)
    }
}

/// `nn.ReLU`.
pub(super) static RELU: Native = Native {
    name: "ReLU",
    base: Some(&MODULE),
    kind: NativeKind::Module,
    declared: &[&RELU_TABLE],
    describe: |_, relu| if shown(relu, "inplace") == "True" { "inplace=True".to_owned() } else { String::new() },
};

builtins! { RELU_TABLE:
    /// max(0, x).
    #[at()]
    fn new_relu as "ReLU"(call, this: Reference, inplace: bool = False) -> () {
        begin(call, &this)?;
        Ok(set(call.interpreter, &this, "inplace", Value::Bool(inplace), call.span)?)
    }

    /// max(0, x).
    #[at()]
    fn relu as "forward"(call, this: Reference, input: Changed) -> Value => ReluBackward0 {
        let is_in_place = flag(call.interpreter, &this, "inplace", call.span)?;
        input.computed(call, is_in_place, Tensor::relu)
    }
}

/// `nn.GELU`.
pub(super) static GELU: Native = Native {
    name: "GELU",
    base: Some(&MODULE),
    kind: NativeKind::Module,
    declared: &[&GELU_TABLE],
    describe: |_, gelu| format!("approximate={}", shown(gelu, "approximate")),
};

builtins! { GELU_TABLE:
    /// The Gaussian error linear unit.
    #[at()]
    fn new_gelu as "GELU"(call, this: Reference, approximate: At<Arc<str>> = "none") -> () {
        begin(call, &this)?;
        if !matches!(&*approximate.value, "none" | "tanh") {
            let message = "approximate argument must be either none or tanh.";
            return Err(Diagnostic::new(approximate.span, message).into());
        }
        Ok(set(call.interpreter, &this, "approximate", Value::Str(approximate.value), call.span)?)
    }

    /// x times Phi(x).
    #[at()]
    fn gelu as "forward"(call, this: Reference, input: Tensor) -> Tensor => GeluBackward0 {
        let form = gelu_form(call.interpreter, &this);
        Ok(input.gelu(form)?)
    }
}

/// Which formula a `nn.GELU` computes with.
pub(super) fn gelu_form(interpreter: &mut Interpreter<'_>, gelu: &Reference) -> Gelu {
    match interpreter.field(gelu, "approximate") {
        Some(Value::Str(form)) if &*form == "tanh" => Gelu::Tanh,
        _ => Gelu::Erf,
    }
}

/// `nn.Tanh`.
pub(super) static TANH: Native = Native {
    name: "Tanh",
    base: Some(&MODULE),
    kind: NativeKind::Module,
    declared: &[&TANH_TABLE],
    describe: |_, _| String::new(),
};

builtins! { TANH_TABLE:
    /// The hyperbolic tangent.
    #[at()]
    fn new_tanh as "Tanh"(call, this: Reference) -> () {
        Ok(begin(call, &this)?)
    }

    /// tanh(x).
    #[at()]
    fn tanh as "forward"(_call, this: Reference, input: Tensor) -> Tensor => TanhBackward0 {
        let _ = this;
        Ok(input.tanh()?)
    }
}

/// `nn.Sigmoid`.
pub(super) static SIGMOID: Native = Native {
    name: "Sigmoid",
    base: Some(&MODULE),
    kind: NativeKind::Module,
    declared: &[&SIGMOID_TABLE],
    describe: |_, _| String::new(),
};

builtins! { SIGMOID_TABLE:
    /// 1 / (1 + exp(-x)).
    #[at()]
    fn new_sigmoid as "Sigmoid"(call, this: Reference) -> () {
        Ok(begin(call, &this)?)
    }

    /// 1 / (1 + exp(-x)).
    #[at()]
    fn sigmoid as "forward"(_call, this: Reference, input: Tensor) -> Tensor => SigmoidBackward0 {
        let _ = this;
        Ok(input.sigmoid()?)
    }
}

/// `nn.Softmax`.
pub(super) static SOFTMAX: Native = Native {
    name: "Softmax",
    base: Some(&MODULE),
    kind: NativeKind::Module,
    declared: &[&SOFTMAX_TABLE],
    describe: |_, softmax| format!("dim={}", shown(softmax, "dim")),
};

builtins! { SOFTMAX_TABLE:
    /// Weights that sum to 1 along an axis.
    #[at()]
    fn new_softmax as "Softmax"(call, this: Reference, dim: Option<PlainInt> = None) -> () {
        begin(call, &this)?;
        Ok(set(call.interpreter, &this, "dim", axis_value(dim), call.span)?)
    }

    /// softmax(x, dim).
    #[at()]
    fn softmax as "forward"(call, this: Reference, input: Tensor) -> Tensor => SoftmaxBackward0 {
        let dim = axis_of(call.interpreter, &this, &input);
        Ok(input.softmax(dim)?)
    }
}

/// `nn.LogSoftmax`.
pub(super) static LOG_SOFTMAX: Native = Native {
    name: "LogSoftmax",
    base: Some(&MODULE),
    kind: NativeKind::Module,
    declared: &[&LOG_SOFTMAX_TABLE],
    describe: |_, softmax| format!("dim={}", shown(softmax, "dim")),
};

builtins! { LOG_SOFTMAX_TABLE:
    /// The logarithm of softmax along an axis.
    #[at()]
    fn new_log_softmax as "LogSoftmax"(call, this: Reference, dim: Option<PlainInt> = None) -> () {
        begin(call, &this)?;
        Ok(set(call.interpreter, &this, "dim", axis_value(dim), call.span)?)
    }

    /// log_softmax(x, dim).
    #[at()]
    fn log_softmax as "forward"(call, this: Reference, input: Tensor) -> Tensor => LogSoftmaxBackward0 {
        let dim = axis_of(call.interpreter, &this, &input);
        Ok(input.log_softmax(dim)?)
    }
}

/// A whole number that is no tensor, which the modules of a softmax refuse.
struct PlainInt(i64);

impl FromArgument for PlainInt {
    fn from_argument(argument: &Argument<'_>, _: &mut Interpreter<'_>) -> Outcome<Self> {
        match argument.value {
            Value::Int(value, _) => Ok(Self(*value)),
            other => {
                let kind = other.python_type();
                Err(argument.refused(format!("{} must be an int or None, got <class '{kind}'>", argument.name)))
            }
        }
    }
}

fn axis_value(dim: Option<PlainInt>) -> Value {
    dim.map_or(Value::None, |dim| Value::from(dim.0))
}

/// The axis of a softmax. Without one, PyTorch takes axis 1 of a matrix or of four axes, and else axis 0.
fn axis_of(interpreter: &mut Interpreter<'_>, softmax: &Reference, x: &Tensor) -> isize {
    match interpreter.field(softmax, "dim") {
        Some(Value::Int(dim, _)) => dim as isize,
        _ => isize::from(!matches!(x.ndim(), 0 | 1 | 3)),
    }
}
