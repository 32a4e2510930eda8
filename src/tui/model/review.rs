//! Which questions are to be asked again.

use super::Model;
use crate::app::review::{self, LessonReviews, NextReview};
use crate::notebook::session::review::{QuestionRef, ReviewQueue};

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

/// The next of them, behind the one that is being asked.
pub fn next_question(model: &Model) -> NextReview {
    review::next(&remembered(model), model.workspace.asking.as_ref(), model.workspace.today)
}
