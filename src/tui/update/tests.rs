//! What messages ask for, without a terminal and without an evaluation.

use std::sync::Arc;

use ratatui::crossterm::event::{Event, KeyModifiers, MouseEvent, MouseEventKind};
use ratatui::layout::{Rect, Size};

use super::*;
use crate::app::event::{AppEvent, AppRequest};
use crate::app::lesson::EvaluationState;
use crate::notebook::lesson::Lesson;
use crate::notebook::library::LessonLibrary;
use crate::notebook::session::Conflict;
use crate::tui::keymap::{Context, parse_keys};
use crate::tui::message::{Pointer, PointerKind};
use crate::tui::theme::{Theme, ThemeName};

const LESSON: &str = "---
title: T
id: t
---
Words.

```python
#| label: knob
t = slider(0, 10, value=4)
```
";

fn contents() -> Model {
    let theme = Theme::new(ThemeName::Dark);
    Model::new(&LessonLibrary::embedded(), theme, Size { width: 80, height: 24 }, "Rust".to_owned())
}

/// The lesson, opened and not yet evaluated.
fn opened() -> Model {
    let mut model = contents();
    let effects = update(&mut model, Msg::App(AppEvent::Opened(Ok(Lesson::read("t.md", LESSON).unwrap().into()))));
    assert!(matches!(effects.as_slice(), [Effect::App(AppRequest::Evaluate(_))]));
    model
}

/// What keys ask for, besides that work is kept.
fn press(model: &mut Model, keys: &str) -> Vec<Effect> {
    let is_kept = |effect: &Effect| matches!(effect, Effect::App(AppRequest::Save(_) | AppRequest::SavePlace(_)));
    all(model, keys).into_iter().filter(|effect| !is_kept(effect)).collect()
}

fn all(model: &mut Model, keys: &str) -> Vec<Effect> {
    parse_keys(keys).unwrap().into_iter().flat_map(|key| update(model, Msg::Key(key))).collect()
}

/// What is handed over to be kept: `work` or `place`.
fn kept(effects: &[Effect]) -> Vec<&str> {
    let word = |effect: &Effect| match effect {
        Effect::App(AppRequest::Save(_)) => Some("work"),
        Effect::App(AppRequest::SavePlace(_)) => Some("place"),
        _ => None,
    };
    effects.iter().filter_map(word).collect()
}

#[test]
fn work_is_kept_when_it_changes_and_the_place_at_the_end() {
    let mut model = opened();
    assert!(all(&mut model, "j k ? <esc>").is_empty());
    assert_eq!(kept(&all(&mut model, "G <right> <right>")), ["work", "work"]);
    assert!(kept(&all(&mut model, "k j")).is_empty());
    assert_eq!(kept(&all(&mut model, "u")), ["work"]);
    assert_eq!(kept(&all(&mut model, "k")), [""; 0]);
    assert_eq!(kept(&all(&mut model, "q")), ["place"]);
    assert_eq!(kept(&update(&mut model, Msg::Leaving)), [""; 0], "told once");
}

#[test]
fn a_work_that_cannot_be_kept_is_said() {
    let mut model = opened();
    update(&mut model, Msg::App(AppEvent::Saved(Saved::No("disk full".to_owned()))));
    assert!(model.notice.as_ref().is_some_and(|notice| notice.text.contains("could not be saved: disk full")));
    assert!(crate::tui::screen::text(&drawn(&model)).contains("not saved"));
}

#[test]
fn who_leaves_with_work_that_is_not_saved_is_asked_once() {
    let mut model = opened();
    update(&mut model, Msg::App(AppEvent::Saved(Saved::No("disk full".to_owned()))));
    assert!(!press(&mut model, "q").iter().any(|effect| matches!(effect, Effect::Quit)));
    let said = model.notice.as_ref().map(|notice| notice.text.clone()).unwrap_or_default();
    assert_eq!(said, "Your work could not be saved: disk full. Press q again to quit without saving.");
    assert!(press(&mut model, "j q").is_empty(), "another key takes the question back");
    assert!(matches!(press(&mut model, "q").as_slice(), [Effect::Quit]));
    assert!(matches!(press(&mut opened(), "q").as_slice(), [Effect::Quit]));
}

