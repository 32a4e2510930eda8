//! Asking questions again that were missed, some days later.

use std::sync::Arc;

use super::lesson::OpenLesson;
use crate::notebook::session::Day;
use crate::notebook::session::review::{self, QuestionRef, ReviewQueue};
use crate::notebook::session::saved_progress::ReviewStates;

/// What is remembered of the questions of one lesson.
#[derive(Clone, Copy, Debug)]
pub struct LessonReviews<'r> {
    /// The lesson.
    pub lesson: &'r Arc<str>,
    /// What is remembered.
    pub reviews: &'r ReviewStates,
    /// The lesson itself, if it is open.
    pub open: Option<&'r OpenLesson>,
}

/// What is to be asked again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NextReview {
    /// This question.
    Ask {
        /// The question.
        question: QuestionRef,
        /// How many are to be asked today.
        due: usize,
    },
    /// Nothing today.
    Nothing {
        /// The first day on which there is something; none where no question was missed.
        first_day: Option<Day>,
    },
}

/// The questions of these lessons, in their order. A lesson that is open may have lost a question since it was missed.
pub fn queue<'r>(lessons: impl IntoIterator<Item = LessonReviews<'r>>) -> ReviewQueue {
    let of_lesson = |LessonReviews { lesson, reviews, open }: LessonReviews<'r>| {
        let is_there = move |id: &str| open.is_none_or(|open| open.document.lesson().has_question(id));
        let there = reviews.iter().filter(move |(id, _)| is_there(id));
        there.map(|(id, review)| ((Arc::clone(lesson), Arc::clone(id)), *review))
    };
    lessons.into_iter().flat_map(of_lesson).collect()
}

/// Which question is asked next, behind the one that is being asked now.
pub fn next(queue: &ReviewQueue, asking: Option<&QuestionRef>, today: Day) -> NextReview {
    let due = queue.due(today);
    match review::next(&due, asking).cloned() {
        Some(question) => NextReview::Ask { question, due: due.len() },
        None => NextReview::Nothing { first_day: queue.first_day() },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notebook::session::ReviewState;
    use crate::notebook::session::review::ReviewSchedule;

    fn day(days: i64) -> Day {
        Day::default().after(days)
    }

    fn missed(due: &[(&str, i64)]) -> ReviewStates {
        let schedule = |due| Some(ReviewSchedule { due: day(due), right: 0 });
        due.iter().map(|&(id, due)| (id.into(), ReviewState { confidence: None, schedule: schedule(due) })).collect()
    }

    #[test]
    fn what_is_due_is_asked_in_turn() {
        let (a, b) = ("a".into(), "b".into());
        let (of_a, of_b) = (missed(&[("one", 1), ("two", 9)]), missed(&[("one", 2)]));
        let all = [(&a, &of_a), (&b, &of_b)].map(|(lesson, reviews)| LessonReviews { lesson, reviews, open: None });
        let queue = queue(all);
        let asked = |asking: Option<&QuestionRef>, today| match next(&queue, asking, day(today)) {
            NextReview::Ask { question, due } => (question, due),
            NextReview::Nothing { first_day } => panic!("nothing before {first_day:?}"),
        };
        let (first, due) = asked(None, 5);
        assert_eq!((&*first.0, &*first.1, due), ("a", "one", 2));
        let (second, _) = asked(Some(&first), 5);
        assert_eq!((&*second.0, &*second.1), ("b", "one"));
        assert_eq!(asked(Some(&second), 5).0, first, "behind the last comes the first");
        assert_eq!(next(&queue, None, day(0)), NextReview::Nothing { first_day: Some(day(1)) });
    }

    #[test]
    fn where_nothing_was_missed_there_is_no_day() {
        assert_eq!(next(&queue([]), None, day(5)), NextReview::Nothing { first_day: None });
    }

    #[test]
    fn a_question_that_an_open_lesson_has_lost_is_not_asked() {
        let text = "---\ntitle: T\nid: t\n---\nProse.\n";
        let lesson = crate::notebook::lesson::Lesson::read("t.md", text).unwrap();
        let (open, id, reviews) = (OpenLesson::new(lesson, None), "t".into(), missed(&[("gone", 1)]));
        let lost = LessonReviews { lesson: &id, reviews: &reviews, open: Some(&open) };
        assert_eq!(next(&queue([lost]), None, day(5)), NextReview::Nothing { first_day: None });
        let closed = LessonReviews { open: None, ..lost };
        assert!(matches!(next(&queue([closed]), None, day(5)), NextReview::Ask { due: 1, .. }));
    }
}
