//! The same numbers, through which no gradient passes.

use super::{Elements, GradientReads, Operation, apply};
use crate::tensor::budget::OperationCost;
use crate::tensor::explain::{Reason, Remark, element};
use crate::tensor::{Result, Tensor};

/// `x.detach()`.
#[derive(Debug)]
struct Detach;

impl Operation for Detach {
    fn name(&self) -> &'static str {
        "detach"
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

    fn strides(&self, inputs: &[&Tensor], _: &[usize]) -> Option<Vec<usize>> {
        Some(inputs[0].stride())
    }

    fn is_view(&self, _: &[Tensor]) -> bool {
        true
    }

    fn is_detached(&self) -> bool {
        true
    }

    fn is_conjugated(&self, inputs: &[&Tensor]) -> bool {
        inputs[0].is_conjugated()
    }

    fn reads(&self) -> GradientReads {
        GradientReads::NOTHING
    }

    fn backward(&self, _: &[Tensor], _: &Tensor, _: &Tensor) -> Result<Vec<Option<Tensor>>> {
        Ok(vec![None])
    }

    fn explain(&self, inputs: &[Tensor], _: &Tensor, index: &[usize]) -> Reason {
        Reason::from(element(inputs, 0, index)).remarking(Remark::Moved)
    }
}

impl Tensor {
    /// The same numbers, whose gradient does not go back to where they come from: `x.detach()`.
    ///
    /// # Errors
    /// Never today; the signature is that of every operation.
    pub fn without_gradient(&self) -> Result<Self> {
        apply(Detach, &[self])
    }
}

#[cfg(test)]
mod tests {
    use crate::tensor::{Leaf, Tensor, tape};

    #[test]
    fn no_gradient_passes_a_detached_factor() {
        let ((x, y), tape) = tape::record(|| {
            let x = tape::leaf(Tensor::from_f64(&[2], vec![2.0, 3.0]).unwrap(), Leaf::Literal);
            let y = x.mul(&x.without_gradient().unwrap()).unwrap();
            (x, y.sum(&[], false).unwrap())
        });
        assert_eq!(y.to_vec(), [13.0]);
        assert_eq!(tape.gradients(&y).unwrap().of(&x).unwrap().to_vec(), [2.0, 3.0]);
    }
}
