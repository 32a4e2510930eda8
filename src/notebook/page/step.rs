//! Steps that can be undone and done again.

use std::sync::Arc;

use super::Page;
use super::scratch::Scratch;
use crate::notebook::lesson::BlockId;

/// One undoable step: most change one block, a reset of the page changes many.
#[derive(Clone, Debug)]
pub(super) struct Step(pub(super) Vec<Change>);

/// One change, with all that it takes to go either way.
#[derive(Clone, Debug)]
pub(super) enum Change {
    /// A block has another text.
    Text { block: BlockId, before: Arc<str>, after: Arc<str> },
    /// A question has another answer.
    Answer { question: BlockId, before: Option<usize>, after: Option<usize> },
    /// A cell of the learner's has come, or gone: which, where among them, and with which text.
    Cell { cell: Scratch, place: usize, text: Arc<str>, added: bool },
}

impl Step {
    /// The block to go to: the first that changes.
    pub(super) fn block(&self) -> Option<BlockId> {
        self.0.first().map(|change| Arc::clone(change.block()))
    }
}

impl Change {
    /// The block that changes.
    pub(super) fn block(&self) -> &BlockId {
        match self {
            Change::Text { block, .. } => block,
            Change::Answer { question, .. } => question,
            Change::Cell { cell, .. } => &cell.id,
        }
    }
}

impl Page {
    /// Makes a step, or takes it back: the other way round, and from its end.
    pub(super) fn apply(&mut self, step: &Step, forward: bool) {
        if forward {
            step.0.iter().for_each(|change| self.change(change, true));
        } else {
            step.0.iter().rev().for_each(|change| self.change(change, false));
        }
        self.revision += 1;
    }

    fn change(&mut self, change: &Change, forward: bool) {
        match change {
            Change::Text { block, before, after } => self.set(block, if forward { after } else { before }),
            Change::Answer { question, before, after } => {
                let answer = if forward { after } else { before };
                match *answer {
                    Some(option) => _ = self.answers.insert(Arc::clone(question), option),
                    None => _ = self.answers.remove(question),
                }
            }
            Change::Cell { cell, place, text, added } if *added == forward => self.insert(cell, *place, text),
            Change::Cell { place, .. } => self.take_out(*place),
        }
    }
}
