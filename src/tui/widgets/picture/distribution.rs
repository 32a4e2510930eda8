//! How often which values occur in a tensor, in one pass for the range and one for the counts.

use super::numbers::FILL;

/// The most bins.
const BINS: usize = 48;
/// The fewest, unless the values are fewer whole numbers.
const FEWEST: usize = 8;

/// Counts, mean and deviation of the elements of a tensor.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Distribution {
    /// How many elements have a place on the scale: finite, and no fill such as −1e9.
    pub counted: usize,
    /// How many are NaN.
    pub nan: usize,
    /// How many are plus infinity.
    pub inf: usize,
    /// How many are minus infinity or hidden.
    pub masked: usize,
    /// How many are fills: finite, but so large that all others would look like zero beside them.
    pub fills: usize,
    /// Where the first bin begins: at the least of the counted elements, or where a scale that is kept does.
    pub min: f64,
    /// Where the last one ends.
    pub max: f64,
    /// Their mean.
    pub mean: f64,
    /// Their standard deviation, with n − 1 as `torch.std` has it; NaN for one element.
    pub deviation: f64,
    /// How many of them lie in each of equally wide bins from one end to the other.
    pub bins: Vec<usize>,
    /// Whether each bin is one whole number.
    has_whole_bins: bool,
}

impl Distribution {
    /// Looks at all values.
    pub fn of(values: &[f64]) -> Self {
        Self::on(None, values)
    }

    /// The same on a scale that is kept, as far as the values stay on it. Whole numbers have bins of their own.
    pub fn on(kept: Option<(f64, f64)>, values: &[f64]) -> Self {
        let mut found = Self { min: f64::INFINITY, max: f64::NEG_INFINITY, ..Self::default() };
        let mut sum = 0.0;
        for &value in values {
            match value {
                _ if value.is_nan() => found.nan += 1,
                f64::INFINITY => found.inf += 1,
                f64::NEG_INFINITY => found.masked += 1,
                _ if value <= -FILL => found.fills += 1,
                _ => {
                    found.counted += 1;
                    sum += value;
                    (found.min, found.max) = (found.min.min(value), found.max.max(value));
                }
            }
        }
        if found.counted == 0 {
            return Self { min: 0.0, max: 0.0, mean: f64::NAN, deviation: f64::NAN, ..found };
        }
        found.mean = sum / found.counted as f64;
        found.count(kept, values);
        found
    }

    /// The second pass: squares and bins.
    fn count(&mut self, kept: Option<(f64, f64)>, values: &[f64]) {
        let counted = || values.iter().copied().filter(|value| *value > -FILL && *value < f64::INFINITY);
        let span = self.max - self.min;
        self.has_whole_bins = span < BINS as f64 && counted().all(|value| value.fract() == 0.0);
        if let Some((low, high)) = kept.filter(|_| !self.has_whole_bins) {
            (self.min, self.max) = (self.min.min(low), self.max.max(high));
        }
        let bins = if self.has_whole_bins { span as usize + 1 } else { self.wanted_bins() };
        self.bins = vec![0; bins];
        let mut squares = 0.0;
        for value in counted() {
            squares += (value - self.mean).powi(2);
            let bin = self.bin(value);
            if let Some(count) = self.bins.get_mut(bin) {
                *count += 1;
            }
        }
        self.deviation = if self.counted > 1 { (squares / (self.counted - 1) as f64).sqrt() } else { f64::NAN };
    }

    /// About twice the root of the count.
    fn wanted_bins(&self) -> usize {
        if self.max <= self.min {
            return 1;
        }
        ((self.counted as f64).sqrt() as usize * 2).clamp(FEWEST, BINS)
    }

    /// The bin of a counted value.
    pub fn bin(&self, value: f64) -> usize {
        let last = self.bins.len().saturating_sub(1);
        if self.max <= self.min {
            return 0;
        }
        let part = (value - self.min) / (self.max - self.min);
        // Whole numbers each have a bin of their own, in whose middle they lie.
        let place = if self.is_whole() { part * last as f64 + 0.5 } else { part * self.bins.len() as f64 };
        (place.max(0.0) as usize).min(last)
    }

    /// Whether each bin is one whole number.
    pub fn is_whole(&self) -> bool {
        self.has_whole_bins
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_number_is_counted_apart() {
        let found = Distribution::of(&[1.0, 2.0, 3.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -1e9]);
        assert_eq!((found.counted, found.nan, found.inf, found.masked, found.fills), (3, 1, 1, 1, 1));
        let shown = format!("{} {} {} {}", found.min, found.max, found.mean, found.deviation);
        assert_eq!(shown, "1 3 2 1");
        assert_eq!(found.bins, [1, 1, 1]);
    }

    #[test]
    fn a_scale_that_is_kept_moves_the_bins_and_nothing_else() {
        let values = [-1.5, -0.5, 0.5, 1.5];
        let (own, kept) = (Distribution::of(&values), Distribution::on(Some((-1.0, 6.0)), &values));
        assert_eq!((own.min, own.max, kept.min, kept.max), (-1.5, 1.5, -1.5, 6.0));
        assert_eq!((own.mean.to_bits(), own.deviation.to_bits()), (kept.mean.to_bits(), kept.deviation.to_bits()));
        assert_eq!(kept.bins.iter().sum::<usize>(), 4);
        assert_eq!(kept.bins.last(), Some(&0));
        let whole = Distribution::on(Some((-1.0, 6.0)), &[1.0, 2.0]);
        assert_eq!((whole.min, whole.max, whole.is_whole()), (1.0, 2.0, true));
    }

    #[test]
    fn every_counted_value_is_in_a_bin() {
        let values: Vec<f64> = (0..1000).map(|place| f64::from(place).sin()).collect();
        let found = Distribution::of(&values);
        assert_eq!(found.bins.len(), BINS);
        assert_eq!(found.bins.iter().sum::<usize>(), 1000);
        assert_eq!((found.bin(found.min), found.bin(found.max)), (0, BINS - 1));
        // A sine is most often near its ends.
        assert!(found.bins[0] > 3 * found.bins[BINS / 2]);
    }

    #[test]
    fn one_value_and_none() {
        let one = Distribution::of(&[2.5, 2.5]);
        assert_eq!((one.bins.as_slice(), one.deviation.to_string().as_str()), ([2].as_slice(), "0"));
        let none = Distribution::of(&[f64::NAN]);
        assert!(none.bins.is_empty() && none.mean.is_nan());
    }
}
