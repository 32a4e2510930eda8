//! Cells of the learner's own: anywhere on the page, part of its graph, undone and kept like every other change.

use std::sync::Arc;

use super::Document;
use crate::notebook::lesson::{Block, BlockId, Lesson};
use crate::notebook::session::history::DocumentChange;

/// How the learner's cells are called, with a number.
const NAME: &str = "scratch-";

/// One of the learner's cells; its text is among the page's changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Scratch {
    /// Its name.
    pub(super) id: BlockId,
    /// The block of the lesson that it stands below; without one it stands at the top.
    pub(super) after: Option<BlockId>,
}

impl Document {
    /// Adds an empty cell below a block: one undoable step. Returns its name; `None` if there is no such block.
    pub fn add_scratch(&mut self, below: &str) -> Option<BlockId> {
        let block = self.lesson.block(below)?;
        let own = self.scratch.iter().position(|cell| cell.id == block.id);
        // Below another of them it comes next; below a block of the lesson it comes first.
        let (after, place) = if let Some(place) = own {
            (self.scratch[place].after.clone(), place + 1)
        } else {
            let after = Some(Arc::clone(&block.id));
            let place = self.scratch.iter().position(|cell| cell.after == after);
            (after, place.unwrap_or(self.scratch.len()))
        };
        let id = self.free_name();
        let text = Arc::default();
        self.take_step(vec![DocumentChange::Cell { id: Arc::clone(&id), below: after, place, text, added: true }]);
        Some(id)
    }

    /// Takes one of the learner's cells away: one undoable step. Returns whether it is one.
    pub fn remove_scratch(&mut self, id: &str) -> bool {
        let place = self.scratch.iter().position(|cell| *cell.id == *id);
        place.and_then(|place| self.removal(place)).is_some_and(|change| self.take_step(vec![change]))
    }

    /// The change that takes away the cell at this place among the learner's.
    pub(super) fn removal(&self, place: usize) -> Option<DocumentChange> {
        let Scratch { id, after: below } = self.scratch.get(place)?.clone();
        let text = self.source(&id)?;
        Some(DocumentChange::Cell { id, below, place, text, added: false })
    }

    /// The first name that no block has.
    pub(super) fn free_name(&self) -> BlockId {
        let names = (1..).map(|number| format!("{NAME}{number}"));
        names.into_iter().find(|name| self.lesson.block(name).is_none()).unwrap_or_default().into()
    }

    pub(super) fn insert(&mut self, cell: &Scratch, place: usize, text: &Arc<str>) {
        self.scratch.insert(place.min(self.scratch.len()), cell.clone());
        self.compose();
        self.set(&cell.id, text);
    }

    pub(super) fn take_out(&mut self, place: usize) {
        if place < self.scratch.len() {
            let cell = self.scratch.remove(place);
            Arc::make_mut(&mut self.changes).remove(&cell.id);
            self.awaited.remove(&cell.id);
            self.compose();
        }
    }

    /// Puts the learner's cells into their places. Those whose place the lesson no longer has stand at the end of the page.
    pub(super) fn compose(&mut self) {
        if self.scratch.is_empty() {
            self.lesson = Arc::clone(&self.written);
            return;
        }
        let written = &self.written;
        let blocks_of = |belongs: &dyn Fn(&Scratch) -> bool| -> Vec<Block> {
            let cells = self.scratch.iter().filter(|cell| belongs(cell));
            cells.map(|cell| Block::scratch(Arc::clone(&cell.id))).collect()
        };
        let below = |after: Option<&BlockId>| blocks_of(&|cell| cell.after.as_ref() == after);
        let is_lost = |cell: &Scratch| cell.after.as_ref().is_some_and(|after| written.block(after).is_none());
        let mut blocks = below(None);
        let mut appendix = 0;
        for (place, block) in written.blocks.iter().enumerate() {
            if place == written.appendix {
                appendix = blocks.len();
            }
            blocks.push(block.clone());
            blocks.extend(below(Some(&block.id)));
        }
        if written.appendix >= written.blocks.len() {
            appendix = blocks.len();
        }
        let lost = blocks_of(&is_lost);
        let count = lost.len();
        blocks.splice(appendix..appendix, lost);
        self.lesson = Arc::new(Lesson { blocks, appendix: appendix + count, ..Lesson::clone(written) });
    }
}
