//! What a part of a model is like at a moment: how far the newest update moved it, and how its weights and activations are spread.

/// How many bins a histogram has.
const BINS: usize = 48;
/// It reaches so many standard deviations from the mean; what lies outside counts in its ends.
const REACH: f64 = 3.0;

/// One part of the model.
#[derive(Clone, Debug, PartialEq)]
pub struct PartReading {
    /// How far the newest update moved its weights, beside their length; nothing before the first update.
    pub update: Option<f64>,
    /// Its weights.
    pub weights: ValueSpread,
    /// What it hands on for the examples that are looked at, where it is a part that hands something on.
    pub activations: Option<ValueSpread>,
}

/// How numbers are spread: from three standard deviations below their mean to three above.
#[derive(Clone, Debug, PartialEq)]
pub struct ValueSpread {
    /// Their mean.
    pub mean: f64,
    /// Their standard deviation.
    pub deviation: f64,
    counts: [u32; BINS],
}

impl ValueSpread {
    /// That of these numbers.
    ///
    /// ```
    /// use glassformer::notebook::training::ValueSpread;
    ///
    /// let spread = ValueSpread::of(&[-1.0, 1.0, 1.0, -1.0]);
    /// assert_eq!((spread.mean, spread.deviation), (0.0, 1.0));
    /// assert_eq!([0, 1].map(|half| spread.share(half, 2)), [0.5, 0.5]);
    /// ```
    pub fn of(numbers: &[f32]) -> Self {
        let count = numbers.len().max(1) as f64;
        let mean = numbers.iter().copied().map(f64::from).sum::<f64>() / count;
        let squares = numbers.iter().map(|&number| (f64::from(number) - mean).powi(2));
        let deviation = (squares.sum::<f64>() / count).sqrt();
        let mut counts = [0; BINS];
        let (low, width) = (mean - REACH * deviation, 2.0 * REACH * deviation / BINS as f64);
        for &number in numbers {
            // What is spread over nothing lies in the middle.
            let bin = if width > 0.0 { (f64::from(number) - low) / width } else { BINS as f64 / 2.0 };
            counts[(bin.max(0.0) as usize).min(BINS - 1)] += 1;
        }
        Self { mean, deviation, counts }
    }

    /// The share of the numbers in column `at` of `columns`.
    pub fn share(&self, at: u16, columns: u16) -> f64 {
        let all: u32 = self.counts.iter().sum();
        let edge = |at: u16| f64::from(at) / f64::from(columns.max(1)) * BINS as f64;
        let (low, high) = (edge(at), edge(at + 1));
        let within = |bin: usize| ((bin + 1) as f64).min(high) - (bin as f64).max(low);
        let counts = self.counts.iter().enumerate().map(|(bin, count)| f64::from(*count) * within(bin).max(0.0));
        counts.sum::<f64>() / f64::from(all.max(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_is_in_one_column() {
        let numbers: Vec<f32> = (0..1000_u16).map(|at| f32::from(at % 37).powi(2)).collect();
        let spread = ValueSpread::of(&numbers);
        for columns in [1, 7, 24, 48, 100] {
            let sum: f64 = (0..columns).map(|at| spread.share(at, columns)).sum();
            assert!((sum - 1.0).abs() < 1e-9, "{columns}: {sum}");
        }
    }

    #[test]
    fn equal_numbers_and_none_have_a_histogram() {
        let level = ValueSpread::of(&[0.5; 9]);
        assert_eq!((level.mean, level.deviation, level.share(0, 1)), (0.5, 0.0, 1.0));
        assert_eq!(ValueSpread::of(&[]).share(0, 1).to_bits(), 0.0_f64.to_bits());
    }
}
