//! The page as a session keeps it, and the page as a session gives it back.
//!
//! A lesson may have changed since. What still fits is set again; what does not is kept with the session and told, never
//! dropped and never laid over a text that its author did not see.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::{Document, Scratch};
use crate::notebook::lesson::{Block, BlockId, BlockKind, Lesson, Question};
use crate::notebook::markdown::plain;
use crate::notebook::session::history::{DocumentChange, UndoStep};
use crate::notebook::session::rebase::rebase;
use crate::notebook::session::saved_progress::{Bookmark, Edit, SavedAnswer, SavedProgress, ScratchCell};

/// What has no place in the lesson as it is now.
#[derive(Clone, Debug, Default)]
pub(super) struct Aside {
    edits: Vec<Edit>,
    answers: Vec<SavedAnswer>,
    pub(super) bookmarks: Vec<Bookmark>,
    /// Questions that this edition of the lesson does not have.
    skipped: BTreeSet<BlockId>,
}

/// What became of a session whose lesson has changed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Restored {
    /// The blocks whose text has changed, and whose inputs were moved to where the learner had them.
    pub rebased: Vec<BlockId>,
    /// The blocks of which something is kept that cannot be shown.
    pub aside: Vec<BlockId>,
}

impl Restored {
    /// What the learner must know, in a sentence or two; nothing if all is as it was.
    pub fn message(&self) -> Option<String> {
        let named = |blocks: &[BlockId]| blocks.iter().map(|id| format!("`{id}`")).collect::<Vec<_>>().join(", ");
        let mut said = Vec::new();
        if !self.rebased.is_empty() {
            said.push(format!("the inputs of {} have your values again", named(&self.rebased)));
        }
        if !self.aside.is_empty() {
            said.push(format!("your version of {} no longer fits; it is kept in the session file", named(&self.aside)));
        }
        (!said.is_empty()).then(|| format!("The lesson has changed: {}.", said.join("; ")))
    }
}

impl Document {
    /// What a session is to remember. Where the cursor was and what help was given the screen knows.
    pub fn record(&self) -> SavedProgress {
        let edit = |(id, text): (&BlockId, &Arc<str>)| {
            let was = Arc::clone(self.written.text(id)?);
            Some(Edit { block: Arc::clone(id), was, text: Arc::clone(text) })
        };
        let answer = |(id, &option): (&BlockId, &usize)| {
            let words = question(&self.written, id).and_then(|question| words(question, option));
            SavedAnswer { question: Arc::clone(id), option, words: words.unwrap_or_default() }
        };
        let cell = |cell: &Scratch| ScratchCell {
            id: Arc::clone(&cell.id),
            after: cell.after.clone(),
            text: self.source(&cell.id).unwrap_or_default(),
        };
        SavedProgress {
            lesson: Arc::clone(&self.written.front.id),
            at: None,
            top: None,
            edits: self.changes.iter().filter_map(edit).chain(self.aside.edits.iter().cloned()).collect(),
            scratch: self.scratch.iter().map(cell).collect(),
            answers: self.answers.iter().map(answer).chain(self.aside.answers.iter().cloned()).collect(),
            reviews: self.reviews.clone(),
            help: BTreeMap::new(),
            passed: self.passed.clone(),
            bookmarks: self.kept_bookmarks(),
            skipped: self.skipped.union(&self.aside.skipped).map(Arc::clone).collect(),
            history: self.saved_history(),
        }
    }

    /// Makes a fresh page what the session remembers. Says what no longer fits.
    pub fn restore(&mut self, record: &SavedProgress) -> Restored {
        let mut restored = Restored::default();
        for edit in &record.edits {
            self.restore_edit(edit, &mut restored);
        }
        for answer in &record.answers {
            let fits = question(&self.written, &answer.question).and_then(|question| option(question, answer));
            // The first is the newest: behind it stand those that did not fit before.
            if let Some(option) = fits.filter(|_| !self.answers.contains_key(&answer.question)) {
                self.answers.insert(Arc::clone(&answer.question), option);
            } else {
                restored.aside.push(Arc::clone(&answer.question));
                self.aside.answers.push(answer.clone());
            }
        }
        for cell in &record.scratch {
            let is_taken = self.lesson.block(&cell.id).is_some();
            let id = if is_taken { self.free_name() } else { Arc::clone(&cell.id) };
            self.insert(&Scratch { id, after: cell.after.clone() }, self.scratch.len(), &cell.text);
        }
        let is_exercise =
            |id: &&BlockId| self.written.block(id).is_some_and(|block| matches!(block.kind, BlockKind::Exercise(_)));
        self.reviews.clone_from(&record.reviews);
        self.passed = record.passed.iter().filter(is_exercise).map(Arc::clone).collect();
        self.restore_bookmarks(&record.bookmarks);
        let skipped = record.skipped.iter().map(Arc::clone);
        (self.skipped, self.aside.skipped) = skipped.partition(|id| self.written.has_question(id));
        self.restore_history(&record.history);
        self.revision += 1;
        restored
    }

