//! The map of what needs what: looked at, walked, and left.

use super::mouse::click;
use super::*;
use glassformer::notebook::session::saved_progress::{SavedAnswer, SavedProgress};
use glassformer::tui::keymap::Context;

fn contents(width: u16, height: u16) -> Pilot {
    on_rust(|| Pilot::new(LessonLibrary::embedded(), ThemeName::Dark, width, height))
}

fn selected(pilot: &Pilot) -> &str {
    &pilot.model.contents.entry().unwrap().id
}

#[test]
fn a_key_shows_the_map_and_another_leads_back() {
    let pilot = go(contents(80, 24), "j j j j j M");
    sees(&pilot, "lesson prerequisites");
    sees(&pilot, "● completed   ◐ started   ◎ ready to start   ○ later");
    sees(&pilot, "a dot directly below another builds on it");
    sees(&pilot, "Scaled dot-product attention needs 4; 5b, 6, 7, 16, 17 and 19 build on it");
    let line = |words: &str| pilot.screen().lines().find(|line| line.contains(words)).unwrap_or_default().to_owned();
    assert!(line("Queries, keys").contains("Queries, keys, values  needed for it"));
    assert!(line("6  Masking").contains("Masking  builds on it  "), "beside its title, and then what it is about");
    assert!(!line("10  The encoder").contains("  builds on it"));
    let pilot = go(pilot, "<esc>");
    assert_eq!((pilot.model.context(), selected(&pilot)), (Context::Contents, "attention"));
    assert_eq!(go(pilot, "M M").model.context(), Context::Contents);
}

#[test]
fn arrows_walk_over_rows_and_along_lines() {
    let pilot = go(contents(80, 24), "M <end>");
    assert_eq!(selected(&pilot), "longer-and-larger");
    sees(&pilot, "24  Longer texts");
    let pilot = go(pilot, "<left>");
    assert_eq!(selected(&pilot), "since-2017", "the nearest that it needs");
    let pilot = go(pilot, "<left>");
    assert_eq!(selected(&pilot), "training");
    let pilot = go(pilot, "<right>");
    assert_eq!(selected(&pilot), "what-a-score-says");
    assert_eq!(selected(&go(pilot, "<home> <down> <down> <up>")), "tokens");
}

#[test]
fn every_lesson_can_be_seen_and_opened_on_the_smallest_screen() {
    let mut pilot = go(contents(40, 10), "M");
    for entry in LessonLibrary::embedded().entries() {
        assert_eq!(selected(&pilot), entry.id());
        let title = &entry.front.as_ref().unwrap().title;
        sees(&pilot, &title.chars().take(6).collect::<String>());
        pilot = go(pilot, "<down>");
    }
    let pilot = go(pilot, "<enter>");
    assert_eq!(pilot.model.context(), Context::Page);
    let pilot = go(pilot, "<esc> <esc>");
    assert_eq!((pilot.model.context(), selected(&pilot)), (Context::Map, "longer-and-larger"));
    let pilot = click(go(pilot, "<home>"), "Begin");
    sees(&pilot, "Two minutes with your hands");
}

#[test]
fn marks_say_what_is_done_and_what_can_be_begun() {
    let folder = tempfile::tempdir().unwrap();
    let question = "```python\n#| role: question\n#| label: q\n#| ask: One?\n#| options: one | two\nanswer = 0\n```\n";
    for (file, id, needs) in [("01-a.md", "a", ""), ("02-b.md", "b", "a"), ("03-c.md", "c", "b"), ("04-d.md", "d", "a")]
    {
        let text = format!("---\ntitle: Lesson {id}\nid: {id}\nneeds: [{needs}]\n---\nText.\n\n{question}");
        std::fs::write(folder.path().join(file), text).unwrap();
    }
    let library = LessonLibrary::default().with_overlay(folder.path()).unwrap();
    let answer = SavedAnswer { question: "q".into(), option: 1, words: "two".to_owned() };
    let done = SavedProgress { lesson: "a".into(), answers: vec![answer], ..SavedProgress::default() };
    let begun = SavedProgress { lesson: "d".into(), ..SavedProgress::default() };
    let pilot = on_rust(|| Pilot::new(library, ThemeName::Dark, 80, 24).with_records(vec![done, begun]));
    let pilot = go(pilot, "M");
    for row in ["●━┓  1  Lesson a", "◎ ┃  2  Lesson b", "○ ┃  3  Lesson c", "  ◐  4  Lesson d"] {
        sees(&pilot, row);
    }
    let empty = on_rust(|| Pilot::new(LessonLibrary::default(), ThemeName::Dark, 80, 24));
    sees(&go(empty, "M <down> <left> <end> <enter>"), "lesson prerequisites");
}
