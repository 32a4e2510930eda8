//! Functions that order, find and pick elements: the largest ones, a sorted copy, the elements that an index names.

use super::arguments::Call;
use super::{Builtin, Namespace};
use crate::lang::evaluate::operators::volume;
use crate::lang::evaluate::{Interpreter, Outcome};
use crate::lang::value::{Form, Value};
use crate::tensor::ops::mask::where_;
use crate::tensor::{self, DType, Leaf, Tensor, order, tape};
use Namespace::{Functional, Torch};

const HERE: &[Namespace] = &[Torch, Namespace::Tensor];

pub(super) static TABLE: &[Builtin] = &[
    Builtin::new(
        "topk",
        "x, k, dim=-1, largest=True, sorted=True",
        "The k largest elements along an axis, and their places.",
        HERE,
        topk,
    ),
    Builtin::new(
        "sort",
        "x, dim=-1, descending=False, stable=False",
        "The elements in order along an axis, and where each was.",
        HERE,
        sort,
    ),
    Builtin::new(
        "argsort",
        "x, dim=-1, descending=False, stable=False",
        "The places that put an axis in order.",
        HERE,
        sort,
    ),
    Builtin::new(
        "gather",
        "x, dim, index",
        "For each place of an index the element that it names along an axis.",
        HERE,
        gather,
    ),
    Builtin::new("one_hot", "x, num_classes=-1", "For each id a row with a 1 at its place.", &[Functional], one_hot),
    Builtin::new("nonzero", "x", "The places of the elements that are not 0, one row each.", HERE, nonzero),
    Builtin::new("unique", "x", "The distinct elements, in order.", HERE, unique),
    Builtin::new("bincount", "x, minlength=0", "How often each whole number occurs.", HERE, bincount),
];

/// Values with their places, which print as PyTorch prints them.
fn extremes(machine: &mut Interpreter<'_>, call: &Call<'_>, values: Tensor, places: Tensor) -> Outcome {
    let pair = machine.collect(call.span, vec![Value::Tensor(values), Value::Tensor(places)])?;
    Ok(Value::Tuple(pair.in_form(Form::Extremes(call.builtin.name))))
}

fn axis_size(call: &Call<'_>, x: &Tensor, dim: isize) -> Outcome<usize> {
    let place = if dim < 0 { dim + x.ndim() as isize } else { dim };
    let size = usize::try_from(place).ok().and_then(|place| x.shape().get(place).copied());
    size.ok_or_else(|| call.error(format!("there is no axis {dim} in a tensor of shape {}", x.shape_text())))
}

fn topk(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let (x, k, dim) = (call.real_tensor("x")?, call.size("k")?, call.dim("dim")?);
    if k > axis_size(call, &x, dim)? {
        let message = format!("topk cannot take {k} of {} places", axis_size(call, &x, dim)?);
        return Err(call.error(message));
    }
    // Each one that is taken is a walk over what is left.
    for _ in 0..k {
        call.charge(machine, 6 * volume(&x))?;
    }
    call.charge(machine, 2 * volume(&x))?;
    let found = if call.flag("largest")? { x.topk(k, dim) } else { lowest(&x, k, dim) };
    let (values, places) = found.map_err(|error| call.refused(&error))?;
    extremes(machine, call, values, places)
}

/// The smallest are the largest of the negatives.
fn lowest(x: &Tensor, k: usize, dim: isize) -> tensor::Result<(Tensor, Tensor)> {
    let (values, places) = x.neg()?.topk(k, dim)?;
    Ok((values.neg()?, places))
}

/// The order is found outside the tape; the sorted elements are then read at its places, so that each can say where it was.
fn sort(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let (x, dim, descending) = (call.real_tensor("x")?, call.dim("dim")?, call.flag("descending")?);
    if x.ndim() == 0 {
        let places = Tensor::integer(0).to(DType::I64).map_err(|error| call.refused(&error))?;
        return if call.builtin.name == "argsort" {
            Ok(Value::Tensor(places))
        } else {
            extremes(machine, call, x, places)
        };
    }
    let size = axis_size(call, &x, dim)?;
    charge_sorting(machine, call, volume(&x), size)?;
    let order = tape::pause(|| order(&x, dim, size, descending)).map_err(|error| call.refused(&error))?;
    let order = machine.leaf(order, Leaf::Given(call.builtin.name.into()), call.span);
    if call.builtin.name == "argsort" {
        return Ok(Value::Tensor(order));
    }
    machine.place(call.span);
    let values = x.gather(dim, &order).map_err(|error| call.refused(&error))?;
    extremes(machine, call, values, order)
}

