//! Where the cursor is: leaving a place so that one finds back to it, and coming to another.

use crate::tui::model::Model;
use crate::tui::theme::Role;
use crate::words::say;

/// Remembers where the reader is, before a jump.
pub(crate) fn leave(model: &mut Model) {
    if let Some(here) = model.here() {
        model.workspace.jumps.leave(here);
    }
    if let Some(reading) = model.reading_mut() {
        reading.put_aside();
    }
}

/// The lesson has been opened: goes to the block that the jump was to.
pub(crate) fn arrived(model: &mut Model) {
    if let Some(block) = model.landing.take() {
        land(model, Some(&block));
    }
}

/// Puts the cursor on a block of the open lesson, or on its first.
pub(crate) fn land(model: &mut Model, block: Option<&str>) {
    let Some(reading) = model.reading_mut() else { return };
    match block.map(|block| reading.lesson.position(block)) {
        None => reading.select(0),
        Some(Some(place)) => {
            reading.lesson.reveal(place);
            reading.select(place);
        }
        Some(None) => {
            let words = say!("no-such-block", block = block.unwrap_or_default());
            model.say(Role::Warning, words);
        }
    }
}
