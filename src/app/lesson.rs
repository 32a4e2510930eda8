//! A lesson that has been opened: the page with the learner's changes, its values, and where the learner is.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::comparison::{ComparisonSource, PageComparison};
use super::event::AppRequest;
use super::page_gradient::{PageGradient, PendingGradient};
use crate::lang::{Assertion, Control, Diagnostic, controls, parse};
use crate::notebook::document::{Document, Restored};
use crate::notebook::element::NameLookup;
use crate::notebook::evaluate::{EvaluationOutcome, TaskReport};
use crate::notebook::lesson::{Block, BlockId, Exercise, Lesson};
use crate::notebook::library::LessonNumber;
use crate::notebook::session::saved_progress::HelpGiven;
use crate::notebook::session::{Day, LessonProgress, SavedProgress};
use crate::notebook::veils::QuestionVeil;

/// How the values of a page stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EvaluationState {
    /// They are those of its text, as far as somebody has asked for them.
    Done,
    /// Newer ones are on their way.
    Pending,
    /// They have been so for long enough to say it.
    Late,
}

/// A lesson that has been opened.
#[derive(Debug)]
pub struct OpenLesson {
    /// Its number in the course.
    pub number: Option<LessonNumber>,
    /// The lesson with the learner's changes.
    pub document: Document,
    /// The newest values.
    pub outcome: Arc<EvaluationOutcome>,
    /// How these stand.
    pub evaluation: EvaluationState,
    /// The block that the learner is at.
    pub at: usize,
    /// Whether the blocks behind the page are shown: cells of shared examples that the lesson uses without showing them.
    pub shows_appendix: bool,
    /// The line at the top of the screen, as it was told last: a block, and which of its lines.
    top: Option<(BlockId, u32)>,
    /// The block that the learner was at then: elsewhere that line says nothing.
    top_at: Option<BlockId>,
    /// What help has been given, by block.
    pub help: BTreeMap<BlockId, HelpGiven>,
    /// The exercises that were solved before the newest values came.
    pub was_passed: BTreeSet<BlockId>,
    /// The other state of the page that it is held beside.
    pub comparison: Option<PageComparison>,
    /// The gradient that is read on it.
    pub gradient: Option<PageGradient>,
    /// The gradient that is on its way.
    pub(super) pending_gradient: Option<PendingGradient>,
    /// The other state of the page whose values are on their way.
    pub(super) pending: Option<ComparisonSource>,
    /// What each question of the lesson hides until it is answered.
    pub(super) question_veils: Vec<Arc<QuestionVeil>>,
    /// The questions answered unseen of which it is not known yet whether the answer is right.
    pub(super) ungraded: BTreeSet<BlockId>,
    /// Whether all of the lesson was answered and solved when that was last looked at.
    was_done: bool,
    /// What has been handed over to be saved: the revision of the document, and the record of it.
    saved: (u64, SavedProgress),
}

impl OpenLesson {
    /// A lesson at its first block, without values.
    pub fn new(lesson: Lesson, number: Option<LessonNumber>) -> Self {
        let question_veils = QuestionVeil::all(&lesson);
        let mut open = Self {
            number,
            question_veils,
            document: Document::new(Arc::new(lesson)),
            outcome: Arc::default(),
            evaluation: EvaluationState::Done,
            at: 0,
            shows_appendix: false,
            top: None,
            top_at: None,
            help: BTreeMap::new(),
            was_passed: BTreeSet::new(),
            comparison: None,
            gradient: None,
            pending_gradient: None,
            pending: None,
            ungraded: BTreeSet::new(),
            was_done: false,
            saved: (0, SavedProgress::default()),
        };
        open.saved.1 = open.record();
        open
    }

    /// Takes up what a session remembers. Says what no longer fits.
    pub fn resume(&mut self, record: &SavedProgress) -> Restored {
        let restored = self.document.restore(record);
        self.help.clone_from(&record.help);
        self.visit(record.at.as_ref().and_then(|at| self.position(at)).unwrap_or(0));
        (self.top, self.top_at) = (record.top.clone(), record.at.clone());
        self.saved = (self.document.revision(), record.clone());
        restored
    }

    /// What a session is to remember.
    pub fn record(&self) -> SavedProgress {
        let at = self.id();
        let top = self.top.clone().filter(|_| at == self.top_at);
        SavedProgress { at, top, help: self.help.clone(), ..self.document.record() }
    }

