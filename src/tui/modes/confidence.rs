//! Saying how sure one is of an answer, before it is shown whether it is right.

use ratatui::crossterm::event::KeyCode;

use super::{Mode, Offer, does, is_of_program};
use crate::notebook::session::Confidence as Sure;
use crate::tui::commands::{page, questions};
use crate::tui::keymap::{Action, Key};
use crate::tui::message::Effect;
use crate::tui::model::Model;

/// The answer was given.
pub(super) struct Confidence;

impl Mode for Confidence {
    fn offer(&self, _model: &Model, action: Action) -> Offer {
        let state = |confidence| does(move |model| questions::state_confidence(model, confidence));
        match action {
            action if is_of_program(action) => Offer::Below,
            Action::Hint => does(page::hint),
            Action::Guess => state(Some(Sure::Guess)),
            Action::FairlySure => state(Some(Sure::Fairly)),
            Action::Sure => state(Some(Sure::Sure)),
            _ => state(None),
        }
    }

    /// Any other key says nothing of it and does what it does on the page; but a number that is none of these is no second answer.
    fn key(&self, model: &mut Model, key: Key) -> Vec<Effect> {
        questions::state_confidence(model, None);
        let is_number = matches!(key.code, KeyCode::Char(letter) if letter.is_ascii_digit());
        if is_number { Vec::new() } else { super::press(model, key) }
    }
}
