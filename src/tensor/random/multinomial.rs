//! Drawing categories by their weights: `torch.multinomial`.

use ndarray::{Array1, ArrayD, ArrayView1, ArrayViewD, Axis, IxDyn};
use ndarray_rand::RandomExt;

use super::distribution::Unit64;
use super::{Generator, Result};
use crate::tensor::Error;

impl Generator {
    /// Draws `samples` categories for each row of weights (which need not sum to 1): `torch.multinomial(weights, samples,
    /// replacement)`. Weights are `[categories]` or `[rows, categories]`, the result is `[samples]` or `[rows, samples]`.
    ///
    /// Without replacement, and for a single sample, PyTorch divides every weight by an exponential number and takes the largest
    /// quotients, in descending order. With replacement it looks uniform numbers up in the cumulative weights.
    ///
    /// # Errors
    /// When `weights` has no axis or more than two; a weight is negative, infinite or not a number; a row has only zeros; or more
    /// different categories are asked for than have a weight above 0. (PyTorch then returns some that have none.)
    pub fn multinomial(&mut self, weights: &ArrayViewD<f32>, samples: usize, replacement: bool) -> Result<ArrayD<i64>> {
        let mut shape = weights.shape().to_vec();
        if !matches!(shape.len(), 1 | 2) {
            return Err(refusal(&format!("weights must have 1 or 2 axes, not {}", shape.len())));
        }
        let rows: Vec<_> = weights.lanes(Axis(shape.len() - 1)).into_iter().collect();
        for row in &rows {
            check(row, if replacement { 1 } else { samples })?;
        }
        let mut picks = Vec::with_capacity(samples);
        if replacement && samples != 1 {
            for row in &rows {
                picks.extend(self.with_replacement(row, samples));
            }
        } else {
            let noise = self.exponential(&shape, 1.0)?;
            for (row, noise) in rows.iter().zip(noise.lanes(Axis(shape.len() - 1))) {
                picks.extend(largest_quotients(row, &noise, samples));
            }
        }
        shape.pop();
        shape.push(samples);
        ArrayD::from_shape_vec(IxDyn(&shape), picks).map_err(|error| refusal(&error.to_string()))
    }

    fn with_replacement(&mut self, weights: &ArrayView1<f32>, samples: usize) -> Vec<i64> {
        let mut sum = 0.0;
        let running: Vec<f32> = weights
            .iter()
            .map(|weight| {
                sum += weight;
                sum
            })
            .collect();
        let last = running.len() - 1;
        let draws: Array1<f64> = Array1::random_using(samples, Unit64, self);
        // The last category takes what rounding leaves of the sum.
        draws.iter().map(|&draw| running[..last].partition_point(|&upto| f64::from(upto / sum) < draw) as i64).collect()
    }
}

fn largest_quotients(weights: &ArrayView1<f32>, noise: &ArrayView1<f32>, samples: usize) -> Vec<i64> {
    let mut ranked: Vec<(f32, i64)> = weights.iter().zip(noise).zip(0..).map(|((w, q), id)| (w / q, id)).collect();
    ranked.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    ranked.into_iter().take(samples).map(|(_, id)| id).collect()
}

fn check(weights: &ArrayView1<f32>, needed: usize) -> Result<()> {
    if let Some(weight) = weights.iter().find(|weight| !weight.is_finite() || **weight < 0.0) {
        return Err(refusal(&format!("a weight cannot be {weight}; it must be 0 or more, and finite")));
    }
    let possible = weights.iter().filter(|weight| **weight > 0.0).count();
    if possible < needed.max(1) {
        return Err(refusal(&format!(
            "{needed} different categories are requested, but only {possible} have a weight above 0"
        )));
    }
    Ok(())
}

fn refusal(reason: &str) -> Error {
    Error::Value(format!("multinomial: {reason}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn weights(values: &[f32]) -> ArrayD<f32> {
        Array1::from(values.to_vec()).into_dyn()
    }

    #[test]
    fn without_replacement_nothing_comes_twice_and_a_zero_never() {
        let weights = weights(&[0.1, 0.0, 0.4, 0.5]);
        for seed in 0..50 {
            let mut picks = Generator::manual_seed(seed)
                .multinomial(&weights.view(), 3, false)
                .unwrap()
                .into_raw_vec_and_offset()
                .0;
            picks.sort_unstable();
            assert_eq!(picks, [0, 2, 3]);
        }
    }

    #[test]
    fn frequencies_follow_the_weights_with_and_without_replacement() {
        let weights = weights(&[1.0, 0.0, 3.0]);
        let mut generator = Generator::manual_seed(5);
        let many = generator.multinomial(&weights.view(), 4000, true).unwrap();
        assert!(many.iter().all(|&id| id != 1));
        let share = many.iter().filter(|&&id| id == 2).count() as f64 / 4000.0;
        assert!((share - 0.75).abs() < 0.03, "{share}");
        let singles = (0..4000).filter(|_| generator.multinomial(&weights.view(), 1, false).unwrap()[0] == 2).count();
        assert!((singles as f64 / 4000.0 - 0.75).abs() < 0.03, "{singles}");
    }

    #[test]
    fn rows_are_drawn_one_by_one() {
        let rows = ArrayD::from_shape_vec(IxDyn(&[2, 3]), vec![1.0, 0.0, 0.0, 0.0, 0.0, 2.0]).unwrap();
        let picks = Generator::manual_seed(1).multinomial(&rows.view(), 2, true).unwrap();
        assert_eq!(picks.shape(), [2, 2]);
        assert_eq!(picks.into_raw_vec_and_offset().0, [0, 0, 2, 2]);
    }

    #[test]
    fn impossible_wishes_are_refused() {
        let mut generator = Generator::manual_seed(1);
        let mut error = |values: &[f32], samples, replacement| {
            generator.multinomial(&weights(values).view(), samples, replacement).unwrap_err().to_string()
        };
        assert_eq!(
            error(&[1.0, 0.0], 2, false),
            "multinomial: 2 different categories are requested, but only 1 have a weight above 0"
        );
        assert!(error(&[0.0, 0.0], 3, true).contains("0 have a weight"));
        assert!(error(&[-1.0, 2.0], 1, true).contains("-1"));
        assert!(error(&[f32::NAN], 1, true).contains("NaN"));
        assert!(error(&[], 1, true).contains("0 have a weight"));
    }
}
