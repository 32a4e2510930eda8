//! The options of a question.

use super::{Mode, Offer, lesson};
use crate::tui::commands::{page, questions};
use crate::tui::keymap::{Action, Key};
use crate::tui::message::Effect;
use crate::tui::model::Model;
use crate::tui::model::focus::Focus;
use crate::tui::model::reading::Reading;

/// The cursor is on an option.
pub(super) struct Options;

impl Mode for Options {
    fn offer(&self, model: &Model, action: Action) -> Offer {
        match action {
            Action::Hint => model.reading().map_or(Offer::Below, lesson::hint_offer),
            Action::Up | Action::Down | Action::Open | Action::Answer | Action::Back => Offer::Does,
            _ => Offer::Below,
        }
    }

    fn act(&self, model: &mut Model, action: Action, key: Key) -> Vec<Effect> {
        let last = model.reading().map_or(0, Reading::options).saturating_sub(1);
        let Some(reading) = model.reading_mut() else { return Vec::new() };
        let Focus::Question(at) = &mut reading.focus else { return Vec::new() };
        match action {
            Action::Up => *at = at.saturating_sub(1),
            Action::Down => *at = (*at + 1).min(last),
            Action::Open => {
                let option = *at;
                questions::answer(model, option);
            }
            Action::Answer => questions::answer_by_key(model, key),
            Action::Hint => page::hint(model),
            _ => reading.focus = Focus::Blocks,
        }
        Vec::new()
    }
}
