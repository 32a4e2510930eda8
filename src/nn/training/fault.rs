//! What can go wrong while a model learns.

use std::fmt;

use crate::tensor::{DType, Leaf, Record, Tensor};

/// Why a step was not done. The trainer is as it was before.
#[derive(Clone, Debug, PartialEq)]
pub enum Fault {
    /// The loss or a gradient is infinite or not a number.
    NotANumber {
        /// The step, from 1.
        step: u64,
        /// The loss.
        loss: f64,
        /// The length of all gradients.
        norm: f64,
        /// The first value of the forward pass that went wrong, in words.
        born: Option<String>,
    },
    /// The batch does not fit the model.
    Tensor(crate::tensor::Error),
}

impl From<crate::tensor::Error> for Fault {
    fn from(error: crate::tensor::Error) -> Self {
        Self::Tensor(error)
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotANumber { step, loss, norm, born } => {
                write!(f, "step {step}: the loss is {loss} and the length of the gradients is {norm}")?;
                match born {
                    Some(born) => write!(f, "; it began with {born}"),
                    None => f.write_str("; it began on the way back"),
                }
            }
            Self::Tensor(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Fault {}

/// The first value of a pass that has a NaN or a positive infinity. (A negative infinity is what a mask fills in.)
pub(super) fn birth(record: &Record) -> Option<String> {
    let wrong = |x: &f64| x.is_nan() || *x == f64::INFINITY;
    let spoilt = |value: &Tensor| matches!(value.dtype(), DType::F32 | DType::F64) && value.to_vec().iter().any(wrong);
    let (place, node) = record.nodes().iter().enumerate().find(|(_, node)| spoilt(&node.value))?;
    let what = node.value.to_vec().into_iter().find(wrong)?;
    let name = match (&node.name, node.operation.leaf()) {
        (Some(name), _) => format!("`{name}`"),
        (None, Some(Leaf::Given(name))) => format!("the parameter `{name}`"),
        _ => {
            let next = record.nodes()[place..].iter().find_map(|node| node.name.as_deref());
            let way = next.map(|name| format!(" on the way to `{name}`")).unwrap_or_default();
            format!("a result of {}{way}", node.operation.name())
        }
    };
    Some(format!("{what} in {name}, {}", node.value.shape_text()))
}
