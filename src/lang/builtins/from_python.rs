//! What Python's own functions take. Their errors are CPython's: `'int' object is not iterable`.

use std::sync::Arc;

use super::from_argument::{Argument, FromArgument, as_index};
use super::objects::is_callable;
use crate::lang::diagnostic::Diagnostic;
use crate::lang::evaluate::calls::PassedBy;
use crate::lang::evaluate::numbers::Number;
use crate::lang::evaluate::{Interpreter, Outcome};
use crate::lang::syntax::{Identifier, Span};
use crate::lang::value::{Progress, SharedIterator, Stub, Value};

/// An argument that may be left out, where `None` is not the same as nothing.
pub(in crate::lang) struct IfGiven<T>(pub(super) Option<T>);

impl<T: FromArgument> FromArgument for IfGiven<T> {
    fn from_argument(argument: &Argument<'_>, interpreter: &mut Interpreter<'_>) -> Outcome<Self> {
        if argument.by == PassedBy::Default {
            Ok(Self(None))
        } else {
            T::from_argument(argument, interpreter).map(Some).map(Self)
        }
    }
}

/// All items of something that can be gone through; none where nothing was given.
pub(in crate::lang) struct Iterable(pub(super) Vec<Value>);

impl FromArgument for Iterable {
    fn from_argument(argument: &Argument<'_>, interpreter: &mut Interpreter<'_>) -> Outcome<Self> {
        if argument.by == PassedBy::Default {
            return Ok(Self(Vec::new()));
        }
        items(interpreter, argument.value, argument.span).map(Self)
    }
}

/// The items of something that can be gone through, one after the other.
pub(in crate::lang) struct Each(pub(super) Progress);

impl FromArgument for Each {
    fn from_argument(argument: &Argument<'_>, interpreter: &mut Interpreter<'_>) -> Outcome<Self> {
        each(interpreter, argument.value, argument.span).map(Self)
    }
}

/// An iterator over something that can be gone through.
impl FromArgument for SharedIterator {
    fn from_argument(argument: &Argument<'_>, interpreter: &mut Interpreter<'_>) -> Outcome<Self> {
        iterable(argument.value, argument.span)?;
        interpreter.iterator(argument.value.clone(), argument.span)
    }
}

/// All items of a value.
pub(super) fn items(interpreter: &mut Interpreter<'_>, value: &Value, span: Span) -> Outcome<Vec<Value>> {
    iterable(value, span)?;
    interpreter.iterate(value, span)
}

/// The items of a value, one after the other.
pub(super) fn each(interpreter: &mut Interpreter<'_>, value: &Value, span: Span) -> Outcome<Progress> {
    iterable(value, span)?;
    interpreter.progress(value.clone(), span)
}

/// Refuses, in Python's words, what cannot be gone through.
pub(super) fn iterable(value: &Value, span: Span) -> Outcome<()> {
    if can_be_iterated(value) {
        return Ok(());
    }
    let error = Diagnostic::new(span, format!("'{}' object is not iterable", value.python_type()));
    let error = match value {
        Value::Object(_) | Value::Stub(_) | Value::Tensor(_) => error,
        _ => error.raising("TypeError"),
    };
    Err(match value {
        Value::Int(value, _) => error.help(format!("to count, write range({value})")),
        _ => error,
    })
}

/// The error for a value of a wrong type, as an exception. A class may say in Python that its objects are of the right one, so theirs
/// is not caught.
pub(super) fn of_wrong_type(error: Diagnostic, value: &Value) -> Diagnostic {
    match value {
        Value::Object(_) | Value::Stub(_) => error,
        _ => error.raising("TypeError"),
    }
}

/// Whether a value may have items; an object is asked, and an iterator of another cell says that it has none here.
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
            | Value::View(_)
            | Value::Iterator(_)
    ) || matches!(value.as_stub(), Some(Stub::Iterator(..)))
}

/// A whole number; a truth value is one in Python.
#[derive(Clone, Copy)]
pub(in crate::lang) struct Index(pub(super) i64);

