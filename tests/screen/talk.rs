//! A lesson that is presented: slide by slide, with the answers kept back, and notes for who speaks.

use super::*;
use glassformer::notebook::session::SavedProgress;
use glassformer::notebook::session::saved_progress::{Edit, SavedAnswer};

const TALK: &str = r"---
title: Dots
id: dots
---
# One thing

First words.

<!-- note: Begin slowly, and ask them what a dot is. -->

```python
#| label: x
x = slider(0, 9, value=3, step=1)
```

```python
#| role: question
#| label: twice
#| ask: What is twice x?
#| options: five | six
#| explain: Two times three.
answer = 1
```

# Another thing

Second words.
";

fn talk(width: u16, height: u16) -> Pilot {
    let lesson = Lesson::read("dots.md", TALK).unwrap();
    on_rust(|| Pilot::new(LessonLibrary::embedded(), ThemeName::Dark, width, height).presenting().read(lesson))
}

/// What is handed to another terminal.
fn prompt(pilot: &Pilot) -> &str {
    &pilot.model.talk.as_ref().unwrap().prompt
}

#[test]
fn one_step_follows_the_other_and_an_answer_is_a_step() {
    let pilot = talk(80, 24);
    sees(&pilot, "First words.");
    sees(&pilot, "slide 1/2");
    misses(&pilot, "slider");
    let pilot = go(pilot, "j");
    sees(&pilot, "slider");
    misses(&pilot, "twice");
    let pilot = go(pilot, "<pagedown>");
    sees(&pilot, "What is twice x?");
    misses(&pilot, "✓");
    misses(&pilot, "Two times three.");
    let pilot = go(pilot, "j");
    sees(&pilot, "✓ The right answer is number 2.");
    sees(&pilot, "✓ 2) six");
    sees(&pilot, "Two times three.");
    misses(&pilot, "Second words.");
    let pilot = go(pilot, "j");
    sees(&pilot, "Second words.");
    sees(&pilot, "slide 2/2");
    misses(&pilot, "twice");
    // Back again all of the slide is there, from its beginning.
    let pilot = go(pilot, "<pageup>");
    sees(&pilot, "First words.");
    sees(&pilot, "✓ The right answer is number 2.");
    // Behind the last step there is none.
    let before = go(pilot, "j");
    let screen = before.screen();
    assert_eq!(go(before, "j j").screen(), screen);
}

#[test]
fn what_a_class_votes_for_is_shown_and_judged_when_the_answer_is() {
    let pilot = go(talk(80, 24), "j j 1");
    sees(&pilot, "● 1) five");
    misses(&pilot, "How sure");
    misses(&pilot, "Number 2");
    let pilot = go(pilot, "S");
    sees(&pilot, "✗ 1) five");
    sees(&pilot, "✗ The right answer is number 2.");
    let pilot = go(pilot, "2");
    sees(&pilot, "✓ Right.");
}

#[test]
fn inputs_move_and_every_number_says_why_as_on_a_page() {
    let pilot = go(talk(80, 24), "j j k <right>");
    assert_eq!(source(&pilot, "x"), "x = slider(0, 9, value=4, step=1)");
    sees(&pilot, "What is twice x?");
    // A place that is jumped to is shown, on its own slide.
    let pilot = go(pilot, "O a n o t h e r <enter>");
    sees(&pilot, "Second words.");
    misses(&pilot, "First words.");
}

#[test]
fn notes_stand_below_the_page_and_go_to_another_terminal() {
    let pilot = talk(80, 18);
    let told = "Dots · slide 1/2\nOne thing\n\nBegin slowly, and ask them what a dot is.\n\nNext: `x`\n";
    assert_eq!(prompt(&pilot), told);
    misses(&pilot, "Begin slowly");
    let pilot = go(pilot, "T");
    sees(&pilot, "Begin slowly, and ask them what a dot is.");
    sees(&pilot, "T hide notes");
    let pilot = go(pilot, "j");
    sees(&pilot, "There are no notes here.");
    let pilot = go(pilot, "j");
    // Who speaks knows the answer before the class does.
    let told =
        "Dots · slide 1/2\nOne thing\n\nWhat is twice x?\n✓ The right answer is number 2.\n\nNext: Another thing\n";
    assert_eq!(prompt(&pilot), told);
    let pilot = go(pilot, "T");
    misses(&pilot, "no notes");
    // On a page that is also used there are none.
    let pilot = go(page_of(TALK, 80, 24), "T");
    misses(&pilot, "Begin slowly");
    sees(&pilot, "--present");
}

#[test]
fn a_talk_begins_with_what_was_prepared_and_without_answers() {
    let edit =
        |text: &str| Edit { block: "x".into(), was: "x = slider(0, 9, value=3, step=1)".into(), text: text.into() };
    let record = SavedProgress {
        lesson: "dots".into(),
        at: Some("twice".into()),
        edits: vec![edit("x = slider(0, 9, value=8, step=1)")],
        answers: vec![SavedAnswer { question: "twice".into(), option: 1, words: "six".into() }],
        ..SavedProgress::default()
    };
    let lesson = Lesson::read("dots.md", TALK).unwrap();
    let pilot = on_rust(|| {
        let pilot = Pilot::new(LessonLibrary::embedded(), ThemeName::Dark, 80, 24).presenting();
        pilot.with_records(vec![record]).read(lesson)
    });
    sees(&pilot, "First words.");
    misses(&pilot, "slider");
    let pilot = go(pilot, "j j");
    assert_eq!(source(&pilot, "x"), "x = slider(0, 9, value=8, step=1)");
    misses(&pilot, "✓");
}

#[test]
fn a_heading_is_large_where_there_is_room() {
    let large = talk(120, 40).screen();
    assert!(!large.contains("One thing") && large.contains("▝▀▘"), "{large}");
    sees(&talk(60, 12), "One thing");
    sees(&talk(80, 24), "↑↓ go on");
}

#[test]
fn every_lesson_can_be_presented_to_its_end() {
    for entry in LessonLibrary::embedded().entries() {
        let name = entry.id().to_owned();
        let mut pilot = on_rust(|| {
            Pilot::new(LessonLibrary::embedded(), ThemeName::Dark, 80, 24).presenting().open(&name).unwrap()
        });
        let lesson = pilot.model.reading().unwrap().lesson.document.lesson().clone();
        let (_, slides) = lesson.slide_number(0);
        let mut seen = vec![pilot.screen()];
        loop {
            pilot = go(pilot, "<pagedown>");
            let screen = pilot.screen();
            if seen.last() == Some(&screen) {
                break;
            }
            assert!(!seen.contains(&screen), "{name} goes round:\n{screen}");
            seen.push(screen);
        }
        let at = lesson.slide_number(pilot.model.reading().unwrap().lesson.at);
        assert_eq!(at, (slides, slides), "{name} stops at\n{}", pilot.screen());
    }
}

#[test]
fn a_slide_begins_at_its_top_after_one_that_was_scrolled() {
    let mut pilot = talk(60, 12);
    for _ in 0..9 {
        pilot = go(pilot, "j");
    }
    sees(&pilot, "slide 2/2");
    sees(&pilot, "Another thing");
    sees(&pilot, "Second words.");
}
