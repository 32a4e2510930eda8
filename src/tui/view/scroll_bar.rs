//! Which part of a page the screen shows: a thicker piece of the line beside the page, or of its right edge where there is no line.
//!
//! It counts blocks and not lines, because only what is on the screen is ever laid out.

use std::ops::Range;

use ratatui::buffer::Buffer;

use crate::tui::layout::areas::Areas;
use crate::tui::layout::page::PageLayout;
use crate::tui::layout::scroll::extent;
use crate::tui::theme::Role;
use crate::tui::widgets::clip::put;

const THUMB: &str = "┃";

/// Draws it; a page that is shown whole, or presented, has none.
pub fn draw(layout: &PageLayout<'_>, areas: &Areas, buffer: &mut Buffer) {
    if layout.page.reading.stage.is_some() || areas.page.is_empty() {
        return;
    }
    let x = if areas.is_beside() { areas.border.x } else { areas.page.right() - 1 };
    for y in thumb(extent(layout), areas.page.height) {
        put(buffer, areas.page.union(areas.border), x - areas.page.x, y, THUMB, layout.page.theme.style(Role::Border));
    }
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
