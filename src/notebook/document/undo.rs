//! Steps that can be undone and done again, also after a restart.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::Document;
use super::scratch::Scratch;
use crate::notebook::lesson::BlockId;
use crate::notebook::session::history::{DocumentChange, SavedHistory, UndoStep, edition};

impl Document {
    /// Makes a step, or takes it back: the other way round, and from its end.
    pub(super) fn apply(&mut self, step: &UndoStep, forward: bool) {
        for change in step.in_order(forward) {
            self.change(change, forward);
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
            DocumentChange::Cell { id, below, place, text, added } if *added == forward => {
                self.insert(&Scratch { id: Arc::clone(id), after: below.clone() }, *place, text);
            }
            DocumentChange::Cell { place, .. } => self.take_out(*place),
        }
    }

    /// What a session is to remember of what can be undone.
    pub(super) fn saved_history(&self) -> SavedHistory {
        SavedHistory::of(|| self.edition(), &self.done, &self.undone)
    }

    /// The edition of the lesson, counted when it is first asked for: a page is recorded after every change.
    fn edition(&self) -> u64 {
        *self.edition.get_or_init(|| edition(&self.written))
    }

    /// Takes up the steps of a session, if they were made in this edition of the lesson and lead to and from what the page says: another
    /// program, or a hand, may have changed the session since.
    pub(super) fn restore_history(&mut self, history: &SavedHistory) {
        if history.is_empty() || history.is_too_long() || history.edition != self.edition() {
            return;
        }
        let leads = |steps: &[UndoStep], forward| {
            let mut page = self.clone();
            steps.iter().rev().all(|step| page.follows(step, forward))
        };
        if leads(&history.done, false) && leads(&history.undone, true) {
            self.done = history.done.iter().cloned().collect();
            self.undone.clone_from(&history.undone);
        }
    }

    /// Makes a step, or takes it back, if the page says what it begins with. Returns whether it does.
    fn follows(&mut self, step: &UndoStep, forward: bool) -> bool {
        step.in_order(forward).all(|change| {
            let begins = self.begins(change, forward);
            if begins {
                self.change(change, forward);
            }
            begins
        })
    }

    /// Whether the page says what a change begins with.
    fn begins(&self, change: &DocumentChange, forward: bool) -> bool {
        match change {
            DocumentChange::Text { block, before, after } => {
                self.source(block).as_ref() == Some(if forward { before } else { after })
            }
            // What was answered since is no step, so it is not what the steps before say.
            DocumentChange::Answer { question, .. } => self.written.has_question(question),
            DocumentChange::Cell { id, added, place, .. } if *added == forward => {
                self.lesson.block(id).is_none() && *place <= self.scratch.len()
            }
            DocumentChange::Cell { id, place, text, .. } => {
                self.scratch.get(*place).is_some_and(|cell| cell.id == *id) && self.source(id).as_ref() == Some(text)
            }
        }
    }

    /// Whether the page was as the lesson wrote it before the first step that can be undone.
    pub fn began_as_written(&self) -> bool {
        let mut known: BTreeSet<&BlockId> = BTreeSet::new();
        let is_written = |change: &DocumentChange| match change {
            DocumentChange::Text { block, before, .. } => self.written.text(block) == Some(before),
            DocumentChange::Answer { .. } => true,
            DocumentChange::Cell { added, .. } => *added,
        };
        let mut all = self.done.iter().flat_map(|step| &step.0);
        all.all(|change| !known.insert(change.block()) || is_written(change))
            && self.changes.keys().all(|block| known.contains(block))
            && self.scratch.iter().all(|cell| known.contains(&cell.id))
    }
}
