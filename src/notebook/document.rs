//! The learner's page: a lesson plus every change made to it, each of which can be undone.
//!
//! State is text and nothing else. A slider that is nudged, a mask cell that is toggled and a line that is typed are all the
//! same thing here: a new source for one block. Values exist only as results of [`DocumentState`]s. The learner's own cells are
//! blocks of the page that the lesson wrote empty, so to speak: what holds for a lesson's cell holds for them.

mod bookmarks;
mod history;
mod scratch;
mod sessions;
mod typing;
mod undo;

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::{Arc, OnceLock};

use crate::notebook::evaluate::{EvaluationOutcome, TaskState, Verdict};
use crate::notebook::left_out::LeftOut;
use crate::notebook::lesson::{Block, BlockId, BlockKind, Lesson};
use crate::notebook::session::history::{DocumentChange, UndoStep};
use crate::notebook::session::saved_progress::ReviewStates;
use crate::notebook::session::{Confidence, Day, ReviewState};
pub use history::{HistoryAction, HistoryEntry, SwitchedCell};
use scratch::Scratch;
use sessions::Aside;
pub use sessions::Restored;

/// The texts that differ from the lesson's, by block.
pub type ChangedTexts = BTreeMap<BlockId, Arc<str>>;

/// A lesson with the learner's edits, cells and answers.
#[derive(Clone, Debug)]
pub struct Document {
    /// The lesson as its author wrote it.
    written: Arc<Lesson>,
    /// The edition of that, once it was needed.
    edition: OnceLock<u64>,
    /// The same with the learner's cells in their places.
    lesson: Arc<Lesson>,
    changes: Arc<ChangedTexts>,
    scratch: Vec<Scratch>,
    done: VecDeque<UndoStep>,
    undone: Vec<UndoStep>,
    /// Where in what is done the typing began that goes on.
    typed_since: Option<usize>,
    answers: BTreeMap<BlockId, usize>,
    reviews: ReviewStates,
    passed: BTreeSet<BlockId>,
    bookmarks: BTreeSet<BlockId>,
    /// The questions without an answer that hide nothing any more.
    skipped: BTreeSet<BlockId>,
    awaited: BTreeSet<BlockId>,
    /// What a session holds and the lesson has no place for any more.
    aside: Aside,
    revision: u64,
}

/// What the page said at one moment: all that an evaluation depends on.
#[derive(Clone, Debug)]
pub struct DocumentState {
    /// The lesson, with the learner's cells in their places.
    pub lesson: Arc<Lesson>,
    /// The texts that differ from it.
    pub changes: Arc<ChangedTexts>,
    /// The lazy cells that the learner asked to run.
    pub awaited: BTreeSet<BlockId>,
    /// What an attention of it lacks, where somebody asks what would be without it.
    pub left_out: Option<LeftOut>,
}

impl DocumentState {
    /// The same page, with an attention that lacks a piece.
    pub fn without(&self, left_out: LeftOut) -> Arc<Self> {
        Arc::new(Self { left_out: Some(left_out), ..self.clone() })
    }
}

impl Document {
    /// How many steps can be undone: a long day's. All that was ever done would be held otherwise; what is older can still be reset to
    /// the lesson's text.
    pub const MAX_STEPS: usize = 2000;

    /// A page as the author wrote it.
    pub fn new(lesson: Arc<Lesson>) -> Self {
        Document {
            written: Arc::clone(&lesson),
            edition: OnceLock::new(),
            lesson,
            changes: Arc::default(),
            scratch: Vec::new(),
            done: VecDeque::new(),
            undone: Vec::new(),
            typed_since: None,
            answers: BTreeMap::new(),
            reviews: ReviewStates::new(),
            passed: BTreeSet::new(),
            bookmarks: BTreeSet::new(),
            skipped: BTreeSet::new(),
            awaited: BTreeSet::new(),
            aside: Aside::default(),
            revision: 0,
        }
    }

    /// The lesson under the edits, with the learner's cells in their places.
    pub fn lesson(&self) -> &Arc<Lesson> {
        &self.lesson
    }

    /// A number that is another one after every change of what a session keeps.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// The present text of a cell or exercise; `None` for a block that has no text to edit.
    pub fn source(&self, block: &str) -> Option<Arc<str>> {
        source(&self.lesson, &self.changes, block)
    }

    /// Whether a block's text differs from the lesson's.
    pub fn is_changed(&self, block: &str) -> bool {
        self.changes.contains_key(block)
    }

    /// The texts that differ from the lesson's.
    pub fn changes(&self) -> &ChangedTexts {
        &self.changes
    }

    /// Gives a block a new text: one undoable step. With `merge` it joins the step before, if that one changed this block too,
    /// so that ten nudges of a slider are undone at once. Returns whether anything changed.
    pub fn edit(&mut self, block: &str, text: &str, merge: bool) -> bool {
        let Some((block, before)) = self.editable(block) else { return false };
        if *before == *text {
            return false;
        }
        let after: Arc<str> = text.into();
        if merge && self.join(&block, &after) {
            self.undone.clear();
            self.set(&block, &after);
            self.revision += 1;
            return true;
        }
        self.take_step(vec![DocumentChange::Text { block, before, after }])
    }

