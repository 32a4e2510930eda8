//! How sure a learner was of an answer, and when a question that was missed is asked again.

use std::sync::Arc;

use super::day::Day;
use crate::notebook::lesson::BlockId;

/// After how many days a missed question is asked again: first after the miss, then after each right answer.
const INTERVALS: [i64; 4] = [1, 3, 7, 14];

/// How sure somebody is of an answer before knowing whether it is right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Confidence {
    /// It was guessed.
    Guess,
    /// Somewhat.
    Fairly,
    /// Entirely.
    Sure,
}

impl Confidence {
    /// All of them, the least first.
    pub const ALL: [Self; 3] = [Self::Guess, Self::Fairly, Self::Sure];

    /// One word, as a session writes it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Guess => "guess",
            Self::Fairly => "fairly",
            Self::Sure => "sure",
        }
    }

    /// The one of this word.
    pub fn of_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|confidence| confidence.word() == word)
    }
}

/// What is remembered of a question besides its answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReviewState {
    /// How sure the learner was of the last answer, if that was said.
    pub confidence: Option<Confidence>,
    /// When it is asked again; of a question that was not missed, or is known by now, never.
    pub schedule: Option<ReviewSchedule>,
}

/// A question that is to be asked again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReviewSchedule {
    /// The first day on which it is.
    pub due: Day,
    /// How often it was answered rightly since it was missed.
    pub right: usize,
}

impl ReviewState {
    /// What is remembered after an answer given without knowing the right one. A wrong one begins again; a right one counts only
    /// when the question was due, or it would be answered from memory of a minute ago.
    pub fn answered(self, is_right: bool, today: Day) -> Option<ReviewSchedule> {
        let after = |right: usize| INTERVALS.get(right).map(|days| ReviewSchedule { due: today.after(*days), right });
        match self.schedule {
            _ if !is_right => after(0),
            Some(schedule) if schedule.due <= today => after(schedule.right.saturating_add(1)),
            schedule => schedule,
        }
    }

    /// Whether it is to be asked again by this day.
    pub fn is_due(self, today: Day) -> bool {
        self.schedule.is_some_and(|schedule| schedule.due <= today)
    }
}

/// A question of the course: its lesson, and its block.
pub type QuestionRef = (Arc<str>, BlockId);

/// What is remembered of the questions of all lessons, in the order of the course.
#[derive(Clone, Debug, Default)]
pub struct ReviewQueue(Vec<(QuestionRef, ReviewState)>);

impl FromIterator<(QuestionRef, ReviewState)> for ReviewQueue {
    fn from_iter<I: IntoIterator<Item = (QuestionRef, ReviewState)>>(all: I) -> Self {
        Self(all.into_iter().collect())
    }
}

impl ReviewQueue {
    /// Those that are to be asked again by this day.
    pub fn due(&self, today: Day) -> Vec<QuestionRef> {
        self.0.iter().filter(|(_, review)| review.is_due(today)).map(|(place, _)| place.clone()).collect()
    }

    /// The first day on which any of them is to be asked again.
    pub fn first_day(&self) -> Option<Day> {
        self.0.iter().filter_map(|(_, review)| review.schedule).map(|schedule| schedule.due).min()
    }
}

/// Of the questions that are due the one behind that which is being asked; behind the last comes the first.
pub fn next<'d>(due: &'d [QuestionRef], asking: Option<&QuestionRef>) -> Option<&'d QuestionRef> {
    let here = asking.and_then(|asking| due.iter().position(|place| place == asking));
    due.get(here.map_or(0, |here| (here + 1) % due.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(days: i64) -> Day {
        Day::default().after(days)
    }

    fn after(schedule: Option<ReviewSchedule>, is_right: bool, today: i64) -> Option<ReviewSchedule> {
        ReviewState { confidence: None, schedule }.answered(is_right, day(today))
    }

    #[test]
    fn a_miss_is_asked_after_one_three_seven_and_fourteen_days_and_then_known() {
        let mut schedule = after(None, false, 100);
        for (due, next) in [(101, Some(104)), (104, Some(111)), (111, Some(125)), (125, None)] {
            assert_eq!(schedule.unwrap().due, day(due));
            schedule = after(schedule, true, due);
            assert_eq!(schedule.map(|schedule| schedule.due), next.map(day));
        }
    }

    #[test]
    fn a_wrong_answer_begins_again_and_an_early_right_one_does_not_count() {
        let missed = after(None, false, 100);
        assert_eq!(after(missed, true, 100), missed, "the answer was on the screen a minute ago");
        let once = after(missed, true, 101);
        assert_eq!(after(once, false, 104), after(None, false, 104));
        assert_eq!(after(None, true, 100), None, "what was never missed is not asked");
        let review = ReviewState { confidence: None, schedule: missed };
        assert!(!review.is_due(day(100)) && review.is_due(day(101)) && review.is_due(day(500)));
    }

    #[test]
    fn those_that_are_due_are_asked_in_turn() {
        let place = |block: &str| (Arc::from("t"), BlockId::from(block));
        let schedule =
            |days: i64| ReviewState { confidence: None, schedule: Some(ReviewSchedule { due: day(days), right: 0 }) };
        let all = [(place("a"), schedule(5)), (place("b"), ReviewState::default()), (place("c"), schedule(3))];
        let all = ReviewQueue::from_iter(all);
        assert_eq!((all.first_day(), all.due(day(2))), (Some(day(3)), Vec::new()));
        assert_eq!(all.due(day(3)), [place("c")]);
        let due = all.due(day(5));
        assert_eq!(due, [place("a"), place("c")]);
        assert_eq!(next(&due, None), Some(&place("a")));
        assert_eq!(next(&due, Some(&place("a"))), Some(&place("c")));
        assert_eq!(next(&due, Some(&place("c"))), Some(&place("a")));
        assert_eq!(next(&due, Some(&place("b"))), Some(&place("a")), "that one was answered meanwhile");
        assert_eq!(next(&[], None), None);
    }

    #[test]
    fn each_confidence_has_its_word() {
        for confidence in Confidence::ALL {
            assert_eq!(Confidence::of_word(confidence.word()), Some(confidence));
        }
        assert_eq!(Confidence::of_word("very"), None);
    }
}
