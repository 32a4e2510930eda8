//! What a tensor was before: drawn behind what it is.

use super::Figure;
use crate::tensor::Tensor;
use crate::tensor::order::is_same;
use crate::tui::model::comparison::Side;
use crate::tui::widgets::picture::Source;

/// One matrix of a figure as it was before.
#[derive(Debug, Clone, Copy)]
pub struct Ghost<'f> {
    figure: &'f Figure,
    tensor: &'f Tensor,
    lead: &'f [usize],
}

impl Source for Ghost<'_> {
    fn value(&self, row: usize, column: usize) -> f64 {
        self.tensor.at(&self.figure.index(self.lead, row, column))
    }
}

impl Figure {
    /// Remembers the values that stood in its place before the last change of the page: those that undo brings back.
    pub fn remember(&mut self, earlier: &Self, has_moved: bool) {
        let has_other_values = has_moved && !earlier.value().same_bits(self.value());
        let before = earlier.past.clone().or_else(|| has_other_values.then(|| earlier.value().clone()));
        self.past = before.filter(|before| before.shape() == self.value().shape());
        let until_now = if has_moved {
            has_other_values.then(|| (earlier.value().clone(), earlier.value_numbers().full_bar()))
        } else {
            earlier.until_now.clone()
        };
        self.until_now = until_now.filter(|(before, _)| before.shape() == self.value().shape());
    }

    /// What it was until just now and what a full bar stood for, where values are drawn and not gradients or another state of the page.
    fn just_before(&self) -> Option<&(Tensor, f64)> {
        let is_plain = self.counterpart.is_none() && self.slope.as_ref().is_none_or(|slope| !slope.drawn);
        self.until_now.as_ref().filter(|_| is_plain)
    }

    /// Whether an element has just got another value.
    pub fn flashes(&self, index: &[usize]) -> bool {
        self.just_before().is_some_and(|(before, _)| !is_same(before.at(index), self.tensor.at(index)))
    }

    /// Whether bars have just got another scale.
    pub fn has_new_scale(&self) -> bool {
        self.just_before().is_some_and(|(_, full)| !is_same(*full, self.numbers.full_bar()))
    }

    /// The matrix at these places of the axes that are not drawn, as it was before the last change, or as it is in the state that the
    /// page is held beside.
    pub fn ghost<'f>(&'f self, lead: &'f [usize]) -> Option<Ghost<'f>> {
        let draws_gradient = self.slope.as_ref().is_some_and(|slope| slope.drawn);
        let tensor = match &self.counterpart {
            Some(counterpart) => Some(&counterpart.other).filter(|_| counterpart.side == Side::Now),
            None => self.past.as_ref(),
        };
        let tensor = tensor.filter(|tensor| !draws_gradient && tensor.shape() == self.tensor.shape());
        tensor.map(|tensor| Ghost { figure: self, tensor, lead })
    }
}
