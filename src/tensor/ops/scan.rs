//! Running sums: each element becomes the sum of those up to it.

use std::ops::Add;

use ndarray::ArrayViewD;

use super::{Operation, apply, axis_place};
use crate::tensor::array::Element;
use crate::tensor::explain::{Expr, Reason, Remark, element};
use crate::tensor::{Array, DType, Result, Tensor, iter_axis};

/// `cumsum(x, dim)`.
#[derive(Debug)]
struct CumSum {
    axis: usize,
}

fn running<T: Element + Copy + Add<Output = T>>(values: &ArrayViewD<'_, T>, axis: usize) -> Result<Array> {
    let sums = iter_axis::changed(values, axis, |lane| {
        for place in 1..lane.len() {
            lane[place] = lane[place - 1] + lane[place];
        }
    });
    sums.map(T::array)
}

impl Operation for CumSum {
    fn name(&self) -> &'static str {
        "cumsum"
    }

    /// Whole numbers and truth values become int64, as in PyTorch.
    fn forward(&self, inputs: &[&Tensor]) -> Result<Tensor> {
        let x = inputs[0];
        let array = match x.dtype() {
            DType::F32 => running(&x.array().read::<f32>().view(), self.axis)?,
            DType::F64 => running(&x.array().read::<f64>().view(), self.axis)?,
            _ => running(&x.array().integers().view(), self.axis)?,
        };
        Ok(Tensor::new(array).with_axes(x.axes().to_vec()))
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
        apply(CumSum { axis: axis_place("cumsum", self, axis)? }, &[self])
    }
}
