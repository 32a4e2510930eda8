use super::*;
use crate::notebook::evaluate::evaluate_now;

/// What tests of the rules for an open lesson begin with, here and beside it.
impl OpenLesson {
    /// A lesson of this text with its values.
    pub(in crate::app) fn computed(text: &str, today: Day) -> Self {
        let mut open = Self::new(Lesson::read("t.md", text).unwrap(), None);
        open.compute(today);
        open
    }

    /// Computes the page as it is now.
    pub(in crate::app) fn compute(&mut self, today: Day) {
        let outcome = evaluate_now(&self.document.snapshot(), &EvaluationOutcome::default());
        self.take(Arc::new(outcome), today);
    }
}

const LESSON: &str = "\
---
title: T
id: t
---
First.

# Second

Text.

```python
#| label: a
n = slider(0, 4, value=1)
```

```python
#| label: q
#| role: question
#| ask: Which?
#| options: this | that
#| explain: This.
answer = 0
```
";

fn opened() -> OpenLesson {
    OpenLesson::new(Lesson::read("t.md", LESSON).unwrap(), None)
}

#[test]
fn only_what_has_changed_is_to_be_saved() {
    let mut open = opened();
    assert_eq!((open.changed_record(), open.moved_record()), (None, None));
    open.select(2);
    assert_eq!(open.changed_record(), None);
    assert_eq!(open.moved_record().and_then(|record| record.at), open.id());
    assert_eq!(open.moved_record(), None, "it has been handed over");
    open.document.edit("a", "n = slider(0, 4, value=2)", false);
    assert_eq!(open.moved_record(), None, "a change is more than a move");
    assert_eq!(open.changed_record().map(|record| record.edits.len()), Some(1));
    assert_eq!((open.changed_record(), open.moved_record()), (None, None));
}

#[test]
fn a_lesson_is_taken_up_where_it_was_left() {
    let mut left = opened();
    left.select(left.position("q").unwrap());
    left.tell_top(Some(("a".into(), 3)));
    left.document.answer("q", 1);
    left.give_hint();
    let record = left.record();
    let mut open = opened();
    open.resume(&record);
    assert_eq!((open.id(), &record.top), (Some("q".into()), &Some(("a".into(), 3))));
    assert_eq!(open.record(), record);
    assert_eq!((open.changed_record(), open.moved_record()), (None, None), "nothing is new yet");
}

#[test]
fn the_top_line_is_saved_until_the_learner_moves() {
    let mut open = opened();
    open.visit(1);
    open.tell_top(Some(("a".into(), 3)));
    assert!(open.record().top.is_some());
    open.visit(2);
    assert_eq!(open.moved_record().map(|record| record.top), Some(None));
    open.visit(1);
    assert_eq!(open.record().top, None, "the screen may have been elsewhere since");
}

#[test]
fn who_goes_beyond_the_page_stays_at_its_last_block() {
    let mut open = opened();
    let last = open.blocks().len() - 1;
    open.select(1000);
    assert_eq!(open.at, last);
    open.stay_at(Some(&"gone".into()));
    assert_eq!(open.at, last);
    open.stay_at(Some(&"a".into()));
    assert_eq!(open.id(), Some("a".into()));
}

#[test]
fn a_lesson_is_done_once() {
    let mut open = opened();
    assert!(!open.has_just_been_done());
    open.document.answer("q", 0);
    assert!(open.has_just_been_done());
    assert!(!open.has_just_been_done());
}
