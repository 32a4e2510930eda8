//! Saying how sure one is of an answer, before it is shown whether it is right.

use ratatui::crossterm::event::KeyCode;

use super::lesson::hint_offer;
use super::{ActionOffer, Mode, does, is_of_program};
use crate::notebook::session::Confidence;
use crate::tui::commands::questions;
use crate::tui::keymap::{Action, Key};
use crate::tui::message::Effect;
use crate::tui::model::Model;

/// The answer was given.
pub(super) struct ConfidenceMode;

impl Mode for ConfidenceMode {
    fn offer(&self, model: &Model, action: Action) -> ActionOffer {
        let state = |confidence| does(move |model| questions::state_confidence(model, confidence));
        match action {
            action if is_of_program(action) => ActionOffer::Below,
            Action::Hint => model.reading().map_or(ActionOffer::Below, hint_offer),
            Action::Guess => state(Some(Confidence::Guess)),
            Action::FairlySure => state(Some(Confidence::Fairly)),
            Action::Sure => state(Some(Confidence::Sure)),
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
