//! The matrix product by NVIDIA's cuBLAS.
//!
//! Driver and library are looked for when a product is first asked of them, so the program builds and starts on a machine
//! without either and then says what is missing. Operands travel to the device and the product travels back with every
//! call: right for large products, never for toy ones, so nothing but an explicit choice leads here.

#![expect(unsafe_code, reason = "cudarc leaves to its caller that libraries may be loaded and that sizes fit buffers")]

use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use cudarc::cublas::sys::cublasOperation_t::CUBLAS_OP_N;
use cudarc::cublas::{CudaBlas, Gemm, GemmConfig, StridedBatchedConfig};
use cudarc::driver::{CudaContext, CudaStream, DeviceRepr, DriverError, ValidAsZeroBits};
use ndarray::{ArrayRef2, LinalgScalar};

use super::{Backend, BackendError, CUDA_CALLS, Product, rust, sizes};

/// The first GPU, through cuBLAS.
pub(super) struct Cuda;

/// The backend's name in titles and errors.
const NAME: &str = "CUDA";

impl Backend for Cuda {
    fn name(&self) -> &'static str {
        NAME
    }

    fn available(&self) -> Result<(), BackendError> {
        device().map(|_| ())
    }

    fn product_f32(
        &self,
        a: &ArrayRef2<f32>,
        b: &ArrayRef2<f32>,
        out: &mut ArrayRef2<f32>,
    ) -> Result<(), BackendError> {
        batch(&mut [Product { a: a.view(), b: b.view(), out: out.view_mut() }])
    }

    fn product_f64(
        &self,
        a: &ArrayRef2<f64>,
        b: &ArrayRef2<f64>,
        out: &mut ArrayRef2<f64>,
    ) -> Result<(), BackendError> {
        batch(&mut [Product { a: a.view(), b: b.view(), out: out.view_mut() }])
    }

    fn batch_f32(&self, products: &mut [Product<'_, f32>]) -> Result<(), BackendError> {
        batch(products)
    }

    fn batch_f64(&self, products: &mut [Product<'_, f64>]) -> Result<(), BackendError> {
        batch(products)
    }
}

/// A GPU with cuBLAS on it.
struct Device {
    stream: Arc<CudaStream>,
    blas: CudaBlas,
}

/// The first GPU, opened once. One product at a time: a handle of cuBLAS is not made to be shared between threads.
fn device() -> Result<&'static Mutex<Device>, BackendError> {
    static DEVICE: OnceLock<Result<Mutex<Device>, BackendError>> = OnceLock::new();
    DEVICE.get_or_init(|| open().map(Mutex::new)).as_ref().map_err(Clone::clone)
}

/// Opens the first GPU.
fn open() -> Result<Device, BackendError> {
    let missing = |why: &str| BackendError::Unavailable(NAME, why.to_owned());
    // cudarc panics where a library or a function is missing, so it is asked first.
    // SAFETY: loading NVIDIA's own libraries runs nothing of theirs but their initialisers.
    if !unsafe { cudarc::driver::sys::is_culib_present() } {
        return Err(missing("there is no CUDA driver (libcuda) on this machine"));
    }
    // SAFETY: as above.
    if !unsafe { cudarc::cublas::sys::is_culib_present() } {
        return Err(missing("there is a CUDA driver, but no cuBLAS (libcublas) on this machine"));
    }
    if let Some(function) = missing_function() {
        return Err(missing(&format!(
            "the CUDA driver is too old: the function {function} is missing; update the driver"
        )));
    }
    let context = CudaContext::new(0).map_err(|error| missing(&format!("no GPU could be opened: {}", words(error))))?;
    let stream = context.default_stream();
    let blas =
        CudaBlas::new(stream.clone()).map_err(|error| missing(&format!("cuBLAS did not start: {:?}", error.0)))?;
    Ok(Device { stream, blas })
}

/// The driver's functions that cudarc calls for a product.
const OF_DRIVER: [&str; 18] = [
    "cuCtxGetCurrent",
    "cuCtxSetCurrent",
    "cuDeviceGet",
    "cuDeviceGetAttribute",
    "cuDevicePrimaryCtxRelease_v2",
    "cuDevicePrimaryCtxRetain",
    "cuEventCreate",
    "cuEventDestroy_v2",
    "cuGetErrorString",
    "cuInit",
    "cuMemAllocAsync",
    "cuMemAlloc_v2",
    "cuMemFreeAsync",
    "cuMemFree_v2",
    "cuMemcpyDtoHAsync_v2",
    "cuMemcpyHtoDAsync_v2",
    "cuMemsetD8Async",
    "cuStreamSynchronize",
];

