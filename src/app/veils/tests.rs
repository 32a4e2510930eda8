use super::*;
use crate::app::questions::AnswerSetting;
use crate::notebook::session::Day;

const LESSON: &str = "\
---
title: T
id: t
---
```python
#| label: made
y = 1 + 1
z = y + 1
```

```python
#| label: q
#| role: question
#| ask: How much is y?
#| options: 1 | 2
answer = y - 1
```

# Next

```python
#| label: free
#| role: question
#| ask: How much is z?
#| options: 2 | 3
#| veils: []
answer = z - 2
```
";

fn open() -> OpenLesson {
    OpenLesson::computed(LESSON, Day::default())
}

fn shown(open: &OpenLesson) -> Vec<String> {
    let made = open.document.lesson().block("made").unwrap();
    open.shown(made).iter().map(ToString::to_string).collect()
}

#[test]
fn an_answer_shows_what_the_question_hid() {
    let mut open = open();
    assert_eq!(shown(&open), ["z"]);
    let made = open.document.lesson().block("made").unwrap();
    assert_eq!(open.veiled(made), [("y".into(), "q".into())]);
    assert_eq!(open.asked("q"), "How much is y?");
    let alone = AnswerSetting { is_asked_again: false, is_talk: false };
    open.answer(&"q".into(), 0, alone, Day::default());
    assert_eq!(shown(&open), ["y", "z"], "also a wrong one");
    assert_eq!(open.toggle_veils(), None);
}

#[test]
fn page_as_it_was_written_hides_what_was_skipped() {
    let mut open = open();
    open.toggle_veils();
    assert_eq!(shown(&open), ["y", "z"]);
    assert!(open.document.can_reset_all() && open.document.reset_all());
    assert_eq!(shown(&open), ["z"]);
    assert!(!open.document.can_reset_all());
    // Answers and skips together: both questions are to be asked again.
    let alone = AnswerSetting { is_asked_again: false, is_talk: false };
    open.answer(&"q".into(), 0, alone, Day::default());
    open.toggle_veils();
    assert!(open.document.reset_all());
    assert_eq!(shown(&open), ["z"]);
    assert!(open.document.answers().is_empty() && open.document.skipped().is_empty());
}

#[test]
fn a_question_can_be_skipped_where_it_is_asked() {
    let mut open = open();
    open.select(open.position("free").unwrap());
    assert!(!open.skip_question(), "it hides nothing");
    open.select(open.position("q").unwrap());
    assert!(open.skip_question() && !open.skip_question());
    assert_eq!(shown(&open), ["y", "z"]);
}

#[test]
fn all_veils_are_lifted_and_put_back() {
    let mut open = open();
    assert_eq!(open.toggle_veils(), Some(VeilsResult::Lifted(1)));
    assert_eq!(shown(&open), ["y", "z"]);
    assert_eq!(open.toggle_veils(), Some(VeilsResult::Lowered(1)));
    assert_eq!(shown(&open), ["z"]);
}

#[test]
fn what_was_skipped_stays_shown_on_another_day() {
    let mut first = open();
    first.toggle_veils();
    let record = first.changed_record().expect("it is to be saved");
    let mut again = open();
    again.resume(&record);
    assert_eq!(shown(&again), ["y", "z"]);
}
