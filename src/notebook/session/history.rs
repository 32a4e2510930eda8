//! The steps that can be taken back, as a session keeps them: the newest ones, for the edition of the lesson in which they were made.

use std::collections::VecDeque;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use crate::notebook::lesson::{BlockId, BlockKind, CellSource, Lesson};
use crate::notebook::markdown::plain;

/// One undoable step: most change one block, a reset of the page changes many.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UndoStep(pub Vec<DocumentChange>);

/// One change, with all that it takes to go either way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DocumentChange {
    /// A block has another text.
    Text {
        /// The block.
        block: BlockId,
        /// What it said.
        before: Arc<str>,
        /// What it says.
        after: Arc<str>,
    },
    /// A question has another answer.
    Answer {
        /// The question.
        question: BlockId,
        /// The option that was chosen, from 0.
        before: Option<usize>,
        /// The option that is chosen.
        after: Option<usize>,
    },
    /// A cell of the learner's has come, or gone.
    Cell {
        /// Its name.
        id: BlockId,
        /// The block of the lesson that it is below; without one it is at the top.
        below: Option<BlockId>,
        /// Where among the learner's cells it is.
        place: usize,
        /// Its text.
        text: Arc<str>,
        /// Whether it has come.
        added: bool,
    },
}

/// What a session keeps of the history of a page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SavedHistory {
    /// The [edition] of the lesson in which the steps were made; in another one they mean nothing.
    pub edition: u64,
    /// What can be undone, the newest last.
    pub done: Vec<UndoStep>,
    /// What can be done again, the next one last.
    pub undone: Vec<UndoStep>,
}

/// How much room is left for steps.
struct HistoryBudget {
    steps: usize,
    bytes: usize,
}

impl UndoStep {
    /// The block to go to: the first that changes.
    pub fn block(&self) -> Option<BlockId> {
        self.0.first().map(|change| Arc::clone(change.block()))
    }

    /// Its changes as they are made, or from the end as they are taken back.
    pub fn in_order(&self, forward: bool) -> impl Iterator<Item = &DocumentChange> {
        let count = self.0.len();
        (0..count).filter_map(move |place| self.0.get(if forward { place } else { count - 1 - place }))
    }

    fn bytes(&self) -> usize {
        self.0.iter().map(DocumentChange::bytes).sum()
    }
}

impl DocumentChange {
    /// The block that changes.
    pub fn block(&self) -> &BlockId {
        match self {
            Self::Text { block, .. } => block,
            Self::Answer { question, .. } => question,
            Self::Cell { id, .. } => id,
        }
    }

    fn bytes(&self) -> usize {
        match self {
            Self::Text { before, after, .. } => before.len() + after.len(),
            Self::Answer { .. } => 0,
            Self::Cell { text, .. } => text.len(),
        }
    }
}

impl SavedHistory {
    /// How many steps are kept.
    pub const MAX_STEPS: usize = 100;
    /// How many bytes of text they may have together: a session is written after every change.
    pub const MAX_BYTES: usize = 64 << 10;

    /// The steps nearest to the present that there is room for; the edition is asked for only if there are any.
    pub fn of(edition: impl FnOnce() -> u64, done: &VecDeque<UndoStep>, undone: &[UndoStep]) -> Self {
        if done.is_empty() && undone.is_empty() {
            return Self::default();
        }
        let mut budget = HistoryBudget { steps: Self::MAX_STEPS, bytes: Self::MAX_BYTES };
        let done = budget.newest(done.iter());
        Self { edition: edition(), done, undone: budget.newest(undone.iter()) }
    }

    /// Whether it has more steps than any Glassformer keeps.
    pub fn is_too_long(&self) -> bool {
        self.done.len() + self.undone.len() > Self::MAX_STEPS
    }

    /// Whether there is nothing to take back and nothing to do again.
    pub fn is_empty(&self) -> bool {
        self.done.is_empty() && self.undone.is_empty()
    }
}

impl HistoryBudget {
    /// The last steps, in their order.
    fn newest<'s>(&mut self, steps: impl DoubleEndedIterator<Item = &'s UndoStep>) -> Vec<UndoStep> {
        let mut kept: Vec<UndoStep> = steps.rev().take_while(|step| self.has_room(step)).cloned().collect();
        kept.reverse();
        kept
    }

    fn has_room(&mut self, step: &UndoStep) -> bool {
        let has_room = self.steps > 0 && self.bytes >= step.bytes();
        if has_room {
            self.steps -= 1;
            self.bytes -= step.bytes();
        }
        has_room
    }
}

/// A number for all of a lesson that a learner can change: the texts of its cells and exercises, and the options of its questions.
/// Another compiler may count in another way: then the steps are dropped once.
pub fn edition(lesson: &Lesson) -> u64 {
    let mut hasher = DefaultHasher::new();
    for block in lesson.blocks.iter().filter(|block| !block.is_scratch()) {
        block.id.hash(&mut hasher);
        block.editable().map(CellSource::text).hash(&mut hasher);
        if let BlockKind::Question(question) = &block.kind {
            question.options.len().hash(&mut hasher);
            question.options.iter().for_each(|option| plain(option).hash(&mut hasher));
        }
    }
    hasher.finish()
}
