//! Losses: how far a prediction is from what is right. Each is made of other operations, so that each number in it can say why.

use super::arguments::Call;
use super::rank::kept;
use super::{Builtin, Namespace};
use crate::lang::evaluate::operators::volume;
use crate::lang::evaluate::{Interpreter, Outcome};
use crate::lang::value::Value;
use crate::tensor::{self, DType, Tensor};
use Namespace::Functional;

const HERE: &[Namespace] = &[Functional];

pub(super) static TABLE: &[Builtin] = &[
    Builtin::new(
        "cross_entropy",
        "x, target, weight=None, size_average=None, ignore_index=-100, reduce=None, reduction='mean', label_smoothing=0.0",
        "How surprised the scores of a model are by what is right.",
        HERE,
        cross_entropy,
    ),
    Builtin::new(
        "nll_loss",
        "x, target, weight=None, size_average=None, ignore_index=-100, reduce=None, reduction='mean'",
        "As cross_entropy, of logarithms of probabilities.",
        HERE,
        cross_entropy,
    ),
    Builtin::new("mse_loss", "x, target, reduction='mean'", "The squared distance.", HERE, distance),
    Builtin::new("l1_loss", "x, target, reduction='mean'", "The distance without its sign.", HERE, distance),
    Builtin::new(
        "kl_div",
        "x, target, reduction='mean', log_target=False",
        "How far probabilities are from those of which x holds the logarithms.",
        HERE,
        kl_div,
    ),
];

/// A loss of each element, reduced as the call asks.
fn reduced(call: &Call<'_>, losses: &Tensor) -> tensor::Result<Tensor> {
    match call.value("reduction") {
        Value::Str(how) if &**how == "none" => Ok(losses.clone()),
        Value::Str(how) if &**how == "sum" => losses.sum(&[], false),
        _ => losses.mean(&[], false),
    }
}

fn check_reduction(call: &Call<'_>, known: &[&str]) -> Outcome<()> {
    let how = call.text("reduction")?;
    if known.contains(&how) { Ok(()) } else { Err(call.wrong("reduction", &known.join(" or "))) }
}

fn cross_entropy(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let (x, target) = (call.real_tensor("x")?, call.real_tensor("target")?);
    check_reduction(call, &["mean", "sum", "none"])?;
    if call.has("weight") {
        return Err(call.wrong("weight", "None"));
    }
    let axis = usize::from(x.ndim() > 1);
    let expected: Vec<usize> = x
        .shape()
        .iter()
        .enumerate()
        .filter(|(place, _)| *place != axis || x.ndim() == 0)
        .map(|(_, &size)| size)
        .collect();
    if target.dtype().is_float() || target.shape() != expected || x.ndim() == 0 {
        let message = format!(
            "{}: the scores are {} and the target is {} {}",
            call.builtin.name,
            x.shape_text(),
            target.dtype(),
            target.shape_text()
        );
        return Err(call.error(message).help(
            "the target holds whole numbers and has the axes of the scores without axis 1: scores.view(-1, classes), target.view(-1)",
        ));
    }
    call.charge(machine, 12 * volume(&x))?;
    call.tensor_result(surprise(call, &x, &target, axis as isize))
}

fn surprise(call: &Call<'_>, x: &Tensor, target: &Tensor, axis: isize) -> tensor::Result<Tensor> {
    let number = |name: &str| call.float(name).unwrap_or_default();
    let smoothing = if call.builtin.name == "cross_entropy" { number("label_smoothing") } else { 0.0 };
    let counts = target.ne(&Tensor::integer(number("ignore_index") as i64))?;
    let logs = if call.builtin.name == "cross_entropy" { x.log_softmax(axis)? } else { x.clone() };
    let place = kept(target, &counts)?.unsqueeze(axis)?;
    let mut losses = logs.gather(axis, &place)?.squeeze(Some(axis))?.neg()?;
    if smoothing != 0.0 {
        // A little of what is right is spread evenly over all classes.
        let even = logs.mean(&[axis], false)?.neg()?;
        losses = losses.mul(&Tensor::number(1.0 - smoothing))?.add(&even.mul(&Tensor::number(smoothing))?)?;
    }
    let losses = kept(&losses, &counts)?;
    match call.value("reduction") {
        Value::Str(how) if &**how == "mean" => losses.sum(&[], false)?.div(&counts.sum(&[], false)?),
        _ => reduced(call, &losses),
    }
}

fn distance(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let (x, target) = (call.real_tensor("x")?, call.real_tensor("target")?);
    check_reduction(call, &["mean", "sum", "none"])?;
    call.charge_broadcast(machine, &[&x, &target])?;
    let squared = call.builtin.name == "mse_loss";
    let losses = x.sub(&target).and_then(|off| if squared { off.mul(&off) } else { off.abs() });
    call.tensor_result(losses.and_then(|losses| reduced(call, &losses)))
}

fn kl_div(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let (x, target) = (call.real_tensor("x")?, call.real_tensor("target")?);
    check_reduction(call, &["mean", "sum", "none", "batchmean"])?;
    call.charge_broadcast(machine, &[&x, &target])?;
    let log_target = call.flag("log_target")?;
    call.tensor_result(divergence(call, &x, &target, log_target))
}

fn divergence(call: &Call<'_>, x: &Tensor, target: &Tensor, log_target: bool) -> tensor::Result<Tensor> {
    let losses = if log_target {
        target.exp()?.mul(&target.sub(x)?)?
    } else {
        // Where the probability is 0 nothing is lost, though its logarithm is infinite.
        let some = target.gt(&Tensor::number(0.0))?;
        kept(&target.mul(&target.log()?.sub(x)?)?, &some)?
    };
    match call.value("reduction") {
        Value::Str(how) if &**how == "batchmean" => {
            let rows = x.shape().first().copied().unwrap_or(1);
            losses.sum(&[], false)?.div(&Tensor::integer(rows as i64).to(DType::I64)?)
        }
        _ => reduced(call, &losses),
    }
}
