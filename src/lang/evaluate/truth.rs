//! What counts as true of what is no object.

use super::Outcome;
use crate::lang::diagnostic::Diagnostic;
use crate::lang::syntax::Span;
use crate::lang::value::{ArrayType, Value};

/// Whether a value that is no object counts as true.
pub(super) fn truth_of_plain(value: &Value, span: Span) -> Outcome<bool> {
    Ok(match value {
        Value::Tensor(tensor) if tensor.now().len() == 1 => tensor.now().to_vec().first().is_some_and(|x| *x != 0.0),
        Value::Tensor(tensor) => {
            if tensor.array_type() == ArrayType::Array {
                let message = if tensor.is_empty() {
                    "The truth value of an empty array is ambiguous. Use `array.size > 0` to check that an array is not empty."
                } else {
                    "The truth value of an array with more than one element is ambiguous. Use a.any() or a.all()"
                };
                return Err(Diagnostic::new(span, message).raising("ValueError"));
            }
            let values = if tensor.now().is_empty() { "no values" } else { "more than one value" };
            let message = format!("Boolean value of Tensor with {values} is ambiguous");
            let shape = tensor.now().shape_text();
            let help = format!("this is {shape}: use .any() or .all(); to combine masks, write `&`, `|` and `~`");
            return Err(Diagnostic::new(span, message).raising("RuntimeError").help(help));
        }
        Value::Int(value, _) => *value != 0,
        Value::Float(value, _) => *value != 0.0,
        Value::Bool(value) => *value,
        Value::Str(text) => !text.is_empty(),
        Value::None => false,
        Value::Tuple(items) => !items.is_empty(),
        Value::List(list) => !list.now().is_empty(),
        Value::Dict(table) | Value::Set(table) => !table.now().entries().is_empty(),
        Value::View(view) => !view.dict.now().entries().is_empty(),
        Value::Range(range) => !range.is_empty(),
        _ => true,
    })
}
