//! Going to a place of this or another lesson, and the way back.

use std::sync::Arc;

use crate::app::event::AppRequest;
use crate::app::jumps::JumpPlace;
use crate::tui::message::Effect;
use crate::tui::model::Model;
use crate::tui::model::reading::Anchor;
use crate::tui::theme::Role;
use crate::words::{say, word};

use super::contents;

/// Remembers where the reader is, before a jump.
pub(super) fn leave(model: &mut Model) {
    if let Some(here) = model.here() {
        model.workspace.jumps.leave(here);
    }
    if let Some(reading) = model.reading_mut() {
        reading.put_aside();
    }
}

/// Jumps to a block, or without one to where the lesson was left. `lesson` is an id, or what a link calls it; empty for this one.
pub(super) fn jump(model: &mut Model, lesson: &str, block: Option<Arc<str>>) -> Vec<Effect> {
    leave(model);
    if lesson.is_empty() || model.workspace.open.as_deref() == Some(lesson) {
        land(model, block.as_deref());
        return Vec::new();
    }
    model.landing = block;
    let effects = match (model.contents.find(lesson), model.workspace.lessons.contains_key(lesson)) {
        (Some(place), _) => contents::open(model, place),
        (None, true) => contents::show(model, lesson.into()),
        (None, false) => vec![Effect::App(AppRequest::Open(lesson.into()))],
    };
    if !effects.iter().any(|effect| matches!(effect, Effect::App(AppRequest::Open(_)))) {
        arrived(model);
    }
    effects
}

/// The lesson has been opened: goes to the block that the jump was to.
pub(super) fn arrived(model: &mut Model) {
    if let Some(block) = model.landing.take() {
        land(model, Some(&block));
    }
}

/// Puts the cursor on a block of the open lesson, or on its first.
fn land(model: &mut Model, block: Option<&str>) {
    let Some(reading) = model.reading_mut() else { return };
    match block.map(|block| reading.lesson.position(block)) {
        None => reading.select(0),
        Some(Some(place)) => {
            reading.lesson.reveal(place);
            reading.select(place);
        }
        Some(None) => {
            let words = say!("no-such-block", block = block.unwrap_or_default());
            model.say(Role::Warning, words);
        }
    }
}

/// Goes back to where the last jump left.
pub(super) fn back(model: &mut Model) -> Vec<Effect> {
    let here = model.here();
    let Some(place) = model.workspace.jumps.back(here) else {
        model.say(Role::Dim, word!("nowhere-back"));
        return Vec::new();
    };
    return_to(model, place)
}

/// Goes forward again.
pub(super) fn forward(model: &mut Model) -> Vec<Effect> {
    let here = model.here();
    let Some(place) = model.workspace.jumps.forward(here) else {
        model.say(Role::Dim, word!("nowhere-forward"));
        return Vec::new();
    };
    return_to(model, place)
}

/// The page as it was left.
fn return_to(model: &mut Model, place: JumpPlace) -> Vec<Effect> {
    let JumpPlace { lesson, block, control, top } = place;
    let effects =
        if model.workspace.open.as_ref() == Some(&lesson) { Vec::new() } else { contents::show(model, lesson) };
    land(model, Some(&block));
    if let Some(reading) = model.reading_mut() {
        if reading.lesson.id().as_ref() == Some(&block) {
            reading.control = (control > 0).then_some(control);
        }
        let top = top.and_then(|(block, line)| Some(Anchor { block: reading.lesson.position(&block)?, line }));
        reading.top = top.unwrap_or(reading.top);
        // A control or a line may have gone since.
        reading.reread();
    }
    effects
}