    /// Makes a text part of the step before, if that was an edit of the same block.
    fn join(&mut self, of: &BlockId, text: &Arc<str>) -> bool {
        let last = self.done.back_mut().map(|step| step.0.as_mut_slice());
        let Some([DocumentChange::Text { block, before, after }]) = last else { return false };
        if block != of {
            return false;
        }
        after.clone_from(text);
        if before == after {
            self.done.pop_back();
        }
        true
    }

    /// Gives a block the lesson's text back, or takes the answer to a question back: one undoable step. Returns whether
    /// anything changed. A cell of the learner's own has no other text to go back to.
    pub fn reset(&mut self, block: &str) -> bool {
        let step = self.lesson.block(block).and_then(|block| self.back(block));
        step.is_some_and(|change| self.take_step(vec![change]))
    }

    /// Whether [`Self::reset`] would change anything.
    pub fn can_reset(&self, block: &str) -> bool {
        self.lesson.block(block).is_some_and(|block| self.back(block).is_some())
    }

    /// Gives every block the lesson's text back, takes the learner's cells away and the answers back, as one undoable step. What was
    /// skipped is asked again as well: a page as it was written hides what all its questions hide. Returns whether anything changed.
    pub fn reset_all(&mut self) -> bool {
        let mut step: Vec<DocumentChange> = self.lesson.blocks.iter().filter_map(|block| self.back(block)).collect();
        // From the last on, so that each stands at its place when it is taken.
        step.extend((0..self.scratch.len()).rev().filter_map(|place| self.removal(place)));
        let has_skipped = !self.skipped.is_empty();
        self.skip(BTreeSet::new());
        self.take_step(step) || has_skipped
    }

    /// Whether [`Self::reset_all`] would change anything.
    pub fn can_reset_all(&self) -> bool {
        !self.scratch.is_empty()
            || !self.skipped.is_empty()
            || self.lesson.blocks.iter().any(|block| self.back(block).is_some())
    }

    /// The change that makes a block what the lesson says, if it is not.
    fn back(&self, block: &Block) -> Option<DocumentChange> {
        let id = Arc::clone(&block.id);
        if let Some(&before) = self.answers.get(&id) {
            return Some(DocumentChange::Answer { question: id, before: Some(before), after: None });
        }
        let before = self.changes.get(&id).filter(|_| !block.is_scratch()).map(Arc::clone)?;
        Some(DocumentChange::Text { block: id, before, after: Arc::clone(block.editable()?.text()) })
    }

    /// Makes a change that can be undone. Returns whether there was anything to do.
    fn take_step(&mut self, changes: Vec<DocumentChange>) -> bool {
        if changes.is_empty() {
            return false;
        }
        self.undone.clear();
        let step = UndoStep(changes);
        self.apply(&step, true);
        if self.done.len() == Self::MAX_STEPS {
            self.done.pop_front();
            self.typed_since = self.typed_since.map(|since| since.saturating_sub(1));
        }
        self.done.push_back(step);
        true
    }

    /// Takes the last step back. Returns the block that it had changed (the first of several), for the screen to go to.
    pub fn undo(&mut self) -> Option<BlockId> {
        let step = self.done.pop_back()?;
        self.apply(&step, false);
        let block = step.block();
        self.undone.push(step);
        block
    }

    /// Does again what was undone last. Returns the block that it changed (the first of several).
    pub fn redo(&mut self) -> Option<BlockId> {
        let step = self.undone.pop()?;
        self.apply(&step, true);
        let block = step.block();
        self.done.push_back(step);
        block
    }

    /// How many steps can be undone, and how many done again.
    pub fn history(&self) -> (usize, usize) {
        (self.done.len(), self.undone.len())
    }

    /// Answers a question by the index of an option. An answer is no edit: it is not undone. How sure the learner was of the one before
    /// says nothing of it.
    pub fn answer(&mut self, question: &str, option: usize) {
        if let Some(id) = self.lesson.block(question).map(|block| Arc::clone(&block.id)) {
            self.remember_confidence(&id, None);
            self.answers.insert(id, option);
            self.revision += 1;
        }
    }

    /// Whether the answer given is known to be right: nothing is left to choose then, and a digit too many must not lose it.
    pub fn is_answered_rightly(&self, question: &BlockId, outcome: &EvaluationOutcome) -> bool {
        self.answers.get(question).is_some_and(|given| outcome.answer(question) == Some(*given))
    }

    /// The questions whose veils were lifted without an answer.
    pub fn skipped(&self) -> &BTreeSet<BlockId> {
        &self.skipped
    }

    /// Lifts the veils of exactly these questions.
    pub fn skip(&mut self, questions: BTreeSet<BlockId>) {
        self.revision += u64::from(self.skipped != questions);
        self.skipped = questions;
    }

    /// The answers given, by question.
    pub fn answers(&self) -> &BTreeMap<BlockId, usize> {
        &self.answers
    }

    /// What is remembered of questions besides their answers.
    pub fn reviews(&self) -> &ReviewStates {
        &self.reviews
    }

