//! Asking questions again that were missed, some days later.

use std::sync::Arc;

use super::places;
use crate::notebook::lesson::{Block, BlockId, BlockKind};
use crate::notebook::session::{Again, Recall};
use crate::tui::message::Effect;
use crate::tui::model::Model;
use crate::tui::theme::Role;
use crate::words::{say, word};

/// The questions that are to be asked again today, in the order of the course: the lesson, and the block.
pub fn due(model: &Model) -> Vec<(Arc<str>, BlockId)> {
    let is_due = |(_, _, recall): &(Arc<str>, BlockId, Recall)| recall.is_due(model.today);
    remembered(model).filter(is_due).map(|(lesson, question, _)| (lesson, question)).collect()
}

/// What is remembered of all questions: a lesson that is open knows it better than its session.
fn remembered(model: &Model) -> impl Iterator<Item = (Arc<str>, BlockId, Recall)> {
    let whole = model.contents.entries.iter().filter(|entry| entry.problems.is_empty());
    whole.flat_map(|entry| {
        let reading = model.readings.get(&entry.id);
        let recalls = reading.map_or(&entry.recalls, |reading| reading.page.recalls());
        // A lesson may have lost a question since.
        let is_there = move |id: &BlockId| {
            let is_question = |block: &Block| matches!(block.kind, BlockKind::Question(_));
            reading.is_none_or(|reading| reading.page.lesson().block(id).is_some_and(is_question))
        };
        let of_entry = move |(id, recall): (&BlockId, &Recall)| (Arc::clone(&entry.id), Arc::clone(id), *recall);
        recalls.iter().filter(move |(id, _)| is_there(id)).map(of_entry)
    })
}

/// Goes to the next of them, behind the one that is being asked. Neither its old answer is shown nor what stands around it.
pub(super) fn next(model: &mut Model) -> Vec<Effect> {
    let due = due(model);
    let here = model.asking.as_ref().and_then(|asking| due.iter().position(|question| question == asking));
    let Some((lesson, question)) = due.get(here.map_or(0, |here| (here + 1) % due.len())).cloned() else {
        let next = remembered(model).filter_map(|(_, _, recall)| recall.again).map(|Again { due, .. }| due).min();
        let words = match next {
            Some(day) => say("not-again-before", &[("day", day.to_string().into())]),
            None => word("nothing-missed").to_owned(),
        };
        model.say(Role::Dim, words);
        return Vec::new();
    };
    let effects = places::jump(model, &lesson, Some(Arc::clone(&question)));
    model.say(Role::Text, say("asked-without-its-page", &[("count", due.len().into())]));
    model.asking = Some((lesson, question));
    effects
}

/// Remembers of answers given unseen whether they were right, as soon as that is known.
pub(super) fn grade(model: &mut Model) {
    let today = model.today;
    for reading in model.readings.values_mut() {
        reading.page.grade_known(&mut reading.ungraded, &reading.outcome, today);
    }
}
