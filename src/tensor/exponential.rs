//! The exponential function in single precision, in a form that the compiler can vectorize: softmax spends its time here.

/// Below this the result is 0, above the other it is infinite: where float32 ends, and a little further.
const RANGE: (f32, f32) = (-104.0, 89.0);
/// 1.5 * 2^23: a number so large that adding it rounds to whole numbers, which then stand in its lowest bits.
const ROUNDS: f32 = 12_582_912.0;
/// ln 2 in two parts: the first has few digits, so that its product with a whole number is exact.
const LN_2: (f32, f32) = (0.693_359_4, -2.121_944_4e-4);

/// `exp(x)`, within two units of the last place; NaN stays NaN.
///
/// With n the whole number nearest to x / ln 2 and r what is left, exp(x) = 2^n exp(r), and |r| is at most ln 2 / 2, where a short
/// polynomial will do: its coefficients are those of the Cephes library. 2^n is multiplied in two halves, so that also results
/// below the smallest normal number come out.
#[inline(always)]
pub(crate) fn exp(x: f32) -> f32 {
    let x = x.clamp(RANGE.0, RANGE.1);
    let rounded = x * std::f32::consts::LOG2_E + ROUNDS;
    let n = rounded - ROUNDS;
    let r = x - n * LN_2.0 - n * LN_2.1;
    let mut p = 1.987_569_1e-4;
    for coefficient in [1.398_199_9e-3, 8.333_452e-3, 4.166_579_6e-2, 0.166_666_65, 0.5] {
        p = p * r + coefficient;
    }
    let exp_r = p * r * r + r + 1.0;
    let n = rounded.to_bits() as i32 - ROUNDS.to_bits() as i32;
    let half = n >> 1;
    // What vanishes is multiplied by 0: the processor takes a hundred times as long for a result below the smallest normal number,
    // and a mask makes many.
    let rest = if x > RANGE.0 { power_of_two(n - half) } else { 0.0 };
    exp_r * power_of_two(half) * rest
}

/// 2^n, for n from -126 to 127: the exponent is written into the bits.
#[inline(always)]
fn power_of_two(n: i32) -> f32 {
    f32::from_bits(((n + 127) << 23) as u32)
}

#[cfg(test)]
mod tests {
    use super::exp;

    #[test]
    fn it_is_within_two_units_of_the_last_place_everywhere() {
        let mut x = -104.5_f32;
        while x < 89.5 {
            let want = f64::from(x).exp();
            let unit = f64::from((want as f32).next_up() - want as f32).max(f64::from(f32::from_bits(1)));
            let got = f64::from(exp(x));
            assert!(
                (want as f32).is_infinite() && got > 3e38 || (got - want).abs() <= 2.0 * unit,
                "exp({x}) is {got}, not {want}"
            );
            x += 0.001_37;
        }
    }

    #[test]
    #[expect(clippy::float_cmp, reason = "these are exact")]
    fn its_ends_are_exact() {
        assert_eq!(exp(0.0), 1.0);
        assert_eq!(exp(-0.0), 1.0);
        assert_eq!(exp(f32::NEG_INFINITY), 0.0);
        assert_eq!(exp(-1e9), 0.0);
        assert_eq!(exp(f32::INFINITY), f32::INFINITY);
        assert!(exp(f32::NAN).is_nan());
        assert!(exp(88.72).is_finite() && exp(88.73).is_infinite());
        assert!(exp(-103.0) > 0.0);
    }
}
