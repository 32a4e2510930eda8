//! Functions made of other operations, whose steps can each be asked why.

use super::mask::where_;
use super::{axis_places, dtype_names};
use crate::tensor::{DType, Error, Result, Tensor};

/// Real numbers of a tensor: whole numbers and truth values become float32, before anything can wrap around.
fn real(x: &Tensor) -> Result<Tensor> {
    if x.dtype().is_float() || x.dtype().is_complex() || x.is_number() { Ok(x.clone()) } else { x.to(DType::F32) }
}

/// Steps of these functions that broadcast or reduce; they fail where those do.
#[expect(clippy::missing_errors_doc, reason = "said once for all of them above")]
impl Tensor {
    /// The logarithm of the sum of e to the power of each element. The largest element is taken out first, so that no power is
    /// too large; where it is infinite, nothing is.
    pub fn logsumexp(&self, axes: &[isize], keep: bool) -> Result<Self> {
        let x = real(self)?;
        // The logarithm of nothing's sum; nothing has no largest element.
        if axis_places("logsumexp", &x, axes)?.iter().any(|&axis| x.shape()[axis] == 0) {
            return x.exp()?.sum(axes, keep)?.log();
        }
        let largest = x.max(axes, true)?;
        let finite = largest.abs()?.lt(&Self::number(f64::INFINITY))?;
        let taken = where_(&finite, &largest, &Self::number(0.0))?;
        let logs = x.sub(&taken)?.exp()?.sum(axes, true)?.log()?.add(&taken)?;
        if keep { Ok(logs) } else { logs.sum(axes, false) }
    }

    /// The cosine of the angle between vectors along an axis, both broadcast to one shape first. No length counts as less than
    /// `eps`.
    pub fn cosine_similarity(&self, other: &Self, axis: isize, eps: f64) -> Result<Self> {
        let dtype = super::arithmetic::promoted(self, other);
        if !dtype.is_float() {
            return Err(Error::Value(format!(
                "expected common dtype to be floating point, yet common dtype is {}: a norm is a real number; write x.float() first",
                dtype_names::scalar(dtype)
            )));
        }
        // Real numbers keep their precision until they meet in the product.
        let real = |x: &Self| if x.dtype().is_float() { Ok(x.clone()) } else { x.to(dtype) };
        let (a, b) = (real(self)?.expand_as(other)?, real(other)?.expand_as(self)?);
        let unit = |x: &Self| x.div(&x.norm(2.0, &[axis], true)?.maximum(&Self::number(eps))?);
        unit(&a)?.mul(&unit(&b)?)?.sum(&[axis], false)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reals(shape: &[usize], values: &[f32]) -> Tensor {
        Tensor::from_f32(shape, values.to_vec()).unwrap()
    }

    fn near(x: &Tensor, want: &[f64]) {
        let got = x.to_vec();
        let same = |(a, b): (&f64, &f64)| a.total_cmp(b).is_eq() || (a - b).abs() < 1e-6 || a.is_nan() && b.is_nan();
        assert!(got.len() == want.len() && got.iter().zip(want).all(same), "{got:?} is not {want:?}");
    }

    #[test]
    fn cosines_are_of_broadcast_vectors() {
        let (a, b) = (reals(&[2, 2], &[1.0, 2.0, 3.0, 4.0]), reals(&[2, 1], &[1.0, 1.0]));
        near(&a.cosine_similarity(&b, 1, 1e-8).unwrap(), &[0.948_683_3, 0.989_949_5]);
        let tiny = reals(&[2], &[1e-9, 0.0]);
        near(&tiny.cosine_similarity(&tiny, 0, 1e-8).unwrap(), &[0.01]);
        near(&tiny.cosine_similarity(&reals(&[2], &[1.0, 0.0]), 0, 1e-8).unwrap(), &[0.1]);
        let double = Tensor::from_f64(&[2], vec![1.0, 0.0]).unwrap();
        let single = f64::from(reals(&[2], &[0.6, 0.8]).norm(2.0, &[], false).unwrap().item().unwrap() as f32);
        let unit = f64::from(0.6_f32 / single as f32);
        assert_eq!(double.cosine_similarity(&reals(&[2], &[0.6, 0.8]), 0, 1e-8).unwrap().to_vec(), [unit]);
        let ids = Tensor::from_i64(&[2], vec![1, 2]).unwrap();
        let refused = ids.cosine_similarity(&ids, 0, 1e-8).unwrap_err().to_string();
        assert!(refused.starts_with("expected common dtype to be floating point, yet common dtype is Long"));
    }

    #[test]
    fn bytes_do_not_wrap_around() {
        let bytes = Tensor::from_u8(&[2], vec![200, 1]).unwrap();
        near(&bytes.logsumexp(&[0], false).unwrap(), &[200.0]);
        near(&Tensor::from_u8(&[1], vec![2]).unwrap().sigmoid().unwrap(), &[0.880_797_03]);
        assert_eq!(bytes.sigmoid().unwrap().dtype(), DType::F32);
        near(&reals(&[], &[1.0]).logsumexp(&[0], false).unwrap(), &[1.0]);
        near(&reals(&[2, 0], &[]).logsumexp(&[1], false).unwrap(), &[f64::NEG_INFINITY; 2]);
    }
}
