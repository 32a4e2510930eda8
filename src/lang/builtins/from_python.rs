//! What Python's own functions take. Their errors are Python's: `'int' object is not iterable`.

use std::sync::Arc;

use super::from_argument::{Argument, FromArgument, whole};
use super::objects::is_callable;
use crate::lang::diagnostic::Diagnostic;
use crate::lang::evaluate::numbers::Number;
use crate::lang::evaluate::{Interpreter, Outcome};
use crate::lang::syntax::{Identifier, Span};
use crate::lang::value::Value;

/// An error in Python's words, with the usage behind it.
fn refused(argument: &Argument<'_>, message: String) -> Diagnostic {
    Diagnostic::new(argument.span, message).help(format!("usage: {}", argument.builtin.usage()))
}

/// All items of something that can be gone through; none where nothing was given.
pub(in crate::lang) struct Iterable(pub(super) Vec<Value>);

impl FromArgument for Iterable {
    fn from_argument(argument: &Argument<'_>, interpreter: &mut Interpreter<'_>) -> Outcome<Self> {
        if argument.is_default {
            return Ok(Self(Vec::new()));
        }
        items(interpreter, argument.value, argument.span).map(Self)
    }
}

/// All items of a value.
pub(super) fn items(interpreter: &mut Interpreter<'_>, value: &Value, span: Span) -> Outcome<Vec<Value>> {
    if can_be_iterated(value) {
        return interpreter.iterate(value, span);
    }
    let error = Diagnostic::new(span, format!("'{}' object is not iterable", value.python_type()));
    Err(match value {
        Value::Int(value, _) => error.help(format!("to count, write range({value})")),
        _ => error,
    })
}

/// Whether a value may have items; an object is asked.
pub(super) fn can_be_iterated(value: &Value) -> bool {
    matches!(
        value,
        Value::List(_)
            | Value::Tuple(_)
            | Value::Dict(_)
            | Value::Set(_)
            | Value::Str(_)
            | Value::Range(_)
            | Value::Tensor(_)
            | Value::Object(_)
    )
}

/// A whole number; a truth value is one in Python.
#[derive(Clone, Copy)]
pub(in crate::lang) struct Index(pub(super) i64);

impl FromArgument for Index {
    fn from_argument(argument: &Argument<'_>, _: &mut Interpreter<'_>) -> Outcome<Self> {
        let number = match argument.value {
            Value::Bool(value) => Some(i64::from(*value)),
            value => whole(value),
        };
        number.map(Self).ok_or_else(|| {
            let kind = argument.value.python_type();
            refused(argument, format!("'{kind}' object cannot be interpreted as an integer"))
        })
    }
}

/// A number of Python.
impl FromArgument for Number {
    fn from_argument(argument: &Argument<'_>, _: &mut Interpreter<'_>) -> Outcome<Self> {
        match argument.value {
            Value::Bool(_) => Err(argument.wrong("a number")),
            value => Self::of(value).ok_or_else(|| argument.wrong("a number")),
        }
    }
}

/// The name of an attribute.
pub(in crate::lang) struct AttributeName(pub(super) Identifier);

impl FromArgument for AttributeName {
    fn from_argument(argument: &Argument<'_>, _: &mut Interpreter<'_>) -> Outcome<Self> {
        match argument.value {
            Value::Str(text) => Ok(Self(Identifier { name: Arc::clone(text), span: argument.span })),
            other => Err(refused(argument, format!("attribute name must be string, not '{}'", other.python_type()))),
        }
    }
}

/// Something that can be called.
pub(in crate::lang) struct Callable(pub(super) Value);

impl FromArgument for Callable {
    fn from_argument(argument: &Argument<'_>, _: &mut Interpreter<'_>) -> Outcome<Self> {
        if is_callable(argument.value) {
            return Ok(Self(argument.value.clone()));
        }
        Err(refused(argument, format!("'{}' object is not callable", argument.value.python_type())))
    }
}
