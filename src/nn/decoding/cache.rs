//! The key/value cache: decoding one token at a time without computing anything twice.
//!
//! A causal model's earlier positions do not move when a token is added, and later positions read nothing of them but their keys
//! and values. So those are kept, layer by layer, and a new token passes through the stack alone. The keys and values of the
//! memory, which cross-attention reads, never change at all. What costs a whole decoder pass without a cache costs one row with it;
//! the numbers are the same.
//!
//! ```
//! use glassformer::nn::decoding::{Autoregressive, Cached};
//! use glassformer::nn::{Config, Edition, Transformer};
//! use glassformer::tensor::{Tensor, random::Generator};
//!
//! let config = Config { d_model: 16, heads: 4, d_ff: 32, v_src: 10, v_tgt: 12, ..Config::of(Edition::Paper) };
//! let model = Transformer::new(&config, &mut Generator::manual_seed(0))?;
//! let src = Tensor::from_i64(&[1, 3], vec![4, 7, 2])?;
//! let mut cached = Cached::new(&model, &src)?;
//! cached.step(&[1])?;
//! let last = cached.step(&[5])?;
//! let whole = model.forward(&src, &Tensor::from_i64(&[1, 2], vec![1, 5])?)?;
//! assert_eq!(format!("{:.4}", last.at(&[0, 3])), format!("{:.4}", whole.at(&[0, 1, 3])));
//! # Ok::<(), glassformer::tensor::Error>(())
//! ```

use super::{Autoregressive, numbers, of_sources};
use crate::nn::encoder::attend_to;
use crate::nn::multi_head::KeysValues;
use crate::nn::{DecoderLayer, Transformer, mask};
use crate::tensor::ops::join::cat;
use crate::tensor::{Error, Result, Tensor, tape};

/// A Transformer in the middle of writing, with what it has already computed.
#[derive(Clone, Debug)]
pub struct Cached<'a> {
    model: &'a Transformer,
    layers: Vec<LayerCache>,
    /// Which source positions may be read, (rows, 1, 1, n); `None` where all may.
    memory_keep: Option<Tensor>,
    /// The target so far, (rows, tokens); `None` before the first token.
    ids: Option<Tensor>,
}

/// What one layer of the decoder remembers.
#[derive(Clone, Debug)]
struct LayerCache {
    /// Of the target so far: (rows, h, tokens, width). `None` before the first token.
    target: Option<KeysValues>,
    /// Of the memory: (rows, h, n, width).
    memory: KeysValues,
}

impl<'a> Cached<'a> {
    /// Encodes the source ids, (rows, n), and is ready for the first token.
    ///
    /// # Errors
    /// When an id is not in the source's vocabulary, or the model's masks do not hide the future.
    pub fn new(model: &'a Transformer, src: &Tensor) -> Result<Self> {
        let keep = model.source_keep(src)?;
        Self::after(model, &model.encode(src, Some(&keep))?, Some(&keep))
    }

    /// The same after a memory, (rows, n, `d_model`), of which `keep`, (rows, 1, 1, n), may be read. One row of memory serves any
    /// number of target rows.
    ///
    /// # Errors
    /// When the memory does not fit the model, or the model's masks do not hide the future: then earlier positions read later
    /// ones, and what a cache remembers of them would be wrong.
    pub fn after(model: &'a Transformer, memory: &Tensor, keep: Option<&Tensor>) -> Result<Self> {
        if !model.config.design.is_causal() {
            return Err(Error::Value(format!(
                "this model cannot decode with a cache: its fill, {:?}, does not hide later positions from earlier ones; decode \
                 without a cache, or set `fill` to `safe`",
                model.config.design.fill
            )));
        }
        let remember = |(number, layer): (usize, &DecoderLayer)| {
            let name = format!("decoder.layers.{number}");
            tape::within(&name, || LayerCache::new(layer, memory))
        };
        let layers = model.decoder.layers.iter().enumerate().map(remember).collect::<Result<_>>()?;
        // A mask that hides nothing costs time at every step.
        let hides = |keep: &&Tensor| tape::pause(|| keep.all(&[], false)?.item()).map_or(true, |all| all < 1.0);
        Ok(Self { model, layers, memory_keep: keep.filter(hides).cloned(), ids: None })
    }

    /// How many tokens of each row have been taken.
    pub fn len(&self) -> usize {
        self.ids.as_ref().map_or(0, |ids| ids.shape()[1])
    }

