//! The history of the page as a list, in which walking up and down walks back and forth in time.

use super::{Mode, Offer, program};
use crate::tui::commands::timeline;
use crate::tui::keymap::{Action, Key};
use crate::tui::message::Effect;
use crate::tui::model::Model;

/// How many steps a page up or down goes.
const PAGE: usize = 10;

/// The cursor is on a step of the history.
pub(super) struct Timeline;

impl Mode for Timeline {
    fn offer(&self, _model: &Model, action: Action) -> Offer {
        if program::has(action) { Offer::Below } else { Offer::Does }
    }

    fn act(&self, model: &mut Model, action: Action, _key: Key) -> Vec<Effect> {
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
        timeline::walk(model, to)
    }
}
