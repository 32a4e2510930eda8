//! Going to a place of this or another lesson, and the way back.

use std::sync::Arc;

use crate::app::event::AppRequest;
use crate::app::jumps::{BlockPlace, JumpPlace};
use crate::tui::message::Effect;
use crate::tui::model::Model;
use crate::tui::model::contents::Shape;
use crate::tui::model::reading::Anchor;

use super::{course, places};

/// Jumps to a block, or without one to where the lesson was left. `lesson` is an id, or what a link calls it; empty for this one.
pub(crate) fn jump(model: &mut Model, lesson: &str, block: Option<Arc<str>>) -> Vec<Effect> {
    places::leave(model);
    if lesson.is_empty() || model.workspace.open.as_deref() == Some(lesson) {
        places::land(model, block.as_deref());
        return Vec::new();
    }
    model.landing = block;
    let effects = match (model.contents.find(lesson), model.workspace.lessons.contains_key(lesson)) {
        (Some(place), _) => course::open(model, place),
        (None, true) => course::show(model, lesson.into()),
        (None, false) => vec![Effect::App(AppRequest::Open(lesson.into()))],
    };
    if !effects.iter().any(|effect| matches!(effect, Effect::App(AppRequest::Open(_)))) {
        places::arrived(model);
    }
    effects
}

/// Goes back to where the last jump left.
pub(crate) fn back(model: &mut Model) -> Vec<Effect> {
    let here = model.here();
    let Some(place) = model.workspace.jumps.back(here) else { return Vec::new() };
    return_to(model, place)
}

/// Goes forward again.
pub(crate) fn forward(model: &mut Model) -> Vec<Effect> {
    let here = model.here();
    let Some(place) = model.workspace.jumps.forward(here) else { return Vec::new() };
    return_to(model, place)
}

/// The place as it was left.
fn return_to(model: &mut Model, place: JumpPlace) -> Vec<Effect> {
    match place {
        JumpPlace::Block(place) => return_to_block(model, place),
        JumpPlace::Beam => return_to_beam(model),
    }
}

fn return_to_beam(model: &mut Model) -> Vec<Effect> {
    if let Some(reading) = model.reading_mut() {
        reading.put_aside();
    }
    model.contents.shape = Shape::Beam;
    course::close(model)
}

fn return_to_block(model: &mut Model, place: BlockPlace) -> Vec<Effect> {
    let BlockPlace { lesson, block, control, top } = place;
    let effects = if model.workspace.open.as_ref() == Some(&lesson) { Vec::new() } else { course::show(model, lesson) };
    places::land(model, Some(&block));
    if let Some(reading) = model.reading_mut() {
        if reading.lesson.id().as_ref() == Some(&block) {
            reading.control = control;
        }
        let top = top.and_then(|(block, line)| Some(Anchor { block: reading.lesson.position(&block)?, line }));
        reading.top = top.unwrap_or(reading.top);
        // A control or a line may have gone since.
        reading.reread();
    }
    effects
}
