//! A bar for each element of a vector, or of the row under the cursor: below zero to one side, above zero to the other.
//!
//! A few elements, or any that have names, are listed one a line with their numbers; many stand upright, one a column. An eighth
//! of a cell is the least that can be seen. The scale is that of the whole tensor, so the rows of a matrix can be compared.

use std::ops::Range;

use ratatui::style::{Modifier, Style};
use ratatui::text::Span;

use super::super::canvas::{FROM_BELOW, FROM_LEFT};
use super::numbers::mark;
use super::{Axis, Body, Canvas, Kind, Picture, View, count, legend};
use crate::notebook::lesson::ViewKind;
use crate::tui::theme::Role;
use crate::tui::widgets::clip::{fit_right, width as width_of};
use crate::words::{id, say};

/// Up to so many elements without names are listed.
const FEW: usize = 16;
/// The longest bar, and the shortest for which there must be room.
const LONGEST: u16 = 40;
const SHORTEST: u16 = 6;
/// The lines of upright bars.
const HIGH: u16 = 9;
/// Every so many upright bars have their index below.
const TICK: usize = 10;
/// So near to the index under the cursor there is no room for another.
const NEAR: usize = 6;

/// A bar for each element of a vector, or of one row.
pub(super) const BARS: View = View {
    suits: |axes, kind| kind != Kind::Truth && count(axes) > 1,
    is_turned: are_listed,
    ..View::new(ViewKind::Bars, id!("view-bars"), fit)
};

fn fit<'p>(picture: &'p Picture<'p>, width: u16, room: u16) -> Box<dyn Body + 'p> {
    if are_listed(picture.axes) {
        Box::new(Listed::fit(picture, width, room))
    } else {
        Box::new(Upright::fit(picture, width, room))
    }
}

/// Whether bars lie below each other, so that ↓ goes to the next element.
fn are_listed(axes: &[Axis<'_>]) -> bool {
    axes.last().is_some_and(|axis| axis.len <= FEW || !axis.labels.is_empty())
}

/// `bars of row 3`; of a vector they are all.
fn words(picture: &Picture<'_>) -> Option<String> {
    let rows = picture.rows()?;
    let place = rows.place(picture.row());
    Some(if rows.name.is_empty() { say!("bars-of-row", place) } else { say!("bars-of", place) })
}

fn legend(picture: &Picture<'_>) -> Vec<Span<'static>> {
    let end = picture.numbers.greatest();
    if end == 0.0 {
        return Vec::new();
    }
    let end = picture.numbers.tick(end);
    let end = end.trim_start_matches('+');
    let words = if picture.numbers.has_signs() { say!("full-bar-sides", end) } else { say!("full-bar", end) };
    vec![legend::dim(picture, words)]
}

/// How many eighths of `room` cells a value fills; what is more than rounding fills at least one.
fn eighths(picture: &Picture<'_>, value: f64, room: u16) -> u16 {
    let full = f64::from(room) * 8.0;
    let greatest = picture.numbers.greatest();
    let part = if greatest > 0.0 { (value.abs() / greatest).min(1.0) } else { 0.0 };
    let filled = (part * full).round() as u16;
    if picture.numbers.is_nothing(value) { 0 } else { filled.max(1) }
}

/// One bar a line: its label, itself, its number.
struct Listed<'p> {
    picture: &'p Picture<'p>,
    row: usize,
    columns: Range<usize>,
    /// The columns of the label with the space behind it.
    left: u16,
    /// The columns on each side of the zero line.
    side: u16,
}

impl<'p> Listed<'p> {
    /// As many as there are lines, around the cursor.
    fn fit(picture: &'p Picture<'p>, width: u16, room: u16) -> Self {
        let axis = picture.columns();
        let columns = picture.columns_around(usize::from(room));
        let number = picture.numbers.width() + 2;
        let left = (axis.longest_label(0..axis.len) + 1).min(width.saturating_sub(number + SHORTEST).max(2));
        let sides = if picture.numbers.has_signs() { 2 } else { 1 };
        let side = (width.saturating_sub(left + number + 1) / sides).clamp(1, LONGEST / sides);
        Self { picture, row: picture.row(), columns, left, side }
    }

    /// The column of the zero line.
    fn zero(&self) -> u16 {
        self.left + if self.picture.numbers.has_signs() { self.side } else { 0 }
    }

    fn draw_bar(&self, value: f64, y: u16, canvas: &mut Canvas<'_>) {
        let zero = self.zero();
        canvas.put_as(Role::Border, zero, y, "│");
        if let Some(mark) = mark(value) {
            canvas.put(zero + 1, y, &mark.to_string(), self.picture.mark_style(value));
            return;
        }
        let ink = self.picture.faded(self.picture.ink(value));
        let filled = eighths(self.picture, value, self.side);
        if value >= 0.0 {
            return canvas.lying_bar(filled, zero + 1, y, ink);
        }
        // The right end of a cell is what its left end leaves: ink and paper change places.
        let (whole, rest) = (filled / 8, usize::from(filled % 8));
        canvas.put(zero - whole, y, &"█".repeat(usize::from(whole)), ink);
        if rest > 0 {
            let edge = zero.saturating_sub(whole + 1);
            canvas.put(edge, y, FROM_LEFT[8 - rest], ink.add_modifier(Modifier::REVERSED));
        }
    }
}

impl Body for Listed<'_> {
    fn size(&self) -> (u16, u16) {
        let width = self.zero() + 1 + self.side + self.picture.numbers.width() + 2;
        (width, self.columns.len() as u16)
    }

    fn words(&self) -> Option<String> {
        words(self.picture)
    }

    fn draw(&self, canvas: &mut Canvas<'_>) {
        for (line, column) in self.columns.clone().enumerate() {
            let y = line as u16;
            canvas.column_label(column, 0, y, self.left.saturating_sub(1));
            self.draw_bar(self.picture.source.seen(self.row, column), y, canvas);
            canvas.number((self.row, column), self.zero() + 1 + self.side, y);
        }
    }

    fn element_at(&self, _: u16, y: u16) -> Option<(usize, usize)> {
        Some((self.row, self.columns.clone().nth(usize::from(y))?))
    }

    fn shown(&self) -> (Range<usize>, Range<usize>) {
        (0..self.picture.counts().0, self.columns.clone())
    }

    fn legend(&self) -> Vec<Span<'static>> {
        legend(self.picture)
    }
}

