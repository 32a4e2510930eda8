//! Which part of a lesson the screen shows.
//!
//! The top of the screen is a line of a block, not of the page: so an edit above does not move what is being read, and only the
//! blocks in between are ever measured.

use std::ops::Range;

use super::page::PageLayout;
use crate::tui::model::Model;
use crate::tui::model::reading::Anchor;

/// The open lesson as the screen is to show it: the cursor is in view if the screen follows it, and no more is shown than the page has.
pub fn settled(model: &Model) -> Option<PageLayout<'_>> {
    let mut layout = PageLayout::of(model)?;
    layout.top = model.settled.unwrap_or_else(|| {
        let top = if layout.page.reading.follow { revealed(&layout) } else { layout.top };
        within(&layout, top)
    });
    Some(layout)
}

/// Which part of the page the screen shows, from 0 to 1, by its blocks.
pub fn extent(layout: &PageLayout<'_>) -> (f64, f64) {
    let blocks = layout.page.reading.lesson.blocks().len().max(1) as f64;
    let place = |anchor: Anchor| {
        let height = layout.block_height(anchor.block).max(1);
        (anchor.block as f64 + (f64::from(anchor.line) / f64::from(height)).min(1.0)) / blocks
    };
    let end = down(layout, layout.top, u32::from(layout.page.height()));
    (place(layout.top), place(end))
}

/// The top that has so much of the page, from 0 to 1, above it, by its blocks.
pub(crate) fn top_at(layout: &PageLayout<'_>, part: f64) -> Anchor {
    let blocks = layout.page.reading.lesson.blocks().len();
    let place = part.clamp(0.0, 1.0) * blocks as f64;
    let block = (place as usize).min(blocks.saturating_sub(1));
    let line = (place - block as f64) * f64::from(layout.block_height(block));
    within(layout, Anchor { block, line: line.round() as u32 })
}

/// The top half a screen further in the selected block, if that is higher than the screen and goes on in this direction.
pub(crate) fn further(layout: &PageLayout<'_>, direction: isize) -> Option<Anchor> {
    let (top, selected) = (layout.top, layout.page.reading.lesson.at);
    let height = u32::from(layout.page.height());
    let lines = layout.block_height(selected).saturating_sub(1);
    if lines <= height || top.block != selected {
        return None;
    }
    let last = lines - height;
    let half = (height / 2).max(1);
    let line = if direction > 0 { (top.line + half).min(last) } else { top.line.saturating_sub(half) };
    (line != top.line && (direction < 0 || top.line < last)).then_some(Anchor { block: selected, line })
}

/// The top after so many lines more, down or up.
pub(crate) fn moved(layout: &PageLayout<'_>, direction: isize, lines: u32) -> Anchor {
    let top = layout.top;
    let top = if direction > 0 { down(layout, top, lines) } else { up(layout, top, lines) };
    within(layout, top)
}

/// The top at which the lines that matter can be seen, moved as little as can be.
fn revealed(layout: &PageLayout<'_>) -> Anchor {
    let (top, block) = (layout.top, layout.page.reading.lesson.at);
    let Range { start, end } = layout.cursor_lines();
    let height = u32::from(layout.page.height());
    let first = Anchor { block, line: start };
    if end - start > height {
        // What is too high for the screen is shown from its beginning, or where the reader is in it.
        return top.clamp(first, Anchor { block, line: end - height });
    }
    if top < first { top.max(up(layout, Anchor { block, line: end }, height)) } else { first }
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
    top.min(last)
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
pub(crate) fn first_whole(layout: &PageLayout<'_>, top: Anchor) -> usize {
    let next = Anchor { block: top.block + 1, line: 0 };
    let fits = top.line > 0
        && top.block + 1 < layout.page.reading.lesson.blocks().len()
        && is_visible(layout, top, next.block);
    let first = if fits { next.block } else { top.block };
    layout.visible_from(first, 1).unwrap_or(first)
}

/// Whether a block can be seen, at least in part.
pub(crate) fn is_visible(layout: &PageLayout<'_>, top: Anchor, block: usize) -> bool {
    let bottom = down(layout, top, u32::from(layout.page.height()));
    top.block <= block && Anchor { block, line: 0 } < bottom
}
