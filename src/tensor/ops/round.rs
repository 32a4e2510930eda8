//! Rounding each element to a whole number, in four directions. Whole numbers stay what they are.

use super::dtype_names::not_implemented;
use super::elementwise::Elementwise;
use super::{GradientReads, apply};
use crate::tensor::explain::{Expr, Operator, ScalarFunction};
use crate::tensor::{DType, Error, Real, Result, Tensor};

fn negative(x: Expr) -> Expr {
    Expr::Exact(-1.0).join(Operator::Mul, x)
}

#[derive(Debug)]
struct Floor;
impl Elementwise for Floor {
    const NAME: &'static str = "floor";
    const READS: GradientReads = GradientReads::NOTHING;
    const KEEPS_INTEGERS: bool = true;
    const IS_GATE: bool = true;
    fn refusal(dtype: DType) -> Option<Error> {
        (dtype == DType::Bool).then(|| not_implemented("floor_vml_cpu", dtype, "floor"))
    }
    fn value<T: Real>(&self, x: T) -> T {
        x.floor()
    }
    fn slope<T: Real>(&self, _: T, _: T) -> T {
        T::zero()
    }
    fn formula(&self, x: Expr) -> Expr {
        Expr::call(ScalarFunction::Floor, x)
    }
}

#[derive(Debug)]
struct Ceil;
impl Elementwise for Ceil {
    const NAME: &'static str = "ceil";
    const READS: GradientReads = GradientReads::NOTHING;
    const KEEPS_INTEGERS: bool = true;
    const IS_GATE: bool = true;
    fn refusal(dtype: DType) -> Option<Error> {
        (dtype == DType::Bool).then(|| not_implemented("ceil_vml_cpu", dtype, "ceil"))
    }
    fn value<T: Real>(&self, x: T) -> T {
        x.ceil()
    }
    fn slope<T: Real>(&self, _: T, _: T) -> T {
        T::zero()
    }
    fn formula(&self, x: Expr) -> Expr {
        negative(Expr::call(ScalarFunction::Floor, negative(x)))
    }
}

#[derive(Debug)]
struct Trunc;
impl Elementwise for Trunc {
    const NAME: &'static str = "trunc";
    const READS: GradientReads = GradientReads::NOTHING;
    const KEEPS_INTEGERS: bool = true;
    const IS_GATE: bool = true;
    fn refusal(dtype: DType) -> Option<Error> {
        (dtype == DType::Bool).then(|| not_implemented("trunc_vml_cpu", dtype, "trunc"))
    }
    fn value<T: Real>(&self, x: T) -> T {
        x.trunc()
    }
    fn slope<T: Real>(&self, _: T, _: T) -> T {
        T::zero()
    }
    fn formula(&self, x: Expr) -> Expr {
        Expr::call(ScalarFunction::Trunc, x)
    }
}

#[derive(Debug)]
struct Round;
impl Elementwise for Round {
    const NAME: &'static str = "round";
    const READS: GradientReads = GradientReads::NOTHING;
    const KEEPS_INTEGERS: bool = true;
    const IS_GATE: bool = true;
    fn refusal(dtype: DType) -> Option<Error> {
        (dtype == DType::Bool).then(|| not_implemented("round_vml_cpu", dtype, "round"))
    }
    /// Halves go to the even neighbour. Near a half, which way the sum rounds is decided by the part after the point.
    fn value<T: Real>(&self, x: T) -> T {
        let below = x.floor();
        let rest = x - below;
        let half = T::of(0.5);
        let is_even = (below * half).fract() == T::zero();
        let rounded = if rest < half || (rest == half && is_even) || rest.is_nan() { below } else { below + T::one() };
        // -0.4 is rounded to -0.
        rounded.copysign(x)
    }
    fn slope<T: Real>(&self, _: T, _: T) -> T {
        T::zero()
    }
    fn formula(&self, x: Expr) -> Expr {
        Expr::call(ScalarFunction::Round, x)
    }
}

/// Each takes a tensor of any shape and gives one of the same shape and dtype.
#[expect(clippy::missing_errors_doc, reason = "of Booleans only, which PyTorch does not round")]
impl Tensor {
    /// The largest whole number that is not larger.
    pub fn floor(&self) -> Result<Self> {
        apply(Floor, &[self])
    }

    /// The smallest whole number that is not smaller.
    pub fn ceil(&self) -> Result<Self> {
        apply(Ceil, &[self])
    }

    /// Without what is after the point.
    pub fn trunc(&self) -> Result<Self> {
        apply(Trunc, &[self])
    }

    /// The nearest whole number; halves go to the even neighbour, as in PyTorch.
    pub fn round(&self) -> Result<Self> {
        apply(Round, &[self])
    }
}

#[cfg(test)]
mod tests {
    use crate::tensor::Tensor;

    #[test]
    fn what_is_rounded_to_nothing_keeps_its_sign() {
        let x = Tensor::from_f32(&[4], vec![-0.5, -0.2, 0.5, -0.0]).unwrap();
        let signs: Vec<bool> = x.round().unwrap().to_vec().iter().map(|x| x.is_sign_negative()).collect();
        assert_eq!(signs, [true, true, false, true]);
    }

    #[test]
    fn truth_values_are_not_rounded() {
        let truths = Tensor::from_bool(&[1], vec![true]).unwrap();
        for (refused, kernel) in
            [(truths.floor(), "floor"), (truths.ceil(), "ceil"), (truths.trunc(), "trunc"), (truths.round(), "round")]
        {
            let says = refused.unwrap_err().to_string();
            assert!(says.starts_with(&format!("\"{kernel}_vml_cpu\" not implemented for 'Bool'")), "{says}");
        }
    }

    #[test]
    fn halves_go_to_the_even_neighbour() {
        let x = [-2.5_f64, -1.5, -0.5, -0.2, 0.5, 0.500_1, 1.5, 2.5, 8_388_609.0, f64::NEG_INFINITY];
        let round = Tensor::from_f64(&[x.len()], x.to_vec()).unwrap().round().unwrap().to_vec();
        assert_eq!(round, x.map(f64::round_ties_even));
        assert!(Tensor::number(f64::NAN).round().unwrap().at(&[]).is_nan());
    }
}
