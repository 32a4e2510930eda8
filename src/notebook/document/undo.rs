//! Steps that can be undone and done again.

use std::sync::Arc;

use super::Document;
use super::scratch::Scratch;
use crate::notebook::lesson::BlockId;

/// One undoable step: most change one block, a reset of the page changes many.
#[derive(Clone, Debug)]
pub(super) struct UndoStep(pub(super) Vec<DocumentChange>);

/// One change, with all that it takes to go either way.
#[derive(Clone, Debug)]
pub(super) enum DocumentChange {
    /// A block has another text.
    Text { block: BlockId, before: Arc<str>, after: Arc<str> },
    /// A question has another answer.
    Answer { question: BlockId, before: Option<usize>, after: Option<usize> },
    /// A cell of the learner's has come, or gone: which, where among them, and with which text.
    Cell { cell: Scratch, place: usize, text: Arc<str>, added: bool },
}

impl UndoStep {
    /// The block to go to: the first that changes.
    pub(super) fn block(&self) -> Option<BlockId> {
        self.0.first().map(|change| Arc::clone(change.block()))
    }
}

impl DocumentChange {
    /// The block that changes.
    pub(super) fn block(&self) -> &BlockId {
        match self {
            DocumentChange::Text { block, .. } => block,
            DocumentChange::Answer { question, .. } => question,
            DocumentChange::Cell { cell, .. } => &cell.id,
        }
    }
}

impl Document {
    /// Makes a step, or takes it back: the other way round, and from its end.
    pub(super) fn apply(&mut self, step: &UndoStep, forward: bool) {
        if forward {
            step.0.iter().for_each(|change| self.change(change, true));
        } else {
            step.0.iter().rev().for_each(|change| self.change(change, false));
        }
        self.revision += 1;
    }

    fn change(&mut self, change: &DocumentChange, forward: bool) {
        match change {
            DocumentChange::Text { block, before, after } => self.set(block, if forward { after } else { before }),
            DocumentChange::Answer { question, before, after } => {
                let answer = if forward { after } else { before };
                match *answer {
                    Some(option) => _ = self.answers.insert(Arc::clone(question), option),
                    None => _ = self.answers.remove(question),
                }
            }
            DocumentChange::Cell { cell, place, text, added } if *added == forward => self.insert(cell, *place, text),
            DocumentChange::Cell { place, .. } => self.take_out(*place),
        }
    }
}
