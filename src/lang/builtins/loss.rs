//! Losses: how far a prediction is from what is right. Each is made of other operations, so that each number in it can say why.

use super::declare::{BuiltinResult, Invocation, builtins};
use super::grad_fn::{of_classes, of_reduced};
use super::loss_reduction::LossReduction;
use super::nn::scalar_type;
use super::rank::kept;
use crate::lang::diagnostic::Diagnostic;
use crate::lang::evaluate::Outcome;
use crate::tensor::ops::dtype_names::not_implemented;
use crate::tensor::{self, DType, Tensor};

builtins! { TABLE:
    /// The cross-entropy between logits and a target.
    #[at(Functional)]
    #[keeps(target, weight)]
    fn cross_entropy(
        call, input: Tensor, target: Tensor, weight: Option<Tensor> = None, size_average: Option<bool> = None,
        ignore_index: i64 = -100, reduce: Option<bool> = None, reduction: LossReduction = "mean",
        label_smoothing: f64 = 0.0
    ) -> Tensor {
        let reduction = reduction_of(size_average, reduce, reduction);
        surprise_of_scores(call, &input, &target, &Surprise { weight, ignore_index, reduction, label_smoothing })
    }

    /// As cross_entropy, of logarithms of probabilities.
    #[at(Functional)]
    #[keeps(target, weight)]
    fn nll_loss(
        call, input: Tensor, target: Tensor, weight: Option<Tensor> = None, size_average: Option<bool> = None,
        ignore_index: i64 = -100, reduce: Option<bool> = None, reduction: LossReduction = "mean"
    ) -> Tensor {
        let reduction = reduction_of(size_average, reduce, reduction);
        surprise_of_logs(call, &input, &target, &Surprise { weight, ignore_index, reduction, label_smoothing: 0.0 })
    }

    /// The mean squared error.
    #[at(Functional)]
    #[keeps(input, target)]
    fn mse_loss(
        call, input: Tensor, target: Tensor, size_average: Option<bool> = None, reduce: Option<bool> = None,
        reduction: LossReduction = "mean"
    ) -> Tensor => MseLossBackward0 {
        squared_distance(call, &input, &target, reduction_of(size_average, reduce, reduction))
    }

    /// The distance without its sign.
    #[at(Functional)]
    fn l1_loss(
        call, input: Tensor, target: Tensor, size_average: Option<bool> = None, reduce: Option<bool> = None,
        reduction: LossReduction = "mean"
    ) -> Tensor {
        let (input, target) = stretched(&input, &target)?;
        let reduction = reduction_of(size_average, reduce, reduction);
        call.grad_fn(of_reduced(reduction, "AbsBackward0"));
        reduced(call, &input.sub(&target)?.abs()?, reduction)
    }

    /// The KL divergence of target from input, which contains log-probabilities.
    #[at(Functional)]
    fn kl_div(
        call, input: Tensor, target: Tensor, size_average: Option<bool> = None, reduce: Option<bool> = None,
        reduction: LossReduction = "mean", log_target: bool = False
    ) -> Tensor {
        if !input.dtype().is_float() || !target.dtype().is_float() {
            return Err(call.error("kl_div: Integral inputs not supported.").help("write .float() after both").into());
        }
        let losses = divergence(&input, &target, log_target)?;
        let reduction = reduction_of(size_average, reduce, reduction);
        call.grad_fn(of_reduced(reduction, if log_target { "MulBackward0" } else { "SubBackward0" }));
        match reduction {
            LossReduction::BatchMean => {
                let rows = input.shape().first().copied().unwrap_or(1);
                Ok(losses.sum(&[], false)?.div(&count(rows)?)?)
            }
            reduction => reduced(call, &losses, reduction),
        }
    }
}

/// PyTorch's older arguments `size_average` and `reduce`, where they are given, say how to reduce.
pub(super) fn reduction_of(
    size_average: Option<bool>,
    reduce: Option<bool>,
    reduction: LossReduction,
) -> LossReduction {
    match (size_average, reduce) {
        (None, None) => reduction,
        (_, Some(false)) => LossReduction::None,
        (Some(false), _) => LossReduction::Sum,
        _ => LossReduction::Mean,
    }
}

