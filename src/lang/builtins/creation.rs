//! New tensors: from lists, and filled by rule.

use super::arguments::{Call, MAX_AXES};
use super::{Builtin, Namespace};
use crate::lang::diagnostic::Diagnostic;
use crate::lang::evaluate::numbers::Number;
use crate::lang::evaluate::operators::volume;
use crate::lang::evaluate::{Interpreter, Outcome};
use crate::lang::syntax::Span;
use crate::lang::value::{Trace, Value};
use crate::tensor::ops::join::stack;
use crate::tensor::{self, Axis, DType, Leaf, Tensor, tape};
use Namespace::{Bare, Numpy, Torch};

const HERE: &[Namespace] = &[Bare, Torch];
/// How many computed numbers a list may hold that becomes a tensor: each remembers where it comes from.
const MAX_TRACED: usize = 4096;

pub(super) static TABLE: &[Builtin] = &[
    Builtin::new(
        "tensor",
        "data, dtype=None, device=None, requires_grad=False",
        "A tensor of the numbers in a list of lists.",
        HERE,
        from_data,
    ),
    Builtin::new(
        "Tensor",
        "data",
        "A float32 tensor of a list; as a type, what isinstance asks for.",
        &[Torch],
        from_data,
    ),
    Builtin::new(
        "array",
        "data, dtype=None",
        "A tensor of a list, float64 unless all numbers are whole.",
        &[Numpy],
        from_data,
    ),
    Builtin::new("zeros", "*size, dtype=None, device=None, requires_grad=False", "A tensor of zeros.", HERE, filled),
    Builtin::new("ones", "*size, dtype=None, device=None, requires_grad=False", "A tensor of ones.", HERE, filled),
    Builtin::new(
        "full",
        "size, fill_value, dtype=None, device=None, requires_grad=False",
        "A tensor in which every element is fill_value.",
        &[Torch],
        full,
    ),
    Builtin::new(
        "eye",
        "n, m=None, dtype=None, device=None, requires_grad=False",
        "A square matrix with ones on its diagonal.",
        HERE,
        eye,
    ),
    Builtin::new(
        "arange",
        "start, end=None, step=1, dtype=None, device=None, requires_grad=False",
        "Numbers from start up to end; from 0 if one is given.",
        HERE,
        arange,
    ),
    Builtin::new(
        "linspace",
        "start, end, steps=100, dtype=None, device=None, requires_grad=False",
        "So many numbers, evenly spaced, both ends included.",
        &[Torch, Numpy],
        linspace,
    ),
    Builtin::new("zeros", "*size, dtype=None", "A float64 tensor of zeros.", &[Numpy], filled),
    Builtin::new("ones", "*size, dtype=None", "A float64 tensor of ones.", &[Numpy], filled),
    Builtin::new(
        "arange",
        "start, end=None, step=1, dtype=None",
        "Numbers from start up to end, float64 or whole.",
        &[Numpy],
        arange,
    ),
    Builtin::new(
        "zeros_like",
        "x, dtype=None, device=None, requires_grad=False",
        "Zeros of the shape of another tensor.",
        &[Torch],
        like,
    ),
    Builtin::new(
        "ones_like",
        "x, dtype=None, device=None, requires_grad=False",
        "Ones of the shape of another tensor.",
        &[Torch],
        like,
    ),
    Builtin::new(
        "full_like",
        "x, fill_value, dtype=None, device=None, requires_grad=False",
        "A value in the shape of another tensor.",
        &[Torch],
        like,
    ),
    Builtin::new(
        "empty",
        "*size, dtype=None, device=None, requires_grad=False",
        "A tensor to be filled; here it holds zeros.",
        &[Torch],
        filled,
    ),
    Builtin::new(
        "empty_like",
        "x, dtype=None, device=None, requires_grad=False",
        "A tensor to be filled, in the shape of another.",
        &[Torch],
        like,
    ),
    Builtin::new("full", "size, fill_value, dtype=None", "A value in every element.", &[Numpy], full),
    Builtin::new("eye", "n, m=None, dtype=None", "A float64 matrix with ones on its diagonal.", &[Numpy], eye),
    Builtin::new("new_zeros", "x, *size, dtype=None", "Zeros in this tensor's dtype.", &[Namespace::Tensor], filled),
    Builtin::new("new_ones", "x, *size, dtype=None", "Ones in this tensor's dtype.", &[Namespace::Tensor], filled),
    Builtin::new(
        "tril_indices",
        "row, col, offset=0",
        "The places of a lower triangle: one row of rows, one of columns.",
        &[Torch],
        triangle_places,
    ),
    Builtin::new(
        "triu_indices",
        "row, col, offset=0",
        "The places of an upper triangle: one row of rows, one of columns.",
        &[Torch],
        triangle_places,
    ),
    Builtin::new("is_tensor", "value", "Whether a value is a tensor.", &[Torch], is_tensor),
    Builtin::new(
        "named",
        "x, **axes",
        "The same tensor with names for its axes: each a list of labels or None.",
        &[Bare],
        named,
    ),
];

