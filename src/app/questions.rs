//! Questions and exercises: answers, how sure the learner is of them, hints and solutions.

use std::sync::Arc;

use super::lesson::OpenLesson;
use crate::notebook::evaluate::Verdict;
use crate::notebook::lesson::{BlockId, BlockKind};
use crate::notebook::session::{Confidence, Day};

/// How a question comes to be answered.
#[derive(Clone, Copy, Debug)]
pub struct AnswerSetting {
    /// It was missed some days ago and is asked again: its old answer is not shown.
    pub is_asked_again: bool,
    /// The lesson is presented, and a class votes: it may vote anew, and is not asked again some days later.
    pub is_talk: bool,
}

/// What an answer means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnswerResult {
    /// Nothing: the question had been answered rightly before.
    AlreadyRight,
    /// It is another choice of who has seen which one is right, so it predicts nothing any more.
    Seen,
    /// It was given before the right one was seen: how sure the learner is of it may be said.
    Unseen,
}

/// A hint that was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HintResult {
    /// Whether there was one more.
    pub is_new: bool,
    /// How many are shown now.
    pub given: usize,
    /// How many there are.
    pub all: usize,
}

/// A solution that was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SolutionResult {
    /// It is shown.
    Shown,
    /// It is shown to who asks once more.
    AskAgain {
        /// Whether there are hints that were not given.
        has_more_hints: bool,
    },
}

impl OpenLesson {
    /// Answers a question. The option must be one that it has.
    pub fn answer(&mut self, question: &BlockId, option: usize, setting: AnswerSetting, today: Day) -> AnswerResult {
        if !setting.is_asked_again && self.is_settled(question, setting.is_talk) {
            return AnswerResult::AlreadyRight;
        }
        let is_unseen = setting.is_asked_again || !self.document.answers().contains_key(question);
        self.document.answer(question, option);
        if !is_unseen || setting.is_talk {
            return AnswerResult::Seen;
        }
        self.ungraded.insert(Arc::clone(question));
        self.grade(today);
        AnswerResult::Unseen
    }

    /// Whether nothing is left to choose: who reads has it right. A class may vote anew.
    pub fn is_settled(&self, question: &BlockId, is_talk: bool) -> bool {
        !is_talk && self.document.is_answered_rightly(question, &self.outcome)
    }

    /// Remembers how sure the learner is of the answer just given, if that was said.
    pub fn state_confidence(&mut self, confidence: Option<Confidence>) {
        if let Some(question) = self.id().filter(|_| confidence.is_some()) {
            self.document.remember_confidence(&question, confidence);
        }
    }

    /// Gives one hint more; nothing where the learner is at neither a question nor an exercise.
    pub fn give_hint(&mut self) -> Option<HintResult> {
        let block = self.block()?;
        let all = block.hints()?.len();
        let id = Arc::clone(&block.id);
        let help = self.help.entry(id).or_default();
        let is_new = help.give_hint(all);
        Some(HintResult { is_new, given: help.hints, all })
    }

    /// Asks for the solution of the exercise that the learner is at. It is shown at the second time of asking, and at the first to who
    /// has solved it; nothing where there is no exercise.
    pub fn ask_for_solution(&mut self) -> Option<SolutionResult> {
        let block = self.block()?;
        let BlockKind::Exercise(exercise) = &block.kind else { return None };
        let (id, hints) = (Arc::clone(&block.id), exercise.hints.len());
        let is_solved = matches!(self.outcome.verdict(&id), Verdict::Passed);
        let help = self.help.entry(id).or_default();
        let is_shown = help.ask_for_solution(is_solved);
        let has_more_hints = help.hints < hints;
        Some(if is_shown { SolutionResult::Shown } else { SolutionResult::AskAgain { has_more_hints } })
    }
}

#[cfg(test)]
mod tests;
