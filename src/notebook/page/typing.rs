//! Typing is undone at once, however many steps it took: while it goes on its editor takes them back one by one.

use super::Page;
use super::step::{Change, Step};

impl Page {
    /// The changes from here on are typed, until [`Page::end_typing`].
    pub fn begin_typing(&mut self) {
        self.end_typing();
        self.typed_since = Some(self.done.len());
    }

    /// What was typed since it began becomes one step.
    pub fn end_typing(&mut self) {
        let Some(since) = self.typed_since.take() else { return };
        while let Some([.., before, last]) = self.done.get_mut(since..) {
            if !before.join(last) {
                return;
            }
            self.done.pop();
        }
        let typed = self.done.get(since).map(|step| step.0.as_slice());
        if matches!(typed, Some([Change::Text { before, after, .. }]) if before == after) {
            self.done.truncate(since);
        }
    }
}

impl Step {
    /// Takes the step behind it in, if both change the text of one block. Returns whether it did.
    fn join(&mut self, behind: &Self) -> bool {
        match (self.0.as_mut_slice(), behind.0.as_slice()) {
            ([Change::Text { block, after, .. }], [Change::Text { block: own, after: last, .. }]) if block == own => {
                after.clone_from(last);
                true
            }
            _ => false,
        }
    }
}
