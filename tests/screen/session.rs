//! Work that is kept: from one run to the next, set aside, and told.

use super::*;
use glassformer::notebook::session::SessionStore;

/// The course with a session of its own.
fn kept(folder: &std::path::Path) -> Pilot {
    on_rust(|| {
        let pilot =
            Pilot::new(LessonLibrary::embedded(), ThemeName::Dark, 100, 30).with_store(SessionStore::folder(folder));
        pilot.read(Lesson::read("tiny.md", TINY).unwrap())
    })
}

#[test]
fn what_was_done_is_there_the_next_day() {
    let folder = tempfile::tempdir().unwrap();
    let pilot = kept(folder.path());
    sees(&pilot, "saved");
    let pilot = go(to(pilot, "knob"), "<right>");
    let pilot = go(to(pilot, "guess"), "i 2");
    let pilot = go(to(pilot, "double"), "<enter> *2 <esc>");
    go(to(pilot, "grid"), "q");
    let pilot = kept(folder.path());
    assert_eq!(&*pilot.model.reading().unwrap().lesson.id().unwrap(), "grid", "the cursor is where it was");
    assert!(source(&pilot, "knob").contains("value=1.5"));
    sees(&to(pilot, "guess"), "✓ Right.");
    let pilot = to(kept(folder.path()), "double");
    sees(&pilot, "✓ Solved: every check passes.");
    sees(&to(pilot, "guess"), "hint  Count your fingers.");
}

#[test]
fn what_was_done_can_be_undone_and_done_again_the_next_day() {
    let folder = tempfile::tempdir().unwrap();
    let before = source(&kept(folder.path()), "knob");
    let pilot = go(to(kept(folder.path()), "knob"), "<right>");
    go(go(to(pilot, "double"), "<enter> *2 <enter>"), "<esc> u q");
    let pilot = kept(folder.path());
    assert!(source(&pilot, "knob").contains("value=1.5"));
    let pilot = go(pilot, "U");
    assert!(source(&pilot, "double").contains("*2"), "done again: {}", source(&pilot, "double"));
    let pilot = go(pilot, "t");
    sees(&pilot, "timeline   step 2 of 2");
    sees(&pilot, "0  as the lesson wrote it");
    let pilot = go(pilot, "<esc> u u");
    assert_eq!(source(&pilot, "knob"), before);
    sees(&go(pilot, "u"), "There is nothing to undo.");
}

#[test]
fn a_timeline_without_the_first_steps_does_not_say_that_the_lesson_wrote_its_beginning() {
    let folder = tempfile::tempdir().unwrap();
    go(to(kept(folder.path()), "knob"), "<right> q");
    let file = folder.path().join("tiny.session");
    let text = std::fs::read_to_string(&file).unwrap();
    let (kept_lines, _) = text.split_once("edition ").unwrap();
    std::fs::write(&file, format!("{kept_lines}end\n")).unwrap();
    let pilot = go(to(kept(folder.path()), "double"), "<enter> *2 <enter> <esc> t");
    sees(&pilot, "timeline   step 1 of 1");
    sees(&pilot, "0  as it was before these steps");
}

#[test]
fn the_cursor_is_where_it_was_whatever_own_cells_stand_above() {
    let folder = tempfile::tempdir().unwrap();
    go(to(kept(folder.path()), "knob"), "a x <space> = <space> 1 <esc> q");
    let blocks = kept(folder.path()).model.reading().unwrap().lesson.blocks().to_vec();
    assert!(blocks.iter().any(glassformer::notebook::lesson::Block::is_scratch));
    for block in blocks {
        go(to(kept(folder.path()), &block.id), "q");
        let pilot = kept(folder.path());
        assert_eq!(pilot.model.reading().unwrap().lesson.id(), Some(block.id));
    }
}

#[test]
fn the_contents_know_how_far_one_is() {
    let folder = tempfile::tempdir().unwrap();
    let start = || {
        on_rust(|| {
            Pilot::new(LessonLibrary::embedded(), ThemeName::Dark, 100, 30)
                .with_store(SessionStore::folder(folder.path()))
        })
    };
    let pilot = start();
    misses(&pilot, "questions");
    let pilot = go(on_rust(|| pilot.open("attention").unwrap()), "<f1> <esc>");
    go(to(pilot, "twins"), "1 <esc> q");
    sees(&start(), "1 of 5 questions · 0 of 2 exercises");
}

#[test]
fn resets_can_be_undone_and_answers_taken_back() {
    let pilot = go(to(tiny(80, 24), "guess"), "2");
    let pilot = go(pilot, "r");
    misses(&pilot, "Right.");
    sees(&pilot, "guess has the lesson's text again");
    let pilot = go(pilot, "u");
    sees(&pilot, "✓ Right.");
    let pilot = go(to(go(to(pilot, "knob"), "<right>"), "guess"), "R");
    sees(&pilot, "2 blocks have the lesson's text again");
    misses(&pilot, "Right.");
    let pilot = go(pilot, "u");
    sees(&pilot, "Undone: reset 2 blocks to the lesson's text.");
    sees(&to(pilot, "guess"), "✓ Right.");
}

#[test]
fn a_damaged_session_is_set_aside_and_said() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("tiny.session"), "glassformer session 1\nlesson tiny\ncell kn").unwrap();
    let pilot = kept(folder.path());
    sees(&pilot, "Your session file was renamed to tiny.session.damaged: line 3: the file is truncated");
    let pilot = go(to(pilot, "knob"), "<right>");
    assert!(source(&pilot, "knob").contains("value=1.5"));
    assert!(folder.path().join("tiny.session.damaged").exists() && folder.path().join("tiny.session").exists());
}

#[test]
fn a_lesson_that_changed_meanwhile_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let pilot = go(to(kept(folder.path()), "knob"), "<right>");
    go(to(pilot, "words"), "E <end> 1 <esc>");
    let changed = TINY.replace("half = t / 2", "half = t / 2  # halved").replace("\"a b\"", "\"c d\"");
    let pilot = on_rust(|| {
        let pilot = Pilot::new(LessonLibrary::embedded(), ThemeName::Dark, 140, 30)
            .with_store(SessionStore::folder(folder.path()));
        pilot.read(Lesson::read("tiny.md", &changed).unwrap())
    });
    sees(&pilot, "the inputs of `knob` have your values again; your version of `words` no longer fits");
    assert_eq!(source(&pilot, "knob"), "t = slider(0.0, 2.0, value=1.5, step=0.5)\nhalf = t / 2  # halved");
    go(pilot, "q");
    // The author takes it back.
    let pilot = kept(folder.path());
    assert!(source(&pilot, "words").ends_with(".split())1"), "{}", source(&pilot, "words"));
}

#[test]
fn a_disk_that_refuses_is_said_and_the_lesson_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("a file");
    std::fs::write(&place, "").unwrap();
    let pilot = go(to(kept(&place), "knob"), "<right>");
    sees(&pilot, "not saved");
    sees(&pilot, "Your work could not be saved");
    sees(&go(pilot, "<right>"), "[2.0]");
}
