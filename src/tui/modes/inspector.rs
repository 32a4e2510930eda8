//! While an element is explained: at the tensor, and at the operands.

use super::{Mode, Offer, tensor};
use crate::tui::commands::{first_nan, inspect};
use crate::tui::keymap::{Action, Key};
use crate::tui::message::Effect;
use crate::tui::model::Model;
use crate::tui::model::focus::Inspection;
use crate::tui::model::reading::Reading;
use crate::words::word;

/// How many operands a page up or down goes.
const PAGE: usize = 10;

/// The cursor is at the tensor.
pub(super) struct Explained;

impl Mode for Explained {
    fn offer(&self, model: &Model, action: Action) -> Offer {
        let Some(inspection) = model.reading().and_then(inspection) else { return Offer::Below };
        match action {
            Action::Open if inspection.ways() == 0 => Offer::Refused(None),
            Action::Open if inspection.uses.is_some() => Offer::Says(word("to-them")),
            Action::Open => Offer::Does,
            Action::Uses if inspection.uses.is_some() => Offer::Says(word("what-it-is-made-of")),
            Action::Ascend => Offer::when(!inspection.trail.is_empty()),
            _ => Offer::Below,
        }
    }

    fn act(&self, model: &mut Model, action: Action, _key: Key) -> Vec<Effect> {
        let Some(reading) = model.reading_mut() else { return Vec::new() };
        match action {
            Action::Open => inspect::open(reading),
            Action::Uses => inspect::toggle_uses(reading),
            Action::Ascend => inspect::ascend(reading),
            _ => {}
        }
        Vec::new()
    }

    fn key(&self, model: &mut Model, key: Key) -> Vec<Effect> {
        tensor::Tensor.key(model, key)
    }

    fn paste(&self, model: &mut Model, text: &str) -> Vec<Effect> {
        tensor::Tensor.paste(model, text)
    }
}

/// The cursor is at the operands.
pub(super) struct Inspector;

impl Mode for Inspector {
    fn offer(&self, model: &Model, action: Action) -> Offer {
        let Some(reading) = model.reading() else { return Offer::Below };
        let Some(inspection) = inspection(reading) else { return Offer::Below };
        match action {
            Action::Open => match inspect::way_on(inspection) {
                Ok(_) if inspection.uses.is_some() => Offer::Says(word("go-there")),
                Ok(_) => Offer::Does,
                Err(end) => Offer::refused(end),
            },
            Action::Uses if inspection.uses.is_some() => Offer::Says(word("what-it-is-made-of")),
            Action::Birth => tensor::birth_offer(reading),
            Action::Up | Action::Down => Offer::when(inspection.ways() > 1),
            Action::Ascend => Offer::when(!inspection.trail.is_empty()),
            Action::PageUp | Action::PageDown | Action::First | Action::Last | Action::Uses | Action::Back => {
                Offer::Does
            }
            _ => Offer::Below,
        }
    }

    fn act(&self, model: &mut Model, action: Action, _key: Key) -> Vec<Effect> {
        let Some(reading) = model.reading_mut() else { return Vec::new() };
        match action {
            Action::Up => inspect::select(reading, |at, _| at.saturating_sub(1)),
            Action::Down => inspect::select(reading, |at, last| (at + 1).min(last)),
            Action::PageUp => inspect::select(reading, |at, _| at.saturating_sub(PAGE)),
            Action::PageDown => inspect::select(reading, |at, last| (at + PAGE).min(last)),
            Action::First => inspect::select(reading, |_, _| 0),
            Action::Last => inspect::select(reading, |_, last| last),
            Action::Open => inspect::descend(reading),
            Action::Ascend => inspect::ascend(reading),
            Action::Uses => inspect::toggle_uses(reading),
            Action::Birth => first_nan::go(model),
            Action::Back => inspect::leave_operands(reading),
            _ => {}
        }
        Vec::new()
    }
}

fn inspection(reading: &Reading) -> Option<&Inspection> {
    reading.inside()?.why.as_ref()
}