/// A loss of each element, reduced as the call asks.
fn reduced(call: &Invocation<'_, '_>, losses: &Tensor, reduction: LossReduction) -> BuiltinResult<Tensor> {
    match reduction {
        LossReduction::None => Ok(losses.clone()),
        LossReduction::Sum => Ok(losses.sum(&[], false)?),
        LossReduction::Mean => Ok(losses.mean(&[], false)?),
        LossReduction::BatchMean => Err(only_divergence(call).into()),
    }
}

fn only_divergence(call: &Invocation<'_, '_>) -> Diagnostic {
    call.error("batchmean is not a valid value for reduction").help("only kl_div supports it")
}

/// Prediction and target in one shape, before they meet: a target without axes has then as much to say of the dtype as any other.
fn stretched(input: &Tensor, target: &Tensor) -> tensor::Result<(Tensor, Tensor)> {
    if input.shape() == target.shape() {
        return Ok((input.clone(), target.clone()));
    }
    Ok((input.expand_as(target)?, target.expand_as(input)?))
}

/// `F.mse_loss` and `nn.MSELoss`.
pub(super) fn squared_distance(
    call: &mut Invocation<'_, '_>,
    input: &Tensor,
    target: &Tensor,
    reduction: LossReduction,
) -> BuiltinResult<Tensor> {
    if !input.dtype().is_float() && !target.dtype().is_float() {
        let message = format!("\"mse_cpu\" not implemented for '{}'", scalar_type(input.dtype()));
        return Err(call.error(message).help("write input.float()").into());
    }
    let (input, target) = stretched(input, target)?;
    // Truth values are subtracted as numbers here.
    let wide = |x: &Tensor, other: &Tensor| if x.dtype() == DType::Bool { x.to(other.dtype()) } else { Ok(x.clone()) };
    let off = wide(&input, &target)?.sub(&wide(&target, &input)?)?;
    reduced(call, &off.mul(&off)?, reduction)
}

/// What the cross-entropy of a target depends on besides scores and target.
pub(super) struct Surprise {
    /// How much each class counts.
    pub(super) weight: Option<Tensor>,
    /// The target that does not count.
    pub(super) ignore_index: i64,
    /// How the losses become one.
    pub(super) reduction: LossReduction,
    /// How much of what is right is spread evenly over all classes.
    pub(super) label_smoothing: f64,
}

/// `F.cross_entropy` and `nn.CrossEntropyLoss`: the target holds classes, or a probability of each class.
pub(super) fn surprise_of_scores(
    call: &mut Invocation<'_, '_>,
    scores: &Tensor,
    target: &Tensor,
    how: &Surprise,
) -> BuiltinResult<Tensor> {
    if !(0.0..=1.0).contains(&how.label_smoothing) {
        let message = format!("label_smoothing must be between 0.0 and 1.0. Got: {}", how.label_smoothing);
        return Err(call.error(message).into());
    }
    let (axis, classes) = class_axis(call, scores)?;
    fits_classes(call, how.weight.as_ref(), classes, scores)?;
    if scores.shape() == target.shape() {
        return surprise_of_probabilities(call, scores, target, how);
    }
    let target = indices(call, scores, target, how)?;
    call.grad_fn(of_classes(scores, how.reduction, how.label_smoothing != 0.0));
    Ok(surprise(&scores.log_softmax(axis)?, &target, axis, how)?)
}

/// `F.nll_loss` and `nn.NLLLoss`.
pub(super) fn surprise_of_logs(
    call: &mut Invocation<'_, '_>,
    logs: &Tensor,
    target: &Tensor,
    how: &Surprise,
) -> BuiltinResult<Tensor> {
    let (axis, classes) = class_axis(call, logs)?;
    fits_classes(call, how.weight.as_ref(), classes, logs)?;
    let target = indices(call, logs, target, how)?;
    call.grad_fn(of_classes(logs, how.reduction, false));
    if !logs.dtype().is_float() {
        return Err(not_implemented("nll_loss_out_frame", logs.dtype(), "nll_loss").into());
    }
    Ok(surprise(logs, &target, axis, how)?)
}

