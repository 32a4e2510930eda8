//! What can go wrong while a model learns. It is data, which `words` says in the language that is spoken.

use crate::tensor::{Leaf, Tape, Tensor};

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
        /// The first value of the forward pass that went wrong; none where it went wrong on the way back.
        born: Option<Born>,
    },
    /// The batch does not fit the model.
    Tensor(crate::tensor::Error),
}

/// The first value of a forward pass that went wrong.
#[derive(Clone, Debug, PartialEq)]
pub struct Born {
    /// NaN or infinity.
    pub number: f64,
    /// What it stands in.
    pub within: Within,
    /// The shape of that.
    pub shape: String,
}

/// What a number stands in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Within {
    /// A value with a name.
    Value(String),
    /// A parameter.
    Parameter(String),
    /// The result of an operation.
    Result {
        /// The operation.
        of: &'static str,
        /// The next value with a name, to which it leads.
        towards: Option<String>,
    },
}

impl From<crate::tensor::Error> for Fault {
    fn from(error: crate::tensor::Error) -> Self {
        Self::Tensor(error)
    }
}

/// The first value of a pass that has a NaN or a positive infinity. (A negative infinity is what a mask fills in.)
pub(super) fn birth(tape: &Tape) -> Option<Born> {
    let wrong = |x: &f64| x.is_nan() || *x == f64::INFINITY;
    let spoilt = |value: &Tensor| value.dtype().is_float() && value.to_vec().iter().any(wrong);
    let (place, node) = tape.nodes().iter().enumerate().find(|(_, node)| spoilt(&node.value))?;
    let number = node.value.to_vec().into_iter().find(wrong)?;
    let within = match (&node.name, node.operation.leaf()) {
        (Some(name), _) => Within::Value(name.to_string()),
        (None, Some(Leaf::Given(name))) => Within::Parameter(name.to_string()),
        _ => {
            let next = tape.nodes()[place..].iter().find_map(|node| node.name.as_deref());
            Within::Result { of: node.operation.name(), towards: next.map(ToOwned::to_owned) }
        }
    };
    Some(Born { number, within, shape: node.value.shape_text() })
}
