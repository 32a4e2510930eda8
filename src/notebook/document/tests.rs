use super::*;
use crate::notebook::session::SavedProgress;
use crate::notebook::session::history::SavedHistory;

const LESSON: &str = "\
---
title: T
id: t
---
Prose.

```python
#| label: a
a = 1
```

```python
#| label: b
b = a
```

```python
#| role: question
#| label: q
#| ask: Which?
#| options: one | two
answer = 0
```
";

fn page() -> Document {
    Document::new(Arc::new(Lesson::read("t.md", LESSON).unwrap()))
}

fn text(page: &Document, block: &str) -> String {
    page.source(block).unwrap().to_string()
}

#[test]
fn every_edit_is_one_step_that_can_be_undone_and_done_again() {
    let mut page = page();
    assert!(page.edit("a", "a = 2", false));
    assert!(page.edit("b", "b = 3", false));
    assert!(!page.edit("b", "b = 3", false), "the same text is no edit");
    assert_eq!(page.history(), (2, 0));
    assert_eq!(page.undo().as_deref(), Some("b"));
    assert_eq!(page.undo().as_deref(), Some("a"));
    assert_eq!(page.undo(), None);
    assert!(page.changes().is_empty(), "what says what the lesson says is no change");
    assert_eq!(page.redo().as_deref(), Some("a"));
    assert_eq!(text(&page, "a"), "a = 2");
    assert!(page.edit("a", "a = 4", false));
    assert_eq!(page.redo(), None, "a new edit forgets what was undone");
}

#[test]
fn nudges_of_one_control_are_one_step() {
    let mut page = page();
    page.edit("a", "a = 2", false);
    page.edit("a", "a = 3", true);
    page.edit("a", "a = 4", true);
    assert_eq!(page.history(), (1, 0));
    page.edit("b", "b = 5", true);
    assert_eq!(page.history(), (2, 0), "another block begins another step");
    page.undo();
    page.undo();
    assert_eq!(text(&page, "a"), "a = 1");
    page.edit("a", "a = 2", false);
    page.edit("a", "a = 1", true);
    assert_eq!(page.history(), (0, 0), "a nudge there and back is no step");
}

#[test]
fn resets_are_steps_too() {
    let mut page = page();
    assert!(!page.can_reset("a") && !page.can_reset_all());
    assert!(!page.reset("a") && !page.reset_all());
    page.edit("a", "a = 2", false);
    page.edit("b", "b = 2", false);
    assert!(page.can_reset("a") && page.can_reset_all());
    assert!(page.reset("a"));
    assert!(!page.can_reset("a") && page.can_reset_all());
    assert!(!page.is_changed("a") && page.is_changed("b"));
    page.undo();
    assert!(page.reset_all());
    assert!(page.changes().is_empty());
    page.undo();
    assert_eq!((text(&page, "a"), text(&page, "b")), ("a = 2".into(), "b = 2".into()));
}

#[test]
fn prose_questions_and_strangers_have_no_text_to_edit() {
    let mut page = page();
    assert!(!page.edit("prose", "x", false) && !page.edit("q", "x", false) && !page.edit("nobody", "x", false));
    page.answer("q", 1);
    page.answer("nobody", 1);
    assert_eq!(page.answers().len(), 1);
}

#[test]
fn a_snapshot_does_not_see_later_edits() {
    let mut page = page();
    page.run("a");
    let snapshot = page.snapshot();
    page.edit("a", "a = 2", false);
    assert_eq!(snapshot.source("a").as_deref(), Some("a = 1"));
    assert!(snapshot.awaited.contains("a") && page.awaited().is_empty(), "an edit takes the wish to run back");
}

fn ids(page: &Document) -> Vec<&str> {
    page.lesson().blocks.iter().map(|block| &*block.id).collect()
}

#[test]
fn cells_of_the_learners_own_come_and_go_like_edits() {
    let mut page = page();
    let first = page.add_scratch("a").unwrap();
    let second = page.add_scratch(&first).unwrap();
    let third = page.add_scratch("a").unwrap();
    assert_eq!(ids(&page), ["prose", "a", "scratch-3", "scratch-1", "scratch-2", "b", "q"]);
    assert_eq!((&*first, &*second, &*third), ("scratch-1", "scratch-2", "scratch-3"));
    page.edit(&second, "x = a", false);
    assert!(page.remove_scratch(&second) && !page.remove_scratch("a") && !page.remove_scratch(&second));
    assert_eq!(page.source(&second), None);
    page.undo();
    assert_eq!(text(&page, &second), "x = a");
    for _ in 0..4 {
        page.undo();
    }
    assert_eq!(ids(&page), ["prose", "a", "b", "q"]);
    assert!(page.changes().is_empty());
    for _ in 0..5 {
        page.redo();
    }
    assert_eq!(ids(&page), ["prose", "a", "scratch-3", "scratch-1", "b", "q"]);
    assert_eq!(page.add_scratch("nobody"), None);
}

