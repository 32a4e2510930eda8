//! A learner's work on one lesson, question by question and exercise by exercise: computed anew from what a session remembers,
//! never taken from what it says.

use std::sync::Arc;

use super::review::Confidence;
use super::saved_progress::SavedProgress;
use crate::notebook::document::Document;
use crate::notebook::evaluate::{EvaluationOutcome, Verdict, evaluate_until};
use crate::notebook::lesson::{Block, BlockId, BlockKind, Lesson};
use crate::notebook::markdown::plain;
use crate::tensor::stop::Flag;

/// What a learner has done of one lesson.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LessonGrade {
    /// Every question of the lesson, in order.
    pub questions: Vec<Answered>,
    /// Every exercise, in order.
    pub exercises: Vec<Attempted>,
    /// The blocks of which the session has something that no longer fits the lesson: it was written for another edition of it.
    pub aside: Vec<BlockId>,
}

/// One question, and what was answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answered {
    /// The question's name.
    pub id: BlockId,
    /// The option that was chosen, from 0; nothing where there is no answer.
    pub given: Option<usize>,
    /// The option that is right on this page; nothing where it could not be computed.
    pub right: Option<usize>,
    /// The option that is right with the inputs as the lesson has them, where the answer follows them and is another one by now: the
    /// learner was asked to move them, and may have answered before.
    pub written: Option<usize>,
    /// What the options say, without computed numbers.
    pub options: Vec<String>,
    /// How sure the learner was, if that was said.
    pub confidence: Option<Confidence>,
    /// Whether it was answered wrongly before, and not rightly since on another day: then the answer was read and not known.
    pub missed: bool,
}

/// One exercise, and what became of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attempted {
    /// The exercise's name.
    pub id: BlockId,
    /// Whether it is solved.
    pub standing: ExerciseStatus,
    /// How many hints were shown.
    pub hints: usize,
    /// Whether the solution was shown before it was solved.
    pub shown: bool,
}

/// How an exercise stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExerciseStatus {
    /// It is as the lesson wrote it.
    Untouched,
    /// Every check holds.
    Solved,
    /// Something was written, and this is wrong with it.
    Wrong(String),
}

impl Answered {
    /// Whether the answer that was given is the right one.
    pub fn is_right(&self) -> bool {
        let Some(given) = self.given else { return false };
        match self.written {
            None => self.right == Some(given),
            // What was found wrong when it was answered is not made right by moving an input.
            Some(written) => !self.missed && (self.right == Some(given) || written == given),
        }
    }

    /// Whether the right answer was given by somebody who had not been told it.
    pub fn is_known(&self) -> bool {
        self.is_right() && !self.missed
    }

    /// Whether it was answered wrongly by somebody who was sure.
    pub fn is_sure_and_wrong(&self) -> bool {
        let is_wrong = self.given.is_some() && self.right.is_some() && !self.is_right();
        is_wrong && self.confidence == Some(Confidence::Sure)
    }
}

impl Attempted {
    /// Whether every check holds.
    pub fn is_solved(&self) -> bool {
        self.standing == ExerciseStatus::Solved
    }
}

impl LessonGrade {
    /// Runs the lesson with the learner's texts: every check is made again, and every answer held against the one that is computed.
    /// It ends early when the flag is raised; what was not computed by then is neither right nor solved.
    pub fn of(lesson: Lesson, record: &SavedProgress, cancel: &Flag) -> Self {
        let mut page = Document::new(Arc::new(lesson));
        let as_written = page.snapshot();
        let aside = page.restore(record).aside;
        let outcome = evaluate_until(&page.snapshot(), &EvaluationOutcome::default(), cancel);
        let follows = |block: &Block| matches!(&block.kind, BlockKind::Question(question) if question.live);
        let may_follow = !page.changes().is_empty() && page.lesson().blocks.iter().any(follows);
        let written =
            if may_follow { evaluate_until(&as_written, &outcome, cancel) } else { EvaluationOutcome::default() };
        let mut grade = Self { aside, ..Self::default() };
        for block in &page.lesson().blocks {
            let id = Arc::clone(&block.id);
            match &block.kind {
                BlockKind::Question(question) => {
                    let review = record.reviews.get(&id).copied().unwrap_or_default();
                    let right = outcome.answer(&id);
                    grade.questions.push(Answered {
                        given: page.answers().get(&id).copied(),
                        right,
                        written: written.answer(&id).filter(|written| question.live && Some(*written) != right),
                        options: question.options.iter().map(|option| plain(option)).collect(),
                        confidence: review.confidence,
                        missed: review.schedule.is_some_and(|schedule| schedule.right == 0),
                        id,
                    });
                }
                BlockKind::Exercise(_) => {
                    let help = record.help.get(&id).copied().unwrap_or_default();
                    let standing = standing(&outcome, &id, page.changes().contains_key(&id));
                    let (hints, shown) = (help.hints, help.gave_solution_away());
                    grade.exercises.push(Attempted { id, standing, hints, shown });
                }
                BlockKind::Prose(_) | BlockKind::Cell(_) => {}
            }
        }
        grade
    }
}

