//! Logarithms to other bases than e, `log(1 + x)` and its inverse `exp(x) - 1`.

use super::elementwise::Elementwise;
use super::{GradientReads, apply};
use crate::tensor::explain::{Expr, Operator, ScalarFunction};
use crate::tensor::{Real, Result, Tensor};

/// `ln(x) / ln(base)`.
fn to_base(base: f64, x: Expr) -> Expr {
    Expr::call(ScalarFunction::Ln, x).join(Operator::Div, Expr::call(ScalarFunction::Ln, Expr::Exact(base)))
}

#[derive(Debug)]
struct Log2;
impl Elementwise for Log2 {
    const NAME: &'static str = "log2";
    const READS: GradientReads = GradientReads::inputs(&[0]);
    fn value<T: Real>(&self, x: T) -> T {
        x.log2()
    }
    fn slope<T: Real>(&self, x: T, _: T) -> T {
        (x * T::of(std::f64::consts::LN_2)).recip()
    }
    fn formula(&self, x: Expr) -> Expr {
        to_base(2.0, x)
    }
}

#[derive(Debug)]
struct Log10;
impl Elementwise for Log10 {
    const NAME: &'static str = "log10";
    const READS: GradientReads = GradientReads::inputs(&[0]);
    fn value<T: Real>(&self, x: T) -> T {
        x.log10()
    }
    fn slope<T: Real>(&self, x: T, _: T) -> T {
        (x * T::of(std::f64::consts::LN_10)).recip()
    }
    fn formula(&self, x: Expr) -> Expr {
        to_base(10.0, x)
    }
}

#[derive(Debug)]
struct Log1p;
impl Elementwise for Log1p {
    const NAME: &'static str = "log1p";
    const READS: GradientReads = GradientReads::inputs(&[0]);
    fn value<T: Real>(&self, x: T) -> T {
        x.ln_1p()
    }
    fn slope<T: Real>(&self, x: T, _: T) -> T {
        (x + T::one()).recip()
    }
    fn formula(&self, x: Expr) -> Expr {
        Expr::call(ScalarFunction::Ln, Expr::Exact(1.0).join(Operator::Add, x))
    }
}

#[derive(Debug)]
struct Expm1;
impl Elementwise for Expm1 {
    const NAME: &'static str = "expm1";
    const READS: GradientReads = GradientReads::VALUE;
    fn value<T: Real>(&self, x: T) -> T {
        x.exp_m1()
    }
    fn slope<T: Real>(&self, _: T, y: T) -> T {
        y + T::one()
    }
    fn formula(&self, x: Expr) -> Expr {
        Expr::call(ScalarFunction::Exp, x).join(Operator::Sub, Expr::Exact(1.0))
    }
}

/// Each takes a tensor of any shape and gives one of the same shape; whole numbers become float32 first.
#[expect(clippy::missing_errors_doc, reason = "none today; the signature is that of every operation")]
impl Tensor {
    /// The logarithm to the base 2.
    pub fn log2(&self) -> Result<Self> {
        apply(Log2, &[self])
    }

    /// The logarithm to the base 10.
    pub fn log10(&self) -> Result<Self> {
        apply(Log10, &[self])
    }

    /// e to the power of x, less 1, exact for a small x too.
    pub fn expm1(&self) -> Result<Self> {
        apply(Expm1, &[self])
    }

    /// The natural logarithm of 1 + x, exact for a small x too.
    pub fn log1p(&self) -> Result<Self> {
        apply(Log1p, &[self])
    }
}
