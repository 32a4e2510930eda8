//! Python's random numbers: what the module `random` takes from the Mersenne Twister.
//!
//! It shares the twister with PyTorch, but starts it from a key of any length and uses other bits of its words.

use std::f64::consts::TAU;

use ndarray_rand::rand::RngCore;
use rand_mt::Mt;
use rustc_hash::FxHashSet;

use super::Generator;
use crate::tensor::stop;

impl Generator {
    /// The generator as `random.seed(n)` leaves it: the key is the number in words of 32 bits, the lowest first, and at least one word.
    pub fn of_key(key: &[u32]) -> Self {
        let seed = key.iter().rev().fold(0, |seed, word| seed << 32 | u64::from(*word));
        Self { engine: Mt::new_with_key(key.iter().copied()), spare_normal: None, seed }
    }

    /// A number of [0, 1) in double precision: `random.random()`, and `next_double` of NumPy's twister.
    pub fn unit(&mut self) -> f64 {
        let (high, low) = (self.next_u32() >> 5, self.next_u32() >> 6);
        (f64::from(high) * 67_108_864.0 + f64::from(low)) / 9_007_199_254_740_992.0
    }

    /// A whole number of so many bits, at most 64: `random.getrandbits(count)`.
    pub fn bits(&mut self, count: u32) -> u64 {
        let word = |generator: &mut Self, bits: u32| u64::from(generator.next_u32() >> (32 - bits));
        match count {
            0 => 0,
            1..=32 => word(self, count),
            _ => {
                let low = word(self, 32);
                low | word(self, count.min(64) - 32) << 32
            }
        }
    }

    /// A whole number of [0, count), for a count above 0: `random.randrange(count)`.
    pub fn index_below(&mut self, count: u64) -> u64 {
        let bits = u64::BITS - count.leading_zeros();
        loop {
            let drawn = self.bits(bits);
            if drawn < count {
                return drawn;
            }
        }
    }

    /// A normal number of mean 0 and deviation 1: `random.gauss()`. Every second one is left over from the one before.
    pub fn gauss(&mut self) -> f64 {
        if let Some(spare) = self.spare_normal.take() {
            return spare;
        }
        let angle = self.unit() * TAU;
        let radius = (-2.0 * (1.0 - self.unit()).ln()).sqrt();
        self.spare_normal = Some(angle.sin() * radius);
        angle.cos() * radius
    }

    /// The places 0 to count - 1 as `random.shuffle` leaves them.
    pub fn shuffled(&mut self, count: usize) -> Vec<usize> {
        let mut places: Vec<usize> = (0..count).collect();
        for place in stop::until_asked((1..count).rev()) {
            places.swap(place, self.index_below(place as u64 + 1) as usize);
        }
        places
    }

    /// So many different places of [0, count), no more than there are: `random.sample(range(count), k)`.
    pub fn sampled(&mut self, count: usize, k: usize) -> Vec<usize> {
        // A set of the places that are taken is smaller than a list of those that are left, if many are left.
        let mut set_size = 21.0;
        if k > 5 {
            set_size += 4.0_f64.powf(((k * 3) as f64).log(4.0).ceil());
        }
        if count as f64 <= set_size {
            let mut left: Vec<usize> = (0..count).collect();
            let draw = |at: usize| {
                let place = self.index_below((count - at) as u64) as usize;
                let drawn = left[place];
                left[place] = left[count - at - 1];
                drawn
            };
            return stop::until_asked(0..k).map(draw).collect();
        }
        let mut taken = FxHashSet::default();
        let draw = |_| loop {
            let place = self.index_below(count as u64) as usize;
            if taken.insert(place) {
                return place;
            }
        };
        stop::until_asked(0..k).map(draw).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_gives_the_numbers_of_python() {
        let mut generator = Generator::of_key(&[42]);
        assert_eq!(generator.unit().to_bits(), 0.639_426_798_457_883_7_f64.to_bits());
        assert_eq!(Generator::of_key(&[0]).shuffled(5), [2, 1, 0, 4, 3]);
        assert_eq!(Generator::of_key(&[0]).bits(0), 0);
    }
}
