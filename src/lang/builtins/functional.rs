//! The functions of neural networks: softmax, norms, products, attention.

use super::arguments::Call;
use super::{Builtin, Place};
use crate::lang::evaluate::operators::{broadcast_len, matmul_cost, volume};
use crate::lang::evaluate::{Machine, Outcome};
use crate::lang::value::Value;
use crate::tensor::{DType, LayerNorm, Tensor};
use Place::{Bare, Functional, Numpy, Torch};

pub(super) static TABLE: &[Builtin] = &[
    Builtin::new(
        "softmax",
        "x, dim, dtype=None",
        "Positive weights along an axis that sum to 1.",
        &[Bare, Torch, Functional, Place::Tensor],
        softmax,
    ),
    Builtin::new(
        "log_softmax",
        "x, dim, dtype=None",
        "The logarithm of softmax.",
        &[Bare, Torch, Functional, Place::Tensor],
        softmax,
    ),
    Builtin::new("matmul", "x, other", "The matrix product, x @ other.", &[Torch, Place::Tensor, Numpy], matmul),
    Builtin::new("mm", "x, other", "The product of two matrices.", &[Torch, Place::Tensor], matmul),
    Builtin::new("bmm", "x, other", "The products of two stacks of matrices.", &[Torch, Place::Tensor], matmul),
    Builtin::new("dot", "x, other", "The sum of the products of two vectors.", &[Torch, Place::Tensor], matmul),
    Builtin::new("linear", "x, weight, bias=None", "x @ weight.T + bias.", &[Functional], linear),
    Builtin::new(
        "layer_norm",
        "x, normalized_shape, weight=None, bias=None, eps=1e-5",
        "Each row with mean 0 and variance 1, then scaled and shifted.",
        &[Functional],
        layer_norm,
    ),
    Builtin::new("embedding", "x, weight", "The rows of a table that ids name.", &[Functional], embedding),
    Builtin::new("one_hot", "x, num_classes=-1", "For each id a row with a 1 at its place.", &[Functional], one_hot),
    Builtin::new(
        "dropout",
        "x, p=0.5, training=True",
        "Elements set to 0 at random and the rest scaled up, while training.",
        &[Functional],
        dropout,
    ),
    Builtin::new(
        "scaled_dot_product_attention",
        "query, key, value, attn_mask=None, dropout_p=0.0, is_causal=False, scale=None",
        "softmax(query @ key.mT / sqrt(d_k)) @ value; a mask is True where looking is allowed.",
        &[Functional],
        attention,
    ),
];

