use super::*;
use crate::notebook::lesson::Lesson;

const LESSON: &str = "\
---
title: T
id: t
---
Prose.

```python
#| label: two
#| role: question
#| ask: How much is 1 + 1?
#| options: 1 | 2 | 3
#| hint: Count.
#| hint: Use your fingers.
#| explain: Two.
answer = 1
```

```python
#| exercise: three
#| role: start
#| ask: Make three.
#| hint: One more than two.
x = ...
```

```python
#| exercise: three
#| role: check
assert x == 3
```

```python
#| exercise: three
#| role: solution
x = 3
```

```python
#| exercise: three
#| role: wrong
x = 4
```
";

const ALONE: AnswerSetting = AnswerSetting { is_asked_again: false, is_talk: false };

fn today() -> Day {
    "2026-11-26".parse().unwrap()
}

/// The lesson at a block, with its values.
fn at(block: &str) -> OpenLesson {
    let mut open = OpenLesson::computed(LESSON, today());
    open.select(open.position(block).unwrap());
    open
}

#[test]
fn a_first_answer_is_unseen_and_a_second_is_not() {
    let (mut open, two) = (at("two"), "two".into());
    assert_eq!(open.answer(&two, 0, ALONE, today()), AnswerResult::Unseen);
    assert_eq!(open.answer(&two, 2, ALONE, today()), AnswerResult::Seen);
    assert_eq!(open.answer(&two, 1, ALONE, today()), AnswerResult::Seen);
    assert_eq!(open.answer(&two, 0, ALONE, today()), AnswerResult::AlreadyRight);
    assert_eq!(open.document.answers()[&two], 1, "who has it right changes it no more");
}

#[test]
fn a_question_asked_again_counts_as_unseen() {
    let (mut open, two) = (at("two"), "two".into());
    open.answer(&two, 1, ALONE, today());
    let again = AnswerSetting { is_asked_again: true, ..ALONE };
    assert_eq!(open.answer(&two, 0, again, today()), AnswerResult::Unseen);
    assert_eq!(open.document.answers()[&two], 0);
}

#[test]
fn a_class_may_vote_anew_and_is_not_asked_again() {
    let (mut open, two) = (at("two"), "two".into());
    let talk = AnswerSetting { is_talk: true, ..ALONE };
    for option in [1, 0, 1] {
        assert_eq!(open.answer(&two, option, talk, today()), AnswerResult::Seen);
    }
    assert!(open.document.reviews().is_empty());
}

#[test]
fn an_unseen_answer_is_graded_when_the_right_one_is_known() {
    let mut open = OpenLesson::new(Lesson::read("t.md", LESSON).unwrap(), None);
    open.answer(&"two".into(), 0, ALONE, today());
    let is_missed = |open: &OpenLesson| open.document.reviews().values().any(|review| review.schedule.is_some());
    assert!(!is_missed(&open), "nothing is known before there are values");
    open.compute(today());
    assert!(is_missed(&open));
}

#[test]
fn hints_come_one_by_one_and_end() {
    let mut open = at("two");
    let hints: Vec<_> =
        (0..3).filter_map(|_| open.give_hint()).map(|hint| (hint.is_new, hint.given, hint.all)).collect();
    assert_eq!(hints, [(true, 1, 2), (true, 2, 2), (false, 2, 2)]);
    open.select(0);
    assert_eq!(open.give_hint(), None, "prose has none");
}

#[test]
fn a_solution_is_shown_to_who_asks_twice() {
    let mut open = at("three");
    assert_eq!(open.ask_for_solution(), Some(SolutionResult::AskAgain { has_more_hints: true }));
    assert_eq!(open.ask_for_solution(), Some(SolutionResult::Shown));
    let mut open = at("three");
    open.give_hint();
    assert_eq!(open.ask_for_solution(), Some(SolutionResult::AskAgain { has_more_hints: false }));
    assert_eq!(at("two").ask_for_solution(), None, "a question has no solution");
}

#[test]
fn who_has_solved_the_exercise_sees_the_solution_at_once() {
    let mut open = at("three");
    open.document.edit("three", "x = 3", false);
    open.compute(today());
    assert_eq!(open.ask_for_solution(), Some(SolutionResult::Shown));
    assert!(!open.help["three"].gave_solution_away());
}
