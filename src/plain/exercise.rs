//! An exercise, told: what to do, the reader's code, how it stands, and as much help as was asked for.

use crate::app::lesson::OpenLesson;
use crate::lang::Diagnostic;
use crate::notebook::evaluate::Verdict;
use crate::notebook::lesson::{Block, CellSource, Exercise};
use crate::words::{say, word};

use super::told::Told;
use super::{cell, prose, question};

/// An exercise of the lesson.
pub(super) fn told(open: &OpenLesson, block: &Block, exercise: &Exercise, numbered: bool) -> Told {
    let ask = prose::text(open, block, &exercise.ask);
    let mut told = Told::of(say("plain-exercise", &[("name", (&*block.id).into()), ("ask", ask.into())]));
    told.append(cell::code(open, block, numbered));
    told.append(cell::results(open, block));
    told.append(verdict(open, block, exercise));
    told.append(question::hints(open, block, &exercise.hints));
    if open.help.get(&block.id).is_some_and(|help| help.shows_solution()) {
        told.append(solution(exercise, numbered));
    }
    told
}

/// A text that fulfils the checks.
pub(super) fn solution(exercise: &Exercise, numbered: bool) -> Told {
    let mut told = Told::of(word("plain-solution"));
    told.append(cell::lines_of(exercise.solution.text(), numbered));
    told
}

/// How the reader's text stands before the check, and why it does not hold.
pub(super) fn verdict(open: &OpenLesson, block: &Block, exercise: &Exercise) -> Told {
    match open.outcome.verdict(&block.id) {
        Verdict::Passed => Told::of(solved(exercise.par, open.outcome.score(&block.id))),
        Verdict::Waiting => Told::of(word("plain-unchecked")),
        _ if !open.document.is_changed(&block.id) => Told::of(match exercise.par {
            Some(par) => say("plain-unsolved-par", &[("par", par.into())]),
            None => word("plain-unsolved").to_owned(),
        }),
        Verdict::Failed(fault) => not_yet(&exercise.check, &fault.diagnostic),
        Verdict::Error(_) => Told::of(word("plain-attempt-error")),
        Verdict::Blocked(blocked) => {
            Told::of(say("plain-waits", &[("name", (&*blocked.name).into()), ("cell", (&*blocked.by).into())]))
        }
    }
}

fn solved(par: Option<i64>, score: Option<i64>) -> String {
    let (Some(par), Some(score)) = (par, score) else { return word("plain-solved").to_owned() };
    let name = match score.cmp(&par) {
        std::cmp::Ordering::Less => "plain-solved-better",
        std::cmp::Ordering::Equal => "plain-solved-par",
        std::cmp::Ordering::Greater => "plain-solved-over",
    };
    say(name, &[("score", score.into()), ("par", par.into())])
}

/// What the check says, and what does not hold where it does not say that itself.
fn not_yet(check: &CellSource, diagnostic: &Diagnostic) -> Told {
    let mut told = Told::of(say("plain-not-yet", &[("message", diagnostic.message.as_str().into())]));
    let tested = diagnostic.span.of(check.text()).split_whitespace().collect::<Vec<_>>().join(" ");
    if !tested.is_empty() && !diagnostic.message.contains(&tested) {
        told.say(word("plain-tested"));
        told.code(tested);
    }
    told
}
