//! The options of a question.

use ratatui::crossterm::event::KeyCode;

use crate::app::questions::{AnswerResult, AnswerSetting};
use crate::notebook::session::Confidence;
use crate::tui::keymap::Key;
use crate::tui::model::Model;
use crate::tui::model::focus::{Focus, Wanted};
use crate::tui::model::review;
use crate::tui::theme::Role;
use crate::words::{say, word};

/// Answers by a digit.
pub(crate) fn answer_by_key(model: &mut Model, key: Key) {
    if let KeyCode::Char(digit) = key.code
        && let Some(number) = digit.to_digit(10)
        && let Some(option) = (number as usize).checked_sub(1)
    {
        answer(model, option);
    }
}

/// Answers the selected question.
pub(crate) fn answer(model: &mut Model, option: usize) {
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

/// Takes how sure somebody is of the answer just given, who may not say it; then it is shown whether it is right.
pub(crate) fn state_confidence(model: &mut Model, confidence: Option<Confidence>) {
    let Some(reading) = model.reading_mut() else { return };
    reading.wanted = Some(Wanted::Verdict);
    let goes_on = matches!(reading.focus, Focus::Sureness { again: true });
    reading.focus = Focus::Blocks;
    reading.lesson.state_confidence(confidence);
    let left = review::due(model).len();
    if goes_on && left > 0 {
        model.say(Role::Text, say!("a-goes-on", count = left));
    }
}
