//! Which part of a lesson the screen shows.
//!
//! The top of the screen is a line of a block, not of the page: so an edit above does not move what is being read, and only the
//! blocks in between are ever measured.

use std::ops::Range;

use crate::tui::layout::page::PageLayout;
use crate::tui::model::Model;
use crate::tui::model::focus::Focus;
use crate::tui::model::reading::Anchor;

/// How many lines the wheel turns.
const WHEEL: u32 = 3;

/// Brings the cursor into view if the screen follows it, and never shows more than the page has.
pub(crate) fn settle(model: &mut Model) {
    let Some(layout) = PageLayout::of(model) else { return };
    let top = if layout.page.reading.follow { revealed(&layout) } else { layout.page.reading.top };
    let top = within(&layout, top);
    if let Some(reading) = model.reading_mut() {
        reading.top = top;
    }
}

/// Turns the page by screens; the cursor goes along.
pub(crate) fn page(model: &mut Model, direction: isize) {
    let Some(layout) = PageLayout::of(model) else { return };
    let lines = u32::from(layout.page.height().saturating_sub(2).max(1));
    let top = moved(&layout, direction, lines);
    let at_end = top == layout.page.reading.top;
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
    let Some(layout) = PageLayout::of(model) else { return };
    let top = moved(&layout, direction, WHEEL);
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
    let Some(layout) = PageLayout::of(model) else { return false };
    let (top, selected) = (layout.page.reading.top, layout.page.reading.lesson.at);
    let height = u32::from(layout.page.height());
    let lines = layout.block_height(selected).saturating_sub(1);
    if lines <= height || top.block != selected {
        return false;
    }
    let last = lines - height;
    let half = (height / 2).max(1);
    let line = if direction > 0 { (top.line + half).min(last) } else { top.line.saturating_sub(half) };
    if line == top.line || (direction > 0 && top.line >= last) {
        return false;
    }
    if let Some(reading) = model.reading_mut() {
        reading.top = Anchor { block: selected, line };
        // The input that keys move may be left behind.
        reading.follow = false;
    }
    true
}

fn moved(layout: &PageLayout<'_>, direction: isize, lines: u32) -> Anchor {
    let top = layout.page.reading.top;
    let top = if direction > 0 { down(layout, top, lines) } else { up(layout, top, lines) };
    within(layout, top)
}

/// The top at which the lines that matter can be seen, moved as little as can be.
fn revealed(layout: &PageLayout<'_>) -> Anchor {
    let (top, block) = (layout.page.reading.top, layout.page.reading.lesson.at);
    let Range { start, end } = layout.cursor_lines();
    let height = u32::from(layout.page.height());
    let first = Anchor { block, line: start };
    if end - start > height {
        // What is too high for the screen is shown from its beginning, or where the reader is in it.
        let last = Anchor { block, line: end - height };
        return if before(top, first) {
            first
        } else if before(last, top) {
            last
        } else {
            top
        };
    }
    if before(top, first) {
        let bottom = up(layout, Anchor { block, line: end }, height);
        return if before(top, bottom) { bottom } else { top };
    }
    first
}

fn before(one: Anchor, other: Anchor) -> bool {
    (one.block, one.line) < (other.block, other.line)
}

/// Not below the top at which the page's last line is the screen's last.
fn within(layout: &PageLayout<'_>, top: Anchor) -> Anchor {
    let Some(block) = layout.page.reading.lesson.blocks().len().checked_sub(1) else { return Anchor::default() };
    // Only near the end can there be too little below.
    let mut below = 0;
    for block in top.block.min(block)..=block {
        below += layout.block_height(block);
        if below > top.line + u32::from(layout.page.height()) {
            return top;
        }
    }
    // The empty line behind the last block is not worth a line of the screen.
    let end = Anchor { block, line: layout.block_height(block).saturating_sub(1) };
    let last = up(layout, end, u32::from(layout.page.height()));
    if before(last, top) { last } else { top }
}

fn down(layout: &PageLayout<'_>, from: Anchor, lines: u32) -> Anchor {
    let mut anchor = Anchor { line: from.line + lines, ..from };
    while anchor.block + 1 < layout.page.reading.lesson.blocks().len() {
        let height = layout.block_height(anchor.block);
        if anchor.line < height {
            break;
        }
        anchor = Anchor { block: anchor.block + 1, line: anchor.line - height };
    }
    anchor
}

fn up(layout: &PageLayout<'_>, from: Anchor, lines: u32) -> Anchor {
    let mut anchor = from;
    let mut left = lines;
    while left > anchor.line {
        let Some(block) = anchor.block.checked_sub(1) else { return Anchor::default() };
        left -= anchor.line;
        anchor = Anchor { block, line: layout.block_height(block) };
    }
    Anchor { line: anchor.line - left, ..anchor }
}

/// The first block that begins on the screen, or the one that fills it.
fn first_whole(layout: &PageLayout<'_>, top: Anchor) -> usize {
    let next = Anchor { block: top.block + 1, line: 0 };
    let fits = top.line > 0
        && top.block + 1 < layout.page.reading.lesson.blocks().len()
        && is_visible(layout, top, next.block);
    let first = if fits { next.block } else { top.block };
    layout.visible_from(first, 1).unwrap_or(first)
}

/// Whether a block can be seen, at least in part.
fn is_visible(layout: &PageLayout<'_>, top: Anchor, block: usize) -> bool {
    let bottom = down(layout, top, u32::from(layout.page.height()));
    top.block <= block && before(Anchor { block, line: 0 }, bottom)
}
