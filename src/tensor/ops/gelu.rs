//! The Gaussian error linear unit, in both forms that are in use.

use super::dtype_names::not_implemented;
use super::elementwise::Elementwise;
use super::{GradientReads, apply};
use crate::tensor::explain::{Expr, Operator, ScalarFunction};
use crate::tensor::{DType, Error, Real, Result, Tensor};

/// Which GELU. They differ by up to 0.0005.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gelu {
    /// `x/2 (1 + erf(x/√2))`, PyTorch's default.
    Erf,
    /// `x/2 (1 + tanh(√(2/π) (x + 0.044715 x³)))`, GPT-2's.
    Tanh,
}

const CUBE: f64 = 0.044_715;

fn root_two_over_pi() -> f64 {
    std::f64::consts::FRAC_2_SQRT_PI * std::f64::consts::FRAC_1_SQRT_2
}

impl Elementwise for Gelu {
    const NAME: &'static str = "gelu";
    const READS: GradientReads = GradientReads::inputs(&[0]);

    fn refusal(dtype: DType) -> Option<Error> {
        (!dtype.is_float()).then(|| not_implemented("GeluKernelImpl", dtype, "gelu"))
    }

    fn value<T: Real>(&self, x: T) -> T {
        let half = T::of(0.5) * x;
        match self {
            Self::Erf => half * (T::one() + (x * T::of(std::f64::consts::FRAC_1_SQRT_2)).erf()),
            Self::Tanh => half * (T::one() + (T::of(root_two_over_pi()) * (x + T::of(CUBE) * x * x * x)).tanh()),
        }
    }

    fn slope<T: Real>(&self, x: T, _: T) -> T {
        let half = T::of(0.5);
        match self {
            Self::Erf => {
                let cumulative = half * (T::one() + (x * T::of(std::f64::consts::FRAC_1_SQRT_2)).erf());
                let density = (-half * x * x).exp() * T::of(root_two_over_pi() / 2.0);
                cumulative + x * density
            }
            Self::Tanh => {
                let inner = T::of(root_two_over_pi()) * (x + T::of(CUBE) * x * x * x);
                let slope_of_inner = T::of(root_two_over_pi()) * (T::one() + T::of(3.0 * CUBE) * x * x);
                let tanh = inner.tanh();
                half * (T::one() + tanh) + half * x * (T::one() - tanh * tanh) * slope_of_inner
            }
        }
    }

    fn formula(&self, x: Expr) -> Expr {
        let two = || Expr::Exact(2.0);
        let bend = match self {
            Self::Erf => {
                Expr::call(ScalarFunction::Erf, x.clone().join(Operator::Div, Expr::call(ScalarFunction::Sqrt, two())))
            }
            Self::Tanh => {
                let scale =
                    Expr::call(ScalarFunction::Sqrt, two().join(Operator::Div, Expr::Exact(std::f64::consts::PI)));
                let cube = Expr::Exact(CUBE).join(Operator::Mul, x.clone().join(Operator::Pow, Expr::Exact(3.0)));
                Expr::call(ScalarFunction::Tanh, scale.join(Operator::Mul, x.clone().join(Operator::Add, cube)))
            }
        };
        x.join(Operator::Div, two()).join(Operator::Mul, Expr::Exact(1.0).join(Operator::Add, bend))
    }
}

impl Tensor {
    /// The Gaussian error linear unit of each element (Hendrycks and Gimpel, 2016).
    ///
    /// # Errors
    /// Never today; the signature is that of every operation.
    ///
    /// ```
    /// use glassformer::tensor::{Gelu, Tensor};
    /// let x = Tensor::from_f64(&[3], vec![-1.0, 0.0, 1.0])?;
    /// let y: Vec<String> = x.gelu(Gelu::Erf)?.to_vec().iter().map(|y| format!("{y:.4}")).collect();
    /// assert_eq!(y, ["-0.1587", "0.0000", "0.8413"]);
    /// # Ok::<(), glassformer::tensor::Error>(())
    /// ```
    pub fn gelu(&self, form: Gelu) -> Result<Self> {
        apply(form, &[self])
    }
}
