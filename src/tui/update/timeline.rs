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
    if reading.page.history() == (0, 0) {
        model.say(Role::Dim, word("nothing-changed-yet"));
        return;
    }
    reading.beside = Beside::Timeline;
    reading.exhibit_anew();
}

/// A key at the list.
pub(super) fn update(model: &mut Model, action: Action) -> Vec<Effect> {
    let Some(reading) = model.reading_mut() else { return Vec::new() };
    let (done, undone) = reading.page.history();
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
    let (before, _) = reading.page.history();
    let mut block = None;
    while reading.page.history().0 > done {
        block = reading.page.undo().or(block);
    }
    while reading.page.history().0 < done && reading.page.history().1 > 0 {
        block = reading.page.redo().or(block);
    }
    if reading.page.history().0 == before {
        return Vec::new();
    }
    reading.streak = None;
    reading.reread();
    if let Some(block) = block {
        change::go_to(reading, &block);
    }
    change::evaluate(model)
}
