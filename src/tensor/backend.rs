//! Matrix products, and who computes them.
//!
//! Nearly all arithmetic of a Transformer is matrix products, so they are the one operation that is worth handing to a
//! library. A [`Backend`] multiplies two matrices; there are three:
//!
//! | name | what it is | when it is right |
//! | --- | --- | --- |
//! | `openblas` | the system's OpenBLAS, called through `ndarray` | always, where it is built in: the default |
//! | `rust` | a blocked loop of our own ([`rust`]) | no library at hand; the same bits on every machine |
//! | `cuda` | NVIDIA's cuBLAS, loaded when it is first asked for | large products on a machine with a GPU |
//!
//! The choice is the process's ([`select`]) and a stretch of code may have another ([`with`]), so that tests which
//! compare bits run on `rust` while others run beside them on a library. Every backend counts the products that
//! *it* computed ([`calls`]); a product that OpenBLAS hands down because it is tiny is counted as `rust`.
//!
//! ```
//! use glassformer::tensor::backend::{self, BackendChoice};
//! use ndarray::{Array2, array};
//!
//! let (a, b) = (array![[1.0_f32, 2.0], [3.0, 4.0]], array![[0.0_f32, 1.0], [1.0, 0.0]]);
//! let mut swapped = Array2::zeros((2, 2));
//! backend::with(BackendChoice::Rust, || backend::product_f32(&a, &b, &mut swapped))?;
//! assert_eq!(swapped, array![[2.0, 1.0], [4.0, 3.0]]);
//! # Ok::<(), backend::BackendError>(())
//! ```

#[cfg(not(all(feature = "openblas", feature = "cuda")))]
mod absent;
#[cfg(feature = "cuda")]
mod cuda;
#[cfg(any(feature = "cuda", test))]
mod fallback;
pub mod memory;
#[cfg(feature = "openblas")]
mod openblas;
pub(crate) mod parallel;
pub mod rust;
pub(crate) mod simd;

use std::cell::Cell;
use std::fmt;
use std::str::FromStr;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use ndarray::{Array2, ArrayRef2, ArrayView2, ArrayViewMut2, Axis};

/// Something that multiplies matrices.
pub trait Backend: Sync {
    /// The name that people read: `OpenBLAS`, `Rust`, `CUDA`.
    fn name(&self) -> &'static str;

    /// Says whether this backend can compute here and now, and if not, why.
    ///
    /// # Errors
    /// When it is not built in, or what it needs (a driver, a device) is not on this machine.
    fn available(&self) -> Result<(), BackendError>;

    /// Writes `a @ b` over `out`: `[m, k] @ [k, n] -> [m, n]`, any strides, any size, zero included (an
    /// `&ArrayRef2` is a `&Array2` or a `&ArrayView2`).
    /// With `k == 0` every element is 0, the empty sum.
    ///
    /// # Errors
    /// When the three shapes do not fit together, or the backend cannot compute (see [`Backend::available`]).
    fn product_f32(&self, a: &ArrayRef2<f32>, b: &ArrayRef2<f32>, out: &mut ArrayRef2<f32>)
    -> Result<(), BackendError>;

    /// [`Backend::product_f32`] in double precision.
    ///
    /// # Errors
    /// As [`Backend::product_f32`].
    fn product_f64(&self, a: &ArrayRef2<f64>, b: &ArrayRef2<f64>, out: &mut ArrayRef2<f64>)
    -> Result<(), BackendError>;