#[test]
fn an_own_cell_is_part_of_the_graph_and_of_no_answer() {
    use crate::notebook::evaluate::{TaskState, evaluate_now};
    let text = LESSON.replace("answer = 0", "answer = b - 1");
    let mut page = Document::new(Arc::new(Lesson::read("t.md", &text).unwrap()));
    let own = page.add_scratch("b").unwrap();
    page.edit(&own, "c = b + 1", false);
    let outcome = evaluate_now(&page.snapshot(), &EvaluationOutcome::default());
    assert_eq!(outcome.cell(&own).state, TaskState::Ok);
    assert_eq!(outcome.definition("c").unwrap().0, &own);
    page.edit(&own, "b = 5", false);
    let outcome = evaluate_now(&page.snapshot(), &outcome);
    let TaskState::Error(fault) = &outcome.cell(&own).state else { panic!("a clash") };
    assert_eq!(fault.diagnostic.message, "`b` is defined here and in cell `b`");
    assert_eq!(outcome.answer(&"q".into()), Some(0), "the author's page has no such cell");
}

fn reload(page: &mut Document, lesson: &str) -> Restored {
    page.reload(Arc::new(Lesson::read("t.md", lesson).unwrap_or_else(|problems| panic!("{problems:?}"))))
}

#[test]
fn what_a_lesson_no_longer_has_is_kept_and_comes_back() {
    let mut page = page();
    page.edit("a", "a = 7", false);
    page.edit("b", "b = 8", false);
    page.answer("q", 1);
    let own = page.add_scratch("b").unwrap();
    page.edit(&own, "c = 1", false);

    let other = LESSON.replace("label: b", "label: bb").replace("a = 1", "a = 3").replace("one | two", "three | two");
    let restored = reload(&mut page, &other);
    assert_eq!(restored.aside, ["a".into(), "b".into()]);
    assert_eq!((text(&page, "a"), text(&page, "bb")), ("a = 3".into(), "b = a".into()));
    assert_eq!(page.answers()["q"], 1, "the words are where they were");
    assert_eq!(ids(&page), ["prose", "a", "bb", "q", "scratch-1"], "its place is gone, so it stands at the end");
    assert_eq!(text(&page, &own), "c = 1");
    assert!(restored.message().unwrap().contains("`a`, `b`"), "{:?}", restored.message());

    page.edit("a", "a = 4", false);
    let restored = reload(&mut page, LESSON);
    assert_eq!(text(&page, "b"), "b = 8");
    assert_eq!(text(&page, "a"), "a = 7", "the edit of this text");
    assert_eq!(restored.aside, ["a".into()], "the edit of the other");
    reload(&mut page, &other);
    assert_eq!(text(&page, "a"), "a = 4");
    assert_eq!(page.record().edits.len(), 3);
}

#[test]
fn skipped_question_stays_skipped_across_editions() {
    let mut page = page();
    page.skip(["q".into()].into());
    reload(&mut page, &LESSON.replace("label: q", "label: other"));
    assert!(page.skipped().is_empty());
    assert_eq!(page.record().skipped, ["q".into()].into());
    page.skip(["other".into()].into());
    reload(&mut page, LESSON);
    assert_eq!(page.skipped(), &["q".into()].into());
    assert_eq!(page.record().skipped, ["other".into(), "q".into()].into());
}

#[test]
fn answers_follow_their_words() {
    let mut page = page();
    page.answer("q", 0);
    reload(&mut page, &LESSON.replace("one | two", "two | one"));
    assert_eq!(page.answers()["q"], 1);
    let restored = reload(&mut page, &LESSON.replace("one | two", "two | three"));
    assert_eq!((restored.aside, page.answers().len()), (vec!["q".into()], 0));
    page.answer("q", 0);
    reload(&mut page, LESSON);
    assert_eq!(page.answers()["q"], 1, "two, which was answered last");
}

#[test]
fn undo_goes_on_over_a_new_edition_where_it_means_the_same() {
    let mut page = page();
    page.edit("a", "a = 2", false);
    page.edit("b", "b = 2", false);
    page.edit("a", "a = 3", false);
    reload(&mut page, &LESSON.replace("b = a", "b = a  # new"));
    assert_eq!(page.history(), (2, 0));
    page.undo();
    page.undo();
    assert_eq!((text(&page, "a"), text(&page, "b")), ("a = 1".into(), "b = a  # new".into()));
}

