//! The functions of neural networks: softmax, norms, products, attention.

use super::algebra::product;
use super::arguments::Call;
use super::{Builtin, Namespace};
use crate::lang::evaluate::operators::{broadcast_len, volume};
use crate::lang::evaluate::{Interpreter, Outcome};
use crate::lang::value::Value;
use crate::nn::RmsNorm;
use crate::tensor::ops::join::{placed, stack};
use crate::tensor::ops::shape::AxisSlice;
use crate::tensor::tape::{self, Leaf};
use crate::tensor::{DType, Element, NormVariant, Tensor};
use Namespace::{Bare, Functional, Rnn, Torch};

pub(super) static TABLE: &[Builtin] = &[
    Builtin::new(
        "softmax",
        "x, dim, dtype=None",
        "Positive weights along an axis that sum to 1.",
        &[Bare, Torch, Functional, Namespace::Tensor],
        softmax,
    ),
    Builtin::new(
        "log_softmax",
        "x, dim, dtype=None",
        "The logarithm of softmax.",
        &[Bare, Torch, Functional, Namespace::Tensor],
        softmax,
    ),
    Builtin::new("linear", "x, weight, bias=None", "x @ weight.T + bias.", &[Functional], linear),
    Builtin::new(
        "layer_norm",
        "x, normalized_shape, weight=None, bias=None, eps=1e-5",
        "Each row with mean 0 and variance 1, then scaled and shifted.",
        &[Functional],
        layer_norm,
    ),
    Builtin::new(
        "rms_norm",
        "x, normalized_shape, weight=None, eps=None",
        "Each row with root mean square 1, then scaled.",
        &[Functional],
        rms_norm,
    ),
    Builtin::new(
        "embedding",
        "x, weight, padding_idx=None",
        "The rows of a table that ids name.",
        &[Functional],
        embedding,
    ),
    Builtin::new(
        "dropout",
        "x, p=0.5, training=True, inplace=False",
        "Elements set to 0 at random and the rest scaled up, while training.",
        &[Functional, Torch],
        dropout,
    ),
    Builtin::new(
        "pad",
        "x, pad, mode='constant', value=None",
        "More places before and after the last axes, filled with a value.",
        &[Functional],
        pad,
    ),
    Builtin::new(
        "pad_sequence",
        "sequences, batch_first=False, padding_value=0.0, padding_side='right'",
        "Tensors of different lengths in one, filled up with a value.",
        &[Rnn],
        pad_sequence,
    ),
    Builtin::new(
        "scaled_dot_product_attention",
        "query, key, value, attn_mask=None, dropout_p=0.0, is_causal=False, scale=None, enable_gqa=False",
        "softmax(query @ key.mT / sqrt(d_k)) @ value; a mask is True where looking is allowed.",
        &[Functional],
        attention,
    ),
];

fn softmax(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let mut x = call.real_tensor("x")?;
    if !call.has("dim") {
        return Err(call.wrong("dim", "an axis"));
    }
    let dim = call.dim("dim")?;
    call.charge(machine, 4 * volume(&x))?;
    if let Some(dtype) = call.dtype("dtype")? {
        x = x.to(dtype).map_err(|error| call.refused(&error))?;
    }
    call.tensor_result(if call.builtin.name == "softmax" { x.softmax(dim) } else { x.log_softmax(dim) })
}

fn linear(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let (x, weight) = (call.real_tensor("x")?, call.real_tensor("weight")?);
    let bias = call.optional_tensor(machine, "bias")?;
    machine.place(call.span);
    let turned =
        if weight.ndim() >= 2 { weight.transpose(-2, -1).map_err(|error| call.refused(&error))? } else { weight };
    let product = product(machine, call, &x, &turned)?;
    match bias {
        None => Ok(Value::Tensor(product)),
        Some(bias) => {
            call.charge_broadcast(machine, &[&product, &bias])?;
            call.tensor_result(product.add(&bias))
        }
    }
}

fn layer_norm(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let x = call.real_tensor("x")?;
    let (gain, bias) = (call.optional_tensor(machine, "weight")?, call.optional_tensor(machine, "bias")?);
    over_last_axis(call, &x)?;
    let variant = NormVariant { eps: call.float("eps")?, ..NormVariant::default() };
    call.charge(machine, 4 * volume(&x))?;
    call.tensor_result(x.layer_norm(variant, gain.as_ref(), bias.as_ref()))
}

