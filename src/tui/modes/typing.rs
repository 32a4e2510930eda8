//! Typing text or code.

use super::{ActionOffer, Mode, does_with_key, is_of_program};
use crate::tui::commands::typing;
use crate::tui::keymap::{Action, Key};
use crate::tui::message::Effect;
use crate::tui::model::Model;

/// Every key is for the text.
pub(super) struct TypingMode;

impl Mode for TypingMode {
    fn offer(&self, _model: &Model, action: Action) -> ActionOffer {
        if is_of_program(action) {
            return ActionOffer::Below;
        }
        does_with_key(move |model, key| typing::type_key(model, Some(action), key))
    }

    fn key(&self, model: &mut Model, key: Key) -> Vec<Effect> {
        typing::type_key(model, None, key)
    }
}
