//! What was really solved: asked for, read, and left.

use super::mouse::click;
use super::*;
use glassformer::notebook::lesson::BlockId;
use glassformer::notebook::session::saved_progress::{Edit, HelpGiven, SavedAnswer, SavedProgress};
use glassformer::notebook::session::{Confidence, ReviewState};
use glassformer::tui::keymap::Context;

const QUESTION: &str =
    "```python\n#| role: question\n#| label: q\n#| ask: One?\n#| options: one | two\nanswer = 0\n```\n";
const EXERCISE: &str = "```python\n#| role: start\n#| exercise: double\n#| ask: Double it.\nx = ...\n```\n
```python\n#| role: check\n#| exercise: double\nassert x == 2\n```\n
```python\n#| role: solution\n#| exercise: double\nx = 2\n```\n";

fn pilot(width: u16, height: u16) -> Pilot {
    let folder = tempfile::tempdir().unwrap();
    for (file, id, text) in [
        ("01-a.md", "a", format!("{QUESTION}\n{EXERCISE}")),
        ("02-b.md", "b", QUESTION.into()),
        ("03-c.md", "c", QUESTION.into()),
    ] {
        let text = format!("---\ntitle: Lesson {id}\nid: {id}\n---\nText.\n\n{text}");
        std::fs::write(folder.path().join(file), text).unwrap();
    }
    let library = LessonLibrary::default().with_overlay(folder.path()).unwrap();
    let answered = |lesson: &str, option: usize| {
        let answer = SavedAnswer { question: "q".into(), option, words: ["one", "two"][option].to_owned() };
        SavedProgress { lesson: lesson.into(), answers: vec![answer], ..SavedProgress::default() }
    };
    let edit = Edit { block: "double".into(), was: "x = ...".into(), text: "x = 1 + 1".into() };
    let help = HelpGiven { hints: 0, asked: 2 };
    let first = SavedProgress { edits: vec![edit], help: [(BlockId::from("double"), help)].into(), ..answered("a", 0) };
    let sure = ReviewState { confidence: Some(Confidence::Sure), schedule: None };
    let second = SavedProgress { reviews: [(BlockId::from("q"), sure)].into(), ..answered("b", 1) };
    // The texts are needed until the end of the test.
    let _ = folder.keep();
    on_rust(|| Pilot::new(library, ThemeName::Dark, width, height).with_records(vec![first, second]))
}

fn line(pilot: &Pilot, words: &str) -> String {
    pilot.screen().lines().find(|line| line.contains(words)).unwrap_or_default().trim_end().to_owned()
}

#[test]
fn it_is_computed_again_from_answers_and_code() {
    let pilot = pilot(80, 24);
    let pilot = go(pilot, "C <home>");
    assert_eq!(pilot.model.context(), Context::Certificate);
    sees(&pilot, "1 right answer, 0 solved exercises; 0 of 3 lessons complete");
    assert!(line(&pilot, "Lesson a").ends_with("1 of 1 right · 0 of 1 solved"), "the solution was shown");
    sees(&pilot, "not counted because the solution was shown: double");
    assert!(line(&pilot, "Lesson b").ends_with("0 of 1 right"));
    assert!(line(&pilot, "Lesson c").ends_with("Lesson c"), "nothing is said of what was not begun");
    let pilot = go(pilot, "<down>");
    sees(&pilot, "sure but wrong: q");
    let pilot = go(pilot, "<esc>");
    assert_eq!(pilot.model.context(), Context::Contents);
    assert_eq!(go(pilot, "C C").model.context(), Context::Contents);
}

#[test]
fn a_lesson_that_is_open_knows_best() {
    let pilot = go(pilot(80, 24), "C <end> <enter>");
    assert_eq!(pilot.model.context(), Context::Page);
    let pilot = go(to(pilot, "q"), "<enter> 1 3");
    let pilot = go(pilot, "<esc> <esc>");
    assert_eq!(pilot.model.context(), Context::Certificate, "where one came from");
    assert!(line(&pilot, "Lesson c").starts_with(" ▎ ✓"), "{}", pilot.screen());
    sees(&pilot, "2 right answers, 0 solved exercises; 1 of 3 lessons complete");
}

#[test]
fn nothing_is_said_where_nothing_was_done_and_the_smallest_screen_has_room() {
    let mut pilot = on_rust(|| go(Pilot::new(LessonLibrary::embedded(), ThemeName::Dark, 40, 10), "C"));
    sees(&pilot, "Nothing yet: answer a question");
    for entry in LessonLibrary::embedded().entries() {
        sees(&pilot, &entry.front.as_ref().unwrap().title.chars().take(6).collect::<String>());
        pilot = go(pilot, "<down>");
    }
    let pilot = click(go(pilot, "<home>"), "Begin");
    assert_eq!(pilot.model.context(), Context::Page);
    let empty = on_rust(|| Pilot::new(LessonLibrary::default(), ThemeName::Dark, 80, 24));
    sees(&go(empty, "C <down> <end> <enter>"), "Nothing yet");
}