    /// What is remembered of one question.
    pub fn review(&self, question: &BlockId) -> ReviewState {
        self.reviews.get(question).copied().unwrap_or_default()
    }

    /// Remembers something of a question besides its answer.
    pub fn remember(&mut self, question: &BlockId, review: ReviewState) {
        if self.review(question) == review {
            return;
        }
        if review == ReviewState::default() {
            self.reviews.remove(question);
        } else {
            self.reviews.insert(Arc::clone(question), review);
        }
        self.revision += 1;
    }

    /// Remembers how sure the learner is of the answer just given, or that it was not said.
    pub fn remember_confidence(&mut self, question: &BlockId, confidence: Option<Confidence>) {
        self.remember(question, ReviewState { confidence, ..self.review(question) });
    }

    /// Remembers whether an answer that was given unseen is right, so that a missed question is asked again.
    pub fn grade(&mut self, question: &BlockId, right: usize, today: Day) {
        if let Some(given) = self.answers.get(question).copied() {
            let before = self.review(question);
            self.remember(question, ReviewState { schedule: before.answered(given == right, today), ..before });
        }
    }

    /// The same for each of several answers of which it is known by now which one is right; the others stay in the list, but not a
    /// question whose answer was taken back.
    pub fn grade_known(&mut self, ungraded: &mut BTreeSet<BlockId>, outcome: &EvaluationOutcome, today: Day) {
        ungraded.retain(|id| {
            let right = outcome.answer(id);
            if let Some(right) = right {
                self.grade(id, right, today);
            }
            right.is_none() && self.answers.contains_key(id)
        });
    }

    /// Takes note of the exercises that are solved, and of those that no longer are. What cannot be told now stays as it was.
    pub fn judge(&mut self, outcome: &EvaluationOutcome) {
        let before = self.passed.clone();
        for block in self.lesson.blocks.iter().filter(|block| matches!(block.kind, BlockKind::Exercise(_))) {
            match outcome.verdict(&block.id) {
                Verdict::Passed => _ = self.passed.insert(Arc::clone(&block.id)),
                Verdict::Failed(_) | Verdict::Error(_) => _ = self.passed.remove(&block.id),
                Verdict::Blocked(_) | Verdict::Waiting => {}
            }
        }
        self.revision += u64::from(self.passed != before);
    }

    /// The exercises whose checks held when they were last run.
    pub fn passed(&self) -> &BTreeSet<BlockId> {
        &self.passed
    }

    /// Asks for a lazy cell to be run. The wish holds until it is [settled](Document::settle) or the cell's text changes.
    pub fn run(&mut self, block: &str) {
        if let Some(block) = self.lesson.block(block) {
            self.awaited.insert(Arc::clone(&block.id));
        }
    }

    /// Forgets the wish to run a lazy cell, because it has been run or is no longer wanted.
    pub fn settle(&mut self, block: &str) {
        self.awaited.remove(block);
    }

    /// A lazy cell that was asked to run and has run waits to be asked again.
    pub fn settle_runs(&mut self, outcome: &EvaluationOutcome) {
        let waits = |id: &BlockId| {
            matches!(
                outcome.cell(id).state,
                TaskState::Fresh | TaskState::Stale | TaskState::Lazy | TaskState::Blocked(_)
            )
        };
        self.awaited.retain(waits);
    }

    /// The lazy cells that wait for their run.
    pub fn awaited(&self) -> &BTreeSet<BlockId> {
        &self.awaited
    }

    /// What the page says now. Cheap: the texts are shared, not copied.
    pub fn snapshot(&self) -> Arc<DocumentState> {
        Arc::new(DocumentState {
            lesson: Arc::clone(&self.lesson),
            changes: Arc::clone(&self.changes),
            awaited: self.awaited.clone(),
            left_out: None,
        })
    }

    fn editable(&self, block: &str) -> Option<(BlockId, Arc<str>)> {
        let block = Arc::clone(&self.lesson.block(block)?.id);
        let text = self.source(&block)?;
        Some((block, text))
    }

    /// Sets a text; one that says what the lesson says is no change.
    fn set(&mut self, block: &BlockId, text: &Arc<str>) {
        self.awaited.remove(block);
        let changes = Arc::make_mut(&mut self.changes);
        if self.lesson.text(block) == Some(text) {
            changes.remove(block);
        } else {
            changes.insert(Arc::clone(block), Arc::clone(text));
        }
    }
}

impl DocumentState {
    /// The text of a cell or exercise at that moment.
    pub fn source(&self, block: &str) -> Option<Arc<str>> {
        source(&self.lesson, &self.changes, block)
    }

    /// The page as its author wrote it, with every lazy cell run.
    pub fn written(lesson: Arc<Lesson>) -> Self {
        let awaited = lesson.blocks.iter().map(|block| Arc::clone(&block.id)).collect();
        DocumentState { lesson, changes: Arc::default(), awaited, left_out: None }
    }
}

fn source(lesson: &Lesson, changes: &ChangedTexts, block: &str) -> Option<Arc<str>> {
    changes.get(block).or_else(|| lesson.text(block)).map(Arc::clone)
}

#[cfg(test)]
mod tests;
