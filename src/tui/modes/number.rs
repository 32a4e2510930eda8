//! Typing a number over an element of a matrix, or over a slider's value.

use super::{ActionOffer, Mode, does, is_of_program};
use crate::tui::commands::{number, tensor};
use crate::tui::keymap::{Action, Key};
use crate::tui::message::Effect;
use crate::tui::model::Model;
use crate::tui::model::reading::Reading;

/// A number is being typed.
pub(super) struct NumberMode;

impl Mode for NumberMode {
    fn offer(&self, model: &Model, action: Action) -> ActionOffer {
        // The number that fills a region is for all of it: there is no next one to go to.
        let is_fill = model.reading().and_then(Reading::inside).is_some_and(|inside| inside.fill.is_some());
        let arrow = |down, right| does(move |model| accept_and_step(model, down, right)).quiet_unless(!is_fill);
        match action {
            action if is_of_program(action) => ActionOffer::Below,
            Action::Up => arrow(-1, 0),
            Action::Down => arrow(1, 0),
            Action::Left => arrow(0, -1),
            Action::Right => arrow(0, 1),
            Action::Back => does(number::stop),
            // A cell of a mask has one digit, which sets it.
            _ => does(number::accept).quiet_unless(!model.reading().is_some_and(number::fills_mask)),
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

/// Arrows set it and go on, as in a table of numbers.
fn accept_and_step(model: &mut Model, down: isize, right: isize) -> Vec<Effect> {
    let effects = number::accept(model);
    if model.reading().and_then(Reading::inside).is_some_and(|inside| inside.typed.is_none()) {
        tensor::step(model, down, right);
    }
    effects
}