    /// Whether the page has changed since it was handed over last.
    pub fn has_changed(&self) -> bool {
        self.saved.0 != self.document.revision()
    }

    /// What is to be saved because the page has changed since it was handed over last.
    pub fn changed_record(&mut self) -> Option<SavedProgress> {
        if !self.has_changed() {
            return None;
        }
        let record = self.record();
        self.top.clone_from(&record.top);
        self.saved = (self.document.revision(), record.clone());
        Some(record)
    }

    /// What is to be saved of a page on which nothing changed but where the learner is, or what help was given.
    pub fn moved_record(&mut self) -> Option<SavedProgress> {
        let record = Some(self.record()).filter(|record| !self.has_changed() && self.saved.1 != *record)?;
        self.top.clone_from(&record.top);
        self.saved.1 = record.clone();
        Some(record)
    }

    /// This line is at the top of the screen.
    pub fn tell_top(&mut self, top: Option<(BlockId, u32)>) {
        (self.top, self.top_at) = (top, self.id());
    }

    /// The screen begins at this line. Nothing of that is to be saved before it moves.
    #[must_use]
    pub fn from_top(mut self, top: Option<(BlockId, u32)>) -> Self {
        self.tell_top(top);
        self.saved.1 = self.record();
        self
    }

    /// The blocks of the page; those behind it only while they are shown.
    pub fn blocks(&self) -> &[Block] {
        let lesson = self.document.lesson();
        let shown = if self.shows_appendix { lesson.blocks.len() } else { lesson.appendix };
        lesson.blocks.get(..shown).unwrap_or(&lesson.blocks)
    }

    /// Where the learner is in the lesson or, while at one of them, among the cells that it shares with others: the number of the block,
    /// from 1, and how many there are. The lesson has as many blocks whether the shared cells are shown or not.
    pub fn progress(&self) -> (usize, usize) {
        let (own, all) = (self.document.lesson().appendix, self.document.lesson().blocks.len());
        if self.is_at_shared_cell() { (self.at + 1 - own, all - own) } else { ((self.at + 1).min(own), own) }
    }

    /// Whether the learner is at a cell that the lesson shares with others, after its own blocks.
    pub fn is_at_shared_cell(&self) -> bool {
        self.is_behind_page(self.at) && self.block().is_some()
    }

    /// Shows the blocks behind the page if this is one of them.
    pub fn reveal(&mut self, place: usize) {
        self.shows_appendix |= self.is_behind_page(place);
    }

    /// Whether a block stands behind the page: a cell of a shared example.
    pub(super) fn is_behind_page(&self, place: usize) -> bool {
        place >= self.document.lesson().appendix
    }

    /// The block that the learner is at.
    pub fn block(&self) -> Option<&Block> {
        self.blocks().get(self.at)
    }

    /// The name of that block.
    pub fn id(&self) -> Option<BlockId> {
        self.block().map(|block| Arc::clone(&block.id))
    }

    /// The place of the block of this name, shown or not.
    pub fn position(&self, id: &str) -> Option<usize> {
        self.document.lesson().blocks.iter().position(|block| &*block.id == id)
    }

    /// Goes to one of the blocks that are shown: to the last if there are fewer.
    pub fn select(&mut self, place: usize) {
        self.at = place.min(self.blocks().len().saturating_sub(1));
    }

    /// Goes to a block; those behind the page are shown exactly while the learner is at one of them.
    pub fn visit(&mut self, place: usize) {
        self.at = place;
        self.shows_appendix = self.is_behind_page(place);
    }

    /// Goes to a block of the page as it is now; where that has gone, stays as near to it as the page goes.
    pub fn stay_at(&mut self, id: Option<&BlockId>) {
        let last = self.document.lesson().appendix.saturating_sub(1);
        self.visit(id.and_then(|id| self.position(id)).unwrap_or_else(|| self.at.min(last)));
    }

    /// Asks for the values of the page as it is now.
    pub fn request_values(&mut self) -> AppRequest {
        if self.evaluation == EvaluationState::Done {
            self.evaluation = EvaluationState::Pending;
        }
        AppRequest::Evaluate(self.document.snapshot())
    }

    /// Whether newer values are on their way.
    pub fn awaits_values(&self) -> bool {
        self.evaluation != EvaluationState::Done
    }

