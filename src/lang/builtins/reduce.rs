//! Functions that make few numbers of many: sums, means, the largest.

use super::arguments::Call;
use super::{Builtin, Namespace};
use crate::lang::evaluate::operators::volume;
use crate::lang::evaluate::{Interpreter, Outcome};
use crate::lang::value::{Form, Value};
use crate::tensor::{self, DType, Tensor};
use Namespace::{Numpy, Torch};

const HERE: &[Namespace] = &[Torch, Namespace::Tensor];

pub(super) static TABLE: &[Builtin] = &[
    Builtin::new(
        "sum",
        "x, dim=None, keepdim=False",
        "The sum over an axis, several, or all.",
        &[Torch, Namespace::Tensor, Numpy],
        reduce,
    ),
    Builtin::new("mean", "x, dim=None, keepdim=False", "The mean over an axis, several, or all.", HERE, reduce),
    Builtin::new("mean", "x, dim=None, keepdim=False", "The mean, float64 of whole numbers.", &[Numpy], numpy_mean),
    Builtin::new(
        "var",
        "x, dim=None, unbiased=None, keepdim=False, correction=None",
        "The variance; unbiased, it divides by n-1.",
        HERE,
        spread,
    ),
    Builtin::new(
        "std",
        "x, dim=None, unbiased=None, keepdim=False, correction=None",
        "The standard deviation; unbiased, it divides by n-1.",
        HERE,
        spread,
    ),
    Builtin::new("var", "x, dim=None, keepdim=False", "The variance, which divides by n.", &[Numpy], spread),
    Builtin::new("std", "x, dim=None, keepdim=False", "The standard deviation, which divides by n.", &[Numpy], spread),
    Builtin::new(
        "amax",
        "x, dim=None, keepdim=False",
        "The largest element over an axis, several, or all.",
        &[Torch, Namespace::Tensor, Numpy],
        reduce,
    ),
    Builtin::new(
        "amin",
        "x, dim=None, keepdim=False",
        "The smallest element over an axis, several, or all.",
        &[Torch, Namespace::Tensor, Numpy],
        reduce,
    ),
    Builtin::new(
        "max",
        "x, dim=None, keepdim=False",
        "The largest element; along an axis, the values and their places.",
        HERE,
        extreme,
    ),
    Builtin::new(
        "min",
        "x, dim=None, keepdim=False",
        "The smallest element; along an axis, the values and their places.",
        HERE,
        extreme,
    ),
    Builtin::new("max", "x, dim=None, keepdim=False", "The largest element over an axis or all.", &[Numpy], reduce),
    Builtin::new("min", "x, dim=None, keepdim=False", "The smallest element over an axis or all.", &[Numpy], reduce),
    Builtin::new(
        "argmax",
        "x, dim=None, keepdim=False",
        "The place of the largest element.",
        &[Torch, Namespace::Tensor, Numpy],
        place_of,
    ),
    Builtin::new(
        "argmin",
        "x, dim=None, keepdim=False",
        "The place of the smallest element.",
        &[Torch, Namespace::Tensor, Numpy],
        place_of,
    ),
    Builtin::new(
        "all",
        "x, dim=None, keepdim=False",
        "Whether all elements are true.",
        &[Torch, Namespace::Tensor, Numpy],
        reduce,
    ),
    Builtin::new(
        "any",
        "x, dim=None, keepdim=False",
        "Whether any element is true.",
        &[Torch, Namespace::Tensor, Numpy],
        reduce,
    ),
    Builtin::new(
        "norm",
        "x, p=2, dim=None, keepdim=False",
        "The length of a vector: the root of the sum of squares.",
        HERE,
        reduce,
    ),
    Builtin::new(
        "prod",
        "x, dim=None, keepdim=False",
        "The product over an axis, or of all.",
        &[Torch, Namespace::Tensor, Numpy],
        product,
    ),
    Builtin::new(
        "cumsum",
        "x, dim",
        "Running sums: each element is the sum of those up to it.",
        &[Torch, Namespace::Tensor, Numpy],
        running,
    ),
    Builtin::new(
        "logsumexp",
        "x, dim, keepdim=False",
        "The logarithm of the sum of e to the power of each element.",
        HERE,
        log_sum,
    ),
    Builtin::new("median", "x", "The middle element: the lower of two.", HERE, median),
    Builtin::new(
        "allclose",
        "x, other, rtol=1e-5, atol=1e-8, equal_nan=False",
        "Whether all elements are nearly equal.",
        &[Torch, Namespace::Tensor, Numpy],
        all_close,
    ),
    Builtin::new(
        "isclose",
        "x, other, rtol=1e-5, atol=1e-8, equal_nan=False",
        "Where elements are nearly equal.",
        &[Torch, Namespace::Tensor, Numpy],
        is_close,
    ),
    Builtin::new(
        "equal",
        "x, other",
        "Whether two tensors have the same shape and elements.",
        &[Torch, Namespace::Tensor],
        equal,
    ),
];

