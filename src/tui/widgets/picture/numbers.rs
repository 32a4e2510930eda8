//! Elements as text of one width, and as a place on the colour scale.

use super::scale::{Scale, nice_above};
use crate::tensor::digits::{self, DECIMALS, LARGE, VAST, is_zero};

/// What a forbidden element looks like.
pub(super) const MASKED: &str = "×";

/// Numbers below minus this take part in no scale: they are fills such as −1e9, beside which everything else would look like zero.
pub(super) const FILL: f64 = 1e6;
/// Whole numbers of a whole dtype are written to their last digit up to here, where double precision begins to lose it.
const EXACT: f64 = 9_007_199_254_740_992.0;
/// So small a part of what numbers are made of, or stand beside, is rounding and no value.
const NOISE: f64 = 1e-6;
/// The most decimals of a tick.
const MOST_DECIMALS: f64 = 6.0;
/// How far from 1 the sum of shares may be, by rounding.
pub const SUM_TOLERANCE: f64 = 1e-4;

/// What the numbers of a tensor are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Any numbers: blue below zero, orange above.
    Signed,
    /// Numbers from 0 to 1.
    Probability,
    /// True or false, as 1 or 0.
    Truth,
}

/// How the elements of one tensor are written and coloured; found in one pass over them.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Numbers {
    /// What they are.
    pub kind: Kind,
    /// The greatest magnitude, fills and infinities aside: full colour.
    greatest: f64,
    /// The lowest and the highest value, fills and infinities aside; both 0 if there is none.
    ends: (f64, f64),
    /// Magnitudes up to here are rounding: they are drawn as zero.
    noise: f64,
    /// Whether one is negative, so that a column is kept for signs.
    signs: bool,
    /// Whether all are whole, so that decimals would say nothing.
    whole: bool,
    /// From which magnitude on they are written with an exponent.
    vast: f64,
    /// How many decimals an element has, if not.
    decimals: usize,
    /// The columns of an element, its sign included.
    width: u16,
    /// What occurs that is no number.
    pub special: Special,
    /// The scale that is kept from other values; without one it is that of these.
    kept: Option<Scale>,
}

/// Which values occur that have no place on a scale.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Special {
    /// NaN.
    pub nan: bool,
    /// Plus infinity.
    pub inf: bool,
    /// Minus infinity, which masks write.
    pub masked: bool,
}

impl Numbers {
    /// Looks at `values` once. Values of kind [`Kind::Signed`] and [`Kind::Probability`] get two decimals, unless all are whole.
    pub fn of(kind: Kind, values: impl IntoIterator<Item = f64>) -> Self {
        Self::below(VAST, kind, values)
    }

    /// The same for a dtype of whole numbers: a count or an id is read to its last digit.
    pub fn of_integers(values: impl IntoIterator<Item = f64>) -> Self {
        Self::below(EXACT, Kind::Signed, values)
    }

    /// The same as these for other values of their dtype.
    #[must_use]
    pub fn like(&self, kind: Kind, values: impl IntoIterator<Item = f64>) -> Self {
        Self::below(self.vast, kind, values)
    }