#[test]
fn a_line_feed_is_enter() {
    let mut model = contents();
    assert!(
        matches!(press(&mut model, "<c-j>").as_slice(), [Effect::App(AppRequest::Open(name))] if &**name == "begin")
    );
}

#[test]
fn what_is_too_long_for_its_line_is_said_on_several() {
    let mut model = opened();
    model.say(Role::Warning, format!("{}the end", "many words ".repeat(9)));
    let screen = crate::tui::screen::text(&drawn(&model));
    let lines: Vec<&str> = screen.lines().map(str::trim_end).collect();
    assert_eq!(lines[20], "─".repeat(80));
    assert!(lines[21].starts_with("  many words many") && lines[22].ends_with("the end"), "{screen}");
}

fn drawn(model: &Model) -> ratatui::buffer::Buffer {
    let mut buffer = ratatui::buffer::Buffer::empty(Rect::new(0, 0, 80, 24));
    crate::tui::frame::draw(model, buffer.area, &mut buffer);
    buffer
}

#[test]
fn another_program_at_the_same_text_is_said_once_and_stays_to_be_seen() {
    let mut model = opened();
    let conflict = Conflict::Won { block: "knob".into(), aside: "t.session.other".to_owned() };
    let said = |model: &Model| model.notice.as_ref().map(|notice| notice.text.clone()).unwrap_or_default();
    update(&mut model, Msg::App(AppEvent::Saved(Saved::Beside(conflict.clone()))));
    assert!(said(&model).starts_with("Another program also changed knob"));
    all(&mut model, "k");
    update(&mut model, Msg::App(AppEvent::Saved(Saved::Beside(conflict))));
    assert_eq!(said(&model), "");
    update(&mut model, Msg::App(AppEvent::Saved(Saved::Beside(Conflict::Lost { block: "knob".into() }))));
    assert!(said(&model).contains("Its version is saved"));
    assert!(crate::tui::screen::text(&drawn(&model)).contains("saved with a conflict"));
}

#[test]
fn a_lesson_is_asked_for_and_opened_once() {
    let mut model = contents();
    assert!(
        matches!(press(&mut model, "<enter>").as_slice(), [Effect::App(AppRequest::Open(name))] if &**name == "begin")
    );
    let mut model = opened();
    assert_eq!(model.context(), Context::Page);
    press(&mut model, "<esc>");
    assert_eq!(model.context(), Context::Page, "it asks first");
    press(&mut model, "j <esc>");
    assert_eq!(model.context(), Context::Page, "and again after another key");
    press(&mut model, "<esc>");
    assert_eq!(model.context(), Context::Contents);
}

#[test]
fn only_a_change_asks_for_values() {
    let mut model = opened();
    assert!(press(&mut model, "j k j ? j <esc> <enter> <esc> u U r i S").is_empty());
    assert!(
        matches!(press(&mut model, "G <right>").as_slice(), [Effect::App(AppRequest::Evaluate(snapshot))] if snapshot.changes.len() == 1)
    );
    // A slider at its end has nothing to change.
    assert_eq!(press(&mut model, &"<right> ".repeat(20)).len(), 5);
    assert!(
        matches!(press(&mut model, "u").as_slice(), [Effect::App(AppRequest::Evaluate(snapshot))] if snapshot.changes.is_empty())
    );
}

#[test]
fn keys_that_mean_nothing_and_movements_of_the_mouse_do_nothing() {
    let mut model = opened();
    assert!(press(&mut model, "z <f1> <f1> Z").is_empty());
    let moved = MouseEvent { kind: MouseEventKind::Moved, column: 3, row: 3, modifiers: KeyModifiers::NONE };
    assert!(Msg::from_event(Event::Mouse(moved)).is_none());
    let press = Msg::Pointer(Pointer { kind: PointerKind::Press, column: 200, row: 200 });
    assert!(update(&mut model, press).is_empty());
}

