//! While an element is explained: at the tensor, and at the operands.

use super::{ActionOffer, Mode, does_in_lesson, refused, say_outside, tensor};
use crate::tui::commands::{inspect, number};
use crate::tui::keymap::{Action, Key};
use crate::tui::message::Effect;
use crate::tui::model::Model;
use crate::tui::model::focus::Inspection;
use crate::tui::model::reading::Reading;
use crate::words::id;

/// How many operands a page up or down goes.
const PAGE: isize = 10;

/// The cursor is at the tensor.
pub(super) struct ExplainedMode;

impl Mode for ExplainedMode {
    fn offer(&self, model: &Model, action: Action) -> ActionOffer {
        let Some(inspection) = model.reading().and_then(inspection) else { return ActionOffer::Below };
        let shows_uses = inspection.uses.is_some();
        match action {
            // A mask is switched, whatever is said of it.
            Action::Open if model.reading().is_some_and(number::fills_mask) => ActionOffer::Below,
            Action::Open if shows_uses => {
                does_in_lesson(inspect::open).says(id!("to-them")).when(inspection.ways() > 0)
            }
            Action::Open => does_in_lesson(inspect::open).when(inspection.ways() > 0),
            Action::Uses if shows_uses => does_in_lesson(inspect::toggle_uses).says(id!("what-it-is-made-of")),
            Action::Ascend => does_in_lesson(inspect::ascend).when(!inspection.trail.is_empty()),
            _ => ActionOffer::Below,
        }
    }

    fn key(&self, model: &mut Model, key: Key) -> Vec<Effect> {
        tensor::TensorMode.key(model, key)
    }

    fn paste(&self, model: &mut Model, text: &str) -> Vec<Effect> {
        tensor::TensorMode.paste(model, text)
    }
}

/// The cursor is at the operands.
pub(super) struct InspectorMode;

impl Mode for InspectorMode {
    fn offer(&self, model: &Model, action: Action) -> ActionOffer {
        let Some(reading) = model.reading() else { return ActionOffer::Below };
        let Some(inspection) = inspection(reading) else { return ActionOffer::Below };
        let shows_uses = inspection.uses.is_some();
        let walk = |steps| does_in_lesson(move |reading| inspect::walk(reading, steps));
        match action {
            Action::Up => walk(-1).when(inspection.ways() > 1),
            Action::Down => walk(1).when(inspection.ways() > 1),
            Action::PageUp => walk(-PAGE),
            Action::PageDown => walk(PAGE),
            Action::First => walk(isize::MIN),
            Action::Last => walk(isize::MAX),
            Action::Open => match inspect::way_on(inspection) {
                Ok(_) if shows_uses => does_in_lesson(inspect::descend).says(id!("go-there")),
                Ok(_) => does_in_lesson(inspect::descend),
                Err(end) => refused(end),
            },
            Action::Ascend => does_in_lesson(inspect::ascend).when(!inspection.trail.is_empty()),
            Action::Uses if shows_uses => does_in_lesson(inspect::toggle_uses).says(id!("what-it-is-made-of")),
            Action::Uses => does_in_lesson(inspect::toggle_uses),
            Action::Birth => tensor::first_nan_offer(reading),
            Action::Back => does_in_lesson(inspect::leave_operands),
            _ => ActionOffer::Below,
        }
    }

    fn key(&self, model: &mut Model, key: Key) -> Vec<Effect> {
        say_outside(model, key);
        Vec::new()
    }
}

fn inspection(reading: &Reading) -> Option<&Inspection> {
    reading.inside()?.why.as_ref()
}
