//! `nn.RMSNorm`.

use super::super::Builtin;
use super::super::arguments::Call;
use super::layers::{charge_parameters, fits_last_axis, normalized_size, shown};
use super::{MODULE, begin, set, set_parameter, this, weight};
use crate::lang::class::Native;
use crate::lang::evaluate::numbers::Number;
use crate::lang::evaluate::operators::volume;
use crate::lang::evaluate::{Interpreter, Outcome};
use crate::lang::value::{Items, Value};
use crate::nn::RmsNorm;
use crate::tensor::{DType, Leaf, Tensor};

/// `nn.RMSNorm`.
pub(super) static RMS_NORM: Native = Native {
    name: "RMSNorm",
    base: Some(&MODULE),
    init: Some(&INIT),
    methods: METHODS,
    describe: |_, norm| {
        let part = |name| shown(norm, name);
        format!("{}, eps={}, elementwise_affine={}", part("normalized_shape"), part("eps"), part("elementwise_affine"))
    },
};

static INIT: Builtin = Builtin::new(
    "RMSNorm",
    "self, normalized_shape, eps=None, elementwise_affine=True, device=None, dtype=None",
    "Scales features to root mean square 1.",
    &[],
    new,
);
static METHODS: &[Builtin] = &[Builtin::new("forward", "self, x", "The norm over the last axis.", &[], forward)];

fn new(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let module = begin(machine, call)?;
    let size = normalized_size(call)?;
    charge_parameters(machine, call, size as u128)?;
    if call.has("eps") {
        call.float("eps")?;
    }
    let affine = call.flag("elementwise_affine")?;
    let ones = machine.leaf(Tensor::full(&[size], 1.0, DType::F32), Leaf::Literal, call.span);
    set(machine, &module, "normalized_shape", Value::Tuple(Items::flat(vec![Value::int(size)])), call.span)?;
    set(machine, &module, "eps", call.value("eps").clone(), call.span)?;
    set(machine, &module, "elementwise_affine", Value::Bool(affine), call.span)?;
    set_parameter(machine, &module, "weight", affine.then_some(ones), call.span)?;
    Ok(Value::None)
}

fn forward(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let (module, x) = (this(call)?, call.tensor(machine, "x")?);
    fits_last_axis(machine, call, &module, &x)?;
    let eps = machine.field(&module, "eps").and_then(|eps| Number::of(&eps)).map(Number::real);
    let norm = RmsNorm { eps, weight: weight(machine, &module, "weight", "") };
    call.charge(machine, 4 * volume(&x))?;
    machine.place(call.span);
    call.tensor_result(norm.forward(&x))
}
