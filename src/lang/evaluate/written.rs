//! Tensors that are written down: lists of lists of numbers.

use super::numbers::Number;
use super::{Interpreter, Outcome};
use crate::lang::diagnostic::Diagnostic;
use crate::lang::syntax::Span;
use crate::lang::value::{Trace, Value};
use crate::tensor::ops::join::stack;
use crate::tensor::ops::overflow;
use crate::tensor::{self, DType, Leaf, Tensor, budget, tape};

/// The most axes a tensor may have here.
pub(in crate::lang) const MAX_AXES: usize = 16;
/// How many computed numbers a list may hold that becomes a tensor: each remembers where it comes from.
const MAX_TRACED: usize = 4096;

/// The numbers of a value that may be a list of lists.
struct Gathered {
    shape: Vec<usize>,
    numbers: Vec<Value>,
}

/// A tensor of a number, or of a list of lists of numbers, which stands at `span`. Without a dtype, whole numbers give int64,
/// truth values bool, and all else float32. Numbers that were computed keep their history.
pub(in crate::lang) fn tensor_of(
    machine: &mut Interpreter<'_>,
    data: &Value,
    dtype: Option<DType>,
    span: Span,
) -> Outcome<Tensor> {
    let mut gathered = Gathered { shape: Vec::new(), numbers: Vec::new() };
    gather(machine, data, 0, &mut gathered, span)?;
    let dtype = dtype.unwrap_or_else(|| common_dtype(&gathered.numbers));
    let computed = |value: &Value| matches!(value, Value::Tensor(_)) || value.origin().is_some();
    let fails = |error: tensor::Error| Diagnostic::of_tensor(span, &error);
    budget::make(&[gathered.numbers.len()]).map_err(fails)?;
    check_range(&gathered.numbers, dtype).map_err(fails)?;
    if gathered.numbers.iter().any(computed) && gathered.numbers.len() <= MAX_TRACED {
        let mut parts = Vec::with_capacity(gathered.numbers.len());
        for number in &gathered.numbers {
            let part = match number {
                Value::Tensor(part) if part.dtype().is_float() && (dtype.is_integer() || dtype == DType::Bool) => {
                    let message = "only integer tensors of a single element can be converted to an index";
                    return Err(Diagnostic::new(span, message).help("write x.item(), or x.long()"));
                }
                Value::Tensor(part) => part.now(),
                other => machine.number_operand(other, span).unwrap_or_else(|| Tensor::number(0.0)),
            };
            machine.place(span);
            parts.push(part.reshape(&[]).and_then(|part| part.to(dtype)).map_err(fails)?);
        }
        let shape: Vec<isize> = gathered.shape.iter().map(|&size| size as isize).collect();
        return stack(&parts, 0).and_then(|flat| flat.reshape(&shape)).map_err(fails);
    }
    let tensor = untraced(&gathered, dtype).map_err(fails)?;
    Ok(machine.leaf(tensor, Leaf::Literal, span))
}

/// The number that a value in a list is.
fn number(value: &Value) -> Option<Number> {
    match value {
        Value::Tensor(tensor) => Number::held_by(&tensor.now()),
        other => Number::of(other),
    }
}

/// Refuses a number that is too large for a dtype of whole numbers.
fn check_range(numbers: &[Value], dtype: DType) -> tensor::Result<()> {
    if !dtype.is_integer() {
        return Ok(());
    }
    let is_whole = |number: &Number| matches!(number, Number::Int(_));
    let mut numbers = numbers.iter().filter_map(number);
    match numbers.find(|number| overflow::overflows(number.real(), is_whole(number), dtype)) {
        Some(number) => Err(overflow::refusal(number.real(), dtype.name())),
        None => Ok(()),
    }
}

/// A tensor of plain numbers. Whole numbers go in as such, for a float does not hold every one of them.
fn untraced(gathered: &Gathered, dtype: DType) -> tensor::Result<Tensor> {
    let whole = |value: &Value| match number(value) {
        Some(Number::Int(whole)) => Some(whole),
        _ => None,
    };
    if dtype == DType::I64
        && let Some(whole) = gathered.numbers.iter().map(whole).collect()
    {
        return Tensor::from_i64(&gathered.shape, whole);
    }
    let real = |value: &Value| number(value).map_or(f64::NAN, Number::real);
    let values: Vec<f64> = gathered.numbers.iter().map(real).collect();
    // The cast is how the tensor is read, not a step of its own.
    let wide = Tensor::from_f64(&gathered.shape, values)?;
    tape::pause(|| wide.to(dtype))
}

fn gather(machine: &mut Interpreter<'_>, data: &Value, depth: usize, out: &mut Gathered, span: Span) -> Outcome<()> {
    match data {
        Value::List(_) | Value::Tuple(_) => {
            let items = data.items().unwrap_or_default();
            level(out, depth, items.len(), span)?;
            for item in items.iter() {
                machine.step(span)?;
                gather(machine, item, depth + 1, out, span)?;
            }
            Ok(())
        }
        Value::Range(range) => {
            level(out, depth, range.len(), span)?;
            machine.spend_bytes(span, range.len().saturating_mul(size_of::<Value>()))?;
            out.numbers
                .extend((0..range.len()).filter_map(|place| range.get(place)).map(|x| Value::Int(x, Trace::None)));
            Ok(())
        }
        Value::Tensor(tensor) if tensor.ndim() > 0 => {
            Err(Diagnostic::new(span, format!("this list holds tensors: {}", tensor.now().shape_text()))
                .help("write torch.stack(items) to combine tensors"))
        }
        Value::Tensor(_) | Value::Int(..) | Value::Float(..) | Value::Bool(_) => {
            if depth < out.shape.len() {
                return Err(ragged(span));
            }
            out.numbers.push(data.clone());
            Ok(())
        }
        Value::View(_) | Value::Iterator(_) => {
            let message = format!("Could not infer dtype of {}", data.python_type());
            Err(Diagnostic::new(span, message).help("write torch.tensor(list(items))"))
        }
        other => Err(Diagnostic::new(span, format!("a tensor can contain only numbers, not {}", other.description()))),
    }
}

/// Notes, or checks, that lists at this depth have `len` items.
fn level(out: &mut Gathered, depth: usize, len: usize, span: Span) -> Outcome<()> {
    if depth >= MAX_AXES {
        return Err(Diagnostic::new(span, format!("a tensor has at most {MAX_AXES} axes here")));
    }
    match out.shape.get(depth) {
        Some(&size) if size == len => Ok(()),
        Some(&size) => {
            let message = format!("the rows of this list are of different lengths: {size} and {len}");
            Err(Diagnostic::new(span, message).help("all rows of a tensor must have the same length"))
        }
        None if out.numbers.is_empty() && depth == out.shape.len() => {
            out.shape.push(len);
            Ok(())
        }
        None => Err(ragged(span)),
    }
}

fn ragged(span: Span) -> Diagnostic {
    Diagnostic::new(span, "this list mixes numbers and lists").help("all items of a tensor must be nested equally deep")
}

fn common_dtype(numbers: &[Value]) -> DType {
    let of = |value: &Value| match value {
        Value::Bool(_) => DType::Bool,
        Value::Int(..) => DType::I64,
        Value::Tensor(tensor) => tensor.dtype(),
        _ => DType::F32,
    };
    numbers.iter().map(of).reduce(DType::promote).unwrap_or(DType::F32)
}
