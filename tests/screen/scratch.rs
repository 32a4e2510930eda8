//! Cells of the learner's own.

use super::*;

#[test]
fn a_cell_of_ones_own_uses_the_page_and_follows_it() {
    let pilot = go(to(tiny(80, 24), "knob"), "a");
    sees(&pilot, "✎ your own cell");
    sees(&pilot, "typing scratch-1");
    let pilot = go(pilot, "mine <space> = <space> half*100 <esc>");
    sees(&pilot, "mine  50");
    let pilot = go(to(pilot, "knob"), "<right>");
    sees(&pilot, "mine  75");
    // One that is taken away comes back with its text; the cell that was added goes in the end.
    let pilot = go(to(pilot, "scratch-1"), "D");
    misses(&pilot, "mine");
    sees(&pilot, "scratch-1 was deleted. u brings it back.");
    let pilot = go(pilot, "u");
    sees(&pilot, "mine  75");
    let pilot = go(pilot, &"u ".repeat(8));
    misses(&pilot, "your own cell");
    let steps = pilot.model.reading().unwrap().lesson.document.history().1;
    let pilot = go(pilot, &"U ".repeat(steps - 1));
    sees(&to(pilot, "scratch-1"), "mine  75");
}

#[test]
fn its_names_may_clash_and_that_is_explained() {
    let pilot = go(to(tiny(80, 30), "knob"), "a half=1 <esc>");
    sees(&pilot, "`half` is defined here and in cell `knob`");
    sees(&to(pilot, "knob"), "`half` is defined here and in cell `scratch-1`");
    let pilot = go(to(tiny(80, 30), "knob"), "a half=1 <esc> D");
    sees(&to(pilot, "knob"), "half  0.5");
}

#[test]
fn only_ones_own_cell_is_deleted_and_reset_says_how() {
    let pilot = go(to(tiny(80, 24), "knob"), "D");
    sees(&pilot, "You can delete only your own cells");
    let pilot = go(pilot, "a x=1 <esc> r");
    sees(&pilot, "This is your own cell: D deletes it.");
    misses(&pilot, "✎ changed");
    sees(&pilot, "D delete it");
    let pilot = go(pilot, "R");
    sees(&pilot, "1 block has the lesson's text again");
    misses(&pilot, "your own cell");
    sees(&go(pilot, "u"), "your own cell");
}

#[test]
fn why_goes_from_ones_own_cell_into_the_lesson_and_back() {
    let pilot = go(to(tiny(80, 30), "grid"), "a V=W*2 <esc> <enter> <enter> <tab> <enter>");
    sees(&pilot, "inside W");
    sees(&go(pilot, "<backspace>"), "inside V");
}

#[test]
fn whole_numbers_are_written_to_their_last_digit() {
    let pilot =
        go(to(tiny(80, 30), "knob"), "a x=9999999 <enter> y=torch.tensor([12345678,5]) <enter> z=12345678.5 <esc>");
    sees(&pilot, "x  9999999 ");
    sees(&pilot, " 12345678         5");
    sees(&pilot, "z  1.235e7");
    sees(&go(pilot, "<enter>"), "= 12345678 ");
}

#[test]
fn values_from_before_an_error_are_called_old() {
    let pilot = go(to(tiny(80, 30), "knob"), "a x=7 ( <esc>");
    sees(&pilot, "is never closed");
    let screen = pilot.screen();
    let old = screen.find("last computed values:").unwrap_or_else(|| panic!("not said:\n{screen}"));
    assert!(old < screen.find("x  7").unwrap(), "{screen}");
    // So are those of a cell that waits for another one's; where nothing is shown, nothing is old.
    let waits = go(to(tiny(80, 30), "knob"), "a y=t*2 <esc> k E ( <esc>");
    sees(&to(waits, "scratch-1"), "last computed values");
    misses(&go(to(tiny(80, 30), "knob"), "a ( <esc>"), "old values");
    misses(&go(to(tiny(80, 30), "knob"), "a x=7 <esc>"), "old values");
}

#[test]
fn unseeded_cell_shows_its_seed() {
    sees(&go(to(tiny(80, 30), "knob"), "a x=torch.rand(2) <esc>"), "seed 0 (yours: none)");
    let error = go(to(tiny(80, 30), "knob"), "a print(torch.rand(2)) <enter> 1/0 <esc>");
    sees(&error, "seed 0 (yours: none)");
    misses(&go(to(tiny(80, 30), "knob"), "a torch.manual_seed(0) <enter> x=torch.rand(2) <esc>"), "(yours: none)");
}

#[test]
fn it_is_kept_with_the_session() {
    use glassformer::notebook::session::SessionStore;
    let folder = tempfile::tempdir().unwrap();
    let start = || {
        let pilot = Pilot::new(LessonLibrary::embedded(), ThemeName::Dark, 80, 24)
            .with_store(SessionStore::folder(folder.path()));
        on_rust(|| pilot.read(Lesson::read("tiny.md", TINY).unwrap()))
    };
    go(to(start(), "switches"), "a x=t+1 <enter> y=x <esc> q");
    let pilot = start();
    assert_eq!(&*pilot.model.reading().unwrap().lesson.id().unwrap(), "scratch-1");
    assert_eq!(source(&pilot, "scratch-1"), "x=t+1\ny=x");
    sees(&go(pilot, "<f1> <esc>"), "y  2");
}
