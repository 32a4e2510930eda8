//! The masks of a file of inputs, in whichever convention and with however many axes they come.

use crate::nn::transformer::Masks;
use crate::nn::weights::File;
use crate::nn::{Transformer, mask};
use crate::tensor::{Error, Tensor};

/// One of the three attentions, and what a mask of it must broadcast to.
struct Attention {
    /// What the names of its masks begin with.
    side: &'static str,
    batch: usize,
    heads: usize,
    queries: usize,
    keys: usize,
}

/// The masks of the file, and where it has none those that the ids call for. `hides` says that 1 hides a token in masks whose names
/// do not say what it does.
pub(super) fn read(model: &Transformer, inputs: &File, ids: [&Tensor; 2], hides: bool) -> Result<Masks, String> {
    let [src, tgt] = ids;
    let said = |error: Error| error.to_string();
    let (batch, n, m) = (src.shape()[0], src.shape()[1], tgt.shape()[1]);
    let (heads, dec_heads) = (model.config.heads, model.config.dec_heads());
    let source = Attention { side: "src", batch, heads, queries: n, keys: n };
    let target = Attention { side: "tgt", batch, heads: dec_heads, queries: m, keys: m };
    let memory = Attention { side: "memory", batch, heads: dec_heads, queries: m, keys: n };
    let own = model.masks(src, tgt).map_err(said)?;
    let source = source.mask(inputs, hides)?;
    let over_keys = source.clone().filter(|keep| keep.shape()[2] == 1);
    let target = match target.mask(inputs, hides)? {
        Some(padding) if padding.shape()[2] == 1 => {
            Some(mask::causal(m, m).and_then(|past| mask::both(&padding, &past)).map_err(said)?)
        }
        given => given,
    };
    Ok(Masks {
        memory: memory.mask(inputs, hides)?.or(over_keys).unwrap_or(own.memory),
        source: source.unwrap_or(own.source),
        target: target.unwrap_or(own.target),
    })
}

impl Attention {
    /// What all masks of the file for this attention keep: (batch or 1, heads or 1, queries or 1, keys).
    fn mask(&self, inputs: &File, hides: bool) -> Result<Option<Tensor>, String> {
        let mut all: Option<Tensor> = None;
        for (ending, hides) in [("keep", false), ("mask", hides), ("key_padding_mask", true)] {
            let name = format!("{}_{ending}", self.side);
            let Some(given) = inputs.tensors.get(&name) else { continue };
            let is_pytorchs = ending == "mask" && (hides || is_added(given));
            let keep = kept(given, hides).and_then(|keep| self.with_four_axes(&keep, ending == "mask", is_pytorchs));
            let keep = keep.map_err(|reason| format!("`{name}` {reason}"))?;
            all = Some(match all {
                Some(earlier) => mask::both(&earlier, &keep).map_err(|error| error.to_string())?,
                None => keep,
            });
        }
        Ok(all)
    }

    /// The same mask as attention takes it. Of two axes the first is the batch or, where the name allows it, the queries; where both
    /// fit, tutorials mean the one and PyTorch the other.
    fn with_four_axes(&self, keep: &Tensor, may_be_of_queries: bool, is_pytorchs: bool) -> Result<Tensor, String> {
        let Self { batch, heads, queries, keys, .. } = *self;
        let shape = match *keep.shape() {
            [rows, columns] if may_be_of_queries && rows == queries && (rows != batch || is_pytorchs) => {
                [1, 1, rows, columns]
            }
            [rows, columns] => [rows, 1, 1, columns],
            [samples, rows, columns] => [samples, 1, rows, columns],
            [samples, heads, rows, columns] => [samples, heads, rows, columns],
            ref other => return Err(format!("has the shape {other:?}, but a mask needs two to four axes")),
        };
        let wants = [batch, heads, queries, keys];
        let fits = shape[3] == keys && shape.iter().zip(wants).all(|(&size, wanted)| size == wanted || size == 1);
        if !fits {
            return Err(format!(
                "has the shape {:?}, which cannot be broadcast to [batch, heads, queries, keys], {wants:?}",
                keep.shape()
            ));
        }
        keep.reshape(&shape.map(|size| size as isize)).map_err(|error| error.to_string())
    }
}

/// Truth values, true where attention is allowed. A mask of real numbers with a -inf in it is one that is added to the scores.
fn kept(given: &Tensor, hides: bool) -> Result<Tensor, String> {
    let values = given.to_vec();
    let is_added = is_added(given);
    let others: &[f64] = if is_added { &[0.0, f64::NEG_INFINITY] } else { &[0.0, 1.0] };
    if let Some(value) = values.iter().find(|value| !others.contains(value)) {
        return Err(format!(
            "contains {value}: a mask may contain only 0 and 1, or only 0 and -inf (added to the scores)"
        ));
    }
    let zero = Tensor::integer(0);
    if is_added || hides { given.eq(&zero) } else { given.ne(&zero) }.map_err(|error| error.to_string())
}

fn is_added(mask: &Tensor) -> bool {
    mask.dtype().is_float() && mask.to_vec().contains(&f64::NEG_INFINITY)
}