    fn below(vast: f64, kind: Kind, values: impl IntoIterator<Item = f64>) -> Self {
        let mut numbers = Self {
            kind,
            greatest: 0.0,
            ends: (f64::INFINITY, f64::NEG_INFINITY),
            noise: 0.0,
            signs: false,
            whole: true,
            vast,
            decimals: DECIMALS,
            width: 1,
            special: Special::default(),
            kept: None,
        };
        // The longest number of each form: with decimals, without, with an exponent.
        let (mut longest, mut longest_whole, mut utmost) = (0.0_f64, 0.0_f64, 0.0_f64);
        for value in values {
            let size = value.abs();
            numbers.special.nan |= value.is_nan();
            numbers.special.inf |= value == f64::INFINITY;
            numbers.special.masked |= value == f64::NEG_INFINITY;
            numbers.signs |= value < 0.0 && value.is_finite();
            if value.is_finite() {
                numbers.whole &= value.fract() == 0.0;
                if value > -FILL {
                    numbers.greatest = numbers.greatest.max(size);
                    numbers.ends = (numbers.ends.0.min(value), numbers.ends.1.max(value));
                }
                utmost = utmost.max(size);
                longest = if size < LARGE { longest.max(size) } else { longest };
                longest_whole = if size < vast { longest_whole.max(size) } else { longest_whole };
            }
        }
        // Probabilities that are all 0 and 1 are still probabilities.
        numbers.whole &= kind != Kind::Probability;
        if numbers.ends.0 > numbers.ends.1 {
            numbers.ends = (0.0, 0.0);
        }
        numbers.noise = numbers.greatest * NOISE;
        let undefined = numbers.special.nan || numbers.special.inf;
        let forms = [longest, longest_whole, utmost].map(|size| numbers.digits(size).len());
        let widest = forms.into_iter().chain([if undefined { "nan".len() } else { 0 }]);
        numbers.width = widest.max().unwrap_or(1) as u16 + u16::from(numbers.signs);
        if kind == Kind::Truth {
            numbers.width = 1;
        }
        numbers
    }

    /// The same for sums of numbers up to this magnitude: what is left of them where they cancel is rounding.
    #[must_use]
    pub fn summed_from(self, greatest: f64) -> Self {
        let noise = self.noise.max(greatest * NOISE);
        let is_heard = self.greatest > noise;
        Self {
            noise,
            greatest: if is_heard { self.greatest } else { 0.0 },
            ends: if is_heard { self.ends } else { (0.0, 0.0) },
            ..self
        }
    }

    /// The same on the scale of values that stood here `first`, as long as that shows these.
    #[must_use]
    pub fn on_scale_of(self, first: &Self) -> Self {
        let is_alike = self.kind == Kind::Signed && first.kind == Kind::Signed && first.greatest > 0.0;
        Self { kept: is_alike.then(|| self.scale().kept_from(&first.scale())), ..self }
    }

    /// The same on a scale that shows other values, too, which are looked at in turn with these.
    #[must_use]
    pub fn beside(self, other: &Self) -> Self {
        let is_alike = self.kind == Kind::Signed && other.kind == Kind::Signed;
        Self { kept: is_alike.then(|| self.scale().with(&other.scale())).or(self.kept), ..self }
    }

    /// The ends of the scale that is kept from other values.
    pub fn kept_ends(&self) -> Option<(f64, f64)> {
        self.kept.map(|scale| scale.ends)
    }

    fn scale(&self) -> Scale {
        self.kept.unwrap_or(Scale { greatest: self.greatest, ends: self.ends, has_signs: self.signs })
    }

    /// Whether a value is zero, or so little that it is the rounding of others.
    pub fn is_nothing(&self, value: f64) -> bool {
        value == 0.0 || (self.kind == Kind::Signed && value.abs() <= self.noise)
    }

    /// Slopes, which are often small: as many decimals, up to four, as the greatest needs for two digits.
    pub fn of_slopes(values: impl IntoIterator<Item = f64> + Clone) -> Self {
        let mut numbers = Self::of(Kind::Signed, values);
        let more = (1..=2).take_while(|more| numbers.greatest < 10_f64.powi(-more) && numbers.greatest > 0.0).count();
        if more > 0 && !numbers.whole {
            numbers.decimals += more;
            numbers.width += more as u16;
        }
        numbers
    }

    /// The columns that [`Numbers::cell`] needs for any of the values.
    pub fn width(&self) -> u16 {
        self.width
    }