#[test]
fn every_change_of_what_is_kept_is_another_revision() {
    let mut page = page();
    let mut last = page.revision();
    let mut differs = |page: &Document| {
        let differs = page.revision() != last;
        last = page.revision();
        differs
    };
    page.edit("a", "a = 2", false);
    assert!(differs(&page));
    page.edit("a", "a = 3", true);
    assert!(differs(&page), "a merged edit too");
    page.answer("q", 1);
    assert!(differs(&page));
    let own = page.add_scratch("a").unwrap();
    assert!(differs(&page));
    page.remove_scratch(&own);
    assert!(differs(&page));
    page.undo();
    assert!(differs(&page));
    page.edit("a", "a = 3", false);
    page.run("a");
    assert!(!differs(&page));
}

#[test]
fn the_history_tells_each_step_also_those_that_were_undone() {
    let mut page = page();
    page.edit("a", "a = 2", false);
    page.edit("b", "b = a + 1", false);
    page.reset_all();
    page.undo();
    page.undo();
    let moments: Vec<_> = page.moments(0).map(|it| (it.block.unwrap().to_string(), it.deed)).collect();
    let deeds = [
        ("a", HistoryAction::Edited("1 → 2".into())),
        ("b", HistoryAction::Edited("a → a + 1".into())),
        ("a", HistoryAction::Reset(2)),
    ];
    assert_eq!(moments, deeds.map(|(block, deed)| (block.to_owned(), deed)));
    assert_eq!(page.history(), (1, 2));
}

#[test]
fn of_more_steps_than_a_day_has_the_oldest_are_forgotten() {
    let mut page = page();
    for count in 0..Document::MAX_STEPS + 10 {
        page.begin_typing();
        assert!(page.edit("a", &format!("a = {count}"), false));
        page.end_typing();
    }
    assert_eq!(page.history(), (Document::MAX_STEPS, 0));
    while page.undo().is_some() {}
    assert_eq!(page.changes().get("a").map(|text| &**text), Some("a = 9"), "the first ten stay done");
    assert!(page.reset("a") && page.changes().is_empty(), "and can be reset");
}

/// A page with steps of every kind, one of them undone.
fn worked_on() -> Document {
    let mut page = page();
    page.edit("a", "a = 2", false);
    page.answer("q", 1);
    page.reset("q");
    let own = page.add_scratch("a").unwrap();
    page.edit(&own, "c = 3", false);
    page.edit("b", "b = 5", false);
    page.undo();
    page
}

#[test]
fn steps_are_kept_in_a_session_and_go_both_ways() {
    let page = worked_on();
    let mut next = self::page();
    next.restore(&page.record());
    assert_eq!(next.history(), page.history());
    assert!(next.moments(0).eq(page.moments(0)));
    assert!(next.began_as_written());
    next.redo();
    assert_eq!(text(&next, "b"), "b = 5");
    while next.undo().is_some() {}
    assert!(next.changes().is_empty() && next.lesson().blocks.len() == page.written.blocks.len());
    assert_eq!(next.answers().get("q"), Some(&1), "an answer is no step, but to take it back is one");
}

#[test]
fn steps_of_another_edition_and_steps_that_lead_elsewhere_are_dropped() {
    let page = worked_on();
    let restored = |lesson: &str, record: &SavedProgress| {
        let mut next = Document::new(Arc::new(Lesson::read("t.md", lesson).unwrap()));
        next.restore(record);
        next.history()
    };
    let record = page.record();
    assert_eq!(restored(LESSON, &record), page.history());
    assert_eq!(restored(&LESSON.replace("b = a", "b = a + 1"), &record), (0, 0));
    assert_eq!(restored(&LESSON.replace("one | two", "one | three"), &record), (0, 0));
    let mut by_another_program = record.clone();
    by_another_program.edits[0].text = "a = 7".into();
    assert_eq!(restored(LESSON, &by_another_program), (0, 0));
    let mut without_the_cell = record;
    without_the_cell.scratch.clear();
    assert_eq!(restored(LESSON, &without_the_cell), (0, 0));
}

#[test]
fn a_session_keeps_the_newest_steps_within_its_bounds() {
    let mut page = page();
    (0..=SavedHistory::MAX_STEPS).for_each(|n| _ = page.edit("a", &format!("a = {n}"), false));
    let kept = page.record().history;
    assert_eq!(kept.done.len(), SavedHistory::MAX_STEPS);
    assert_eq!(kept.done.last(), page.done.back());
    let mut next = self::page();
    next.restore(&page.record());
    assert!(!next.began_as_written(), "the first step is not kept");
    let long = "x".repeat(SavedHistory::MAX_BYTES / 2);
    page.edit("a", &format!("# {long}"), false);
    page.edit("b", &format!("# {long}"), false);
    assert_eq!(page.record().history.done.len(), 1);
}
