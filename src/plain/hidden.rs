//! What a question hides until it is answered: what is said in its place.

use std::sync::Arc;

use super::speech::listed;
use super::transcript::Transcript;
use crate::app::lesson::OpenLesson;
use crate::app::veils::by_question;
use crate::notebook::lesson::BlockId;
use crate::words::say;

/// That values are hidden, and which question is to be answered first.
pub(super) fn told(open: &OpenLesson, names: &[String], question: &BlockId) -> String {
    let place = open.position(question).map_or(0, |place| place + 1);
    say!("plain-hidden-values", names = listed(names), block = place, ask = open.asked(question))
}

/// The same of values that several questions hide: a line for each question.
pub(super) fn all_told(open: &OpenLesson, hidden: Vec<(Arc<str>, BlockId)>) -> Transcript {
    let mut transcript = Transcript::default();
    let names = |names: Vec<Arc<str>>| names.iter().map(ToString::to_string).collect::<Vec<_>>();
    for (question, of) in by_question(hidden) {
        transcript.say(told(open, &names(of), &question));
    }
    transcript
}

/// Why what a name means is not told, if a question hides it.
pub(super) fn refusal(open: &OpenLesson, name: &str) -> Option<String> {
    open.question_over_name(name).map(|question| told(open, &[name.to_owned()], &question))
}
