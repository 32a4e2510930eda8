//! A tensor while the gradient of some number of the page is read.

use std::borrow::Cow;
use std::sync::Arc;

use super::Figure;
use crate::app::page_gradient::PageGradient;
use crate::notebook::why::Gradient;
use crate::notebook::why::gradient::Without;
use crate::tensor::Tensor;
use crate::tui::widgets::picture::Numbers;
use crate::words::{say, word};

/// The gradient that is read on the page, and whether figures draw it.
#[derive(Debug, Clone)]
pub struct DrawnGradient {
    gradient: Arc<Gradient>,
    is_drawn: bool,
}

impl DrawnGradient {
    /// A gradient that is drawn, or that only the probe line tells.
    pub fn new(read: &PageGradient, is_drawn: bool) -> Self {
        Self { gradient: Arc::clone(&read.gradient), is_drawn }
    }
}

impl PartialEq for DrawnGradient {
    /// Gradients are told apart by what they are, not by what they say.
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.gradient, &other.gradient) && self.is_drawn == other.is_drawn
    }
}

/// What is known of a tensor beside what is drawn of it.
#[derive(Debug, Clone)]
pub struct Slope {
    /// Its values.
    pub value: Tensor,
    /// How it writes them.
    pub numbers: Numbers,
    /// The gradient with respect to it, of its shape; none where none arrives.
    pub gradient: Option<(Tensor, Numbers)>,
    /// Whether the gradient is drawn, where there is one, and not the values.
    pub drawn: bool,
}

impl Figure {
    /// Takes up the gradient with respect to this tensor, and shows it if that is asked for.
    pub fn read_gradient(&mut self, page: &DrawnGradient) {
        let arrived = self.origin.and_then(|origin| page.gradient.at(origin));
        let gradient = arrived.map(|gradient| {
            let gradient = gradient.clone().with_axes(self.tensor.axes().to_vec());
            let numbers = Numbers::of_slopes(gradient.to_vec());
            (gradient, numbers)
        });
        let (value, numbers) = (self.tensor.clone(), self.numbers);
        if page.is_drawn {
            self.sums = false;
            self.before = None;
            self.note = match (&gradient, Without::of_dtype(self.tensor.dtype())) {
                (Some(_), _) => say!("gradient-of", name = page.gradient.name()),
                (None, Some(Without::Truth)) => word!("no-gradient-truth").to_owned(),
                (None, Some(_)) => word!("no-gradient-whole").to_owned(),
                (None, None) => word!("no-gradient-arrives").to_owned(),
            };
            if let Some((gradient, numbers)) = &gradient {
                self.tensor = gradient.clone();
                self.numbers = *numbers;
            }
        }
        self.slope = Some(Slope { value, numbers, gradient, drawn: page.is_drawn });
    }

    /// The values, whatever is drawn.
    pub fn value(&self) -> &Tensor {
        self.slope.as_ref().map_or(&self.tensor, |slope| &slope.value)
    }

    /// How the values are written.
    pub fn value_numbers(&self) -> Numbers {
        self.slope.as_ref().map_or(self.numbers, |slope| slope.numbers)
    }

    /// What is drawn: a number alone has no room for a note.
    pub fn title(&self) -> Cow<'_, str> {
        let is_slope = self.slope.as_ref().is_some_and(|slope| slope.drawn && slope.gradient.is_some());
        if is_slope && self.tensor.ndim() == 0 {
            Cow::Owned(format!("∂/∂{}", self.name))
        } else {
            Cow::Borrowed(&self.name)
        }
    }

    /// Whether it stands aside while gradients are drawn: it shows values, and none of the page's gradients arrives at it.
    pub fn stands_aside(&self) -> bool {
        self.slope.as_ref().is_some_and(|slope| slope.drawn && slope.gradient.is_none())
    }
}
