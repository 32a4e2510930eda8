//! What a change has moved, in a few lines: how much of the page, what somebody has set, and what is near to the reader. A new
//! sentence gives every tensor of a page another shape, and nobody listens to thirty lines of that.

use crate::notebook::compare::{ChangedValue, summary};
use crate::notebook::evaluate::EvaluationOutcome;
use crate::notebook::lesson::BlockId;
use crate::words::{say, word};

use super::changes;
use super::reading::Reading;
use super::speech::listed;
use super::told::Told;

/// How many lines are told as they are.
const FEW: usize = 8;
/// How many values near to the reader are told.
const NEAR: usize = 3;

/// From `before` to the values of now, after a change of the text of a block: what is told, and all of it where that is only a part.
pub(super) fn told(reading: &Reading, before: &EvaluationOutcome, changed: Option<&BlockId>) -> (Told, Told) {
    let whole = changes::told(reading, before);
    if whole.count() <= FEW {
        return (whole, Told::default());
    }
    (short(reading, before, changed), whole)
}

fn short(reading: &Reading, before: &EvaluationOutcome, changed: Option<&BlockId>) -> Told {
    let moved = summary(reading.page.lesson(), &reading.outcome, before).moved;
    let reshaped = moved.iter().filter(|moved| changes::is_reshaped(reading, before, moved)).count();
    let mut told = changes::faults(reading, before);
    told.say(say("plain-gist", &[("count", moved.len().into()), ("reshaped", reshaped.into())]));
    for moved in chosen(reading, &moved, changed) {
        told.say(changes::line(reading, before, moved));
    }
    told.append(texts(reading, before));
    told.append(changes::exercises(reading, before));
    told.say(word("plain-gist-more"));
    told
}

/// What somebody has set, and what the block shows that the reader is at; or, if nothing has moved there but that, the next where
/// something has.
fn chosen<'m>(reading: &Reading, all: &'m [ChangedValue], changed: Option<&BlockId>) -> Vec<&'m ChangedValue> {
    let is_set = |moved: &&ChangedValue| changed == Some(&moved.cell) && is_input(reading, moved);
    let set: Vec<&ChangedValue> = all.iter().filter(is_set).collect();
    let is_beside = |moved: &ChangedValue| !set.is_empty() && changed == Some(&moved.cell);
    let rest = || all.iter().filter(|moved| !is_beside(moved) && changes::is_shown(reading, moved));
    let place = |moved: &&ChangedValue| reading.position(&moved.cell).unwrap_or(usize::MAX);
    // What stands above the reader was told already, and is asked for by its name.
    let near = rest().map(|moved| place(&moved)).filter(|place| *place >= reading.at).min();
    let near = near.or_else(|| rest().map(|moved| place(&moved)).max());
    let here = rest().filter(|moved| Some(place(moved)) == near).take(NEAR);
    set.iter().copied().chain(here).collect()
}

fn is_input(reading: &Reading, moved: &ChangedValue) -> bool {
    let block = reading.page.lesson().block(&moved.cell);
    block.is_some_and(|block| reading.controls(block).iter().any(|control| control.name == moved.name))
}

/// The numbers of the text that the reader is at, and in which blocks there are others.
fn texts(reading: &Reading, before: &EvaluationOutcome) -> Told {
    let all = changes::words(reading, before);
    let (here, others): (Vec<_>, Vec<_>) = all.into_iter().partition(|(place, _)| *place == reading.at);
    let mut told = Told::default();
    for (_, line) in here {
        told.say(line);
    }
    if !others.is_empty() {
        let blocks: Vec<String> = others.iter().map(|(place, _)| (place + 1).to_string()).collect();
        told.say(say("plain-gist-text", &[("blocks", listed(&blocks).into())]));
    }
    told
}
