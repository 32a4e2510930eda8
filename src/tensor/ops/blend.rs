//! Three tensors in one step: `lerp`, `addcmul` and `addcdiv`, which optimizers are made of.

use super::{GradientReads, GradientSaves, Operation, apply, broadcast_shape, handed, joint_axes, operand_read};
use crate::tensor::budget::OperationCost;
use crate::tensor::explain::{Expr, Operator, Reason};
use crate::tensor::iter_axis::zip;
use crate::tensor::{Array, DType, Error, Real, Result, Tensor};

/// Which function of a tensor `x`, two tensors `a` and `b`, and a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Blend {
    /// `x + b (a - x)`: from x to a, by a weight b.
    Lerp,
    /// `x + value a b`
    AddProduct,
    /// `x + value a / b`
    AddQuotient,
}

impl Blend {
    fn of_reals<T: Real>(self, [x, a, b]: [&Tensor; 3], value: f64, shape: &[usize]) -> Option<Array> {
        let (x, a, b) = (x.array().read::<T>(), a.array().read::<T>(), b.array().read::<T>());
        let (x, a, b) = (x.view(), a.view(), b.view());
        let value = T::of(value);
        if self != Self::Lerp {
            // As PyTorch: the number times the first, and that with the second.
            let joint = match self {
                Self::AddProduct => zip(&a, &b, shape, |a, b| value * a * b)?,
                _ => zip(&a, &b, shape, |a, b| value * a / b)?,
            };
            return zip(&x, &joint.view(), shape, |x, joint| x + joint).map(T::array);
        }
        let way = zip(&x, &a, shape, |x, a| a - x)?;
        // From the half on PyTorch counts from the other end, so that a weight of 1 gives `a` itself.
        let part = zip(&way.view(), &b, shape, |way, weight| (way, weight))?;
        let ends = zip(&x, &a, shape, |x, a| (x, a))?;
        let half = T::of(0.5);
        let between = zip(&ends.view(), &part.view(), shape, |(x, a), (way, weight)| {
            if weight.abs() < half { x + weight * way } else { a - way * (T::one() - weight) }
        });
        between.map(T::array)
    }
}

/// The number that the product or the quotient is multiplied by.
fn value_of(inputs: &[&Tensor]) -> f64 {
    inputs.get(3).map_or(1.0, |value| value.at(&[]))
}

