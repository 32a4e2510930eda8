//! The whole model, figure 1 of the paper: an encoder that reads the source, a decoder that writes the target, and a generator that
//! says which word comes next.
//!
//! [`encode`](Transformer::encode), [`decode`](Transformer::decode) and [`project`](Transformer::project) can be called apart, which
//! is what decoding word by word needs; [`forward`](Transformer::forward) calls them in turn. Under a tape every stage is kept
//! under PyTorch's path of its module: `decoder.layers.1.multihead_attn.weights`.
//!
//! ```
//! use glassformer::nn::{Config, Edition, Transformer};
//! use glassformer::tensor::{Tensor, tape, random::Generator};
//!
//! let sizes = Config { d_model: 16, heads: 4, d_ff: 32, ..Config::of(Edition::Paper) };
//! let config = Config { v_src: 10, v_tgt: 12, ..sizes };
//! let model = Transformer::new(&config, &mut Generator::manual_seed(0))?;
//! let (src, tgt) = (Tensor::from_i64(&[1, 3], vec![4, 7, 2])?, Tensor::from_i64(&[1, 2], vec![1, 5])?);
//! let (logits, tape) = tape::record(|| model.forward(&src, &tgt));
//! assert_eq!(logits?.shape(), [1, 2, 12]);
//! let weights = tape.named("decoder.layers.1.multihead_attn.weights").unwrap();
//! assert_eq!(weights.value.shape_text(), "[batch 1, head 4, target 2, source 3]");
//! # Ok::<(), glassformer::tensor::Error>(())
//! ```

use super::parameters::{Named, Parameters, under};
use super::{Config, Decoder, Dropout, Encoder, Generator, Positions, TokenEmbedding, init, mask};
use crate::tensor::{Axis, Result, Tensor, random, tape};

/// An encoder-decoder Transformer.
#[derive(Clone, Debug)]
pub struct Transformer {
    /// What it was built from.
    pub config: Config,
    /// What the encoder is given.
    pub src: Input,
    /// What the decoder is given. Its table is not used when the configuration has the source's shared.
    pub tgt: Input,
    /// Source to memory.
    pub encoder: Encoder,
    /// Target and memory to vectors.
    pub decoder: Decoder,
    /// Vectors to words. Not used when the configuration ties it to the target's embedding.
    pub generator: Generator,
}

/// Who may attend to whom, in each of the three attentions. True, or 1, where attention is allowed: see [`mask`].
#[derive(Clone, Debug)]
pub struct Masks {
    /// Of the source to itself: broadcasts to (batch, heads, n, n).
    pub source: Tensor,
    /// Of the target to itself: broadcasts to (batch, heads, m, m).
    pub target: Tensor,
    /// Of the target to the source: broadcasts to (batch, heads, m, n).
    pub memory: Tensor,
}

/// Ids to vectors that know where they stand.
#[derive(Clone, Debug)]
pub struct Input {
    /// Which token.
    pub tokens: TokenEmbedding,
    /// At which place.
    pub positions: Positions,
    /// Of the sum, while training.
    pub dropout: Dropout,
}

impl Input {
    /// Ids (batch, n), the first one standing at `start`, to vectors (batch, n, `d_model`).
    ///
    /// # Errors
    /// When an id has no row, or there are more tokens than learned positions.
    pub fn forward(&self, ids: &Tensor, start: usize) -> Result<Tensor> {
        let tokens = self.tokens.forward(ids)?;
        self.dropout.forward(&self.positions.forward(&tokens, start)?)
    }
}

impl Transformer {
    /// A model of that configuration with Xavier's start.
    ///
    /// # Errors
    /// When the sizes do not fit together.
    pub fn new(config: &Config, generator: &mut random::Generator) -> Result<Self> {
        let mut model = config.build()?;
        init::xavier(&mut model, generator)?;
        Ok(model)
    }

    /// Source ids (batch, n) to memory (batch, n, `d_model`). `keep` is true where a source position may be read, and broadcasts to
    /// (batch, heads, n, n).
    ///
    /// # Errors
    /// When an id is not in the vocabulary, or the mask does not fit.
    pub fn encode(&self, src: &Tensor, keep: Option<&Tensor>) -> Result<Tensor> {
        let x = embed("src_emb", &self.src, &with_axes(src, "source"), 0)?;
        tape::stage(tape::within("encoder", || self.encoder.forward(&x, keep))?, "encoder")
    }

    /// Target ids (batch, m), shifted right, and memory (batch, n, `d_model`) to vectors (batch, m, `d_model`). `keep` broadcasts to
    /// (batch, heads, m, m), `memory_keep` to (batch, heads, m, n).
    ///
    /// # Errors
    /// When an id is not in the vocabulary, or a mask or the memory does not fit.
    pub fn decode(
        &self,
        tgt: &Tensor,
        memory: &Tensor,
        keep: Option<&Tensor>,
        memory_keep: Option<&Tensor>,
    ) -> Result<Tensor> {
        let x = self.embed_target(tgt, 0)?;
        tape::stage(tape::within("decoder", || self.decoder.forward(&x, memory, keep, memory_keep))?, "decoder")
    }

    /// Target ids (batch, m), the first one standing at `start`, to the decoder's input (batch, m, `d_model`).
    pub(super) fn embed_target(&self, tgt: &Tensor, start: usize) -> Result<Tensor> {
        embed("tgt_emb", &self.target_input(), &with_axes(tgt, "target"), start)
    }

