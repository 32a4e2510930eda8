//! Which part of a page the screen shows: a thicker piece of the line beside the page, or of its right edge where there is no line.
//!
//! It counts blocks and not lines, because only what is on the screen is ever laid out.

use std::ops::Range;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::tui::layout::areas::Areas;
use crate::tui::layout::page::PageLayout;
use crate::tui::layout::scroll::extent;
use crate::tui::theme::Role;
use crate::tui::widgets::clip::put;

const THUMB: &str = "┃";

/// Draws it; a page that is shown whole, or presented, has none.
pub fn draw(layout: &PageLayout<'_>, areas: &Areas, buffer: &mut Buffer) {
    let Some(bar) = bar(layout, areas) else { return };
    for y in thumb(extent(layout), bar.height) {
        put(buffer, bar, 0, y, THUMB, layout.page.theme.style(Role::Border));
    }
}

/// Where the thumb can stand; nowhere on a page that is presented.
fn bar(layout: &PageLayout<'_>, areas: &Areas) -> Option<Rect> {
    if layout.page.reading.stage.is_some() || areas.page.is_empty() {
        return None;
    }
    let x = if areas.is_beside() { areas.border.x } else { areas.page.right() - 1 };
    Some(Rect { x, width: 1, ..areas.page })
}

/// Whether a place of the screen is on the bar of a page that is not shown whole.
pub fn is_at(layout: &PageLayout<'_>, areas: &Areas, column: u16, row: u16) -> bool {
    bar(layout, areas)
        .is_some_and(|bar| bar.contains((column, row).into()) && !thumb(extent(layout), bar.height).is_empty())
}

/// The line of the thumb that a press at a row of the screen takes: the one that is there, else the middle, which comes there.
pub fn grip_at(layout: &PageLayout<'_>, areas: &Areas, row: u16) -> u16 {
    let thumb = thumb(extent(layout), areas.page.height);
    let line = row.saturating_sub(areas.page.y);
    if thumb.contains(&line) { line - thumb.start } else { thumb.len() as u16 / 2 }
}

/// The part of the page, from 0 to 1, that begins at the top of the screen once this line of the thumb is at that row; nothing where the
/// thumb is there already.
pub fn part_at(layout: &PageLayout<'_>, areas: &Areas, grip: u16, row: u16) -> Option<f64> {
    let height = areas.page.height;
    let thumb = thumb(extent(layout), height);
    let last = height - (thumb.len() as u16).min(height);
    let first = row.saturating_sub(areas.page.y).saturating_sub(grip).min(last);
    let part = if first == last { 1.0 } else { f64::from(first) / f64::from(height.max(1)) };
    // At its ends the thumb may stand where the page is not quite at its own.
    (first != thumb.start || first == 0 || first == last).then_some(part)
}

/// The lines of a bar of this height that stand for a part of the page, from 0 to 1: at least one, and none for all of it.
fn thumb((from, to): (f64, f64), height: u16) -> Range<u16> {
    if from <= 0.0 && to >= 1.0 {
        return 0..0;
    }
    let lines = |part: f64| (part.clamp(0.0, 1.0) * f64::from(height)).round() as u16;
    let length = lines(to - from).max(1).min(height);
    // At the end of the page it stands at the end of the bar.
    let first = if to >= 1.0 { height } else { lines(from) }.min(height - length);
    first..first + length
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thumb_reaches_both_ends_and_never_vanishes() {
        assert_eq!(thumb((0.0, 1.0), 20), 0..0);
        assert_eq!(thumb((0.0, 0.25), 20), 0..5);
        assert_eq!(thumb((0.75, 1.0), 20), 15..20);
        assert_eq!(thumb((0.5, 0.501), 20), 10..11);
        assert_eq!(thumb((0.999, 0.9999), 20), 19..20);
        assert_eq!(thumb((0.3, 0.4), 0), 0..0);
    }
}
