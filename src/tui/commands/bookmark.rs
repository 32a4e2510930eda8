//! Marking the block that the cursor is on.

use crate::tui::model::Model;
use crate::tui::theme::Role;
use crate::words::word;

/// Marks it, or takes its mark away.
pub(crate) fn toggle(model: &mut Model) {
    let Some(reading) = model.reading_mut() else { return };
    let Some(block) = reading.lesson.id() else { return };
    match reading.lesson.document.toggle_bookmark(&block) {
        Some(true) => model.say(Role::Success, word!("marked")),
        Some(false) => model.say(Role::Text, word!("unmarked")),
        None => {}
    }
}
