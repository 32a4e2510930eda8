//! What a change has moved, in a few lines: how much of the page, what somebody has set, and what is near to the reader. A new
//! sentence gives every tensor of a page another shape, and nobody listens to thirty lines of that.

use crate::app::lesson::OpenLesson;
use crate::notebook::compare::{ChangedValue, summary};
use crate::notebook::evaluate::EvaluationOutcome;
use crate::notebook::lesson::BlockId;
use crate::words::{say, word};

use super::changes;
use super::speech::listed;
use super::transcript::Transcript;

/// How many lines are told as they are.
const FEW: usize = 8;
/// How many values near to the reader are told.
const NEAR: usize = 3;

/// From `before` to the values of now, after a change of the text of a block: what is told, and all of it where that is only a part.
pub(super) fn describe(
    open: &OpenLesson,
    before: &EvaluationOutcome,
    changed: Option<&BlockId>,
) -> (Transcript, Transcript) {
    let whole = changes::describe(open, before, changed);
    if whole.count() <= FEW {
        return (whole, Transcript::default());
    }
    (short(open, before, changed), whole)
}

fn short(open: &OpenLesson, before: &EvaluationOutcome, changed: Option<&BlockId>) -> Transcript {
    let moved = summary(open.document.lesson(), &open.outcome, before).moved;
    let reshaped = moved.iter().filter(|moved| changes::is_reshaped(open, before, moved)).count();
    let (set, near) = chosen(open, &moved, changed);
    let mut transcript = Transcript::default();
    for moved in set {
        transcript.say(changes::line(open, before, moved));
    }
    transcript.append(changes::faults(open, before));
    transcript.say(say!("plain-gist", count = moved.len(), reshaped));
    for moved in near {
        transcript.say(changes::line(open, before, moved));
    }
    transcript.append(texts(open, before));
    transcript.append(changes::exercises(open, before));
    transcript.say(word!("plain-gist-more"));
    transcript
}

/// What somebody has set; and what the block shows that the reader is at or, if nothing has moved there but that, the next where
/// something has.
fn chosen<'m>(
    open: &OpenLesson,
    all: &'m [ChangedValue],
    changed: Option<&BlockId>,
) -> (Vec<&'m ChangedValue>, Vec<&'m ChangedValue>) {
    let set: Vec<&ChangedValue> = all.iter().filter(|moved| changes::is_set(open, moved, changed)).collect();
    let is_beside = |moved: &ChangedValue| !set.is_empty() && changed == Some(&moved.cell);
    let rest = || all.iter().filter(|moved| !is_beside(moved) && changes::is_shown(open, moved));
    let place = |moved: &&ChangedValue| open.position(&moved.cell).unwrap_or(usize::MAX);
    // What stands above the reader was told already, and is asked for by its name.
    let near = rest().map(|moved| place(&moved)).filter(|place| *place >= open.at).min();
    let near = near.or_else(|| rest().map(|moved| place(&moved)).max());
    let here = rest().filter(|moved| Some(place(moved)) == near).take(NEAR).collect();
    (set, here)
}

/// The numbers of the text that the reader is at, and in which blocks there are others.
fn texts(open: &OpenLesson, before: &EvaluationOutcome) -> Transcript {
    let all = changes::words(open, before);
    let (here, others): (Vec<_>, Vec<_>) = all.into_iter().partition(|(place, _)| *place == open.at);
    let mut transcript = Transcript::default();
    for (_, line) in here {
        transcript.say(line);
    }
    if !others.is_empty() {
        let blocks: Vec<String> = others.iter().map(|(place, _)| (place + 1).to_string()).collect();
        transcript.say(say!("plain-gist-text", blocks = listed(&blocks)));
    }
    transcript
}
