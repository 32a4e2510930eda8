//! Quotients rounded down and what they leave, exactly: a float divides by `fmod`, which rounds nothing, and the quotient is made
//! of the remainder. The other way round, `a - floor(a / b) * b` loses the remainder wherever the quotient was rounded.

use ndarray::NdFloat;

/// `a mod b` with the sign of `b`, as Python and `torch.remainder` have it.
pub(crate) fn modulo<T: NdFloat>(a: T, b: T) -> T {
    let rest = a % b;
    if rest != T::zero() && (rest < T::zero()) != (b < T::zero()) { rest + b } else { rest }
}

/// `a // b` by way of the exact remainder, so that `1.0 // 0.1` is 9; `a / b` where `b` is 0.
pub(crate) fn floor_divide<T: NdFloat>(a: T, b: T) -> T {
    if b == T::zero() {
        return a / b;
    }
    let rest = a % b;
    let mut quotient = (a - rest) / b;
    if rest != T::zero() && (rest < T::zero()) != (b < T::zero()) {
        quotient -= T::one();
    }
    if quotient == T::zero() {
        return T::zero().copysign(a / b);
    }
    // The division may have been rounded; its whole number is the nearest.
    let below = quotient.floor();
    if quotient - below > T::one() / (T::one() + T::one()) { below + T::one() } else { below }
}

/// `a ** b` of whole numbers, which wrap around. A negative power is 0, but of 1 it is 1 and of -1 it is 1 or -1.
pub(super) fn power(a: i64, b: i64) -> i64 {
    if b < 0 {
        return match a {
            1 => 1,
            -1 if b % 2 == 0 => 1,
            -1 => -1,
            _ => 0,
        };
    }
    let (mut base, mut left, mut result) = (a, b, 1_i64);
    while left > 0 {
        if left % 2 == 1 {
            result = result.wrapping_mul(base);
        }
        base = base.wrapping_mul(base);
        left /= 2;
    }
    result
}

/// `a // b` of whole numbers; `b` is not 0.
pub(super) fn floor_divide_whole(a: i64, b: i64) -> i64 {
    let rounds_down = a.wrapping_rem(b) != 0 && (a < 0) != (b < 0);
    a.wrapping_div(b).wrapping_sub(i64::from(rounds_down))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remainders_are_pytorchs() {
        let (inf, nan) = (f32::INFINITY, f32::NAN);
        let same =
            |a: f32, b: f32| a.partial_cmp(&b).is_some_and(std::cmp::Ordering::is_eq) || a.is_nan() && b.is_nan();
        for (a, b, rest, quotient) in [
            (1e10, 7.0, 4.0, 1_428_571_392.0),
            (2.5, 0.8, 0.099_999_964, 3.0),
            (1.0, 0.1, 0.099_999_99, 9.0),
            (3.0, inf, 3.0, 0.0),
            (-3.0, inf, inf, -1.0),
            (3.0, -inf, -inf, -1.0),
            (inf, 2.0, nan, nan),
            (-5.0, 3.0, 1.0, -2.0),
            (5.0, -3.0, -1.0, -2.0),
            (5.0, 0.0, nan, inf),
            (-5.0, 0.0, nan, -inf),
            (0.0, 0.0, nan, nan),
        ] {
            assert!(same(modulo(a, b), rest), "{a} % {b} is {}", modulo(a, b));
            assert!(same(floor_divide(a, b), quotient), "{a} // {b} is {}", floor_divide(a, b));
        }
    }

    #[test]
    fn whole_powers_are_pytorchs() {
        let of = |a, b| power(a, b);
        assert_eq!([of(1, -1), of(-1, -2), of(2, -1), of(-1, -3), of(0, -1)], [1, 1, 0, -1, 0]);
        assert_eq!([of(3, 4), of(2, 63), of(2, 64), of(7, 0)], [81, i64::MIN, 0, 1]);
        assert_eq!((floor_divide_whole(-7, 3), floor_divide_whole(i64::MIN, -1)), (-3, i64::MIN));
    }
}
