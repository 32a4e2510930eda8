//! NumPy's random numbers: the distributions that its old `RandomState`, over the Mersenne Twister, and its new `Generator`, over
//! PCG64, have in common.

use ndarray::{ArrayD, IxDyn};
use ndarray_rand::rand::RngCore;

use super::Generator;
use crate::tensor::stop;

/// What NumPy's distributions draw from.
pub trait BitGenerator {
    /// A real number of [0, 1): `next_double`.
    fn double(&mut self) -> f64;
    /// A normal number of mean 0 and deviation 1.
    fn standard_normal(&mut self) -> f64;
    /// A word of 32 bits.
    fn word(&mut self) -> u32;
    /// A word of 64 bits.
    fn long_word(&mut self) -> u64;
    /// A whole number of [0, most].
    fn within(&mut self, most: u64) -> u64;

    /// The same by a mask and rejection: `random_interval`.
    fn interval(&mut self, most: u64) -> u64 {
        if most == 0 {
            return 0;
        }
        let mask = u64::MAX >> most.leading_zeros();
        loop {
            let word = if u32::try_from(mask).is_ok() { u64::from(self.word()) } else { self.long_word() };
            if word & mask <= most {
                return word & mask;
            }
        }
    }
}

/// The twister of `RandomState`: normal numbers by the polar method of Marsaglia, and bounded ones by a mask and rejection.
impl BitGenerator for Generator {
    fn double(&mut self) -> f64 {
        self.unit()
    }

    fn standard_normal(&mut self) -> f64 {
        if let Some(spare) = self.spare_normal.take() {
            return spare;
        }
        loop {
            let (x, y) = (2.0 * self.unit() - 1.0, 2.0 * self.unit() - 1.0);
            let square = x * x + y * y;
            if square < 1.0 && square != 0.0 {
                let factor = (-2.0 * square.ln() / square).sqrt();
                self.spare_normal = Some(factor * x);
                return factor * y;
            }
        }
    }

    fn word(&mut self) -> u32 {
        self.next_u32()
    }

    fn long_word(&mut self) -> u64 {
        self.next_u64()
    }

    fn within(&mut self, most: u64) -> u64 {
        self.interval(most)
    }
}

/// An array of that shape, drawn in row order. What is left when the computation is to [`stop`] is zero.
pub fn array<T: Default>(shape: &[usize], mut draw: impl FnMut() -> T) -> ArrayD<T> {
    let (mut passed, mut asked) = (0_usize, false);
    ArrayD::from_shape_simple_fn(IxDyn(shape), || {
        passed += 1;
        asked = asked || (passed.is_multiple_of(stop::STRIDE) && stop::is_asked());
        if asked { T::default() } else { draw() }
    })
}

/// Shuffles items as `shuffle` does.
pub fn shuffle<T>(bits: &mut dyn BitGenerator, items: &mut [T]) {
    for place in stop::until_asked((1..items.len()).rev()) {
        items.swap(place, bits.interval(place as u64) as usize);
    }
}

/// Places drawn with these probabilities, all of them anew.
pub fn weighted(bits: &mut dyn BitGenerator, probabilities: &[f64], count: usize) -> Vec<i64> {
    let bounds = cumulative(probabilities);
    stop::until_asked(0..count).map(|_| place_of(&bounds, bits.double()) as i64).collect()
}

/// So many different places drawn with these probabilities, of which enough are above 0.
pub fn weighted_without_replacement(bits: &mut dyn BitGenerator, probabilities: &[f64], count: usize) -> Vec<i64> {
    let mut left = probabilities.to_vec();
    let mut found: Vec<usize> = Vec::with_capacity(count);
    while found.len() < count && !stop::is_asked() {
        for place in &found {
            left[*place] = 0.0;
        }
        let bounds = cumulative(&left);
        let drawn: Vec<usize> = (found.len()..count).map(|_| place_of(&bounds, bits.double())).collect();
        for place in drawn {
            // Those that were found before have no probability left.
            if !found.contains(&place) {
                found.push(place);
            }
        }
    }
    found.into_iter().map(|place| place as i64).collect()
}

/// The sums up to each probability, as parts of the whole.
fn cumulative(probabilities: &[f64]) -> Vec<f64> {
    let mut sum = 0.0;
    let mut sums: Vec<f64> = probabilities
        .iter()
        .map(|p| {
            sum += p;
            sum
        })
        .collect();
    for bound in &mut sums {
        *bound /= sum;
    }
    sums
}

fn place_of(bounds: &[f64], drawn: f64) -> usize {
    bounds.partition_point(|bound| *bound <= drawn).min(bounds.len().saturating_sub(1))
}