fn reduce(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let x = call.real_tensor("x")?;
    let (dims, keep) = (call.dims("dim")?, call.flag("keepdim")?);
    call.charge(machine, volume(&x))?;
    if call.builtin.name == "norm" && call.has("p") && call.float("p").is_ok_and(|p| p.to_bits() != 2.0_f64.to_bits()) {
        return Err(call.wrong("p", "2, the usual length,"));
    }
    call.tensor_result(match call.builtin.name {
        "sum" => x.sum(&dims, keep),
        "mean" => x.mean(&dims, keep),
        "amax" | "max" => x.max(&dims, keep),
        "amin" | "min" => x.min(&dims, keep),
        "all" => x.all(&dims, keep),
        "any" => x.any(&dims, keep),
        _ => x.norm(2.0, &dims, keep),
    })
}

/// NumPy's mean of whole numbers is a real number; PyTorch refuses it.
fn numpy_mean(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let x = call.real_tensor("x")?;
    let (dims, keep) = (call.dims("dim")?, call.flag("keepdim")?);
    call.charge(machine, 2 * volume(&x))?;
    let real = if x.dtype().is_float() { Ok(x) } else { x.to(DType::F64) };
    call.tensor_result(real.and_then(|real| real.mean(&dims, keep)))
}

fn running(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let x = call.real_tensor("x")?;
    call.charge(machine, volume(&x))?;
    call.tensor_result(x.cumsum(call.dim("dim")?))
}

/// The product, one factor after the other.
fn product(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let mut x = call.real_tensor("x")?;
    let fails = |error: tensor::Error| call.refused(&error);
    if !x.dtype().is_float() {
        x = x.to(DType::I64).map_err(fails)?;
    }
    let (dim, keep) = if call.has("dim") { (call.dim("dim")?, call.flag("keepdim")?) } else { (0, false) };
    if !call.has("dim") {
        x = x.reshape(&[-1]).map_err(fails)?;
    }
    call.charge(machine, 2 * volume(&x))?;
    let place = if dim < 0 { dim + x.ndim() as isize } else { dim };
    let size = usize::try_from(place).ok().and_then(|place| x.shape().get(place).copied()).unwrap_or(0);
    machine.spend_bytes(call.span, 128 * size)?;
    let first = x.narrow(dim, 0, size.min(1)).map_err(fails)?;
    let mut whole = if size == 0 { Tensor::ones(&[], x.dtype()) } else { first };
    for place in 1..size {
        machine.step(call.span)?;
        machine.place(call.span);
        whole = x.narrow(dim, place, 1).and_then(|next| whole.mul(&next)).map_err(fails)?;
    }
    if keep || size == 0 { Ok(Value::Tensor(whole)) } else { call.tensor_result(whole.squeeze(Some(dim))) }
}

fn log_sum(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let (x, dims, keep) = (call.real_tensor("x")?, call.dims("dim")?, call.flag("keepdim")?);
    call.charge(machine, 5 * volume(&x))?;
    call.tensor_result(x.logsumexp(&dims, keep))
}

fn median(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let x = call.real_tensor("x")?;
    call.charge(machine, 4 * volume(&x))?;
    machine.spend_work(call.span, volume(&x).saturating_mul(u128::from(x.len().max(1).ilog2())))?;
    call.tensor_result(x.median())
}

