//! Decoding without a cache: every step passes the whole sequence through the decoder again. Slow and plain, and so what a cache is
//! measured against.

use super::{Autoregressive, numbers, of_sources};
use crate::nn::Transformer;
use crate::tensor::ops::join::cat;
use crate::tensor::{Result, Tensor, tape};

/// A Transformer in the middle of writing, that remembers nothing but the ids.
#[derive(Clone, Debug)]
pub struct Recomputed<'a> {
    model: &'a Transformer,
    /// (rows, n, `d_model`)
    memory: Tensor,
    /// (rows, 1, 1, n)
    memory_keep: Tensor,
    /// The target so far, (rows, tokens); `None` before the first token.
    ids: Option<Tensor>,
}

impl<'a> Recomputed<'a> {
    /// Encodes the source ids, (rows, n), and is ready for the first token.
    ///
    /// # Errors
    /// When an id is not in the source's vocabulary.
    pub fn new(model: &'a Transformer, src: &Tensor) -> Result<Self> {
        let memory_keep = model.source_keep(src)?;
        let memory = model.encode(src, Some(&memory_keep))?;
        Ok(Self { model, memory, memory_keep, ids: None })
    }
}

impl Autoregressive for Recomputed<'_> {
    fn step(&mut self, tokens: &[i64]) -> Result<Tensor> {
        let tokens = Tensor::from_i64(&[tokens.len(), 1], tokens.to_vec())?;
        let ids = match &self.ids {
            Some(ids) => cat(&[ids.clone(), tokens], 1)?,
            None => tokens,
        };
        let last = ids.shape()[1] - 1;
        let logits = tape::within(&format!("steps.{last}"), || {
            let keep = self.model.target_keep(&ids)?;
            let output = self.model.decode(&ids, &self.memory, Some(&keep), Some(&self.memory_keep))?;
            self.model.logits(&output.select(1, last as i64)?)
        })?;
        self.ids = Some(ids);
        Ok(logits)
    }

    fn reorder(&mut self, rows: &[usize]) -> Result<()> {
        let rows = numbers(rows)?;
        self.memory = of_sources(&self.memory, &rows)?;
        self.memory_keep = of_sources(&self.memory_keep, &rows)?;
        self.ids = self.ids.as_ref().map(|ids| ids.index_select(0, &rows)).transpose()?;
        Ok(())
    }
}
