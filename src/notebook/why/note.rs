//! What is said of a number beside its formula. It is data, as [`Remark`] is: `words` says it in the language that is spoken.

use super::gradient::GradientNote;
use crate::tensor::Leaf;
use crate::tensor::explain::Remark;

/// What is said of a number, or of a value as a whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WhyNote {
    /// What the operation that made it adds.
    Operation(Remark),
    /// Where it comes from, for it was not computed.
    Source(Leaf),
    /// It is no number, and the code of its cell made it.
    Code,
    /// It is all of a tensor, which has this shape.
    Whole(String),
    /// What is said of a gradient.
    Slope(GradientNote),
}
