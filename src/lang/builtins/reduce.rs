//! Functions that make few numbers of many: sums, means, the largest.

use super::arguments::Call;
use super::{Builtin, Place};
use crate::lang::evaluate::operators::volume;
use crate::lang::evaluate::{Machine, Outcome};
use crate::lang::value::Value;
use crate::tensor::{self, Tensor};
use Place::{Numpy, Torch};

const HERE: &[Place] = &[Torch, Place::Tensor];

pub(super) static TABLE: &[Builtin] = &[
    Builtin::new(
        "sum",
        "x, dim=None, keepdim=False",
        "The sum over an axis, several, or all.",
        &[Torch, Place::Tensor, Numpy],
        reduce,
    ),
    Builtin::new(
        "mean",
        "x, dim=None, keepdim=False",
        "The mean over an axis, several, or all.",
        &[Torch, Place::Tensor, Numpy],
        reduce,
    ),
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
        &[Torch, Place::Tensor, Numpy],
        reduce,
    ),
    Builtin::new(
        "amin",
        "x, dim=None, keepdim=False",
        "The smallest element over an axis, several, or all.",
        &[Torch, Place::Tensor, Numpy],
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
        &[Torch, Place::Tensor, Numpy],
        place_of,
    ),
    Builtin::new(
        "argmin",
        "x, dim=None, keepdim=False",
        "The place of the smallest element.",
        &[Torch, Place::Tensor, Numpy],
        place_of,
    ),
    Builtin::new(
        "all",
        "x, dim=None, keepdim=False",
        "Whether all elements are true.",
        &[Torch, Place::Tensor, Numpy],
        reduce,
    ),
    Builtin::new(
        "any",
        "x, dim=None, keepdim=False",
        "Whether any element is true.",
        &[Torch, Place::Tensor, Numpy],
        reduce,
    ),
    Builtin::new(
        "norm",
        "x, dim=None, keepdim=False",
        "The length of a vector: the root of the sum of squares.",
        HERE,
        reduce,
    ),
    Builtin::new(
        "allclose",
        "x, other, rtol=1e-5, atol=1e-8",
        "Whether all elements are nearly equal.",
        &[Torch, Place::Tensor, Numpy],
        all_close,
    ),
    Builtin::new(
        "equal",
        "x, other",
        "Whether two tensors have the same shape and elements.",
        &[Torch, Place::Tensor],
        equal,
    ),
];

fn reduce(machine: &mut Machine<'_>, call: &Call<'_>) -> Outcome {
    let x = call.real_tensor("x")?;
    let (dims, keep) = (call.dims("dim")?, call.flag("keepdim")?);
    call.charge(machine, volume(&x))?;
    call.tensor_result(match call.builtin.name {
        "sum" => x.sum(&dims, keep),
        "mean" => x.mean(&dims, keep),
        "amax" | "max" => x.max(&dims, keep),
        "amin" | "min" => x.min(&dims, keep),
        "all" => x.all(&dims, keep),
        "any" => x.any(&dims, keep),
        _ => x.mul(&x).and_then(|squares| squares.sum(&dims, keep)?.sqrt()),
    })
}

fn spread(machine: &mut Machine<'_>, call: &Call<'_>) -> Outcome {
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
    call.charge(machine, volume(&x))?;
    call.tensor_result(match call.builtin.name {
        "var" => x.var(&dims, unbiased, keep),
        _ => x.std(&dims, unbiased, keep),
    })
}

fn extreme(machine: &mut Machine<'_>, call: &Call<'_>) -> Outcome {
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
    let places = if largest { x.argmax(dim, keep) } else { x.argmin(dim, keep) };
    let values = if largest { x.max(&[dim], keep) } else { x.min(&[dim], keep) };
    let pair = vec![call.tensor_result(values)?, call.tensor_result(places)?];
    machine.collect(call.span, pair).map(Value::Tuple)
}

fn place_of(machine: &mut Machine<'_>, call: &Call<'_>) -> Outcome {
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
fn numbers(machine: &mut Machine<'_>, call: &Call<'_>) -> Outcome<(Vec<f64>, Vec<f64>)> {
    let (x, y) = (call.tensor(machine, "x")?, call.tensor(machine, "other")?);
    call.charge_broadcast(machine, &[&x, &y])?;
    let stretched = |a: &Tensor, b: &Tensor| -> tensor::Result<Vec<f64>> { Ok(a.expand_as(b)?.to_vec()) };
    let both = tensor::record::pause(|| Ok((stretched(&x, &y)?, stretched(&y, &x)?)));
    both.map_err(|error: tensor::Error| call.refused(&error))
}

fn all_close(machine: &mut Machine<'_>, call: &Call<'_>) -> Outcome {
    let (rtol, atol) = (call.float("rtol")?, call.float("atol")?);
    let (x, y) = numbers(machine, call)?;
    let close = |(a, b): (&f64, &f64)| {
        let same = a.partial_cmp(b).is_some_and(std::cmp::Ordering::is_eq);
        same || (a - b).abs() <= atol + rtol * b.abs()
    };
    Ok(Value::Bool(x.iter().zip(&y).all(close)))
}

fn equal(machine: &mut Machine<'_>, call: &Call<'_>) -> Outcome {
    let (x, y) = (call.real_tensor("x")?, call.real_tensor("other")?);
    call.charge(machine, volume(&x))?;
    Ok(Value::Bool(x.shape() == y.shape() && x.to_vec() == y.to_vec()))
}
