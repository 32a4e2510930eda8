//! The timeline: the history of the page as a list, in which walking up and down walks back and forth in time.

use super::change;
use crate::tui::message::Effect;
use crate::tui::model::Model;
use crate::tui::model::reading::{Beside, Reading};

/// Opens the list.
pub(crate) fn open(model: &mut Model) {
    let Some(reading) = model.reading_mut() else { return };
    reading.beside = Beside::Timeline(reading.lesson.document.history().0);
    reading.exhibit_anew();
}

/// Closes the list; the page is again as it was when it was opened.
pub(crate) fn cancel(model: &mut Model) -> Vec<Effect> {
    let Some(reading) = model.reading_mut() else { return Vec::new() };
    let Beside::Timeline(since) = reading.beside else { return Vec::new() };
    let effects = walk(model, since);
    model.reading_mut().into_iter().for_each(Reading::put_aside);
    effects
}

/// Walks to the state of the page after the first `done` steps of its history.
pub(crate) fn walk(model: &mut Model, done: usize) -> Vec<Effect> {
    let Some(reading) = model.reading_mut() else { return Vec::new() };
    let (before, _) = reading.lesson.document.history();
    let mut block = None;
    while reading.lesson.document.history().0 > done {
        block = reading.lesson.document.undo().or(block);
    }
    while reading.lesson.document.history().0 < done && reading.lesson.document.history().1 > 0 {
        block = reading.lesson.document.redo().or(block);
    }
    if reading.lesson.document.history().0 == before {
        return Vec::new();
    }
    reading.streak = None;
    reading.reread();
    if let Some(block) = block {
        change::go_to(reading, &block);
    }
    change::evaluate(model)
}
