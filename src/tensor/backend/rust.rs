//! The matrix product in plain, safe Rust.
//!
//! Every element is the sum `a[i, 0] * b[0, j] + a[i, 1] * b[1, j] + …` in exactly this order, each product rounded
//! before it is added (no fused multiply-add), whatever the blocking and whatever the processor. So it gives the same
//! bits on every machine, and the bits of the textbook's triple loop.
//!
//! It is fast enough to be pleasant because a tile of `out` stays in registers while the whole of `k` runs past it, and
//! because the compiler can turn the tile's inner loop over neighbouring columns into vector instructions.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::atomic::Ordering;

use ndarray::{ArrayRef2, LinalgScalar, s};

use super::{Backend, BackendError, RUST_CALLS, sizes};

/// The backend of our own.
pub struct Rust;

impl Backend for Rust {
    fn name(&self) -> &'static str {
        "Rust"
    }

    fn available(&self) -> Result<(), BackendError> {
        Ok(())
    }

    fn product_f32(
        &self,
        a: &ArrayRef2<f32>,
        b: &ArrayRef2<f32>,
        out: &mut ArrayRef2<f32>,
    ) -> Result<(), BackendError> {
        product(a, b, out)
    }

    fn product_f64(
        &self,
        a: &ArrayRef2<f64>,
        b: &ArrayRef2<f64>,
        out: &mut ArrayRef2<f64>,
    ) -> Result<(), BackendError> {
        product(a, b, out)
    }
}

/// Rows of a register tile.
const ROWS: usize = 4;
/// Columns of a register tile: two vector registers of four floats, which every 64-bit machine has.
const COLUMNS: usize = 8;
/// How much of `k` one pass takes: a strip of `b`, this high and [`COLUMNS`] wide, stays in the nearest cache.
const DEPTH: usize = 256;

/// `[m, k] @ [k, n] -> [m, n]` over `out`.
pub(super) fn product<T: LinalgScalar>(
    a: &ArrayRef2<T>,
    b: &ArrayRef2<T>,
    out: &mut ArrayRef2<T>,
) -> Result<(), BackendError> {
    let (m, k, n) = sizes(a, b, out)?;
    RUST_CALLS.fetch_add(1, Ordering::Relaxed);
    let a = in_rows(a);
    let mut sums = vec![T::zero(); m * n];
    let mut strip = Vec::with_capacity(DEPTH);
    for top in (0..k).step_by(DEPTH) {
        let bottom = k.min(top + DEPTH);
        for left in (0..n).step_by(COLUMNS) {
            let columns = left..n.min(left + COLUMNS);
            pack(&b.slice(s![top..bottom, columns.clone()]), &mut strip);
            let mut row = 0;
            while row < m {
                let part = |row: usize| &a[row * k..][top..bottom];
                let slots = |row: usize| row * n + columns.start..row * n + columns.end;
                if row + ROWS <= m {
                    tile::<T, ROWS>(std::array::from_fn(|r| part(row + r)), &strip, &mut sums, |r| slots(row + r));
                    row += ROWS;
                } else {
                    tile::<T, 1>([part(row)], &strip, &mut sums, |_| slots(row));
                    row += 1;
                }
            }
        }
    }
    out.iter_mut().zip(sums).for_each(|(slot, sum)| *slot = sum);
    Ok(())
}

/// The elements of a matrix row by row; a copy only where memory has another order.
pub(super) fn in_rows<T: LinalgScalar>(matrix: &ArrayRef2<T>) -> Cow<'_, [T]> {
    matrix.as_slice().map_or_else(|| matrix.iter().copied().collect(), Cow::Borrowed)
}

/// Copies a strip of `b` row by row into neighbouring memory, filled up with zeros to [`COLUMNS`] columns.
fn pack<T: LinalgScalar>(b: &ArrayRef2<T>, strip: &mut Vec<[T; COLUMNS]>) {
    strip.clear();
    strip.extend(b.rows().into_iter().map(|row| {
        let mut packed = [T::zero(); COLUMNS];
        packed.iter_mut().zip(row).for_each(|(slot, &value)| *slot = value);
        packed
    }));
}

/// Adds `a @ strip` to the `R` rows of `sums` that `slots` names. All of `a`'s rows and `strip` are equally long.
fn tile<T: LinalgScalar, const R: usize>(
    a: [&[T]; R],
    strip: &[[T; COLUMNS]],
    sums: &mut [T],
    slots: impl Fn(usize) -> Range<usize>,
) {
    let mut tile = [[T::zero(); COLUMNS]; R];
    for (r, row) in tile.iter_mut().enumerate() {
        row.iter_mut().zip(&sums[slots(r)]).for_each(|(sum, &so_far)| *sum = so_far);
    }
    // Equal lengths, seen by the compiler: no bounds are checked in the loop.
    let a = a.map(|row| &row[..strip.len()]);
    for (k, b) in strip.iter().enumerate() {
        for (sums, row) in tile.iter_mut().zip(&a) {
            let factor = row[k];
            sums.iter_mut().zip(b).for_each(|(sum, &value)| *sum = *sum + factor * value);
        }
    }
    for (r, row) in tile.iter().enumerate() {
        sums[slots(r)].iter_mut().zip(row).for_each(|(slot, &sum)| *slot = sum);
    }
}
