//! Lesson files: the head, the options, prose with computed numbers, and whole pages of spoiled cells.

use std::sync::Arc;

use glassformer::lang::Span;
use glassformer::notebook::document::DocumentState;
use glassformer::notebook::evaluate::{EvaluationOutcome, TaskState, evaluate_now};
use glassformer::notebook::export::{to_jupyter, to_markdown, to_python};
use glassformer::notebook::lesson::Lesson;
use glassformer::notebook::library::LessonLibrary;
use glassformer::notebook::lint;
use proptest::prelude::*;

use super::targets::lesson::{check_problem, read};
use super::{fuzz, spoiled};

const WORDS: &[&str] = &[
    "---\n",
    "```python\n",
    "```\n",
    "~~~\n",
    "#| ",
    "#| role: question\n",
    "#| label: a\n",
    "#| view: ",
    "#| hint: ",
    "#| show: [",
    "title:",
    "id: a\n",
    "needs: [a, ",
    "{{ ",
    " }}",
    ":.2f",
    "{{ x :.2f }}",
    "$",
    "$$\n",
    "|",
    "| a | b |\n|---|---|\n",
    "# ",
    "- ",
    "1. ",
    "> ",
    "    ",
    "**",
    "*",
    "`",
    "[a](",
    ")",
    "<b>",
    "<!-- ",
    "\\",
    "é漢🦀",
    "\u{e000}",
    "\u{0}",
    "\r\n",
    "\t",
    "\u{feff}",
    "\n\n",
    "&amp;",
    "![x](y)",
    "[^1]",
];

const LESSON: &str = "---\ntitle: \"A: b\"\nid: a-b\nneeds: [attention]\nsummary: Short # not this\n---\n# One {{ x :.2f }}\n\nText with `code`, \
    **strong** and $x^2$; [link](attention).\n\n| a | {{ x }} |\n|---|---|\n| 1 | 2 |\n\n```python\n#| label: x\n#| view: heatmap\n#| rows: row\n\
    #| row_names: words\nwords = [\"a\", \"b\"]\nx = slider(0, 4, value=1)\nt = torch.ones(2, 2) * x\n```\n\n```python\n#| role: question\n\
    #| ask: Is `x` {{ x }}?\n#| options: no | yes\n#| hint: Look.\n#| explain: It is {{ x :.1f }}.\n#| varies: x\nanswer = 1 if x > 2 else 0\n```\n\n\
    ```python\n#| role: start\n#| exercise: e\n#| ask: Double it.\ny = ...\n```\n\n```python\n#| role: check\n#| exercise: e\nassert y == 2 * x\n\
    ```\n\n```python\n#| role: solution\n#| exercise: e\ny = x + x\n```\n\n```python\n#| role: wrong\n#| exercise: e\ny = x\n```\n";

fn real_lessons() -> Vec<String> {
    let library = LessonLibrary::embedded();
    let texts = library.entries().iter().map(|entry| entry.open().unwrap().file.text().to_owned());
    texts.chain([LESSON.to_owned()]).collect()
}

/// A text of words that mean something in a lesson.
fn of_words() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(WORDS), 0..60)
        .prop_map(|words| format!("---\ntitle: T\nid: t\n---\n{}", words.concat()))
}

/// Reads a lesson and does everything with it that a reader or an author could.
fn live(text: &str) {
    read(text);
    let Ok(lesson) = Lesson::read("t.md", text) else { return };
    let lesson = Arc::new(lesson);
    let outcome = evaluate_now(&DocumentState::written(Arc::clone(&lesson)), &EvaluationOutcome::default());
    for report in outcome.reports().values() {
        if let (TaskState::Error(fault), Some(program)) = (&report.state, &report.program) {
            let Span { start, end } = fault.diagnostic.span;
            assert!(program.source.get(start as usize..end as usize).is_some(), "{fault:?}");
        }
    }
    for problem in lint::check(&lesson, &LessonLibrary::embedded()) {
        check_problem(&problem, &lesson.file);
    }
    let notebook: serde_json::Value = serde_json::from_str(&to_jupyter(&lesson)).unwrap();
    assert_eq!(notebook["nbformat"], 4);
    let _ = (to_python(&lesson), to_markdown(&lesson));
}

#[test]
fn no_text_breaks_the_reader_of_lessons() {
    fuzz(&prop_oneof![of_words(), "\\PC{0,60}", "---\n(\\PC{0,20}\n){0,4}---\n\\PC{0,20}"], read);
}

#[test]
fn no_spoiled_lesson_breaks_its_reader() {
    fuzz(&spoiled(prop::sample::select(real_lessons()), WORDS), read);
}

#[test]
fn no_text_breaks_the_check() {
    fuzz(&of_words(), live);
}

#[test]
fn no_spoiled_lesson_breaks_the_notebook() {
    fuzz(&spoiled(Just(LESSON.to_owned()), WORDS), live);
}

#[test]
fn hostile_lessons_are_read_in_time() {
    let body = [
        "> ".repeat(20_000),
        "- ".repeat(20_000),
        "*".repeat(100_000),
        "[".repeat(100_000),
        "{{ ".repeat(50_000),
        "{{ x }} ".repeat(5_000),
        "`".repeat(100_000),
        "$".repeat(100_000),
        "```python\n".repeat(10_000),
        "```python\n#| label: a\n```\n".repeat(2_000),
        "#| a: b\n".repeat(20_000),
        "| a ".repeat(50_000),
        "# a\n".repeat(5_000),
    ];
    for body in body {
        let start = std::time::Instant::now();
        read(&format!("---\ntitle: T\nid: t\n---\n{body}"));
        assert!(start.elapsed().as_secs() < 30, "{:?}… took {:?}", &body[..8], start.elapsed());
    }
    let keys = "needs: [a, b]\n".repeat(20_000);
    read(&format!("---\n{keys}---\n"));
}
