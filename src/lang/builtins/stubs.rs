//! What tutorials write and what changes no number here: devices, loggers, contexts without gradients, copies of what never changes.

use std::sync::Arc;

use super::arguments::Call;
use super::{Builtin, Namespace};
use crate::lang::evaluate::{Interpreter, Outcome};
use crate::lang::value::{Stub, Value};
use Namespace::{Autograd, Bare, Cuda, Logger, Logging, Numpy, Torch};

pub(super) static TABLE: &[Builtin] = &[
    Builtin::new("device", "name", "A device: read and shown; everything is computed here.", &[Torch], device),
    Builtin::new("is_available", "", "False: there is no graphics card here.", &[Cuda], no),
    Builtin::new("no_grad", "", "For `with`; gradients are kept only where they are asked for.", &[Torch], context),
    Builtin::new("enable_grad", "", "For `with`; as no_grad, without effect.", &[Torch], context),
    Builtin::new("inference_mode", "mode=True", "For `with`; as no_grad, without effect.", &[Torch], context),
    Builtin::new("set_grad_enabled", "mode", "For `with`; as no_grad, without effect.", &[Torch], context),
    Builtin::new(
        "Variable",
        "x, requires_grad=False",
        "The same tensor, as PyTorch has long had it.",
        &[Autograd],
        same,
    ),
    Builtin::new("from_numpy", "x", "The same tensor: arrays and tensors are one here.", &[Torch], same),
    Builtin::new("asarray", "x", "The same tensor: arrays and tensors are one here.", &[Numpy], same),
    Builtin::new("getLogger", "name='root'", "A logger; what it is given is read and dropped.", &[Logging], logger),
    Builtin::new("basicConfig", "**options", "Read, and without effect.", &[Logging], nothing),
    Builtin::new("debug", "*values, **options", "Read, and without effect.", &[Logging], nothing),
    Builtin::new("info", "*values, **options", "Read, and without effect.", &[Logging], nothing),
    Builtin::new("warning", "*values, **options", "Read, and without effect.", &[Logging], nothing),
    Builtin::new("error", "*values, **options", "Read, and without effect.", &[Logging], nothing),
    Builtin::new("debug", "logger, *values, **options", "Read, and without effect.", &[Logger], nothing),
    Builtin::new("info", "logger, *values, **options", "Read, and without effect.", &[Logger], nothing),
    Builtin::new("warning", "logger, *values, **options", "Read, and without effect.", &[Logger], nothing),
    Builtin::new("error", "logger, *values, **options", "Read, and without effect.", &[Logger], nothing),
    Builtin::new("critical", "logger, *values, **options", "Read, and without effect.", &[Logger], nothing),
    Builtin::new("setLevel", "logger, level", "Read, and without effect.", &[Logger], nothing),
    Builtin::new("Exception", "*values", "An error, for `raise`.", &[Bare], exception),
    Builtin::new("ValueError", "*values", "The error of a wrong value, for `raise`.", &[Bare], exception),
    Builtin::new("TypeError", "*values", "The error of a wrong type, for `raise`.", &[Bare], exception),
    Builtin::new("KeyError", "*values", "The error of a missing key, for `raise`.", &[Bare], exception),
    Builtin::new("IndexError", "*values", "The error of a missing place, for `raise`.", &[Bare], exception),
    Builtin::new("RuntimeError", "*values", "Any other error, for `raise`.", &[Bare], exception),
    Builtin::new("AssertionError", "*values", "The error of what does not hold, for `raise`.", &[Bare], exception),
    Builtin::new(
        "NotImplementedError",
        "*values",
        "The error of what is not written yet, for `raise`.",
        &[Bare],
        exception,
    ),
];

/// Whether a function makes an exception, so that its bare name may stand after `raise`.
pub(in crate::lang) fn is_exception(builtin: &Builtin) -> bool {
    builtin.places == [Bare] && TABLE.iter().any(|one| std::ptr::eq(one, builtin))
}

fn device(_: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let name = match call.value("name").as_stub() {
        Some(Stub::Device(name)) => name.clone(),
        _ => Arc::from(call.text("name")?),
    };
    let kind = name.split(':').next().unwrap_or("");
    if !matches!(kind, "cpu" | "cuda" | "mps" | "meta") {
        return Err(call.wrong("name", "'cpu', 'cuda' or 'mps'"));
    }
    Ok(Value::stub(Stub::Device(name)))
}

#[expect(clippy::unnecessary_wraps, reason = "the signature of every function of the tables")]
fn no(_: &mut Interpreter<'_>, _: &Call<'_>) -> Outcome {
    Ok(Value::Bool(false))
}

#[expect(clippy::unnecessary_wraps, reason = "the signature of every function of the tables")]
fn context(_: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    Ok(Value::stub(Stub::Context(call.builtin.name)))
}

#[expect(clippy::unnecessary_wraps, reason = "the signature of every function of the tables")]
fn same(_: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    Ok(call.value("x").clone())
}

fn logger(_: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    Ok(Value::stub(Stub::Logger(Arc::from(call.text("name")?))))
}

#[expect(clippy::unnecessary_wraps, reason = "the signature of every function of the tables")]
fn nothing(_: &mut Interpreter<'_>, _: &Call<'_>) -> Outcome {
    Ok(Value::None)
}

fn exception(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let Value::Tuple(values) = call.value("values") else { return Ok(Value::None) };
    let message = match &values[..] {
        [only] => machine.text(only, false, call.span)?,
        [] => String::new(),
        _ => machine.text(call.value("values"), false, call.span)?,
    };
    machine.spend_bytes(call.span, message.len())?;
    Ok(Value::stub(Stub::Exception(call.builtin.name, Arc::from(message))))
}
