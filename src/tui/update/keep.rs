//! What is handed over to be kept.
//!
//! Whatever changed a page, by key, mouse or evaluation, its revision tells: no place that changes a page can forget to keep it.

use crate::tui::message::Effect;
use crate::tui::model::Model;

/// The records of all pages that are not what was handed over last.
pub(super) fn changes(model: &mut Model) -> Vec<Effect> {
    let mut effects = Vec::new();
    for reading in model.readings.values_mut() {
        let revision = reading.page.revision();
        if reading.kept.0 != revision {
            reading.kept = (revision, reading.id());
            effects.push(Effect::Keep(Box::new(reading.record())));
        }
    }
    effects
}

/// The records of all pages whose cursor is elsewhere than what was handed over last says.
pub(super) fn places(model: &mut Model) -> Vec<Effect> {
    let mut effects = Vec::new();
    for reading in model.readings.values_mut() {
        let at = reading.id();
        if reading.kept.1 != at {
            reading.kept.1 = at;
            effects.push(Effect::KeepPlace(Box::new(reading.record())));
        }
    }
    effects
}
