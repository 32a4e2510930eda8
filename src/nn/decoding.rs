//! Writing a sequence token by token: what the tutorials leave out, and what every use of a trained model begins with.
//!
//! A trained model says, for each sequence so far, how likely each token is to come next. There are several ways to choose:
//!
//! - [`greedy()`]: always the likeliest token. What looks best now can cost more later.
//! - [`beam`]: several sequences at once, of which the likeliest live on; the search keeps its whole tree.
//! - [`sampling`]: drawn at random, after a [`filter`] or several have changed the odds: temperature, top-k, top-p, min-p.
//!
//! All of them ask an [`Autoregressive`] model for one token after the other. [`Cached`] is a Transformer that remembers the keys
//! and values of earlier positions, [`Recomputed`] the same one without a memory, and [`Table`] a model of a few numbers that can be
//! checked by hand.
//!
//! ```
//! use glassformer::nn::decoding::{Bounds, Table, greedy};
//! use glassformer::tensor::Tensor;
//!
//! // Of the tokens 0, 1 (begin), 2 (end) and 3: after 1 comes 3, after 3 comes 2.
//! let after = [[0.0; 4], [0.0, 0.0, 0.0, 1.0], [0.0; 4], [0.0, 0.0, 2.0, 0.0]];
//! let logits = Tensor::from_f32(&[2, 4, 4], [after, after].concat().concat())?;
//! let bounds = Bounds { bos: 1, eos: 2, max_new: 2 };
//! let paths = greedy(&mut Table::new(logits)?, 1, bounds)?;
//! assert_eq!(paths[0].ids, [1, 3, 2]);
//! assert_eq!(format!("{:.3}", paths[0].sum_log_prob()), "-1.084"); // ln(e / (e + 3)) + ln(e^2 / (e^2 + 3))
//! # Ok::<(), glassformer::tensor::Error>(())
//! ```

pub mod beam;
pub mod cache;
pub mod filter;
pub mod greedy;
pub mod path;
pub mod recompute;
pub mod sampling;
pub mod table;

pub use beam::{Beam, BeamSearch, Fate, Hypothesis, LengthPenalty, State};
pub use cache::Cached;
pub use filter::{Filter, Filters};
pub use greedy::greedy;
pub use path::{Path, Step};
pub use recompute::Recomputed;
pub use sampling::{Sampler, sample};
pub use table::Table;

use super::Transformer;
use crate::tensor::{Error, Result, Tensor};

/// A model that says what may come next, and keeps for itself what came before.
pub trait Autoregressive {
    /// Takes one more token for each of the rows, the sequences that are written side by side, and gives the logits of the token
    /// after it: (rows, vocabulary).
    ///
    /// # Errors
    /// When a token is not in the vocabulary, the number of rows does not fit, or the model can go no further.
    fn step(&mut self, tokens: &[i64]) -> Result<Tensor>;

    /// Goes on with these rows: the sequence of row `rows[i]` becomes that of row i. A row can be left out, and stand there
    /// several times.
    ///
    /// # Errors
    /// When there is no such row.
    fn reorder(&mut self, rows: &[usize]) -> Result<()>;
}

/// Where sequences begin and end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// What every sequence begins with: the id of `[BOS]`.
    pub bos: i64,
    /// What ends a sequence: the id of `[EOS]`.
    pub eos: i64,
    /// How many tokens are written at most, `[EOS]` counted and `[BOS]` not.
    pub max_new: usize,
}

/// The fastest way to write with a model after these source ids, (rows, n): with a cache, unless its masks hide nothing.
///
/// # Errors
/// When an id is not in the source's vocabulary.
pub fn after<'a>(model: &'a Transformer, src: &Tensor) -> Result<Box<dyn Autoregressive + 'a>> {
    if model.config.design.is_causal() {
        Ok(Box::new(Cached::new(model, src)?))
    } else {
        Ok(Box::new(Recomputed::new(model, src)?))
    }
}

/// Numbers of rows, to go on with.
fn numbers(rows: &[usize]) -> Result<Tensor> {
    Tensor::from_i64(&[rows.len()], rows.iter().map(|&row| row as i64).collect())
}

/// Those rows of what was computed of the sources. One row stands for all, however many there are.
fn of_sources(tensor: &Tensor, rows: &Tensor) -> Result<Tensor> {
    if tensor.shape()[0] == 1 { Ok(tensor.clone()) } else { tensor.index_select(0, rows) }
}

/// Log-probabilities of logits (rows, vocabulary).
fn log_probabilities(logits: &Tensor) -> Result<Tensor> {
    let log_probs = logits.log_softmax(-1)?;
    // Where a logit is not a number, or all are -inf, no element of the row is a number.
    if let Some(row) = (0..log_probs.shape()[0]).find(|&row| log_probs.at(&[row, 0]).is_nan()) {
        return Err(Error::Value(format!(
            "the logits of row {row} do not define a distribution: one is nan or inf, or all are -inf"
        )));
    }
    Ok(log_probs)
}
