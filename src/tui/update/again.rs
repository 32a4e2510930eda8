//! Asking questions again that were missed, some days later.

use std::sync::Arc;

use super::places;
use crate::notebook::document::Document;
use crate::notebook::lesson::BlockId;
use crate::notebook::session::ReviewState;
use crate::notebook::session::review::{self, QuestionRef, ReviewQueue};
use crate::tui::message::Effect;
use crate::tui::model::Model;
use crate::tui::theme::Role;
use crate::words::{say, word};

/// The questions that are to be asked again today, in the order of the course.
pub fn due(model: &Model) -> Vec<QuestionRef> {
    remembered(model).due(model.today)
}

/// What is remembered of all questions: a lesson that is open knows it better than its session.
fn remembered(model: &Model) -> ReviewQueue {
    let whole = model.contents.entries.iter().filter(|entry| entry.problems.is_empty());
    let of_all = whole.flat_map(|entry| {
        let page = model.readings.get(&entry.id).map(|reading| &reading.lesson.document);
        let reviews = page.map_or(&entry.reviews, Document::reviews);
        // A lesson may have lost a question since.
        let is_there = move |id: &BlockId| page.is_none_or(|page| page.lesson().has_question(id));
        let of_entry = move |(id, review): (&BlockId, &ReviewState)| ((Arc::clone(&entry.id), Arc::clone(id)), *review);
        reviews.iter().filter(move |(id, _)| is_there(id)).map(of_entry)
    });
    of_all.collect()
}

/// Goes to the next of them, behind the one that is being asked. Neither its old answer is shown nor what stands around it.
pub(super) fn next(model: &mut Model) -> Vec<Effect> {
    let remembered = remembered(model);
    let due = remembered.due(model.today);
    let Some((lesson, question)) = review::next(&due, model.asking.as_ref()).cloned() else {
        let words = match remembered.first_day() {
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
