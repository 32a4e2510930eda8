//! Layer normalization (Ba, Kiros and Hinton, 2016), after each sub-layer in section 3.1 of the paper.
//!
//! Each position's features are shifted to mean 0 and scaled to deviation 1, then stretched and moved by what was learnt. The
//! published tutorials differ from PyTorch in which deviation they take and where they add eps:
//!
//! | | formula | deviation | eps |
//! |---|---|---|---|
//! | PyTorch, [`NormVariant::default`] | `(x - mean) / sqrt(var + eps)` | divides by n | 1e-5 |
//! | tutorials, [`with_deviation`] | `(x - mean) / (std + eps)` | divides by n-1, `torch.std`'s default | 1e-5, 1e-6 or 1e-8 |
//!
//! For 16 features the second is 3.2 % smaller, whatever eps is. For a single feature it is 0/0.

use super::parameters::{Named, Parameters, named};
use crate::tensor::{DType, Result, Tensor};

pub use crate::tensor::NormVariant;

/// A layer norm with its parameters.
///
/// ```
/// use glassformer::{nn::{LayerNorm, norm::with_deviation}, tensor::Tensor};
///
/// let x = Tensor::from_f32(&[1, 4], vec![1.0, 2.0, 3.0, 4.0])?;
/// let rounded = |y: Tensor| y.to_vec().iter().map(|y| format!("{y:.4}")).collect::<Vec<_>>();
/// assert_eq!(rounded(LayerNorm::new(4).forward(&x)?), ["-1.3416", "-0.4472", "0.4472", "1.3416"]);
/// let tutorial = LayerNorm { variant: with_deviation(1e-6), ..LayerNorm::new(4) };
/// assert_eq!(rounded(tutorial.forward(&x)?), ["-1.1619", "-0.3873", "0.3873", "1.1619"]);
/// # Ok::<(), glassformer::tensor::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct LayerNorm {
    /// Which formula.
    pub variant: NormVariant,
    /// The gain (gamma, alpha): one number for each feature, or one for all, (1). None leaves the deviation at 1.
    pub weight: Option<Tensor>,
    /// The shift (beta): one number for each feature, or one for all, (1). None leaves the mean at 0.
    pub bias: Option<Tensor>,
}

impl LayerNorm {
    /// `nn.LayerNorm(features)` as it starts out: gains 1, shifts 0.
    pub fn new(features: usize) -> Self {
        let parameter = |value| Some(Tensor::full(&[features], value, DType::F32));
        Self { variant: NormVariant::default(), weight: parameter(1.0), bias: parameter(0.0) }
    }

    /// The norm over the last axis: (..., features) to (..., features).
    ///
    /// # Errors
    /// When `x` is not real or has no axes, or a parameter does not fit its last one.
    pub fn forward(&self, x: &Tensor) -> Result<Tensor> {
        x.layer_norm(self.variant, self.weight.as_ref(), self.bias.as_ref())
    }
}

impl Parameters for LayerNorm {
    fn parameters(&mut self) -> Named<'_> {
        named([("weight", self.weight.as_mut()), ("bias", self.bias.as_mut())])
    }
}

/// The tutorials' form, `(x - mean) / (std + eps)` with the deviation that divides by n-1.
pub fn with_deviation(eps: f64) -> NormVariant {
    NormVariant { eps, unbiased: true, eps_outside: true }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_constant_row_becomes_the_shift_and_one_feature_tells_the_variants_apart() {
        let x = Tensor::from_f32(&[2, 2], vec![0.75, 0.75, -3.0, -3.0]).unwrap();
        let bias = Some(Tensor::from_f32(&[2], vec![0.5, -0.5]).unwrap());
        for variant in [NormVariant::default(), with_deviation(1e-8)] {
            let norm = LayerNorm { variant, weight: None, bias: bias.clone() };
            assert_eq!(norm.forward(&x).unwrap().to_vec(), [0.5, -0.5, 0.5, -0.5]);
        }
        let single = Tensor::from_f32(&[1, 1], vec![4.0]).unwrap();
        let with = |variant| LayerNorm { variant, ..LayerNorm::new(1) }.forward(&single).unwrap().at(&[0, 0]);
        assert!(with(NormVariant::default()).abs() < f64::EPSILON);
        assert!(with(with_deviation(1e-6)).is_nan());
    }
}
