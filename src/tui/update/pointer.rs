//! The mouse: nothing needs it, but a click on a number is the shortest way to ask why.

use crate::lang::ControlKind;
use crate::tui::keymap::Action;
use crate::tui::message::{Effect, Pointer, PointerKind};
use crate::tui::model::Model;
use crate::tui::model::focus::{Focus, Spot};
use crate::tui::model::reading::Reading;
use crate::tui::view::part::Target;
use crate::tui::view::{Click, target_at};

use super::{change, contents, inspect, links, page, question, scroll, tensor, typing};

/// The mouse did something.
pub(super) fn update(model: &mut Model, pointer: Pointer) -> Vec<Effect> {
    match pointer.kind {
        PointerKind::ScrollUp => turn(model, -1),
        PointerKind::ScrollDown => turn(model, 1),
        PointerKind::Press => return press(model, pointer),
        PointerKind::Drag => return drag(model, pointer),
    }
    Vec::new()
}

fn turn(model: &mut Model, direction: isize) {
    let action = if direction > 0 { Action::Down } else { Action::Up };
    match (&model.help, &model.open) {
        (Some(_), _) => super::scroll_help(model, action),
        (None, Some(_)) => scroll::wheel(model, direction),
        (None, None) => _ = contents::update(model, action),
    }
}

fn press(model: &mut Model, pointer: Pointer) -> Vec<Effect> {
    model.notice = None;
    if model.help.take().is_some() {
        return Vec::new();
    }
    match target_at(model, pointer.column, pointer.row) {
        Some(Click::Lesson(place)) => contents::open(model, place),
        Some(Click::Operand(operand)) => press_operand(model, operand),
        Some(Click::Block(_, Some(Target::Code(byte)))) => point_at_code(model, byte, false),
        Some(Click::Block(block, target)) => press_block(model, block, target.as_ref()),
        None => Vec::new(),
    }
}

/// The cursor goes to a place in the code that is being typed, or the selection is drawn to it.
fn point_at_code(model: &mut Model, byte: usize, select: bool) -> Vec<Effect> {
    if let Some(Reading { focus: Focus::Code(editor), .. }) = model.reading_mut() {
        editor.completion = None;
        editor.move_to(byte, select);
    }
    Vec::new()
}

/// A slider follows the mouse, and so does the end of a selection.
fn drag(model: &mut Model, pointer: Pointer) -> Vec<Effect> {
    match target_at(model, pointer.column, pointer.row) {
        Some(Click::Block(_, Some(Target::Code(byte)))) => point_at_code(model, byte, true),
        Some(Click::Block(block, Some(target @ Target::Slide(..)))) => press_block(model, block, Some(&target)),
        _ => Vec::new(),
    }
}

/// The first click chooses an operand, the next goes down to it.
fn press_operand(model: &mut Model, operand: usize) -> Vec<Effect> {
    let Some(reading) = model.reading_mut() else { return Vec::new() };
    let why = reading.inside().and_then(|inside| inside.why.as_ref());
    if why.is_some_and(|why| why.focused && why.selected == operand) {
        return inspect::update(model, Action::Open);
    }
    inspect::point_at(reading, operand);
    Vec::new()
}

fn press_block(model: &mut Model, block: usize, target: Option<&Target>) -> Vec<Effect> {
    let Some(reading) = model.reading_mut() else { return Vec::new() };
    // A click must not move what it points at.
    reading.follow = false;
    typing::stop(reading);
    if let Some(&Target::Element(figure, row, column)) = target {
        return press_element(model, Spot { block, figure, row, column, lead: Vec::new() });
    }
    reading.select(block);
    match target {
        Some(&Target::Control(control)) => {
            reading.control = control;
            press_control(model)
        }
        Some(&Target::Slide(control, value)) => {
            reading.control = control;
            change::set_number(model, value)
        }
        Some(&Target::Link(link)) => {
            reading.control = link;
            links::follow(model)
        }
        Some(&Target::Option(option)) => {
            question::answer(model, option);
            Vec::new()
        }
        _ => Vec::new(),
    }
}

fn press_control(model: &mut Model) -> Vec<Effect> {
    let control = model.reading().and_then(|reading| reading.active_control());
    match control.map(|control| &control.kind) {
        Some(ControlKind::Text(_)) => page::edit(model),
        Some(ControlKind::Toggle(_)) => return change::toggle(model),
        Some(ControlKind::Choice(choice)) => {
            let steps = if choice.selected + 1 < choice.options.len() { 1.0 } else { -(choice.options.len() as f64) };
            return change::nudge(model, steps);
        }
        _ => {}
    }
    Vec::new()
}

/// A click goes to the element, toggles it if it is a mask's, and on the one that the cursor is on asks why.
fn press_element(model: &mut Model, mut spot: Spot) -> Vec<Effect> {
    let Some(reading) = model.reading_mut() else { return Vec::new() };
    let before = reading.inside().map(|inside| inside.spot.clone());
    if let Some(before) = &before
        && (before.block, before.figure) == (spot.block, spot.figure)
    {
        spot.lead.clone_from(&before.lead);
    }
    let again = before.as_ref() == Some(&spot);
    tensor::enter(reading, spot);
    let is_mask = reading.inner_control().is_some_and(|control| matches!(control.kind, ControlKind::Mask(_)));
    if is_mask {
        return change::toggle(model);
    }
    if again && matches!(reading.focus, Focus::Tensor(_)) {
        inspect::open(reading);
    }
    Vec::new()
}
