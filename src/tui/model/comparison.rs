//! Which of two states of the page is drawn, and what they are called.

use crate::app::comparison::ComparisonSource;
use crate::words::{Said, word};

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

/// What the other state is called.
pub fn other_state(source: &ComparisonSource) -> &'static str {
    match source {
        ComparisonSource::Pinned => word!("state-before"),
        ComparisonSource::Leak { .. } => word!("state-leak"),
        ComparisonSource::LeftOut(_) => word!("state-without"),
    }
}

/// How the other state differs; nothing of one that was pinned.
pub fn what_differs(source: &ComparisonSource) -> Option<String> {
    match source {
        ComparisonSource::Pinned => None,
        ComparisonSource::Leak { change, .. } => Some(change.said()),
        ComparisonSource::LeftOut(left_out) => Some(left_out.said()),
    }
}

/// What is drawn, in one word.
pub fn shown_state(source: &ComparisonSource, side: Side) -> &'static str {
    match side {
        Side::Now => word!("state-now"),
        Side::Other => other_state(source),
        Side::Difference => word!("state-minus"),
    }
}
