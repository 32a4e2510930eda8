//! The options of a question.

use super::{ActionOffer, Mode, does, does_in_lesson, does_with_key, lesson};
use crate::tui::commands::questions;
use crate::tui::keymap::Action;
use crate::tui::model::Model;
use crate::tui::model::focus::Focus;
use crate::tui::model::reading::Reading;

/// The cursor is on an option.
pub(super) struct OptionsMode;

impl Mode for OptionsMode {
    fn offer(&self, model: &Model, action: Action) -> ActionOffer {
        let Some(reading) = model.reading() else { return ActionOffer::Below };
        match action {
            Action::Up => does_in_lesson(|reading| walk(reading, -1)),
            Action::Down => does_in_lesson(|reading| walk(reading, 1)),
            Action::Open => does(answer),
            Action::Answer => does_with_key(questions::answer_by_key),
            Action::Hint => lesson::hint_offer(reading),
            Action::Back => does_in_lesson(|reading| reading.focus = Focus::Blocks),
            _ => ActionOffer::Below,
        }
    }
}

fn walk(reading: &mut Reading, step: isize) {
    let last = reading.options().saturating_sub(1);
    if let Focus::Question(at) = &mut reading.focus {
        *at = at.saturating_add_signed(step).min(last);
    }
}

/// Answers with the option that the cursor is on.
fn answer(model: &mut Model) {
    if let Some(&Focus::Question(option)) = model.reading().map(|reading| &reading.focus) {
        questions::answer(model, option);
    }
}
