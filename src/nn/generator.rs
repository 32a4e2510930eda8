//! From the decoder's vectors to words, section 3.4 of the paper: a linear layer to one *logit* for each word of the vocabulary, and
//! softmax.

use serde::{Deserialize, Serialize};

use super::parameters::{Named, Parameters};
use super::{Linear, TokenEmbedding};
use crate::tensor::{Result, Tensor, tape};

/// What a model hands out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Output {
    /// The linear layer's numbers, as losses want them.
    #[default]
    Logits,
    /// Their softmax.
    Probabilities,
    /// The logarithm of that, computed without losing small probabilities.
    LogProbabilities,
}

/// The last layer.
///
/// ```
/// use glassformer::nn::{Generator, Linear, generator::Output};
/// use glassformer::tensor::Tensor;
///
/// let weight = Tensor::from_f32(&[3, 2], vec![1.0, 0.0, 0.0, 1.0, 0.0, 0.0])?;
/// let generator = Generator { linear: Linear { weight, bias: None }, output: Output::Probabilities };
/// let p = generator.forward(&Tensor::from_f32(&[1, 2], vec![2.0, 1.0])?)?;
/// assert_eq!(p.to_vec().iter().map(|p| format!("{p:.3}")).collect::<Vec<_>>(), ["0.665", "0.245", "0.090"]);
/// # Ok::<(), glassformer::tensor::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Generator {
    /// From `d_model` to the vocabulary.
    pub linear: Linear,
    /// What is handed out.
    pub output: Output,
}

impl Generator {
    /// The generator that reads an embedding backwards, so that one table serves both, as in the paper. It has no bias.
    #[must_use]
    pub fn tied(&self, embedding: &TokenEmbedding) -> Self {
        Self { linear: Linear { weight: embedding.table.clone(), bias: None }, output: self.output }
    }

    /// (..., `d_model`) to logits (..., vocabulary).
    ///
    /// # Errors
    /// When the last axis is not `d_model`.
    pub fn logits(&self, x: &Tensor) -> Result<Tensor> {
        tape::stage(self.linear.forward(x)?, "logits")
    }

    /// (..., `d_model`) to logits, probabilities or log-probabilities, (..., vocabulary).
    ///
    /// # Errors
    /// When the last axis is not `d_model`.
    pub fn forward(&self, x: &Tensor) -> Result<Tensor> {
        self.finish(self.logits(x)?)
    }

    /// Logits to what is handed out.
    ///
    /// # Errors
    /// When the logits have no axes.
    pub fn finish(&self, logits: Tensor) -> Result<Tensor> {
        let (output, name) = match self.output {
            Output::Logits => return Ok(logits),
            Output::Probabilities => (logits.softmax(-1)?, "probs"),
            Output::LogProbabilities => (logits.log_softmax(-1)?, "log_probs"),
        };
        tape::stage(output, name)
    }
}

impl Parameters for Generator {
    fn parameters(&mut self) -> Named<'_> {
        self.linear.parameters()
    }
}
