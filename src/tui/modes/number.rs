//! Typing a number over an element of a matrix, or over a slider's value.

use super::{Mode, Offer, program, tensor};
use crate::tui::commands::number;
use crate::tui::keymap::{Action, Key};
use crate::tui::message::Effect;
use crate::tui::model::Model;
use crate::tui::model::reading::Reading;

/// A number is being typed.
pub(super) struct Number;

impl Mode for Number {
    fn offer(&self, model: &Model, action: Action) -> Offer {
        let is_fill = model.reading().and_then(Reading::inside).is_some_and(|inside| inside.fill.is_some());
        match action {
            // The number that fills a region is for all of it: there is no next one to go to.
            Action::Up | Action::Down | Action::Left | Action::Right if is_fill => Offer::Quiet,
            // A cell of a mask has one digit, which sets it.
            Action::Accept if model.reading().is_some_and(number::fills_mask) => Offer::Quiet,
            action if program::has(action) => Offer::Below,
            _ => Offer::Does,
        }
    }

    /// Arrows set it and go on, as in a table of numbers.
    fn act(&self, model: &mut Model, action: Action, key: Key) -> Vec<Effect> {
        match action {
            Action::Back => {
                number::stop(model);
                Vec::new()
            }
            Action::Accept => number::accept(model),
            step => {
                let effects = number::accept(model);
                if model.reading().and_then(Reading::inside).is_some_and(|inside| inside.typed.is_none()) {
                    tensor::Tensor.act(model, step, key);
                }
                effects
            }
        }
    }

    fn key(&self, model: &mut Model, key: Key) -> Vec<Effect> {
        number::type_key(model, key)
    }

    fn paste(&self, model: &mut Model, text: &str) -> Vec<Effect> {
        number::paste(model, text);
        Vec::new()
    }
}
