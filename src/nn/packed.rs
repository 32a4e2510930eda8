//! Batches without padding: their sequences lie one after the other, and a model works on as many positions as there are tokens.
//!
//! In a batch of sentences of 6 to 20 tokens a third of all positions is padding. Whatever works on each position alone (the projections,
//! the feed-forward network, the norms, the generator) does not care where a sentence ends, and attention is told. The numbers are
//! those of the padded batch, but for what is summed in another order. (PyTorch has nested tensors for this.)

use std::sync::Arc;

use super::transformer::Input;
use super::{Linear, MultiHeadAttention, Projections, Transformer};
use crate::tensor::ops::fused::packed_attention::{Columns, PackedAttention, Sequences, packed_attention};
use crate::tensor::{Error, Result, Tensor};

/// Ids of sequences, one after the other.
#[derive(Clone, Debug)]
pub(super) struct PackedIds {
    ids: Vec<i64>,
    /// At which place of its sequence each id is.
    places: Vec<i64>,
    /// Where each sequence begins and, at the end, how many ids there are.
    starts: Arc<[usize]>,
}

impl PackedIds {
    pub(super) fn new<'a>(sequences: impl IntoIterator<Item = &'a [i64]>) -> Self {
        let (mut ids, mut places, mut starts) = (Vec::new(), Vec::new(), vec![0]);
        for sequence in sequences {
            ids.extend(sequence);
            places.extend(0..sequence.len() as i64);
            starts.push(ids.len());
        }
        Self { ids, places, starts: starts.into() }
    }

    /// All ids: (positions).
    pub(super) fn ids(&self) -> Result<Tensor> {
        Tensor::from_i64(&[self.ids.len()], self.ids.clone())
    }

    /// How these attend to those.
    fn to(&self, others: &Self, is_causal: bool) -> Sequences {
        Sequences { queries: Arc::clone(&self.starts), keys: Arc::clone(&others.starts), is_causal }
    }
}

impl Transformer {
    /// Source ids, each sequence with at least one, and the target ids that the decoder is given, as many sequences, to logits
    /// (positions of the target, target vocabulary).
    ///
    /// # Errors
    /// When an id is not in its vocabulary.
    pub(super) fn packed_logits(&self, src: &PackedIds, given: &PackedIds) -> Result<Tensor> {
        let (to_source, to_target, to_memory) = (src.to(src, false), given.to(given, true), given.to(src, false));
        let x = self.src.packed(src)?;
        let memory =
            self.encoder.through(&x, |layer, x| layer.around(x, |x| layer.self_attn.packed(x, None, &to_source)))?;
        let x = self.target_input().packed(given)?;
        let vectors = self.decoder.through(&x, |_, layer, x| {
            layer.around(
                x,
                |x| layer.self_attn.packed(x, None, &to_target),
                |x| layer.multihead_attn.packed(x, Some(&layer.read(&memory)?), &to_memory),
            )
        })?;
        self.logits(&vectors)
    }
}

impl Input {
    /// Ids to vectors (positions, `d_model`).
    fn packed(&self, ids: &PackedIds) -> Result<Tensor> {
        let tokens = self.tokens.forward(&ids.ids()?)?;
        self.dropout.forward(&self.positions.forward_at(&tokens, &ids.places)?)
    }
}

impl MultiHeadAttention {
    /// Vectors (positions, `d_model`) attend to themselves, or to others, each within its sequence.
    fn packed(&self, x: &Tensor, to: Option<&Tensor>, sequences: &Sequences) -> Result<Tensor> {
        let layer = self.packed_projections()?;
        let size = |tensor: &Tensor, axis: usize| tensor.shape().get(axis).copied().unwrap_or(0);
        let values = size(&self.out_proj.weight, 1);
        let all = size(&layer.weight, 0);
        let keys = all.saturating_sub(values) / 2;
        // Self-attention needs only one product for all three.
        let (inputs, from) = match to {
            None => (vec![layer.forward(x)?], [(0, 0), (0, keys), (0, 2 * keys)]),
            Some(to) => {
                let (queries, others) = (layer.rows(0, keys)?, layer.rows(keys, all - keys)?);
                (vec![queries.forward(x)?, others.forward(to)?], [(0, 0), (1, 0), (1, keys)])
            }
        };
        let [query, key, value] = from.map(|(input, first)| Columns { input, first });
        let attention = PackedAttention {
            heads: self.heads,
            key_width: keys / self.heads.max(1),
            value_width: values / self.heads.max(1),
            queries: query,
            keys: key,
            values: value,
            factors: self.dropout.factors(self.heads * sequences.scores())?,
            sequences: sequences.clone(),
        };
        self.out_proj.forward(&packed_attention(&inputs.iter().collect::<Vec<_>>(), attention)?)
    }

    /// The projections of all heads in one matrix.
    fn packed_projections(&self) -> Result<Linear> {
        match self.projections.fused()? {
            Projections::Fused(layer) => Ok(*layer),
            _ => Err(Error::Value("attention: its projections do not fit into one matrix".to_owned())),
        }
    }
}
