//! How words of the generator become numbers, each as PyTorch's `DistributionsHelper.h` does it.

use std::cell::Cell;
use std::f64::consts::TAU;

use ndarray_rand::rand::Rng;
use ndarray_rand::rand::distr::Distribution;

/// Single precision numbers of [0, 1): the lower 24 bits of one word.
pub(super) struct Unit32;

impl Distribution<f32> for Unit32 {
    fn sample<R: Rng + ?Sized>(&self, rng: &mut R) -> f32 {
        (rng.next_u32() & 0x00ff_ffff) as f32 / (1 << 24) as f32
    }
}

/// Double precision numbers of [0, 1): the lower 53 bits of two words.
pub(super) struct Unit64;

impl Distribution<f64> for Unit64 {
    fn sample<R: Rng + ?Sized>(&self, rng: &mut R) -> f64 {
        (rng.next_u64() & ((1 << 53) - 1)) as f64 / (1_u64 << 53) as f64
    }
}

/// Single precision numbers between two bounds.
pub(super) struct UniformRange {
    low: f32,
    width: f32,
}

impl UniformRange {
    pub(super) fn new(low: f32, high: f32) -> Self {
        Self { low, width: high - low }
    }
}

impl Distribution<f32> for UniformRange {
    /// The product is not rounded before the sum: PyTorch's is compiled to a fused multiply-add, and the last bit shows it.
    fn sample<R: Rng + ?Sized>(&self, rng: &mut R) -> f32 {
        Unit32.sample(rng).mul_add(self.width, self.low)
    }
}

/// Whole numbers between two bounds: the remainder of one word, or of two where one would make low numbers too frequent.
pub(super) struct Whole {
    low: i64,
    range: u64,
}

impl Whole {
    pub(super) fn new(low: i64, high: i64) -> Self {
        Self { low, range: high.abs_diff(low) }
    }
}

impl Distribution<i64> for Whole {
    fn sample<R: Rng + ?Sized>(&self, rng: &mut R) -> i64 {
        let word = if self.range < 1 << 28 { u64::from(rng.next_u32()) } else { rng.next_u64() };
        self.low.wrapping_add_unsigned(word % self.range)
    }
}

/// Whole numbers below a bound that one dtype has, so that it, and not the bound, says how many words one takes.
pub(super) struct Below {
    pub(super) count: u64,
    pub(super) is_wide: bool,
}

impl Distribution<i64> for Below {
    fn sample<R: Rng + ?Sized>(&self, rng: &mut R) -> i64 {
        let word = if self.is_wide { rng.next_u64() } else { u64::from(rng.next_u32()) };
        (word % self.count.max(1)) as i64
    }
}

/// 1 with probability `p`, else 0, decided in double precision.
pub(super) struct Coin {
    pub(super) p: f64,
}

impl Distribution<f32> for Coin {
    fn sample<R: Rng + ?Sized>(&self, rng: &mut R) -> f32 {
        f32::from(Unit64.sample(rng) < self.p)
    }
}

/// Exponential numbers by inversion, in double precision.
pub(super) struct Exponential {
    pub(super) rate: f64,
}

impl Distribution<f32> for Exponential {
    fn sample<R: Rng + ?Sized>(&self, rng: &mut R) -> f32 {
        (-1.0 / self.rate * (-Unit64.sample(rng)).ln_1p()) as f32
    }
}

/// Standard normal numbers in double precision by the method of Box and Muller: two uniform numbers give the angle and the radius
/// of a point, whose two coordinates are the next two numbers.
pub(super) struct BoxMuller {
    spare: Cell<Option<f64>>,
}

impl BoxMuller {
    /// Goes on with the number that the last pair left over.
    pub(super) fn resume(spare: Option<f64>) -> Self {
        Self { spare: Cell::new(spare) }
    }

    /// The number that the last pair left over.
    pub(super) fn spare(&self) -> Option<f64> {
        self.spare.get()
    }
}

impl Distribution<f64> for BoxMuller {
    fn sample<R: Rng + ?Sized>(&self, rng: &mut R) -> f64 {
        if let Some(second) = self.spare.take() {
            return second;
        }
        let angle = TAU * Unit64.sample(rng);
        let radius = (-2.0 * (-Unit64.sample(rng)).ln_1p()).sqrt();
        self.spare.set(Some(radius * angle.sin()));
        radius * angle.cos()
    }
}
