//! PyTorch's random numbers: the generator behind `torch.manual_seed` on the CPU.
//!
//! A lesson must give the same numbers here, in PyTorch, and on every machine. So this module repeats not only PyTorch's
//! Mersenne Twister but also how many words each kind of draw takes from it and how a word becomes a number: `rand` is equal bit
//! for bit, `randn` to the rounding of `log` and `cos`.
//!
//! What is drawn where, in 32-bit words of the generator:
//!
//! | draw | words an element |
//! |---|---|
//! | [`rand`](Generator::rand), [`uniform`](Generator::uniform) | 1, of which 24 bits are used |
//! | [`randn`](Generator::randn), [`normal`](Generator::normal) of fewer than 16 elements | 2 (4 for each pair) |
//! | [`randn`](Generator::randn), [`normal`](Generator::normal) of 16 elements or more | 1, and 16 more when the size is not a multiple of 16 |
//! | [`randint`](Generator::randint) | 1, or 2 for a range of 2^28 or more |
//! | [`randperm`](Generator::randperm) | 1, and none for the last element |
//! | [`bernoulli`](Generator::bernoulli) from a tensor of probabilities | 1 |
//! | [`bernoulli_`](Generator::bernoulli_) from one probability, [`dropout_mask`](Generator::dropout_mask), [`exponential`](Generator::exponential) | 2 |
//! | [`multinomial`](Generator::multinomial) | 2 for each sample, or for each category when nothing may be drawn twice |
//!
//! How a layer of `nn` starts out is in [`init`].
//!
//! Python's module `random` and NumPy's `RandomState` take other numbers from the same twister: `python` and [`numpy`]. NumPy's newer
//! generator is [`Pcg`].
//!
//! ```
//! use glassformer::tensor::random::Generator;
//!
//! let mut generator = Generator::manual_seed(42);
//! let values = generator.rand(&[3]);
//! assert_eq!(format!("{values:.4}"), "[0.8823, 0.9150, 0.3829]");
//! ```

mod distribution;
pub mod init;
mod multinomial;
pub mod numpy;
mod pcg;
mod python;
mod ziggurat;

use std::f32::consts::TAU;

use ndarray::{Array1, ArrayD, ArrayViewD, IxDyn, Zip};
use ndarray_rand::rand::RngCore;
use ndarray_rand::rand::distr::Distribution;
use rand_mt::Mt;

pub use pcg::Pcg;

use super::{Error, Result, stop};
use distribution::{Below, BoxMuller, Coin, Exponential, UniformRange, Unit32, Unit64, Whole};

/// From this size on PyTorch draws normal numbers in blocks instead of one by one.
const BLOCK: usize = 16;

/// PyTorch's CPU generator: a Mersenne Twister (MT19937) and the normal number that the last Box–Muller pair left over.
#[derive(Clone, Debug)]
pub struct Generator {
    engine: Mt,
    spare_normal: Option<f64>,
    seed: u64,
}

impl Generator {
    /// The seed of `torch.Generator()`.
    pub const DEFAULT_SEED: u64 = 67_280_421_310_721;

    /// The generator as `torch.manual_seed(seed)` leaves it: PyTorch uses the lower 32 bits of the seed.
    pub fn manual_seed(seed: u64) -> Self {
        Self { engine: Mt::new(seed as u32), spare_normal: None, seed }
    }

    /// The seed that it was given: `generator.initial_seed()`.
    pub fn initial_seed(&self) -> u64 {
        self.seed
    }

    /// Uniform numbers of [0, 1): `torch.rand(shape)`.
    pub fn rand(&mut self, shape: &[usize]) -> ArrayD<f32> {
        self.drawn(shape, &Unit32)
    }

    /// Uniform numbers of [low, high): `torch.empty(shape).uniform_(low, high)`.
    ///
    /// # Errors
    /// When a bound is not finite, or `low` is above `high`.
    pub fn uniform(&mut self, shape: &[usize], low: f64, high: f64) -> Result<ArrayD<f32>> {
        if !(low.is_finite() && high.is_finite() && low <= high) {
            return Err(Error::Value(format!(
                "uniform: the lower bound {low} must not be above the upper bound {high}"
            )));
        }
        Ok(self.drawn(shape, &UniformRange::new(low as f32, high as f32)))
    }

    /// Standard normal numbers: `torch.randn(shape)`.
    pub fn randn(&mut self, shape: &[usize]) -> ArrayD<f32> {
        self.gaussian(shape, 0.0, 1.0)
    }

