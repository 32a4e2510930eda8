//! Batches in single and in double precision: a batch is its products one by one, whatever the backend and the layouts.

#![expect(clippy::expect_used, reason = "a test fails by stopping")]

use std::fmt::Display;

use glassformer::tensor::backend::{self, BackendChoice, BackendError, Product};
use ndarray::{Array2, Array3, ArrayView2, Axis, LinalgScalar, s};
use proptest::prelude::*;

use super::{choices, matrix};

/// A type that backends multiply.
trait Number: LinalgScalar + PartialEq + Display + Into<f64> {
    /// How far apart two backends may be, relative to numbers around 1.
    const NEAR: f64;
    /// A number with a full mantissa from two with 24 bits.
    fn of(high: f32, low: f32) -> Self;
    fn multiply(products: &mut [Product<'_, Self>]) -> Result<(), BackendError>;
}

impl Number for f32 {
    const NEAR: f64 = 1e-5;

    fn of(high: f32, _: f32) -> Self {
        high
    }

    fn multiply(products: &mut [Product<'_, Self>]) -> Result<(), BackendError> {
        backend::batch_f32(products)
    }
}

impl Number for f64 {
    const NEAR: f64 = 1e-14;

    fn of(high: f32, low: f32) -> Self {
        f64::from(high) + f64::from(low) / f64::from(1 << 24)
    }

    fn multiply(products: &mut [Product<'_, Self>]) -> Result<(), BackendError> {
        backend::batch_f64(products)
    }
}

/// Matrices `[rows, columns]`, one after the other.
fn matrices<T: Number>(count: usize, rows: usize, columns: usize, seed: u64) -> Array3<T> {
    let (high, low) = (matrix(count * rows, columns, seed), matrix(count * rows, columns, seed ^ 0x5555));
    let numbers = high.iter().zip(&low).map(|(&high, &low)| T::of(high, low)).collect();
    Array3::from_shape_vec((count, rows, columns), numbers).expect("as many as there are")
}

/// Copies matrices into another layout: the same, by columns, or every third number of a row backwards.
fn laid_out<T: Number>(plain: &Array3<T>, way: usize) -> Array3<T> {
    let (count, rows, columns) = plain.dim();
    let mut other = match way {
        0 => return plain.clone(),
        1 => Array3::zeros((count, columns, rows)).permuted_axes([0, 2, 1]),
        _ => Array3::zeros((count, rows, columns * 3)).slice_move(s![.., .., ..;-3]),
    };
    other.assign(plain);
    other
}

/// Computes the operands' products by one backend, between numbers that must stay.
fn by<'a, T: Number + 'a>(
    choice: BackendChoice,
    a: impl Iterator<Item = ArrayView2<'a, T>>,
    b: impl Iterator<Item = ArrayView2<'a, T>>,
    sizes: [usize; 3],
) -> Array3<T> {
    let [count, rows, columns] = sizes;
    let seven = T::of(7.0, 0.0);
    let mut frame = Array3::from_elem((count, rows, columns * 2 + 1), seven);
    let mut outs = frame.slice_mut(s![.., .., 1..;2]);
    let mut products: Vec<_> = a.zip(b).zip(outs.outer_iter_mut()).map(|((a, b), out)| Product { a, b, out }).collect();
    backend::with(choice, || T::multiply(&mut products)).expect("they fit");
    assert_eq!(backend::trouble(), None);
    assert!(frame.slice(s![.., .., ..;2]).iter().all(|&number| number == seven), "{choice} wrote beside its window");
    frame.slice_move(s![.., .., 1..;2])
}

fn close<T: Number>(left: &Array3<T>, right: &Array3<T>) -> bool {
    let close = |l: f64, r: f64| (l - r).abs() <= T::NEAR * (1.0 + r.abs());
    left.dim() == right.dim() && left.iter().zip(right).all(|(&l, &r)| close(l.into(), r.into()))
}

/// Holds every backend against the one in pure Rust, for one batch in many layouts.
fn batch_is_its_products<T: Number>(count: usize, [m, k, n]: [usize; 3], seed: u64) {
    let (a, b) = (matrices::<T>(count, m, k, seed), matrices::<T>(count, k, n, !seed));
    let sizes = [count, m, n];
    let expected = by(BackendChoice::Rust, a.outer_iter(), b.outer_iter(), sizes);
    for choice in choices() {
        for (left, right) in [(0, 0), (0, 1), (1, 0), (2, 1), (1, 2)] {
            let (a, b) = (laid_out(&a, left), laid_out(&b, right));
            let found = by(choice, a.outer_iter(), b.outer_iter(), sizes);
            assert!(close(&found, &expected), "{choice}, layouts {left} and {right}: {found} is not {expected}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 32, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn batch_of_floats_is_its_products(count in 0..6_usize, m in 0..9_usize, k in 0..9_usize, n in 0..9_usize, seed: u64) {
        batch_is_its_products::<f32>(count, [m, k, n], seed);
    }

    #[test]
    fn batch_of_doubles_is_its_products(count in 0..6_usize, m in 0..9_usize, k in 0..9_usize, n in 0..9_usize, seed: u64) {
        batch_is_its_products::<f64>(count, [m, k, n], seed);
    }
}

#[test]
fn large_batch_agrees() {
    batch_is_its_products::<f32>(4, [33, 70, 18], 1);
    batch_is_its_products::<f64>(3, [17, 90, 41], 2);
}

#[test]
fn operands_of_a_batch_may_be_one() {
    let a: Array3<f64> = matrices(1, 5, 7, 3);
    let row: Array2<f64> = matrices(1, 1, 6, 4).index_axis_move(Axis(0), 0);
    let b = row.broadcast((7, 6)).expect("one row is any number of rows");
    let first = || std::iter::repeat_n(a.index_axis(Axis(0), 0), 4);
    let expected = by(BackendChoice::Rust, first(), std::iter::repeat(b), [4, 5, 6]);
    for choice in choices() {
        assert!(close(&by(choice, first(), std::iter::repeat(b), [4, 5, 6]), &expected), "{choice}");
    }
}

#[test]
fn batch_of_several_sizes_is_right_or_an_error() {
    let (a, b) = (matrix(3, 4, 5), matrix(4, 2, 6));
    for choice in choices() {
        let (mut first, mut second) = (Array2::from_elem((3, 2), f32::NAN), Array2::from_elem((2, 2), f32::NAN));
        let mut batch = [
            Product { a: a.view(), b: b.view(), out: first.view_mut() },
            Product { a: a.slice(s![1.., ..]), b: b.view(), out: second.view_mut() },
        ];
        match backend::with(choice, || backend::batch_f32(&mut batch)) {
            Ok(()) => assert_eq!(first.slice(s![1.., ..]), second, "{choice}"),
            Err(error) => assert_eq!(error.to_string(), "[2, 4] @ [4, 2] does not fit into [2, 2]", "{choice}"),
        }
        assert_eq!(backend::trouble(), None, "the caller's fault");
    }
}

#[test]
fn threads_that_multiply_at_once_get_their_own() {
    for choice in choices() {
        std::thread::scope(|scope| {
            for seed in 0..6 {
                scope.spawn(move || {
                    for round in 0..5 {
                        batch_is_its_products_on(choice, seed * 10 + round);
                    }
                });
            }
        });
    }
}

/// One small batch on one backend.
fn batch_is_its_products_on(choice: BackendChoice, seed: u64) {
    let side = 2 + seed as usize % 5;
    let (a, b) = (matrices::<f32>(3, side, 4, seed), matrices::<f32>(3, 4, side, !seed));
    let expected = by(BackendChoice::Rust, a.outer_iter(), b.outer_iter(), [3, side, side]);
    assert!(close(&by(choice, a.outer_iter(), b.outer_iter(), [3, side, side]), &expected), "{choice}");
}
