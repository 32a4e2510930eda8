//! The options of a question.

use ratatui::crossterm::event::KeyCode;

use crate::tui::keymap::{Action, Key};
use crate::tui::message::Effect;
use crate::tui::model::Model;
use crate::tui::model::focus::Focus;
use crate::tui::model::reading::Reading;
use crate::tui::theme::Role;

use super::{contents, page};

/// A key at the options.
pub(super) fn update(model: &mut Model, action: Action, key: Key) -> Vec<Effect> {
    let last = model.reading().map_or(0, Reading::options).saturating_sub(1);
    let Some(reading) = model.reading_mut() else { return Vec::new() };
    let Focus::Question(at) = &mut reading.focus else { return Vec::new() };
    match action {
        Action::Up => *at = at.saturating_sub(1),
        Action::Down => *at = (*at + 1).min(last),
        Action::Open => {
            let option = *at;
            answer(model, option);
        }
        Action::Answer => return answer_by_key(model, key),
        Action::Hint => page::hint(model),
        Action::Back => reading.focus = Focus::Blocks,
        Action::Contents => return contents::back(model),
        _ => return page::change_page(model, action),
    }
    Vec::new()
}

/// Answers by a digit.
pub(super) fn answer_by_key(model: &mut Model, key: Key) -> Vec<Effect> {
    if let KeyCode::Char(digit) = key.code
        && let Some(number) = digit.to_digit(10)
        && let Some(option) = (number as usize).checked_sub(1)
    {
        answer(model, option);
    }
    Vec::new()
}

/// Answers the selected question.
pub(super) fn answer(model: &mut Model, option: usize) {
    let Some(reading) = model.reading_mut() else { return };
    let all = reading.options();
    let Some(id) = reading.id().filter(|_| all > 0) else { return };
    if option >= all {
        model.say(Role::Dim, format!("There are {all} options."));
        return;
    }
    reading.page.answer(&id, option);
    reading.focus = Focus::Blocks;
}