    /// Uniform numbers of [0, 1) in double precision: `torch.rand(shape, dtype=torch.float64)`.
    pub fn rand_double(&mut self, shape: &[usize]) -> ArrayD<f64> {
        self.drawn(shape, &Unit64)
    }

    /// Standard normal numbers in double precision: `torch.randn(shape, dtype=torch.float64)`.
    pub fn randn_double(&mut self, shape: &[usize]) -> ArrayD<f64> {
        if shape.iter().product::<usize>() < BLOCK {
            let pairs = BoxMuller::resume(self.spare_normal);
            let values = self.drawn(shape, &&pairs);
            self.spare_normal = pairs.spare();
            return values;
        }
        let mut values = self.rand_double(shape);
        if let Some(values) = values.as_slice_mut() {
            stop::until_asked(values.chunks_exact_mut(BLOCK)).for_each(block_to_normal_double);
            if !values.len().is_multiple_of(BLOCK) {
                let last = values.len() - BLOCK;
                values[last..].fill_with(|| Unit64.sample(self));
                block_to_normal_double(&mut values[last..]);
            }
        }
        values
    }

    /// Normal numbers of the given mean and standard deviation: `torch.normal(mean, std, size=shape)`.
    ///
    /// # Errors
    /// When `std` is negative or not a number.
    pub fn normal(&mut self, shape: &[usize], mean: f64, std: f64) -> Result<ArrayD<f32>> {
        if std.is_nan() || std < 0.0 {
            return Err(Error::Value(format!("normal: a standard deviation cannot be {std}; it must be 0 or more")));
        }
        Ok(self.gaussian(shape, mean, std))
    }

    /// Whole numbers of [low, high): `torch.randint(low, high, shape)`.
    ///
    /// # Errors
    /// When there is no whole number from `low` up to, but without, `high`.
    pub fn randint(&mut self, shape: &[usize], low: i64, high: i64) -> Result<ArrayD<i64>> {
        if low >= high {
            return Err(Error::Value(format!("randint: there is no integer that is at least {low} and below {high}")));
        }
        Ok(self.drawn(shape, &Whole::new(low, high)))
    }

    /// Whole numbers of [0, count): `torch.empty(shape).random_()`. With `is_wide`, each takes two words, as those of `float64` and
    /// `int64` do.
    pub fn below(&mut self, shape: &[usize], count: u64, is_wide: bool) -> ArrayD<i64> {
        self.drawn(shape, &Below { count, is_wide })
    }

    /// The numbers 0 to n-1 in random order: `torch.randperm(n)`, a Fisher–Yates shuffle from the front.
    pub fn randperm(&mut self, n: usize) -> ArrayD<i64> {
        let mut order: Array1<i64> = (0..n as i64).collect();
        for place in 0..n.saturating_sub(1) {
            let ahead = self.next_u32() as usize % (n - place);
            order.swap(place, place + ahead);
        }
        order.into_dyn()
    }

    /// A coin for each element, 1 with that element's probability: `torch.bernoulli(probabilities)`.
    ///
    /// # Errors
    /// When an element is not a probability.
    pub fn bernoulli(&mut self, probabilities: &ArrayViewD<f32>) -> Result<ArrayD<f32>> {
        if let Some(&p) = probabilities.iter().find(|p| !(0.0..=1.0).contains(*p)) {
            return Err(not_a_probability("bernoulli", f64::from(p)));
        }
        let draws = self.rand(probabilities.shape());
        Ok(Zip::from(&draws).and(probabilities).map_collect(|&draw, &p| f32::from(draw < p)))
    }

    /// Coins that all have one probability `p` of being 1: `torch.empty(shape).bernoulli_(p)`. PyTorch draws them in double
    /// precision, so they differ from [`bernoulli`](Self::bernoulli) with a tensor of that probability.
    ///
    /// # Errors
    /// When `p` is not a probability.
    pub fn bernoulli_(&mut self, shape: &[usize], p: f64) -> Result<ArrayD<f32>> {
        if !(0.0..=1.0).contains(&p) {
            return Err(not_a_probability("bernoulli_", p));
        }
        Ok(self.drawn(shape, &Coin { p }))
    }

