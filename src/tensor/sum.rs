//! Sums that stay sound however many terms they have.
//!
//! A single running sum in float32 stops growing where a term is less than half a unit of its last place: a million times 0.1
//! came to 100,958. Here terms are added in blocks, in each block side by side in lanes (which the compiler makes vectors of), and
//! the sums of the blocks are added in double precision. A short row is a single block: its sum is computed in its own precision,
//! and overflows where PyTorch's does.

use super::Real;
use super::backend::simd;

/// How many sums run side by side.
pub(crate) const LANES: usize = 16;
/// How many terms are added in their own precision, at most 16 in a lane.
const BLOCK: usize = 16 * LANES;
/// How many rows are added to each other before they go to the double-precision totals.
const ROWS: usize = 32;

/// The sum of some terms; 0 of none.
#[inline(always)]
pub(crate) fn sum<T: Real>(terms: &[T]) -> T {
    sum_of(terms, |x| x)
}

/// The sum of `f` of some terms.
#[inline(always)]
pub(crate) fn sum_of<A: Copy, T: Real>(terms: &[A], f: impl Fn(A) -> T) -> T {
    if terms.len() <= BLOCK {
        return block(terms, &f);
    }
    let mut total = 0.0;
    for part in terms.chunks(BLOCK) {
        total += block(part, &f).f64();
    }
    T::of(total)
}

/// The sum of a block.
#[inline(always)]
fn block<A: Copy, T: Real>(terms: &[A], f: &impl Fn(A) -> T) -> T {
    let (chunks, rest) = terms.as_chunks::<LANES>();
    let mut lanes = [T::zero(); LANES];
    for chunk in chunks {
        lanes.iter_mut().zip(chunk).for_each(|(lane, &x)| *lane += f(x));
    }
    rest.iter().fold(joined(lanes, |a, b| a + b), |sum, &x| sum + f(x))
}

/// The sum as NumPy adds: eight sums side by side, joined two by two; of more than 128 terms, the sums of both halves.
/// It is `pairwise_sum` of `numpy/_core/src/umath/loops_utils.h.src`.
pub(crate) fn in_pairs<T: Real>(terms: &[T]) -> T {
    const LANES: usize = 8;
    const BLOCK: usize = 128;
    if terms.len() > BLOCK {
        let half = terms.len() / 2;
        let (first, second) = terms.split_at(half - half % LANES);
        return in_pairs(first) + in_pairs(second);
    }
    let (chunks, rest) = terms.as_chunks::<LANES>();
    let Some((first, chunks)) = chunks.split_first() else {
        // NumPy begins with minus zero, which changes no term.
        return terms.iter().fold(-T::zero(), |sum, &x| sum + x);
    };
    let mut sums = *first;
    for chunk in chunks {
        sums.iter_mut().zip(chunk).for_each(|(sum, &x)| *sum += x);
    }
    let [a, b, c, d, e, f, g, h] = sums;
    rest.iter().fold(((a + b) + (c + d)) + ((e + f) + (g + h)), |sum, &x| sum + x)
}

/// What all lanes come to, joined two by two.
#[inline(always)]
pub(crate) fn joined<T: Copy>(mut lanes: [T; LANES], join: impl Fn(T, T) -> T) -> T {
    let mut width = LANES / 2;
    while width > 0 {
        let (low, high) = lanes.split_at_mut(width);
        low.iter_mut().zip(high).for_each(|(low, high)| *low = join(*low, *high));
        width /= 2;
    }
    lanes[0]
}

/// The sum of the products of two rows of one length.
#[inline(always)]
pub(crate) fn dot<T: Real>(a: &[T], b: &[T]) -> T {
    if a.len() <= BLOCK {
        return block_dot(a, b);
    }
    let mut total = 0.0;
    for (a, b) in a.chunks(BLOCK).zip(b.chunks(BLOCK)) {
        total += block_dot(a, b).f64();
    }
    T::of(total)
}

