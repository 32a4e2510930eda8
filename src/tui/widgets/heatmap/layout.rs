//! Which part of a matrix is drawn, and how.

use std::ops::Range;

use super::{Axis, Heatmap};
use crate::tui::widgets::clip::width as width_of;

/// The longest label that a row gets, and a column.
const LONGEST_LABELS: (u16, u16) = (24, 12);
/// The columns of a tile: two make it about square.
const TILE: u16 = 2;

/// How elements are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum View {
    /// Numbers on colour.
    Numbers,
    /// Squares of colour with a sign.
    Tiles,
}

/// The outcome of fitting a matrix into an area.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Layout {
    /// How elements are drawn.
    pub view: View,
    /// The rows that are visible.
    pub rows: Range<usize>,
    /// The columns that are visible.
    pub columns: Range<usize>,
    /// Where the first element begins, behind the row labels.
    pub(super) left: u16,
    /// The width of an element.
    pub(super) cell: u16,
    /// The line of the first row.
    pub(super) first_line: u16,
    /// The line below, where there is something to say.
    pub(super) caption: Option<u16>,
}

/// Rows and columns of a matrix; a vector is one row, a scalar one element.
pub(super) fn size(axes: &[Axis<'_>]) -> (usize, usize) {
    match axes {
        [] => (1, 1),
        [columns] => (1, columns.len),
        [rows, .., columns] => (rows.len, columns.len),
    }
}

impl Layout {
    /// Numbers if all fit, else tiles if all fit, else the numbers around the cursor.
    pub(super) fn choose(map: &Heatmap<'_>, width: u16, height: u16) -> Self {
        if map.axes.is_empty() {
            return Self::whole(map, View::Numbers, 0, 0);
        }
        let left = row_labels(map.axes, width);
        let narrow = map.numbers.width() + 2;
        let wide = narrow.max(longest_label(map.axes.last()).min(LONGEST_LABELS.1) + 1);
        let candidates = [(View::Numbers, wide), (View::Numbers, narrow), (View::Tiles, TILE)];
        let fitting = candidates
            .into_iter()
            .filter(|(view, _)| map.view.is_none_or(|forced| forced == *view))
            .map(|(view, cell)| Self::whole(map, view, left, cell))
            .find(|layout| layout.width() <= u32::from(width) && layout.height() <= height);
        fitting.unwrap_or_else(|| match map.view {
            Some(View::Tiles) => Self::part(map, View::Tiles, left, TILE, width, height),
            _ => Self::part(map, View::Numbers, left, narrow, width, height),
        })
    }

    /// Everything, whatever room it takes.
    fn whole(map: &Heatmap<'_>, view: View, left: u16, cell: u16) -> Self {
        let (rows, columns) = size(map.axes);
        let first_line = if map.axes.is_empty() { 0 } else { 2 };
        let caption = (view == View::Tiles).then(|| first_line + rows.min(usize::from(u16::MAX) / 2) as u16);
        Self { view, rows: 0..rows, columns: 0..columns, left, cell, first_line, caption }
    }

    /// As many rows and columns as fit, around the cursor.
    fn part(map: &Heatmap<'_>, view: View, left: u16, cell: u16, width: u16, height: u16) -> Self {
        let (rows, columns) = size(map.axes);
        let (row, column) = map.cursor.unwrap_or((0, 0));
        let across = usize::from(width.saturating_sub(left) / cell.max(1));
        // The title, the labels and the caption take a line each.
        let down = usize::from(height.saturating_sub(3));
        let rows = window(rows, row, down);
        let caption = Some(2 + rows.len() as u16);
        Self { view, columns: window(columns, column, across), rows, left, cell, first_line: 2, caption }
    }

    /// The columns that the labels and the elements take.
    pub fn width(&self) -> u32 {
        u32::from(self.left)
            + u32::try_from(self.columns.len()).unwrap_or(u32::MAX).saturating_mul(u32::from(self.cell))
    }

    /// The lines that this takes.
    pub fn height(&self) -> u16 {
        let rows = self.rows.len().min(usize::from(u16::MAX) / 2) as u16;
        self.caption.map_or(self.first_line + rows, |caption| caption + 1)
    }

    /// The element drawn at column `x` of line `y`.
    pub(super) fn element_at(&self, x: u16, y: u16) -> Option<(usize, usize)> {
        let line = usize::from(y.checked_sub(self.first_line)?);
        let place = usize::from(x.checked_sub(self.left)?.checked_div(self.cell)?);
        Some((self.rows.clone().nth(line)?, self.columns.clone().nth(place)?))
    }
}

/// `room` of `count` indices with `cursor` in the middle of them, or at a border.
fn window(count: usize, cursor: usize, room: usize) -> Range<usize> {
    let room = room.clamp(1, count.max(1)).min(count);
    let start = cursor.saturating_sub(room / 2).min(count - room);
    start..start + room
}

/// The width of the row labels and the space behind them: at most a third of the area.
fn row_labels(axes: &[Axis<'_>], width: u16) -> u16 {
    match axes {
        [rows, _] => (longest_label(Some(rows)).min(LONGEST_LABELS.0) + 1).min(width / 3),
        _ => 0,
    }
}

fn longest_label(axis: Option<&Axis<'_>>) -> u16 {
    let Some(axis) = axis else { return 0 };
    let named = axis.labels.iter().take(axis.len).map(|label| width_of(label)).max().unwrap_or(0);
    let numbered = if axis.labels.len() < axis.len { (axis.len - 1).to_string().len() as u16 } else { 0 };
    named.max(numbered)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_window_follows_the_cursor_and_stops_at_the_borders() {
        assert_eq!(window(64, 0, 12), 0..12);
        assert_eq!(window(64, 32, 12), 26..38);
        assert_eq!(window(64, 63, 12), 52..64);
        assert_eq!(window(64, 99, 12), 52..64);
        assert_eq!(window(5, 2, 12), 0..5);
        assert_eq!(window(5, 2, 0), 2..3);
        assert_eq!(window(0, 0, 12), 0..0);
    }
}