    /// What dropout multiplies its input by: 0 with probability `p`, else 1 / (1 - p), so that the mean stays what it was
    /// (`F.dropout(torch.ones(shape), p)`; section 5.4 of the paper). Nothing is drawn when `p` is 0 or 1.
    ///
    /// # Errors
    /// When `p` is not a probability.
    pub fn dropout_mask(&mut self, shape: &[usize], p: f64) -> Result<ArrayD<f32>> {
        if !(0.0..=1.0).contains(&p) {
            return Err(not_a_probability("dropout", p));
        }
        let keep = 1.0 - p;
        if p == 0.0 || keep == 0.0 {
            return Ok(ArrayD::from_elem(IxDyn(shape), keep as f32));
        }
        Ok(self.bernoulli_(shape, keep)? / keep as f32)
    }

    /// Exponential numbers, whose mean is 1 / rate: `torch.empty(shape).exponential_(rate)`.
    ///
    /// # Errors
    /// When `rate` is not above 0.
    pub fn exponential(&mut self, shape: &[usize], rate: f64) -> Result<ArrayD<f32>> {
        if rate.is_nan() || rate <= 0.0 {
            return Err(Error::Value(format!("exponential_: the rate must be above 0, not {rate}")));
        }
        Ok(self.drawn(shape, &Exponential { rate }))
    }

    /// An array of that shape, drawn in row order. What is left when the computation is to [`stop`] is zero.
    fn drawn<T: Default>(&mut self, shape: &[usize], from: &impl Distribution<T>) -> ArrayD<T> {
        let (mut passed, mut asked) = (0_usize, false);
        ArrayD::from_shape_simple_fn(IxDyn(shape), || {
            passed += 1;
            asked = asked || (passed.is_multiple_of(stop::STRIDE) && stop::is_asked());
            if asked { T::default() } else { from.sample(self) }
        })
    }

    fn gaussian(&mut self, shape: &[usize], mean: f64, std: f64) -> ArrayD<f32> {
        if shape.iter().product::<usize>() < BLOCK {
            self.gaussian_pairs(shape, mean, std)
        } else {
            self.gaussian_blocks(shape, mean as f32, std as f32)
        }
    }

    /// Few elements: one after the other in double precision, the second of a pair kept for the next call.
    fn gaussian_pairs(&mut self, shape: &[usize], mean: f64, std: f64) -> ArrayD<f32> {
        let pairs = BoxMuller::resume(self.spare_normal);
        let values = self.drawn(shape, &(&pairs).map(|z| (z * std + mean) as f32));
        self.spare_normal = pairs.spare();
        values
    }

    /// Many elements: uniform numbers first, then 16 at a time turned into normal ones. What is left over at the end is made good
    /// by drawing the last 16 anew.
    fn gaussian_blocks(&mut self, shape: &[usize], mean: f32, std: f32) -> ArrayD<f32> {
        let mut values = self.rand(shape);
        if let Some(values) = values.as_slice_mut() {
            stop::until_asked(values.chunks_exact_mut(BLOCK)).for_each(|block| block_to_normal(block, mean, std));
            if !values.len().is_multiple_of(BLOCK) {
                let last = values.len() - BLOCK;
                values[last..].fill_with(|| Unit32.sample(self));
                block_to_normal(&mut values[last..], mean, std);
            }
        }
        values
    }
}

impl RngCore for Generator {
    fn next_u32(&mut self) -> u32 {
        self.engine.next_u32()
    }

    /// Two words, the first one above the second, as PyTorch's `random64`. (The engine's own order is the other one.)
    fn next_u64(&mut self) -> u64 {
        let high = u64::from(self.next_u32());
        high << 32 | u64::from(self.next_u32())
    }

    fn fill_bytes(&mut self, bytes: &mut [u8]) {
        self.engine.fill_bytes(bytes);
    }
}

/// Box–Muller on 16 uniform numbers in single precision: the i-th of the first half gives the radius and the i-th of the second
/// half the angle of a point, whose two coordinates take their places. Each step is rounded to single precision as PyTorch's
/// vectorised code rounds it; `log`, `cos` and `sin` themselves are taken in double, so that they are the same on every machine.
fn block_to_normal(block: &mut [f32], mean: f32, std: f32) {
    let (radii, angles) = block.split_at_mut(BLOCK / 2);
    for (first, second) in radii.iter_mut().zip(angles) {
        let log = f64::from(1.0 - *first).ln() as f32;
        let radius = (-2.0 * log).sqrt();
        let (sin, cos) = f64::from(TAU * *second).sin_cos();
        *first = (radius * cos as f32).mul_add(std, mean);
        *second = (radius * sin as f32).mul_add(std, mean);
    }
}