#[inline(always)]
fn block_dot<T: Real>(a: &[T], b: &[T]) -> T {
    let ((a, a_rest), (b, b_rest)) = (a.as_chunks::<LANES>(), b.as_chunks::<LANES>());
    let mut lanes = [T::zero(); LANES];
    for (a, b) in a.iter().zip(b) {
        lanes.iter_mut().zip(a.iter().zip(b)).for_each(|(lane, (&a, &b))| *lane += a * b);
    }
    a_rest.iter().zip(b_rest).fold(joined(lanes, |a, b| a + b), |sum, (&a, &b)| sum + a * b)
}

/// The sums of the columns of rows that are `width` long: row after row, so that the columns are added side by side.
pub(crate) fn columns<T: Real>(rows: &[T], width: usize) -> Vec<T> {
    let mut sums = ColumnSums::new(width);
    simd::dispatch::<T, _>(
        #[inline(always)]
        || rows.chunks_exact(width.max(1)).for_each(|row| sums.add(row.iter().copied())),
    );
    sums.totals()
}

/// Running sums of columns.
pub(crate) struct ColumnSums<T> {
    /// Of the last rows, at most [`ROWS`] of them.
    block: Vec<T>,
    rows: usize,
    /// Of all rows before, if there are any.
    totals: Option<Vec<f64>>,
}

impl<T: Real> ColumnSums<T> {
    pub(crate) fn new(width: usize) -> Self {
        Self { block: vec![T::zero(); width], rows: 0, totals: None }
    }

    /// Adds a row.
    #[inline(always)]
    pub(crate) fn add(&mut self, row: impl Iterator<Item = T>) {
        if self.rows == ROWS {
            self.end_block();
        }
        self.rows += 1;
        self.block.iter_mut().zip(row).for_each(|(sum, x)| *sum += x);
    }

    fn end_block(&mut self) {
        let totals = self.totals.get_or_insert_with(|| vec![0.0; self.block.len()]);
        totals.iter_mut().zip(&self.block).for_each(|(total, sum)| *total += sum.f64());
        self.block.fill(T::zero());
        self.rows = 0;
    }

    /// The sums. Those of few rows are computed in their own precision.
    pub(crate) fn totals(mut self) -> Vec<T> {
        if self.totals.is_none() {
            return self.block;
        }
        self.end_block();
        self.totals.into_iter().flatten().map(T::of).collect()
    }
}

/// The sum of the squared distances from the mean, in two passes in double precision.
pub(crate) fn squares_about_mean<T: Real>(values: &[T]) -> f64 {
    let mean = sum_of(values, T::f64) / values.len() as f64;
    sum_of(values, |x| (x.f64() - mean) * (x.f64() - mean))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_million_tenths_lose_nothing() {
        let tenths = vec![0.1_f32; 1_000_000];
        let want = f64::from(0.1_f32) * 1e6;
        let near = |sum: f32| ((f64::from(sum) - want) / want).abs() < 1e-6;
        assert!(near(sum(&tenths)), "{}", sum(&tenths));
        assert!(near(dot(&tenths, &vec![1.0; 1_000_000])));
        let columns = columns(&[tenths.clone(), tenths].concat(), 2);
        assert!(columns.len() == 2 && columns.into_iter().all(near));
    }

    #[test]
    fn every_length_is_summed_whole() {
        for count in (0..70).chain([255, 256, 257, 511, 512, 1000, 5000]) {
            let ones: Vec<f32> = (0..count).map(|at| (at % 7) as f32).collect();
            let want: f32 = ones.iter().sum();
            assert_eq!((sum(&ones), dot(&ones, &vec![1.0; count])), (want, want), "{count}");
            assert_eq!(columns(&ones, 1), [want], "{count}");
        }
        assert_eq!(columns::<f64>(&[], 3), [0.0; 3]);
    }

    #[test]
    fn what_is_too_large_is_infinite_as_in_pytorch() {
        assert_eq!(sum(&[3e38_f32, 3e38, -3e38]).to_bits(), f32::INFINITY.to_bits());
        assert_eq!(sum(&vec![1e38_f32; 1000]).to_bits(), f32::INFINITY.to_bits());
    }

    #[test]
    fn equal_numbers_have_no_variance() {
        for count in [2, 102, 1000, 100_000] {
            assert!(squares_about_mean(&vec![7.7_f32; count]) < 1e-20 * count as f64, "{count}");
        }
    }
}