    fn restore_edit(&mut self, edit: &Edit, restored: &mut Restored) {
        let block = self.written.block(&edit.block);
        let now = block.and_then(Block::editable).map(|source| Arc::clone(source.text()));
        // Of several edits of one block only one can be shown.
        let free = now.filter(|_| !self.changes.contains_key(&edit.block));
        let is_attempt = block.is_some_and(|block| matches!(block.kind, BlockKind::Exercise(_)));
        let text = match &free {
            // An attempt is all the learner's, and its check says whether it still holds.
            Some(_) if is_attempt => Some(Arc::clone(&edit.text)),
            Some(now) if *now == edit.was => Some(Arc::clone(&edit.text)),
            Some(now) => rebase(&edit.was, &edit.text, now).map(Arc::from),
            None => None,
        };
        let Some(text) = text else {
            restored.aside.push(Arc::clone(&edit.block));
            self.aside.edits.push(edit.clone());
            return;
        };
        if !is_attempt && free.is_some_and(|now| now != edit.was) {
            restored.rebased.push(Arc::clone(&edit.block));
        }
        self.set(&edit.block, &text);
    }

    /// Takes the lesson as its author has just written it anew. What the learner did stays, as far as it fits; so do the
    /// steps that can be undone.
    pub fn reload(&mut self, lesson: Arc<Lesson>) -> Restored {
        let mut page = Document::new(lesson);
        let restored = page.restore(&self.record());
        let known: Vec<&Scratch> = self.scratch.iter().collect();
        if page.scratch.iter().collect::<Vec<_>>() == known {
            let holds = |change: &DocumentChange| change.holds(&self.written, &page.written);
            page.done = kept(&self.done, holds);
            page.undone = kept(&self.undone, holds);
        }
        page.revision = self.revision + 1;
        *self = page;
        restored
    }
}

impl DocumentChange {
    /// Whether the change means the same in a new edition of its lesson.
    fn holds(&self, old: &Lesson, new: &Lesson) -> bool {
        match self {
            // A cell of the learner's is in no edition.
            DocumentChange::Text { block, .. } => old.text(block) == new.text(block),
            DocumentChange::Answer { question: id, .. } => match (question(old, id), question(new, id)) {
                (Some(old), Some(new)) => old.options == new.options,
                _ => false,
            },
            DocumentChange::Cell { .. } => true,
        }
    }
}

/// The steps without the changes that mean nothing any more.
fn kept<'s, T: FromIterator<UndoStep>>(
    steps: impl IntoIterator<Item = &'s UndoStep>,
    holds: impl Fn(&DocumentChange) -> bool,
) -> T {
    let kept = steps.into_iter().map(|step| UndoStep(step.0.iter().filter(|change| holds(change)).cloned().collect()));
    kept.filter(|step| !step.0.is_empty()).collect()
}

fn question<'l>(lesson: &'l Lesson, id: &str) -> Option<&'l Question> {
    match &lesson.block(id)?.kind {
        BlockKind::Question(question) => Some(question),
        _ => None,
    }
}

fn words(question: &Question, option: usize) -> Option<String> {
    question.options.get(option).map(|option| plain(option))
}

/// The option that an answer means: the one of its words, wherever it stands now.
fn option(question: &Question, answer: &SavedAnswer) -> Option<usize> {
    let is_meant = |&place: &usize| words(question, place).as_deref() == Some(&answer.words);
    Some(answer.option).filter(is_meant).or_else(|| (0..question.options.len()).find(is_meant))
}
