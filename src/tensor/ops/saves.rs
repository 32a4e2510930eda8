//! The values that PyTorch keeps for the gradient of an operation.
//!
//! They differ from what our own gradient [reads](GradientReads): PyTorch's relu keeps its value, ours reads its input. A program sees the
//! difference. It may not write to what is kept before `backward()`, and a second `backward()` is refused where anything is kept.

use super::GradientReads;
use crate::tensor::Tensor;

/// What PyTorch keeps of an operation until its gradient is computed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GradientSaves {
    /// The inputs that a program could write to, by their number.
    pub inputs: Vec<usize>,
    /// Whether it keeps the value.
    pub value: bool,
    /// Whether it keeps something that no program can write to: a number, or places that it found itself. Sizes do not count.
    pub other: bool,
}

impl GradientSaves {
    /// Something that no program can write to, and nothing else.
    pub(super) fn other() -> Self {
        Self { other: true, ..Self::default() }
    }

    /// What is kept, with the inputs apart that are numbers of the program, to which nothing can write.
    pub(super) fn of(kept: GradientReads, inputs: &[Tensor]) -> Self {
        let (numbers, tensors): (Vec<usize>, Vec<usize>) =
            kept.inputs.iter().partition(|&&input| inputs[input].is_number());
        Self { inputs: tensors, value: kept.value, other: !numbers.is_empty() }
    }

    /// The factors that are kept of two: each for the gradient of the other.
    pub(super) fn factors(inputs: &[Tensor], wanted: &[bool]) -> Self {
        let kept = match wanted {
            [true, true] => GradientReads::inputs(&[0, 1]),
            [true, false] => GradientReads::inputs(&[1]),
            [false, true] => GradientReads::inputs(&[0]),
            _ => GradientReads::NOTHING,
        };
        Self::of(kept, inputs)
    }

    /// Whether nothing is kept, so that PyTorch computes the gradient as often as it is asked to.
    pub fn is_nothing(&self) -> bool {
        self.inputs.is_empty() && !self.value && !self.other
    }
}

#[cfg(test)]
mod tests;