    /// Whether none has been taken yet.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Takes some more tokens for each row, (rows, m), and gives the decoder's vectors at their places, (rows, m, `d_model`).
    ///
    /// # Errors
    /// When a token is not in the vocabulary, the number of rows does not fit, or there are no more learned positions. Nothing is
    /// remembered then.
    pub fn decode(&mut self, tokens: &Tensor) -> Result<Tensor> {
        let (model, start) = (self.model, self.len());
        let ids = joined(self.ids.as_ref(), tokens, 1)?;
        let keep = target_keep(model, &ids, start)?;
        let x = model.embed_target(tokens, start)?;
        let mut layers = self.layers.clone();
        let output = tape::within("decoder", || {
            model.decoder.through(&x, |number, layer, x| {
                layers[number].forward(layer, x, keep.as_ref(), self.memory_keep.as_ref())
            })
        })?;
        let output = tape::stage(output, "decoder")?;
        self.layers = layers;
        self.ids = Some(ids);
        Ok(output)
    }
}

impl Autoregressive for Cached<'_> {
    /// One token: under a tape, its stages are kept as those of `steps.0`, `steps.1` and so on.
    fn step(&mut self, tokens: &[i64]) -> Result<Tensor> {
        let tokens = Tensor::from_i64(&[tokens.len(), 1], tokens.to_vec())?;
        tape::within(&format!("steps.{}", self.len()), || {
            let output = self.decode(&tokens)?;
            self.model.logits(&output.select(1, 0)?)
        })
    }

    fn reorder(&mut self, rows: &[usize]) -> Result<()> {
        let rows = numbers(rows)?;
        let chosen = |tensor: &Tensor| tensor.index_select(0, &rows);
        let of_memory = |tensor: &Tensor| of_sources(tensor, &rows);
        for layer in &mut self.layers {
            layer.target = layer.target.as_ref().map(|target| target.each(chosen)).transpose()?;
            layer.memory = layer.memory.each(of_memory)?;
        }
        self.memory_keep = self.memory_keep.as_ref().map(of_memory).transpose()?;
        self.ids = self.ids.as_ref().map(chosen).transpose()?;
        Ok(())
    }
}

impl LayerCache {
    fn new(layer: &DecoderLayer, memory: &Tensor) -> Result<Self> {
        let memory = layer.read(memory)?;
        let memory = tape::within("multihead_attn", || layer.multihead_attn.keys_values(&memory, &memory))?;
        Ok(Self { target: None, memory })
    }

    /// The layer on new positions, (rows, m, `d_model`), whose keys and values it then remembers.
    fn forward(
        &mut self,
        layer: &DecoderLayer,
        x: &Tensor,
        keep: Option<&Tensor>,
        memory_keep: Option<&Tensor>,
    ) -> Result<Tensor> {
        let Self { target, memory } = self;
        layer.around(
            x,
            |x| {
                let extended = || {
                    let new = layer.self_attn.keys_values(x, x)?;
                    Ok(target.insert(KeysValues::after(target.as_ref(), new)?).clone())
                };
                attend_to("self_attn", &layer.self_attn, x, keep.into(), extended)
            },
            |x| attend_to("multihead_attn", &layer.multihead_attn, x, memory_keep.into(), || Ok(memory.clone())),
        )
    }
}

impl KeysValues {
    /// The earlier positions', if there are any, and then the new ones'.
    fn after(earlier: Option<&Self>, new: Self) -> Result<Self> {
        let Some(earlier) = earlier else { return Ok(new) };
        Ok(Self {
            keys: joined(Some(&earlier.keys), &new.keys, -2)?,
            values: joined(Some(&earlier.values), &new.values, -2)?,
        })
    }

    fn each(&self, change: impl Fn(&Tensor) -> Result<Tensor>) -> Result<Self> {
        Ok(Self { keys: change(&self.keys)?, values: change(&self.values)? })
    }
}

/// What was there, if anything was, and what is new behind it.
fn joined(earlier: Option<&Tensor>, new: &Tensor, axis: isize) -> Result<Tensor> {
    match earlier {
        Some(earlier) => cat(&[earlier.clone(), new.clone()], axis),
        None => Ok(new.clone()),
    }
}

/// Which places of all `ids` the ones from `start` on may read; `None` where they may read all. One new token has no future.
fn target_keep(model: &Transformer, ids: &Tensor, start: usize) -> Result<Option<Tensor>> {
    let new = ids.shape()[1] - start;
    let past = if new > 1 { Some(mask::causal_after(start, new)?) } else { None };
    let (pad, hides_padding) = (model.config.pad, model.config.design.mask_target_padding);
    if !hides_padding || !ids.to_vec().contains(&(pad as f64)) {
        return Ok(past);
    }
    let real = mask::padding(ids, pad)?;
    past.map_or(Ok(real.clone()), |past| mask::both(&real, &past)).map(Some)
}
