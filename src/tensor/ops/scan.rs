//! Running sums: each element becomes the sum of those up to it.

use ndarray::ArrayViewD;

use super::{GradientReads, Operation, apply, axis_place, of_number};
use crate::tensor::array::Element;
use crate::tensor::budget::OperationCost;
use crate::tensor::explain::{Expr, Reason, Remark, element};
use crate::tensor::{Array, DType, Real, Result, Tensor, iter_axis};

/// `cumsum(x, dim)`.
#[derive(Debug)]
struct CumSum {
    axis: usize,
}

/// Each element replaced by the sum up to it, which runs in `S`: doubles for floats, as PyTorch's does.
fn running<T: Element + Copy, S: Copy>(
    values: &ArrayViewD<'_, T>,
    axis: usize,
    zero: S,
    add: impl Fn(S, T) -> S,
    rounded: impl Fn(S) -> T,
) -> Result<Array> {
    let sums = iter_axis::changed(values, axis, |lane| {
        let mut sum = zero;
        for x in lane {
            sum = add(sum, *x);
            *x = rounded(sum);
        }
    });
    sums.map(T::array)
}

fn running_reals<T: Real>(x: &Tensor, axis: usize) -> Result<Array> {
    running(&x.array().read::<T>().view(), axis, 0.0, |sum, x| sum + x.f64(), T::of)
}

impl Operation for CumSum {
    fn name(&self) -> &'static str {
        "cumsum"
    }

    fn cost(&self, inputs: &[&Tensor]) -> OperationCost {
        OperationCost::like(inputs[0])
    }

    /// Whole numbers and truth values become int64, as in PyTorch.
    fn forward(&self, inputs: &[&Tensor]) -> Result<Tensor> {
        let x = inputs[0];
        let array = match x.dtype() {
            DType::F32 => running_reals::<f32>(x, self.axis)?,
            DType::F64 => running_reals::<f64>(x, self.axis)?,
            _ => running(&x.array().integers().view(), self.axis, 0, i64::wrapping_add, |sum| sum)?,
        };
        Ok(Tensor::new(array).with_axes(x.axes().to_vec()))
    }

    fn reads(&self) -> GradientReads {
        GradientReads::NOTHING
    }

    /// An element counts in every sum from its own place on: the total less what came before.
    fn backward(&self, _: &[Tensor], _: &Tensor, gradient: &Tensor) -> Result<Vec<Option<Tensor>>> {
        let axis = self.axis as isize;
        let before = gradient.cumsum(axis)?.sub(gradient)?;
        Ok(vec![Some(gradient.sum(&[axis], true)?.sub(&before)?)])
    }

    fn explain(&self, inputs: &[Tensor], _: &Tensor, index: &[usize]) -> Reason {
        let mut place = index.to_vec();
        let terms = (0..=index[self.axis]).map(|at| {
            place[self.axis] = at;
            element(inputs, 0, &place)
        });
        Reason::from(Expr::Sum(terms.collect())).remarking(Remark::Running)
    }
}

impl Tensor {
    /// Running sums along an axis: `[1, 2, 3]` becomes `[1, 3, 6]`.
    ///
    /// # Errors
    /// When there is no such axis.
    pub fn cumsum(&self, axis: isize) -> Result<Self> {
        of_number("cumsum", self, axis, |x| x.cumsum(0))
            .unwrap_or_else(|| apply(CumSum { axis: axis_place("cumsum", self, axis)? }, &[self]))
    }
}
