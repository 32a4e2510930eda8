//! The same numbers in a memory of their own.

use super::{Elements, GradientReads, Operation, apply};
use crate::tensor::budget::OperationCost;
use crate::tensor::explain::{Reason, Remark, element};
use crate::tensor::{Result, Tensor, strides};

/// `x.clone()`. A tensor never changes here, so nothing is copied; but what is written to the one is not written to the other, and that is
/// told by their steps.
#[derive(Debug)]
struct Copy;

impl Operation for Copy {
    fn name(&self) -> &'static str {
        "clone"
    }

    fn elements(&self) -> Elements {
        Elements::Moved
    }

    fn cost(&self, _: &[&Tensor]) -> OperationCost {
        OperationCost::VIEW
    }

    fn forward(&self, inputs: &[&Tensor]) -> Result<Tensor> {
        Ok(inputs[0].clone())
    }

    fn strides(&self, inputs: &[&Tensor], shape: &[usize]) -> Option<Vec<usize>> {
        strides::elementwise(shape, inputs)
    }

    fn is_conjugated(&self, inputs: &[&Tensor]) -> bool {
        inputs[0].is_conjugated()
    }

    fn reads(&self) -> GradientReads {
        GradientReads::NOTHING
    }

    fn backward(&self, _: &[Tensor], _: &Tensor, gradient: &Tensor) -> Result<Vec<Option<Tensor>>> {
        Ok(vec![Some(gradient.clone())])
    }

    fn explain(&self, inputs: &[Tensor], _: &Tensor, index: &[usize]) -> Reason {
        Reason::from(element(inputs, 0, index)).remarking(Remark::Copied)
    }
}

impl Tensor {
    /// A copy as `x.clone()` makes it: without gaps and repetitions, its axes in the order in which they lay.
    ///
    /// # Errors
    /// Never today; the signature is that of every operation.
    pub fn copied(&self) -> Result<Self> {
        apply(Copy, &[self])
    }
}
