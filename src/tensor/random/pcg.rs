//! PCG64, NumPy's newer generator: `np.random.default_rng`.

use ndarray_rand::rand::RngCore;
use rand_pcg::Lcg128Xsl64;
use rustc_hash::FxHashSet;

use super::numpy::BitGenerator;
use super::ziggurat;
use crate::tensor::stop;

/// The generator, and the half of a word that the last draw of 32 bits left over.
#[derive(Clone, Debug)]
pub struct Pcg {
    engine: Lcg128Xsl64,
    spare: Option<u32>,
}

impl Pcg {
    /// The generator as `default_rng(seed)` leaves it: the seed is in words of 32 bits, the lowest first, and at least one word.
    pub fn of_entropy(entropy: &[u32]) -> Self {
        let words = seed_sequence(entropy);
        let long = |at: usize| u128::from(words[at + 1]) << 32 | u128::from(words[at]);
        let wide = |at: usize| long(at) << 64 | long(at + 2);
        Self { engine: Lcg128Xsl64::new(wide(0), wide(4)), spare: None }
    }

    /// So many different places of [0, count), no more than there are: `rng.choice(count, k, replace=False)`.
    pub fn sampled(&mut self, count: usize, k: usize, is_shuffled: bool) -> Vec<i64> {
        let cutoff = if is_shuffled { 50 } else { 20 };
        if count > 10_000 && k > count / cutoff {
            let mut places: Vec<i64> = (0..count as i64).collect();
            self.shuffle_down_to((count - k).max(1), &mut places);
            return places.split_off(count - k);
        }
        // Floyd's algorithm.
        let mut taken = FxHashSet::default();
        let draw = |most: usize| {
            let drawn = self.within(most as u64) as i64;
            let place = if taken.contains(&drawn) { most as i64 } else { drawn };
            taken.insert(place);
            place
        };
        let mut places: Vec<i64> = stop::until_asked(count - k..count).map(draw).collect();
        if is_shuffled {
            self.shuffle_down_to(1, &mut places);
        }
        places
    }

    /// Shuffles items from the last one down to the one at `first`, as only `choice` does.
    fn shuffle_down_to(&mut self, first: usize, items: &mut [i64]) {
        for place in stop::until_asked((first..items.len()).rev()) {
            items.swap(place, self.within(place as u64) as usize);
        }
    }

    /// The lower half of a word, then its upper one.
    fn half(&mut self) -> u32 {
        self.spare.take().unwrap_or_else(|| {
            let word = self.engine.next_u64();
            self.spare = Some((word >> 32) as u32);
            word as u32
        })
    }
}

impl BitGenerator for Pcg {
    fn double(&mut self) -> f64 {
        (self.engine.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn standard_normal(&mut self) -> f64 {
        loop {
            let word = self.engine.next_u64();
            if let Some(drawn) = ziggurat::normal(word, || self.double()) {
                return drawn;
            }
        }
    }

    fn word(&mut self) -> u32 {
        self.half()
    }

    fn long_word(&mut self) -> u64 {
        self.engine.next_u64()
    }

    /// By the multiplication of Lemire, which rejects few words.
    fn within(&mut self, most: u64) -> u64 {
        if most == 0 {
            return 0;
        }
        if let Ok(short) = u32::try_from(most) {
            let Some(count) = short.checked_add(1) else { return u64::from(self.half()) };
            let least = (u32::MAX - short) % count;
            loop {
                let product = u64::from(self.half()) * u64::from(count);
                if product as u32 >= least {
                    return product >> 32;
                }
            }
        }
        let Some(count) = most.checked_add(1) else { return self.engine.next_u64() };
        let least = (u64::MAX - most) % count;
        loop {
            let product = u128::from(self.engine.next_u64()) * u128::from(count);
            if product as u64 >= least {
                return (product >> 64) as u64;
            }
        }
    }
}

/// Eight words made of any entropy: `SeedSequence(entropy).generate_state(8)`.
fn seed_sequence(entropy: &[u32]) -> [u32; 8] {
    const POOL: usize = 4;
    let mut constant = 0x43b0_d7e5_u32;
    let mut hash = |word: u32| {
        let word = word ^ constant;
        constant = constant.wrapping_mul(0x931e_8875);
        folded(word.wrapping_mul(constant))
    };
    let mix = |x: u32, y: u32| folded(x.wrapping_mul(0xca01_f9dd).wrapping_sub(y.wrapping_mul(0x4973_f715)));
    let mut pool: [u32; POOL] = std::array::from_fn(|at| hash(entropy.get(at).copied().unwrap_or(0)));
    for from in 0..POOL {
        for to in (0..POOL).filter(|to| *to != from) {
            pool[to] = mix(pool[to], hash(pool[from]));
        }
    }
    for word in entropy.iter().skip(POOL) {
        for held in &mut pool {
            *held = mix(*held, hash(*word));
        }
    }
    let mut constant = 0x8b51_f9dd_u32;
    std::array::from_fn(|at| {
        let word = pool[at % POOL] ^ constant;
        constant = constant.wrapping_mul(0x58f3_8ded);
        folded(word.wrapping_mul(constant))
    })
}

fn folded(word: u32) -> u32 {
    word ^ word >> 16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_gives_the_numbers_of_numpy() {
        let mut generator = Pcg::of_entropy(&[42]);
        assert_eq!(generator.double().to_bits(), 0.773_956_048_555_963_3_f64.to_bits());
        let mut generator = Pcg::of_entropy(&[42]);
        assert_eq!([0; 3].map(|_| generator.within(9)), [0, 7, 6]);
    }
}