/// Charges what putting rows of `size` elements in order takes: twice as many elements, and a comparison for every halving.
fn charge_sorting(machine: &mut Interpreter<'_>, call: &Call<'_>, elements: u128, size: usize) -> Outcome<()> {
    call.charge(machine, elements.saturating_mul(2))?;
    machine.spend_work(call.span, elements.saturating_mul(size.max(1).ilog2() as u128))
}

/// The places along an axis in the order of their elements; equal ones stay as they stand, and NaN counts as the largest.
fn order(x: &Tensor, dim: isize, size: usize, descending: bool) -> tensor::Result<Tensor> {
    let last = x.transpose(dim, -1)?;
    let elements = last.to_vec();
    let mut places = Vec::with_capacity(elements.len());
    for row in elements.chunks(size.max(1)) {
        let order = order::order(row, |a, b| {
            let (a, b) = if descending { (b, a) } else { (a, b) };
            a.partial_cmp(b).unwrap_or_else(|| a.is_nan().cmp(&b.is_nan()))
        });
        places.extend(order.iter().map(|&place| place as i64));
    }
    Tensor::from_i64(last.shape(), places)?.transpose(dim, -1)
}

fn gather(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let (x, index) = (call.real_tensor("x")?, call.real_tensor("index")?);
    call.charge(machine, volume(&index))?;
    call.tensor_result(x.gather(call.dim("dim")?, &index))
}

fn one_hot(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let ids = call.real_tensor("x")?;
    let classes = match call.int("num_classes")? {
        -1 => ids.to_vec().iter().copied().fold(-1.0, f64::max) as i64 + 1,
        given => given,
    };
    call.charge(machine, (classes.max(0) as u128).saturating_mul(volume(&ids)))?;
    call.tensor_result(ids.one_hot(classes.max(0) as usize))
}

fn nonzero(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let x = call.real_tensor("x")?;
    call.charge(machine, (x.len() * x.ndim().max(1)) as u128)?;
    let found: Vec<Vec<usize>> = tensor::ops::matmul::places(x.shape()).filter(|place| x.at(place) != 0.0).collect();
    let rows = found.iter().flatten().map(|&place| place as i64).collect();
    let places = Tensor::from_i64(&[found.len(), x.ndim()], rows).map_err(|error| call.refused(&error))?;
    Ok(Value::Tensor(machine.leaf(places, Leaf::Given("nonzero".into()), call.span)))
}

fn unique(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let x = call.real_tensor("x")?;
    charge_sorting(machine, call, volume(&x), x.len())?;
    let elements = x.to_vec();
    let mut values: Vec<f64> =
        order::order(&elements, f64::total_cmp).into_iter().map(|place| elements[place]).collect();
    values.dedup();
    let made = Tensor::from_f64(&[values.len()], values);
    let distinct = tape::pause(|| made?.to(x.dtype())).map_err(|error| call.refused(&error))?;
    Ok(Value::Tensor(machine.leaf(distinct, Leaf::Given("unique".into()), call.span)))
}

fn bincount(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let (ids, least) = (call.real_tensor("x")?, call.size("minlength")?);
    let classes = (ids.to_vec().iter().copied().fold(-1.0, f64::max) + 1.0).max(least as f64) as usize;
    call.charge(machine, (classes as u128).saturating_mul(volume(&ids)))?;
    let rows = ids.one_hot(classes).map_err(|error| call.refused(&error))?;
    call.tensor_result(if ids.is_empty() { Ok(Tensor::zeros(&[classes], DType::I64)) } else { rows.sum(&[0], false) })
}

/// `x` where a mask is true, 0 elsewhere: for losses that leave some targets out.
pub(super) fn kept(x: &Tensor, mask: &Tensor) -> tensor::Result<Tensor> {
    where_(mask, x, &Tensor::zeros(&[], x.dtype()))
}
