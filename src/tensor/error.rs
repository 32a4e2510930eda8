//! What can go wrong with shapes and dtypes, said with both shapes and the rule.

use std::fmt;

use super::budget::Exhausted;

/// A result of a tensor operation.
pub type Result<T> = std::result::Result<T, Error>;

/// Why an operation was refused. Shapes are texts such as `[query 4, d_k 8]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// Two shapes that do not broadcast.
    Broadcast {
        /// The operation's name.
        operation: String,
        /// The left shape.
        left: String,
        /// The right shape.
        right: String,
        /// Sizes that clash, and their dimension counted from the end (1 is the last).
        sizes: (usize, usize, usize),
    },
    /// A matrix product whose inner sizes differ.
    Inner {
        /// The left shape.
        left: String,
        /// The right shape.
        right: String,
        /// The inner sizes.
        sizes: (usize, usize),
    },
    /// An axis that does not exist.
    Axis {
        /// The operation's name.
        operation: String,
        /// The axis asked for.
        axis: isize,
        /// How many there are to choose from.
        count: usize,
        /// The shape.
        shape: String,
    },
    /// An index outside its axis.
    Index {
        /// The index asked for.
        index: i64,
        /// The size of that axis.
        size: usize,
        /// The axis.
        axis: usize,
    },
    /// A reshape that would change the number of elements.
    Reshape {
        /// The shape there is.
        from: String,
        /// The shape asked for.
        to: String,
        /// How many elements there are.
        count: usize,
    },
    /// A dtype that the operation does not take.
    DType {
        /// The operation's name.
        operation: String,
        /// What it takes.
        wants: &'static str,
        /// What it was given.
        got: String,
    },
    /// Somebody asked to stop ([`stop`](super::stop)).
    Stopped,
    /// It costs more than may be spent ([`budget`](super::budget)).
    Exhausted(Exhausted),
    /// Anything else, said in one line.
    Value(String),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Broadcast { operation, left, right, sizes: (a, b, from_end) } => write!(
                f,
                "{operation}: cannot broadcast {left} and {right}: the sizes {a} and {b} of dimension -{from_end} differ, and neither is 1"
            ),
            Self::Inner { left, right, sizes: (a, b) } => write!(
                f,
                "cannot multiply {left} by {right}: the inner sizes {a} and {b} differ; the last axis of the left side must match the second-to-last axis of the right side"
            ),
            Self::Axis { operation, axis, count, shape } => write!(
                f,
                "Dimension out of range (expected to be in range of [-{count}, {}], but got {axis}): {operation} cannot use axis {axis} of a tensor of shape {shape}",
                count.saturating_sub(1)
            ),
            Self::Index { index, size, axis } => {
                write!(
                    f,
                    "index {index} is out of range for axis {axis}, which has size {size}: use 0 to {}",
                    size.saturating_sub(1)
                )
            }
            Self::Reshape { from, to, count } => write!(
                f,
                "shape '{to}' is invalid for input of size {count}: cannot reshape {from} to {to}, because the number of elements must stay the same"
            ),
            Self::DType { operation, wants, got } => write!(f, "{operation} needs {wants}, not {got}"),
            Self::Stopped => f.write_str("stopped"),
            Self::Exhausted(exhausted) => exhausted.fmt(f),
            Self::Value(text) => f.write_str(text),
        }
    }
}

impl std::error::Error for Error {}
