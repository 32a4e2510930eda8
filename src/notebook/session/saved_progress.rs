//! What a session remembers of one lesson: plain data, keyed by lesson and block.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::history::SavedHistory;
use super::review::ReviewState;
use super::store::SessionStore;
use crate::notebook::lesson::BlockId;
use crate::notebook::library::LessonLibrary;

/// What is remembered of questions besides their answers.
pub type ReviewStates = BTreeMap<BlockId, ReviewState>;

/// The learner's work on one lesson.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SavedProgress {
    /// The lesson's id.
    pub lesson: Arc<str>,
    /// The block that the cursor was on.
    pub at: Option<BlockId>,
    /// The line at the top of the screen: a block, and which of its lines.
    pub top: Option<(BlockId, u32)>,
    /// Changed texts of cells and exercises, inputs among them.
    pub edits: Vec<Edit>,
    /// The learner's own cells, in the order of the page.
    pub scratch: Vec<ScratchCell>,
    /// The answers to questions.
    pub answers: Vec<SavedAnswer>,
    /// How sure the learner was of them, and when those that were missed are asked again.
    pub reviews: ReviewStates,
    /// What help has been given, by block.
    pub help: BTreeMap<BlockId, HelpGiven>,
    /// The exercises whose checks held when they were last run.
    pub passed: BTreeSet<BlockId>,
    /// The blocks that the learner has marked, in the order of the page.
    pub bookmarks: Vec<Bookmark>,
    /// The questions that the learner has skipped: what they hid is shown.
    pub skipped: BTreeSet<BlockId>,
    /// The steps that can be undone, and done again.
    pub history: SavedHistory,
}

/// A block that the learner has marked, to come back to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bookmark {
    /// The block.
    pub block: BlockId,
    /// The first words that stood in it: a list of bookmarks shows them, and by them a block is found that has another name now.
    pub words: String,
}

/// A text that the learner has changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// The cell or exercise.
    pub block: BlockId,
    /// What the lesson said there: an edit is one *of* a text, and must not be laid over another unseen.
    pub was: Arc<str>,
    /// What the learner made of it.
    pub text: Arc<str>,
}

/// A cell of the learner's own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScratchCell {
    /// Its name, unique on the page.
    pub id: BlockId,
    /// The block of the lesson that it stands below; without one it stands at the top.
    pub after: Option<BlockId>,
    /// Its text.
    pub text: Arc<str>,
}

/// An answer to a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedAnswer {
    /// The question.
    pub question: BlockId,
    /// The option, from 0.
    pub option: usize,
    /// What the option said: options may be moved, and an answer means its words.
    pub words: String,
}

/// What help a question or an exercise has given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HelpGiven {
    /// How many hints are shown.
    pub hints: usize,
    /// How often the solution was asked for: it is shown from the second time on. [`HelpGiven::AFTERWARDS`] says that it was shown
    /// when the exercise had been solved.
    pub asked: u8,
}

impl HelpGiven {
    /// How often a solution must be asked for until it is shown.
    pub const ENOUGH: u8 = 2;

    /// Stands for a solution that was looked at by who had solved the exercise: that takes nothing away.
    pub const AFTERWARDS: u8 = 3;

    /// Gives one hint more of so many. Returns whether there was one.
    pub fn give_hint(&mut self, all: usize) -> bool {
        let is_more = self.hints < all;
        self.hints += usize::from(is_more);
        is_more
    }

    /// Asks for the solution; who has solved the exercise sees it at once. Returns whether it is shown now.
    pub fn ask_for_solution(&mut self, is_solved: bool) -> bool {
        if !self.shows_solution() {
            self.asked = if is_solved { Self::AFTERWARDS } else { self.asked + 1 };
        }
        self.shows_solution()
    }

    /// Whether the solution was shown to who had not solved the exercise.
    pub fn gave_solution_away(self) -> bool {
        self.asked == Self::ENOUGH
    }

    /// Whether the solution is shown.
    pub fn shows_solution(self) -> bool {
        self.asked >= Self::ENOUGH
    }
}

impl SavedProgress {
    /// What `store` keeps of the lessons of a library; damaged files are left out.
    pub fn of_all(library: &LessonLibrary, store: &SessionStore) -> Vec<Self> {
        library.entries().iter().filter_map(|entry| store.peek(entry.id())).collect()
    }

    /// The records of lessons that are open, and those that are kept of all others.
    pub fn newest(mut open: Vec<Self>, mut kept: Vec<Self>) -> Vec<Self> {
        kept.retain(|record| !open.iter().any(|own| own.lesson == record.lesson));
        open.append(&mut kept);
        open
    }

    /// Whether both say the same, wherever the cursor was, whatever help was given and however it came to be.
    pub fn same_work(&self, other: &SavedProgress) -> bool {
        let work = |record: &SavedProgress| SavedProgress {
            at: None,
            top: None,
            help: BTreeMap::new(),
            history: SavedHistory::default(),
            ..record.clone()
        };
        work(self) == work(other)
    }
}
