//! Modules without parameters: activations, softmax, and the identity.

use super::super::Builtin;
use super::super::arguments::Call;
use super::layers::shown;
use super::{MODULE, begin, set, this};
use crate::lang::class::Native;
use crate::lang::evaluate::operators::volume;
use crate::lang::evaluate::{Interpreter, Outcome};
use crate::lang::value::Value;
use crate::tensor::{Gelu, Tensor};

/// `nn.Identity`.
pub(super) static IDENTITY: Native = Native {
    name: "Identity",
    base: Some(&MODULE),
    init: Some(&IDENTITY_INIT),
    methods: IDENTITY_METHODS,
    describe: |_, _| String::new(),
};
static IDENTITY_INIT: Builtin =
    Builtin::new("Identity", "self, *args, **kwargs", "Gives back what it is given.", &[], plain);
static IDENTITY_METHODS: &[Builtin] = &[Builtin::new("forward", "self, x", "x.", &[], identity)];

/// `nn.ReLU`.
pub(super) static RELU: Native = Native {
    name: "ReLU",
    base: Some(&MODULE),
    init: Some(&RELU_INIT),
    methods: RELU_METHODS,
    describe: |_, _| String::new(),
};
static RELU_INIT: Builtin = Builtin::new("ReLU", "self, inplace=False", "max(0, x).", &[], plain);
static RELU_METHODS: &[Builtin] = &[Builtin::new("forward", "self, x", "max(0, x).", &[], relu)];

/// `nn.GELU`.
pub(super) static GELU: Native = Native {
    name: "GELU",
    base: Some(&MODULE),
    init: Some(&GELU_INIT),
    methods: GELU_METHODS,
    describe: |_, gelu| format!("approximate={}", shown(gelu, "approximate")),
};
static GELU_INIT: Builtin =
    Builtin::new("GELU", "self, approximate='none'", "The Gaussian error linear unit.", &[], new_gelu);
static GELU_METHODS: &[Builtin] = &[Builtin::new("forward", "self, x", "x times Phi(x).", &[], gelu)];

/// `nn.Tanh`.
pub(super) static TANH: Native = Native {
    name: "Tanh",
    base: Some(&MODULE),
    init: Some(&TANH_INIT),
    methods: TANH_METHODS,
    describe: |_, _| String::new(),
};
static TANH_INIT: Builtin = Builtin::new("Tanh", "self", "The hyperbolic tangent.", &[], plain);
static TANH_METHODS: &[Builtin] = &[Builtin::new("forward", "self, x", "tanh(x).", &[], tanh)];

/// `nn.Sigmoid`.
pub(super) static SIGMOID: Native = Native {
    name: "Sigmoid",
    base: Some(&MODULE),
    init: Some(&SIGMOID_INIT),
    methods: SIGMOID_METHODS,
    describe: |_, _| String::new(),
};
static SIGMOID_INIT: Builtin = Builtin::new("Sigmoid", "self", "1 / (1 + exp(-x)).", &[], plain);
static SIGMOID_METHODS: &[Builtin] = &[Builtin::new("forward", "self, x", "1 / (1 + exp(-x)).", &[], sigmoid)];

/// `nn.Softmax`.
pub(super) static SOFTMAX: Native = Native {
    name: "Softmax",
    base: Some(&MODULE),
    init: Some(&SOFTMAX_INIT),
    methods: SOFTMAX_METHODS,
    describe: |_, softmax| format!("dim={}", shown(softmax, "dim")),
};
static SOFTMAX_INIT: Builtin = Builtin::new("Softmax", "self, dim", "Weights that sum to 1 along an axis.", &[], along);
static SOFTMAX_METHODS: &[Builtin] = &[Builtin::new("forward", "self, x", "softmax(x, dim).", &[], softmax)];

/// `nn.LogSoftmax`.
pub(super) static LOG_SOFTMAX: Native = Native {
    name: "LogSoftmax",
    base: Some(&MODULE),
    init: Some(&LOG_SOFTMAX_INIT),
    methods: LOG_SOFTMAX_METHODS,
    describe: |_, softmax| format!("dim={}", shown(softmax, "dim")),
};
static LOG_SOFTMAX_INIT: Builtin =
    Builtin::new("LogSoftmax", "self, dim", "The logarithm of softmax along an axis.", &[], along);
static LOG_SOFTMAX_METHODS: &[Builtin] =
    &[Builtin::new("forward", "self, x", "log_softmax(x, dim).", &[], log_softmax)];

fn plain(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    begin(machine, call)?;
    Ok(Value::None)
}

fn new_gelu(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let module = begin(machine, call)?;
    if !matches!(call.text("approximate")?, "none" | "tanh") {
        return Err(call.wrong("approximate", "'none' or 'tanh'"));
    }
    set(machine, &module, "approximate", call.value("approximate").clone(), call.span)?;
    Ok(Value::None)
}

fn along(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let module = begin(machine, call)?;
    set(machine, &module, "dim", Value::int(call.int("dim")?), call.span)?;
    Ok(Value::None)
}

/// The argument of a `forward` that works on each element, charged.
fn input(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome<Tensor> {
    let x = call.tensor(machine, "x")?;
    call.charge(machine, 4 * volume(&x))?;
    Ok(x)
}

#[expect(clippy::unnecessary_wraps, reason = "every function that is always there has this form")]
fn identity(_: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    Ok(call.value("x").clone())
}

fn relu(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let x = input(machine, call)?;
    call.tensor_result(x.relu())
}

fn tanh(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let x = input(machine, call)?;
    call.tensor_result(x.tanh())
}

fn sigmoid(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let x = input(machine, call)?;
    call.tensor_result(super::super::elementwise::logistic(&x))
}

fn gelu(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let x = input(machine, call)?;
    let form = match machine.field(&this(call)?, "approximate") {
        Some(Value::Str(form)) if &*form == "tanh" => Gelu::Tanh,
        _ => Gelu::Erf,
    };
    call.tensor_result(x.gelu(form))
}

fn axis(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome<isize> {
    Ok(super::number(machine, &this(call)?, "dim", call.span)? as isize)
}

fn softmax(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let (x, dim) = (input(machine, call)?, axis(machine, call)?);
    call.tensor_result(x.softmax(dim))
}

fn log_softmax(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let (x, dim) = (input(machine, call)?, axis(machine, call)?);
    call.tensor_result(x.log_softmax(dim))
}