fn rms_norm(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let (x, weight) = (call.real_tensor("x")?, call.optional_tensor(machine, "weight")?);
    over_last_axis(call, &x)?;
    let eps = if call.has("eps") { Some(call.float("eps")?) } else { None };
    call.charge(machine, 4 * volume(&x))?;
    machine.place(call.span);
    call.tensor_result(RmsNorm { eps, weight }.forward(&x))
}

/// That the shape which a norm goes over is the last axis of what it is given.
fn over_last_axis(call: &Call<'_>, x: &Tensor) -> Outcome<()> {
    let shape = call.dims("normalized_shape")?;
    if shape.len() != 1 || x.shape().last().is_none_or(|&size| shape[0] != size as isize) {
        let (name, shape) = (call.builtin.name, x.shape_text());
        let message = format!("{name} goes over the last axis of {shape}, so normalized_shape must be its size");
        return Err(call.error(message));
    }
    Ok(())
}

fn embedding(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let (ids, table) = (call.real_tensor("x")?, call.real_tensor("weight")?);
    let width = table.shape().last().copied().unwrap_or(1) as u128;
    call.charge(machine, width.saturating_mul(volume(&ids)))?;
    call.tensor_result(table.embedding(&ids))
}

fn dropout(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let (x, p) = (call.real_tensor("x")?, call.float("p")?);
    if call.flag("training")? { dropped(machine, call, &x, p).map(Value::Tensor) } else { Ok(Value::Tensor(x)) }
}

/// Elements set to 0 with probability `p`, the rest scaled up, drawn as PyTorch draws.
fn dropped(machine: &mut Interpreter<'_>, call: &Call<'_>, x: &Tensor, p: f64) -> Outcome<Tensor> {
    if p == 0.0 {
        return Ok(x.clone());
    }
    call.charge(machine, volume(x))?;
    let span = call.span;
    let kept = machine.seeded(span)?.dropout_mask(x.shape(), p);
    let kept = Tensor::new(f32::array(kept.map_err(|error| call.refused(&error))?));
    let kept = machine.leaf(kept, crate::tensor::Leaf::Random, span);
    machine.place(span);
    x.mul(&kept).map_err(|error| call.refused(&error))
}

/// Pairs of sizes from the last axis on: places before it and after it. A negative size takes places away.
fn pad(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let (x, sizes) = (call.real_tensor("x")?, call.dims("pad")?);
    if call.text("mode")? != "constant" {
        return Err(call.wrong("mode", "'constant'"));
    }
    if !sizes.len().is_multiple_of(2) || sizes.len() / 2 > x.ndim() {
        return Err(call.wrong("pad", "two sizes for each of the last axes, from the last on,"));
    }
    let fill = if call.has("value") { call.tensor(machine, "value")? } else { Tensor::integer(0) };
    let mut part = x;
    for (place, pair) in sizes.chunks(2).enumerate() {
        let axis = part.ndim() - 1 - place;
        let size = part.shape()[axis] as isize;
        let (before, after) = (pair[0], pair[1]);
        if size + before.min(0) + after.min(0) < 0 {
            return Err(call.error(format!("pad takes away more than the {size} places of axis {axis}")));
        }
        let left = (size + before.min(0) + after.min(0)) as usize;
        let kept = part.narrow(axis as isize, before.min(0).unsigned_abs(), left);
        let kept = kept.map_err(|error| call.refused(&error))?;
        let wider = left + before.max(0) as usize + after.max(0) as usize;
        let all = (kept.len() / left.max(1)).max(1) as u128 * wider as u128;
        call.charge(machine, all)?;
        part = padded(&kept, axis, before.max(0) as usize, wider, &fill).map_err(|error| call.refused(&error))?;
    }
    Ok(Value::Tensor(part))
}

/// A tensor put `before` places into an axis of `size` places, the rest of which is filled.
fn padded(x: &Tensor, axis: usize, before: usize, size: usize, fill: &Tensor) -> crate::tensor::Result<Tensor> {
    let mut shape = x.shape().to_vec();
    shape[axis] = size;
    let all: Vec<isize> = shape.iter().map(|&size| size as isize).collect();
    let filled = fill.to(x.dtype())?.reshape(&[])?.expand(&all)?;
    let parts: Vec<AxisSlice> = (0..x.ndim())
        .map(|place| match place {
            _ if place == axis => AxisSlice::Range { start: before, count: x.shape()[axis], step: 1 },
            _ => AxisSlice::all(shape[place]),
        })
        .collect();
    if x.is_empty() { Ok(filled) } else { placed(&filled, &parts, x) }
}

