//! The decoder, section 3.1 of the paper: as the encoder, with a second attention that reads the encoder's memory.
//!
//! A target position may look at itself and at earlier ones (section 3.2.3), and at every source position that is not padding.

use super::encoder::{attend, feed, finish, in_layer, norms};
use super::mask::Mask;
use super::parameters::{Named, Parameters, numbered, under};
use super::{FeedForward, LayerNorm, MultiHeadAttention, Residual};
use crate::tensor::{Result, Tensor, tape};

/// One layer: `nn.TransformerDecoderLayer`.
#[derive(Clone, Debug)]
pub struct DecoderLayer {
    /// Of the target to itself.
    pub self_attn: MultiHeadAttention,
    /// Of the target to the memory: cross-attention, under PyTorch's name.
    pub multihead_attn: MultiHeadAttention,
    /// On each position.
    pub feed_forward: FeedForward,
    /// Around the three.
    pub residuals: [Residual; 3],
    /// One tutorial normalizes the memory anew in each layer.
    pub memory_norm: Option<LayerNorm>,
}

impl DecoderLayer {
    /// (batch, m, `d_model`) to the same, with memory (batch, n, `d_model`). `keep` broadcasts to (batch, heads, m, m) and
    /// `memory_keep` to (batch, heads, m, n).
    ///
    /// # Errors
    /// When the shapes do not fit.
    pub fn forward(
        &self,
        x: &Tensor,
        memory: &Tensor,
        keep: Option<&Tensor>,
        memory_keep: Option<&Tensor>,
    ) -> Result<Tensor> {
        self.forward_masked(x, memory, keep.into(), memory_keep.into())
    }

    /// As [`forward`](Self::forward), with masks that can also be numbers to add to the scores.
    ///
    /// # Errors
    /// When the shapes do not fit.
    pub fn forward_masked(&self, x: &Tensor, memory: &Tensor, mask: Mask<'_>, memory_mask: Mask<'_>) -> Result<Tensor> {
        self.around(
            x,
            |x| attend("self_attn", &self.self_attn, x, x, mask),
            |x| attend("multihead_attn", &self.multihead_attn, x, &self.read(memory)?, memory_mask),
        )
    }

    /// The layer around its two attentions, which may compute their keys and values or find them in a cache.
    pub(super) fn around(
        &self,
        x: &Tensor,
        to_itself: impl FnOnce(&Tensor) -> Result<Tensor>,
        to_memory: impl FnOnce(&Tensor) -> Result<Tensor>,
    ) -> Result<Tensor> {
        let [first, second, third] = &self.residuals;
        let x = first.forward(1, x, to_itself)?;
        let x = second.forward(2, &x, to_memory)?;
        third.forward(3, &x, |x| feed(&self.feed_forward, x))
    }

    /// The memory as this layer's cross-attention takes it.
    pub(super) fn read(&self, memory: &Tensor) -> Result<Tensor> {
        let Some(norm) = &self.memory_norm else { return Ok(memory.clone()) };
        tape::stage(norm.forward(memory)?, "memory_norm")
    }
}

/// A stack of layers and, with some, a norm after the last.
#[derive(Clone, Debug)]
pub struct Decoder {
    /// The layers, N of them; there may be more or fewer than in the encoder.
    pub layers: Vec<DecoderLayer>,
    /// As in the [encoder](super::Encoder::norm).
    pub norm: Option<LayerNorm>,
}

impl Decoder {
    /// Vectors (batch, m, `d_model`) and memory (batch, n, `d_model`) to what the [generator](super::Generator) reads, (batch, m,
    /// `d_model`).
    ///
    /// # Errors
    /// When the shapes do not fit.
    pub fn forward(
        &self,
        x: &Tensor,
        memory: &Tensor,
        keep: Option<&Tensor>,
        memory_keep: Option<&Tensor>,
    ) -> Result<Tensor> {
        self.through(x, |_, layer, x| layer.forward(x, memory, keep, memory_keep))
    }

    /// Through all layers, each told its number and called as `step` does, and the norm after them.
    pub(super) fn through(
        &self,
        x: &Tensor,
        mut step: impl FnMut(usize, &DecoderLayer, &Tensor) -> Result<Tensor>,
    ) -> Result<Tensor> {
        let mut layers = self.layers.iter().enumerate();
        let x = layers.try_fold(x.clone(), |x, (number, layer)| in_layer(number, || step(number, layer, &x)))?;
        finish(self.norm.as_ref(), x)
    }
}

impl Parameters for DecoderLayer {
    fn parameters(&mut self) -> Named<'_> {
        let mut all = under("self_attn", self.self_attn.parameters());
        all.extend(under("multihead_attn", self.multihead_attn.parameters()));
        all.extend(self.feed_forward.parameters());
        all.extend(norms(&mut self.residuals));
        all.extend(self.memory_norm.iter_mut().flat_map(|norm| under("memory_norm", norm.parameters())));
        all
    }
}

impl Parameters for Decoder {
    fn parameters(&mut self) -> Named<'_> {
        let mut all = numbered("layers", self.layers.iter_mut().map(Parameters::parameters));
        all.extend(self.norm.iter_mut().flat_map(|norm| under("norm", norm.parameters())));
        all
    }
}