    /// One element, with its sign where some element is negative, and pushed to the right then. Zero has no sign.
    pub fn cell(&self, value: f64) -> String {
        if let Some(word) = special(value) {
            return word.to_owned();
        }
        if self.kind == Kind::Truth {
            return if value == 0.0 { "·" } else { "✓" }.to_owned();
        }
        let digits = self.digits(value.abs());
        if !self.signs {
            return digits;
        }
        let (signed, width) = (format!("{}{digits}", self.sign(value, &digits)), usize::from(self.width));
        format!("{signed:>width$}")
    }

    fn digits(&self, size: f64) -> String {
        digits::in_table(size, if self.whole { 0 } else { self.decimals }, self.vast)
    }

    /// One element alone, with four decimals.
    pub fn exact(&self, value: f64) -> String {
        let word = match self.kind {
            Kind::Truth => Some(if value == 0.0 { "False" } else { "True" }),
            _ if value == f64::NEG_INFINITY => Some("-inf"),
            _ => special(value),
        };
        if let Some(word) = word {
            return word.to_owned();
        }
        let size = value.abs();
        let digits = match size {
            _ if self.whole && size < self.vast.max(FILL) => format!("{size:.0}"),
            _ if size != 0.0 && !(1e-4..FILL).contains(&size) => format!("{size:.3e}"),
            _ => format!("{size:.4}"),
        };
        if value < 0.0 && !is_zero(&digits) { format!("-{digits}") } else { digits }
    }

    /// A number that is drawn alone: as [`Numbers::exact`], but rounding is zero.
    pub fn alone(&self, value: f64) -> String {
        self.exact(if self.is_nothing(value) { 0.0 } else { value })
    }

    /// Where `value` stands on its colour scale: −1 to 1 for signed numbers, else 0 to 1.
    pub fn fraction(&self, value: f64) -> f64 {
        let greatest = self.scale().greatest;
        match self.kind {
            Kind::Signed if self.is_nothing(value) => 0.0,
            Kind::Signed if greatest > 0.0 => value / greatest,
            Kind::Signed => 0.0,
            Kind::Probability => value,
            // A true cell needs no glare: the mark in it says it already.
            Kind::Truth => value * 0.3,
        }
    }

    /// The greatest magnitude on the scale: where colours are full.
    pub fn greatest(&self) -> f64 {
        match self.kind {
            Kind::Signed => self.scale().greatest,
            Kind::Probability | Kind::Truth => 1.0,
        }
    }

    /// What a full bar stands for. There is room above most values, so that one can be seen to grow.
    pub fn full_bar(&self) -> f64 {
        nice_above(self.greatest())
    }

    /// The ends of a scale that is fitted to the values: from the lowest to the highest, and to zero if that is near.
    pub fn range(&self) -> (f64, f64) {
        let (low, high) = match self.kind {
            Kind::Signed => self.scale().ends,
            Kind::Probability | Kind::Truth => (0.0, 1.0),
        };
        // From a single value it is not far to anywhere.
        let near = if high > low { (high - low) / 2.0 } else { f64::INFINITY };
        match (low, high) {
            _ if low > 0.0 && low <= near => (0.0, high),
            _ if high < 0.0 && -high <= near => (low, 0.0),
            _ => (low, high),
        }
    }

    /// The lowest and the highest of these values, infinities and fills of a mask aside.
    pub fn ends(&self) -> (f64, f64) {
        self.ends
    }

    /// Whether the scale has two sides: an element is negative, or was where the scale is kept.
    pub fn has_signs(&self) -> bool {
        self.scale().has_signs
    }

    /// Whether the elements are whole numbers such as ids, of which none is more than another.
    pub fn are_whole(&self) -> bool {
        self.whole && self.kind == Kind::Signed
    }

    /// A tick of a scale between these ends, with as many decimals as tell them apart.
    pub fn tick_between(&self, value: f64, (low, high): (f64, f64)) -> String {
        let wanted = (1.0 - (high - low).log10().floor()).clamp(0.0, MOST_DECIMALS);
        let decimals = if wanted.is_finite() { self.decimals.max(wanted as usize) } else { self.decimals };
        Self { decimals, ..*self }.tick(value)
    }

