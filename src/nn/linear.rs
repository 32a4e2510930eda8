//! A linear layer, `y = x W^T + b`: the projections of attention and of the feed-forward network.

use super::parameters::{Named, Parameters, named};
use crate::tensor::ops::bias::{linear, linear_rectified};
use crate::tensor::random::{Generator, init};
use crate::tensor::{DType, Element, Result, Tensor};

/// `nn.Linear`: a weight (out, in) and, mostly, a bias (out).
///
/// ```
/// use glassformer::{nn::Linear, tensor::Tensor};
///
/// let weight = Tensor::from_f32(&[2, 3], vec![1.0, 0.0, -1.0, 0.5, 0.5, 0.5])?;
/// let layer = Linear { weight, bias: Some(Tensor::from_f32(&[2], vec![10.0, 0.0])?) };
/// let x = Tensor::from_f32(&[1, 3], vec![1.0, 2.0, 3.0])?;
/// assert_eq!(layer.forward(&x)?.to_vec(), [8.0, 3.0]);
/// # Ok::<(), glassformer::tensor::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Linear {
    /// (out, in): the row of an output holds its coefficients.
    pub weight: Tensor,
    /// (out)
    pub bias: Option<Tensor>,
}

impl Linear {
    /// A layer as `nn.Linear(inputs, outputs, bias)` initialises it from PyTorch's generator.
    ///
    /// # Errors
    /// Never: the signature is that of its parts.
    pub fn new(inputs: usize, outputs: usize, bias: bool, generator: &mut Generator) -> Result<Self> {
        let init::LinearInit { weight, bias } = init::linear(generator, inputs, outputs, bias)?;
        Ok(Self { weight: Tensor::new(f32::array(weight)), bias: bias.map(|bias| Tensor::new(f32::array(bias))) })
    }

    /// A layer of zeros, to be filled from a file or drawn: (out, in) and, if it has one, its bias.
    pub fn blank(inputs: usize, outputs: usize, bias: bool) -> Self {
        let bias = bias.then(|| Tensor::zeros(&[outputs], DType::F32));
        Self { weight: Tensor::zeros(&[outputs, inputs], DType::F32), bias }
    }

    /// The layer of some of the outputs: `count` rows of the weight, and of the bias, from `start`.
    ///
    /// # Errors
    /// When there are fewer rows.
    pub fn rows(&self, start: usize, count: usize) -> Result<Self> {
        let bias = self.bias.as_ref().map(|bias| bias.narrow(0, start, count)).transpose()?;
        Ok(Self { weight: self.weight.narrow(0, start, count)?, bias })
    }

    /// (..., in) to (..., out).
    ///
    /// # Errors
    /// When the last axis of `x` has not the size that the weight takes.
    pub fn forward(&self, x: &Tensor) -> Result<Tensor> {
        linear(x, &self.weight, self.bias.as_ref())
    }

    /// What the rectifier makes of [`forward`](Self::forward), where a tape wants no steps between; `None` elsewhere.
    ///
    /// # Errors
    /// As [`forward`](Self::forward).
    pub(super) fn forward_rectified(&self, x: &Tensor) -> Result<Option<Tensor>> {
        linear_rectified(x, &self.weight, self.bias.as_ref())
    }
}

impl Parameters for Linear {
    fn parameters(&mut self) -> Named<'_> {
        named([("weight", Some(&mut self.weight)), ("bias", self.bias.as_mut())])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_gives_the_same_layer_and_the_bias_is_drawn_after_the_weight() {
        let layer = |bias| Linear::new(3, 2, bias, &mut Generator::manual_seed(1)).unwrap();
        assert!(layer(true).weight.same_bits(&layer(false).weight));
        assert_eq!(layer(true).bias.unwrap().shape(), [2]);
        assert!(layer(false).bias.is_none());
    }

    #[test]
    fn a_wrong_width_is_refused_with_both_sizes() {
        let layer = Linear::new(3, 2, true, &mut Generator::manual_seed(1)).unwrap();
        let error = layer.forward(&Tensor::from_f32(&[1, 4], vec![0.0; 4]).unwrap()).unwrap_err().to_string();
        assert!(error.contains("4 and 3"), "{error}");
    }
}
