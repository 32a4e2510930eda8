//! A backend that may stop working, and the processor that takes over when it does.

use std::sync::OnceLock;

use ndarray::ArrayRef2;

use super::{Backend, BackendChoice, BackendError, Product};

/// Hands every product to a backend until it fails; that product and all after it are computed on the processor. Nothing is
/// lost, and the reason is kept. A backend that was never there is another matter: it is an error for whoever chose it, as
/// in a build without it.
pub(super) struct Fallback<B> {
    first: B,
    trouble: OnceLock<String>,
}

impl<B: Backend> Fallback<B> {
    /// Nothing has gone wrong yet.
    pub(super) const fn new(first: B) -> Self {
        Self { first, trouble: OnceLock::new() }
    }

    /// Why the backend is no longer asked, in one line.
    pub(super) fn trouble(&self) -> Option<&str> {
        self.trouble.get().map(String::as_str)
    }

    /// Computes with the backend in force. What a failed backend left behind is written over.
    fn compute(&self, mut work: impl FnMut(&dyn Backend) -> Result<(), BackendError>) -> Result<(), BackendError> {
        if self.trouble().is_none() {
            match work(&self.first) {
                Err(error @ BackendError::Failed(..)) => {
                    let _ = self.trouble.set(format!("{error}; using {} from now on", processor().name()));
                }
                done => return done,
            }
        }
        work(processor())
    }
}

/// What computes where nothing else was asked for.
fn processor() -> &'static dyn Backend {
    BackendChoice::Auto.backend()
}

impl<B: Backend> Backend for Fallback<B> {
    fn name(&self) -> &'static str {
        if self.trouble().is_none() { self.first.name() } else { processor().name() }
    }

    /// Asks the backend itself: who chooses it should hear at once that it is not there.
    fn available(&self) -> Result<(), BackendError> {
        self.first.available()
    }

    fn product_f32(
        &self,
        a: &ArrayRef2<f32>,
        b: &ArrayRef2<f32>,
        out: &mut ArrayRef2<f32>,
    ) -> Result<(), BackendError> {
        self.compute(|backend| backend.product_f32(a, b, out))
    }

    fn product_f64(
        &self,
        a: &ArrayRef2<f64>,
        b: &ArrayRef2<f64>,
        out: &mut ArrayRef2<f64>,
    ) -> Result<(), BackendError> {
        self.compute(|backend| backend.product_f64(a, b, out))
    }

    fn batch_f32(&self, products: &mut [Product<'_, f32>]) -> Result<(), BackendError> {
        self.compute(|backend| backend.batch_f32(products))
    }

    fn batch_f64(&self, products: &mut [Product<'_, f64>]) -> Result<(), BackendError> {
        self.compute(|backend| backend.batch_f64(products))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use ndarray::{Array2, array};

    use super::*;

    /// Computes a few products, then writes half of one and fails.
    struct Fragile {
        left: AtomicU32,
        asked: AtomicU32,
    }

    impl Fragile {
        fn that_lasts(products: u32) -> Fallback<Self> {
            Fallback::new(Self { left: AtomicU32::new(products), asked: AtomicU32::new(0) })
        }
    }

    impl Backend for Fragile {
        fn name(&self) -> &'static str {
            "Fragile"
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
            self.asked.fetch_add(1, Ordering::Relaxed);
            if self.left.load(Ordering::Relaxed) == 0 {
                out.row_mut(0).fill(f32::NAN);
                return Err(BackendError::Failed("Fragile", "the device is gone".to_owned()));
            }
            self.left.fetch_sub(1, Ordering::Relaxed);
            processor().product_f32(a, b, out)
        }

        fn product_f64(
            &self,
            a: &ArrayRef2<f64>,
            b: &ArrayRef2<f64>,
            out: &mut ArrayRef2<f64>,
        ) -> Result<(), BackendError> {
            processor().product_f64(a, b, out)
        }
    }

    #[test]
    fn a_failure_in_the_middle_costs_nothing_but_the_backend() {
        let backend = Fragile::that_lasts(2);
        let (a, b) = (array![[1.0_f32, 2.0], [3.0, 4.0]], array![[0.0_f32, 1.0], [1.0, 0.0]]);
        for product in 0..5 {
            let mut out = Array2::zeros((2, 2));
            backend.product_f32(&a, &b, &mut out).unwrap();
            assert_eq!(out, array![[2.0, 1.0], [4.0, 3.0]], "product {product}");
            assert_eq!(backend.trouble().is_some(), product >= 2);
        }
        assert_eq!(backend.first.asked.load(Ordering::Relaxed), 3, "a backend that failed is not asked again");
        let reason = format!("Fragile failed: the device is gone; using {} from now on", processor().name());
        assert_eq!(backend.trouble(), Some(reason.as_str()));
        assert_eq!(backend.name(), processor().name());
    }

    #[test]
    fn a_batch_of_which_some_are_done_is_computed_again_as_a_whole() {
        let backend = Fragile::that_lasts(1);
        let (a, b) = (array![[1.0_f32, 2.0], [3.0, 4.0]], array![[0.0_f32, 1.0], [1.0, 0.0]]);
        let mut outs = vec![Array2::<f32>::zeros((2, 2)); 3];
        let mut batch: Vec<_> =
            outs.iter_mut().map(|out| Product { a: a.view(), b: b.view(), out: out.view_mut() }).collect();
        backend.batch_f32(&mut batch).unwrap();
        assert!(outs.iter().all(|out| *out == array![[2.0, 1.0], [4.0, 3.0]]));
        assert!(backend.trouble().is_some());
    }

    #[test]
    fn missing_backend_is_an_error() {
        struct Missing;
        impl Backend for Missing {
            fn name(&self) -> &'static str {
                "Missing"
            }

            fn available(&self) -> Result<(), BackendError> {
                Err(BackendError::Unavailable("Missing", "nobody has one".to_owned()))
            }

            fn product_f32(
                &self,
                _: &ArrayRef2<f32>,
                _: &ArrayRef2<f32>,
                _: &mut ArrayRef2<f32>,
            ) -> Result<(), BackendError> {
                self.available()
            }

            fn product_f64(
                &self,
                _: &ArrayRef2<f64>,
                _: &ArrayRef2<f64>,
                _: &mut ArrayRef2<f64>,
            ) -> Result<(), BackendError> {
                self.available()
            }
        }

        let backend = Fallback::new(Missing);
        let a = Array2::<f32>::ones((2, 2));
        assert_eq!(backend.product_f32(&a, &a, &mut Array2::zeros((2, 2))), Missing.available());
        assert_eq!(backend.trouble(), None);
    }

    #[test]
    fn shapes_that_do_not_fit_are_the_callers_fault_and_not_the_backends() {
        let backend = Fragile::that_lasts(9);
        let (a, b) = (Array2::<f32>::zeros((2, 3)), Array2::zeros((2, 2)));
        assert!(backend.product_f32(&a, &b, &mut Array2::zeros((2, 2))).is_err());
        assert_eq!(backend.trouble(), None);
    }
}