/// Where the classes of scores lie, the last axis of one row, else axis 1, and how many they are.
fn class_axis(call: &Invocation<'_, '_>, scores: &Tensor) -> Outcome<(isize, usize)> {
    let axis = usize::from(scores.ndim() > 1);
    match scores.shape().get(axis) {
        Some(&classes) => Ok((axis as isize, classes)),
        None => Err(call.error("Expected 1 or more dimensions (got 0)").help("the scores need a class axis")),
    }
}

fn fits_classes(call: &Invocation<'_, '_>, weight: Option<&Tensor>, classes: usize, scores: &Tensor) -> Outcome<()> {
    let Some(weight) = weight else { return Ok(()) };
    if weight.shape() != [classes] {
        let message = format!(
            "weight tensor should be defined either for all {classes} classes or no classes but got weight tensor of \
             shape: {:?}",
            weight.shape()
        );
        return Err(call.error(message));
    }
    if weight.dtype() != scores.dtype() {
        let (wanted, given) = (scalar_type(scores.dtype()), scalar_type(weight.dtype()));
        return Err(call.error(format!("expected scalar type {wanted} but found {given}")));
    }
    Ok(())
}

/// The classes that a target names, after PyTorch's checks.
fn indices(call: &Invocation<'_, '_>, scores: &Tensor, target: &Tensor, how: &Surprise) -> BuiltinResult<Tensor> {
    const HELP: &str = "the target must contain integers and have the axes of the scores except axis 1: \
                        scores.view(-1, classes), target.view(-1)";
    if how.reduction == LossReduction::BatchMean {
        return Err(only_divergence(call).into());
    }
    let (shape, given) = (scores.shape(), target.shape());
    let axis = usize::from(scores.ndim() > 1);
    let wanted: Vec<usize> = shape.iter().enumerate().filter(|(at, _)| *at != axis).map(|(_, &size)| size).collect();
    if given != wanted {
        let message = match (shape, given) {
            ([_], _) => format!("size mismatch (got input: {shape:?}, target: {given:?})"),
            ([rows, ..], [targets, ..]) if rows != targets => {
                format!("Expected input batch_size ({rows}) to match target batch_size ({targets}).")
            }
            ([_, _], _) => "0D or 1D target tensor expected, multi-target not supported".to_owned(),
            _ => format!("Expected target size {wanted:?}, got {given:?}"),
        };
        let error = match (shape, given) {
            ([rows, _, ..], [targets, ..]) if rows != targets => call.error(message).raising("ValueError"),
            ([_, _], [_, _, ..]) => call.error(message).raising("RuntimeError"),
            _ => call.error(message),
        };
        return Err(error.help(HELP).into());
    }
    if !matches!(target.dtype(), DType::I64 | DType::U8) {
        let message = format!("expected target dtype to be Long or Byte, but got {}", scalar_type(target.dtype()));
        return Err(call.error(message).help(HELP).into());
    }
    let classes = shape.get(axis).copied().unwrap_or(0) as i64;
    let is_outside = |id: &i64| *id != how.ignore_index && !(0..classes).contains(id);
    if let Some(outside) = target.to_vec().into_iter().map(|id| id as i64).find(is_outside) {
        let help = format!("there are {classes} classes, numbered 0 to {}", classes - 1);
        let error = call.error(format!("Target {outside} is out of bounds.")).raising("IndexError");
        return Err(error.help(help).into());
    }
    Ok(target.to(DType::I64)?)
}

fn surprise(logs: &Tensor, target: &Tensor, axis: isize, how: &Surprise) -> tensor::Result<Tensor> {
    let counts = target.ne(&Tensor::integer(how.ignore_index))?;
    let counted = kept(target, &counts)?;
    let place = counted.unsqueeze(axis)?;
    let mut losses = logs.gather(axis, &place)?.squeeze(Some(axis))?.neg()?;
    let share = how.weight.as_ref().map(|weight| weights_at(weight, &counted)).transpose()?;
    if let Some(share) = &share {
        losses = losses.mul(share)?;
    }
    let total = match (how.reduction, &share) {
        (LossReduction::Mean, Some(share)) => Some(kept(share, &counts)?.sum(&[], false)?),
        (LossReduction::Mean, None) => Some(counts.sum(&[], false)?),
        _ => None,
    };
    let reduced = |losses: &Tensor| {
        let losses = kept(losses, &counts)?;
        match &total {
            Some(total) => losses.sum(&[], false)?.div(total),
            None if how.reduction == LossReduction::None => Ok(losses),
            None => losses.sum(&[], false),
        }
    };
    let loss = reduced(&losses)?;
    if how.label_smoothing == 0.0 {
        return Ok(loss);
    }
    // A little of what is right is spread evenly over all classes.
    let weighted = how.weight.as_ref().map(|weight| logs.mul(&along(weight, logs.ndim(), axis)?)).transpose()?;
    let of_all = reduced(&weighted.as_ref().unwrap_or(logs).sum(&[axis], false)?.neg()?)?;
    let classes = logs.shape()[axis as usize] as f64;
    let sharp = loss.mul(&Tensor::number(1.0 - how.label_smoothing))?;
    sharp.add(&of_all.mul(&Tensor::number(how.label_smoothing / classes))?)
}

