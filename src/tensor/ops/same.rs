//! The same numbers as another tensor, in another relation to it.

use super::{Elements, GradientReads, Operation, apply};
use crate::tensor::budget::OperationCost;
use crate::tensor::explain::{Reason, Remark, element};
use crate::tensor::{Result, Tensor, strides};

/// How a tensor relates to the one whose numbers it has. A tensor never changes here, so neither of them copies a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Same {
    /// `x.clone()`: what is written to the one is not written to the other.
    Clone,
    /// `x.detach()`: it shares its memory, and no gradient passes.
    Detach,
}

impl Operation for Same {
    fn name(&self) -> &'static str {
        match self {
            Self::Clone => "clone",
            Self::Detach => "detach",
        }
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
        match self {
            Self::Clone => strides::elementwise(shape, inputs),
            Self::Detach => Some(inputs[0].stride()),
        }
    }

    fn is_view(&self, _: &[Tensor]) -> bool {
        *self == Self::Detach
    }

    fn is_detached(&self) -> bool {
        *self == Self::Detach
    }

    fn is_conjugated(&self, inputs: &[&Tensor]) -> bool {
        inputs[0].is_conjugated()
    }

    fn reads(&self) -> GradientReads {
        GradientReads::NOTHING
    }

    fn backward(&self, _: &[Tensor], _: &Tensor, gradient: &Tensor) -> Result<Vec<Option<Tensor>>> {
        Ok(vec![(*self == Self::Clone).then(|| gradient.clone())])
    }

    fn explain(&self, inputs: &[Tensor], _: &Tensor, index: &[usize]) -> Reason {
        Reason::from(element(inputs, 0, index)).remarking(match self {
            Self::Clone => Remark::Copied,
            Self::Detach => Remark::Moved,
        })
    }
}

impl Tensor {
    /// A copy as `x.clone()` makes it: without gaps and repetitions, its axes in the order in which they lay.
    ///
    /// # Errors
    /// Never today; the signature is that of every operation.
    pub fn copied(&self) -> Result<Self> {
        apply(Same::Clone, &[self])
    }

    /// The same numbers, whose gradient does not go back to where they come from: `x.detach()`.
    ///
    /// # Errors
    /// Never today; the signature is that of every operation.
    pub fn without_gradient(&self) -> Result<Self> {
        apply(Same::Detach, &[self])
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
