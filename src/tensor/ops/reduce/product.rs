//! The product of elements: its formula, and what it hands back to each of them.

use crate::tensor::explain::{Expr, Operator, ScalarFunction};
use crate::tensor::{DType, Result, Tensor};

/// Of so many halves the formula says each step, which is rounded; of more it says the product alone.
const MAX_ROUNDED_STEPS: usize = 32;

/// The product as a formula.
pub(super) fn formula(elements: Vec<Expr>, dtype: DType) -> Expr {
    match ScalarFunction::rounding(dtype) {
        Some(rounding) if (1..=MAX_ROUNDED_STEPS).contains(&elements.len()) => {
            let step = |product: Expr, x: Expr| Expr::call(rounding, product.join(Operator::Mul, x));
            elements.into_iter().reduce(step).unwrap_or(Expr::Exact(1.0))
        }
        _ => Expr::Call(ScalarFunction::Product, elements),
    }
}

/// The gradient of products, taken as PyTorch takes it: the product over the element, or where elements are 0, by which nothing can
/// be divided, the product of the others. `g`, what is handed on, and `value` have size 1 along the axes: one, or all.
pub(super) fn gradient(x: &Tensor, g: &Tensor, value: &Tensor, axes: &[isize]) -> Result<Tensor> {
    let is_of_all = axes.len() == x.ndim();
    match x.to_vec().iter().filter(|&&x| x == 0.0).count() {
        _ if x.ndim() == 0 => Ok(g.clone()),
        0 => g.mul(&value.div(x)?),
        // Two zeros leave nothing of any product of all, whatever else is in it.
        2.. if is_of_all => Ok(Tensor::zeros(x.shape(), x.dtype())),
        _ => g.mul(&of_others(x, if is_of_all { None } else { axes.first().copied() })?),
    }
}

/// For each element the product of the others along its axis, or of all others.
fn of_others(x: &Tensor, axis: Option<isize>) -> Result<Tensor> {
    let values = x.to_vec();
    let (size, stride) = match axis {
        Some(axis) => (x.shape()[axis as usize], x.shape()[axis as usize + 1..].iter().product()),
        None => (values.len(), 1),
    };
    let mut others = vec![1.0; values.len()];
    let first = |at: &usize| (at / stride).is_multiple_of(size);
    for start in (0..values.len()).filter(first) {
        let lane = (0..size).map(|place| start + place * stride);
        let (mut before, mut after) = (1.0, 1.0);
        for at in lane.clone() {
            others[at] = before;
            before *= values[at];
        }
        for at in lane.rev() {
            others[at] *= after;
            after *= values[at];
        }
    }
    Tensor::from_f64(x.shape(), others)?.to(x.dtype())
}
