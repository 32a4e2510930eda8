//! The options of a question.

use ratatui::crossterm::event::KeyCode;

use crate::app::questions::{AnswerResult, AnswerSetting};
use crate::notebook::session::Confidence;
use crate::tui::keymap::{Action, Key};
use crate::tui::message::Effect;
use crate::tui::model::Model;
use crate::tui::model::focus::{Focus, Wanted};
use crate::tui::model::reading::Reading;
use crate::tui::theme::Role;
use crate::words::{say, word};

use super::{again, contents, page};

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
    let Some(id) = reading.lesson.id().filter(|_| all > 0) else { return };
    if option >= all {
        model.say(Role::Dim, say!("there-are-options", count = all));
        return;
    }
    let (is_asked_again, today) = (model.workspace.asked_here() == Some(&id), model.workspace.today);
    let Some(reading) = model.reading_mut() else { return };
    let setting = AnswerSetting { is_asked_again, is_talk: reading.stage.is_some() };
    let result = reading.lesson.answer(&id, option, setting, today);
    reading.focus = match result {
        AnswerResult::Unseen => Focus::Sureness { again: is_asked_again },
        AnswerResult::AlreadyRight | AnswerResult::Seen => Focus::Blocks,
    };
    if result == AnswerResult::AlreadyRight {
        model.say(Role::Dim, word!("answered-rightly"));
    } else if is_asked_again {
        model.workspace.asking = None;
    }
}

/// Says how sure somebody is of the answer just given, or does not; then it is shown whether it is right.
pub(super) fn state(model: &mut Model, action: Action) -> Vec<Effect> {
    if action == Action::Hint {
        page::hint(model);
        return Vec::new();
    }
    let sure = match action {
        Action::Guess => Some(Confidence::Guess),
        Action::FairlySure => Some(Confidence::Fairly),
        Action::Sure => Some(Confidence::Sure),
        _ => None,
    };
    let Some(reading) = model.reading_mut() else { return Vec::new() };
    reading.wanted = Some(Wanted::Verdict);
    let goes_on = matches!(reading.focus, Focus::Sureness { again: true });
    reading.focus = Focus::Blocks;
    reading.lesson.state_confidence(sure);
    let left = again::due(model).len();
    if goes_on && left > 0 {
        model.say(Role::Text, say!("a-goes-on", count = left));
    }
    Vec::new()
}

/// Any other key says nothing of it and does what it does on the page; but a number that is no sureness is no second answer.
pub(super) fn pass(model: &mut Model, key: Key) -> Vec<Effect> {
    state(model, Action::Back);
    let is_number = matches!(key.code, KeyCode::Char(letter) if letter.is_ascii_digit());
    if is_number { Vec::new() } else { super::press(model, key) }
}