    /// Takes new values: runs of cells that were asked for are settled; exercises and answers are judged by them.
    pub fn take(&mut self, outcome: Arc<EvaluationOutcome>, today: Day) {
        self.show(outcome, EvaluationState::Done);
        self.was_passed.clone_from(self.document.passed());
        self.document.settle_runs(&self.outcome);
        self.document.judge(&self.outcome);
        self.grade(today);
    }

    /// Takes values of which more are to come.
    pub fn take_partial(&mut self, outcome: Arc<EvaluationOutcome>, today: Day) {
        self.show(outcome, EvaluationState::Late);
        self.grade(today);
    }

    /// A gradient is of the values that were; of these it is to be read anew.
    fn show(&mut self, outcome: Arc<EvaluationOutcome>, evaluation: EvaluationState) {
        (self.outcome, self.evaluation) = (outcome, evaluation);
        self.unread_gradient();
    }

    /// Takes the lesson as it has just been written anew. Says what no longer fits.
    pub fn reload(&mut self, lesson: Lesson) -> Restored {
        self.evaluation = EvaluationState::Pending;
        self.unread_gradient();
        self.question_veils = QuestionVeil::all(&lesson);
        self.document.reload(Arc::new(lesson))
    }

    fn unread_gradient(&mut self) {
        if let Some(gradient) = self.gradient.take() {
            self.pending_gradient = Some(gradient.again());
        }
    }

    /// Remembers of answers given unseen whether they were right, as far as that is known.
    pub(super) fn grade(&mut self, today: Day) {
        self.document.grade_known(&mut self.ungraded, &self.outcome, today);
    }

    fn is_done(&self) -> bool {
        LessonProgress::of(&self.document).is_done()
    }

    /// Whether the last question has just been answered, or the last exercise solved: true once.
    pub fn has_just_been_done(&mut self) -> bool {
        let is_done = self.is_done();
        let was_done = std::mem::replace(&mut self.was_done, is_done);
        is_done && !was_done
    }

    /// How the code of a block stands: a cell's, or the learner's text of an exercise.
    pub fn report(&self, block: &Block) -> Option<&TaskReport> {
        self.outcome.code(block)
    }

    /// The same by the place of the block.
    pub fn report_at(&self, place: usize) -> Option<&TaskReport> {
        self.report(self.document.lesson().blocks.get(place)?)
    }

    /// The present text of a block, if it has one.
    pub fn source(&self, block: &Block) -> Option<Arc<str>> {
        self.document.source(&block.id)
    }

    /// The sliders, matrices and other controls of a block.
    pub fn controls(&self, block: &Block) -> Vec<Control> {
        self.source(block).map(|source| controls(&parse(&source).program)).unwrap_or_default()
    }

    /// What names mean to who is at the block that the learner is at.
    pub fn names(&self) -> NameLookup<'_> {
        self.block().map_or(NameLookup::of(&self.outcome), |block| NameLookup::at(&self.outcome, &block.id))
    }

    /// The names whose values a block shows, in order; without those that a question hides.
    pub fn shown(&self, block: &Block) -> Vec<Arc<str>> {
        let veils = self.veils();
        self.all_shown(block).into_iter().filter(|name| veils.over(block, name).is_none()).collect()
    }

    /// The same, hidden or not.
    pub(super) fn all_shown(&self, block: &Block) -> Vec<Arc<str>> {
        let (Some(display), Some(report)) = (block.display(), self.report(block)) else { return Vec::new() };
        let (Some(run), Some(program)) = (&report.run, &report.program) else { return Vec::new() };
        display.names(run.values.keys(), program.names.defines.iter().map(|(name, _)| name))
    }

    /// What does not hold of an exercise's check, as code, where the message does not say it itself. An author's own message is enough for
    /// who has not asked for help: the code comes with the first hint, or with the solution.
    pub fn tested(&self, block: &Block, exercise: &Exercise, diagnostic: &Diagnostic) -> Option<String> {
        let words = diagnostic.span.of(exercise.check.text()).split_whitespace();
        let tested = words.collect::<Vec<_>>().join(" ");
        let is_helped = self.help.get(&block.id).is_some_and(|help| help.hints > 0 || help.shows_solution());
        let is_enough = diagnostic.assertion == Some(Assertion::Worded) && !is_helped;
        (!tested.is_empty() && !diagnostic.message.contains(&tested) && !is_enough).then_some(tested)
    }

    /// How many hints of a block were given.
    pub fn hints_given(&self, block: &Block) -> usize {
        self.help.get(&block.id).map_or(0, |help| help.hints)
    }
}

#[cfg(test)]
mod tests;