/// One bar a column, side by side.
struct Upright<'p> {
    picture: &'p Picture<'p>,
    row: usize,
    columns: Range<usize>,
    /// The columns of the numbers at the axis.
    left: u16,
    /// The columns of a bar.
    wide: u16,
    /// The lines above the zero line, and below it.
    side: u16,
}

impl<'p> Upright<'p> {
    /// As many as there are columns, around the cursor.
    fn fit(picture: &'p Picture<'p>, width: u16, room: u16) -> Self {
        let count = picture.columns().len;
        let end = picture.numbers.greatest();
        let left = width_of(&picture.numbers.tick(-end)).max(width_of(&picture.numbers.tick(end))) + 2;
        let across = width.saturating_sub(left).max(1);
        let wide = if count * 2 <= usize::from(across) { 2 } else { 1 };
        let columns = picture.columns_around(usize::from(across / wide));
        let lines = room.saturating_sub(1).clamp(1, HIGH);
        // With a line for the indices; the zero line has none of its own.
        let side = if picture.numbers.has_signs() { (lines / 2).max(1) } else { lines };
        Self { picture, row: picture.row(), columns, left, wide, side }
    }

    fn lines(&self) -> u16 {
        if self.picture.numbers.has_signs() { self.side * 2 } else { self.side }
    }

    fn draw_bar(&self, value: f64, x: u16, style: Style, canvas: &mut Canvas<'_>) {
        if let Some(mark) = mark(value) {
            canvas.put(x, self.side - 1, &mark.to_string(), style.patch(self.picture.mark_style(value)));
            return;
        }
        let ink = self.picture.faded(style.patch(self.picture.ink(value)));
        let filled = eighths(self.picture, value, self.side);
        if value >= 0.0 {
            return canvas.standing_bar(filled, self.wide, x, self.side - 1, ink);
        }
        let (whole, rest) = (filled / 8, usize::from(filled % 8));
        let wide = |symbol: &str| symbol.repeat(usize::from(self.wide));
        for place in 0..whole {
            canvas.put(x, self.side + place, &wide("█"), ink);
        }
        if rest > 0 {
            canvas.put(x, self.side + whole, &wide(FROM_BELOW[8 - rest]), ink.add_modifier(Modifier::REVERSED));
        }
    }
}

impl Body for Upright<'_> {
    fn size(&self) -> (u16, u16) {
        (self.left + self.columns.len() as u16 * self.wide, self.lines() + 1)
    }

    fn words(&self) -> Option<String> {
        words(self.picture)
    }

    fn draw(&self, canvas: &mut Canvas<'_>) {
        let (picture, numbers) = (self.picture, self.picture.numbers);
        let end = numbers.greatest();
        let tick = |value: f64| fit_right(&numbers.tick(value), self.left.saturating_sub(2));
        canvas.put_as(Role::Dim, 0, 0, &tick(end));
        if numbers.has_signs() {
            canvas.put_as(Role::Dim, 0, self.lines() - 1, &tick(-end));
        }
        for y in 0..self.lines() {
            // The corner points at the line between both sides.
            let symbol = if y + 1 == self.side { "┤" } else { "│" };
            canvas.put_as(Role::Border, self.left - 1, y, symbol);
        }
        canvas.put_as(Role::Dim, 0, self.side - 1, if self.side > 1 { "0" } else { "" });
        for (place, column) in self.columns.clone().enumerate() {
            let x = self.left + place as u16 * self.wide;
            let value = picture.source.seen(self.row, column);
            let is_marked = picture.marks.cells.contains(&(self.row, column));
            let style = if is_marked { Style::new().add_modifier(Modifier::UNDERLINED) } else { Style::new() };
            self.draw_bar(value, x, style, canvas);
            match picture.cursor {
                Some((_, at)) if at == column => {
                    canvas.put_as(Role::Accent, x, self.lines(), &format!("▴{column}"));
                }
                // It would be written over by the index under the cursor.
                Some((_, at)) if at.abs_diff(column) < NEAR => {}
                _ if column % TICK == 0 => {
                    canvas.put_as(Role::Dim, x, self.lines(), &column.to_string());
                }
                _ => {}
            }
        }
    }

    fn element_at(&self, x: u16, _: u16) -> Option<(usize, usize)> {
        let place = x.checked_sub(self.left)? / self.wide;
        Some((self.row, self.columns.clone().nth(usize::from(place))?))
    }

    fn shown(&self) -> (Range<usize>, Range<usize>) {
        (0..self.picture.counts().0, self.columns.clone())
    }

    fn legend(&self) -> Vec<Span<'static>> {
        legend(self.picture)
    }
}
