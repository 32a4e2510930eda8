//! The p-norm: its value, its formula and its gradient.

use super::{extreme, sum_over, zero_where_zero};
use crate::tensor::explain::{Expr, Operator, ScalarFunction};
use crate::tensor::{Real, Result, Tensor, sum};

/// The p-norm of some values; squares are summed in their own precision, and overflow where PyTorch's do.
pub(super) fn of<T: Real>(values: &[T], p: f64) -> T {
    let size = |x: T| x.abs();
    match p {
        // One number is its own norm: its square need not be held.
        _ if values.len() == 1 && p != 0.0 => size(values[0]),
        2.0 => sum::sum_of(values, |x| x * x).sqrt(),
        1.0 => sum::sum_of(values, size),
        0.0 => T::of(values.iter().filter(|&&x| x != T::zero()).count() as f64),
        f64::INFINITY => extreme(values.iter().map(|&x| size(x)), T::neg_infinity(), |a, b| a > b),
        f64::NEG_INFINITY => extreme(values.iter().map(|&x| size(x)), T::infinity(), |a, b| a < b),
        _ => T::of(sum::sum_of(values, |x| x.abs().f64().powf(p)).powf(p.recip())),
    }
}

/// The formula of the p-norm.
pub(super) fn formula(elements: Vec<Expr>, p: f64) -> Expr {
    let power = |x: Expr, p: f64| x.join(Operator::Pow, Expr::Exact(p));
    let sizes = || elements.iter().map(|x| Expr::call(ScalarFunction::Abs, x.clone())).collect::<Vec<_>>();
    match p {
        _ if elements.len() == 1 && p != 0.0 => Expr::Sum(sizes()),
        2.0 => Expr::call(ScalarFunction::Sqrt, Expr::Sum(elements.into_iter().map(|x| power(x, 2.0)).collect())),
        1.0 => Expr::Sum(sizes()),
        0.0 => Expr::Sum(elements.into_iter().map(|x| Expr::call(ScalarFunction::Truth, x)).collect()),
        f64::INFINITY => Expr::Call(ScalarFunction::Max, sizes()),
        f64::NEG_INFINITY => Expr::Call(ScalarFunction::Min, sizes()),
        _ => power(Expr::Sum(sizes().into_iter().map(|x| power(x, p)).collect()), p.recip()),
    }
}

/// The gradient of the p-norm: `sign(x) |x|^(p-1) / norm^(p-1)`, and 0 where the norm is 0. An infinite norm hands it to the
/// elements that have it, in equal parts.
pub(super) fn gradient(x: &Tensor, g: &Tensor, norm: &Tensor, p: f64, axes: &[isize]) -> Result<Tensor> {
    match p {
        0.0 => g.mul(&Tensor::number(0.0))?.expand_as(x),
        1.0 => g.mul(&x.sign()?),
        2.0 => g.mul(&zero_where_zero(&x.div(norm)?, norm)?),
        _ if p.is_infinite() => {
            let chosen = x.abs()?.eq(norm)?.or(&x.ne(x)?)?.to(x.dtype())?;
            g.mul(&x.sign()?)?.mul(&chosen)?.div(&sum_over(&chosen, axes)?)
        }
        _ if p < 1.0 => {
            let power = |x: &Tensor, p: f64| x.pow(&Tensor::number(p));
            let grows = zero_where_zero(&x.sign()?.mul(&power(&x.abs()?, p - 1.0)?)?, x)?;
            grows.mul(g)?.mul(&power(norm, 1.0 - p)?)
        }
        _ => {
            let power = Tensor::number(p - 1.0);
            let handed = zero_where_zero(&g.div(&norm.pow(&power)?)?, norm)?;
            x.sign()?.mul(&x.abs()?.pow(&power)?)?.mul(&handed)
        }
    }
}
