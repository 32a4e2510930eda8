//! `Tensor::matmul` against the bare product below it: `ndarray`'s `.dot()`, which calls OpenBLAS.
//!
//! The two take turns within one measurement, so that whatever else the machine does slows both. `OPENBLAS_CORETYPE` in the
//! environment decides which kernels OpenBLAS runs; the table says which these were.
#![cfg_attr(feature = "openblas", expect(unsafe_code, reason = "the rival's thread count is a C function of OpenBLAS"))]

#[path = "support/figures.rs"]
mod figures;

use std::hint::black_box;
use std::time::{Duration, Instant};

use criterion::{Criterion, criterion_group, criterion_main};
use figures::{median, row, time};
use glassformer::tensor::{Tensor, backend};
use ndarray::Array2;

/// The side of the product whose ratio the project promises, and others for comparison.
const SIDES: [usize; 3] = [512, 256, 64];
const TARGET: &str = ">= 0.90";

/// Sets how many threads a bare product takes. `Tensor::matmul` does so for each product by itself.
fn let_bare_products_use(threads: usize) {
    #[cfg(feature = "openblas")]
    {
        // SAFETY: the declaration of OpenBLAS's cblas.h; no product runs while a bench calls it.
        unsafe extern "C" {
            safe fn openblas_set_num_threads(threads: std::ffi::c_int);
        }
        openblas_set_num_threads(threads as std::ffi::c_int);
    }
    #[cfg(not(feature = "openblas"))]
    let _ = threads;
}

/// Numbers between -1 and 1, without a pattern that a kernel could profit from.
fn numbers(count: usize) -> Vec<f32> {
    (0..count).map(|place| (place as f32 * 12.9898).sin()).collect()
}

/// The times of both, taken in turns.
#[derive(Default)]
struct Times {
    tensor: Vec<Duration>,
    bare: Vec<Duration>,
}

impl Times {
    fn take_turns(&mut self, side: usize, threads: usize, turns: u64) -> Duration {
        let (a, b) = (numbers(side * side), numbers(side * side));
        let bare = |data: &[f32]| Array2::from_shape_vec((side, side), data.to_vec()).unwrap_or_default();
        let tensor = |data: &[f32]| Tensor::from_f32(&[side, side], data.to_vec());
        let (bare_a, bare_b) = (bare(&a), bare(&b));
        let (Ok(a), Ok(b)) = (tensor(&a), tensor(&b)) else { return Duration::ZERO };
        backend::set_threads(threads);
        (0..turns)
            .map(|_| {
                let start = Instant::now();
                let _product = black_box(black_box(&a).matmul(black_box(&b)));
                let own = start.elapsed();
                let_bare_products_use(threads);
                let start = Instant::now();
                let _product = black_box(black_box(&bare_a).dot(black_box(&bare_b)));
                self.bare.push(start.elapsed());
                let_bare_products_use(1);
                self.tensor.push(own);
                own
            })
            .sum()
    }

    fn report(&self, side: usize, threads: usize) {
        let (tensor, bare) = (median(&self.tensor), median(&self.bare));
        let rate = 2.0 * (side as f64).powi(3) / tensor.as_secs_f64() / 1e9;
        let what = format!("{side}^3, threads: {threads}, {} against {} ({rate:.0} GFLOP/s)", time(tensor), time(bare));
        let ratio = bare.as_secs_f64() / tensor.as_secs_f64();
        row(&what, &format!("{ratio:.3}"), if side == SIDES[0] { TARGET } else { "" });
    }
}

fn products(criterion: &mut Criterion) {
    let all = std::thread::available_parallelism().map_or(1, usize::from);
    let mut measured = Vec::new();
    for threads in if all > 1 { vec![1, all] } else { vec![1] } {
        for side in SIDES {
            let mut times = Times::default();
            criterion.bench_function(&format!("Tensor::matmul {side}, threads: {threads}"), |bencher| {
                bencher.iter_custom(|turns| times.take_turns(side, threads, turns));
            });
            measured.push((side, threads, times));
        }
    }
    let kernels = backend::library().map_or("none".to_owned(), |library| library.kernels);
    figures::head(&format!("Tensor::matmul against bare ndarray, float32; OpenBLAS kernels: {kernels}"));
    for (side, threads, times) in measured.iter().filter(|(.., times)| !times.tensor.is_empty()) {
        times.report(*side, *threads);
    }
}

criterion_group!(benches, products);
criterion_main!(benches);
