//! The matrix product by the system's OpenBLAS.
//!
//! `ndarray` calls `cblas_sgemm` and its sisters where it sees memory that they can read; otherwise it computes itself
//! and says nothing. So this file sees to it first that the operands fit, and a product is counted as OpenBLAS's exactly
//! when it reaches it.
//!
//! OpenBLAS wakes its threads for products that one thread finishes sooner, and they then spin for a while. Here it
//! always runs on one thread, except for a large product, which takes all of them and has the library to itself. So no
//! result depends on what else is being computed.

#![expect(unsafe_code, reason = "OpenBLAS's own settings are plain C functions; no Rust crate of the house wraps them")]

use std::ffi::{CStr, c_char, c_int};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Once, PoisonError, RwLock};

// Named so that the library is linked.
use blas_src as _;
use ndarray::linalg::{general_mat_mul, general_mat_vec_mul};
use ndarray::{Array2, ArrayRef2, Axis, CowArray, Ix2, LinalgScalar};

use super::{Backend, BackendError, OPENBLAS_CALLS, OpenBlasInfo, rust, sizes};

/// The system's OpenBLAS.
pub(super) struct OpenBlas;

impl Backend for OpenBlas {
    fn name(&self) -> &'static str {
        "OpenBLAS"
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

/// `ndarray` itself computes products whose sides are all at most this long (its `GEMM_BLAS_CUTOFF`); so does [`rust`].
const SMALL_SIDE: usize = 7;
/// From this many multiply-adds on, two threads finished a product sooner than one when this was written: about 160 cubed.
/// (OpenBLAS itself already wakes them above 64 cubed, and for a vector above 10,000.)
const LARGE_WORK: usize = 1 << 22;
/// The same for a matrix with a vector, which waits for memory and not for arithmetic.
const LARGE_VECTOR_WORK: usize = 1 << 18;

/// `[m, k] @ [k, n] -> [m, n]` over `out`, for `f32` and `f64`, the two types that `ndarray` hands on.
fn product<T: LinalgScalar>(a: &ArrayRef2<T>, b: &ArrayRef2<T>, out: &mut ArrayRef2<T>) -> Result<(), BackendError> {
    let (m, k, n) = sizes(a, b, out)?;
    if m.max(k).max(n) <= SMALL_SIDE || m.min(k).min(n) == 0 {
        return rust::product(a, b, out);
    }
    OPENBLAS_CALLS.fetch_add(1, Ordering::Relaxed);
    let (a, b) = (fitting(a), fitting(b));
    let large = if m.min(n) == 1 { LARGE_VECTOR_WORK } else { LARGE_WORK };
    alone_if(m.saturating_mul(k).saturating_mul(n) >= large, || {
        if fits(out) {
            multiply(&a, &b, out);
        } else {
            let mut fitting_out = Array2::zeros((m, n));
            multiply(&a, &b, &mut fitting_out);
            out.assign(&fitting_out);
        }
    });
    Ok(())
}

/// One call of the library: a matrix with a vector where one side is a single row or column (several times faster than
/// the general product, which packs its operands first), two matrices otherwise.
fn multiply<T: LinalgScalar>(a: &CowArray<T, Ix2>, b: &CowArray<T, Ix2>, out: &mut ArrayRef2<T>) {
    let (one, zero) = (T::one(), T::zero());
    if out.nrows().min(out.ncols()) == 1 {
        // Some versions scale what stands in the vector by zero instead of overwriting it, and NaN * 0 is NaN.
        out.fill(zero);
    }
    if out.nrows() == 1 {
        general_mat_vec_mul(one, &b.t(), &a.index_axis(Axis(0), 0), zero, &mut out.index_axis_mut(Axis(0), 0));
    } else if out.ncols() == 1 {
        general_mat_vec_mul(one, a, &b.index_axis(Axis(1), 0), zero, &mut out.index_axis_mut(Axis(1), 0));
    } else {
        general_mat_mul(one, a, b, zero, out);
    }
}

/// The matrix itself where the library can read it in place, a copy in row order otherwise.
fn fitting<T: LinalgScalar>(matrix: &ArrayRef2<T>) -> CowArray<'_, T, Ix2> {
    if fits(matrix) { matrix.view().into() } else { matrix.to_owned().into() }
}

/// Whether the library can read (or write) this memory in place: elements of a row, or of a column, lie side by side, and
/// the next row or column begins after the last has ended. It implies what `ndarray` 0.17 asks before it calls cblas.
fn fits<T>(matrix: &ArrayRef2<T>) -> bool {
    let (rows, columns) = matrix.dim();
    let [down, across] = [matrix.strides()[0], matrix.strides()[1]];
    let in_rows = across == 1 && down >= columns.max(1) as isize;
    let in_columns = down == 1 && across >= rows.max(1) as isize;
    let limit = c_int::MAX as isize;
    (in_rows || in_columns) && down <= limit && across <= limit && rows.max(columns) <= limit as usize
}

/// Every product reads this lock while it runs on one thread; one that takes all threads writes it.
static THREADS_IN_USE: RwLock<()> = RwLock::new(());
/// How many threads a large product may take; 0 until somebody asks.
static THREADS: AtomicUsize = AtomicUsize::new(0);

/// Runs `work` on all threads, with nobody else in the library, if it is `large`; on one thread otherwise.
fn alone_if(large: bool, work: impl FnOnce()) {
    let threads = super::threads();
    if large && threads > 1 {
        let _alone = THREADS_IN_USE.write().unwrap_or_else(PoisonError::into_inner);
        openblas_set_num_threads(threads as c_int);
        work();
        openblas_set_num_threads(1);
    } else {
        let _shared = THREADS_IN_USE.read().unwrap_or_else(PoisonError::into_inner);
        work();
    }
}

/// How many threads a large product may take: at first what OpenBLAS found (the cores, or `OPENBLAS_NUM_THREADS`).
pub(super) fn threads() -> usize {
    static ONE_FROM_NOW_ON: Once = Once::new();
    ONE_FROM_NOW_ON.call_once(|| {
        let found = openblas_get_num_threads().max(1) as usize;
        // Not if somebody has set it already.
        let _ = THREADS.compare_exchange(0, found, Ordering::Relaxed, Ordering::Relaxed);
        openblas_set_num_threads(1);
    });
    THREADS.load(Ordering::Relaxed)
}

/// Sets how many threads a large product may take, at least one.
pub(super) fn set_threads(threads: usize) {
    THREADS.store(threads.clamp(1, c_int::MAX as usize), Ordering::Relaxed);
}

/// What the library says of itself.
pub(super) fn library() -> OpenBlasInfo {
    OpenBlasInfo { kernels: text(openblas_get_corename()), configuration: text(openblas_get_config()) }
}

/// A C string of the library as Rust's.
fn text(string: *const c_char) -> String {
    if string.is_null() {
        return String::new();
    }
    // SAFETY: OpenBLAS returns a string that ends in NUL and lives as long as the process.
    unsafe { CStr::from_ptr(string) }.to_string_lossy().trim().to_owned()
}

// SAFETY: these are the declarations of OpenBLAS's cblas.h. None takes a pointer, and each may be called at any time;
// that no product runs while the number of threads changes is the business of `alone_if`.
unsafe extern "C" {
    safe fn openblas_get_num_threads() -> c_int;
    safe fn openblas_set_num_threads(threads: c_int);
    safe fn openblas_get_corename() -> *const c_char;
    safe fn openblas_get_config() -> *const c_char;
}
