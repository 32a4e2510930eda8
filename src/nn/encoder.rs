//! The encoder, section 3.1 of the paper: identical layers, each of self-attention and a feed-forward network.
//!
//! Every source position may look at every other that is not padding; what comes out is the *memory* that the decoder reads.

use super::mask::Mask;
use super::multi_head::KeysValues;
use super::parameters::{Named, Parameters, numbered, under};
use super::{FeedForward, LayerNorm, MultiHeadAttention, Residual};
use crate::tensor::{Result, Tensor, tape};

/// One layer: `nn.TransformerEncoderLayer`.
#[derive(Clone, Debug)]
pub struct EncoderLayer {
    /// Of the source to itself.
    pub self_attn: MultiHeadAttention,
    /// On each position.
    pub feed_forward: FeedForward,
    /// Around the one and the other.
    pub residuals: [Residual; 2],
}

impl EncoderLayer {
    /// (batch, n, `d_model`) to the same. `keep` broadcasts to (batch, heads, n, n).
    ///
    /// # Errors
    /// When the shapes do not fit.
    pub fn forward(&self, x: &Tensor, keep: Option<&Tensor>) -> Result<Tensor> {
        self.forward_masked(x, keep.into())
    }

    /// As [`forward`](Self::forward), with a mask that can also be numbers to add to the scores.
    ///
    /// # Errors
    /// When the shapes do not fit.
    pub fn forward_masked(&self, x: &Tensor, mask: Mask<'_>) -> Result<Tensor> {
        self.around(x, |x| attend("self_attn", &self.self_attn, x, x, mask))
    }

    /// The layer around its attention.
    pub(super) fn around(&self, x: &Tensor, to_itself: impl FnOnce(&Tensor) -> Result<Tensor>) -> Result<Tensor> {
        let [first, second] = &self.residuals;
        let x = first.forward(1, x, to_itself)?;
        second.forward(2, &x, |x| feed(&self.feed_forward, x))
    }
}

/// A stack of layers and, with some, a norm after the last.
#[derive(Clone, Debug)]
pub struct Encoder {
    /// The layers, N of them.
    pub layers: Vec<EncoderLayer>,
    /// Pre-norm stacks need it, or their sum grows with each layer. PyTorch has it in post-norm stacks too, the paper has not.
    pub norm: Option<LayerNorm>,
}

impl Encoder {
    /// Vectors (batch, n, `d_model`) to memory of that shape.
    ///
    /// # Errors
    /// When the shapes do not fit.
    pub fn forward(&self, x: &Tensor, keep: Option<&Tensor>) -> Result<Tensor> {
        self.through(x, |layer, x| layer.forward(x, keep))
    }

    /// Through all layers, each called as `step` does, and the norm after them.
    pub(super) fn through(
        &self,
        x: &Tensor,
        step: impl Fn(&EncoderLayer, &Tensor) -> Result<Tensor>,
    ) -> Result<Tensor> {
        let mut layers = self.layers.iter().enumerate();
        let x = layers.try_fold(x.clone(), |x, (number, layer)| in_layer(number, || step(layer, &x)))?;
        finish(self.norm.as_ref(), x)
    }
}

/// Attention as a sub-layer: its stages are kept under its name, and so is what comes out.
pub(super) fn attend(
    name: &str,
    attention: &MultiHeadAttention,
    x: &Tensor,
    from: &Tensor,
    mask: Mask<'_>,
) -> Result<Tensor> {
    attend_to(name, attention, x, mask, || attention.keys_values(from, from))
}

/// The same, of keys and values that are found only when they are needed.
pub(super) fn attend_to(
    name: &str,
    attention: &MultiHeadAttention,
    x: &Tensor,
    mask: Mask<'_>,
    read: impl FnOnce() -> Result<KeysValues>,
) -> Result<Tensor> {
    let attended = || {
        let queries = attention.queries(x)?;
        attention.attend(queries, read()?, mask)
    };
    tape::stage(tape::within(name, attended)?.output, name)
}

/// The feed-forward network as a sub-layer.
pub(super) fn feed(network: &FeedForward, x: &Tensor) -> Result<Tensor> {
    tape::stage(network.output(x)?, "feed_forward")
}

/// A layer of a stack: its stages are kept under its number, and so is what comes out.
pub(super) fn in_layer(number: usize, layer: impl FnOnce() -> Result<Tensor>) -> Result<Tensor> {
    let name = format!("layers.{number}");
    tape::stage(tape::within(&name, layer)?, &name)
}

/// The norm after the last layer, where there is one.
pub(super) fn finish(norm: Option<&LayerNorm>, x: Tensor) -> Result<Tensor> {
    let Some(norm) = norm else { return Ok(x) };
    tape::stage(norm.forward(&x)?, "norm")
}

impl Parameters for EncoderLayer {
    fn parameters(&mut self) -> Named<'_> {
        let mut all = under("self_attn", self.self_attn.parameters());
        all.extend(self.feed_forward.parameters());
        all.extend(norms(&mut self.residuals));
        all
    }
}

impl Parameters for Encoder {
    fn parameters(&mut self) -> Named<'_> {
        let mut all = numbered("layers", self.layers.iter_mut().map(Parameters::parameters));
        all.extend(self.norm.iter_mut().flat_map(|norm| under("norm", norm.parameters())));
        all
    }
}

/// The norms of a layer: `norm1`, `norm2` and so on.
pub(super) fn norms(residuals: &mut [Residual]) -> Named<'_> {
    let numbered = residuals.iter_mut().enumerate();
    numbered.flat_map(|(at, residual)| under(&format!("norm{}", at + 1), residual.norm.parameters())).collect()
}
