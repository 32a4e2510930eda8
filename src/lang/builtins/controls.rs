//! The controls of a page. Here they are functions that give their value back; the screen draws them and edits their literals.

use super::arguments::Call;
use super::{Builtin, Namespace, tensor_of};
use crate::lang::evaluate::numbers::Number;
use crate::lang::evaluate::{Interpreter, Outcome};
use crate::lang::value::{Trace, Value};
use crate::tensor::{DType, Leaf, Tensor, tape};

const HERE: &[Namespace] = &[Namespace::Bare];

pub(super) static TABLE: &[Builtin] = &[
    Builtin::new("slider", "lo, hi, value=None, step=None", "A number to move between two bounds.", HERE, slider),
    Builtin::new("text", "value", "A text to type.", HERE, text),
    Builtin::new("choice", "options, value=None", "One of several texts to choose.", HERE, choice),
    Builtin::new("toggle", "value", "True or False to switch.", HERE, toggle),
    Builtin::new(
        "matrix",
        "rows, any_size=False",
        "A table of numbers to edit, as a float32 tensor; `any_size` lets rows and columns be added.",
        HERE,
        table,
    ),
    Builtin::new(
        "mask",
        "rows, flipped=None, any_size=False",
        "A table of 0 and 1 to switch, as a mask; `flipped` names cells to turn around.",
        HERE,
        mask,
    ),
];

fn slider(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
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

fn text(_: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    call.text("value")?;
    Ok(call.value("value").clone())
}

fn choice(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let options = machine.iterate(call.value("options"), call.span_of("options"))?;
    let chosen = if call.has("value") { Some(call.value("value").clone()) } else { options.first().cloned() };
    match chosen {
        Some(value) if options.iter().any(|option| option.same_bits(&value)) => Ok(value),
        _ => Err(call.wrong("value", "one of its options")),
    }
}

fn toggle(_: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    call.flag("value").map(Value::Bool)
}

fn table(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let tensor = rows(machine, call, DType::F32)?;
    Ok(Value::Tensor(machine.leaf(tensor, Leaf::Control("matrix"), call.span)))
}

fn mask(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let tensor = rows(machine, call, DType::Bool)?;
    let tensor = if call.has("flipped") { flipped(machine, call, &tensor)? } else { tensor };
    Ok(Value::Tensor(machine.leaf(tensor, Leaf::Control("mask"), call.span)))
}

/// The table itself. The control is the leaf; how its literals are read is no step of its own.
fn rows(machine: &mut Interpreter<'_>, call: &Call<'_>, dtype: DType) -> Outcome<Tensor> {
    let span = call.span_of("rows");
    let tensor = match call.value("rows") {
        Value::Tensor(tensor) => tape::pause(|| tensor.to(dtype)).map_err(|error| call.refused(&error))?,
        rows => tape::pause(|| tensor_of(machine, rows, Some(dtype), span))?,
    };
    if tensor.ndim() != 2 {
        return Err(call.wrong("rows", "a table: rows of numbers"));
    }
    Ok(tensor)
}

/// The mask with the cells of `flipped` turned around. A cell that the table does not have is passed over: the sentence may
/// have become shorter.
fn flipped(machine: &mut Interpreter<'_>, call: &Call<'_>, table: &Tensor) -> Outcome<Tensor> {
    let mut values: Vec<bool> = table.to_vec().iter().map(|value| *value != 0.0).collect();
    let &[rows, columns] = table.shape() else { return Ok(table.clone()) };
    for cell in machine.iterate(call.value("flipped"), call.span_of("flipped"))? {
        let place = machine.iterate(&cell, call.span_of("flipped"))?;
        let [Value::Int(row, _), Value::Int(column, _)] = place.as_slice() else {
            return Err(call.wrong("flipped", "a list of cells, each [row, column]"));
        };
        let inside = |place: i64, size: usize| usize::try_from(place).ok().filter(|place| *place < size);
        if let (Some(row), Some(column)) = (inside(*row, rows), inside(*column, columns)) {
            values[row * columns + column] ^= true;
        }
    }
    Tensor::from_bool(&[rows, columns], values).map_err(|error| call.refused(&error))
}