impl Operation for Blend {
    fn name(&self) -> &'static str {
        match self {
            Self::Lerp => "lerp",
            Self::AddProduct => "addcmul",
            Self::AddQuotient => "addcdiv",
        }
    }

    fn check(&self, inputs: &[&Tensor]) -> Result<()> {
        let dtype = inputs[0].dtype();
        if !dtype.is_float() {
            return Err(Error::DType {
                operation: self.name().to_owned(),
                wants: "real numbers",
                got: dtype.to_string(),
            });
        }
        match inputs[1..].iter().find(|input| !input.is_number() && input.dtype() != dtype) {
            Some(other) => Err(Error::DType {
                operation: self.name().to_owned(),
                wants: "tensors of one dtype",
                got: format!("{dtype} and {}; convert one with .to({dtype})", other.dtype()),
            }),
            None => Ok(()),
        }
    }

    fn cost(&self, inputs: &[&Tensor]) -> OperationCost {
        OperationCost::broadcast(inputs)
    }

    fn dtype_of(&self, inputs: &[&Tensor]) -> DType {
        inputs[0].dtype()
    }

    fn forward(&self, inputs: &[&Tensor]) -> Result<Tensor> {
        let [x, a, b] = [inputs[0], inputs[1], inputs[2]];
        let shape = broadcast_shape(self.name(), a, b)?;
        let outline = Tensor::new(Array::full(&shape, 0.0, DType::Bool));
        let shape = broadcast_shape(self.name(), x, &outline)?;
        let array = match x.dtype() {
            DType::F64 => self.of_reals::<f64>([x, a, b], value_of(inputs), &shape),
            _ => self.of_reals::<f32>([x, a, b], value_of(inputs), &shape),
        };
        let array = array.ok_or(Error::Stopped)?;
        Ok(Tensor::new(array).with_axes(joint_axes(&shape, &[x, a, b])))
    }

    fn reads(&self) -> GradientReads {
        match self {
            Self::Lerp => GradientReads::inputs(&[0, 1, 2]),
            Self::AddProduct | Self::AddQuotient => GradientReads::inputs(&[1, 2, 3]),
        }
    }

    fn saves(&self, inputs: &[Tensor], wanted: &[bool]) -> GradientSaves {
        let kept = match self {
            // A weight that is a number is none of PyTorch's saved tensors.
            Self::Lerp if inputs[2].is_number() => [false, false, false],
            Self::Lerp => [wanted[2], wanted[2], true],
            Self::AddProduct => [false, wanted[2], wanted[1]],
            Self::AddQuotient => [false, wanted[2], true],
        };
        let inputs = (0..3).filter(|&place| kept[place]).collect();
        GradientSaves { inputs, ..GradientSaves::default() }
    }

    fn backward(&self, inputs: &[Tensor], _: &Tensor, gradient: &Tensor) -> Result<Vec<Option<Tensor>>> {
        let [x, a, b] = [&inputs[0], &inputs[1], &inputs[2]];
        let value = inputs.get(3).cloned().unwrap_or_else(|| Tensor::number(1.0));
        Ok(match self {
            Self::Lerp => vec![
                handed(x, || gradient.mul(&Tensor::number(1.0).sub(b)?))?,
                handed(a, || gradient.mul(b))?,
                handed(b, || gradient.mul(&a.sub(x)?))?,
            ],
            Self::AddProduct => vec![
                handed(x, || Ok(gradient.clone()))?,
                handed(a, || gradient.mul(&b.mul(&value)?))?,
                handed(b, || gradient.mul(&a.mul(&value)?))?,
                handed(&value, || gradient.mul(&a.mul(b)?))?,
            ],
            Self::AddQuotient => vec![
                handed(x, || Ok(gradient.clone()))?,
                handed(a, || gradient.mul(&value.div(b)?))?,
                handed(b, || gradient.mul(&a.mul(&value)?.div(&b.mul(b)?)?)?.neg())?,
                handed(&value, || gradient.mul(&a.div(b)?))?,
            ],
        })
    }

    fn explain(&self, inputs: &[Tensor], _: &Tensor, index: &[usize]) -> Reason {
        let [x, a, b] = [0, 1, 2].map(|input| operand_read(self, inputs, input, index));
        // Nobody writes a factor of 1.
        #[expect(clippy::float_cmp, reason = "the default is exact")]
        let is_written = inputs.get(3).is_some_and(|value| value.origin().is_some() || value.at(&[]) != 1.0);
        let scaled = |part: Expr| {
            if is_written { operand_read(self, inputs, 3, index).join(Operator::Mul, part) } else { part }
        };
        let added = match self {
            Self::Lerp => b.join(Operator::Mul, a.join(Operator::Sub, x.clone())),
            Self::AddProduct => scaled(a).join(Operator::Mul, b),
            Self::AddQuotient => scaled(a).join(Operator::Div, b),
        };
        x.join(Operator::Add, added).into()
    }
}

impl Tensor {
    /// `self + weight (end - self)`: a part of the way to another tensor. Every running mean is one: PyTorch's `lerp`.
    ///
    /// ```
    /// use glassformer::tensor::Tensor;
    ///
    /// let mean = Tensor::from_f64(&[2], vec![0.0, 1.0])?;
    /// let new = Tensor::from_f64(&[2], vec![4.0, 1.0])?;
    /// assert_eq!(mean.lerp(&new, &Tensor::number(0.25))?.to_vec(), [1.0, 1.0]);
    /// # Ok::<(), glassformer::tensor::Error>(())
    /// ```
    ///
    /// # Errors
    /// When the shapes do not broadcast, or the dtypes are not one real dtype.
    pub fn lerp(&self, end: &Self, weight: &Self) -> Result<Self> {
        apply(Blend::Lerp, &[self, end, weight])
    }

    /// `self + value a b`: PyTorch's `addcmul`.
    ///
    /// # Errors
    /// As [`Tensor::lerp`].
    pub fn addcmul(&self, a: &Self, b: &Self, value: &Self) -> Result<Self> {
        apply(Blend::AddProduct, &[self, a, b, value])
    }

    /// `self + value a / b`: PyTorch's `addcdiv`.
    ///
    /// # Errors
    /// As [`Tensor::lerp`].
    pub fn addcdiv(&self, a: &Self, b: &Self, value: &Self) -> Result<Self> {
        apply(Blend::AddQuotient, &[self, a, b, value])
    }
}
