//! The cursor inside a tensor.

use crate::tensor::ravel::{ravel, unravel};
use crate::tui::layout::areas::has_lens;
use crate::tui::layout::context::PageContext;
use crate::tui::layout::view_of;
use crate::tui::model::Model;
use crate::tui::model::exhibit::Figure;
use crate::tui::model::focus::{Focus, Spot};
use crate::tui::model::reading::Reading;

use super::inspect;

/// Puts the cursor into a figure.
pub(crate) fn enter(reading: &mut Reading, mut spot: Spot) {
    if let Some(figure) = reading.figure(&spot) {
        spot.lead.resize(figure.lead().len(), 0);
        reading.enter(spot);
        inspect::follow(reading);
    }
}

/// Moves the cursor as the arrows point on the screen: some views draw rows across and columns down.
pub(crate) fn step(model: &mut Model, down: isize, right: isize) {
    let Some(page) = PageContext::of(model) else { return };
    let Some(spot) = page.reading.inside().map(|inside| &inside.spot) else { return };
    let view = view_of(&page, spot.block, spot.figure);
    let is_turned = page.reading.figure(spot).zip(view).is_some_and(|(figure, view)| figure.is_turned(view));
    if let Some(reading) = model.reading_mut() {
        if is_turned { walk(reading, right, down) } else { walk(reading, down, right) }
    }
}

/// Moves the cursor; the explanation, if one is shown, goes with it.
pub(crate) fn walk(reading: &mut Reading, down: isize, right: isize) {
    let Some(figure) = reading.inner_figure() else { return };
    let (rows, columns) = figure.size();
    let moved = |at: usize, by: isize, size: usize| at.saturating_add_signed(by).min(size.saturating_sub(1));
    let Some(inside) = reading.inside_mut() else { return };
    inside.spot.row = moved(inside.spot.row, down, rows);
    inside.spot.column = moved(inside.spot.column, right, columns);
    inspect::follow(reading);
}

/// To the next tensor of the same block, around at the end.
pub(crate) fn next_figure(reading: &mut Reading, step: isize) {
    let Some(spot) = reading.inside().map(|inside| inside.spot.clone()) else { return };
    let all = reading.exhibits(spot.block).map_or(0, |exhibits| exhibits.figures.len());
    if all < 2 {
        return;
    }
    let figure = (spot.figure as isize + step).rem_euclid(all as isize) as usize;
    enter(reading, Spot { figure, block: spot.block, ..Spot::default() });
}

/// To the next matrix of a tensor with more than two axes, around at the end.
pub(crate) fn next_slice(reading: &mut Reading, step: isize) {
    let Some(sizes) = reading.inner_figure().map(Figure::lead) else { return };
    let all: usize = sizes.iter().product();
    let Some(inside) = reading.inside_mut().filter(|_| all > 1) else { return };
    let place = ravel(&inside.spot.lead, &sizes);
    inside.spot.lead = unravel((place as isize + step).rem_euclid(all as isize) as usize, &sizes);
    inspect::follow(reading);
}

/// Closes the explanation, or leaves the tensor; the lens is not closed.
pub(crate) fn back(model: &mut Model) {
    let is_open = has_lens(model);
    let Some(reading) = model.reading_mut() else { return };
    let Some(inside) = reading.inside_mut() else { return };
    if inside.why.take().is_none() || is_open {
        reading.focus = Focus::Blocks;
    }
}