    /// Several products of the same sizes: the heads of an attention, say. One after the other, unless the backend knows better.
    ///
    /// # Errors
    /// As [`Backend::product_f32`]; then some may be computed already.
    fn batch_f32(&self, products: &mut [Product<'_, f32>]) -> Result<(), BackendError> {
        products.iter_mut().try_for_each(|product| self.product_f32(&product.a, &product.b, &mut product.out))
    }

    /// [`Backend::batch_f32`] in double precision.
    ///
    /// # Errors
    /// As [`Backend::batch_f32`].
    fn batch_f64(&self, products: &mut [Product<'_, f64>]) -> Result<(), BackendError> {
        products.iter_mut().try_for_each(|product| self.product_f64(&product.a, &product.b, &mut product.out))
    }
}

/// One product of a batch.
#[derive(Debug)]
pub struct Product<'a, T> {
    /// The left operand, `[m, k]`.
    pub a: ArrayView2<'a, T>,
    /// The right operand, `[k, n]`.
    pub b: ArrayView2<'a, T>,
    /// Where the product goes, `[m, n]`.
    pub out: ArrayViewMut2<'a, T>,
}

impl<T> Product<'_, T> {
    /// The first rows of the product, and the others.
    pub(crate) fn split_at(self, rows: usize) -> (Self, Self) {
        let (above, below) = self.a.split_at(Axis(0), rows);
        let (out, rest) = self.out.split_at(Axis(0), rows);
        (Self { a: above, b: self.b, out }, Self { a: below, b: self.b, out: rest })
    }
}

/// How many multiply-adds the backend in force does in about ten milliseconds: what is done between two looks at whether to
/// [`stop`](super::stop). A library packs its operands anew for each portion, so its portions are large.
pub(crate) fn portion() -> usize {
    if current().name() == rust::Rust.name() { 1 << 24 } else { 1 << 28 }
}

/// Which backend is wanted, as `--backend` spells it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum BackendChoice {
    /// OpenBLAS where it is built in, pure Rust otherwise.
    #[default]
    Auto,
    /// The system's OpenBLAS (feature `openblas`).
    OpenBlas,
    /// The loop of our own.
    Rust,
    /// NVIDIA's cuBLAS (feature `cuda`, and a driver).
    Cuda,
}

impl BackendChoice {
    /// Every choice, in the order in which help lists them.
    pub const ALL: [BackendChoice; 4] =
        [BackendChoice::Auto, BackendChoice::OpenBlas, BackendChoice::Rust, BackendChoice::Cuda];

    /// The word for it on the command line: `auto`, `openblas`, `rust`, `cuda`.
    pub fn word(self) -> &'static str {
        match self {
            BackendChoice::Auto => "auto",
            BackendChoice::OpenBlas => "openblas",
            BackendChoice::Rust => "rust",
            BackendChoice::Cuda => "cuda",
        }
    }

    /// The backend that this choice means in this build.
    pub fn backend(self) -> &'static dyn Backend {
        match self {
            BackendChoice::Auto if cfg!(feature = "openblas") => BackendChoice::OpenBlas.backend(),
            BackendChoice::Auto | BackendChoice::Rust => &rust::Rust,
            #[cfg(feature = "openblas")]
            BackendChoice::OpenBlas => &openblas::OpenBlas,
            #[cfg(not(feature = "openblas"))]
            BackendChoice::OpenBlas => &absent::OPENBLAS,
            #[cfg(feature = "cuda")]
            BackendChoice::Cuda => &CUDA,
            #[cfg(not(feature = "cuda"))]
            BackendChoice::Cuda => &absent::CUDA,
        }
    }
}

impl fmt::Display for BackendChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

impl FromStr for BackendChoice {
    type Err = BackendError;

    fn from_str(word: &str) -> Result<BackendChoice, BackendError> {
        BackendChoice::ALL
            .into_iter()
            .find(|choice| choice.word() == word)
            .ok_or_else(|| BackendError::Unknown(word.to_owned()))
    }
}

/// Why a product was not computed, in one line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BackendError {
    /// No backend has this name.
    Unknown(String),
    /// The backend cannot compute in this build or on this machine; the text says why.
    Unavailable(&'static str, String),
    /// The backend failed while it computed; the text is its own.
    Failed(&'static str, String),
    /// The shapes of `a`, `b` and `out` do not make a product.
    Shapes([(usize, usize); 3]),
    /// The library that had to compute did not (see [`require`]).
    Unused(BackendChoice),
}

impl fmt::Display for BackendError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BackendError::Unknown(word) => {
                write!(f, "there is no backend {word:?}: choose auto, openblas, rust or cuda")
            }
            BackendError::Unavailable(name, why) => write!(f, "{name} cannot be used here: {why}"),
            BackendError::Failed(name, why) => write!(f, "{name} failed: {why}"),
            BackendError::Shapes([(m, k), (k2, n), (rows, columns)]) => {
                write!(f, "[{m}, {k}] @ [{k2}, {n}] does not fit into [{rows}, {columns}]")
            }
            BackendError::Unused(choice) => {
                write!(
                    f,
                    "{choice} was requested, but computed none of the products: {} computed them",
                    current().name()
                )
            }
        }
    }
}

