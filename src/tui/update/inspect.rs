//! Asking why: of the element under the cursor, of what it was made from, and so on down to what somebody typed.

use crate::notebook::why::{self, Element};
use crate::tui::keymap::Action;
use crate::tui::message::Effect;
use crate::tui::model::Model;
use crate::tui::model::focus::{Inspection, Spot, Step};
use crate::tui::model::reading::Reading;
use crate::tui::theme::Role;

use super::{contents, page};

/// How many operands a page up or down goes.
const PAGE: usize = 10;

/// A key at the operands.
pub(super) fn update(model: &mut Model, action: Action) -> Vec<Effect> {
    let Some(reading) = model.reading_mut() else { return Vec::new() };
    match action {
        Action::Up => select(reading, |at, _| at.saturating_sub(1)),
        Action::Down => select(reading, |at, last| (at + 1).min(last)),
        Action::PageUp => select(reading, |at, _| at.saturating_sub(PAGE)),
        Action::PageDown => select(reading, |at, last| (at + PAGE).min(last)),
        Action::First => select(reading, |_, _| 0),
        Action::Last => select(reading, |_, last| last),
        Action::Open => return descend(model),
        Action::Ascend => ascend(reading),
        Action::Back => {
            if let Some(why) = inspection(reading) {
                why.focused = false;
            }
        }
        Action::Contents => return contents::back(model),
        _ => return page::change_page(model, action),
    }
    Vec::new()
}

fn inspection(reading: &mut Reading) -> Option<&mut Inspection> {
    reading.inside_mut()?.why.as_mut()
}

fn select(reading: &mut Reading, step: impl Fn(usize, usize) -> usize) {
    let Some(inspection) = inspection(reading) else { return };
    let last = inspection.why.as_ref().map_or(0, |why| why.operands.len().saturating_sub(1));
    inspection.selected = step(inspection.selected, last);
}

/// Puts the cursor on an operand.
pub(super) fn point_at(reading: &mut Reading, operand: usize) {
    if let Some(inspection) = inspection(reading) {
        inspection.focused = true;
    }
    select(reading, |_, last| operand.min(last));
}

/// Explains the element under the cursor, or if that is explained already goes to what it is made of.
pub(super) fn open(reading: &mut Reading) {
    if let Some(inspection) = inspection(reading) {
        inspection.focused = inspection.why.as_ref().is_some_and(|why| !why.operands.is_empty());
    } else {
        let fresh = explain(reading, under_cursor(reading), true);
        if let Some(inside) = reading.inside_mut() {
            inside.why = Some(fresh);
        }
    }
}

/// The cursor has moved: a new explanation, and a new way down.
pub(super) fn follow(reading: &mut Reading) {
    if inspection(reading).is_some() {
        let fresh = explain(reading, under_cursor(reading), true);
        if let Some(inside) = reading.inside_mut() {
            inside.why = Some(fresh);
        }
    }
}

/// New values have come: the same element is explained by them.
pub(super) fn refresh(reading: &mut Reading) {
    let Some(before) = inspection(reading).cloned() else { return };
    let own = explain(reading, before.element.clone(), before.on_page);
    // What made the value before is gone when it was made again.
    let fresh = if before.on_page || own.why.is_none() { explain(reading, under_cursor(reading), true) } else { own };
    if let Some(inspection) = inspection(reading) {
        let last = fresh.why.as_ref().map_or(0, |why| why.operands.len().saturating_sub(1));
        inspection.selected = before.selected.min(last);
        (inspection.element, inspection.on_page, inspection.why) = (fresh.element, fresh.on_page, fresh.why);
    }
}

/// Goes from an operand to why it is what it is; the page shows where it stands.
fn descend(model: &mut Model) -> Vec<Effect> {
    let Some(reading) = model.reading_mut() else { return Vec::new() };
    let Some(inspection) = inspection(reading).cloned() else { return Vec::new() };
    let Some(why) = &inspection.why else { return Vec::new() };
    let Some(operand) = why.operands.get(inspection.selected) else {
        model.say(Role::Dim, "Here the reasons end.");
        return Vec::new();
    };
    let Some(element) = operand.element.clone() else {
        model.say(Role::Dim, format!("Nothing more is known of {}.", operand.name));
        return Vec::new();
    };
    let Some(before) = reading.inside().map(|inside| inside.spot.clone()) else { return Vec::new() };
    let step = Step {
        name: why.subject.name.clone(),
        element: inspection.element.clone(),
        on_page: inspection.on_page,
        spot: before,
        selected: inspection.selected,
    };
    let spot = find(reading, &element);
    let mut fresh = explain(reading, Some(element), spot.is_some());
    fresh.focused = true;
    fresh.trail = inspection.trail;
    fresh.trail.push(step);
    if let Some(spot) = spot {
        page::inside(reading, spot);
    }
    if let Some(inside) = reading.inside_mut() {
        inside.why = Some(fresh);
    }
    Vec::new()
}

/// Back up to what the explained number helped to make.
pub(super) fn ascend(reading: &mut Reading) {
    let Some(inspection) = inspection(reading) else { return };
    let focused = inspection.focused;
    let mut trail = std::mem::take(&mut inspection.trail);
    let Some(step) = trail.pop() else { return };
    page::inside(reading, step.spot);
    let element = if step.on_page { under_cursor(reading) } else { step.element };
    let mut fresh = explain(reading, element, step.on_page);
    (fresh.focused, fresh.selected, fresh.trail) = (focused, step.selected, trail);
    if let Some(inside) = reading.inside_mut() {
        inside.why = Some(fresh);
    }
}

fn explain(reading: &Reading, element: Option<Element>, on_page: bool) -> Inspection {
    let why = element.as_ref().and_then(|element| why::why(reading.shown_outcome(), element));
    Inspection { element, on_page, why, focused: false, selected: 0, trail: Vec::new() }
}

/// The element that the cursor is on.
fn under_cursor(reading: &Reading) -> Option<Element> {
    let spot = &reading.inside()?.spot;
    let figure = reading.figure(spot)?;
    Some(Element { origin: figure.origin?, index: figure.index(&spot.lead, spot.row, spot.column) })
}

/// Where the page shows an element.
fn find(reading: &Reading, element: &Element) -> Option<Spot> {
    (0..reading.page.lesson().blocks.len()).find_map(|block| {
        let figures = &reading.exhibits(block)?.figures;
        let number = figures.iter().position(|figure| figure.origin == Some(element.origin))?;
        let (lead, row, column) = figures.get(number)?.place(&element.index);
        Some(Spot { block, figure: number, lead, row, column })
    })
}
