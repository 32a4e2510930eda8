//! What can be wrong with a file of weights.

use std::fmt;

use crate::tensor;

/// Why a file was refused, in one line that names the tensor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// No safetensors file at all.
    File(String),
    /// The file ends before the numbers of this tensor do.
    Cut {
        /// The first tensor that is not there in full.
        name: String,
        /// Where its numbers should end, in bytes behind the header.
        needs: usize,
        /// How many bytes there are.
        has: usize,
    },
    /// What the header says of this tensor is impossible.
    Header {
        /// The tensor.
        name: String,
        /// Why.
        reason: String,
    },
    /// These tensors are not in the file.
    Missing(Vec<String>),
    /// These tensors are in the file and not in the model.
    Extra(Vec<String>),
    /// A tensor of another shape.
    Shape {
        /// The tensor.
        name: String,
        /// The shape that the configuration asks for.
        wants: Vec<usize>,
        /// The shape in the file.
        got: Vec<usize>,
    },
    /// A tensor of another kind of numbers.
    DType {
        /// The tensor.
        name: String,
        /// What it holds.
        dtype: String,
        /// What can be read in its place.
        takes: &'static str,
    },
    /// A stored table of positions that is not the one computed.
    Buffer(String),
    /// No configuration, or one that makes no sense.
    Config(String),
}

impl Error {
    /// Whether the file may well be sound, and hold another model than was looked for.
    pub fn is_of_another_model(&self) -> bool {
        matches!(self, Self::Missing(_) | Self::Extra(_) | Self::Shape { .. } | Self::Buffer(_) | Self::Config(_))
    }
}

/// Of a model's own arithmetic only its configuration can be the reason.
impl From<tensor::Error> for Error {
    fn from(error: tensor::Error) -> Self {
        Self::Config(error.to_string())
    }
}

/// `a`, `b`, `c`.
pub(super) fn listed<N: fmt::Display>(names: impl IntoIterator<Item = N>) -> String {
    names.into_iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}

/// The first names of a list, and how many more there are.
fn first(names: &[String]) -> String {
    let more = if names.len() > 3 { format!(" and {} more", names.len() - 3) } else { String::new() };
    listed(names.iter().take(3)) + &more
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(reason) => write!(f, "this is not a safetensors file: {reason}"),
            Self::Cut { name, needs, has } => {
                write!(
                    f,
                    "the file is truncated: `{name}` ends at byte {needs} of the data, but there are only {has} bytes"
                )
            }
            Self::Header { name, reason } => write!(f, "the file's header is broken at `{name}`: {reason}"),
            Self::Missing(names) => write!(f, "the file does not contain {}", first(names)),
            Self::Extra(names) => write!(f, "the file contains {}, which the model does not have", first(names)),
            Self::Shape { name, wants, got } => {
                write!(f, "`{name}` has the shape {got:?} in the file, but the configuration requires {wants:?}")
            }
            Self::DType { name, dtype, takes } => write!(f, "`{name}` is {dtype}; {takes}"),
            Self::Buffer(name) => {
                write!(
                    f,
                    "the positions in `{name}` differ from those that the configuration computes: is it the right edition?"
                )
            }
            Self::Config(reason) => f.write_str(reason),
        }
    }
}

impl std::error::Error for Error {}
