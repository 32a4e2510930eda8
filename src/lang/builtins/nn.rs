//! `torch.nn`: classes that are always there. One concept a file.
//!
//! A module here is an [object](crate::lang::object) whose parameters and parts lie in attributes of PyTorch's names. What it
//! computes is computed by [`crate::nn`]: `forward` puts the parameters into that room's struct and calls it. So there is one
//! code path, and its stages are in the tape.

mod activations;
mod attention;
mod containers;
pub(super) mod copy;
pub(super) mod frozen;
mod hooks;
pub(super) mod init;
mod layers;
mod losses;
mod module;
pub(super) mod parameter;
mod rms_norm;
mod state;
mod transformer;
mod walk;

use std::sync::Arc;

use module::MODULE;
use parameter::PARAMETER;

use super::Builtin;
use super::declare::{BuiltinResult, Invocation};
use super::in_place::Changed;
use crate::lang::class::{Class, Native, OBJECT};
use crate::lang::diagnostic::Diagnostic;
use crate::lang::evaluate::calls::Arguments;
use crate::lang::evaluate::numbers::Number;
use crate::lang::evaluate::{Interpreter, Outcome};
use crate::lang::object::{Reference, Role};
use crate::lang::syntax::{Identifier, Span};
use crate::lang::value::{Trace, Value};
use crate::nn::dropout::{self, Dropout};
use crate::tensor::{self, DType, Tensor, tape};

/// The classes of `torch.nn`.
static CLASSES: [&Native; 30] = [
    &MODULE,
    &PARAMETER,
    &layers::LINEAR,
    &layers::EMBEDDING,
    &layers::LAYER_NORM,
    &rms_norm::RMS_NORM,
    &layers::DROPOUT,
    &layers::FLATTEN,
    &activations::IDENTITY,
    &activations::RELU,
    &activations::GELU,
    &activations::TANH,
    &activations::SIGMOID,
    &activations::SOFTMAX,
    &activations::LOG_SOFTMAX,
    &losses::CROSS_ENTROPY,
    &losses::NLL,
    &losses::MSE,
    &containers::SEQUENTIAL,
    &containers::MODULE_LIST,
    &containers::MODULE_DICT,
    &attention::MULTIHEAD_ATTENTION,
    &attention::OUT_PROJ,
    &transformer::ENCODER_LAYER,
    &transformer::DECODER_LAYER,
    &transformer::ENCODER,
    &transformer::DECODER,
    &transformer::TRANSFORMER,
    &hooks::HANDLE,
    &OBJECT,
];

/// The class of `torch.nn` with that name.
pub(super) fn class(name: &str) -> Option<Class> {
    public().find(|native| native.name == name).map(Class::Native)
}

/// The names of all classes of `torch.nn`.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    public().map(|native| native.name)
}

pub(super) fn public() -> impl Iterator<Item = &'static Native> {
    let is_public =
        |native: &&Native| !matches!(native.name, "object" | "NonDynamicallyQuantizableLinear" | "RemovableHandle");
    CLASSES.into_iter().filter(is_public)
}

/// Every constructor and method of them.
pub(super) fn methods() -> impl Iterator<Item = &'static Builtin> {
    CLASSES.into_iter().flat_map(|native| native.constructor().into_iter().chain(native.methods()))
}

/// The object whose constructor runs: from here on it is a module, in training mode.
fn begin(call: &mut Invocation<'_, '_>, object: &Reference) -> Outcome<()> {
    Interpreter::changeable(object, call.span)?;
    if let Some(object) = call.interpreter.heap.get_mut(object) {
        object.ready = true;
        object.training = true;
    }
    Ok(())
}

/// Gives the new object an attribute.
fn set(machine: &mut Interpreter<'_>, reference: &Reference, name: &str, value: Value, span: Span) -> Outcome<()> {
    machine.put(reference, &Arc::from(name), value, Role::Plain, span)
}

/// Gives it a parameter, or says that it has none where it could have one.
fn set_parameter(
    machine: &mut Interpreter<'_>,
    reference: &Reference,
    name: &str,
    tensor: Option<Tensor>,
    span: Span,
) -> Outcome<()> {
    let value = match tensor {
        Some(tensor) => Value::Object(parameter::make(machine, tensor, true)),
        None => Value::None,
    };
    machine.put(reference, &Arc::from(name), value, Role::Parameter, span)
}

/// Gives it a part.
fn set_part(machine: &mut Interpreter<'_>, whole: &Reference, name: &str, part: Value, span: Span) -> Outcome<()> {
    machine.put(whole, &Arc::from(name), part, Role::Module, span)
}

/// A new object of a class that is always there.
fn construct(
    machine: &mut Interpreter<'_>,
    native: &'static Native,
    plain: Vec<Value>,
    named: Vec<(&str, Value)>,
    span: Span,
) -> Outcome {
    let plain = plain.into_iter().map(|value| (value, span)).collect();
    let keyword = |(name, value): (&str, Value)| (Identifier { name: Arc::from(name), span }, value, span);
    let named = named.into_iter().map(keyword).collect();
    machine.construct(&Class::Native(native), Arguments { plain, named, ..Arguments::default() }, span, span)
}