/// The functions of cuBLAS that it calls.
const OF_CUBLAS: [&str; 5] = [
    "cublasCreate_v2",
    "cublasDestroy_v2",
    "cublasDgemmStridedBatched",
    "cublasSetStream_v2",
    "cublasSgemmStridedBatched",
];

/// Returns the first function that one of the libraries lacks. Both libraries must be there.
fn missing_function() -> Option<&'static str> {
    // SAFETY: the libraries are loaded, and an address that nobody calls does nothing.
    let driver = |name: &&str| unsafe { cudarc::driver::sys::culib().get::<*const ()>(name.as_bytes()) }.is_err();
    // SAFETY: as above.
    let cublas = |name: &&str| unsafe { cudarc::cublas::sys::culib().get::<*const ()>(name.as_bytes()) }.is_err();
    OF_DRIVER.into_iter().find(driver).or_else(|| OF_CUBLAS.into_iter().find(cublas))
}

/// The driver's own words for an error, with the name that people search for.
fn words(error: DriverError) -> String {
    let words = error.error_string().map(|words| words.to_string_lossy().into_owned());
    words.map_or_else(|_| format!("{:?}", error.0), |words| format!("{words} ({:?})", error.0))
}

/// Products `[m, k] @ [k, n] -> [m, n]` of the same sizes, in one call of cuBLAS.
fn batch<T>(products: &mut [Product<'_, T>]) -> Result<(), BackendError>
where
    T: LinalgScalar + DeviceRepr + ValidAsZeroBits,
    CudaBlas: Gemm<T>,
{
    let Some(first) = products.first() else { return Ok(()) };
    let shapes = (first.a.dim(), first.b.dim(), first.out.dim());
    for Product { a, b, out } in products.iter() {
        sizes(a, b, out)?;
        if (a.dim(), b.dim(), out.dim()) != shapes {
            return Err(BackendError::Shapes([a.dim(), b.dim(), out.dim()]));
        }
    }
    let ((m, k), (_, n), _) = shapes;
    if m.min(k).min(n) == 0 {
        return products.iter_mut().try_for_each(|Product { a, b, out }| rust::product(a, b, out));
    }
    let device = device()?.lock().unwrap_or_else(PoisonError::into_inner);
    let values = compute(&device, products).map_err(|why| BackendError::Failed(NAME, why))?;
    CUDA_CALLS.fetch_add(products.len() as u64, Ordering::Relaxed);
    for (product, values) in products.iter_mut().zip(values.chunks(m * n)) {
        product.out.iter_mut().zip(values).for_each(|(slot, &value)| *slot = value);
    }
    Ok(())
}

/// The elements of all products, row by row, computed on the device; there is at least one product, and no side is 0.
fn compute<T>(Device { stream, blas }: &Device, products: &[Product<'_, T>]) -> Result<Vec<T>, String>
where
    T: LinalgScalar + DeviceRepr + ValidAsZeroBits,
    CudaBlas: Gemm<T>,
{
    let ((m, k), n) = (products[0].a.dim(), products[0].b.ncols());
    let side =
        |side: usize| i32::try_from(side).map_err(|_| format!("a matrix of size {side} is too large for cuBLAS"));
    let rows = |of: &dyn Fn(&Product<'_, T>) -> Vec<T>| products.iter().flat_map(of).collect::<Vec<T>>();
    let a = stream.clone_htod(&rows(&|product| rust::in_rows(&product.a).into_owned())).map_err(words)?;
    let b = stream.clone_htod(&rows(&|product| rust::in_rows(&product.b).into_owned())).map_err(words)?;
    let mut out = stream.alloc_zeros::<T>(products.len() * m * n).map_err(words)?;
    let config = StridedBatchedConfig {
        // cuBLAS counts down columns. Our rows, read as columns, are the transposes, and (a @ b)ᵀ = bᵀ @ aᵀ: so b comes first.
        gemm: GemmConfig {
            transa: CUBLAS_OP_N,
            transb: CUBLAS_OP_N,
            m: side(n)?,
            n: side(m)?,
            k: side(k)?,
            alpha: T::one(),
            lda: side(n)?,
            ldb: side(k)?,
            beta: T::zero(),
            ldc: side(n)?,
        },
        batch_size: side(products.len())?,
        stride_a: (k * n) as i64,
        stride_b: (m * k) as i64,
        stride_c: (m * n) as i64,
    };
    // SAFETY: for each product the buffers hold k * n, m * k and m * n elements without gaps, one after the other, which is what
    // `config` says of them.
    unsafe { blas.gemm_strided_batched(config, &b, &a, &mut out) }.map_err(|error| format!("{:?}", error.0))?;
    let values = stream.clone_dtoh(&out).map_err(words)?;
    stream.synchronize().map_err(words)?;
    Ok(values)
}
