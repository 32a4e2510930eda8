//! A text as a lesson: it is read or refused with places in it, exported without being run, and checked where it computes nothing.

use std::sync::Arc;

use glassformer::notebook::export::{to_jupyter, to_markdown, to_python};
use glassformer::notebook::lesson::{BlockKind, Lesson, LessonFile};
use glassformer::notebook::library::LessonLibrary;
use glassformer::notebook::lint;
use glassformer::notebook::problem::LessonProblem;

/// Takes any bytes for a lesson's file.
pub(crate) fn survive(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    read(&text);
    if let Ok(lesson) = Lesson::read("t.md", &text).map(Arc::new) {
        let _ = (to_python(&lesson), to_markdown(&lesson), to_jupyter(&lesson));
        // What computes nothing is checked, too: a check runs every cell, and a fuzzer would look for the slowest one.
        if lesson.blocks.iter().all(|block| matches!(block.kind, BlockKind::Prose(_))) {
            for problem in lint::check(&lesson, &LessonLibrary::default()) {
                check_problem(&problem, &lesson.file);
            }
        }
    }
}

/// A problem is told in one line, and lies in the file.
pub(crate) fn check_problem(problem: &LessonProblem, file: &LessonFile) {
    assert!((1..=file.line_count()).contains(&problem.line), "{problem}");
    let width = file.line(problem.line - 1).chars().count();
    assert!((1..=width + 1).contains(&problem.column), "{problem} in a line of {width} characters");
    assert!(!problem.message.is_empty() && !problem.message.contains('\n'), "{problem}");
}

/// Reads a text as a lesson; what can be read knows its places.
pub(crate) fn read(text: &str) {
    let file = LessonFile::new("t.md", text);
    match Lesson::read("t.md", text) {
        Err(problems) => {
            assert!(!problems.is_empty(), "a lesson was refused without a reason");
            for problem in &problems {
                check_problem(problem, &file);
            }
        }
        Ok(lesson) => check_places(&lesson),
    }
}

fn check_places(lesson: &Lesson) {
    let text = lesson.file.text();
    for block in &lesson.blocks {
        assert!((1..=lesson.file.line_count()).contains(&block.line));
        if let Some(source) = block.editable() {
            assert!(text.get(source.at..).is_some_and(|rest| rest.starts_with(&**source.text())), "{source:?}");
            assert_eq!(lesson.file.place(source.at).line, source.line);
        }
        for piece in block.texts().into_iter().flatten() {
            assert!(piece.at <= text.len() && text.is_char_boundary(piece.at), "{piece:?}");
        }
        for number in block.numbers() {
            assert!((1..=lesson.file.line_count()).contains(&number.place.line), "{number:?}");
        }
    }
}