impl FromArgument for Index {
    fn from_argument(argument: &Argument<'_>, _: &mut Interpreter<'_>) -> Outcome<Self> {
        let number = match argument.value {
            Value::Bool(value) => Some(i64::from(*value)),
            value => as_index(value),
        };
        number.map(Self).ok_or_else(|| {
            let kind = argument.value.python_type();
            argument.refused(format!("'{kind}' object cannot be interpreted as an integer"))
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
            other => Err(argument.refused(format!("attribute name must be string, not '{}'", other.python_type()))),
        }
    }
}

/// A function, or an object that can be called.
pub(in crate::lang) struct Callable(pub(super) Value);

impl FromArgument for Callable {
    fn from_argument(argument: &Argument<'_>, machine: &mut Interpreter<'_>) -> Outcome<Self> {
        if is_callable(machine, argument.value) {
            return Ok(Self(argument.value.clone()));
        }
        Err(argument.refused(format!("'{}' object is not callable", argument.value.python_type())))
    }
}

/// What `print` writes between values or after them; `None` stands for the default.
pub(in crate::lang) struct PrintText(Option<Arc<str>>);

impl PrintText {
    /// The text, or the default.
    pub(super) fn or<'a>(&'a self, default: &'a str) -> &'a str {
        self.0.as_deref().unwrap_or(default)
    }
}

impl FromArgument for PrintText {
    fn from_argument(argument: &Argument<'_>, _: &mut Interpreter<'_>) -> Outcome<Self> {
        match argument.value {
            Value::None => Ok(Self(None)),
            Value::Str(text) => Ok(Self(Some(Arc::clone(text)))),
            other => {
                let message = format!("{} must be None or a string, not {}", argument.name, other.python_type());
                Err(argument.refused(message))
            }
        }
    }
}

/// The string that an argument is, or an error in Python's words: the sentence that begins so, and what was given.
fn text_or(argument: &Argument<'_>, sentence: impl FnOnce(&str) -> String) -> Outcome<Arc<str>> {
    match argument.value {
        Value::Str(text) => Ok(Arc::clone(text)),
        other => Err(argument.refused(sentence(other.python_type()))),
    }
}

/// A string for one of those methods that say which of their arguments is none.
pub(in crate::lang) struct StrArgument(pub(super) Arc<str>);

impl FromArgument for StrArgument {
    fn from_argument(argument: &Argument<'_>, _: &mut Interpreter<'_>) -> Outcome<Self> {
        let name = argument.builtin.name;
        let which = if argument.is_only() { String::new() } else { format!(" {}", argument.position()) };
        text_or(argument, |kind| format!("{name}() argument{which} must be str, not {kind}")).map(Self)
    }
}

/// A part of a string.
pub(in crate::lang) struct Substring(pub(super) Arc<str>);

impl FromArgument for Substring {
    fn from_argument(argument: &Argument<'_>, _: &mut Interpreter<'_>) -> Outcome<Self> {
        text_or(argument, |kind| format!("must be str, not {kind}")).map(Self)
    }
}

/// What stands between the parts of a string.
pub(in crate::lang) struct Separator(pub(super) Arc<str>);

impl FromArgument for Separator {
    fn from_argument(argument: &Argument<'_>, _: &mut Interpreter<'_>) -> Outcome<Self> {
        text_or(argument, |kind| format!("must be str or None, not {kind}")).map(Self)
    }
}

/// The characters that are stripped from a string.
pub(in crate::lang) struct Stripped(pub(super) Arc<str>);

impl FromArgument for Stripped {
    fn from_argument(argument: &Argument<'_>, _: &mut Interpreter<'_>) -> Outcome<Self> {
        let name = argument.builtin.name;
        text_or(argument, |kind| format!("{name} arg must be None or str, not {kind}")).map(Self)
    }
}

/// The character that fills a field.
pub(in crate::lang) struct FillCharacter(pub(super) char);

impl FromArgument for FillCharacter {
    fn from_argument(argument: &Argument<'_>, _: &mut Interpreter<'_>) -> Outcome<Self> {
        let text = text_or(argument, |kind| format!("The fill character must be a unicode character, not {kind}"))?;
        let mut characters = text.chars();
        match (characters.next(), characters.next()) {
            (Some(fill), None) => Ok(Self(fill)),
            _ => Err(argument.refused("The fill character must be exactly one character long")),
        }
    }
}

/// The beginning or end of a string, or a tuple of several.
pub(in crate::lang) struct Affix(pub(super) Value);

impl FromArgument for Affix {
    fn from_argument(argument: &Argument<'_>, _: &mut Interpreter<'_>) -> Outcome<Self> {
        match argument.value {
            value @ (Value::Str(_) | Value::Tuple(_)) => Ok(Self(value.clone())),
            other => {
                let (name, kind) = (argument.builtin.name, other.python_type());
                Err(argument.refused(format!("{name} first arg must be str or a tuple of str, not {kind}")))
            }
        }
    }
}
