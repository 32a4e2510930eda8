//! The page while the gradient of one of its numbers is read: how fast that number moves with every other.

use std::sync::Arc;

use crate::notebook::evaluate::Outcome;
use crate::notebook::why::gradient::gradient;
use crate::notebook::why::{Element, Gradient, Output};
use crate::words::word;

/// A gradient, and whether the figures show it.
#[derive(Debug, Clone)]
pub struct Slopes {
    /// The number whose gradient is read.
    output: Output,
    /// The gradient with respect to everything on the page.
    pub gradient: Arc<Gradient>,
    /// Whether the figures show gradients, or values and the probe line both.
    pub drawn: bool,
}

impl Slopes {
    /// Reads the gradient of an element of the page.
    ///
    /// # Errors
    /// In words for the learner: why it has none.
    pub fn of(outcome: &Outcome, element: &Element) -> Result<Self, String> {
        let gradient = Arc::new(gradient(outcome, element)?);
        let output = Output::of(outcome, element).ok_or_else(|| word("nothing-known"))?;
        Ok(Self { output, gradient, drawn: true })
    }

    /// The same of a page that has other values now; `None` where the number is gone, or is no real number any more.
    pub fn on(&self, outcome: &Outcome) -> Option<Self> {
        let element = self.output.element(outcome)?;
        Some(Self { drawn: self.drawn, ..Self::of(outcome, &element).ok()? })
    }
}

impl PartialEq for Slopes {
    /// Gradients are told apart by what they are, not by what they say.
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.gradient, &other.gradient) && self.drawn == other.drawn
    }
}
