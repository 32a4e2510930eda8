//! The timeline: the history of the page as a list, in which walking up and down walks back and forth in time.

use super::change;
use crate::tui::keymap::Action;
use crate::tui::message::Effect;
use crate::tui::model::Model;
use crate::tui::model::reading::Beside;
use crate::tui::theme::Role;
use crate::words::word;

/// How many steps a page up or down goes.
const PAGE: usize = 10;

/// Opens the list.
pub(super) fn open(model: &mut Model) {
    let Some(reading) = model.reading_mut() else { return };
    if reading.lesson.document.history() == (0, 0) {
        model.say(Role::Dim, word!("nothing-changed-yet"));
        return;
    }
    reading.beside = Beside::Timeline;
    reading.exhibit_anew();
}

/// A key at the list.
pub(super) fn update(model: &mut Model, action: Action) -> Vec<Effect> {
    let Some(reading) = model.reading_mut() else { return Vec::new() };
    let (done, undone) = reading.lesson.document.history();
    let to = match action {
        Action::Up | Action::Left | Action::Undo => done.saturating_sub(1),
        Action::Down | Action::Right | Action::Redo => done + 1,
        Action::PageUp => done.saturating_sub(PAGE),
        Action::PageDown => done + PAGE,
        Action::First => 0,
        Action::Last => done + undone,
        _ => {
            reading.put_aside();
            return Vec::new();
        }
    };
    walk(model, to)
}

/// Walks to the state of the page after the first `done` steps of its history.
pub(super) fn walk(model: &mut Model, done: usize) -> Vec<Effect> {
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
