//! The ends of a scale. A scale stays as it is while an input moves: a bar that grows must not shrink its own ruler.

/// Values that fill less than this part of a scale could not be told apart on it: it is fitted to them again.
const LEAST_PART: f64 = 0.05;
/// The digits of the numbers at which a scale may end.
const NICE: [f64; 4] = [1.0, 2.0, 5.0, 10.0];
/// Ends from here on, and below its inverse, are written with an exponent.
const LARGE: f64 = 1e5;

/// Where colours are full and bars longest, and where the axis of a curve begins and ends.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Scale {
    /// The greatest magnitude.
    pub(super) greatest: f64,
    /// The lowest and the highest value.
    pub(super) ends: (f64, f64),
    /// Whether it goes below zero.
    pub(super) has_signs: bool,
}

impl Scale {
    /// The scale `first`, for values of which this is the own scale: widened by large steps where they leave it, fitted to them
    /// where they would hardly be seen on it.
    pub(super) fn kept_from(self, first: &Self) -> Self {
        let greatest = match self.greatest {
            own if own > first.greatest || (own > 0.0 && own < first.greatest * LEAST_PART) => nice_above(own),
            _ => first.greatest,
        };
        Self { greatest, ends: ends(self.ends, first.ends), has_signs: self.has_signs || first.has_signs }
    }

    /// The scale that shows what both show.
    pub(super) fn with(self, other: &Self) -> Self {
        Self {
            greatest: self.greatest.max(other.greatest),
            ends: (self.ends.0.min(other.ends.0), self.ends.1.max(other.ends.1)),
            has_signs: self.has_signs || other.has_signs,
        }
    }
}

fn ends(own: (f64, f64), first: (f64, f64)) -> (f64, f64) {
    let step = nice_above((own.1.max(first.1) - own.0.min(first.0)) / 2.0);
    let low = if own.0 < first.0 { (own.0 / step).floor() * step } else { first.0 };
    let high = if own.1 > first.1 { (own.1 / step).ceil() * step } else { first.1 };
    let span = own.1 - own.0;
    if span > 0.0 && span < (high - low) * LEAST_PART { own } else { (low, high) }
}

/// The least of 1, 2, 5, 10, 20, … (and 0.5, 0.2, …) that is not below a positive number.
pub(super) fn nice_above(value: f64) -> f64 {
    if !(value.is_finite() && value > 0.0) {
        return value;
    }
    let exponent = value.log10().floor() as i32;
    // A negative power is not exact, and its inverse is: 0.2 and not 0.2000…01.
    let at = |digit: f64| if exponent < 0 { digit / 10_f64.powi(-exponent) } else { digit * 10_f64.powi(exponent) };
    // A value that is 1.0 but for its rounding is on the scale that ends there.
    NICE.into_iter().map(at).find(|end| value <= end * (1.0 + 1e-6)).unwrap_or(value)
}

/// Such a number, as short as it can be written.
pub(super) fn nice_text(end: f64) -> String {
    let size = end.abs();
    if size != 0.0 && !(1.0 / LARGE..LARGE).contains(&size) { format!("{end:e}") } else { format!("{end}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(low: f64, high: f64) -> Scale {
        Scale { greatest: high.abs().max(low.abs()), ends: (low, high), has_signs: low < 0.0 }
    }

    #[test]
    fn nice_ends_are_one_two_and_five() {
        let ends = [0.0, 0.93, 1.0, 1.000_000_1, 1.1, 4.0, 6.0, 0.000_3, 12_345.0].map(nice_above);
        assert_eq!(ends.map(f64::to_bits), [0.0, 1.0, 1.0, 1.0, 2.0, 5.0, 10.0, 0.0005, 20_000.0].map(f64::to_bits));
        assert_eq!([0.5, 10.0, -2.0, 200_000.0].map(nice_text), ["0.5", "10", "-2", "2e5"]);
    }

    #[test]
    fn a_scale_is_kept_until_values_leave_it() {
        let first = of(0.0, 6.0);
        assert_eq!(of(0.0, 2.0).kept_from(&first), first);
        assert_eq!(of(0.0, 8.0).kept_from(&first), of(0.0, 10.0));
        assert_eq!(of(0.0, 10.0).kept_from(&first), of(0.0, 10.0));
        assert_eq!(of(-1.0, 8.0).kept_from(&first), Scale { greatest: 10.0, ends: (-5.0, 10.0), has_signs: true });
        assert_eq!(of(0.0, 0.0).kept_from(&first), first);
    }

    #[test]
    fn a_common_scale_is_the_same_from_both_sides() {
        let (one, other) = (of(-2.0, 1.0), of(0.0, 6.0));
        assert_eq!(one.with(&other), Scale { greatest: 6.0, ends: (-2.0, 6.0), has_signs: true });
        assert_eq!(one.with(&other), other.with(&one));
    }

    #[test]
    fn a_scale_is_fitted_to_values_that_would_vanish_on_it() {
        let first = of(0.0, 6.0);
        assert_eq!(of(0.0, 0.03).kept_from(&first), Scale { greatest: 0.05, ends: (0.0, 0.03), has_signs: false });
        assert_eq!(of(100.0, 101.0).kept_from(&first).ends, (100.0, 101.0));
        assert_eq!(of(3.0, 3.0).kept_from(&first), first, "a single value can be seen");
    }
}
