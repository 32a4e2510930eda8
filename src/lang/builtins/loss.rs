//! Losses: how far a prediction is from what is right. Each is made of other operations, so that each number in it can say why.

use super::declare::{BuiltinResult, Invocation, builtins};
use super::from_argument::{At, LossReduction};
use super::rank::kept;
use crate::lang::diagnostic::Diagnostic;
use crate::lang::evaluate::Outcome;
use crate::lang::evaluate::operators::volume;
use crate::lang::value::Value;
use crate::tensor::{self, DType, Tensor};

builtins! { TABLE:
    /// How surprised the scores of a model are by what is right.
    #[at(Functional)]
    fn cross_entropy(
        call, input: Tensor, target: At<Tensor>, weight: At<Value> = None, size_average: At<Value> = None,
        ignore_index: i64 = -100, reduce: At<Value> = None, reduction: LossReduction = "mean", label_smoothing: f64 = 0.0
    ) -> Tensor {
        absent(&weight, "weight")?;
        absent(&size_average, "size_average")?;
        absent(&reduce, "reduce")?;
        let axis = class_axis(call, &input, &target)?;
        call.charge(12 * volume(&input))?;
        let logs = input.log_softmax(axis)?;
        Ok(surprise(&logs, &target.value, axis, Surprise { ignore_index, reduction, label_smoothing })?)
    }

    /// As cross_entropy, of logarithms of probabilities.
    #[at(Functional)]
    fn nll_loss(
        call, input: Tensor, target: At<Tensor>, weight: At<Value> = None, size_average: At<Value> = None,
        ignore_index: i64 = -100, reduce: At<Value> = None, reduction: LossReduction = "mean"
    ) -> Tensor {
        absent(&weight, "weight")?;
        absent(&size_average, "size_average")?;
        absent(&reduce, "reduce")?;
        let axis = class_axis(call, &input, &target)?;
        call.charge(6 * volume(&input))?;
        Ok(surprise(&input, &target.value, axis, Surprise { ignore_index, reduction, label_smoothing: 0.0 })?)
    }

    /// The squared distance.
    #[at(Functional)]
    fn mse_loss(
        call, input: Tensor, target: Tensor, size_average: At<Value> = None, reduce: At<Value> = None,
        reduction: LossReduction = "mean"
    ) -> Tensor {
        absent(&size_average, "size_average")?;
        absent(&reduce, "reduce")?;
        call.charge_broadcast(&[&input, &target])?;
        let off = input.sub(&target)?;
        reduced(call, &off.mul(&off)?, reduction)
    }

    /// The distance without its sign.
    #[at(Functional)]
    fn l1_loss(
        call, input: Tensor, target: Tensor, size_average: At<Value> = None, reduce: At<Value> = None,
        reduction: LossReduction = "mean"
    ) -> Tensor {
        absent(&size_average, "size_average")?;
        absent(&reduce, "reduce")?;
        call.charge_broadcast(&[&input, &target])?;
        reduced(call, &input.sub(&target)?.abs()?, reduction)
    }

    /// How far probabilities are from those of which input holds the logarithms.
    #[at(Functional)]
    fn kl_div(
        call, input: Tensor, target: Tensor, size_average: At<Value> = None, reduce: At<Value> = None,
        reduction: LossReduction = "mean", log_target: bool = False
    ) -> Tensor {
        absent(&size_average, "size_average")?;
        absent(&reduce, "reduce")?;
        call.charge_broadcast(&[&input, &target])?;
        let losses = divergence(&input, &target, log_target)?;
        if reduction != LossReduction::BatchMean {
            return reduced(call, &losses, reduction);
        }
        let rows = input.shape().first().copied().unwrap_or(1);
        Ok(losses.sum(&[], false)?.div(&Tensor::integer(rows as i64).to(DType::I64)?)?)
    }
}

/// That a parameter that has no effect here is left alone.
pub(super) fn absent(argument: &At<Value>, name: &str) -> Outcome<()> {
    if matches!(argument.value, Value::None) {
        return Ok(());
    }
    Err(Diagnostic::new(argument.span, format!("`{name}` is not supported here")).help("leave it out"))
}

/// A loss of each element, reduced as the call asks.
fn reduced(call: &Invocation<'_, '_>, losses: &Tensor, reduction: LossReduction) -> BuiltinResult<Tensor> {
    match reduction {
        LossReduction::None => Ok(losses.clone()),
        LossReduction::Sum => Ok(losses.sum(&[], false)?),
        LossReduction::Mean => Ok(losses.mean(&[], false)?),
        LossReduction::BatchMean => {
            Err(call.error("batchmean is not a valid value for reduction").help("kl_div alone takes it").into())
        }
    }
}

/// Where the classes of scores lie: the last axis of one row, else axis 1.
fn class_axis(call: &Invocation<'_, '_>, scores: &Tensor, target: &At<Tensor>) -> Outcome<isize> {
    let target = &target.value;
    let axis = usize::from(scores.ndim() > 1);
    let rows = scores.shape().iter().enumerate().filter(|(place, _)| *place != axis).map(|(_, &size)| size);
    if scores.ndim() > 0 && !target.dtype().is_float() && target.shape().iter().copied().eq(rows) {
        return Ok(axis as isize);
    }
    let (name, shape) = (call.name(), scores.shape_text());
    let message =
        format!("{name}: the scores are {shape} and the target is {} {}", target.dtype(), target.shape_text());
    Err(call.error(message).help(
        "the target holds whole numbers and has the axes of the scores without axis 1: scores.view(-1, classes), target.view(-1)",
    ))
}

/// What the cross-entropy of a target depends on besides the log-probabilities.
struct Surprise {
    ignore_index: i64,
    reduction: LossReduction,
    label_smoothing: f64,
}

fn surprise(logs: &Tensor, target: &Tensor, axis: isize, how: Surprise) -> tensor::Result<Tensor> {
    let counts = target.ne(&Tensor::integer(how.ignore_index))?;
    let place = kept(target, &counts)?.unsqueeze(axis)?;
    let mut losses = logs.gather(axis, &place)?.squeeze(Some(axis))?.neg()?;
    if how.label_smoothing != 0.0 {
        // A little of what is right is spread evenly over all classes.
        let even = logs.mean(&[axis], false)?.neg()?;
        let sharp = losses.mul(&Tensor::number(1.0 - how.label_smoothing))?;
        losses = sharp.add(&even.mul(&Tensor::number(how.label_smoothing))?)?;
    }
    let losses = kept(&losses, &counts)?;
    match how.reduction {
        LossReduction::None => Ok(losses),
        LossReduction::Mean => losses.sum(&[], false)?.div(&counts.sum(&[], false)?),
        LossReduction::Sum | LossReduction::BatchMean => losses.sum(&[], false),
    }
}

fn divergence(input: &Tensor, target: &Tensor, log_target: bool) -> tensor::Result<Tensor> {
    if log_target {
        return target.exp()?.mul(&target.sub(input)?);
    }
    // Where the probability is 0 nothing is lost, though its logarithm is infinite.
    let some = target.gt(&Tensor::number(0.0))?;
    kept(&target.mul(&target.log()?.sub(input)?)?, &some)
}
