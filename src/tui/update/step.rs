//! Stepping through the run of a cell: into, over, out, back, and straight to a place.

use std::sync::Arc;

use super::{contents, tensor};
use crate::tui::keymap::Action;
use crate::tui::message::Effect;
use crate::tui::model::Model;
use crate::tui::model::focus::Spot;
use crate::tui::model::reading::{Beside, Reading};
use crate::tui::model::stepper::Stepper;
use crate::tui::theme::Role;

/// How many steps a page up or down goes.
const PAGE: usize = 10;

/// Begins with the selected cell: at the tensor that the cursor is in, else at the first step. While stepping it ends it.
pub(super) fn begin(model: &mut Model) {
    let Some(reading) = model.reading_mut() else { return };
    if reading.stepper().is_some() {
        reading.put_aside();
        return;
    }
    let Some(mut stepper) = stepper(reading) else {
        model.say(Role::Dim, "There are no steps here: s steps through a cell that computes tensors.");
        return;
    };
    if let Some(origin) = reading.inner_figure().and_then(|figure| figure.origin) {
        stepper.at = stepper.steps.at_node(origin.node);
    }
    reading.select(reading.selected);
    reading.beside = Beside::Steps(stepper);
    reading.exhibit_anew();
}

/// Whether the selected cell has steps.
pub(super) fn can_begin(reading: &Reading) -> bool {
    stepper(reading).is_some()
}

fn stepper(reading: &Reading) -> Option<Stepper> {
    let run = reading.report(reading.selected)?.run.clone()?;
    Stepper::new(reading.id()?, run)
}

/// A key at the steps.
pub(super) fn update(model: &mut Model, action: Action) -> Vec<Effect> {
    let Some(reading) = model.reading_mut() else { return Vec::new() };
    let Some(stepper) = reading.stepper() else { return Vec::new() };
    let (steps, at) = (&stepper.steps, stepper.at);
    let last = steps.all().len().saturating_sub(1);
    let to = match action {
        Action::Down => steps.over(at),
        Action::Up => steps.back(at),
        Action::Right => steps.enter(at).or_else(|| steps.over(at)),
        Action::Left => steps.out(at),
        Action::PageDown => Some((at + PAGE).min(last)),
        Action::PageUp => Some(at.saturating_sub(PAGE)),
        Action::First => Some(0),
        Action::Last => Some(last),
        Action::Open => {
            enter(reading);
            return Vec::new();
        }
        Action::Contents => return contents::back(model),
        _ => {
            begin(model);
            return Vec::new();
        }
    };
    match to {
        Some(to) => go(reading, to),
        None if action == Action::Left => model.say(Role::Dim, "This is the outermost level; Esc ends the stepping."),
        None => model.say(Role::Dim, if action == Action::Up { "The first step." } else { "The last step." }),
    }
    Vec::new()
}

/// Goes to a step.
pub(super) fn go(reading: &mut Reading, to: usize) {
    let Some(stepper) = reading.stepper_mut() else { return };
    stepper.at = to.min(stepper.steps.all().len().saturating_sub(1));
    let block = Arc::clone(&stepper.block);
    if let Some(place) = reading.position(&block) {
        reading.reveal(place);
        reading.select(place);
    }
    reading.exhibit_anew();
}

/// Puts the cursor into the value of the step, where every element answers why.
fn enter(reading: &mut Reading) {
    let block = reading.selected;
    let live = reading.exhibits(block).and_then(|exhibits| exhibits.figures.iter().position(|figure| figure.live));
    if let Some(figure) = live {
        tensor::enter(reading, Spot { block, figure, ..Spot::default() });
    }
}
