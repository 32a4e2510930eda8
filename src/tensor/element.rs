//! What every element type of a tensor can do, so that a walk over an array is written once for all of them.

use half::{bf16, f16};
use ndarray::{ArcArray, ArrayD, IxDyn};
use num_complex::Complex32;

use super::array::Array;

/// An element type that an array can hold.
pub trait Element: Copy + PartialEq + 'static {
    /// Zero, or false.
    const ZERO: Self;
    /// An array of this element type.
    fn array(values: ArrayD<Self>) -> Array;
    /// An array around values that are shared already.
    fn shared(values: ArcArray<Self, IxDyn>) -> Array;
    /// The values of an array that has this element type.
    fn values(array: &Array) -> Option<&ArcArray<Self, IxDyn>>;
    /// A number cast to this type.
    fn of_real(value: f64) -> Self;
    /// This element in double precision: truth is 1, and of a complex number it is the real part.
    fn real(self) -> f64;
    /// This element as a whole number, cut towards zero.
    fn whole(self) -> i64;
    /// Whether it counts as true: everything but zero, NaN too.
    fn truth(self) -> bool;
    /// Whether every bit is equal.
    fn same_bits(self, other: Self) -> bool;
}

/// A real number cut to a whole one. What no int64 holds becomes the smallest, as processors do it and so PyTorch.
pub(crate) fn cut(value: f64) -> i64 {
    const END: f64 = 9_223_372_036_854_775_808.0;
    if (-END..END).contains(&value) { value as i64 } else { i64::MIN }
}

/// The functions that say only which variant is meant.
macro_rules! variant {
    ($name:ident) => {
        fn array(values: ArrayD<Self>) -> Array {
            Array::$name(values.into_shared())
        }
        fn shared(values: ArcArray<Self, IxDyn>) -> Array {
            Array::$name(values)
        }
        fn values(array: &Array) -> Option<&ArcArray<Self, IxDyn>> {
            match array {
                Array::$name(values) => Some(values),
                _ => None,
            }
        }
    };
}

macro_rules! floats {
    ($($element:ty, $name:ident, $zero:expr, $of:expr;)*) => {$(
        impl Element for $element {
            const ZERO: Self = $zero;
            variant!($name);
            fn of_real(value: f64) -> Self {
                $of(value)
            }
            fn real(self) -> f64 {
                f64::from(self)
            }
            fn whole(self) -> i64 {
                cut(f64::from(self))
            }
            fn truth(self) -> bool {
                self != Self::ZERO
            }
            fn same_bits(self, other: Self) -> bool {
                self.to_bits() == other.to_bits()
            }
        }
    )*};
}

floats! {
    f32, F32, 0.0, |x| x as f32;
    f64, F64, 0.0, |x| x;
    f16, F16, f16::ZERO, |x| f16::from_f32(x as f32);
    bf16, BF16, bf16::ZERO, |x| bf16::from_f32(x as f32);
}

macro_rules! integers {
    ($($element:ty, $name:ident, $of:expr;)*) => {$(
        impl Element for $element {
            const ZERO: Self = 0;
            variant!($name);
            fn of_real(value: f64) -> Self {
                $of(value)
            }
            fn real(self) -> f64 {
                self as f64
            }
            fn whole(self) -> i64 {
                self as i64
            }
            fn truth(self) -> bool {
                self != 0
            }
            fn same_bits(self, other: Self) -> bool {
                self == other
            }
        }
    )*};
}

/// A real number cut to a whole one of 32 bits, the smallest where there is none.
fn cut_narrow(value: f64) -> i32 {
    i32::try_from(cut(value)).unwrap_or(i32::MIN)
}

integers! {
    i64, I64, cut;
    i32, I32, cut_narrow;
    u8, U8, |x| cut(x) as u8;
}

impl Element for bool {
    const ZERO: Self = false;
    variant!(Bool);
    fn of_real(value: f64) -> Self {
        value != 0.0
    }
    fn real(self) -> f64 {
        f64::from(u8::from(self))
    }
    fn whole(self) -> i64 {
        i64::from(self)
    }
    fn truth(self) -> bool {
        self
    }
    fn same_bits(self, other: Self) -> bool {
        self == other
    }
}

impl Element for Complex32 {
    const ZERO: Self = Self::ZERO;
    variant!(C64);
    fn of_real(value: f64) -> Self {
        Self::from(value as f32)
    }
    fn real(self) -> f64 {
        f64::from(self.re)
    }
    fn whole(self) -> i64 {
        cut(f64::from(self.re))
    }
    fn truth(self) -> bool {
        self != Self::ZERO
    }
    fn same_bits(self, other: Self) -> bool {
        self.re.same_bits(other.re) && self.im.same_bits(other.im)
    }
}
