//! The course, gone through by keys: every question answered, every exercise solved, on the smallest usual screen.

use std::sync::Arc;

use super::*;
use glassformer::notebook::lesson::BlockKind;

#[test]
fn every_lesson_can_be_completed_by_keys() {
    let library = Library::embedded();
    for entry in library.entries() {
        let mut pilot = on_rust(|| Pilot::new(Library::embedded(), ThemeName::Dark, 80, 24).open(&entry.slug).unwrap());
        let lesson = Arc::clone(pilot.model.reading().unwrap().page.lesson());
        for block in &lesson.blocks {
            match &block.kind {
                BlockKind::Question(_) => {
                    let right = pilot.model.reading().unwrap().outcome.answer(&block.id).unwrap();
                    pilot = go(to(pilot, &block.id), &(right + 1).to_string());
                    sees(&pilot, "✓ Right.");
                }
                BlockKind::Exercise(exercise) => {
                    pilot = go(to(pilot, &block.id), "E <a-a>");
                    pilot = go(paste(pilot, &exercise.solution.text), "<esc>");
                    sees(&pilot, "✓ Solved: every check holds.");
                }
                _ => {}
            }
        }
        let page = &pilot.model.reading().unwrap().page;
        let of = |kind: fn(&BlockKind) -> bool| lesson.blocks.iter().filter(|block| kind(&block.kind)).count();
        assert_eq!(page.passed().len(), of(|kind| matches!(kind, BlockKind::Exercise(_))), "{}", entry.slug);
        assert_eq!(page.answers().len(), of(|kind| matches!(kind, BlockKind::Question(_))), "{}", entry.slug);
    }
}