fn spread(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let x = call.real_tensor("x")?;
    let (dims, keep) = (call.dims("dim")?, call.flag("keepdim")?);
    // `unbiased` is the older word, `correction` the newer one; NumPy divides by n.
    let numpy = call.builtin.places == [Numpy];
    let unbiased = match call.optional_int("correction")? {
        None if call.has("unbiased") => call.flag("unbiased")?,
        None => !numpy,
        Some(0) => false,
        Some(1) => true,
        Some(_) => return Err(call.wrong("correction", "0 or 1")),
    };
    // `x.std(False)`: PyTorch's older form has no axis before it.
    let (dims, unbiased) = match call.value("dim") {
        Value::Bool(unbiased) => (Vec::new(), *unbiased),
        _ => (dims, unbiased),
    };
    call.charge(machine, volume(&x))?;
    call.tensor_result(match call.builtin.name {
        "var" => x.var(&dims, unbiased, keep),
        _ => x.std(&dims, unbiased, keep),
    })
}

fn extreme(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let x = call.real_tensor("x")?;
    let largest = call.builtin.name == "max";
    if let Value::Tensor(other) = call.value("dim") {
        call.charge_broadcast(machine, &[&x, other])?;
        return call.tensor_result(if largest { x.maximum(other) } else { x.minimum(other) });
    }
    if !call.has("dim") {
        return reduce(machine, call);
    }
    let (dim, keep) = (call.dim("dim")?, call.flag("keepdim")?);
    call.charge(machine, 2 * volume(&x))?;
    let (values, places) = x.extreme(largest, dim, keep).map_err(|error| call.refused(&error))?;
    let pair = vec![Value::Tensor(values), Value::Tensor(places)];
    let pair = machine.collect(call.span, pair)?;
    Ok(Value::Tuple(pair.in_form(Form::Extremes(call.builtin.name))))
}

fn place_of(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let mut x = call.real_tensor("x")?;
    call.charge(machine, volume(&x))?;
    let dim = call.optional_int("dim")?;
    if dim.is_none() {
        x = x.reshape(&[-1]).map_err(|error| call.refused(&error))?;
    }
    let dim = dim.unwrap_or(0) as isize;
    let keep = call.flag("keepdim")?;
    call.tensor_result(if call.builtin.name == "argmax" { x.argmax(dim, keep) } else { x.argmin(dim, keep) })
}

/// Two tensors stretched to one shape, as plain numbers.
fn numbers(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome<(Vec<f64>, Vec<f64>)> {
    let (x, y) = (call.tensor(machine, "x")?, call.tensor(machine, "other")?);
    call.charge_broadcast(machine, &[&x, &y])?;
    let stretched = |a: &Tensor, b: &Tensor| -> tensor::Result<Vec<f64>> { Ok(a.expand_as(b)?.to_vec()) };
    let both = tensor::tape::pause(|| Ok((stretched(&x, &y)?, stretched(&y, &x)?)));
    both.map_err(|error: tensor::Error| call.refused(&error))
}

fn all_close(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let (rtol, atol, equal_nan) = (call.float("rtol")?, call.float("atol")?, call.flag("equal_nan")?);
    let (x, y) = numbers(machine, call)?;
    Ok(Value::Bool(x.iter().zip(&y).all(|(a, b)| nearly(*a, *b, rtol, atol, equal_nan))))
}

/// Whether `a` is as near to `b` as PyTorch's rule asks: the distance counts in parts of `b`.
fn nearly(a: f64, b: f64, rtol: f64, atol: f64, equal_nan: bool) -> bool {
    let same = a.partial_cmp(&b).is_some_and(std::cmp::Ordering::is_eq);
    let near = (a - b).abs() <= atol + rtol * b.abs() && b.is_finite();
    same || near || (equal_nan && a.is_nan() && b.is_nan())
}

fn is_close(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let (rtol, atol, equal_nan) = (call.float("rtol")?, call.float("atol")?, call.flag("equal_nan")?);
    let (x, y) = (call.tensor(machine, "x")?, call.tensor(machine, "other")?);
    let shape = tensor::tape::pause(|| x.eq(&y)).map_err(|error| call.refused(&error))?;
    let (a, b) = numbers(machine, call)?;
    let truths = a.iter().zip(&b).map(|(a, b)| nearly(*a, *b, rtol, atol, equal_nan)).collect();
    let close = Tensor::from_bool(shape.shape(), truths).map_err(|error| call.refused(&error))?;
    Ok(Value::Tensor(machine.leaf(close, tensor::Leaf::Given("isclose".into()), call.span)))
}

fn equal(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let (x, y) = (call.real_tensor("x")?, call.real_tensor("other")?);
    call.charge(machine, volume(&x))?;
    Ok(Value::Bool(x.shape() == y.shape() && x.to_vec() == y.to_vec()))
}
