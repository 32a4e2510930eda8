//! The position-wise feed-forward network, section 3.3 and equation 2 of the paper: `FFN(x) = max(0, x W1 + b1) W2 + b2`.
//!
//! It works on each position alone: what one position learns from others, it learns in attention.
//!
//! ```
//! use glassformer::nn::{Activation, FeedForward};
//! use glassformer::tensor::{Tensor, random::Generator};
//!
//! let network = FeedForward::new(2, 4, Activation::Relu, &mut Generator::manual_seed(0))?;
//! let stages = network.forward(&Tensor::from_f32(&[1, 2], vec![1.0, -1.0])?)?;
//! assert_eq!(stages.active.shape(), [1, 4]);
//! assert!(stages.active.to_vec().iter().all(|&x| x >= 0.0));
//! # Ok::<(), glassformer::tensor::Error>(())
//! ```

use super::parameters::{Named, Parameters, under};
use super::{Dropout, Linear};
use crate::tensor::random::Generator;
use crate::tensor::{Gelu, Result, Tensor, tape};

/// What bends the line between the two layers; without it they would be one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Activation {
    /// `max(0, x)`, the paper's.
    #[default]
    Relu,
    /// The Gaussian error linear unit, BERT's and GPT's.
    Gelu(Gelu),
}

impl Activation {
    /// The activation of each element.
    ///
    /// # Errors
    /// Never: the signature is that of its parts.
    pub fn forward(self, x: &Tensor) -> Result<Tensor> {
        match self {
            Self::Relu => x.relu(),
            Self::Gelu(form) => x.gelu(form),
        }
    }
}

/// Two linear layers with an activation between them.
#[derive(Clone, Debug)]
pub struct FeedForward {
    /// From `d_model` up to `d_ff`, four times as wide in the paper.
    pub linear1: Linear,
    /// What happens between the layers.
    pub activation: Activation,
    /// Between the layers, while training.
    pub dropout: Dropout,
    /// From `d_ff` back to `d_model`.
    pub linear2: Linear,
}

/// What a feed-forward network computes on the way.
#[derive(Clone, Debug)]
pub struct Stages {
    /// After the first layer: (..., `d_ff`).
    pub hidden: Tensor,
    /// After the activation: (..., `d_ff`).
    pub active: Tensor,
    /// After the second layer: (..., `d_model`).
    pub output: Tensor,
}

impl FeedForward {
    /// A network whose layers start out as PyTorch's do, the first one drawn first.
    ///
    /// # Errors
    /// Never: the signature is that of its parts.
    pub fn new(d_model: usize, d_ff: usize, activation: Activation, generator: &mut Generator) -> Result<Self> {
        let linear1 = Linear::new(d_model, d_ff, true, generator)?;
        let linear2 = Linear::new(d_ff, d_model, true, generator)?;
        Ok(Self { linear1, activation, dropout: Dropout::OFF, linear2 })
    }

    /// (..., `d_model`) to (..., `d_model`), with what lies between.
    ///
    /// # Errors
    /// When the last axis of `x` is not `d_model`.
    pub fn forward(&self, x: &Tensor) -> Result<Stages> {
        let hidden = tape::stage(self.linear1.forward(x)?, "linear1")?;
        let active = tape::stage(self.activation.forward(&hidden)?, "activation")?;
        let output = tape::stage(self.linear2.forward(&self.dropout.forward(&active)?)?, "linear2")?;
        Ok(Stages { hidden, active, output })
    }

    /// The output alone.
    ///
    /// # Errors
    /// As [`forward`](Self::forward).
    pub(super) fn output(&self, x: &Tensor) -> Result<Tensor> {
        if self.activation == Activation::Relu
            && let Some(active) = self.linear1.forward_rectified(x)?
        {
            return self.linear2.forward(&self.dropout.forward(&active)?);
        }
        Ok(self.forward(x)?.output)
    }
}

impl Parameters for FeedForward {
    fn parameters(&mut self) -> Named<'_> {
        let mut named = under("linear1", self.linear1.parameters());
        named.extend(under("linear2", self.linear2.parameters()));
        named
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_position_is_worked_on_alone() {
        let network = FeedForward::new(2, 8, Activation::Gelu(Gelu::Erf), &mut Generator::manual_seed(3)).unwrap();
        let x = Tensor::from_f32(&[2, 2], vec![1.0, -2.0, 0.5, 3.0]).unwrap();
        let together = network.forward(&x).unwrap().output;
        let alone = network.forward(&x.narrow(0, 1, 1).unwrap()).unwrap().output;
        // A product of one row may be summed in another order than that row of a larger one.
        let difference = together.narrow(0, 1, 1).unwrap().sub(&alone).unwrap().abs().unwrap();
        assert!(difference.to_vec().iter().all(|&x| x < 1e-6));
    }
}
