//! Elements as text of one width, and as a place on the colour scale.

/// What a forbidden element looks like.
pub(super) const MASKED: &str = "×";

/// Numbers below minus this take part in no scale: they are fills such as −1e9, beside which everything else would look like zero.
pub(super) const FILL: f64 = 1e6;
/// Magnitudes from here on are written with an exponent.
const LARGE: f64 = 1000.0;
/// The decimals of an element that is not whole.
const DECIMALS: usize = 2;
/// The same where all numbers are whole: an id must be read to its last digit, and five digits take no more room than `1.0e9`.
const LARGE_WHOLE: f64 = 1e5;
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
    /// Whether one is negative, so that a column is kept for signs.
    signs: bool,
    /// Whether all are whole, so that decimals would say nothing.
    whole: bool,
    /// How many decimals an element has, if not.
    decimals: usize,
    /// The columns of an element, its sign included.
    width: u16,
    /// What occurs that is no number.
    pub special: Special,
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
        let mut numbers = Self {
            kind,
            greatest: 0.0,
            signs: false,
            whole: true,
            decimals: DECIMALS,
            width: 1,
            special: Special::default(),
        };
        let (mut longest, mut longest_whole) = (0.0_f64, 0.0_f64);
        let mut utmost = 0.0_f64;
        for value in values {
            let size = value.abs();
            numbers.special.nan |= value.is_nan();
            numbers.special.inf |= value == f64::INFINITY;
            numbers.special.masked |= value == f64::NEG_INFINITY;
            numbers.signs |= value < 0.0 && value.is_finite();
            if value.is_finite() {
                numbers.whole &= value.fract() == 0.0;
                numbers.greatest = if value > -FILL { numbers.greatest.max(size) } else { numbers.greatest };
                utmost = utmost.max(size);
                longest = if size < LARGE { longest.max(size) } else { longest };
                longest_whole = if size < LARGE_WHOLE { longest_whole.max(size) } else { longest_whole };
            }
        }
        // Probabilities that are all 0 and 1 are still probabilities.
        numbers.whole &= kind != Kind::Probability;
        let digits = if numbers.whole { format!("{longest_whole:.0}") } else { format!("{longest:.2}") }.len();
        let large = utmost >= numbers.limit();
        let undefined = numbers.special.nan || numbers.special.inf;
        let widest = [digits, if large { "1.0e9".len() } else { 0 }, if undefined { "nan".len() } else { 0 }];
        numbers.width = widest.into_iter().max().unwrap_or(1) as u16 + u16::from(numbers.signs);
        if kind == Kind::Truth {
            numbers.width = 1;
        }
        numbers
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

    /// One element, its sign (where some element is negative) always in the first column. Zero has no sign.
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
        let sign = if is_zero(&digits) {
            ' '
        } else if value < 0.0 {
            '-'
        } else {
            '+'
        };
        format!("{sign}{digits:>0$}", usize::from(self.width).saturating_sub(1))
    }

    /// Where exponents begin.
    fn limit(&self) -> f64 {
        if self.whole { LARGE_WHOLE } else { LARGE }
    }

    fn digits(&self, size: f64) -> String {
        if size >= self.limit() {
            format!("{size:.1e}")
        } else if self.whole {
            format!("{size:.0}")
        } else {
            format!("{size:.0$}", self.decimals)
        }
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
            _ if self.whole && size < FILL => format!("{size:.0}"),
            _ if size != 0.0 && !(1e-4..FILL).contains(&size) => format!("{size:.3e}"),
            _ => format!("{size:.4}"),
        };
        if value < 0.0 && !is_zero(&digits) { format!("-{digits}") } else { digits }
    }

    /// Where `value` stands on its colour scale: −1 to 1 for signed numbers, else 0 to 1.
    pub fn fraction(&self, value: f64) -> f64 {
        match self.kind {
            Kind::Signed if self.greatest > 0.0 => value / self.greatest,
            Kind::Signed => 0.0,
            Kind::Probability => value,
            // A true cell needs no glare: the mark in it says it already.
            Kind::Truth => value * 0.3,
        }
    }

    /// The greatest magnitude on the scale: where colours are full and bars longest.
    pub fn greatest(&self) -> f64 {
        match self.kind {
            Kind::Signed => self.greatest,
            Kind::Probability | Kind::Truth => 1.0,
        }
    }

    /// Whether an element is negative, so that the scale has two sides.
    pub fn has_signs(&self) -> bool {
        self.signs
    }

    /// Whether the elements are whole numbers such as ids, of which none is more than another.
    pub fn are_whole(&self) -> bool {
        self.whole && self.kind == Kind::Signed
    }

    /// An end of the scale or a tick, as short as it can be said: `-1.21`.
    pub fn tick(&self, value: f64) -> String {
        let digits = self.digits(value.abs());
        let sign = if is_zero(&digits) {
            ""
        } else if value < 0.0 {
            "-"
        } else if self.signs {
            "+"
        } else {
            ""
        };
        format!("{sign}{digits}")
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

fn is_zero(digits: &str) -> bool {
    digits.chars().all(|digit| matches!(digit, '0' | '.'))
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
    fn signs_stand_in_one_column_and_zero_has_none() {
        assert_eq!(shown(Kind::Signed, &[0.31, -12.5, 0.0, -0.001]), ["+ 0.31", "-12.50", "  0.00", "  0.00"]);
        assert_eq!(shown(Kind::Signed, &[0.31, 1.0]), ["0.31", "1.00"]);
        assert_eq!(shown(Kind::Probability, &[1.0, 0.0]), ["1.00", "0.00"]);
    }

    #[test]
    fn whole_numbers_have_no_decimals() {
        assert_eq!(shown(Kind::Signed, &[1.0, -2.0, 30.0]), ["+ 1", "- 2", "+30"]);
        assert_eq!(shown(Kind::Truth, &[1.0, 0.0]), ["✓", "·"]);
        assert_eq!(shown(Kind::Signed, &[101.0, 30522.0]), ["101", "30522"]);
        assert_eq!(shown(Kind::Signed, &[101.0, 100_000.0]), ["101", "1.0e5"]);
        assert_eq!(shown(Kind::Signed, &[7592.0, 0.5]), ["7.6e3", "0.50"]);
    }

    #[test]
    fn what_is_no_number_has_a_mark() {
        let values = [1.5, f64::NEG_INFINITY, f64::NAN, f64::INFINITY];
        assert_eq!(shown(Kind::Signed, &values), ["1.50", "×", "nan", "inf"]);
        assert_eq!(shown(Kind::Signed, &[f64::NAN]), ["nan"]);
    }

    #[test]
    fn fills_keep_their_size_and_stay_out_of_the_scale() {
        assert_eq!(shown(Kind::Signed, &[-1e9, 2.0, 0.5]), ["-1.0e9", "+ 2.00", "+ 0.50"]);
        // Millions that are not below zero are counted, not filled in.
        let numbers = Numbers::of(Kind::Signed, [2e6, 5e7]);
        assert!((numbers.fraction(5e7) - 1.0).abs() < 1e-9);
        let numbers = Numbers::of(Kind::Signed, [-1e9, 2.0]);
        assert!((numbers.fraction(2.0) - 1.0).abs() < 1e-12);
        assert!(numbers.fraction(-1e9) < -1.0);
        assert!(Numbers::of(Kind::Signed, [0.0]).fraction(0.0).abs() < 1e-12);
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
