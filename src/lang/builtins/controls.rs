//! The controls of a page. Here they are functions that give their value back; the screen draws them and edits their literals.

use super::arguments::Call;
use super::{Builtin, Place, tensor_of};
use crate::lang::evaluate::numbers::Number;
use crate::lang::evaluate::{Machine, Outcome};
use crate::lang::value::{Trace, Value};
use crate::tensor::{DType, Leaf, Tensor, record};

const HERE: &[Place] = &[Place::Bare];

pub(super) static TABLE: &[Builtin] = &[
    Builtin::new("slider", "lo, hi, value=None, step=None", "A number to move between two bounds.", HERE, slider),
    Builtin::new("text", "value", "A text to type.", HERE, text),
    Builtin::new("choice", "options, value=None", "One of several texts to choose.", HERE, choice),
    Builtin::new("toggle", "value", "True or False to switch.", HERE, toggle),
    Builtin::new("matrix", "rows", "A table of numbers to edit, as a float32 tensor.", HERE, table),
    Builtin::new("mask", "rows", "A table of 0 and 1 to switch, as a mask.", HERE, table),
];

fn slider(machine: &mut Machine<'_>, call: &Call<'_>) -> Outcome {
    let name = if call.has("value") { "value" } else { "lo" };
    let (lo, hi) = (call.float("lo")?, call.float("hi")?);
    let number = Number::of(call.value(name)).ok_or_else(|| call.wrong(name, "a number"))?;
    if lo > hi {
        return Err(call.error("the first bound of a slider must not be above the second"));
    }
    if !(lo..=hi).contains(&number.real()) {
        return Err(
            call.wrong("value", &format!("a number from {} to {}", call.value("lo").repr(), call.value("hi").repr()))
        );
    }
    let plain = match number {
        Number::Int(value) => Tensor::integer(value),
        Number::Float(value) => Tensor::number(value),
    };
    let leaf = machine.leaf(plain, Leaf::Control("slider"), call.span);
    Ok(number.value(leaf.origin().map_or(Trace::None, Trace::Made)))
}

fn text(_: &mut Machine<'_>, call: &Call<'_>) -> Outcome {
    call.text("value")?;
    Ok(call.value("value").clone())
}

fn choice(machine: &mut Machine<'_>, call: &Call<'_>) -> Outcome {
    let options = machine.iterate(call.value("options"), call.span_of("options"))?;
    let chosen = if call.has("value") { Some(call.value("value").clone()) } else { options.first().cloned() };
    match chosen {
        Some(value) if options.iter().any(|option| option.same_bits(&value)) => Ok(value),
        _ => Err(call.wrong("value", "one of its options")),
    }
}

fn toggle(_: &mut Machine<'_>, call: &Call<'_>) -> Outcome {
    call.flag("value").map(Value::Bool)
}

fn table(machine: &mut Machine<'_>, call: &Call<'_>) -> Outcome {
    let (dtype, control) = if call.builtin.name == "mask" { (DType::Bool, "mask") } else { (DType::F32, "matrix") };
    let span = call.span_of("rows");
    // The control is the leaf; how its literals are read is no step of its own.
    let tensor = record::pause(|| tensor_of(machine, call.value("rows"), Some(dtype), span))?;
    if tensor.ndim() != 2 {
        return Err(call.wrong("rows", "a list of rows, each a list of numbers"));
    }
    Ok(Value::Tensor(machine.leaf(tensor, Leaf::Control(control), call.span)))
}