    /// What the decoder is given, with the table that it really uses.
    pub(super) fn target_input(&self) -> Input {
        Input { tokens: self.target_tokens().clone(), ..self.tgt.clone() }
    }

    /// Vectors (batch, m, `d_model`) to logits, or what the configuration says, (batch, m, target vocabulary).
    ///
    /// # Errors
    /// When the last axis is not `d_model`.
    pub fn project(&self, x: &Tensor) -> Result<Tensor> {
        self.finish(self.logits(x)?)
    }

    /// The first half of [`project`](Self::project): vectors (batch, m, `d_model`) to logits (batch, m, target vocabulary), by the
    /// generator's own matrix or the one tied to the target's embedding.
    ///
    /// # Errors
    /// When the last axis is not `d_model`.
    pub fn logits(&self, x: &Tensor) -> Result<Tensor> {
        tape::within("generator", || {
            if self.config.design.tied {
                self.generator.tied(self.target_tokens()).logits(x)
            } else {
                self.generator.logits(x)
            }
        })
    }

    /// The second half: logits to what the configuration says, of the same shape.
    ///
    /// # Errors
    /// When the logits have no axes.
    pub fn finish(&self, logits: Tensor) -> Result<Tensor> {
        tape::within("generator", || self.generator.finish(logits))
    }

    fn target_tokens(&self) -> &TokenEmbedding {
        if self.config.design.shared { &self.src.tokens } else { &self.tgt.tokens }
    }

    /// Source ids (batch, n) and target ids (batch, m), shifted right and padded, to what [`project`](Self::project) hands out. The
    /// sequences of a batch may differ in length: see [`batch::pad`](super::batch::pad).
    ///
    /// # Errors
    /// When an id is not in its vocabulary, or the batches differ in size.
    pub fn forward(&self, src: &Tensor, tgt: &Tensor) -> Result<Tensor> {
        self.project(&self.vectors(src, tgt, &self.masks(src, tgt)?)?)
    }

    /// Source and target ids under these masks to what [`project`](Self::project) reads: (batch, m, `d_model`).
    ///
    /// # Errors
    /// When an id is not in its vocabulary, the batches differ in size, or a mask does not fit.
    pub fn vectors(&self, src: &Tensor, tgt: &Tensor, masks: &Masks) -> Result<Tensor> {
        let memory = self.encode(src, Some(&masks.source))?;
        self.decode(tgt, &memory, Some(&masks.target), Some(&masks.memory))
    }

    /// The masks that the ids call for.
    ///
    /// # Errors
    /// When the ids have no axes.
    pub fn masks(&self, src: &Tensor, tgt: &Tensor) -> Result<Masks> {
        let source = self.source_keep(src)?;
        Ok(Masks { memory: source.clone(), source, target: self.target_keep(tgt)? })
    }

    /// Which source positions may be read: those that are not padding. (batch, 1, 1, n)
    ///
    /// # Errors
    /// When the ids have no axes.
    pub fn source_keep(&self, src: &Tensor) -> Result<Tensor> {
        mask::padding(src, self.config.pad)
    }

    /// Which target positions may be read from each: earlier ones and itself, unless they are padding. (batch, 1, m, m), or (m, m)
    /// with the tutorial that lets the target's padding be read.
    ///
    /// # Errors
    /// When the ids have no axes.
    pub fn target_keep(&self, tgt: &Tensor) -> Result<Tensor> {
        let length = tgt.shape().last().copied().unwrap_or(0);
        let past = mask::causal(length, length)?;
        if self.config.design.mask_target_padding {
            mask::both(&mask::padding(tgt, self.config.pad)?, &past)
        } else {
            Ok(past)
        }
    }
}

/// The stages of an input are kept under its name, and so is what comes out.
fn embed(name: &str, input: &Input, ids: &Tensor, start: usize) -> Result<Tensor> {
    tape::stage(tape::within(name, || input.forward(ids, start))?, name)
}

/// Names the axes of ids that have none; labels, the tokens, stay.
fn with_axes(ids: &Tensor, positions: &str) -> Tensor {
    if !tape::has_reasons() {
        return ids.clone();
    }
    let mut axes = ids.axes().to_vec();
    if let [.., batch, place] = axes.as_mut_slice() {
        batch.name.get_or_insert("batch".into());
        place.name.get_or_insert(positions.into());
    } else if let [place] = axes.as_mut_slice() {
        *place = Axis {
            name: Some(positions.into()),
            labels: place.labels.take(),
            made_up: place.made_up.take(),
            ..Axis::default()
        };
    }
    ids.clone().with_axes(axes)
}

impl Parameters for Transformer {
    fn parameters(&mut self) -> Named<'_> {
        let mut all = under("src_emb", self.src.tokens.parameters());
        all.extend(under("src_pos", self.src.positions.parameters()));
        if !self.config.design.shared {
            all.extend(under("tgt_emb", self.tgt.tokens.parameters()));
        }
        all.extend(under("tgt_pos", self.tgt.positions.parameters()));
        all.extend(under("encoder", self.encoder.parameters()));
        all.extend(under("decoder", self.decoder.parameters()));
        if !self.config.design.tied {
            all.extend(under("generator", self.generator.parameters()));
        }
        all
    }
}
