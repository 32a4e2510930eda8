//! Arrays of NumPy from what is written down: numbers, nested lists, and lists of arrays; and what is written into an array.

use std::ops::Range;

use super::arrays::promoted;
use super::written::{MAX_AXES, tensor_of};
use super::{Interpreter, Outcome};
use crate::lang::diagnostic::Diagnostic;
use crate::lang::syntax::Span;
use crate::lang::value::{SharedTensor, Trace, Value};
use crate::tensor::ops::join::stack;
use crate::tensor::{self, DType, Tensor};

/// What NumPy has found of the items of lists before it makes an array of them.
struct Outline {
    shape: Vec<usize>,
    /// None where there are no items.
    dtype: Option<DType>,
    /// Whether an item is an array with axes.
    holds_arrays: bool,
}

impl Interpreter<'_> {
    /// An array of a number, of lists of lists of numbers, or of an array: without a dtype, of the one that holds all of them.
    pub(in crate::lang) fn array_of(&mut self, data: &Value, dtype: Option<DType>, span: Span) -> Outcome<Tensor> {
        let fails = |error: tensor::Error| Diagnostic::of_tensor(span, &error);
        if let Value::Tensor(given) = data {
            let now = given.now();
            self.place(span);
            return match dtype {
                Some(dtype) if dtype != now.dtype() => now.to(dtype).map_err(fails),
                _ => Ok(now),
            };
        }
        let outline = self.outline_of(data, 0, span)?;
        let dtype = dtype.or(outline.dtype).unwrap_or(DType::F64);
        if let Some(range) = range_of(dtype) {
            check_whole(data, &range, dtype, span)?;
        } else if dtype == DType::I64 && outline.dtype.is_some_and(DType::is_float) {
            check_whole(data, &(i64::MIN..i64::MAX), dtype, span)?;
        }
        if !outline.holds_arrays {
            return tensor_of(self, data, Some(dtype), span);
        }
        let mut parts = Vec::new();
        for item in self.iterate(data, span)? {
            parts.push(self.array_of(&item, Some(dtype), span)?);
        }
        self.place(span);
        stack(&parts, 0).map_err(fails)
    }

    /// The shape and the dtype of what NumPy would make of nested lists.
    fn outline_of(&mut self, data: &Value, depth: usize, span: Span) -> Outcome<Outline> {
        self.step(span)?;
        let number = |dtype| Ok(Outline { shape: Vec::new(), dtype: Some(dtype), holds_arrays: false });
        match data {
            Value::Int(..) => number(DType::I64),
            Value::Float(..) => number(DType::F64),
            Value::Bool(_) => number(DType::Bool),
            Value::Tensor(part) => {
                let shape = part.outline().shape().to_vec();
                Ok(Outline { holds_arrays: !shape.is_empty(), shape, dtype: Some(part.dtype()) })
            }
            Value::Range(range) => {
                Ok(Outline { shape: vec![range.len()], dtype: Some(DType::I64), holds_arrays: false })
            }
            Value::List(_) | Value::Tuple(_) if depth < MAX_AXES => {
                let items = data.items().unwrap_or_default();
                let mut whole = Outline { shape: vec![items.len()], dtype: None, holds_arrays: false };
                for (place, item) in items.iter().enumerate() {
                    let part = self.outline_of(item, depth + 1, span)?;
                    whole.dtype = match (whole.dtype, part.dtype) {
                        (Some(a), Some(b)) => Some(promoted(a, b)),
                        (a, b) => a.or(b),
                    };
                    whole.holds_arrays |= part.holds_arrays;
                    if place == 0 {
                        whole.shape.extend(part.shape);
                    } else if whole.shape[1..] != part.shape[..] {
                        let same = whole.shape[1..].iter().zip(&part.shape).take_while(|(a, b)| a == b).count();
                        return Err(ragged(&whole.shape[..=same], span));
                    }
                }
                Ok(whole)
            }
            other => {
                let error =
                    Diagnostic::new(span, format!("an array holds only numbers here, not {}", other.description()));
                Err(error.help("arrays of strings or objects are not supported: keep them in a list"))
            }
        }
    }

    /// What is written into an array, in its dtype: NumPy cuts off what is behind the point.
    pub(super) fn array_item(&mut self, array: &SharedTensor, item: &Value, span: Span) -> Outcome {
        let dtype = array.dtype();
        match item {
            Value::Int(..) | Value::Float(..) if dtype.is_float() => return Ok(item.clone()),
            Value::Int(..) | Value::Float(..) if dtype.is_integer() => {
                let range = range_of(dtype).unwrap_or(i64::MIN..i64::MAX);
                check_whole(item, &range, dtype, span)?;
                return Ok(match item {
                    Value::Float(value, _) => Value::Int(value.trunc() as i64, Trace::None),
                    other => other.clone(),
                });
            }
            _ => {}
        }
        let made = self.array_of(item, Some(dtype), span)?;
        // Of one memory, what is read is read before anything is written.
        let made = if item.as_tensor().is_some() { made.apart() } else { made };
        Ok(Value::from(made))
    }
}

/// The whole numbers that a smaller dtype holds.
pub(super) fn range_of(dtype: DType) -> Option<Range<i64>> {
    match dtype {
        DType::U8 => Some(0..256),
        DType::I32 => Some(i64::from(i32::MIN)..i64::from(i32::MAX) + 1),
        _ => None,
    }
}

/// A whole number of Python's that a dtype does not hold.
pub(super) fn out_of_bounds(value: i64, dtype: DType, span: Span) -> Diagnostic {
    Diagnostic::new(span, format!("Python integer {value} out of bounds for {dtype}")).raising("OverflowError")
}

/// Rows of different lengths; `shape` is that of what they have in common.
fn ragged(shape: &[usize], span: Span) -> Diagnostic {
    let sizes: Vec<String> = shape.iter().map(ToString::to_string).collect();
    let comma = if sizes.len() == 1 { "," } else { "" };
    let words = format!(
        "setting an array element with a sequence. The requested array has an inhomogeneous shape after {} dimensions. The detected shape \
         was ({}{comma}) + inhomogeneous part.",
        sizes.len(),
        sizes.join(", ")
    );
    Diagnostic::new(span, "the rows of this list are of different lengths")
        .raising_as("ValueError", words)
        .help("all rows of an array must have the same length")
}

/// Refuses numbers of Python's, in nested lists, that a dtype of whole numbers does not hold.
fn check_whole(data: &Value, range: &Range<i64>, dtype: DType, span: Span) -> Outcome<()> {
    match data {
        Value::Int(value, _) if dtype != DType::I64 && !range.contains(value) => {
            Err(out_of_bounds(*value, dtype, span))
        }
        Value::Float(value, _) if !value.is_finite() => {
            let (what, class) = if value.is_nan() { ("NaN", "ValueError") } else { ("infinity", "OverflowError") };
            Err(Diagnostic::new(span, format!("cannot convert float {what} to integer")).raising(class))
        }
        Value::Float(value, _) if value.trunc() < range.start as f64 || value.trunc() >= range.end as f64 => {
            let words = match dtype {
                DType::I64 => "Python int too large to convert to C long".to_owned(),
                _ => format!("Python integer {:.0} out of bounds for {dtype}", value.trunc()),
            };
            Err(Diagnostic::new(span, words).raising("OverflowError"))
        }
        Value::List(_) | Value::Tuple(_) => {
            let items = data.items().unwrap_or_default();
            items.iter().try_for_each(|item| check_whole(item, range, dtype, span))
        }
        _ => Ok(()),
    }
}
