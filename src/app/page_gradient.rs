//! The gradient that is read on a page: how fast one of its numbers moves with every other.

use std::sync::Arc;

use crate::notebook::evaluate::EvaluationOutcome;
use crate::notebook::why::{ElementRef, Gradient, GradientOutput};

/// A gradient that has been read.
#[derive(Debug)]
pub struct PageGradient {
    /// The number whose gradient it is, as it is found on other values, too.
    output: GradientOutput,
    /// The gradient with respect to everything on the page.
    pub gradient: Arc<Gradient>,
}

impl PageGradient {
    /// A gradient that was read on these values; nothing where they do not know its number.
    pub fn of(outcome: &EvaluationOutcome, gradient: Arc<Gradient>) -> Option<Self> {
        Some(Self { output: GradientOutput::of(outcome, gradient.output())?, gradient })
    }

    /// The same gradient, to be read on other values.
    pub(super) fn again(self) -> PendingGradient {
        PendingGradient { output: self.output, name: self.gradient.name().to_owned(), is_new: false }
    }
}

/// A gradient that is on its way.
#[derive(Debug)]
pub(super) struct PendingGradient {
    /// The number, as it is found on other values, too.
    output: GradientOutput,
    /// What it was called when it was last known.
    pub(super) name: String,
    /// Whether somebody has just asked for it.
    pub(super) is_new: bool,
}

impl PendingGradient {
    /// The gradient of a number that somebody asks for; nothing where the values do not know it.
    pub(super) fn new(outcome: &EvaluationOutcome, element: &ElementRef) -> Option<Self> {
        Some(Self { output: GradientOutput::of(outcome, element)?, name: String::new(), is_new: true })
    }

    /// The number on these values; nothing when it is gone.
    pub(super) fn element(&self, outcome: &EvaluationOutcome) -> Option<ElementRef> {
        self.output.element(outcome)
    }
}
