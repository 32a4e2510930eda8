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
        /// The last sizes that clash, which PyTorch names, and their dimension in the result, counted from the front.
        last: Box<(usize, usize, usize)>,
    },
    /// A matrix product whose inner sizes differ.
    Inner {
        /// The left shape.
        left: String,
        /// The right shape.
        right: String,
        /// The inner sizes.
        sizes: (usize, usize),
        /// What PyTorch says of it, where that is known.
        words: Option<Box<str>>,
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
    /// An error for which PyTorch raises a known exception.
    Raised(Box<Raised>),
}

/// An error, and the exception that PyTorch raises there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Raised {
    /// The error.
    error: Error,
    /// The class of the exception.
    class: &'static str,
    /// Its words.
    words: String,
}

impl Error {
    /// The same error as an exception of PyTorch's, in its words.
    #[must_use]
    pub fn raising_as(self, class: &'static str, words: impl Into<String>) -> Self {
        Self::Raised(Box::new(Raised { error: self, class, words: words.into() }))
    }

    /// The same where the words are those of the error.
    #[must_use]
    pub fn raising(self, class: &'static str) -> Self {
        let words = self.to_string();
        self.raising_as(class, words)
    }

    /// The exception that PyTorch raises there: its class and its words. `None` where it raises none, or nobody has looked which.
    pub fn exception(&self) -> Option<(&'static str, String)> {
        Some(match self {
            // Of more than two tensors PyTorch takes the first two first.
            Self::Broadcast { operation, .. }
                if matches!(
                    &**operation,
                    "where" | "expand" | "copy_" | "masked_add" | "polar" | "lerp" | "addcmul" | "addcdiv"
                ) =>
            {
                return None;
            }
            Self::Broadcast { operation, last, .. } => {
                let (a, b, dim) = **last;
                // PyTorch has the mask on the left.
                let (a, b) = if operation.starts_with("masked_") { (b, a) } else { (a, b) };
                let words = format!(
                    "The size of tensor a ({a}) must match the size of tensor b ({b}) at non-singleton dimension {dim}"
                );
                ("RuntimeError", words)
            }
            Self::Inner { words, .. } => ("RuntimeError", words.as_deref()?.to_owned()),
            Self::Axis { axis, count, .. } if *count > 0 => {
                let words = format!(
                    "Dimension out of range (expected to be in range of [-{count}, {}], but got {axis})",
                    count - 1
                );
                ("IndexError", words)
            }
            Self::Reshape { to, count, .. } => {
                ("RuntimeError", format!("shape '{to}' is invalid for input of size {count}"))
            }
            Self::Raised(raised) => (raised.class, raised.words.clone()),
            // An index has other words in each operation.
            Self::Axis { .. }
            | Self::Index { .. }
            | Self::DType { .. }
            | Self::Stopped
            | Self::Exhausted(_)
            | Self::Value(_) => return None,
        })
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Broadcast { operation, left, right, sizes: (a, b, from_end), .. } => write!(
                f,
                "{operation}: cannot broadcast {left} and {right}: the sizes {a} and {b} of dimension -{from_end} differ, and neither is 1"
            ),
            Self::Inner { left, right, sizes: (a, b), .. } => write!(
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
            Self::Raised(raised) => raised.error.fmt(f),
        }
    }
}

impl std::error::Error for Error {}