fn pad_sequence(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let sequences = call.tensors(machine, "sequences")?;
    let longest = sequences.iter().map(|one| one.shape().first().copied().unwrap_or(0)).max().unwrap_or(0);
    let side = call.text("padding_side")?;
    if sequences.iter().any(|one| one.ndim() == 0) {
        return Err(call.error("pad_sequence takes tensors of one axis or more, the first of which may differ in size"));
    }
    let largest = sequences.iter().map(|one| one.len() / one.shape()[0].max(1)).max().unwrap_or(1);
    call.charge(machine, 3 * (sequences.len() * longest * largest) as u128)?;
    let fill = call.tensor(machine, "padding_value")?;
    let rows: crate::tensor::Result<Vec<Tensor>> = sequences
        .iter()
        .map(|one| padded(one, 0, if side == "left" { longest - one.shape()[0] } else { 0 }, longest, &fill))
        .collect();
    let dim = isize::from(!call.flag("batch_first")?);
    machine.place(call.span);
    call.tensor_result(rows.and_then(|rows| stack(&rows, dim)))
}

/// The paper's equation 1, step by step, so that each step can be asked why.
fn attention(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let query = call.real_tensor("query")?;
    let [key, value] = ["key", "value"].map(|name| for_every_head(machine, call, &query, name));
    let (key, value) = (key?, value?);
    let d_k = query.shape().last().copied().unwrap_or(1);
    machine.place(call.span);
    let scale = if call.has("scale") {
        call.tensor(machine, "scale")?
    } else {
        let root = tape::leaf(Tensor::number(1.0 / (d_k as f64).sqrt()), Leaf::Given("1 / sqrt(d_k)".into()));
        tape::name(&root, "scale");
        root
    };
    machine.place(call.span);
    let turned = key.transpose(-2, -1).map_err(|error| call.refused(&error))?;
    let scores = product(machine, call, &query, &turned)?;
    let shape: Vec<&[usize]> = vec![scores.shape(), scale.shape()];
    call.charge(machine, 8 * broadcast_len(&shape))?;
    let scores =
        scores.mul(&scale).and_then(|scores| masked(call, machine, scores)).map_err(|error| call.refused(&error))?;
    let weights = scores.softmax(-1).map_err(|error| call.refused(&error))?;
    let weights = dropped(machine, call, &weights, call.float("dropout_p")?)?;
    product(machine, call, &weights, &value).map(Value::Tensor)
}

/// The keys or values. If heads share them in groups (`enable_gqa`), they are repeated for each head of a group.
fn for_every_head(machine: &mut Interpreter<'_>, call: &Call<'_>, query: &Tensor, name: &str) -> Outcome<Tensor> {
    let shared = call.real_tensor(name)?;
    if !call.flag("enable_gqa")? {
        return Ok(shared);
    }
    let heads = |x: &Tensor| x.ndim().checked_sub(3).map(|axis| x.shape()[axis]);
    let (Some(all), Some(few)) = (heads(query), heads(&shared)) else {
        return Err(call.wrong(name, "a tensor of heads, places, channels, since enable_gqa is set,"));
    };
    if few == 0 || !all.is_multiple_of(few) {
        return Err(call.error(format!("{all} heads of the query cannot share {few} of the {name} evenly")));
    }
    if all == few {
        return Ok(shared);
    }
    call.charge(machine, volume(&shared).saturating_mul((all / few) as u128))?;
    let places = (0..all).map(|head| (head / (all / few)) as i64).collect();
    machine.place(call.span_of(name));
    let places = Tensor::from_i64(&[all], places).map_err(|error| call.refused(&error))?;
    shared.index_select(-3, &places).map_err(|error| call.refused(&error))
}

/// Scores with what may not be looked at filled in: True in a mask is allowed, numbers in a mask are added.
fn masked(call: &Call<'_>, machine: &mut Interpreter<'_>, mut scores: Tensor) -> crate::tensor::Result<Tensor> {
    let hidden = Tensor::number(f64::NEG_INFINITY);
    if call.flag("is_causal").unwrap_or(false) {
        let ones = Tensor::ones(&scores.shape()[scores.ndim().saturating_sub(2)..], DType::Bool);
        scores = scores.masked_fill(&ones.triu(1)?, &hidden)?;
    }
    match call.optional_tensor(machine, "attn_mask") {
        Ok(Some(mask)) if mask.dtype() == DType::Bool => scores.masked_fill(&mask.not()?, &hidden),
        Ok(Some(mask)) => scores.add(&mask),
        _ => Ok(scores),
    }
}
