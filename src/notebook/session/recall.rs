//! How sure a learner was of an answer, and when a question that was missed is asked again.

use std::sync::Arc;

use super::day::Day;
use crate::notebook::lesson::BlockId;

/// After how many days a missed question is asked again: first after the miss, then after each right answer.
const INTERVALS: [i64; 4] = [1, 3, 7, 14];

/// How sure somebody is of an answer before knowing whether it is right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sureness {
    /// It was guessed.
    Guess,
    /// Somewhat.
    Fairly,
    /// Entirely.
    Sure,
}

impl Sureness {
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
        Self::ALL.into_iter().find(|sureness| sureness.word() == word)
    }
}

/// What is remembered of a question besides its answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Recall {
    /// How sure the learner was of the last answer, if that was said.
    pub sure: Option<Sureness>,
    /// When it is asked again; of a question that was not missed, or is known by now, never.
    pub again: Option<Again>,
}

/// A question that is to be asked again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Again {
    /// The first day on which it is.
    pub due: Day,
    /// How often it was answered rightly since it was missed.
    pub right: usize,
}

impl Recall {
    /// What is remembered after an answer given without knowing the right one. A wrong one begins again; a right one counts only
    /// when the question was due, or it would be answered from memory of a minute ago.
    pub fn answered(self, is_right: bool, today: Day) -> Option<Again> {
        let after = |right: usize| INTERVALS.get(right).map(|days| Again { due: today.after(*days), right });
        match self.again {
            _ if !is_right => after(0),
            Some(again) if again.due <= today => after(again.right.saturating_add(1)),
            again => again,
        }
    }

    /// Whether it is to be asked again by this day.
    pub fn is_due(self, today: Day) -> bool {
        self.again.is_some_and(|again| again.due <= today)
    }
}

/// A question of the course: its lesson, and its block.
pub type Place = (Arc<str>, BlockId);

/// What is remembered of the questions of all lessons, in the order of the course.
#[derive(Clone, Debug, Default)]
pub struct Remembered(Vec<(Place, Recall)>);

impl FromIterator<(Place, Recall)> for Remembered {
    fn from_iter<I: IntoIterator<Item = (Place, Recall)>>(all: I) -> Self {
        Self(all.into_iter().collect())
    }
}

impl Remembered {
    /// Those that are to be asked again by this day.
    pub fn due(&self, today: Day) -> Vec<Place> {
        self.0.iter().filter(|(_, recall)| recall.is_due(today)).map(|(place, _)| place.clone()).collect()
    }

    /// The first day on which any of them is to be asked again.
    pub fn first_day(&self) -> Option<Day> {
        self.0.iter().filter_map(|(_, recall)| recall.again).map(|again| again.due).min()
    }
}

/// Of the questions that are due the one behind that which is being asked; behind the last comes the first.
pub fn next<'d>(due: &'d [Place], asking: Option<&Place>) -> Option<&'d Place> {
    let here = asking.and_then(|asking| due.iter().position(|place| place == asking));
    due.get(here.map_or(0, |here| (here + 1) % due.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(days: i64) -> Day {
        Day::default().after(days)
    }

    fn after(again: Option<Again>, is_right: bool, today: i64) -> Option<Again> {
        Recall { sure: None, again }.answered(is_right, day(today))
    }

    #[test]
    fn a_miss_is_asked_after_one_three_seven_and_fourteen_days_and_then_known() {
        let mut again = after(None, false, 100);
        for (due, next) in [(101, Some(104)), (104, Some(111)), (111, Some(125)), (125, None)] {
            assert_eq!(again.unwrap().due, day(due));
            again = after(again, true, due);
            assert_eq!(again.map(|again| again.due), next.map(day));
        }
    }

    #[test]
    fn a_wrong_answer_begins_again_and_an_early_right_one_does_not_count() {
        let missed = after(None, false, 100);
        assert_eq!(after(missed, true, 100), missed, "the answer was on the screen a minute ago");
        let once = after(missed, true, 101);
        assert_eq!(after(once, false, 104), after(None, false, 104));
        assert_eq!(after(None, true, 100), None, "what was never missed is not asked");
        let recall = Recall { sure: None, again: missed };
        assert!(!recall.is_due(day(100)) && recall.is_due(day(101)) && recall.is_due(day(500)));
    }

    #[test]
    fn those_that_are_due_are_asked_in_turn() {
        let place = |block: &str| (Arc::from("t"), BlockId::from(block));
        let again = |days: i64| Recall { sure: None, again: Some(Again { due: day(days), right: 0 }) };
        let all = [(place("a"), again(5)), (place("b"), Recall::default()), (place("c"), again(3))];
        let all = Remembered::from_iter(all);
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
    fn each_sureness_has_its_word() {
        for sureness in Sureness::ALL {
            assert_eq!(Sureness::of_word(sureness.word()), Some(sureness));
        }
        assert_eq!(Sureness::of_word("very"), None);
    }
}
