//! A matched call of a builtin, and its arguments as what the function needs.

use std::cell::RefCell;

use super::Builtin;
use crate::lang::diagnostic::Diagnostic;
use crate::lang::evaluate::numbers::Number;
use crate::lang::evaluate::operators::{broadcast_len, product};
use crate::lang::evaluate::{Interpreter, Outcome};
use crate::lang::limits::Stop;
use crate::lang::syntax::{Parameter, Span};
use crate::lang::value::Value;
use crate::tensor::{self, DType, Tensor};

/// The most axes a tensor may have here.
pub(in crate::lang) const MAX_AXES: usize = 16;
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

    /// As [`Call::charge`], for a result of the shape that these tensors broadcast to.
    pub(super) fn charge_broadcast(&self, machine: &mut Interpreter<'_>, tensors: &[&Tensor]) -> Outcome<()> {
        let shapes: Vec<&[usize]> = tensors.iter().map(|tensor| tensor.shape()).collect();
        self.charge(machine, broadcast_len(&shapes))
    }

    /// A tensor; a plain number counts as one without axes.
    pub(super) fn tensor(&self, machine: &mut Interpreter<'_>, name: &str) -> Outcome<Tensor> {
        match self.slot(name) {
            (Value::Tensor(tensor), _) => Ok(tensor.clone()),
            (value, span) => machine.number_operand(value, span).ok_or_else(|| self.wrong(name, "a tensor")),
        }
    }

    /// A tensor, where a plain number will not do.
    pub(super) fn real_tensor(&self, name: &str) -> Outcome<Tensor> {
        match self.value(name) {
            Value::Tensor(tensor) => Ok(tensor.clone()),
            value => {
                let error = self.wrong(name, "a tensor");
                Err(match Number::of(value) {
                    Some(_) => {
                        error.help(format!("for plain numbers, write math.{0}(x) or just {0}(x)", self.builtin.name))
                    }
                    None => error,
                })
            }
        }
    }

    /// A tensor or `None`.
    pub(super) fn optional_tensor(&self, machine: &mut Interpreter<'_>, name: &str) -> Outcome<Option<Tensor>> {
        if self.has(name) { self.tensor(machine, name).map(Some) } else { Ok(None) }
    }

    /// A list of tensors.
    pub(super) fn tensors(&self, machine: &mut Interpreter<'_>, name: &str) -> Outcome<Vec<Tensor>> {
        let (value, span) = self.slot(name);
        if !matches!(value, Value::List(_) | Value::Tuple(_) | Value::Tensor(_)) {
            return Err(self.wrong(name, "a list of tensors"));
        }
        let items = machine.iterate(value, span)?;
        let tensor = |item: Value| match item {
            Value::Tensor(tensor) => Ok(tensor),
            other => machine.number_operand(&other, span).ok_or_else(|| {
                Diagnostic::new(
                    span,
                    format!("{} takes a list of tensors, and one item is {}", self.builtin.name, other.description()),
                )
            }),
        };
        items.into_iter().map(tensor).collect()
    }

    /// A whole number.
    pub(super) fn int(&self, name: &str) -> Outcome<i64> {
        whole(self.value(name)).ok_or_else(|| self.wrong(name, "a whole number"))
    }

    /// A whole number or `None`.
    pub(super) fn optional_int(&self, name: &str) -> Outcome<Option<i64>> {
        if self.has(name) { self.int(name).map(Some) } else { Ok(None) }
    }

    /// A number of axes or places, not negative.
    pub(super) fn size(&self, name: &str) -> Outcome<usize> {
        usize::try_from(self.int(name)?).map_err(|_| self.wrong(name, "a number of 0 or more"))
    }

    /// An axis, counted from the end when negative.
    pub(super) fn dim(&self, name: &str) -> Outcome<isize> {
        self.int(name).map(|dim| dim as isize)
    }

    /// Axes: none for `None`, which means all.
    pub(super) fn dims(&self, name: &str) -> Outcome<Vec<isize>> {
        match self.value(name) {
            Value::None => Ok(Vec::new()),
            Value::Tuple(items) | Value::List(items) => {
                let all = items.iter().map(|item| whole(item).map(|dim| dim as isize)).collect::<Option<_>>();
                all.ok_or_else(|| self.wrong(name, "an axis or a tuple of axes"))
            }
            _ => self.dim(name).map(|dim| vec![dim]),
        }
    }

    /// Sizes given one by one or as one tuple; -1 stands for what fits.
    pub(super) fn sizes(&self, name: &str) -> Outcome<Vec<isize>> {
        let items = match self.value(name) {
            Value::Tuple(items) | Value::List(items) => match &items[..] {
                [Value::Tuple(inner) | Value::List(inner)] => inner.to_vec(),
                _ => items.to_vec(),
            },
            other => vec![other.clone()],
        };
        let sizes: Option<Vec<isize>> = items.iter().map(|item| whole(item).map(|size| size as isize)).collect();
        let sizes = sizes.ok_or_else(|| {
            let bad = items.iter().find(|item| whole(item).is_none()).map_or("", |item| item.kind());
            let message = format!("{} takes whole numbers as sizes, not {bad}", self.builtin.name);
            Diagnostic::new(self.span_of(name), message).help(format!("usage: {}", self.builtin.usage()))
        })?;
        if sizes.len() > MAX_AXES {
            return Err(self.error(format!("a tensor has at most {MAX_AXES} axes here")));
        }
        // Sizes whose product no machine could count are refused here, also beside a size of zero.
        let magnitudes: Vec<usize> = sizes.iter().map(|size| size.unsigned_abs()).collect();
        if product(&magnitudes) > MAX_ELEMENTS {
            let (message, help) = Stop::Bytes(product(&magnitudes).saturating_mul(8), 0).words();
            return Err(Diagnostic::new(self.span, message).help(help));
        }
        Ok(sizes)
    }

    /// The shape of a new tensor, charged before anything is allocated.
    pub(super) fn new_shape(&self, machine: &mut Interpreter<'_>, name: &str) -> Outcome<Vec<usize>> {
        let sizes = self.sizes(name)?;
        if let Some(negative) = sizes.iter().find(|size| **size < 0) {
            return Err(self.error(format!("a tensor cannot have a size of {negative}")));
        }
        let shape: Vec<usize> = sizes.iter().map(|&size| size as usize).collect();
        self.charge(machine, product(&shape))?;
        Ok(shape)
    }

    /// A number.
    pub(super) fn float(&self, name: &str) -> Outcome<f64> {
        match self.value(name) {
            Value::Tensor(tensor) if tensor.len() == 1 => tensor.item().map_err(|error| self.refused(&error)),
            value => Number::of(value).map(Number::real).ok_or_else(|| self.wrong(name, "a number")),
        }
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

    /// A dtype or `None`.
    pub(super) fn dtype(&self, name: &str) -> Outcome<Option<DType>> {
        match self.value(name) {
            Value::None => Ok(None),
            Value::DType(dtype) => Ok(Some(*dtype)),
            // Python's own types stand for dtypes, as in PyTorch.
            Value::Builtin(builtin) => python_dtype(builtin).map(Some).ok_or_else(|| self.wrong(name, "a dtype")),
            _ => Err(self.wrong(name, "a dtype")),
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