impl std::error::Error for BackendError {}

/// How many products each backend has computed since the program started.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Calls {
    /// Products that were really handed to OpenBLAS.
    pub openblas: u64,
    /// Products by our own loop, those too small for OpenBLAS included.
    pub rust: u64,
    /// Products by cuBLAS.
    pub cuda: u64,
}

impl Calls {
    /// The count of one backend; of all of them for [`BackendChoice::Auto`].
    pub fn of(&self, choice: BackendChoice) -> u64 {
        match choice {
            BackendChoice::Auto => self.openblas + self.rust + self.cuda,
            BackendChoice::OpenBlas => self.openblas,
            BackendChoice::Rust => self.rust,
            BackendChoice::Cuda => self.cuda,
        }
    }
}

/// The GPU, until it fails.
#[cfg(feature = "cuda")]
static CUDA: fallback::Fallback<cuda::Cuda> = fallback::Fallback::new(cuda::Cuda);

/// Why the GPU stopped computing, in one line; the processor has done its work since.
pub fn trouble() -> Option<&'static str> {
    #[cfg(feature = "cuda")]
    return CUDA.trouble();
    #[cfg(not(feature = "cuda"))]
    return None;
}

static OPENBLAS_CALLS: AtomicU64 = AtomicU64::new(0);
static RUST_CALLS: AtomicU64 = AtomicU64::new(0);
static CUDA_CALLS: AtomicU64 = AtomicU64::new(0);

/// The counts of this process so far.
pub fn calls() -> Calls {
    Calls {
        openblas: OPENBLAS_CALLS.load(Ordering::Relaxed),
        rust: RUST_CALLS.load(Ordering::Relaxed),
        cuda: CUDA_CALLS.load(Ordering::Relaxed),
    }
}

/// The process's choice, as its index in [`BackendChoice::ALL`].
static CHOSEN: AtomicU8 = AtomicU8::new(0);

/// What is different on one thread.
#[derive(Debug, Clone, Copy)]
struct Here {
    /// What [`with`] has put over the process's choice.
    choice: Option<BackendChoice>,
    /// Whether it is one of several threads that share the processor.
    is_one_of_several: bool,
}

thread_local! {
    static HERE: Cell<Here> = const { Cell::new(Here { choice: None, is_one_of_several: false }) };
}

/// Makes `choice` the process's backend.
///
/// # Errors
/// When it cannot be used here; the choice then stays as it was.
pub fn select(choice: BackendChoice) -> Result<(), BackendError> {
    choice.backend().available()?;
    CHOSEN.store(choice as u8, Ordering::Relaxed);
    Ok(())
}

/// The choice in force on this thread. Hand it to [`with`] on a thread that works on behalf of this one.
pub fn chosen() -> BackendChoice {
    HERE.get().choice.unwrap_or_else(|| BackendChoice::ALL[usize::from(CHOSEN.load(Ordering::Relaxed))])
}

/// The backend in force on this thread.
pub fn current() -> &'static dyn Backend {
    chosen().backend()
}

/// Runs `work` with another backend on this thread; the old one is back afterwards, also after a panic.
pub fn with<T>(choice: BackendChoice, work: impl FnOnce() -> T) -> T {
    during(Here { choice: Some(choice), ..HERE.get() }, work)
}

/// Runs `work` whose products are so small that the way to a GPU and back would take longer than they do: the processor computes them.
pub(crate) fn on_the_processor<T>(work: impl FnOnce() -> T) -> T {
    if chosen() == BackendChoice::Cuda { with(BackendChoice::Auto, work) } else { work() }
}

/// Runs `work` with `here` in force on this thread; what was before is back afterwards, also after a panic.
fn during<T>(here: Here, work: impl FnOnce() -> T) -> T {
    struct Restore(Here);
    impl Drop for Restore {
        fn drop(&mut self) {
            HERE.set(self.0);
        }
    }
    let _restore = Restore(HERE.replace(here));
    work()
}

