//! Typing is undone at once, however many steps it took: while it goes on its editor takes them back one by one.

use super::Document;
use crate::notebook::lesson::BlockId;
use crate::notebook::session::history::DocumentChange;

impl Document {
    /// The changes from here on are typed, until [`Document::end_typing`].
    pub fn begin_typing(&mut self) {
        self.end_typing();
        self.typed_since = Some(self.done.len());
    }

    /// Takes back what was typed since it began, as one step that can be done again. Returns the block that it had changed, if it had any.
    pub fn cancel_typing(&mut self) -> Option<BlockId> {
        let since = self.typed_since?;
        self.end_typing();
        (self.done.len() > since).then(|| self.undo()).flatten()
    }

    /// How many steps can be undone and done again, where typing that goes on is the one step that it becomes.
    pub fn whole_steps(&self) -> (usize, usize) {
        let (done, undone) = self.history();
        (self.typed_since.map_or(done, |since| done.min(since + 1)), undone)
    }

    /// What was typed since it began becomes one step.
    pub fn end_typing(&mut self) {
        let Some(since) = self.typed_since.take() else { return };
        while self.done.len() > since + 1 {
            let Some(last) = self.done.pop_back() else { return };
            match last.0.as_slice() {
                [DocumentChange::Text { block, after, .. }] if self.join(block, after) => {}
                _ => return self.done.push_back(last),
            }
        }
    }
}
