//! Root mean square normalization (Zhang and Sennrich, 2019): a layer norm that leaves the mean where it is.
//!
//! Most models since 2020 norm so: there is one sum less to compute, and no shift to learn.

use super::parameters::{Named, Parameters, named};
use crate::tensor::{DType, Result, Tensor};

/// An RMS norm with its parameter, `x / sqrt(mean(x²) + eps) · weight`, as `nn.RMSNorm`.
///
/// ```
/// use glassformer::{nn::RmsNorm, tensor::Tensor};
///
/// let x = Tensor::from_f32(&[1, 2], vec![1.0, 7.0])?; // its root mean square is 5
/// let y = RmsNorm::new(2).forward(&x)?;
/// assert!((y.at(&[0, 0]) - 0.2).abs() < 1e-6 && (y.at(&[0, 1]) - 1.4).abs() < 1e-6);
/// # Ok::<(), glassformer::tensor::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct RmsNorm {
    /// What keeps the division from failing. None is the distance from 1 to the next number of x's dtype, PyTorch's default.
    pub eps: Option<f64>,
    /// The gain: one number for each feature. None leaves the root mean square at 1.
    pub weight: Option<Tensor>,
}

impl RmsNorm {
    /// `nn.RMSNorm(features)` as it starts out: gains 1.
    pub fn new(features: usize) -> Self {
        Self { eps: None, weight: Some(Tensor::full(&[features], 1.0, DType::F32)) }
    }

    /// The norm over the last axis: (..., features) to (..., features).
    ///
    /// # Errors
    /// When `x` is not real or has no axes, or the gain does not fit its last one.
    pub fn forward(&self, x: &Tensor) -> Result<Tensor> {
        let eps = self.eps.unwrap_or(match x.dtype() {
            DType::F64 => f64::EPSILON,
            _ => f64::from(f32::EPSILON),
        });
        // All of it is computed in float32 and rounded once.
        let wide = if x.dtype().is_half() { x.to(DType::F32)? } else { x.clone() };
        let square = wide.mul(&wide)?.mean(&[-1], true)?;
        let normal = wide.div(&square.add(&Tensor::number(eps))?.sqrt()?)?;
        let value = match &self.weight {
            Some(weight) => normal.mul(weight)?,
            None => normal,
        };
        if value.dtype() == x.dtype() { Ok(value) } else { value.to(x.dtype()) }
    }
}

impl Parameters for RmsNorm {
    fn parameters(&mut self) -> Named<'_> {
        named([("weight", self.weight.as_mut())])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_keeps_its_direction_and_gets_the_length_of_its_gains() {
        let x = Tensor::from_f64(&[2, 3], vec![3.0, 0.0, -3.0, 20.0, 10.0, 20.0]).unwrap();
        let weight = Some(Tensor::from_f64(&[3], vec![1.0, 1.0, 2.0]).unwrap());
        let y = RmsNorm { eps: Some(0.0), weight }.forward(&x).unwrap().to_vec();
        let long = 1.5_f64.sqrt();
        for (y, wanted) in y.into_iter().zip([
            long,
            0.0,
            -2.0 * long,
            20.0 / 300_f64.sqrt(),
            10.0 / 300_f64.sqrt(),
            40.0 / 300_f64.sqrt(),
        ]) {
            assert!((y - wanted).abs() < 1e-12, "{y} instead of {wanted}");
        }
    }

    #[test]
    fn a_row_of_zeros_stays_what_it_is() {
        let zeros = Tensor::full(&[1, 2], 0.0, DType::F32);
        assert_eq!(RmsNorm::new(2).forward(&zeros).unwrap().to_vec(), [0.0, 0.0]);
    }
}
