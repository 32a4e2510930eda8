//! At the steps of a run.

use super::{Mode, Offer};
use crate::tui::commands::{change, course, page, steps};
use crate::tui::keymap::{Action, Key};
use crate::tui::message::Effect;
use crate::tui::model::Model;
use crate::words::word;

/// A cell is stepped through.
pub(super) struct Steps;

impl Mode for Steps {
    fn offer(&self, model: &Model, action: Action) -> Offer {
        let Some(reading) = model.reading() else { return Offer::Below };
        let Some(stepper) = reading.stepper() else { return Offer::Below };
        match action {
            Action::NextToken | Action::PreviousToken => {
                let has_rounds = stepper.walk.architecture.round(stepper.at).is_some();
                Offer::when_or(has_rounds, word("no-token-after-token"))
            }
            Action::Edit if steps::text_control(reading).is_none() => Offer::Quiet,
            Action::EditCode => {
                let text = reading.lesson.position(&stepper.block).and_then(|block| reading.text(block));
                if text.is_some() { Offer::Does } else { Offer::Quiet }
            }
            Action::Undo => Offer::when_or(reading.lesson.document.history().0 > 0, word("nothing-to-undo")),
            Action::Redo => Offer::when_or(reading.lesson.document.history().1 > 0, word("nothing-to-make-again")),
            Action::Up
            | Action::Down
            | Action::Left
            | Action::Right
            | Action::PageUp
            | Action::PageDown
            | Action::First
            | Action::Last
            | Action::Open
            | Action::Edit
            | Action::Contents
            | Action::Step
            | Action::Back => Offer::Does,
            _ => Offer::Below,
        }
    }

    fn act(&self, model: &mut Model, action: Action, _key: Key) -> Vec<Effect> {
        match action {
            Action::Open => model.reading_mut().into_iter().for_each(steps::enter),
            Action::Edit => steps::edit(model),
            Action::EditCode => {
                model.reading_mut().into_iter().for_each(steps::come_back);
                page::edit_code(model);
            }
            Action::Undo => return change::undo(model, false),
            Action::Redo => return change::undo(model, true),
            Action::Contents => return course::back(model),
            Action::Step | Action::Back => steps::begin(model),
            _ => steps::walk(model, action),
        }
        Vec::new()
    }
}
