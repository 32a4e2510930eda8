//! Saying what of a matrix is to be filled, or what else is to happen to its rows and columns.

use super::{ActionOffer, Mode, does, is_of_program};
use crate::tui::commands::fill;
use crate::tui::keymap::Action;
use crate::tui::message::Effect;
use crate::tui::model::Model;

/// It was asked what to fill.
pub(super) struct FillMode;

impl Mode for FillMode {
    fn offer(&self, model: &Model, action: Action) -> ActionOffer {
        let choose = does(move |model| fill::choose(model, action));
        match action {
            action if is_of_program(action) => ActionOffer::Below,
            Action::AddRow | Action::AddColumn | Action::RemoveRow | Action::RemoveColumn => {
                choose.quiet_unless(model.reading().is_some_and(fill::can_resize))
            }
            _ => choose,
        }
    }

    fn paste(&self, model: &mut Model, text: &str) -> Vec<Effect> {
        fill::paste(model, text)
    }
}
