    use super::*;

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

    fn page() -> Page {
        Page::new(Arc::new(Lesson::read("t.md", LESSON).unwrap()))
    }

    fn text(page: &Page, block: &str) -> String {
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
        assert!(!page.reset("a") && !page.reset_all());
        page.edit("a", "a = 2", false);
        page.edit("b", "b = 2", false);
        assert!(page.reset("a"));
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
