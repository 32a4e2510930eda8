//! A page as it is once all its questions are answered or skipped.

use glassformer::tui::render::Pilot;

/// With everything shown that questions hide.
pub(crate) fn shown(mut pilot: Pilot) -> Pilot {
    let reading = pilot.model.reading_mut().unwrap();
    reading.lesson.toggle_veils();
    reading.follow_veils();
    pilot
}
