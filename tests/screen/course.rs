//! The course, gone through by keys: every question answered, every exercise solved, on the smallest usual screen.

use std::sync::Arc;

use super::*;
use glassformer::notebook::lesson::BlockKind;
use glassformer::notebook::library::LessonEntry;

#[test]
fn every_lesson_can_be_completed_by_keys() {
    let library = LessonLibrary::embedded();
    for entry in library.entries() {
        let mut pilot =
            on_rust(|| Pilot::new(LessonLibrary::embedded(), ThemeName::Dark, 80, 24).open(&entry.slug).unwrap());
        let lesson = Arc::clone(pilot.model.reading().unwrap().lesson.document.lesson());
        for block in &lesson.blocks {
            match &block.kind {
                BlockKind::Question(_) => {
                    let right = pilot.model.reading().unwrap().lesson.outcome.answer(&block.id).unwrap();
                    pilot = go(to(pilot, &block.id), &format!("{} <enter>", right + 1));
                    sees(&pilot, "✓ Right.");
                }
                BlockKind::Exercise(exercise) => {
                    pilot = go(to(pilot, &block.id), "E <a-a>");
                    pilot = go(paste(pilot, exercise.solution.text()), "<esc>");
                    if exercise.solution.text().lines().count() > ROOM - 2 {
                        // What comes of an answer that fills the screen stands a page further.
                        pilot = go(pilot, "<pagedown>");
                    }
                    sees(&pilot, "✓ Solved: every check passes.");
                }
                _ => {}
            }
        }
        let page = &pilot.model.reading().unwrap().lesson.document;
        let of = |kind: fn(&BlockKind) -> bool| lesson.blocks.iter().filter(|block| kind(&block.kind)).count();
        assert_eq!(page.passed().len(), of(|kind| matches!(kind, BlockKind::Exercise(_))), "{}", entry.slug);
        assert_eq!(page.answers().len(), of(|kind| matches!(kind, BlockKind::Question(_))), "{}", entry.slug);
    }
}

#[test]
fn a_level_is_solved_by_setting_its_inputs() {
    let pilot = Pilot::new(LessonLibrary::embedded(), ThemeName::Dark, 80, 24).open("set-the-weights").unwrap();
    let pilot = to(pilot, "first");
    sees(&pilot, "○ not solved yet (par 2)");
    let pilot = go(pilot, "<enter> 1 0 <enter> j l l 1 <enter>");
    sees(&pilot, "W = matrix([[10, 0, 0, 0], [0, 0, 1, 0], [0, 0, 0, 0]])");
    sees(&pilot, "✓ Solved: every check passes. Your score equals par: 2.");
    sees(&pilot, "  <s>  0.9");
    let pilot = go(pilot, "l 1 <enter> <esc>");
    sees(&pilot, "✓ Solved: every check passes. Score 3, par 2: lower is possible.");
    let pilot = Pilot::new(LessonLibrary::embedded(), ThemeName::Dark, 80, 24).open("parts-together").unwrap();
    let pilot = go(to(pilot, "route"), "<enter> j x");
    sees(&pilot, "✗ Not yet: after three layers f has not heard a");
}

#[test]
fn tab_goes_through_the_inputs_of_a_level_and_code_is_still_a_key_away() {
    let pilot = Pilot::new(LessonLibrary::embedded(), ThemeName::Dark, 80, 24).open("parts-together").unwrap();
    let pilot = go(to(pilot, "exactly-one"), "<tab> <tab> <enter> 3 <enter> <esc>");
    sees(&pilot, "W_2 = matrix([[3, 0]])");
    let pilot = go(pilot, "E");
    sees(&pilot, "Esc done");
}

/// How many lines a block takes where nothing is cut off: those that the bar at the left stands beside.
fn height(pilot: &Pilot) -> usize {
    pilot.screen().lines().filter(|line| line.starts_with(" ▎")).count()
}

/// A small terminal of 24 lines has a head of two and a footer of two.
const ROOM: usize = 20;

/// The lessons in which something is taller than that.
const TALL: [&str; 4] = ["queries-keys-values", "many-heads", "vectors-to-words", "transformer"];

#[test]
fn at_80x24_a_cell_and_its_view_can_be_seen_together() {
    let mut tall = Vec::new();
    let library = LessonLibrary::embedded();
    for id in library.entries().iter().map(LessonEntry::id).filter(|id| !TALL.contains(id)) {
        let lesson = library.open(id).unwrap();
        let mut pilot = on_rust(|| Pilot::new(LessonLibrary::embedded(), ThemeName::Dark, 80, 100).open(id).unwrap());
        for block in &lesson.blocks[..lesson.appendix] {
            pilot = to(pilot, &block.id);
            let lines = height(&pilot);
            if lines > ROOM && !matches!(block.kind, BlockKind::Prose(_)) {
                tall.push(format!("{id} {} has {lines} lines", block.id));
            }
        }
    }
    assert!(tall.is_empty(), "{}", tall.join("\n"));
}
