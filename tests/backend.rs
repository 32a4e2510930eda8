//! The laws of matrix products: every backend gives the textbook's sum, for every size and every layout in memory, and
//! the counts say who really computed.

#[path = "backend/batches.rs"]
mod batches;
#[cfg(all(feature = "cuda", target_os = "linux"))]
#[path = "backend/stand_in.rs"]
mod stand_in;

use glassformer::tensor::backend::{self, BackendChoice, BackendError};
use ndarray::{Array2, ArrayRef2, s};
use proptest::prelude::*;

/// The sum as a textbook writes it, in the order of `k`.
fn textbook(a: &ArrayRef2<f32>, b: &ArrayRef2<f32>) -> Array2<f32> {
    Array2::from_shape_fn((a.nrows(), b.ncols()), |(i, j)| {
        (0..a.ncols()).fold(0.0, |sum, k| sum + a[[i, k]] * b[[k, j]])
    })
}

/// A matrix of numbers in -1..1 with full mantissas, different for every `seed`.
fn matrix(rows: usize, columns: usize, seed: u64) -> Array2<f32> {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    Array2::from_shape_simple_fn((rows, columns), || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 40) as f32 / (1_u64 << 23) as f32 - 1.0
    })
}

/// The product by one backend; what was in `out` before must not matter. An error is a matrix without elements.
fn product(choice: BackendChoice, a: &ArrayRef2<f32>, b: &ArrayRef2<f32>) -> Array2<f32> {
    let mut out = Array2::from_elem((a.nrows(), b.ncols()), f32::NAN);
    let done = backend::with(choice, || backend::product_f32(a, b, &mut out));
    // After a failure the processor computes, and its numbers prove nothing about the GPU.
    if done.is_err() || backend::trouble().is_some() { Array2::zeros((0, 0)) } else { out }
}

fn close(left: &Array2<f32>, right: &Array2<f32>) -> bool {
    left.dim() == right.dim()
        && left.iter().zip(right).all(|(l, r)| (l - r).abs() <= 1e-5 * (1.0 + r.abs()) || l.is_nan() && r.is_nan())
}

/// The same matrix in memory laid out in other ways: by columns, with gaps, backwards, and broadcast where it can be.
fn layouts(plain: &Array2<f32>) -> Vec<(&'static str, Array2<f32>)> {
    let (rows, columns) = plain.dim();
    let mut by_columns = Array2::zeros((columns, rows)).reversed_axes();
    by_columns.assign(plain);
    let mut gaps = Array2::from_elem((rows * 2, columns * 3), f32::NAN);
    gaps.slice_mut(s![..;2, ..;3]).assign(plain);
    let mut wide = Array2::from_elem((rows, columns + 5), f32::NAN);
    wide.slice_mut(s![.., 2..columns + 2]).assign(plain);
    let mut backwards = Array2::zeros((rows, columns));
    backwards.invert_axis(ndarray::Axis(0));
    backwards.invert_axis(ndarray::Axis(1));
    backwards.assign(plain);
    vec![
        ("by columns", by_columns),
        ("with gaps", gaps.slice_move(s![..;2, ..;3])),
        ("a window", wide.slice_move(s![.., 2..columns + 2])),
        ("backwards", backwards),
    ]
}

/// What runs in this build.
fn choices() -> impl Iterator<Item = BackendChoice> {
    BackendChoice::ALL.into_iter().filter(|choice| choice.backend().available().is_ok())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_backend_gives_the_textbooks_sum(m in 0..40_usize, k in 0..40_usize, n in 0..40_usize, seed: u64) {
        let (a, b) = (matrix(m, k, seed), matrix(k, n, !seed));
        let expected = textbook(&a, &b);
        for choice in choices() {
            let found = product(choice, &a, &b);
            prop_assert!(close(&found, &expected), "{choice}: {found} is not {expected}");
        }
        prop_assert_eq!(product(BackendChoice::Rust, &a, &b), expected, "rust gives the very bits");
    }

    #[test]
    fn no_layout_in_memory_changes_a_product(m in 1..20_usize, k in 1..20_usize, n in 1..20_usize, seed: u64) {
        let (a, b) = (matrix(m, k, seed), matrix(k, n, !seed));
        let expected = textbook(&a, &b);
        for choice in choices() {
            for (name, a) in layouts(&a) {
                for (other, b) in layouts(&b) {
                    prop_assert!(close(&product(choice, &a, &b), &expected), "{choice}: {name} @ {other}");
                }
            }
        }
    }
}

