//! The list of the moments that a training can go back to.

use super::{Mode, Offer};
use crate::tui::commands::training::moments;
use crate::tui::keymap::{Action, Key};
use crate::tui::message::Effect;
use crate::tui::model::Model;

/// How many moments a page up or down goes.
const PAGE: isize = 8;

/// The cursor is on a moment.
pub(super) struct Moments;

impl Mode for Moments {
    fn offer(&self, model: &Model, action: Action) -> Offer {
        let moments = model.dashboard().map_or(0, |training| training.moments.len());
        match action {
            Action::Open | Action::Toggle | Action::Compare => Offer::when(moments > 0),
            Action::Up | Action::Down => Offer::when(moments > 1),
            Action::PageUp | Action::PageDown | Action::First | Action::Last | Action::Back => Offer::Does,
            _ => Offer::Below,
        }
    }

    fn act(&self, model: &mut Model, action: Action, _key: Key) -> Vec<Effect> {
        let Some(training) = model.dashboard_mut() else { return Vec::new() };
        match action {
            Action::Up => moments::walk(training, -1),
            Action::Down => moments::walk(training, 1),
            Action::PageUp => moments::walk(training, -PAGE),
            Action::PageDown => moments::walk(training, PAGE),
            Action::First => moments::walk(training, isize::MIN),
            Action::Last => moments::walk(training, isize::MAX),
            Action::Open => return moments::rewind(training),
            Action::Toggle => moments::mark(model),
            Action::Compare => moments::compare(training),
            _ => training.list = None,
        }
        Vec::new()
    }
}