/// The cross-entropy of a probability for each class.
fn surprise_of_probabilities(
    call: &Invocation<'_, '_>,
    scores: &Tensor,
    target: &Tensor,
    how: &Surprise,
) -> BuiltinResult<Tensor> {
    if !target.dtype().is_float() {
        let given = scalar_type(target.dtype());
        let message = format!("Expected floating point type for target with class probabilities, got {given}");
        return Err(call.error(message).help("a target of class ids has no class axis").into());
    }
    if how.ignore_index >= 0 {
        return Err(call.error("ignore_index is not supported for floating point target").into());
    }
    let (axis, classes) = class_axis(call, scores)?;
    call.grad_fn(if how.reduction == LossReduction::Mean { "DivBackward1" } else { "NegBackward0" });
    let mut losses = scores.log_softmax(axis)?.mul(&smoothed(target, how.label_smoothing, classes)?)?;
    if let Some(weight) = &how.weight {
        losses = losses.mul(&along(weight, scores.ndim(), axis)?)?;
    }
    match how.reduction {
        LossReduction::None => Ok(losses.sum(&[axis], false)?.neg()?),
        LossReduction::Sum => Ok(losses.sum(&[], false)?.neg()?),
        LossReduction::Mean => Ok(losses.sum(&[], false)?.neg()?.div(&count(scores.len() / classes.max(1))?)?),
        LossReduction::BatchMean => Err(only_divergence(call).into()),
    }
}

/// Probabilities of which a little is spread evenly over all classes.
fn smoothed(target: &Tensor, smoothing: f64, classes: usize) -> tensor::Result<Tensor> {
    if smoothing == 0.0 {
        return Ok(target.clone());
    }
    target.mul(&Tensor::number(1.0 - smoothing))?.add(&Tensor::number(smoothing / classes as f64))
}

/// The weight of the class that each target names.
fn weights_at(weight: &Tensor, target: &Tensor) -> tensor::Result<Tensor> {
    let shape: Vec<isize> = target.shape().iter().map(|&size| size as isize).collect();
    weight.index_select(0, &target.reshape(&[-1])?)?.reshape(&shape)
}

/// One number for each class, laid along the axis of the classes.
fn along(weight: &Tensor, axes: usize, axis: isize) -> tensor::Result<Tensor> {
    let shape: Vec<isize> = (0..axes as isize).map(|place| if place == axis { -1 } else { 1 }).collect();
    weight.reshape(&shape)
}

fn count(elements: usize) -> tensor::Result<Tensor> {
    Tensor::integer(elements as i64).to(DType::I64)
}

fn divergence(input: &Tensor, target: &Tensor, log_target: bool) -> tensor::Result<Tensor> {
    if log_target {
        return target.exp()?.mul(&target.sub(input)?);
    }
    // Where the probability is 0 nothing is lost, though its logarithm is infinite.
    let own = if target.dtype().is_half() { rounded_xlogy(target)? } else { target.xlogy(target)? };
    own.sub(&target.mul(input)?)
}

/// `x log(x)` in half precision, where PyTorch's kernel rounds the logarithm before it multiplies.
fn rounded_xlogy(x: &Tensor) -> tensor::Result<Tensor> {
    let is_nothing = x.eq(&Tensor::number(0.0))?;
    let logarithm = x.masked_fill(&is_nothing, &Tensor::number(1.0))?.log()?;
    x.mul(&logarithm)
}
