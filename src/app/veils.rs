//! What the unanswered questions of an open lesson hide, and how a learner lifts that.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::lesson::OpenLesson;
use crate::notebook::lesson::{Block, BlockId, BlockKind};
use crate::notebook::passages::on_one_line;
use crate::notebook::veils::Veils;

/// What became of the veils of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VeilsResult {
    /// What so many questions hid is shown.
    Lifted(usize),
    /// So many questions hide something again.
    Lowered(usize),
}

impl OpenLesson {
    /// What is hidden now.
    pub fn veils(&self) -> Veils {
        self.veils_where(|question| self.is_hiding(question))
    }

    /// What is hidden while these questions are open.
    pub fn veils_where(&self, is_open: impl Fn(&BlockId) -> bool) -> Veils {
        Veils::of(&self.question_veils, is_open)
    }

    /// Whether a question has neither been answered nor skipped.
    pub fn is_hiding(&self, question: &BlockId) -> bool {
        self.is_unanswered(question) && !self.document.skipped().contains(question)
    }

    fn is_unanswered(&self, question: &BlockId) -> bool {
        !self.document.answers().contains_key(question)
    }

    /// Whether a question without an answer hides something, or would if it had not been skipped.
    pub fn has_veils(&self) -> bool {
        !self.veils_where(|question| self.is_unanswered(question)).is_empty()
    }

    /// The question that the learner is at, if it hides something now.
    pub fn skippable(&self) -> Option<BlockId> {
        let id = self.block().filter(|block| matches!(block.kind, BlockKind::Question(_))).map(|block| &block.id)?;
        self.veils().questions().find(|question| *question == id).map(Arc::clone)
    }

    /// Shows what the question hides that the learner is at. Returns whether it hid something.
    pub fn skip_question(&mut self) -> bool {
        let Some(question) = self.skippable() else { return false };
        let mut skipped = self.document.skipped().clone();
        skipped.insert(question);
        self.document.skip(skipped);
        true
    }

    /// Shows all that the questions of the page hide; where all of it is shown already, hides it again. Nothing where no question is
    /// left that hides something.
    pub fn toggle_veils(&mut self) -> Option<VeilsResult> {
        let unanswered = self.veils_where(|question| self.is_unanswered(question));
        let all: BTreeSet<BlockId> = unanswered.questions().map(Arc::clone).collect();
        let hiding = self.veils().questions().count();
        let (skipped, result) = match (all.len(), hiding) {
            (0, _) => return None,
            (count, 0) => (BTreeSet::new(), VeilsResult::Lowered(count)),
            (_, hiding) => (all, VeilsResult::Lifted(hiding)),
        };
        self.document.skip(skipped);
        Some(result)
    }

    /// The names whose values a block would show and that are hidden, each with the question that hides it.
    pub fn veiled(&self, block: &Block) -> Vec<(Arc<str>, BlockId)> {
        let veils = self.veils();
        let veiled = |name: Arc<str>| {
            let question = veils.over(block, &name).map(Arc::clone)?;
            Some((name, question))
        };
        self.all_shown(block).into_iter().filter_map(veiled).collect()
    }

    /// The question that hides something of what a block computes; then its steps are hidden, too.
    pub fn hides_steps(&self, block: &Block) -> Option<BlockId> {
        let named = self.veiled(block).into_iter().next().map(|(_, question)| question);
        named.or_else(|| self.veils().over_unnamed(block).map(Arc::clone))
    }

    /// The words of a question, by its name.
    pub fn asked(&self, question: &str) -> String {
        match self.document.lesson().block(question).map(|block| &block.kind) {
            Some(BlockKind::Question(of)) => on_one_line(&of.ask),
            _ => String::new(),
        }
    }
}

/// What is hidden, together for each question that hides it.
pub fn by_question(hidden: impl IntoIterator<Item = (Arc<str>, BlockId)>) -> Vec<(BlockId, Vec<Arc<str>>)> {
    let mut questions: Vec<(BlockId, Vec<Arc<str>>)> = Vec::new();
    for (name, question) in hidden {
        match questions.iter_mut().find(|(known, _)| *known == question) {
            Some((_, names)) => names.push(name),
            None => questions.push((question, vec![name])),
        }
    }
    questions
}

#[cfg(test)]
mod tests;
