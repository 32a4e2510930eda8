//! The cross-entropy of logits with probabilities of which all but one are alike.
//!
//! Step by step it has three arrays of the logits' size on the way there and two on the way back, and the logits are the largest array
//! of a model with many words. Here the way there writes none and the way back one.

use super::{Fused, apply, last_axis, matrix};
use crate::tensor::backend::simd;
use crate::tensor::ops::{GradientReads, softmax};
use crate::tensor::{Real, Result, Tensor, sum};

/// Which probability each class is to get.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Spread {
    /// The right class.
    pub(crate) right: f32,
    /// Every other one.
    pub(crate) others: f32,
    /// A class that gets none.
    pub(crate) hidden: Option<usize>,
}

impl Spread {
    /// Writes the probabilities of all classes where `right` is the right one.
    pub(crate) fn fill(self, row: &mut [f32], right: usize) {
        row.fill(self.others);
        if let Some(hidden) = self.hidden {
            row[hidden] = 0.0;
        }
        row[right] = self.right;
    }

    /// How often the probability of the others occurs among so many classes.
    fn count_of_others(self, classes: usize) -> usize {
        classes.saturating_sub(1 + usize::from(self.hidden.is_some()))
    }

    /// The sum of `-p ln p` over so many classes.
    pub(crate) fn entropy(self, classes: usize) -> f64 {
        let term = |p: f32| if p > 0.0 { -f64::from(p) * f64::from(p).ln() } else { 0.0 };
        term(self.right) + self.count_of_others(classes) as f64 * term(self.others)
    }
}

/// The sum of the cross-entropies of rows of logits.
#[derive(Debug)]
struct FusedCrossEntropy {
    /// The right class of each row; `None` where the row does not count.
    right: Vec<Option<usize>>,
    spread: Spread,
}

/// The sum over all rows of logits (..., classes) of the cross-entropy with what the right class of the row says; rows without one do
/// not count.
///
/// # Errors
/// When the logits are not float32.
pub(crate) fn cross_entropy(logits: &Tensor, right: Vec<Option<usize>>, spread: Spread) -> Result<Tensor> {
    apply(FusedCrossEntropy { right, spread }, &[logits])
}

impl FusedCrossEntropy {
    /// The loss of one row.
    #[inline(always)]
    fn of_row(&self, row: &[f32], right: usize) -> f64 {
        let top = softmax::largest(row);
        let log_total = f64::from(sum::sum_of(row, |x| (x - top).quick_exp()).ln());
        // The logarithm of a probability is x - top - log_total.
        let of = |class: usize| f64::from(row[class] - top) - log_total;
        let (others, own) = (f64::from(self.spread.others), f64::from(self.spread.right));
        let all = f64::from(sum::sum_of(row, |x| x - top)) - row.len() as f64 * log_total;
        let others = if others == 0.0 { 0.0 } else { others * (all - of(right) - self.spread.hidden.map_or(0.0, of)) };
        -(others + own * of(right))
    }

    /// Of one row: `weight` times (softmax of the logits times the sum of what is wanted, minus what is wanted).
    #[inline(always)]
    fn slope_of_row(&self, row: &[f32], right: usize, weight: f32, out: &mut [f32]) {
        let top = softmax::largest(row);
        for (out, &x) in out.iter_mut().zip(row) {
            *out = (x - top).quick_exp();
        }
        let mass = self.spread.right + self.spread.count_of_others(row.len()) as f32 * self.spread.others;
        let (scale, others) = (weight * mass / sum::sum(out), weight * self.spread.others);
        for x in out.iter_mut() {
            *x = *x * scale - others;
        }
        out[right] -= weight * (self.spread.right - self.spread.others);
        if let Some(hidden) = self.spread.hidden {
            out[hidden] += others;
        }
    }
}

impl Fused for FusedCrossEntropy {
    const NAME: &'static str = "cross_entropy";
    const READS: GradientReads = GradientReads::inputs(&[0]);

    fn forward(&self, inputs: &[&Tensor]) -> Result<Tensor> {
        let logits = matrix(inputs[0], last_axis(inputs[0]))?;
        let rows = logits.rows().into_iter().zip(&self.right);
        let total: f64 = simd::dispatch::<f32, _>(
            #[inline(always)]
            || {
                let mut total = 0.0;
                for (row, &right) in rows {
                    if let (Some(row), Some(right)) = (row.to_slice(), right) {
                        total += self.of_row(row, right);
                    }
                }
                total
            },
        );
        Tensor::from_f32(&[], vec![total as f32])
    }

    fn backward(&self, inputs: &[Tensor], _: &Tensor, gradient: &Tensor) -> Result<Vec<Option<Tensor>>> {
        let size = last_axis(&inputs[0]);
        let logits = matrix(&inputs[0], size)?;
        let logits = logits.as_standard_layout();
        let weight = gradient.item()? as f32;
        let mut out = vec![0.0; logits.len()];
        let rows = logits.rows().into_iter().zip(out.chunks_exact_mut(size.max(1))).zip(&self.right);
        simd::dispatch::<f32, _>(
            #[inline(always)]
            || {
                for ((row, out), &right) in rows {
                    if let (Some(row), Some(right)) = (row.to_slice(), right) {
                        self.slope_of_row(row, right, weight, out);
                    }
                }
            },
        );
        Ok(vec![Some(Tensor::from_f32(inputs[0].shape(), out)?)])
    }
}
