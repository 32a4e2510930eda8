//! What is handed over to be kept.
//!
//! Whatever changed a page, by key, mouse or evaluation, its revision tells: no place that changes a page can forget to keep it.

use crate::app::event::AppRequest;
use crate::tui::message::Effect;
use crate::tui::model::Model;

use super::scroll;

/// The records of all pages that have changed since they were handed over last.
pub(crate) fn changes(model: &mut Model) -> Vec<Effect> {
    let mut effects = Vec::new();
    if model.workspace.lessons.values().any(|reading| reading.lesson.has_changed()) {
        scroll::settle(model);
    }
    for reading in model.workspace.lessons.values_mut().filter(|reading| reading.lesson.has_changed()) {
        reading.tell_top();
        effects.extend(reading.lesson.changed_record().map(|record| Effect::App(AppRequest::Save(Box::new(record)))));
    }
    effects
}

/// The records of all pages on which nothing changed but where the cursor is, or what help was given.
pub(crate) fn places(model: &mut Model) -> Vec<Effect> {
    let mut effects = Vec::new();
    scroll::settle(model);
    for reading in model.workspace.lessons.values_mut() {
        reading.tell_top();
        effects
            .extend(reading.lesson.moved_record().map(|record| Effect::App(AppRequest::SavePlace(Box::new(record)))));
    }
    effects
}
