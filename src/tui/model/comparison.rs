//! The page beside another state of itself: as it was when it was pinned, or as it would be with one input changed.

use std::sync::Arc;

use crate::notebook::compare::Summary;
use crate::notebook::evaluate::EvaluationOutcome;
use crate::notebook::leak::{InputChange, Probe};
use crate::words::word;

/// Two states of one page.
#[derive(Debug, Clone)]
pub struct Comparison {
    /// The other values.
    pub other: Arc<EvaluationOutcome>,
    /// Where they come from.
    pub reason: Reason,
    /// Which of the two is drawn.
    pub side: Side,
    /// What moved between them, on the whole page.
    pub summary: Summary,
}

/// Where the other values of a comparison come from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reason {
    /// The page was pinned: they are how it was.
    Pinned,
    /// A leak test: they are how it would be.
    Leak {
        /// The input that is changed.
        probe: Probe,
        /// How it is changed.
        change: InputChange,
    },
}

/// Which state of the page the figures show.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Side {
    /// The page as it is.
    #[default]
    Now,
    /// The other state.
    Other,
    /// The page as it is minus the other state.
    Difference,
}

impl Side {
    /// The next one, around.
    #[must_use]
    pub fn next(self) -> Self {
        match self {
            Self::Now => Self::Other,
            Self::Other => Self::Difference,
            Self::Difference => Self::Now,
        }
    }
}

impl Reason {
    /// What the other state is called.
    pub fn other(&self) -> &'static str {
        match self {
            Self::Pinned => word("state-before"),
            Self::Leak { .. } => word("state-leak"),
        }
    }

    /// What is drawn, in one word.
    pub fn shown(&self, side: Side) -> &'static str {
        match side {
            Side::Now => word("state-now"),
            Side::Other => self.other(),
            Side::Difference => word("state-minus"),
        }
    }
}
