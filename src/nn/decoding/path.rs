//! One sequence, token after token, with everything that was known at each step. Greedy decoding and sampling write such paths;
//! they differ only in how a token is chosen.

use super::beam::LengthPenalty;
use super::sampling::Draw;
use super::{Autoregressive, Bounds, log_probabilities};
use crate::tensor::{Result, Tensor};

/// A sequence and how it came about.
#[derive(Clone, Debug)]
pub struct Path {
    /// `[BOS]` and the tokens that were chosen, `[EOS]` last unless the limit came first.
    pub ids: Vec<i64>,
    /// One for each token that was chosen.
    pub steps: Vec<Step>,
}

/// One choice.
#[derive(Clone, Debug)]
pub struct Step {
    /// What the model gave: (vocabulary).
    pub logits: Tensor,
    /// Their log-softmax: (vocabulary).
    pub log_probs: Tensor,
    /// The id that was chosen.
    pub token: i64,
    /// Its log-probability, as the model gave it, before any filter.
    pub log_prob: f64,
    /// How it was drawn, unless it was the likeliest.
    pub draw: Option<Draw>,
}

impl Step {
    /// The probability of each token: (vocabulary).
    ///
    /// # Errors
    /// Never: the signature is that of its parts.
    pub fn probabilities(&self) -> Result<Tensor> {
        self.logits.softmax(-1)
    }
}

impl Path {
    /// The logarithm of the probability of the whole sequence.
    pub fn sum_log_prob(&self) -> f64 {
        self.steps.iter().map(|step| step.log_prob).sum()
    }

    /// The sum by which beam search would rank this sequence. `[EOS]` counts as a token, `[BOS]` does not.
    pub fn score(&self, penalty: LengthPenalty) -> f64 {
        penalty.score(self.sum_log_prob(), self.steps.len())
    }
}

/// Which token a row goes on with, given its logits and what it has so far.
pub(super) type Choose<'a> = dyn FnMut(&Tensor, &[i64]) -> Result<(i64, Option<Draw>)> + 'a;

/// Writes `rows` sequences side by side. A row that has ended takes no further part, so the others finish sooner.
pub(super) fn write(
    model: &mut dyn Autoregressive,
    rows: usize,
    bounds: Bounds,
    choose: &mut Choose<'_>,
) -> Result<Vec<Path>> {
    let mut paths = vec![Path { ids: vec![bounds.bos], steps: Vec::new() }; rows];
    let mut open: Vec<usize> = (0..rows).collect();
    for _ in 0..bounds.max_new {
        let last: Vec<i64> = open.iter().filter_map(|&row| paths[row].ids.last().copied()).collect();
        if last.is_empty() {
            break;
        }
        let logits = model.step(&last)?;
        let log_probs = log_probabilities(&logits)?;
        let mut living = Vec::new();
        for (place, &row) in open.iter().enumerate() {
            let (logits, log_probs) = (logits.select(0, place as i64)?, log_probs.select(0, place as i64)?);
            let (token, draw) = choose(&logits, &paths[row].ids)?;
            let log_prob = log_probs.at(&[token as usize]);
            paths[row].ids.push(token);
            paths[row].steps.push(Step { logits, log_probs, token, log_prob, draw });
            if token != bounds.eos {
                living.push(place);
            }
        }
        if living.len() < open.len() {
            model.reorder(&living)?;
            open = living.iter().map(|&place| open[place]).collect();
        }
    }
    Ok(paths)
}
