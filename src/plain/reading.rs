//! One lesson while it is read aloud: the page, its values, and where the reader is.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::lang::{Control, controls};
use crate::notebook::document::{Document, Restored};
use crate::notebook::element::NameLookup;
use crate::notebook::evaluate::{EvaluationOutcome, TaskReport};
use crate::notebook::lesson::{Block, BlockId, Lesson};
use crate::notebook::library::LessonNumber;
use crate::notebook::session::saved_progress::HelpGiven;
use crate::notebook::session::{Day, SavedProgress};

/// A lesson that has been opened.
#[derive(Debug)]
pub(super) struct Reading {
    /// Its number in the course.
    pub(super) number: Option<LessonNumber>,
    /// The lesson with the learner's changes.
    pub(super) page: Document,
    /// Its values.
    pub(super) outcome: Arc<EvaluationOutcome>,
    /// The block that the reader is at.
    pub(super) at: usize,
    /// What help has been given, by block.
    pub(super) help: BTreeMap<BlockId, HelpGiven>,
    /// The questions answered unseen of which it is not known yet whether the answer is right.
    pub(super) ungraded: BTreeSet<BlockId>,
    /// The exercises that were solved before the last evaluation.
    pub(super) was_passed: BTreeSet<BlockId>,
    /// Whether all of the lesson was answered and solved when that was last looked at.
    pub(super) was_done: bool,
    /// The values that were pinned, to be compared with.
    pub(super) pinned: Option<Arc<EvaluationOutcome>>,
    /// What has been handed over to be kept: the page's revision, and the record of it.
    pub(super) kept: (u64, SavedProgress),
}

impl Reading {
    /// The first page of a lesson that has just been opened.
    pub(super) fn new(lesson: Lesson, number: Option<LessonNumber>) -> Self {
        let page = Document::new(Arc::new(lesson));
        let mut reading = Self {
            number,
            page,
            outcome: Arc::default(),
            at: 0,
            help: BTreeMap::new(),
            ungraded: BTreeSet::new(),
            was_passed: BTreeSet::new(),
            was_done: false,
            pinned: None,
            kept: (0, SavedProgress::default()),
        };
        reading.kept.1 = reading.record();
        reading
    }

    /// Takes up what a session remembers. Says what no longer fits.
    pub(super) fn resume(&mut self, record: &SavedProgress) -> Restored {
        let restored = self.page.restore(record);
        self.help.clone_from(&record.help);
        self.at = record.at.as_ref().and_then(|at| self.position(at)).unwrap_or(0);
        self.kept = (self.page.revision(), record.clone());
        restored
    }

    /// What a session is to remember. Which line was at the top of a screen is kept as long as nobody goes to another block.
    pub(super) fn record(&self) -> SavedProgress {
        let at = self.block().map(|block| Arc::clone(&block.id));
        let top = self.kept.1.top.clone().filter(|_| at == self.kept.1.at);
        SavedProgress { at, top, help: self.help.clone(), ..self.page.record() }
    }

    /// Remembers of answers given unseen whether they were right, as far as that is known.
    pub(super) fn grade(&mut self, today: Day) {
        self.page.grade_known(&mut self.ungraded, &self.outcome, today);
    }

    /// The blocks of the page. Those behind it, of shared examples, are only there while one of them is read.
    pub(super) fn blocks(&self) -> &[Block] {
        let lesson = self.page.lesson();
        let shown = if self.at >= lesson.appendix { lesson.blocks.len() } else { lesson.appendix };
        lesson.blocks.get(..shown).unwrap_or(&lesson.blocks)
    }

    /// Whether a block stands on the page and has something to tell: others a reader is never taken to.
    pub(super) fn is_on_page(&self, place: usize) -> bool {
        self.blocks().get(place).is_some_and(|block| super::block::is_told(self, block))
    }

    /// The title of the lesson, behind its number if it has one.
    pub(super) fn title(&self) -> String {
        let title = &self.page.lesson().front.title;
        self.number.map_or_else(|| title.to_string(), |number| format!("{number}, {title}"))
    }

    /// The block that the reader is at.
    pub(super) fn block(&self) -> Option<&Block> {
        self.page.lesson().blocks.get(self.at)
    }

    /// The name of that block.
    pub(super) fn id(&self) -> Option<BlockId> {
        self.block().map(|block| Arc::clone(&block.id))
    }

    /// Goes to a block of the page as it is now; where that has gone, stays as near to it as the page goes.
    pub(super) fn stay(&mut self, id: Option<&BlockId>) {
        let last = self.page.lesson().appendix.saturating_sub(1);
        self.at = id.and_then(|id| self.position(id)).unwrap_or_else(|| self.at.min(last));
    }

    /// The place of the block of this name, shown or not.
    pub(super) fn position(&self, id: &str) -> Option<usize> {
        self.page.lesson().blocks.iter().position(|block| &*block.id == id)
    }

    /// How the code of a block stands: a cell's, or the learner's text of an exercise.
    pub(super) fn report(&self, block: &Block) -> Option<&TaskReport> {
        self.outcome.code(block)
    }

    /// The present text of a block, if it has one.
    pub(super) fn source(&self, block: &Block) -> Option<Arc<str>> {
        self.page.source(&block.id)
    }

    /// The sliders, matrices and other controls of a block.
    pub(super) fn controls(&self, block: &Block) -> Vec<Control> {
        let source = self.source(block);
        source.map(|source| controls(&crate::lang::parse(&source).program)).unwrap_or_default()
    }

    /// What names mean to who is at the block that the reader is at.
    pub(super) fn names(&self) -> NameLookup<'_> {
        self.block().map_or(NameLookup::of(&self.outcome), |block| NameLookup::at(&self.outcome, &block.id))
    }

    /// The names whose values a block shows, in order.
    pub(super) fn shown(&self, block: &Block) -> Vec<Arc<str>> {
        let (Some(display), Some(report)) = (block.display(), self.report(block)) else { return Vec::new() };
        let (Some(run), Some(program)) = (&report.run, &report.program) else { return Vec::new() };
        display.names(run.values.keys(), program.names.defines.iter().map(|(name, _)| name))
    }

    /// The hints of the block, and how many of them were given.
    pub(super) fn hints_given(&self, block: &Block) -> usize {
        self.help.get(&block.id).map_or(0, |help| help.hints)
    }
}