/// A new tensor as a leaf of the tape.
fn made(machine: &mut Interpreter<'_>, call: &Call<'_>, tensor: tensor::Result<Tensor>) -> Outcome {
    let tensor = tensor.map_err(|error| call.refused(&error))?;
    Ok(Value::Tensor(machine.leaf(tensor, Leaf::Literal, call.span)))
}

/// The dtype of new real numbers: NumPy's is double precision.
fn usual(call: &Call<'_>) -> DType {
    if call.builtin.places == [Numpy] { DType::F64 } else { DType::F32 }
}

fn from_data(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let mut dtype = match call.builtin.name {
        "Tensor" => Some(DType::F32),
        _ => call.dtype("dtype")?,
    };
    if let Value::Tensor(given) = call.value("data") {
        return call.tensor_result(dtype.map_or(Ok(given.clone()), |dtype| given.to(dtype)));
    }
    let tensor = tensor_of(machine, call.value("data"), dtype, call.span_of("data"))?;
    if dtype.is_none() && call.builtin.name == "array" && tensor.dtype() == DType::F32 {
        dtype = Some(DType::F64);
        return tensor_of(machine, call.value("data"), dtype, call.span_of("data")).map(Value::Tensor);
    }
    Ok(Value::Tensor(tensor))
}

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
    machine.spend_elements(span, gathered.numbers.len() as u128)?;
    let computed = |value: &Value| matches!(value, Value::Tensor(_)) || value.origin().is_some();
    let fails = |error: tensor::Error| Diagnostic::new(span, error.to_string());
    if gathered.numbers.iter().any(computed) && gathered.numbers.len() <= MAX_TRACED {
        let mut parts = Vec::with_capacity(gathered.numbers.len());
        for number in &gathered.numbers {
            let part = match number {
                Value::Tensor(part) => part.clone(),
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

/// A tensor of plain numbers. Whole numbers go in as such, for a float does not hold every one of them.
fn untraced(gathered: &Gathered, dtype: DType) -> tensor::Result<Tensor> {
    let real = |value: &Value| match value {
        Value::Tensor(tensor) => tensor.item().unwrap_or(f64::NAN),
        other => Number::of(other).map_or(f64::NAN, Number::real),
    };
    if dtype == DType::I64 && gathered.numbers.iter().all(|value| matches!(value, Value::Int(..) | Value::Bool(_))) {
        let whole = gathered.numbers.iter().map(|value| match value {
            Value::Int(value, _) => *value,
            other => i64::from(matches!(other, Value::Bool(true))),
        });
        return Tensor::from_i64(&gathered.shape, whole.collect());
    }
    let values = gathered.numbers.iter().map(real).collect();
    // The cast is how the tensor is read, not a step of its own.
    let wide = Tensor::from_f64(&gathered.shape, values)?;
    tape::pause(|| wide.to(dtype))
}

fn gather(machine: &mut Interpreter<'_>, data: &Value, depth: usize, out: &mut Gathered, span: Span) -> Outcome<()> {
    match data {
        Value::List(items) | Value::Tuple(items) => {
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
            Err(Diagnostic::new(span, format!("this list holds tensors: {}", tensor.shape_text()))
                .help("write torch.stack(items) to put tensors side by side"))
        }
        Value::Tensor(_) | Value::Int(..) | Value::Float(..) | Value::Bool(_) => {
            if depth < out.shape.len() {
                return Err(ragged(span));
            }
            out.numbers.push(data.clone());
            Ok(())
        }
        other => Err(Diagnostic::new(span, format!("a tensor holds numbers, not {}", other.description()))),
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
            Err(Diagnostic::new(span, message).help("every row of a tensor has as many numbers as the others"))
        }
        None if out.numbers.is_empty() && depth == out.shape.len() => {
            out.shape.push(len);
            Ok(())
        }
        None => Err(ragged(span)),
    }
}

fn ragged(span: Span) -> Diagnostic {
    Diagnostic::new(span, "this list holds numbers beside lists").help("every row of a tensor is as deep as the others")
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

fn filled(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let own = if let Value::Tensor(model) = call.value("x") { model.dtype() } else { usual(call) };
    let dtype = call.dtype("dtype")?.unwrap_or(own);
    let shape = call.new_shape(machine, "size")?;
    let value = if matches!(call.builtin.name, "ones" | "new_ones") { 1.0 } else { 0.0 };
    made(machine, call, Ok(Tensor::full(&shape, value, dtype)))
}

fn full(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let value = call.float("fill_value")?;
    let usual = match call.value("fill_value") {
        Value::Int(..) => DType::I64,
        Value::Float(..) if call.builtin.places == [Numpy] => DType::F64,
        Value::Tensor(fill) => fill.dtype(),
        Value::Bool(_) => DType::Bool,
        _ => DType::F32,
    };
    let dtype = call.dtype("dtype")?.unwrap_or(usual);
    let shape = call.new_shape(machine, "size")?;
    if call.value("fill_value").origin().is_none() {
        return made(machine, call, Ok(Tensor::full(&shape, value, dtype)));
    }
    // A fill that was computed stays the reason of every element.
    let fill = call.tensor(machine, "fill_value")?;
    call.charge(machine, 0)?;
    let sizes: Vec<isize> = shape.iter().map(|&size| size as isize).collect();
    call.tensor_result(fill.to(dtype).and_then(|fill| fill.reshape(&[])?.expand(&sizes)))
}

fn like(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let model = call.real_tensor("x")?;
    let dtype = call.dtype("dtype")?.unwrap_or(model.dtype());
    call.charge(machine, volume(&model))?;
    let value = match call.builtin.name {
        "full_like" => call.float("fill_value")?,
        "ones_like" => 1.0,
        _ => 0.0,
    };
    made(machine, call, Ok(Tensor::full(model.shape(), value, dtype).with_axes(model.axes().to_vec())))
}

fn eye(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let rows = call.size("n")?;
    let columns = if call.has("m") { call.size("m")? } else { rows };
    call.charge(machine, (rows as u128).saturating_mul(columns as u128))?;
    let ones = (0..rows * columns).map(|at| if at / columns == at % columns { 1.0 } else { 0.0 }).collect();
    let dtype = call.dtype("dtype")?.unwrap_or_else(|| usual(call));
    let tensor = Tensor::from_f32(&[rows, columns], ones);
    made(machine, call, tape::pause(|| tensor?.to(dtype)))
}

/// The places on and below a diagonal, or on and above it, row by row.
fn triangle_places(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let (rows, columns, offset) = (call.size("row")?, call.size("col")?, call.int("offset")?);
    call.charge(machine, (rows as u128).max(1).saturating_mul(columns.max(1) as u128).saturating_mul(2))?;
    let lower = call.builtin.name == "tril_indices";
    let inside = |row: i64, column: i64| if lower { column - row <= offset } else { column - row >= offset };
    let all = (0..rows as i64).flat_map(|row| (0..columns as i64).map(move |column| (row, column)));
    let (mut places, second): (Vec<i64>, Vec<i64>) = all.filter(|&(row, column)| inside(row, column)).unzip();
    places.extend(second);
    made(machine, call, Tensor::from_i64(&[2, places.len() / 2], places))
}

#[expect(clippy::unnecessary_wraps, reason = "the signature of every function of the tables")]
fn is_tensor(_: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    Ok(Value::Bool(matches!(call.value("value"), Value::Tensor(_))))
}

fn arange(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let (start, end) = if call.has("end") { ("start", "end") } else { ("", "start") };
    let from = if start.is_empty() { 0.0 } else { call.float(start)? };
    let (to, step) = (call.float(end)?, call.float("step")?);
    if step == 0.0 || !step.is_finite() {
        return Err(call.wrong("step", "a step other than 0"));
    }
    let whole = ["start", "end", "step"].iter().all(|name| matches!(call.value(name), Value::Int(..) | Value::None));
    let dtype = call.dtype("dtype")?.unwrap_or(if whole { DType::I64 } else { usual(call) });
    let count = ((to - from) / step).ceil().max(0.0);
    call.charge(machine, count as u128)?;
    let values: Vec<f64> = (0..count as usize).map(|place| from + step * place as f64).collect();
    from_reals(machine, call, values, dtype)
}

fn linspace(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let (start, end, steps) = (call.float("start")?, call.float("end")?, call.size("steps")?);
    call.charge(machine, steps as u128)?;
    let step = if steps > 1 { (end - start) / (steps - 1) as f64 } else { 0.0 };
    // The second half is counted from the end, as PyTorch does, so that both ends are exact.
    let value = |place: usize| {
        if place < steps / 2 { start + step * place as f64 } else { end - step * (steps - 1 - place) as f64 }
    };
    let values: Vec<f64> = (0..steps).map(|place| if steps == 1 { start } else { value(place) }).collect();
    from_reals(machine, call, values, call.dtype("dtype")?.unwrap_or_else(|| usual(call)))
}

fn from_reals(machine: &mut Interpreter<'_>, call: &Call<'_>, values: Vec<f64>, dtype: DType) -> Outcome {
    let tensor = Tensor::from_f64(&[values.len()], values);
    made(machine, call, tape::pause(|| tensor?.to(dtype)))
}

fn named(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let tensor = call.real_tensor("x")?;
    let Value::Dict(names) = call.value("axes") else { return Ok(Value::Tensor(tensor)) };
    if names.entries().len() != tensor.ndim() {
        let message =
            format!("{} names for {} axes: the shape is {}", names.entries().len(), tensor.ndim(), tensor.shape_text());
        return Err(call.error(message).help("give each axis a name, as in named(x, query=words, d_k=None)"));
    }
    let mut axes = Vec::with_capacity(tensor.ndim());
    for ((name, labels), &size) in names.entries().iter().zip(tensor.shape()) {
        let axis = Axis { is_said: true, ..Axis::named(&name.show()) };
        let labels = match labels {
            Value::None => {
                axes.push(axis);
                continue;
            }
            labels => machine.iterate(labels, call.span)?,
        };
        if labels.len() != size {
            return Err(call.error(format!("{} labels for the {size} places of `{}`", labels.len(), name.show())));
        }
        axes.push(axis.with_labels(&labels.iter().map(Value::show).collect::<Vec<_>>()));
    }
    Ok(Value::Tensor(tensor.with_axes(axes)))
}
