//! The page while the gradient of one of its numbers is read: how fast that number moves with every other.

use std::sync::Arc;

use crate::notebook::evaluate::EvaluationOutcome;
use crate::notebook::why::{ElementRef, Gradient, GradientOutput};

/// A gradient, and whether the figures show it.
#[derive(Debug, Clone)]
pub struct Slopes {
    /// The number whose gradient is read.
    output: GradientOutput,
    /// The gradient with respect to everything on the page.
    pub gradient: Arc<Gradient>,
    /// Whether the figures show gradients, or values and the probe line both.
    pub drawn: bool,
}

impl Slopes {
    /// A gradient that was read on these values; nothing where they do not know its number.
    pub fn of(outcome: &EvaluationOutcome, gradient: Arc<Gradient>) -> Option<Self> {
        Some(Self { output: GradientOutput::of(outcome, gradient.output())?, gradient, drawn: true })
    }

    /// What follows the number while the page gets other values.
    pub fn sought(&self) -> Sought {
        Sought { output: self.output.clone(), name: self.gradient.name().to_owned(), drawn: self.drawn, is_new: false }
    }
}

impl PartialEq for Slopes {
    /// Gradients are told apart by what they are, not by what they say.
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.gradient, &other.gradient) && self.drawn == other.drawn
    }
}

/// A gradient that is on its way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sought {
    /// The number, as it is found on other values, too.
    output: GradientOutput,
    /// What it was called when it was last known.
    pub name: String,
    /// Whether the figures will show it.
    pub drawn: bool,
    /// Whether somebody has just asked for it.
    pub is_new: bool,
}

impl Sought {
    /// The gradient of a number that somebody asks for; nothing where the values do not know it.
    pub fn new(outcome: &EvaluationOutcome, element: &ElementRef) -> Option<Self> {
        let output = GradientOutput::of(outcome, element)?;
        Some(Self { output, name: String::new(), drawn: true, is_new: true })
    }

    /// The number on these values; nothing when it is gone.
    pub fn element(&self, outcome: &EvaluationOutcome) -> Option<ElementRef> {
        self.output.element(outcome)
    }
}
