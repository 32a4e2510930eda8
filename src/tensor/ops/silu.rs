//! The sigmoid linear unit, which newer models put where the paper has ReLU.

use super::dtype_names::not_implemented;
use super::elementwise::Elementwise;
use super::{GradientReads, apply};
use crate::tensor::explain::{Expr, Operator, ScalarFunction};
use crate::tensor::{DType, Error, Real, Result, Tensor};

/// `x / (1 + exp(-x))`. One operation, so that an infinite gradient meets the whole slope and not each half of a product.
#[derive(Debug)]
struct Silu;

impl Elementwise for Silu {
    const NAME: &'static str = "silu";
    const READS: GradientReads = GradientReads::inputs(&[0]);

    fn refusal(dtype: DType) -> Option<Error> {
        (!dtype.is_float()).then(|| not_implemented("silu_cpu", dtype, "silu"))
    }

    fn value<T: Real>(&self, x: T) -> T {
        x / (T::one() + (-x).exp())
    }

    fn slope<T: Real>(&self, x: T, _: T) -> T {
        let sigmoid = T::one() / (T::one() + (-x).exp());
        sigmoid * (T::one() + x * (T::one() - sigmoid))
    }

    fn formula(&self, x: Expr) -> Expr {
        let falling = Expr::call(ScalarFunction::Exp, Expr::Exact(-1.0).join(Operator::Mul, x.clone()));
        x.join(Operator::Div, Expr::Exact(1.0).join(Operator::Add, falling))
    }
}

impl Tensor {
    /// The sigmoid linear unit of each element, `x * sigmoid(x)` (Elfwing, Uchibe and Doya, 2017).
    ///
    /// # Errors
    /// When the elements are whole numbers or truth values.
    ///
    /// ```
    /// use glassformer::tensor::Tensor;
    /// let x = Tensor::from_f64(&[3], vec![-1.0, 0.0, 1.0])?;
    /// let y: Vec<String> = x.silu()?.to_vec().iter().map(|y| format!("{y:.4}")).collect();
    /// assert_eq!(y, ["-0.2689", "0.0000", "0.7311"]);
    /// # Ok::<(), glassformer::tensor::Error>(())
    /// ```
    pub fn silu(&self) -> Result<Self> {
        apply(Silu, &[self])
    }
}