fn standing(outcome: &EvaluationOutcome, id: &BlockId, is_changed: bool) -> ExerciseStatus {
    match outcome.verdict(id) {
        Verdict::Passed => ExerciseStatus::Solved,
        _ if !is_changed => ExerciseStatus::Untouched,
        Verdict::Failed(fault) | Verdict::Error(fault) => ExerciseStatus::Wrong(fault.diagnostic.message.clone()),
        Verdict::Blocked(blocked) => {
            ExerciseStatus::Wrong(format!("`{}` of cell `{}` is missing", blocked.name, blocked.by))
        }
        Verdict::Waiting => ExerciseStatus::Wrong("it takes too long".to_owned()),
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::notebook::session::day::Day;
    use crate::notebook::session::review::{ReviewSchedule, ReviewState};
    use crate::notebook::session::saved_progress::{Edit, HelpGiven, SavedAnswer};

    /// A question and an exercise.
    pub(in crate::notebook::session) const LESSON: &str = "---
title: T
id: t
---
```python
#| role: question
#| label: sum
#| ask: 1 + 1?
#| options: one | two
answer = 1
```

```python
#| role: start
#| exercise: double
#| ask: Double it.
def double(x):
    return ...
```

```python
#| role: check
#| exercise: double
assert double(2) == 4, \"two becomes four\"
```

```python
#| role: solution
#| exercise: double
def double(x):
    return 2 * x
```
";

    fn grade(text: Option<&str>, cancel: &Flag) -> LessonGrade {
        let was = "def double(x):\n    return ...";
        let edit = |text: &str| Edit { block: "double".into(), was: was.into(), text: text.into() };
        let record = SavedProgress {
            lesson: "t".into(),
            answers: vec![SavedAnswer { question: "sum".into(), option: 1, words: "two".into() }],
            edits: text.map(edit).into_iter().collect(),
            help: [("double".into(), HelpGiven { hints: 3, asked: 1 })].into(),
            ..SavedProgress::default()
        };
        LessonGrade::of(Lesson::read("t.md", LESSON).unwrap(), &record, cancel)
    }

    fn standing_of(text: Option<&str>) -> ExerciseStatus {
        grade(text, &Flag::default()).exercises.remove(0).standing
    }

    #[test]
    fn an_exercise_is_untouched_solved_or_wrong_in_words() {
        assert_eq!(standing_of(None), ExerciseStatus::Untouched);
        assert_eq!(standing_of(Some("def double(x):\n    return x + x")), ExerciseStatus::Solved);
        let ExerciseStatus::Wrong(why) = standing_of(Some("def double(x):\n    return x")) else {
            panic!("it is wrong")
        };
        assert!(why.contains("two becomes four"), "{why}");
        let ExerciseStatus::Wrong(why) = standing_of(Some("def double(x):\n    return y")) else {
            panic!("it is wrong")
        };
        assert!(why.contains('y'), "{why}");
    }

    #[test]
    fn a_question_says_what_was_chosen_and_what_is_right() {
        let grade = grade(None, &Flag::default());
        let question = &grade.questions[0];
        assert_eq!((question.given, question.right, question.is_right()), (Some(1), Some(1), true));
        assert_eq!(question.options, ["one", "two"]);
        assert_eq!((grade.exercises[0].hints, grade.exercises[0].shown), (3, false));
    }

    /// The answer of a question that follows an input is held against the input as it is and as the lesson has it, and what was wrong
    /// when it was answered stays wrong.
    #[test]
    fn an_input_that_is_moved_later_makes_no_answer_right_or_wrong() {
        const LIVE: &str = "---\ntitle: T\nid: t\n---\n```python\nscore = slider(-2, 2, value=1, step=1)\n```\n\n\
            ```python\n#| role: question\n#| label: half\n#| ask: Above?\n#| options: above | below\n#| live: true\n\
            answer = 0 if score > 0 else 1\n```\n";
        let was = "score = slider(-2, 2, value=1, step=1)";
        let grade = |option: usize, missed: bool| {
            let again = missed.then_some(ReviewSchedule { due: Day::today(), right: 0 });
            let review = ReviewState { confidence: Some(Confidence::Sure), schedule: again };
            let record = SavedProgress {
                lesson: "t".into(),
                answers: vec![SavedAnswer {
                    question: "half".into(),
                    option,
                    words: ["above", "below"][option].into(),
                }],
                edits: vec![Edit {
                    block: "score".into(),
                    was: was.into(),
                    text: was.replace("value=1", "value=-1").into(),
                }],
                reviews: [("half".into(), review)].into(),
                ..SavedProgress::default()
            };
            LessonGrade::of(Lesson::read("t.md", LIVE).unwrap(), &record, &Flag::default()).questions.remove(0)
        };
        let [before, after, missed] = [grade(0, false), grade(1, false), grade(1, true)];
        assert_eq!((before.right, before.written), (Some(1), Some(0)));
        assert!(before.is_right() && !before.is_sure_and_wrong(), "right where it was answered");
        assert!(after.is_right(), "answered after the input was moved");
        assert!(!missed.is_right() && missed.is_sure_and_wrong(), "found wrong when it was answered");
    }

    #[test]
    fn what_is_not_computed_in_time_does_not_count() {
        let flag = Flag::default();
        flag.raise();
        let grade = grade(Some("def double(x):\n    return x + x"), &flag);
        assert!(!grade.questions[0].is_right() && !grade.exercises[0].is_solved(), "{grade:?}");
    }

    #[test]
    fn what_was_written_for_another_edition_of_the_lesson_is_told() {
        let answer = SavedAnswer { question: "sum".into(), option: 1, words: "three".into() };
        let record = SavedProgress { lesson: "t".into(), answers: vec![answer], ..SavedProgress::default() };
        let grade = LessonGrade::of(Lesson::read("t.md", LESSON).unwrap(), &record, &Flag::default());
        assert_eq!((grade.aside, grade.questions[0].given), (vec![BlockId::from("sum")], None));
    }
}
