//! The page beside another state of itself: as it was when it was pinned, or as it would be with one input changed.

use std::sync::Arc;

use crate::notebook::compare::Summary;
use crate::notebook::evaluate::EvaluationOutcome;
use crate::notebook::leak::{InputChange, Probe};
use crate::notebook::left_out::LeftOut;

/// Two states of one page.
#[derive(Debug, Clone)]
pub struct PageComparison {
    /// The other values.
    pub other: Arc<EvaluationOutcome>,
    /// Where they come from.
    pub source: ComparisonSource,
    /// What moved between them, on the whole page.
    pub summary: Summary,
}

/// Where the other values of a comparison come from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ComparisonSource {
    /// The page was pinned: they are how it was.
    Pinned,
    /// A leak test: they are how it would be.
    Leak {
        /// The input that is changed.
        probe: Probe,
        /// How it is changed.
        change: InputChange,
    },
    /// An attention lacks a piece: they are how it would be.
    LeftOut(LeftOut),
}
