//! What was really solved of a lesson: what counts of its [`LessonGrade`].

use std::collections::BTreeMap;
use std::sync::Arc;

use super::grade::{Answered, Attempted, LessonGrade};
use super::saved_progress::SavedProgress;
use crate::notebook::counted::counted;
use crate::notebook::lesson::BlockId;
use crate::notebook::library::LessonLibrary;
use crate::tensor::stop::Flag;

/// Certificates by their lessons.
pub type Certificates = BTreeMap<Arc<str>, Certificate>;

/// What a learner has done of one lesson.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Certificate {
    /// The questions of the lesson.
    pub questions: usize,
    /// Those whose answer is right, and was not told before it was given.
    pub right: Vec<BlockId>,
    /// Those answered wrongly by somebody who was sure: what is most worth another look.
    pub sure_and_wrong: Vec<BlockId>,
    /// The exercises of the lesson.
    pub exercises: usize,
    /// Those whose checks hold, without a look at the solution.
    pub solved: Vec<BlockId>,
    /// Those whose checks hold, after the solution was shown.
    pub shown: Vec<BlockId>,
}

impl Certificate {
    /// Those of all lessons of which something is kept. They end early when the flag is raised.
    pub fn of_all(library: &LessonLibrary, records: &[SavedProgress], cancel: &Flag) -> Certificates {
        let of = |record: &SavedProgress| {
            let grade = LessonGrade::of(library.open(&record.lesson).ok()?, record, cancel);
            Some((Arc::clone(&record.lesson), Self::of(&grade)))
        };
        records.iter().take_while(|_| !cancel.is_raised()).filter_map(of).collect()
    }

    /// What of a grade can be certified.
    pub fn of(grade: &LessonGrade) -> Self {
        let answers = |is: fn(&Answered) -> bool| {
            grade.questions.iter().filter(|own| is(own)).map(|own| Arc::clone(&own.id)).collect()
        };
        let solved = |with_look: bool| {
            let is = |own: &&Attempted| own.is_solved() && own.shown == with_look;
            grade.exercises.iter().filter(is).map(|own| Arc::clone(&own.id)).collect()
        };
        Self {
            questions: grade.questions.len(),
            right: answers(Answered::is_known),
            sure_and_wrong: answers(Answered::is_sure_and_wrong),
            exercises: grade.exercises.len(),
            solved: solved(false),
            shown: solved(true),
        }
    }

    /// `12 right answers, 5 solved exercises; 3 of 31 lessons complete`.
    pub fn summary(all: &[&Self], lessons: usize) -> String {
        let sum = |count: fn(&Self) -> usize| all.iter().map(|own| count(own)).sum::<usize>();
        let complete = sum(|own| usize::from(own.is_complete()));
        format!(
            "{}, {}; {complete} of {} complete",
            counted(sum(|own| own.right.len()), "right answer"),
            counted(sum(|own| own.solved.len()), "solved exercise"),
            counted(lessons, "lesson")
        )
    }

    /// Whether there is nothing to tell.
    pub fn is_empty(&self) -> bool {
        self.right.is_empty() && self.solved.is_empty() && self.sure_and_wrong.is_empty()
    }

    /// Whether every question is answered rightly, without having been told, and every exercise solved without a look at its solution.
    pub fn is_complete(&self) -> bool {
        self.right.len() == self.questions && self.solved.len() == self.exercises
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notebook::lesson::Lesson;
    use crate::notebook::session::day::Day;
    use crate::notebook::session::grade::tests::LESSON;
    use crate::notebook::session::review::{Confidence, ReviewSchedule, ReviewState};
    use crate::notebook::session::saved_progress::{Edit, HelpGiven, SavedAnswer};

    fn certificate(option: usize, text: &str, asked: u8) -> Certificate {
        let lesson = Lesson::read("t.md", LESSON).unwrap();
        let edit = Edit { block: "double".into(), was: "def double(x):\n    return ...".into(), text: text.into() };
        let words = ["one", "two"][option].to_owned();
        let record = SavedProgress {
            lesson: "t".into(),
            answers: vec![SavedAnswer { question: "sum".into(), option, words }],
            edits: vec![edit],
            help: [("double".into(), HelpGiven { hints: 0, asked })].into(),
            // A file can say anything.
            passed: [BlockId::from("double")].into(),
            ..SavedProgress::default()
        };
        Certificate::of(&LessonGrade::of(lesson, &record, &Flag::default()))
    }

    #[test]
    fn a_solution_that_was_looked_at_afterwards_takes_nothing_away() {
        let mut help = HelpGiven::default();
        assert!(!help.ask_for_solution(false) && help.ask_for_solution(true));
        assert_eq!(help.asked, HelpGiven::AFTERWARDS);
        assert!(help.ask_for_solution(true) && !help.gave_solution_away());
        assert_eq!(certificate(1, "def double(x):\n    return 2 * x", help.asked).solved.len(), 1);
        let mut help = HelpGiven::default();
        assert!(!help.ask_for_solution(false) && help.ask_for_solution(false) && help.ask_for_solution(true));
        assert!(help.gave_solution_away());
    }

    #[test]
    fn an_answer_that_was_told_is_not_known() {
        let lesson = || Lesson::read("t.md", LESSON).unwrap();
        let of = |right: usize| {
            let again = Some(ReviewSchedule { due: Day::default(), right });
            let record = SavedProgress {
                lesson: "t".into(),
                answers: vec![SavedAnswer { question: "sum".into(), option: 1, words: "two".into() }],
                reviews: [("sum".into(), ReviewState { confidence: None, schedule: again })].into(),
                ..SavedProgress::default()
            };
            Certificate::of(&LessonGrade::of(lesson(), &record, &Flag::default())).right.len()
        };
        // Told, and then answered; asked again on another day, and answered.
        assert_eq!((of(0), of(1)), (0, 1));
    }

    #[test]
    fn what_holds_is_counted_and_what_was_shown_is_not() {
        let all = certificate(1, "def double(x):\n    return x + x", 1);
        assert_eq!((all.right.len(), all.solved.len(), all.shown.len()), (1, 1, 0));
        assert!(all.is_complete());
        let shown = certificate(1, "def double(x):\n    return x + x", 2);
        assert_eq!((shown.solved.len(), shown.shown.len()), (0, 1));
        assert!(!shown.is_complete());
    }

    #[test]
    fn who_was_sure_and_wrong_is_told() {
        let certificate = |option: usize, sure: Confidence| {
            let words = ["one", "two"][option].to_owned();
            let record = SavedProgress {
                lesson: "t".into(),
                answers: vec![SavedAnswer { question: "sum".into(), option, words }],
                reviews: [("sum".into(), ReviewState { confidence: Some(sure), schedule: None })].into(),
                ..SavedProgress::default()
            };
            Certificate::of(&LessonGrade::of(Lesson::read("t.md", LESSON).unwrap(), &record, &Flag::default()))
        };
        assert_eq!(certificate(0, Confidence::Sure).sure_and_wrong, [BlockId::from("sum")]);
        assert!(certificate(0, Confidence::Guess).is_empty());
        assert!(certificate(1, Confidence::Sure).sure_and_wrong.is_empty());
    }

    #[test]
    fn nothing_is_believed() {
        let none = certificate(0, "def double(x):\n    return x", 0);
        assert!(none.is_empty(), "{none:?}");
        assert_eq!((none.questions, none.exercises), (1, 1));
    }
}