#[test]
fn values_of_a_lesson_that_was_left_wait_there() {
    let mut model = opened();
    press(&mut model, "<esc>");
    let outcome = Arc::new(EvaluationOutcome::default());
    update(&mut model, Msg::App(AppEvent::Evaluated { lesson: "t".into(), outcome, finished: true }));
    assert_eq!(model.workspace.lessons["t"].lesson.evaluation, EvaluationState::Done);
    let outcome = Arc::new(EvaluationOutcome::default());
    assert!(
        update(&mut model, Msg::App(AppEvent::Evaluated { lesson: "gone".into(), outcome, finished: true })).is_empty()
    );
}

#[test]
fn an_evaluation_that_takes_long_is_said() {
    let mut model = opened();
    let said = |model: &Model| {
        let mut buffer = ratatui::buffer::Buffer::empty(Rect::new(0, 0, 80, 24));
        crate::tui::frame::draw(model, buffer.area, &mut buffer);
        crate::tui::screen::text(&buffer).contains("computing …")
    };
    assert!(!said(&model));
    let unfinished = |finished| Msg::App(AppEvent::Evaluated { lesson: "t".into(), outcome: Arc::default(), finished });
    update(&mut model, unfinished(false));
    assert!(said(&model));
    update(&mut model, unfinished(true));
    assert!(!said(&model));
}

#[test]
fn quitting_is_an_effect() {
    for keys in ["q", "<c-c>", "<tab> E q <c-c>"] {
        assert!(matches!(press(&mut opened(), keys).last(), Some(Effect::Quit)), "{keys}");
    }
}

#[test]
fn the_mouse_is_given_back_and_taken_again() {
    let mut model = opened();
    assert!(matches!(press(&mut model, "m m").as_slice(), [Effect::Mouse(false), Effect::Mouse(true)]));
}

#[test]
fn the_code_of_a_cell_is_copied_and_nothing_that_is_too_long() {
    let mut model = opened();
    assert!(press(&mut model, "y").is_empty(), "prose is no code");
    let copied = press(&mut model, "G y");
    assert!(matches!(copied.as_slice(), [Effect::Copy(text)] if text == "t = slider(0, 10, value=4)"), "{copied:?}");
    model.copies = false;
    assert!(press(&mut model, "y").is_empty());
    assert!(model.notice.as_ref().is_some_and(|notice| notice.text.contains("--no-clipboard")));
    model.copies = true;
    let long = format!("t = \"{}\"", "x".repeat(80_000));
    let reading = model.reading_mut().unwrap();
    reading.rewrite(reading.lesson.at, &long, false);
    assert!(press(&mut model, "y").is_empty());
    assert!(model.notice.as_ref().is_some_and(|notice| notice.text.contains("81 kB")), "{:?}", model.notice);
}

#[test]
fn formulas_on_lines_of_their_own_are_copied_as_latex() {
    let text = "---\ntitle: T\nid: t\n---\nTwo:\n\n$$\\frac{a}{b}$$\n\n$x^2$\n\n# None\n\nOnly $y$ in a line.\n";
    let mut model = contents();
    update(&mut model, Msg::App(AppEvent::Opened(Ok(Lesson::read("t.md", text).unwrap().into()))));
    let copied = press(&mut model, "y");
    assert!(matches!(copied.as_slice(), [Effect::Copy(text)] if text == "\\frac{a}{b}\nx^2"), "{copied:?}");
    assert!(press(&mut model, "j y").is_empty());
}

#[test]
fn a_gpu_that_fails_is_named_once_and_the_lesson_goes_on() {
    let mut model = opened();
    model.engine = "CUDA".to_owned();
    update(&mut model, Msg::App(AppEvent::EngineChanged("CUDA failed: it is gone")));
    assert_eq!(model.engine, engine());
    assert_eq!(model.notice.as_ref().map(|notice| notice.text.as_str()), Some("CUDA failed: it is gone"));
    assert!(model.workspace.open.is_some());
}
