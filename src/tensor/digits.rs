//! How a number is printed: at least three significant digits, always with a point when it was rounded.
//!
//! A printed number with a point stands for the interval that rounds to it, one without a point stands for itself. A property
//! test re-evaluates every explanation from these digits alone.

use super::DType;

/// A real number as the screen shows it: `1.21`, `0.499`, `-12.3`, `1234.5`, `1.23e-5`, `inf`, `nan`. Minus zero is zero.
///
/// ```
/// use glassformer::tensor::digits::real;
/// assert_eq!([real(1.2149), real(0.4994), real(-12.345), real(0.0), real(2e-7)].join(" "), "1.21 0.499 -12.3 0.00 2.00e-7");
/// ```
pub fn real(x: f64) -> String {
    let size = x.abs();
    match size {
        _ if x.is_nan() => "nan".to_owned(),
        _ if x.is_infinite() => (if x > 0.0 { "inf" } else { "-inf" }).to_owned(),
        _ if size == 0.0 => "0.00".to_owned(),
        s if !(0.000_999_5..99_999.5).contains(&s) => format!("{x:.2e}"),
        s if s >= 9.995 => format!("{x:.1}"),
        s if s >= 0.9995 => format!("{x:.2}"),
        s if s >= 0.099_95 => format!("{x:.3}"),
        s if s >= 0.009_995 => format!("{x:.4}"),
        _ => format!("{x:.5}"),
    }
}

/// Two real numbers that differ, each with as many digits as it takes to see that: `1.00` and `1.00` are `0.9996` and `0.9999`.
/// Float32 has no more than nine.
///
/// ```
/// use glassformer::tensor::digits::apart;
/// assert_eq!(apart(0.5, 0.25), ("0.500".to_owned(), "0.250".to_owned()));
/// assert_eq!(apart(0.99961, 0.99987), ("0.9996".to_owned(), "0.9999".to_owned()));
/// ```
pub fn apart(a: f64, b: f64) -> (String, String) {
    const MAX_DIGITS: usize = 9;
    let printed = (real(a), real(b));
    if printed.0 != printed.1 || !a.is_finite() || !b.is_finite() {
        return printed;
    }
    let pairs = (3..=MAX_DIGITS).map(|digits| (format!("{a:.digits$}"), format!("{b:.digits$}")));
    pairs.into_iter().find(|(a, b)| a != b).unwrap_or_else(|| (exact(a), exact(b)))
}

/// An element of a tensor of this type: a real number rounded, any other exactly.
///
/// ```
/// use glassformer::tensor::{DType, digits::of_type};
/// assert_eq!([of_type(12345.0, DType::F32), of_type(12345.0, DType::I64)], ["12345.0", "12345"]);
/// ```
pub fn of_type(x: f64, dtype: DType) -> String {
    if dtype.is_float() { real(x) } else { exact(x) }
}

/// Magnitudes from here on have no decimals in a table: four digits say enough.
pub const LARGE: f64 = 1000.0;
/// From here on they are written with an exponent, unless every digit counts.
pub const VAST: f64 = 1e5;
/// The decimals of a number of a table that is not whole.
pub const DECIMALS: usize = 2;

/// The magnitude of a finite number of a table, with so many decimals, and with an exponent from `vast` on.
///
/// ```
/// use glassformer::tensor::digits::{DECIMALS, VAST, in_table};
/// let shown = [0.001, 12.345, 1234.5, 123_456.0].map(|size| in_table(size, DECIMALS, VAST));
/// assert_eq!(shown, ["0.00", "12.35", "1234", "1.2e5"]);
/// ```
pub fn in_table(size: f64, decimals: usize, vast: f64) -> String {
    match size {
        _ if size >= vast => format!("{size:.1e}"),
        _ if size >= LARGE => format!("{size:.0}"),
        _ => format!("{size:.decimals$}"),
    }
}

/// Whether a number is zero as it is printed: then it has no sign.
pub fn is_zero(printed: &str) -> bool {
    printed.chars().all(|digit| matches!(digit, '0' | '.'))
}

/// A number that the formula itself contains and that is exact: `2`, `0.00001`, `-inf`.
pub fn exact(x: f64) -> String {
    match x {
        _ if x.is_nan() => "nan".to_owned(),
        _ if x.is_infinite() => (if x > 0.0 { "inf" } else { "-inf" }).to_owned(),
        _ if x.fract() == 0.0 && x.abs() < 1e15 => format!("{x:.0}"),
        _ if x.abs() >= 1e15 || x.abs() < 1e-4 => format!("{x:e}"),
        _ => x.to_string(),
    }
}
