//! The cursor inside a tensor.

use crate::lang::ControlKind;
use crate::tensor::ravel::{ravel, unravel};
use crate::tui::keymap::Action;
use crate::tui::message::Effect;
use crate::tui::model::Model;
use crate::tui::model::exhibit::Figure;
use crate::tui::model::focus::{Focus, Spot};
use crate::tui::model::reading::Reading;
use crate::tui::theme::Role;
use crate::tui::view::page_layout::PageLayout;
use crate::tui::view::view_of;
use crate::words::word;

use super::{birth, change, contents, fill, inspect, look, number, page};

/// How many rows a page up or down goes.
const PAGE: isize = 10;

/// A key inside a tensor.
pub(super) fn update(model: &mut Model, action: Action) -> Vec<Effect> {
    let Some(reading) = model.reading_mut() else { return Vec::new() };
    // Whatever is changed here is changed where the cursor is, wherever an explanation has led the page.
    inspect::return_to_cursor(reading);
    match action {
        Action::Up => step(model, -1, 0),
        Action::Down => step(model, 1, 0),
        Action::Left => step(model, 0, -1),
        Action::Right => step(model, 0, 1),
        Action::PageUp => step(model, -PAGE, 0),
        Action::PageDown => step(model, PAGE, 0),
        Action::First => walk(reading, isize::MIN, isize::MIN),
        Action::Last => walk(reading, isize::MAX, isize::MAX),
        Action::NextView => look::turn(model, 1),
        Action::PreviousView => look::turn(model, -1),
        Action::NextAxes if !look::turn_axes(reading) => model.say(Role::Dim, word!("no-other-axes")),
        Action::NextControl => next_figure(reading, 1),
        Action::PreviousControl => next_figure(reading, -1),
        Action::NextSlice => next_slice(reading, 1),
        Action::PreviousSlice => next_slice(reading, -1),
        Action::Open => inspect::open(reading),
        Action::Ascend => inspect::ascend(reading),
        Action::Uses => inspect::toggle_uses(reading),
        Action::Birth => birth::go(model),
        Action::Back => back(reading),
        Action::Edit => return edit(model),
        Action::EditCode => page::edit_code(model),
        Action::Contents => return contents::back(model),
        Action::Toggle if !holds_mask(reading) => model.say(Role::Dim, word!("only-masks-toggle")),
        Action::Fill => fill::ask(model),
        Action::Increase => return change::nudge(model, 1.0),
        Action::Decrease => return change::nudge(model, -1.0),
        _ => return page::change_page(model, action),
    }
    Vec::new()
}

/// Puts the cursor into a figure.
pub(super) fn enter(reading: &mut Reading, mut spot: Spot) {
    if let Some(figure) = reading.figure(&spot) {
        spot.lead.resize(figure.lead().len(), 0);
        page::inside(reading, spot);
        inspect::follow(reading);
    }
}

/// Moves the cursor as the arrows point on the screen: some views draw rows across and columns down.
fn step(model: &mut Model, down: isize, right: isize) {
    let Some(layout) = PageLayout::of(model) else { return };
    let Some(spot) = layout.reading.inside().map(|inside| &inside.spot) else { return };
    let view = view_of(&layout, spot.block, spot.figure);
    let is_turned = layout.reading.figure(spot).zip(view).is_some_and(|(figure, view)| figure.is_turned(view));
    if let Some(reading) = model.reading_mut() {
        if is_turned { walk(reading, right, down) } else { walk(reading, down, right) }
    }
}

/// Moves the cursor; the explanation, if one is shown, goes with it.
pub(super) fn walk(reading: &mut Reading, down: isize, right: isize) {
    let Some(figure) = reading.inner_figure() else { return };
    let (rows, columns) = figure.size();
    let moved = |at: usize, by: isize, size: usize| at.saturating_add_signed(by).min(size.saturating_sub(1));
    let Some(inside) = reading.inside_mut() else { return };
    inside.spot.row = moved(inside.spot.row, down, rows);
    inside.spot.column = moved(inside.spot.column, right, columns);
    inspect::follow(reading);
}

/// To the next tensor of the same block, around at the end.
fn next_figure(reading: &mut Reading, step: isize) {
    let Some(spot) = reading.inside().map(|inside| inside.spot.clone()) else { return };
    let all = reading.exhibits(spot.block).map_or(0, |exhibits| exhibits.figures.len());
    if all < 2 {
        return;
    }
    let figure = (spot.figure as isize + step).rem_euclid(all as isize) as usize;
    enter(reading, Spot { figure, block: spot.block, ..Spot::default() });
}

/// To the next matrix of a tensor with more than two axes, around at the end.
fn next_slice(reading: &mut Reading, step: isize) {
    let Some(sizes) = reading.inner_figure().map(Figure::lead) else { return };
    let all: usize = sizes.iter().product();
    let Some(inside) = reading.inside_mut().filter(|_| all > 1) else { return };
    let place = ravel(&inside.spot.lead, &sizes);
    inside.spot.lead = unravel((place as isize + step).rem_euclid(all as isize) as usize, &sizes);
    inspect::follow(reading);
}

/// Closes the explanation, or leaves the tensor.
fn back(reading: &mut Reading) {
    let Some(inside) = reading.inside_mut() else { return };
    if inside.why.take().is_none() {
        reading.focus = Focus::Blocks;
    }
}

/// Types a number where one can be changed; elsewhere the code is what can be changed.
fn edit(model: &mut Model) -> Vec<Effect> {
    let kind = model.reading().and_then(|reading| reading.inner_control()).map(|control| &control.kind);
    match kind {
        Some(ControlKind::Matrix(_) | ControlKind::Slider(_)) => number::begin(model, String::new()),
        Some(ControlKind::Mask(_)) => model.say(Role::Text, word!("space-toggles")),
        _ => page::edit_code(model),
    }
    Vec::new()
}

fn holds_mask(reading: &Reading) -> bool {
    reading.inner_control().is_some_and(|control| matches!(control.kind, ControlKind::Mask(_)))
}