/// The same in double precision.
fn block_to_normal_double(block: &mut [f64]) {
    let (radii, angles) = block.split_at_mut(BLOCK / 2);
    for (first, second) in radii.iter_mut().zip(angles) {
        let radius = (-2.0 * (1.0 - *first).ln()).sqrt();
        let (sin, cos) = (std::f64::consts::TAU * *second).sin_cos();
        (*first, *second) = (radius * cos, radius * sin);
    }
}

fn not_a_probability(operation: &str, p: f64) -> Error {
    Error::Value(format!("{operation}: {p} is not a probability; it must lie between 0 and 1"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_gives_the_same_numbers_and_only_its_lower_half_counts() {
        let draw = |seed| Generator::manual_seed(seed).rand(&[5]);
        assert_eq!(draw(7), draw(7));
        assert_eq!(draw(7), draw(7 | 1 << 32));
        assert_ne!(draw(7), draw(8));
    }

    #[test]
    fn a_normal_number_left_over_serves_the_next_call_and_a_new_seed_forgets_it() {
        let whole = Generator::manual_seed(3).randn(&[4]);
        let mut generator = Generator::manual_seed(3);
        let parts: Vec<f32> =
            [1, 2, 1].iter().flat_map(|&n| generator.randn(&[n]).into_iter().collect::<Vec<_>>()).collect();
        assert_eq!(whole.as_slice(), Some(parts.as_slice()));

        let mut generator = Generator::manual_seed(3);
        generator.randn(&[1]);
        generator = Generator::manual_seed(3);
        assert_eq!(generator.randn(&[4]), whole);
    }

    #[test]
    fn blocks_neither_use_nor_touch_the_number_left_over() {
        let mut generator = Generator::manual_seed(3);
        let pair = Generator::manual_seed(3).randn(&[2]);
        generator.randn(&[1]);
        generator.randn(&[16]);
        assert_eq!(generator.randn(&[1]).first(), pair.last());
    }

    #[test]
    fn empty_shapes_and_single_axes_draw_nothing_or_one() {
        let mut generator = Generator::manual_seed(1);
        assert!(generator.rand(&[0, 3]).is_empty());
        assert!(generator.randn(&[0]).is_empty());
        assert!(generator.randperm(0).is_empty());
        assert_eq!(generator.randperm(1)[0], 0);
        assert_eq!(generator.rand(&[]).len(), 1);
        assert_eq!(generator.rand(&[1]).first(), Generator::manual_seed(1).rand(&[2]).last());
    }

    #[test]
    fn dropout_keeps_everything_at_0_and_nothing_at_1_and_draws_nothing_for_it() {
        let mut generator = Generator::manual_seed(1);
        assert_eq!(generator.dropout_mask(&[9], 0.0).unwrap(), ArrayD::<f32>::ones(IxDyn(&[9])));
        assert_eq!(generator.dropout_mask(&[9], 1.0).unwrap(), ArrayD::<f32>::zeros(IxDyn(&[9])));
        assert_eq!(generator.rand(&[4]), Generator::manual_seed(1).rand(&[4]));
    }

    #[test]
    fn a_wide_range_takes_two_words_an_element() {
        let mut generator = Generator::manual_seed(1);
        let words: Vec<u64> = (0..2).map(|_| Generator::next_u64(&mut generator)).collect();
        let wide = Generator::manual_seed(1).randint(&[2], -5, (1 << 28) - 5).unwrap();
        assert_eq!(wide[0], (words[0] % (1 << 28)) as i64 - 5);
        assert_eq!(wide[1], (words[1] % (1 << 28)) as i64 - 5);
        let widest = Generator::manual_seed(1).randint(&[50], i64::MIN, i64::MAX).unwrap();
        assert!(widest.iter().any(|&x| x < 0) && widest.iter().any(|&x| x > 0));
    }

    #[test]
    fn what_cannot_be_drawn_is_refused_with_the_reason() {
        let mut generator = Generator::manual_seed(1);
        let refusals = [
            generator.uniform(&[1], 2.0, 1.0).unwrap_err(),
            generator.normal(&[1], 0.0, -1.0).unwrap_err(),
            generator.randint(&[1], 3, 3).unwrap_err(),
            generator.bernoulli_(&[1], f64::NAN).unwrap_err(),
            generator.bernoulli(&ArrayD::from_elem(IxDyn(&[1]), 1.5).view()).unwrap_err(),
            generator.dropout_mask(&[1], -0.1).unwrap_err(),
            generator.exponential(&[1], 0.0).unwrap_err(),
        ];
        assert!(refusals.iter().all(|error| !error.to_string().contains('\n')));
        assert_eq!(refusals[2].to_string(), "randint: there is no integer that is at least 3 and below 3");
    }
}
