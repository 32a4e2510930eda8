//! The history of the page as a list, in which walking up and down walks back and forth in time.

use super::{ActionOffer, Mode, does, does_in_lesson, is_of_program};
use crate::tui::commands::timeline;
use crate::tui::keymap::Action;
use crate::tui::model::Model;
use crate::tui::model::reading::Reading;

/// How many steps a page up or down goes.
const PAGE: usize = 10;

/// The cursor is on a step of the history.
pub(super) struct TimelineMode;

impl Mode for TimelineMode {
    fn offer(&self, model: &Model, action: Action) -> ActionOffer {
        let Some(reading) = model.reading() else { return ActionOffer::Below };
        let (done, undone) = reading.lesson.document.history();
        let to = match action {
            action if is_of_program(action) => return ActionOffer::Below,
            Action::Up | Action::Left | Action::Undo => done.saturating_sub(1),
            Action::Down | Action::Right | Action::Redo => done + 1,
            Action::PageUp => done.saturating_sub(PAGE),
            Action::PageDown => done + PAGE,
            Action::First => 0,
            Action::Last => done + undone,
            Action::Back => return does(timeline::cancel),
            _ => return does_in_lesson(Reading::put_aside),
        };
        does(move |model| timeline::walk(model, to))
    }
}