#[test]
fn blocks_do_not_change_the_order_of_the_sum() {
    // Longer than one block of k, and no multiple of any tile.
    let (a, b) = (matrix(9, 613, 1), matrix(613, 21, 2));
    assert_eq!(product(BackendChoice::Rust, &a, &b), textbook(&a, &b));
}

#[test]
fn a_product_writes_only_where_it_should() {
    for choice in choices() {
        for (rows, columns) in [(1, 9), (9, 1), (3, 4), (20, 20)] {
            let (a, b) = (matrix(rows, 11, 3), matrix(11, columns, 4));
            let mut frame = Array2::from_elem((rows * 2 + 2, columns * 2 + 2), 7.0_f32);
            let window = s![1..=rows * 2;2, 1..=columns * 2;2];
            backend::with(choice, || backend::product_f32(&a, &b, &mut frame.slice_mut(window))).expect("fits");
            assert!(close(&frame.slice(window).to_owned(), &textbook(&a, &b)), "{choice}");
            frame.slice_mut(window).fill(7.0);
            assert_eq!(frame, Array2::from_elem(frame.dim(), 7.0), "{choice} wrote beside its window");
        }
    }
}

#[test]
fn broadcast_operands_are_read_as_what_they_show() {
    let row = matrix(1, 12, 5);
    let rows = row.broadcast((10, 12)).expect("one row is any number of rows");
    let b = matrix(12, 10, 6);
    for choice in choices() {
        assert!(close(&product(choice, &rows, &b), &textbook(&rows, &b)), "{choice}");
        assert!(close(&product(choice, &b, &rows), &textbook(&b, &rows)), "{choice}");
    }
}

#[test]
fn nan_and_infinity_spread_as_arithmetic_says() {
    for choice in choices() {
        for side in [2, 16] {
            let mut a = Array2::<f32>::zeros((side, side));
            a[[0, 0]] = f32::INFINITY;
            a[[1, 1]] = f32::NAN;
            let found = product(choice, &a, &Array2::zeros((side, side)));
            assert!(found.slice(s![..2, ..]).iter().all(|value| value.is_nan()), "{choice}: inf * 0 is nan");
            assert!(found.slice(s![2.., ..]).iter().all(|&value| value == 0.0), "{choice}");
        }
    }
}

#[test]
fn an_empty_sum_is_zero() {
    for choice in choices() {
        let found = product(choice, &Array2::zeros((3, 0)), &Array2::zeros((0, 9)));
        assert_eq!(found, Array2::<f32>::zeros((3, 9)), "{choice}");
    }
}

#[test]
fn double_precision_is_double() {
    let third = Array2::from_elem((12, 12), 1.0 / 3.0);
    for choice in choices() {
        let mut out = Array2::<f64>::zeros((12, 12));
        backend::with(choice, || backend::product_f64(&third, &third, &mut out)).expect("fits");
        assert!(out.iter().all(|&value| (value - 4.0 / 3.0).abs() < 1e-14), "{choice}: {}", out[[0, 0]]);
    }
}

#[test]
fn shapes_that_do_not_fit_are_an_error_that_names_them() {
    for choice in choices() {
        let (a, b) = (matrix(2, 3, 1), matrix(4, 5, 2));
        let mut out = Array2::zeros((2, 5));
        let error = backend::with(choice, || backend::product_f32(&a, &b, &mut out));
        assert_eq!(error.expect_err("3 is not 4").to_string(), "[2, 3] @ [4, 5] does not fit into [2, 5]");
    }
}

