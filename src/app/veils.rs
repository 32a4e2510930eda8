//! What the unanswered questions of an open lesson hide, and how a learner lifts that.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::lesson::OpenLesson;
use crate::notebook::evaluate::EvaluationOutcome;
use crate::notebook::lesson::{Block, BlockId, BlockKind};
use crate::notebook::passages::on_one_line;
use crate::notebook::veils::{VEIL, Veils};
use crate::notebook::why::{self, ElementRef, WhyAnswer};
use crate::tensor::{Expr, Operand};

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

    /// The blocks of the page in which a question hides something now, by their places.
    pub fn hidden_blocks(&self, question: &BlockId) -> Vec<usize> {
        let veils = self.veils();
        let hides = |block: &Block| {
            let mut numbers = block.numbers();
            self.veiled(block).iter().any(|(_, by)| by == question)
                || self.report(block).is_some() && veils.over_unnamed(block) == Some(question)
                || numbers.any(|number| veils.over_number(&block.id, number.index) == Some(question))
        };
        self.blocks().iter().enumerate().filter(|(_, block)| hides(block)).map(|(place, _)| place).collect()
    }

    /// The question that hides something nearest to the learner: the next one, or else the last before.
    pub fn nearest_hiding(&self) -> Option<usize> {
        let places: Vec<usize> = self.veils().questions().filter_map(|question| self.position(question)).collect();
        places.iter().find(|place| **place >= self.at).or(places.last()).copied()
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

    /// The question that hides what a name means where the learner is. What has a name only while its cell runs is a step of that cell.
    pub fn question_over_name(&self, name: &str) -> Option<BlockId> {
        let (id, _) = self.names().standing(name)?;
        let block = self.document.lesson().block(id)?;
        let named = self.veils().over(block, name).map(Arc::clone);
        let is_step = self.outcome.definition(name).is_none();
        named.or_else(|| self.hides_steps(block).filter(|_| is_step))
    }

    /// The question that hides what is called so, a name or code: it is the value of a name that is hidden, or made of one.
    pub fn question_over_code(&self, veils: &Veils, called: &str) -> Option<BlockId> {
        let over = |name: &str| {
            let defined = self.outcome.definition(name).and_then(|(id, _)| self.document.lesson().block(id));
            veils.over_name(name).or_else(|| veils.over(defined?, name)).map(Arc::clone)
        };
        called.split(|letter: char| !letter.is_alphanumeric() && letter != '_').find_map(over)
    }

    /// The question that hides an element of an outcome, wherever the page shows it.
    pub fn question_over_element(
        &self,
        veils: &Veils,
        outcome: &EvaluationOutcome,
        element: &ElementRef,
    ) -> Option<BlockId> {
        if veils.is_empty() {
            return None;
        }
        let made = why::why_element(outcome, element)?;
        let name = &*made.subject.name;
        // What has no name of its own is a step of its cell.
        let over_steps = || {
            let source = made.made_in.as_ref().filter(|_| self.outcome.definition(name).is_none())?;
            self.hides_steps(self.document.lesson().block(&source.block)?)
        };
        self.question_over_code(veils, name).or_else(over_steps)
    }

    /// An explanation without the numbers that a question hides, which cannot be asked on either.
    pub fn under_veils(&self, veils: &Veils, mut answer: WhyAnswer) -> WhyAnswer {
        if !veils.is_empty() {
            let is_hidden = |called: &str| self.question_over_code(veils, called).is_some();
            for way in answer.operands.iter_mut().chain(&mut answer.reads).filter(|way| is_hidden(&way.name)) {
                (way.value, way.asked) = (Some(VEIL.to_owned()), None);
            }
        }
        answer
    }

    /// The words of a question, by its name.
    pub fn asked(&self, question: &str) -> String {
        match self.document.lesson().block(question).map(|block| &block.kind) {
            Some(BlockKind::Question(of)) => on_one_line(&of.ask),
            _ => String::new(),
        }
    }
}

/// The operands of an explanation that are hidden in it.
pub fn hidden_operands(answer: &WhyAnswer) -> Vec<Operand> {
    let operands = answer.explanation.operands().into_iter().zip(&answer.operands);
    operands.filter(|(_, named)| named.is_hidden()).map(|(operand, _)| operand).collect()
}

/// Whether two operands of a formula are the same element.
pub fn is_same_operand(one: &Operand, other: &Operand) -> bool {
    one.input == other.input && one.index == other.index
}

/// Whether one of these operands is in one of these formulas: then their number would tell it.
pub fn reads_hidden<'e>(hidden: &[Operand], formulas: impl IntoIterator<Item = &'e Expr>) -> bool {
    let is_hidden = |operand: &Operand| hidden.iter().any(|one| is_same_operand(one, operand));
    !hidden.is_empty() && formulas.into_iter().any(|formula| formula.operands().iter().any(is_hidden))
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
