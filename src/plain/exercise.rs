//! An exercise, told: what to do, the reader's code, how it stands, and as much help as was asked for.

use crate::app::lesson::OpenLesson;
use crate::lang::Diagnostic;
use crate::notebook::evaluate::Verdict;
use crate::notebook::lesson::{Block, Exercise};
use crate::words::{say, word};

use super::transcript::Transcript;
use super::{cell, prose, question};

/// An exercise of the lesson.
pub(super) fn describe(open: &OpenLesson, block: &Block, exercise: &Exercise, numbered: bool) -> Transcript {
    let ask = prose::text(open, block, &exercise.ask);
    let mut transcript = Transcript::of(say!("plain-exercise", name = &*block.id, ask));
    transcript.append(cell::code(open, block, numbered));
    transcript.append(cell::results(open, block));
    transcript.append(verdict(open, block, exercise));
    transcript.append(question::hints(open, block, &exercise.hints));
    if open.help.get(&block.id).is_some_and(|help| help.shows_solution()) {
        transcript.append(solution(exercise, numbered));
    }
    transcript
}

/// A text that fulfils the checks.
pub(super) fn solution(exercise: &Exercise, numbered: bool) -> Transcript {
    let mut transcript = Transcript::of(word!("plain-solution"));
    transcript.append(cell::lines_of(exercise.solution.text(), numbered));
    transcript
}

/// How the reader's text stands before the check, and why it does not hold.
pub(super) fn verdict(open: &OpenLesson, block: &Block, exercise: &Exercise) -> Transcript {
    match open.outcome.verdict(&block.id) {
        Verdict::Passed => Transcript::of(solved(exercise.par, open.outcome.score(&block.id))),
        Verdict::Waiting => Transcript::of(word!("plain-unchecked")),
        _ if !open.document.is_changed(&block.id) => Transcript::of(match exercise.par {
            Some(par) => say!("plain-unsolved-par", par),
            None => word!("plain-unsolved").to_owned(),
        }),
        Verdict::Failed(fault) => not_yet(open, block, exercise, &fault.diagnostic),
        Verdict::Error(_) => Transcript::of(word!("plain-attempt-error")),
        Verdict::Blocked(blocked) => Transcript::of(say!("plain-waits", name = &*blocked.name, cell = &*blocked.by)),
    }
}

fn solved(par: Option<i64>, score: Option<i64>) -> String {
    let (Some(par), Some(score)) = (par, score) else { return word!("plain-solved").to_owned() };
    match score.cmp(&par) {
        std::cmp::Ordering::Less => say!("plain-solved-better", score, par),
        std::cmp::Ordering::Equal => say!("plain-solved-par", par),
        std::cmp::Ordering::Greater => say!("plain-solved-over", score, par),
    }
}

/// What the check says, and what does not hold where more is to be said.
fn not_yet(open: &OpenLesson, block: &Block, exercise: &Exercise, diagnostic: &Diagnostic) -> Transcript {
    let mut transcript = Transcript::of(say!("plain-not-yet", message = diagnostic.message.as_str()));
    if let Some(tested) = open.tested(block, exercise, diagnostic) {
        transcript.say(word!("plain-tested"));
        transcript.code(tested);
    }
    transcript
}
