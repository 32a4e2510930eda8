//! A matched call of a builtin, and its arguments as what the function needs.

use std::cell::RefCell;

use super::Builtin;
use crate::lang::diagnostic::Diagnostic;

use crate::lang::evaluate::{Interpreter, Outcome};
use crate::lang::syntax::{Parameter, Span};
use crate::lang::value::Value;
use crate::tensor::{self, DType, Tensor};

/// More elements than any tensor has, and few enough to be multiplied without care.
pub(super) const MAX_ELEMENTS: u128 = 1 << 40;

/// One call of a builtin.
pub(in crate::lang) struct Call<'a> {
    /// What is called.
    pub(super) builtin: &'static Builtin,
    /// Its parameters, in order.
    pub(super) parameters: &'a [Parameter],
    /// What each of them is given, and where.
    pub(super) values: Vec<(Value, Span)>,
    /// The whole call.
    pub(super) span: Span,
    /// What the place gets whose method this is, where the method changes it.
    pub(super) changed: RefCell<Option<Value>>,
}

impl Call<'_> {
    fn slot(&self, name: &str) -> (&Value, Span) {
        let place = self.parameters.iter().position(|parameter| &*parameter.name.name == name);
        let slot = place.and_then(|place| self.values.get(place));
        slot.map_or((&Value::None, self.span), |(value, span)| (value, *span))
    }

    /// The argument `name`.
    pub(super) fn value(&self, name: &str) -> &Value {
        self.slot(name).0
    }

    /// Where the argument `name` is written; the call itself for a default.
    pub(super) fn span_of(&self, name: &str) -> Span {
        self.slot(name).1
    }

    /// Whether the argument `name` is something.
    pub(super) fn has(&self, name: &str) -> bool {
        !matches!(self.value(name), Value::None)
    }

    /// The error for an argument of the wrong kind.
    pub(super) fn wrong(&self, name: &str, wants: &str) -> Diagnostic {
        let (value, span) = self.slot(name);
        let message = format!("{} takes {wants} as `{name}`, not {}", self.builtin.name, value.description());
        let error = Diagnostic::new(span, message);
        match value {
            Value::List(_) | Value::Tuple(_) if wants.starts_with("a tensor") => {
                error.help("write torch.tensor(items)")
            }
            _ => error.help(format!("usage: {}", self.builtin.usage())),
        }
    }

    /// An error about the whole call.
    pub(super) fn error(&self, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(self.span, message).help(format!("usage: {}", self.builtin.usage()))
    }

    /// What an operation of tensors refused, with the shapes of the tensors given.
    pub(super) fn refused(&self, error: &tensor::Error) -> Diagnostic {
        let tensors = self.values.iter().filter(|(_, span)| *span != self.span);
        let shapes = tensors.filter_map(|(value, span)| match value {
            Value::Tensor(tensor) => Some((*span, tensor.shape_text())),
            _ => None,
        });
        shapes.fold(Diagnostic::new(self.span, error.to_string()), |error, (span, shape)| error.label(span, shape))
    }

    /// A result of the tensor room as this call's value. What it cost has been charged.
    pub(super) fn tensor_result(&self, result: tensor::Result<Tensor>) -> Outcome {
        result.map(Value::Tensor).map_err(|error| self.refused(&error))
    }

    /// Charges `elements` and says that what is recorded next comes from this call.
    pub(super) fn charge(&self, machine: &mut Interpreter<'_>, elements: u128) -> Outcome<()> {
        machine.spend_elements(self.span, elements)?;
        machine.place(self.span);
        Ok(())
    }

    /// A whole number.
    pub(super) fn int(&self, name: &str) -> Outcome<i64> {
        whole(self.value(name)).ok_or_else(|| self.wrong(name, "a whole number"))
    }

    /// A whole number or `None`.
    pub(super) fn optional_int(&self, name: &str) -> Outcome<Option<i64>> {
        if self.has(name) { self.int(name).map(Some) } else { Ok(None) }
    }

    /// A truth value.
    pub(super) fn flag(&self, name: &str) -> Outcome<bool> {
        match self.value(name) {
            Value::Bool(value) => Ok(*value),
            value => whole(value).map(|value| value != 0).ok_or_else(|| self.wrong(name, "True or False")),
        }
    }

    /// A string.
    pub(super) fn text(&self, name: &str) -> Outcome<&str> {
        match self.value(name) {
            Value::Str(text) => Ok(text),
            _ => Err(self.wrong(name, "a string")),
        }
    }
}

/// The dtype that a type of Python stands for: `dtype=float` is double precision, as in PyTorch.
pub(super) fn python_dtype(builtin: &Builtin) -> Option<DType> {
    match builtin.name {
        "float" => Some(DType::F64),
        "int" => Some(DType::I64),
        "bool" => Some(DType::Bool),
        _ => None,
    }
}

/// The whole number that a value is: of a tensor of one element its number.
fn whole(value: &Value) -> Option<i64> {
    match value {
        Value::Int(value, _) => Some(*value),
        Value::Bool(value) => Some(i64::from(*value)),
        Value::Tensor(tensor) if tensor.len() == 1 && !tensor.dtype().is_float() => {
            tensor.item().ok().map(|value| value as i64)
        }
        _ => None,
    }
}
