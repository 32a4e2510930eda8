//! A lesson whose file changes while it is read.

use super::*;
use glassformer::app::event::AppEvent;
use glassformer::notebook::library::OpenError;
use glassformer::tui::message::Msg;

fn reload(mut pilot: Pilot, text: &str) -> Pilot {
    let fresh = Lesson::read("tiny.md", text).map(Box::new).map_err(OpenError::Broken);
    on_rust(|| pilot.take(Msg::App(AppEvent::Reloaded { lesson: "tiny".into(), fresh })));
    pilot
}

#[test]
fn the_page_follows_and_the_learner_stays() {
    let pilot = go(to(tiny(80, 24), "knob"), "<right>");
    let pilot = go(to(pilot, "grid"), "<enter> <down>");
    let text = TINY.replace("# Start\n", "# Start\n\nA new paragraph.\n\n```python\n#| label: fresh\nnew = 7\n```\n");
    let pilot = reload(pilot, &text.replace("half = t / 2", "half = t / 4"));
    sees(&pilot, "the inputs of `knob` have your values again");
    sees(&pilot, "inside W");
    let pilot = go(pilot, "<right> <left>");
    sees(&pilot, "W  row 1, column 0");
    assert_eq!(source(&pilot, "knob"), "t = slider(0.0, 2.0, value=1.5, step=0.5)\nhalf = t / 4");
    sees(&to(pilot, "fresh"), "new  7");
}

#[test]
fn a_broken_file_is_said_with_its_place_and_the_old_page_stays() {
    let pilot = go(to(tiny(80, 24), "knob"), "<right>");
    let pilot = reload(pilot, &TINY.replace("#| label: grid", "#| lable: grid"));
    sees(&pilot, "The file is broken: tiny.md:22:4: unknown option `lable`");
    sees(&pilot, "[1.5]");
    let pilot = go(pilot, "<right>");
    sees(&pilot, "[2.0]");
    sees(&pilot, "The file is broken");
    let pilot = reload(pilot, TINY);
    sees(&pilot, "The lesson was reloaded.");
    misses(&pilot, "broken");
    sees(&pilot, "[2.0]");
    let pilot = reload(pilot, &TINY.replace("id: tiny", "id: other"));
    sees(&pilot, "the id is now `other`");
}

#[test]
fn a_file_that_is_gone_is_said_to_be_gone() {
    let gone = |name: &str, lesson: Lesson| {
        let mut pilot = on_rust(|| Pilot::new(LessonLibrary::embedded(), ThemeName::Dark, 80, 24).read(lesson));
        let fresh = LessonLibrary::embedded().open(name).map(Box::new);
        on_rust(|| pilot.take(Msg::App(AppEvent::Reloaded { lesson: name.into(), fresh })));
        pilot
    };
    let folder = tempfile::tempdir().unwrap();
    let file = |id: &str| {
        let path = folder.path().join(format!("{id}.md"));
        std::fs::write(&path, TINY.replace("id: tiny", &format!("id: {id}"))).unwrap();
        LessonLibrary::embedded().read(&path).unwrap()
    };
    let pilot = gone("tiny", file("tiny"));
    sees(&pilot, "The lesson's file is gone. This page shows the lesson as it was last read.");
    sees(&pilot, "Start");
    let pilot = gone("attention", file("attention"));
    sees(&pilot, "The file is gone: this is the course's own version of the lesson.");
    sees(&pilot, "Scaled dot-product attention");
}

#[test]
fn a_block_that_goes_takes_the_cursor_to_its_neighbour() {
    let pilot = go(to(tiny(80, 24), "slow"), "<f1> <esc>");
    let cut = TINY.replace("```python\n#| label: slow\n#| lazy: true\nlate = n + 1\n```\n", "");
    let pilot = reload(pilot, &cut);
    assert_eq!(&*pilot.model.reading().unwrap().lesson.id().unwrap(), "guess");
    let pilot = go(to(tiny(80, 24), "words"), "E <end> 1");
    let pilot = reload(pilot, &TINY.replace("\"a b\"", "\"a b c\""));
    sees(&pilot, "no longer fits");
    misses(&pilot, "typing");
}
