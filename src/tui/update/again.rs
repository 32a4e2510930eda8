//! Asking questions again that were missed, some days later.

use std::sync::Arc;

use super::places;
use crate::app::review::{self, LessonReviews, NextReview};
use crate::notebook::session::review::{QuestionRef, ReviewQueue};
use crate::tui::message::Effect;
use crate::tui::model::Model;
use crate::tui::theme::Role;
use crate::words::{say, word};

/// The questions that are to be asked again today, in the order of the course.
pub fn due(model: &Model) -> Vec<QuestionRef> {
    remembered(model).due(model.workspace.today)
}

/// What is remembered of all questions: a lesson that is open knows it better than its session.
fn remembered(model: &Model) -> ReviewQueue {
    let whole = model.contents.entries.iter().filter(|entry| entry.problems.is_empty());
    review::queue(whole.map(|entry| {
        let open = model.workspace.lessons.get(&entry.id).map(|reading| &reading.lesson);
        let reviews = open.map_or(&entry.reviews, |open| open.document.reviews());
        LessonReviews { lesson: &entry.id, reviews, open }
    }))
}

/// Goes to the next of them, behind the one that is being asked. Neither its old answer is shown nor what stands around it.
pub(super) fn next(model: &mut Model) -> Vec<Effect> {
    match review::next(&remembered(model), model.workspace.asking.as_ref(), model.workspace.today) {
        NextReview::Ask { question: (lesson, question), due } => {
            let effects = places::jump(model, &lesson, Some(Arc::clone(&question)));
            model.say(Role::Text, say!("asked-without-its-page", count = due));
            model.workspace.asking = Some((lesson, question));
            effects
        }
        NextReview::Nothing { first_day } => {
            let words = match first_day {
                Some(day) => say!("not-again-before", day = day.to_string()),
                None => word!("nothing-missed").to_owned(),
            };
            model.say(Role::Dim, words);
            Vec::new()
        }
    }
}
