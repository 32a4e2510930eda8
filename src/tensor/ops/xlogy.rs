//! `x log(y)`, where nothing times any logarithm is nothing: what a probability of 0 costs.

use super::arithmetic::promoted;
use super::{GradientReads, Operation, apply, broadcast_shape, handed, joint_axes, operand_read};
use crate::tensor::budget::OperationCost;
use crate::tensor::explain::{Expr, Operator, Reason, ScalarFunction};
use crate::tensor::iter_axis::zip;
use crate::tensor::{Array, DType, Error, Real, Result, Tensor, strides};

#[derive(Debug)]
struct Xlogy;

impl Xlogy {
    fn of_reals<T: Real>(x: &Tensor, y: &Tensor, shape: &[usize]) -> Option<Array> {
        let (x, y) = (x.array().read::<T>(), y.array().read::<T>());
        let product = |x: T, y: T| if x == T::zero() && !y.is_nan() { T::zero() } else { x * y.ln() };
        zip(&x.view(), &y.view(), shape, product).map(T::array)
    }

    /// Whole numbers become real ones first.
    fn dtype(x: &Tensor, y: &Tensor) -> DType {
        match promoted(x, y) {
            dtype if dtype.is_float() => dtype,
            _ if x.is_number() && y.is_number() => DType::F64,
            _ => DType::F32,
        }
    }
}

impl Operation for Xlogy {
    fn name(&self) -> &'static str {
        "xlogy"
    }

    fn cost(&self, inputs: &[&Tensor]) -> OperationCost {
        OperationCost::broadcast(inputs).of_functions()
    }

    fn forward(&self, inputs: &[&Tensor]) -> Result<Tensor> {
        let (x, y) = (inputs[0], inputs[1]);
        let shape = broadcast_shape(self.name(), x, y)?;
        let array = match Self::dtype(x, y) {
            DType::F64 => Self::of_reals::<f64>(x, y, &shape),
            _ => Self::of_reals::<f32>(x, y, &shape),
        };
        let array = array.ok_or(Error::Stopped)?;
        Ok(Tensor::new(array).with_axes(joint_axes(&shape, &[x, y])))
    }

    fn strides(&self, inputs: &[&Tensor], shape: &[usize]) -> Option<Vec<usize>> {
        strides::elementwise(shape, inputs)
    }

    fn reads(&self) -> GradientReads {
        GradientReads::inputs(&[0, 1])
    }

    /// `log(y)` for x, but none passes where x is 0 and no logarithm is there; `x / y` for y, also where the value is 0.
    fn backward(&self, inputs: &[Tensor], _: &Tensor, gradient: &Tensor) -> Result<Vec<Option<Tensor>>> {
        let (x, y) = (&inputs[0], &inputs[1]);
        let zero = Tensor::number(0.0);
        let to_x = || {
            let is_flat = x.eq(&zero)?.and(&y.le(&zero)?)?;
            gradient.xlogy(y)?.masked_fill(&is_flat, &zero)
        };
        let to_y = || gradient.mul(x)?.div(y);
        Ok(vec![handed(x, to_x)?, handed(y, to_y)?])
    }

    fn explain(&self, inputs: &[Tensor], _: &Tensor, index: &[usize]) -> Reason {
        let [x, y] = [0, 1].map(|input| operand_read(self, inputs, input, index));
        let is_nothing = x.value() == 0.0 && !y.value().is_nan();
        let product = x.clone().join(Operator::Mul, Expr::call(ScalarFunction::Ln, y));
        if is_nothing {
            Expr::Call(ScalarFunction::Where, vec![x, product, Expr::Exact(0.0)]).into()
        } else {
            product.into()
        }
    }
}

impl Tensor {
    /// `x log(y)`, and 0 where `x` is 0 and `y` is a number: what a probability of 0 costs.
    ///
    /// ```
    /// use glassformer::tensor::Tensor;
    ///
    /// let p = Tensor::from_f64(&[2], vec![0.0, 0.5])?;
    /// assert_eq!(p.xlogy(&p)?.to_vec(), [0.0, -0.34657359027997264]);
    /// # Ok::<(), glassformer::tensor::Error>(())
    /// ```
    ///
    /// # Errors
    /// When the shapes do not broadcast.
    pub fn xlogy(&self, y: &Self) -> Result<Self> {
        apply(Xlogy, &[self, y])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tensor::Leaf;
    use crate::tensor::tape::{leaf, record};

    fn reals(values: &[f32]) -> Tensor {
        Tensor::from_f32(&[values.len()], values.to_vec()).unwrap()
    }

    fn near(x: &Tensor, want: &[f64]) {
        let got = x.to_vec();
        let same = |(a, b): (&f64, &f64)| a.total_cmp(b).is_eq() || (a - b).abs() < 1e-6 || a.is_nan() && b.is_nan();
        assert!(got.len() == want.len() && got.iter().zip(want).all(same), "{got:?} is not {want:?}");
    }

    #[test]
    fn nothing_times_a_logarithm_is_nothing() {
        let nan = f32::NAN;
        let (x, y) = (reals(&[0.0, 1.0, -1.0, 0.0, nan]), reals(&[0.0, 0.0, 2.0, nan, 0.0]));
        near(&x.xlogy(&y).unwrap(), &[0.0, f64::NEG_INFINITY, -std::f64::consts::LN_2, f64::NAN, f64::NAN]);
        let whole = Tensor::from_i64(&[2], vec![0, 2]).unwrap();
        let product = whole.xlogy(&whole).unwrap();
        assert_eq!(product.dtype(), DType::F32);
        near(&product, &[0.0, 2.0 * std::f64::consts::LN_2]);
    }

    /// The numbers are PyTorch's.
    #[test]
    fn the_gradient_at_nothing_is_that_of_pytorch() {
        let ((x, y, product), tape) = record(|| {
            let given = |values: &[f32]| leaf(reals(values), Leaf::Literal);
            let x = given(&[0.0, 0.0, 0.0, -1.0, 2.0, 0.5, f32::NAN]);
            let y = given(&[0.0, -1.0, 2.0, -1.0, 0.0, f32::INFINITY, 2.0]);
            let product = x.xlogy(&y).unwrap();
            (x, y, product)
        });
        let gradients = tape.gradients(&product).unwrap();
        let (nan, infinity, ln_2) = (f64::NAN, f64::INFINITY, std::f64::consts::LN_2);
        near(gradients.of(&x).unwrap(), &[0.0, 0.0, ln_2, nan, -infinity, infinity, ln_2]);
        near(gradients.of(&y).unwrap(), &[nan, 0.0, 0.0, 1.0, infinity, 0.0, nan]);
    }
}