#[test]
fn a_choice_is_spelled_as_on_the_command_line() {
    for choice in BackendChoice::ALL {
        assert_eq!(choice.to_string().parse(), Ok(choice));
    }
    let error = "mkl".parse::<BackendChoice>().expect_err("not ours");
    assert_eq!(error.to_string(), r#"there is no backend "mkl": choose auto, openblas, rust or cuda"#);
}

#[test]
fn an_override_ends_with_its_scope_and_stays_on_its_thread() {
    let outside = backend::chosen();
    backend::with(BackendChoice::Rust, || {
        assert_eq!(backend::chosen(), BackendChoice::Rust);
        backend::with(BackendChoice::Auto, || assert_eq!(backend::chosen(), BackendChoice::Auto));
        assert_eq!(backend::chosen(), BackendChoice::Rust);
        let beside = std::thread::spawn(backend::chosen).join().expect("it only reads");
        assert_eq!(beside, outside);
    });
    let panicked = std::panic::catch_unwind(|| backend::with(BackendChoice::Rust, || panic!("within")));
    assert!(panicked.is_err());
    assert_eq!(backend::chosen(), outside);
}

#[test]
fn what_cannot_compute_says_why_and_leaves_the_choice_alone() {
    for choice in BackendChoice::ALL {
        let before = backend::chosen();
        let Err(error) = choice.backend().available() else { continue };
        assert_eq!(backend::select(choice), Err(error.clone()));
        assert_eq!(backend::chosen(), before);
        assert!(error.to_string().contains("cannot be used here: "), "{error}");
        let (a, mut out) = (matrix(9, 9, 1), Array2::zeros((9, 9)));
        let result = backend::with(choice, || backend::product_f32(&a, &a, &mut out));
        assert_eq!(result, Err(error), "it does not pretend");
    }
}

#[test]
fn a_required_backend_is_one_that_really_computes() {
    backend::with(BackendChoice::Rust, || {
        assert_eq!(backend::require(BackendChoice::Rust), Ok(()));
        let error = backend::require(BackendChoice::Cuda).expect_err("nobody uses it here");
        assert_eq!(error, BackendError::Unused(BackendChoice::Cuda));
        assert_eq!(error.to_string(), "cuda was requested, but computed none of the products: Rust computed them");
    });
    // What CI asks for with the environment: a build that quietly lost its library fails here.
    if let Ok(word) = std::env::var(backend::REQUIRE_VARIABLE) {
        let choice: BackendChoice = word.parse().expect("a backend's name");
        backend::require(choice).expect("the required backend computes");
    }
}

#[cfg(feature = "openblas")]
mod openblas {
    use super::*;

    #[test]
    fn it_is_the_default_and_its_calls_are_counted() {
        assert_eq!(backend::current().name(), "OpenBLAS");
        backend::require(BackendChoice::OpenBlas).expect("it computes");
    }

    #[test]
    fn large_products_agree_whatever_the_threads() {
        let (a, b) = (matrix(200, 300, 8), matrix(300, 250, 9));
        let expected = product(BackendChoice::Rust, &a, &b);
        for threads in [1, 2, 3] {
            backend::set_threads(threads);
            assert!(close(&product(BackendChoice::OpenBlas, &a, &b), &expected), "{threads} threads");
        }
    }

    #[test]
    fn the_library_says_what_it_is() {
        let library = backend::library().expect("it is linked");
        assert!(library.configuration.contains("OpenBLAS"), "{library:?}");
        assert!(!library.kernels.is_empty(), "{library:?}");
    }
}

#[test]
fn a_gpu_that_is_not_there_costs_a_line_and_nothing_else() {
    let program = env!("CARGO_BIN_EXE_glassformer");
    let run = std::process::Command::new(program).args(["--backend", "cuda", "info", "--json"]).output().expect("runs");
    let (said, told) = (String::from_utf8_lossy(&run.stdout), String::from_utf8_lossy(&run.stderr));
    assert!(run.status.success(), "{told}");
    if BackendChoice::Cuda.backend().available().is_ok() {
        assert!(said.contains("CUDA") && told.is_empty(), "{told}");
    } else {
        assert!(told.starts_with("glassformer: CUDA cannot be used here: ") && told.ends_with(" instead\n"), "{told}");
        assert_eq!(told.lines().count(), 1);
        assert!(said.contains(BackendChoice::Auto.backend().name()), "{said}");
    }
}
