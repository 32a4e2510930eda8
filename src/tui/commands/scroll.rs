//! Scrolling a lesson.

use crate::tui::layout::page::PageLayout;
use crate::tui::layout::scroll::{first_whole, further, is_visible, moved, settled};
use crate::tui::model::Model;
use crate::tui::model::focus::Focus;
use crate::tui::model::reading::{Anchor, Reading};

/// How many lines the wheel turns.
const WHEEL: u32 = 3;

/// Brings the cursor into view if the screen follows it, and never shows more than the page has: what happened last may have moved both,
/// unless the screen was drawn since.
pub(crate) fn settle(model: &mut Model) {
    if model.settled.is_none() {
        let top = settled(model).map(|layout| layout.top);
        model.settle(top);
    }
}

/// Turns the page by screens; the cursor goes along.
pub(crate) fn page(model: &mut Model, direction: isize) {
    let Some(layout) = PageLayout::of(model) else { return };
    let lines = u32::from(layout.page.height().saturating_sub(2).max(1));
    let top = moved(&layout, direction, lines);
    let at_end = top == layout.top;
    let first = first_whole(&layout, top);
    let last = layout.page.reading.lesson.blocks().len().saturating_sub(1);
    let Some(reading) = model.reading_mut() else { return };
    // Where it cannot turn further, the cursor goes to the end.
    let block = match (at_end, direction > 0) {
        (true, true) => last,
        (true, false) => 0,
        (false, _) => first,
    };
    reading.select(block);
    reading.top = top;
    reading.follow = at_end;
}

/// Turns the wheel.
pub(crate) fn wheel(model: &mut Model, direction: isize) {
    show_from(model, |layout| Some(moved(layout, direction, WHEEL)));
}

/// Shows the page from a line on, if there is one to go to; the cursor stays in view.
pub(crate) fn show_from(model: &mut Model, top: impl FnOnce(&PageLayout<'_>) -> Option<Anchor>) {
    let Some(layout) = PageLayout::of(model) else { return };
    let Some(top) = top(&layout) else { return };
    let block = layout.page.reading.lesson.at;
    let visible = is_visible(&layout, top, block);
    let first = first_whole(&layout, top);
    let Some(reading) = model.reading_mut() else { return };
    reading.top = top;
    reading.follow = false;
    if !visible && matches!(reading.focus, Focus::Blocks) {
        reading.select(first);
    }
}

/// Scrolls inside the selected block, if it is higher than the screen and goes on in this direction.
pub(crate) fn within_block(model: &mut Model, direction: isize) -> bool {
    let top = PageLayout::of(model).and_then(|layout| further(&layout, direction));
    let turned = model.reading_mut().zip(top).map(|(reading, top)| turn_to(reading, top));
    turned.is_some()
}

/// Shows another part of the page; the input that keys move may be left behind.
pub(crate) fn turn_to(reading: &mut Reading, top: Anchor) {
    reading.top = top;
    reading.follow = false;
}
