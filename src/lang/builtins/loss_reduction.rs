//! How a loss of many elements becomes one number: what the argument `reduction` says.

use std::sync::Arc;

use super::from_argument::{Argument, FromArgument};
use crate::lang::diagnostic::Diagnostic;
use crate::lang::evaluate::{Interpreter, Outcome};

/// How a loss of many elements becomes one number.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::lang) enum LossReduction {
    /// Not at all.
    None,
    /// Their mean.
    Mean,
    /// Their sum.
    Sum,
    /// Their sum over the number of rows; `kl_div` alone takes it.
    BatchMean,
}

impl LossReduction {
    /// As PyTorch names it.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Mean => "mean",
            Self::Sum => "sum",
            Self::BatchMean => "batchmean",
        }
    }

    /// The one of that name.
    pub(super) fn named(name: &str) -> Option<Self> {
        [Self::None, Self::Mean, Self::Sum, Self::BatchMean].into_iter().find(|one| one.name() == name)
    }
}

impl FromArgument for LossReduction {
    fn from_argument(argument: &Argument<'_>, interpreter: &mut Interpreter<'_>) -> Outcome<Self> {
        let word = Arc::<str>::from_argument(argument, interpreter)?;
        Self::named(&word).ok_or_else(|| {
            Diagnostic::new(argument.span, format!("{word} is not a valid value for reduction"))
                .help("use 'mean', 'sum' or 'none'")
        })
    }
}