/// Writes `a @ b` over `out` with the backend in force: `[m, k] @ [k, n] -> [m, n]`.
///
/// # Errors
/// As [`Backend::product_f32`].
pub fn product_f32(a: &ArrayRef2<f32>, b: &ArrayRef2<f32>, out: &mut ArrayRef2<f32>) -> Result<(), BackendError> {
    current().product_f32(a, b, out)
}

/// [`product_f32`] in double precision.
///
/// # Errors
/// As [`Backend::product_f32`].
pub fn product_f64(a: &ArrayRef2<f64>, b: &ArrayRef2<f64>, out: &mut ArrayRef2<f64>) -> Result<(), BackendError> {
    current().product_f64(a, b, out)
}

/// Computes several products of the same sizes with the backend in force.
///
/// # Errors
/// As [`Backend::batch_f32`].
pub fn batch_f32(products: &mut [Product<'_, f32>]) -> Result<(), BackendError> {
    current().batch_f32(products)
}

/// [`batch_f32`] in double precision.
///
/// # Errors
/// As [`Backend::batch_f32`].
pub fn batch_f64(products: &mut [Product<'_, f64>]) -> Result<(), BackendError> {
    current().batch_f64(products)
}

/// The environment variable that names a backend which must really compute; [`require`] is its meaning.
pub const REQUIRE_VARIABLE: &str = "GLASSFORMER_REQUIRE_BACKEND";

/// Computes one product with the backend in force and fails unless `choice` was the one that computed it. This is how a
/// build that silently fell back to another backend is found out: a linked library that is never called proves nothing.
///
/// # Errors
/// When the product failed, or somebody else computed it.
pub fn require(choice: BackendChoice) -> Result<(), BackendError> {
    // Larger than the products that OpenBLAS hands down.
    const SIDE: usize = 16;
    let before = calls().of(choice);
    let ones = Array2::<f32>::ones((SIDE, SIDE));
    product_f32(&ones, &ones, &mut Array2::zeros((SIDE, SIDE)))?;
    if calls().of(choice) > before { Ok(()) } else { Err(BackendError::Unused(choice)) }
}

/// Runs work whose products and rows keep to this thread, because others compute beside it.
fn on_one_thread<T>(work: impl FnOnce() -> T) -> T {
    during(Here { is_one_of_several: true, ..HERE.get() }, work)
}

/// How many threads a large product, or the rows of a large array, may take; 1 where OpenBLAS is not built in, and on a thread that
/// is one of several already.
pub fn threads() -> usize {
    if HERE.get().is_one_of_several {
        return 1;
    }
    #[cfg(feature = "openblas")]
    return openblas::threads();
    #[cfg(not(feature = "openblas"))]
    return 1;
}

/// Sets how many threads large products and arrays may take (at least one). Small ones always use one.
pub fn set_threads(threads: usize) {
    #[cfg(feature = "openblas")]
    openblas::set_threads(threads);
    #[cfg(not(feature = "openblas"))]
    let _ = threads;
}

/// What the linked OpenBLAS says of itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenBlasInfo {
    /// The processor family whose kernels it chose, such as `Haswell`; `OPENBLAS_CORETYPE` decides over it.
    pub kernels: String,
    /// Its version and build options, such as `OpenBLAS 0.3.21 NO_LAPACKE DYNAMIC_ARCH Haswell MAX_THREADS=64`.
    pub configuration: String,
}

/// The OpenBLAS that is linked; `None` where it is not built in.
pub fn library() -> Option<OpenBlasInfo> {
    #[cfg(feature = "openblas")]
    return Some(openblas::library());
    #[cfg(not(feature = "openblas"))]
    return None;
}

/// The sizes `(m, k, n)` of a product whose shapes fit together.
fn sizes<T>(a: &ArrayRef2<T>, b: &ArrayRef2<T>, out: &ArrayRef2<T>) -> Result<(usize, usize, usize), BackendError> {
    let ((m, k), (k2, n)) = (a.dim(), b.dim());
    if k == k2 && out.dim() == (m, n) {
        Ok((m, k, n))
    } else {
        Err(BackendError::Shapes([a.dim(), b.dim(), out.dim()]))
    }
}
