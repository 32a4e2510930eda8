//! What PyTorch's graph calls the steps of functions that take another way for other arguments.

use super::declare::Invocation;
use super::from_argument::Operand;
use super::loss_reduction::LossReduction;
use crate::lang::evaluate::grad_fn::of_matmul;
use crate::lang::value::{SharedTensor, Value};
use crate::tensor::Tensor;

impl Invocation<'_, '_> {
    /// Whether a gradient of an argument is wanted.
    pub(super) fn is_required(&self, place: usize) -> bool {
        self.argument(place).and_then(Value::as_tensor).is_some_and(SharedTensor::requires_grad)
    }

    /// Says one name where an operand is a plain number, and another where it is a tensor.
    pub(super) fn grad_fn_by(&self, operand: &Operand, of_number: &'static str, of_tensor: &'static str) {
        self.grad_fn(if operand.0.is_number() { of_number } else { of_tensor });
    }

    /// Says the name of a reduction of everything, or along axes that are named.
    pub(super) fn grad_fn_along(&self, is_along: bool, of_all: &'static str, along: &'static str) {
        self.grad_fn(if is_along { along } else { of_all });
    }
}

/// That of a tensor under another shape.
pub(super) fn of_reshape(x: &Tensor, made: &Tensor) -> &'static str {
    if x.is_contiguous() {
        "ViewBackward0"
    } else if x.can_be_viewed(made.shape()) {
        "ReshapeAliasBackward0"
    } else {
        "UnsafeViewBackward0"
    }
}

/// That of `x @ weight.T + bias`.
pub(super) fn of_linear(x: &Tensor, weight: &Tensor, has_bias: bool) -> &'static str {
    match (has_bias, x.ndim()) {
        (true, 2) => "AddmmBackward0",
        (true, _) if x.is_contiguous() => "UnsafeViewBackward0",
        (true, _) => "AddBackward0",
        (false, _) => of_matmul(x, weight, false),
    }
}

/// That of a sum of products, with an equation in which no axes are left out.
pub(super) fn of_einsum(equation: &str, operands: usize) -> &'static str {
    let plain: String = equation.chars().filter(|letter| !letter.is_whitespace()).collect();
    let (inputs, output) = plain.split_once("->").map_or((&*plain, None), |(inputs, output)| (inputs, Some(output)));
    let is_summed = |letter: char| match output {
        Some(output) => !output.contains(letter),
        None => inputs.matches(letter).count() > 1,
    };
    match (operands, inputs.chars().any(|letter| letter != ',' && is_summed(letter))) {
        (..=1, true) => "SumBackward1",
        (..=1, false) => "PermuteBackward0",
        (_, true) => "ViewBackward0",
        (_, false) => "MulBackward0",
    }
}

/// That of an attention: PyTorch's kernel for heads computes it, or a product of matrices.
pub(super) fn of_attention(of: [&Tensor; 3], mask: Option<&SharedTensor>, has_dropout: bool) -> &'static str {
    let [query, key, value] = of.map(Tensor::shape);
    let is_for_kernel = || {
        let (&[batch, heads, _, width], &[of_key, shared, keys, _], &[of_value, same, ..]) = (query, key, value) else {
            return false;
        };
        let in_rows = of.iter().all(|x| x.stride().last() == Some(&1));
        let is_alike = batch == of_key && batch == of_value && shared == same && shared > 0 && heads % shared == 0;
        let is_full = query[2] > 0 && keys > 0 && key[3] == width && value[3] == width;
        let takes_mask = mask.is_none_or(|mask| !mask.requires_grad() && matches!(mask.ndim(), 2 | 4));
        in_rows && is_alike && is_full && takes_mask && !has_dropout
    };
    match query.len() {
        2 => "MmBackward0",
        3 => "SqueezeBackward1",
        _ if is_for_kernel() => "ScaledDotProductFlashAttentionForCpuBackward0",
        _ => "UnsafeViewBackward0",
    }
}

/// That of a cross-entropy of classes.
pub(super) fn of_classes(scores: &Tensor, reduction: LossReduction, is_smoothed: bool) -> &'static str {
    match (is_smoothed, scores.ndim()) {
        (true, _) => "AddBackward0",
        (false, ..=2) => "NllLossBackward0",
        (false, 4) => "NllLoss2DBackward0",
        (false, _) if reduction == LossReduction::None => "ViewBackward0",
        (false, _) => "NllLoss2DBackward0",
    }
}

/// That of losses that were computed one by one by a step of this name, and may have been reduced to a number.
pub(super) fn of_reduced(reduction: LossReduction, of_each: &'static str) -> &'static str {
    match reduction {
        LossReduction::None => of_each,
        LossReduction::Sum => "SumBackward0",
        LossReduction::Mean => "MeanBackward0",
        LossReduction::BatchMean => "DivBackward0",
    }
}
