//! Cells of the learner's own: added anywhere, taken away again.

use crate::tui::message::Effect;
use crate::tui::model::Model;
use crate::tui::theme::Role;
use crate::words::say;

use super::{change, page};

/// Adds a cell below the selected block and begins to type in it.
pub(crate) fn add(model: &mut Model) -> Vec<Effect> {
    let Some(reading) = model.reading_mut() else { return Vec::new() };
    let Some(id) = reading.lesson.id().and_then(|below| reading.lesson.document.add_scratch(&below)) else {
        return Vec::new();
    };
    reading.reread();
    if let Some(place) = reading.lesson.position(&id) {
        reading.select(place);
    }
    page::edit_code(model);
    model.say(Role::Text, say!("own-cell-added", block = *id));
    change::evaluate(model)
}

/// Takes the selected cell away, if it is the learner's.
pub(crate) fn remove(model: &mut Model) -> Vec<Effect> {
    let Some(reading) = model.reading_mut() else { return Vec::new() };
    let Some(id) = reading.lesson.id() else { return Vec::new() };
    reading.lesson.document.remove_scratch(&id);
    reading.reread();
    model.say(Role::Success, say!("own-cell-gone", block = *id));
    change::evaluate(model)
}