/// A module that an object holds.
fn part(machine: &mut Interpreter<'_>, whole: &Reference, name: &str, span: Span) -> Outcome<Reference> {
    match machine.field(whole, name) {
        Some(Value::Object(part)) => Ok(part),
        _ => Err(lacks(whole, name, span)),
    }
}

/// A part that must be of one class, for the whole computes with what that class holds.
fn part_of_class(
    machine: &mut Interpreter<'_>,
    whole: &Reference,
    name: &str,
    native: &'static Native,
    span: Span,
) -> Outcome<Reference> {
    let part = part(machine, whole, name, span)?;
    if part.class.is_native(native) {
        return Ok(part);
    }
    let message = format!(
        "{} needs an nn.{} as `{name}`, but this is an instance of {}",
        whole.class.name(),
        native.name,
        part.class.name()
    );
    Err(Diagnostic::new(span, message).help("write the layer as a class of your own to use other parts"))
}

/// The tensor of a parameter, known to the tape under `path`; `None` when it holds none.
fn weight(machine: &mut Interpreter<'_>, of: &Reference, name: &str, path: &str) -> Option<Tensor> {
    let value = machine.field(of, name)?;
    match machine.read(value) {
        Value::Tensor(tensor) => {
            tape::name(&tensor.now(), if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") });
            Some(tensor.now())
        }
        _ => None,
    }
}

fn needed_weight(machine: &mut Interpreter<'_>, of: &Reference, name: &str, path: &str, span: Span) -> Outcome<Tensor> {
    weight(machine, of, name, path).ok_or_else(|| lacks(of, name, span))
}

/// A number that an object holds.
fn number(machine: &mut Interpreter<'_>, of: &Reference, name: &str, span: Span) -> Outcome<f64> {
    let number = match machine.field(of, name) {
        Some(Value::Tensor(tensor)) => Number::held_by(&tensor.now()),
        value => value.as_ref().and_then(Number::of),
    };
    number.map(Number::real).ok_or_else(|| lacks(of, name, span))
}

fn flag(machine: &mut Interpreter<'_>, of: &Reference, name: &str, span: Span) -> Outcome<bool> {
    Ok(number(machine, of, name, span)? != 0.0)
}

fn lacks(of: &Reference, name: &str, span: Span) -> Diagnostic {
    let class = of.class.name();
    Diagnostic::new(span, format!("{class} cannot compute, because `{name}` is missing"))
        .help("was it set to something else, or has super().__init__() not been called?")
}

/// Whether an object is in training mode.
fn is_training(machine: &Interpreter<'_>, reference: &Reference) -> bool {
    machine.heap.get(reference).is_some_and(|object| object.training)
}

/// What the tensor room refused, said of the call.
fn refused(error: &tensor::Error, span: Span) -> Diagnostic {
    Diagnostic::of_tensor(span, error)
}

/// PyTorch's name for a type of elements in its errors.
pub(super) fn scalar_type(dtype: DType) -> &'static str {
    crate::tensor::ops::dtype_names::scalar(dtype)
}

/// Runs a computation whose dropouts draw from the cell's generator, when any of them does.
pub(super) fn drawing<T>(
    machine: &mut Interpreter<'_>,
    draws: bool,
    span: Span,
    compute: impl FnOnce() -> tensor::Result<T>,
) -> Outcome<T> {
    machine.place(span);
    let result = if draws { dropout::training(&mut machine.randomness.torch(), compute) } else { compute() };
    result.map_err(|error| refused(&error, span))
}

/// A tensor after dropout of this rate, in its place or as a new one; without a rate it is the tensor itself.
pub(super) fn thinned_where(
    call: &mut Invocation<'_, '_>,
    x: Changed,
    rate: f64,
    is_in_place: bool,
) -> BuiltinResult<Value> {
    match (rate == 0.0, is_in_place) {
        (true, _) => Ok(x.itself()),
        (_, true) => x.change(call, |call, old| thinned(call, old.clone(), rate)),
        _ => Ok(thinned(call, x.old, rate)?.into()),
    }
}

/// A tensor after dropout of this rate, drawn from the cell's generator.
pub(super) fn thinned(call: &mut Invocation<'_, '_>, x: Tensor, rate: f64) -> BuiltinResult<Tensor> {
    if rate == 0.0 {
        return Ok(x);
    }
    call.place();
    if rate >= 1.0 {
        return Ok(dropout::nothing_left(&x)?);
    }
    Ok(drawing(call.interpreter, true, call.span, || Dropout::new(rate).forward(&x))?)
}

fn int(value: usize) -> Value {
    Value::int(value)
}

fn float(value: f64) -> Value {
    Value::Float(value, Trace::None)
}
