//! The controls of a page. Here they are functions that give their value back; the screen draws them and edits their literals.

use std::sync::Arc;

use super::declare::{BuiltinResult, Invocation, builtins};
use super::from_argument::At;
use super::from_python::Iterable;
use crate::lang::diagnostic::Diagnostic;
use crate::lang::evaluate::numbers::Number;
use crate::lang::evaluate::written::tensor_of;
use crate::lang::value::{Trace, Value};
use crate::nn::Task;
use crate::tensor::{DType, Leaf, Tensor, tape};

builtins! { TABLE:
    /// A number to move between two bounds.
    #[at(Bare)]
    #[role(Control)]
    fn slider(call, lo: Number, hi: Number, value: At<Option<Number>> = None, step: Option<f64> = None) -> Value {
        // The screen moves the value by it.
        let _ = step;
        let number = value.value.unwrap_or(lo);
        if lo.real() > hi.real() {
            return Err(call.error("the lower bound of a slider must not be above its upper bound").into());
        }
        if !(lo.real()..=hi.real()).contains(&number.real()) {
            return Err(outside(call, [lo, hi], &value).into());
        }
        let plain = match number {
            Number::Int(value) => Tensor::integer(value),
            Number::Float(value) => Tensor::number(value),
        };
        let leaf = call.interpreter.leaf(plain, Leaf::Control("slider"), call.span);
        Ok(number.value(leaf.origin().map_or(Trace::None, Trace::Made)))
    }

    /// A text to type; with `task`, the page warns if the task's model was not trained on such text.
    #[at(Bare)]
    #[role(Control)]
    fn text(call, value: Arc<str>, task: At<Option<Arc<str>>> = None) -> Value {
        if let At { value: Some(task), span } = task {
            let known = task.parse::<Task>();
            known.map_err(|tasks| call.error(format!("there is no task \"{task}\"; {tasks}")).at(span))?;
        }
        Ok(Value::Str(value))
    }

    /// One of several texts to choose.
    #[at(Bare)]
    #[role(Control)]
    fn choice(call, options: Iterable, value: At<Option<Value>> = None) -> Value {
        let At { value, span } = value;
        match value.or_else(|| options.0.first().cloned()) {
            Some(value) if options.0.iter().any(|option| option.same_bits(&value)) => Ok(value),
            value => {
                let given = value.map_or_else(|| "nothing".to_owned(), |value| value.description());
                let message = format!("the `value` of a choice must be one of its options, not {given}");
                Err(call.error(message).at(span).into())
            }
        }
    }

    /// True or False to switch.
    #[at(Bare)]
    #[role(Control)]
    fn toggle(_call, value: bool) -> bool {
        Ok(value)
    }

    /// A table of numbers to edit, as a float32 tensor; `any_size` lets rows and columns be added.
    #[at(Bare)]
    #[role(Control)]
    fn matrix(call, rows: At<Value>, any_size: bool = False) -> Tensor {
        // The screen adds the rows and columns.
        let _ = any_size;
        let table = table(call, &rows, DType::F32)?;
        Ok(call.interpreter.leaf(table, Leaf::Control("matrix"), call.span))
    }

    /// A mask to edit, a table of 0 and 1; `flipped` lists the cells to invert.
    #[at(Bare)]
    #[role(Control)]
    fn mask(call, rows: At<Value>, flipped: Option<At<Value>> = None, any_size: bool = False) -> Tensor {
        // The screen adds the rows and columns.
        let _ = any_size;
        let table = table(call, &rows, DType::Bool)?;
        let table = if let Some(cells) = flipped { turned(call, &table, &cells)? } else { table };
        Ok(call.interpreter.leaf(table, Leaf::Control("mask"), call.span))
    }
}

/// The error for a slider that stands outside its bounds.
fn outside(call: &Invocation<'_, '_>, bounds: [Number; 2], given: &At<Option<Number>>) -> Diagnostic {
    let [lo, hi] = bounds.map(|bound| bound.value(Trace::None).repr());
    let shown = given.value.map_or(Value::None, |number| number.value(Trace::None)).description();
    call.error(format!("the `value` of a slider must be a number from {lo} to {hi}, not {shown}")).at(given.span)
}

/// The table itself. The control is the leaf; how its literals are read is no step of its own.
fn table(call: &mut Invocation<'_, '_>, rows: &At<Value>, dtype: DType) -> BuiltinResult<Tensor> {
    let tensor = match &rows.value {
        Value::Tensor(tensor) => tape::pause(|| tensor.now().to(dtype))?,
        written => tape::pause(|| tensor_of(call.interpreter, written, Some(dtype), rows.span))?,
    };
    if tensor.ndim() == 2 {
        return Ok(tensor);
    }
    let message = format!("{} takes a table: rows of numbers as `rows`, not {}", call.name(), rows.value.description());
    Err(call.error(message).at(rows.span).into())
}

/// The mask with the cells of `flipped` turned around. A cell that the table does not have is passed over: the sentence may
/// have become shorter.
fn turned(call: &mut Invocation<'_, '_>, table: &Tensor, cells: &At<Value>) -> BuiltinResult<Tensor> {
    let mut values: Vec<bool> = table.to_vec().iter().map(|value| *value != 0.0).collect();
    let &[rows, columns] = table.shape() else { return Ok(table.clone()) };
    for cell in call.interpreter.iterate(&cells.value, cells.span)? {
        let place = call.interpreter.iterate(&cell, cells.span)?;
        let [Value::Int(row, _), Value::Int(column, _)] = place.as_slice() else {
            let message = "the `flipped` of a mask must be a list of [row, column] pairs, not";
            return Err(call.error(format!("{message} {}", cells.value.description())).at(cells.span).into());
        };
        let inside = |place: i64, size: usize| usize::try_from(place).ok().filter(|place| *place < size);
        if let (Some(row), Some(column)) = (inside(*row, rows), inside(*column, columns)) {
            values[row * columns + column] ^= true;
        }
    }
    Ok(Tensor::from_bool(&[rows, columns], values)?)
}
