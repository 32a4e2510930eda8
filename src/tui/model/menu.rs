//! The menu: what can be done where the cursor is, each with the key that does it by itself.

use crate::tui::keymap::Hint;

/// The open menu.
#[derive(Debug, Clone)]
pub struct Menu {
    /// What can be done, in the order of the groups.
    pub hints: Vec<Hint>,
    /// The row that the cursor is on.
    pub selected: usize,
}

impl Menu {
    /// Walks up and down.
    pub fn walk(&mut self, steps: isize) {
        self.selected = self.selected.saturating_add_signed(steps).min(self.hints.len().saturating_sub(1));
    }
}
