//! Stand-ins for the backends that this build leaves out: they compute nothing and say how to get the real ones.

use ndarray::ArrayRef2;

use super::{Backend, BackendError};

/// A backend that is not built in.
pub(super) struct Absent {
    name: &'static str,
    why: &'static str,
}

#[cfg(not(feature = "openblas"))]
pub(super) static OPENBLAS: Absent =
    Absent { name: "OpenBLAS", why: "this program was built without the feature `openblas`" };

#[cfg(not(feature = "cuda"))]
pub(super) static CUDA: Absent =
    Absent { name: "CUDA", why: "this program was built without it (cargo build --features cuda)" };

impl Backend for Absent {
    fn name(&self) -> &'static str {
        self.name
    }

    fn available(&self) -> Result<(), BackendError> {
        Err(BackendError::Unavailable(self.name, self.why.to_owned()))
    }

    fn product_f32(&self, _: &ArrayRef2<f32>, _: &ArrayRef2<f32>, _: &mut ArrayRef2<f32>) -> Result<(), BackendError> {
        self.available()
    }

    fn product_f64(&self, _: &ArrayRef2<f64>, _: &ArrayRef2<f64>, _: &mut ArrayRef2<f64>) -> Result<(), BackendError> {
        self.available()
    }
}