    /// An end of the scale or a tick, as short as it can be said: `-1.21`.
    pub fn tick(&self, value: f64) -> String {
        let digits = self.digits(value.abs());
        format!("{}{digits}", self.sign(value, &digits))
    }

    /// The sign before these digits of a value; zero has none.
    fn sign(&self, value: f64, digits: &str) -> &'static str {
        let plus = if self.has_signs() { "+" } else { "" };
        if is_zero(digits) {
            ""
        } else if value < 0.0 {
            "-"
        } else {
            plus
        }
    }
}

/// The mark that stands where what is no number has no room for a word, or no place on a scale.
pub(super) fn mark(value: f64) -> Option<char> {
    match value {
        f64::NEG_INFINITY => Some('×'),
        f64::INFINITY => Some('^'),
        _ if value.is_nan() => Some('?'),
        _ => None,
    }
}

fn special(value: f64) -> Option<&'static str> {
    match value {
        f64::NEG_INFINITY => Some(MASKED),
        f64::INFINITY => Some("inf"),
        _ if value.is_nan() => Some("nan"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(kind: Kind, values: &[f64]) -> Vec<String> {
        let numbers = Numbers::of(kind, values.iter().copied());
        let cells: Vec<_> = values.iter().map(|value| numbers.cell(*value)).collect();
        assert!(cells.iter().all(|cell| cell.chars().count() <= usize::from(numbers.width())), "{cells:?}");
        cells
    }

    #[test]
    fn signs_stand_before_their_digits_and_zero_has_none() {
        assert_eq!(shown(Kind::Signed, &[0.31, -12.5, 0.0, -0.001]), [" +0.31", "-12.50", "  0.00", "  0.00"]);
        assert_eq!(shown(Kind::Signed, &[0.31, 1.0]), ["0.31", "1.00"]);
        assert_eq!(shown(Kind::Probability, &[1.0, 0.0]), ["1.00", "0.00"]);
    }

    #[test]
    fn whole_numbers_have_no_decimals() {
        assert_eq!(shown(Kind::Signed, &[1.0, -2.0, 30.0]), [" +1", " -2", "+30"]);
        assert_eq!(shown(Kind::Truth, &[1.0, 0.0]), ["✓", "·"]);
        assert_eq!(shown(Kind::Signed, &[101.0, 30522.0]), ["101", "30522"]);
        assert_eq!(shown(Kind::Signed, &[101.0, 100_000.0]), ["101", "1.0e5"]);
        assert_eq!(shown(Kind::Signed, &[7592.0, 0.5]), ["7592", "0.50"]);
    }

    #[test]
    fn whole_numbers_of_a_whole_dtype_are_written_to_their_last_digit() {
        let shown = |values: &[f64]| {
            let numbers = Numbers::of_integers(values.iter().copied());
            let cells: Vec<_> = values.iter().map(|value| numbers.cell(*value)).collect();
            assert!(cells.iter().all(|cell| cell.len() <= usize::from(numbers.width())), "{cells:?}");
            (cells, values.iter().map(|value| numbers.exact(*value)).collect::<Vec<_>>())
        };
        let all = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>();
        assert_eq!(shown(&[9_999_999.0, 5.0]), (all(&["9999999", "5"]), all(&["9999999", "5"])));
        assert_eq!(shown(&[-12_345_678.0, 5.0]), (all(&["-12345678", "       +5"]), all(&["-12345678", "5"])));
        // What double precision cannot tell from its neighbours is not written as if it could.
        assert_eq!(shown(&[1e18]), (all(&["1.0e18"]), all(&["1.000e18"])));
    }

    #[test]
    fn large_numbers_have_four_or_five_digits_before_an_exponent() {
        assert_eq!(shown(Kind::Signed, &[1049.25, -12345.6, 0.5]), [" +1049", "-12346", " +0.50"]);
        assert_eq!(shown(Kind::Signed, &[1049.25, 123_456.7]), ["1049", "1.2e5"]);
        assert_eq!(shown(Kind::Signed, &[99_999.7, 0.5]), ["100000", "0.50"]);
    }

    #[test]
    fn a_fitted_scale_goes_to_zero_only_if_that_is_near() {
        let range = |values: &[f64]| Numbers::of(Kind::Signed, values.iter().copied()).range();
        assert_eq!(range(&[9.0, 9.5, 10.0]), (9.0, 10.0));
        assert_eq!(range(&[0.3, 1.0]), (0.0, 1.0));
        assert_eq!(range(&[-0.1, 4.0]), (-0.1, 4.0));
        assert_eq!(range(&[-8.0, -7.0, f64::NEG_INFINITY, -1e9]), (-8.0, -7.0));
        assert_eq!((range(&[3.0]), range(&[]), range(&[f64::NAN])), ((0.0, 3.0), (0.0, 0.0), (0.0, 0.0)));
        let numbers = Numbers::of(Kind::Signed, [0.0011, 0.0042]);
        assert_eq!(numbers.tick_between(0.0042, numbers.range()), "0.0042");
        let numbers = Numbers::of(Kind::Signed, [9.0, 10.0]);
        assert_eq!(numbers.tick_between(9.0, numbers.range()), "9");
    }

    #[test]
    fn what_is_no_number_has_a_mark() {
        let values = [1.5, f64::NEG_INFINITY, f64::NAN, f64::INFINITY];
        assert_eq!(shown(Kind::Signed, &values), ["1.50", "×", "nan", "inf"]);
        assert_eq!(shown(Kind::Signed, &[f64::NAN]), ["nan"]);
    }

    #[test]
    fn fills_keep_their_size_and_stay_out_of_the_scale() {
        assert_eq!(shown(Kind::Signed, &[-1e9, 2.0, 0.5]), ["-1.0e9", " +2.00", " +0.50"]);
        // Millions that are not below zero are counted, not filled in.
        let numbers = Numbers::of(Kind::Signed, [2e6, 5e7]);
        assert!((numbers.fraction(5e7) - 1.0).abs() < 1e-9);
        let numbers = Numbers::of(Kind::Signed, [-1e9, 2.0]);
        assert!((numbers.fraction(2.0) - 1.0).abs() < 1e-12);
        assert!(numbers.fraction(-1e9) < -1.0);
        assert!(Numbers::of(Kind::Signed, [0.0]).fraction(0.0).abs() < 1e-12);
    }

    #[test]
    fn what_sums_cancel_to_is_nothing() {
        let mean = Numbers::of(Kind::Signed, [-5.96e-8]);
        assert_eq!((mean.alone(-5.96e-8), mean.exact(-5.96e-8)), ("-5.960e-8".to_owned(), "-5.960e-8".to_owned()));
        let mean = mean.summed_from(1.5);
        assert_eq!((mean.alone(-5.96e-8), mean.exact(-5.96e-8)), ("0.0000".to_owned(), "-5.960e-8".to_owned()));
        assert_eq!((mean.greatest(), mean.fraction(-5.96e-8)), (0.0, 0.0));
        let kept = Numbers::of(Kind::Signed, [0.25, -5.96e-8]).summed_from(1.5);
        assert_eq!((kept.fraction(0.25), kept.fraction(-5.96e-8)), (1.0, 0.0));
    }

    #[test]
    fn the_exact_form_is_rounded_and_never_minus_zero() {
        let numbers = Numbers::of(Kind::Signed, [-0.5, 0.25]);
        assert_eq!(numbers.exact(-0.123_456), "-0.1235");
        assert_eq!(numbers.exact(-0.0), "0.0000");
        assert_eq!(numbers.exact(1e-9), "1.000e-9");
        assert_eq!(numbers.exact(f64::NEG_INFINITY), "-inf");
    }
}