fn softmax(machine: &mut Machine<'_>, call: &Call<'_>) -> Outcome {
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

/// A product, charged before it is made.
fn product(machine: &mut Machine<'_>, call: &Call<'_>, a: &Tensor, b: &Tensor) -> Outcome<Tensor> {
    let (elements, work) = matmul_cost(a.shape(), b.shape());
    machine.spend_work(call.span, work)?;
    call.charge(machine, elements)?;
    a.matmul(b).map_err(|error| call.refused(&error))
}

fn matmul(machine: &mut Machine<'_>, call: &Call<'_>) -> Outcome {
    let (x, y) = (call.real_tensor("x")?, call.real_tensor("other")?);
    let axes = match call.builtin.name {
        "mm" => Some((2, "matrices")),
        "bmm" => Some((3, "stacks of matrices")),
        "dot" => Some((1, "vectors")),
        _ => None,
    };
    if let Some((axes, what)) = axes.filter(|(axes, _)| x.ndim() != *axes || y.ndim() != *axes) {
        let message = format!(
            "{} takes two {what}, of {axes} axes each, not {} and {}",
            call.builtin.name,
            x.shape_text(),
            y.shape_text()
        );
        return Err(call.error(message).help("`@` takes any of them"));
    }
    product(machine, call, &x, &y).map(Value::Tensor)
}

fn linear(machine: &mut Machine<'_>, call: &Call<'_>) -> Outcome {
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

fn layer_norm(machine: &mut Machine<'_>, call: &Call<'_>) -> Outcome {
    let x = call.real_tensor("x")?;
    let (gain, bias) = (call.optional_tensor(machine, "weight")?, call.optional_tensor(machine, "bias")?);
    let shape = call.dims("normalized_shape")?;
    if shape.len() != 1 || x.shape().last().is_none_or(|&size| shape[0] != size as isize) {
        let message =
            format!("layer_norm goes over the last axis of {}, so normalized_shape must be its size", x.shape_text());
        return Err(call.error(message));
    }
    let variant = LayerNorm { eps: call.float("eps")?, ..LayerNorm::default() };
    call.charge(machine, 4 * volume(&x))?;
    call.tensor_result(x.layer_norm(variant, gain.as_ref(), bias.as_ref()))
}

fn embedding(machine: &mut Machine<'_>, call: &Call<'_>) -> Outcome {
    let (ids, table) = (call.real_tensor("x")?, call.real_tensor("weight")?);
    let width = table.shape().last().copied().unwrap_or(1) as u128;
    call.charge(machine, width.saturating_mul(volume(&ids)))?;
    call.tensor_result(table.embedding(&ids))
}

fn one_hot(machine: &mut Machine<'_>, call: &Call<'_>) -> Outcome {
    let ids = call.real_tensor("x")?;
    let all = ids.to_vec();
    let largest = all.iter().copied().fold(-1.0, f64::max) as i64;
    let classes = match call.int("num_classes")? {
        -1 => largest + 1,
        given => given,
    };
    if ids.dtype() != DType::I64 || all.iter().any(|id| *id < 0.0) || largest >= classes {
        return Err(call.error(format!("one_hot takes whole numbers from 0 to {}", classes - 1)));
    }
    call.charge(machine, (classes.max(0) as u128).saturating_mul(volume(&ids)))?;
    let places = Tensor::from_i64(&[classes as usize], (0..classes).collect());
    call.tensor_result(places.and_then(|places| ids.unsqueeze(-1)?.eq(&places)?.to(DType::I64)))
}

fn dropout(machine: &mut Machine<'_>, call: &Call<'_>) -> Outcome {
    let (x, p) = (call.real_tensor("x")?, call.float("p")?);
    if !call.flag("training")? || p == 0.0 {
        return Ok(Value::Tensor(x));
    }
    call.charge(machine, volume(&x))?;
    let span = call.span;
    let kept = machine.seeded(span)?.dropout_mask(x.shape(), p);
    let kept = kept.and_then(|kept| Tensor::from_f32(x.shape(), kept.into_iter().collect()));
    let kept = machine.leaf(kept.map_err(|error| call.refused(&error))?, crate::tensor::Leaf::Random, span);
    call.tensor_result(x.mul(&kept))
}

/// The paper's equation 1, step by step, so that each step can be asked why.
fn attention(machine: &mut Machine<'_>, call: &Call<'_>) -> Outcome {
    let (query, key, value) = (call.real_tensor("query")?, call.real_tensor("key")?, call.real_tensor("value")?);
    if call.float("dropout_p")? != 0.0 {
        return Err(call.error("dropout is not part of attention here").help("leave dropout_p out"));
    }
    let d_k = query.shape().last().copied().unwrap_or(1);
    let scale =
        if call.has("scale") { call.tensor(machine, "scale")? } else { Tensor::number(1.0 / (d_k as f64).sqrt()) };
    machine.place(call.span);
    let turned = key.transpose(-2, -1).map_err(|error| call.refused(&error))?;
    let scores = product(machine, call, &query, &turned)?;
    let shape: Vec<&[usize]> = vec![scores.shape(), scale.shape()];
    call.charge(machine, 8 * broadcast_len(&shape))?;
    let scores =
        scores.mul(&scale).and_then(|scores| masked(call, machine, scores)).map_err(|error| call.refused(&error))?;
    let weights = scores.softmax(-1).map_err(|error| call.refused(&error))?;
    product(machine, call, &weights, &value).map(Value::Tensor)
}

/// Scores with what may not be looked at filled in: True in a mask is allowed, numbers in a mask are added.
fn masked(call: &Call<'_>, machine: &mut Machine<'_>, mut scores: Tensor) -> crate::tensor::Result<Tensor> {
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
