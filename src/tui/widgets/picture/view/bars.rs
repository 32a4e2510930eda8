//! A bar for each element of a vector, or of the row under the cursor: below zero to one side, above zero to the other.
//!
//! A few elements, or any that have names, are listed one a line with their numbers; many stand upright, one a column. The scale
//! stands at the axis. It is that of the whole tensor, so the rows of a matrix can be compared, and it stays while an input moves;
//! where an element was before is drawn behind its bar.

use std::ops::Range;

use ratatui::style::{Modifier, Style};
use ratatui::text::Span;

use super::super::canvas::{FROM_BELOW, LEFT_HALF, LYING, RIGHT_HALF};
use super::super::scale::nice_text;
use super::numbers::mark;
use super::{Axis, Body, Canvas, Kind, Picture, View, count, legend};
use crate::notebook::lesson::ViewKind;
use crate::tui::theme::Role;
use crate::tui::widgets::clip::{fit_left, fit_right, spaces, width as width_of};
use crate::words::{id, say, word};

/// Up to so many elements without names are listed.
const FEW: usize = 16;
/// The longest bar, and the shortest for which there must be room.
const LONGEST: u16 = 40;
const SHORTEST: u16 = 6;
/// The lines of upright bars.
const HIGH: u16 = 9;
/// The columns of an upright bar with the gap behind it; without room for that, bars touch.
const WIDE: u16 = 3;
/// Every so many upright bars have their index below.
const TICK: usize = 10;
/// Where an element was before: behind its bar, and in it.
const GHOST: &str = "░";
const NOTCH: &str = "─";
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

/// The end of the scale, with the sign that it has on that side.
fn end(picture: &Picture<'_>, side: f64) -> String {
    let plus = if side > 0.0 && picture.numbers.has_signs() { "+" } else { "" };
    format!("{plus}{}", nice_text(side * picture.numbers.full_bar()))
}

/// An end of the scale is inverted while it is another one than just before: bars of the same length say something else now.
fn end_style(picture: &Picture<'_>) -> Style {
    let style = picture.style(Role::Dim);
    if picture.marks.scale { style.add_modifier(Modifier::REVERSED) } else { style }
}

/// What an element was before. On a scale without a side below zero there is no place for what was there.
fn before(picture: &Picture<'_>, row: usize, column: usize) -> Option<f64> {
    picture.before(row, column).filter(|before| *before >= 0.0 || picture.numbers.has_signs())
}

/// What is drawn behind bars, where there is something.
fn ghost(picture: &Picture<'_>, columns: &Range<usize>) -> Option<Span<'static>> {
    let is_drawn = columns.clone().any(|column| before(picture, picture.row(), column).is_some());
    is_drawn.then(|| legend::dim(picture, word!("ghost-of-bars")))
}

/// How many parts of a bar a value fills, of so many; what is more than rounding fills at least one.
fn filled(picture: &Picture<'_>, value: f64, parts: u16) -> u16 {
    let full = picture.numbers.full_bar();
    let part = if full > 0.0 { (value.abs() / full).min(1.0) } else { 0.0 };
    let filled = (part * f64::from(parts)).round() as u16;
    if picture.numbers.is_nothing(value) { 0 } else { filled.max(1) }
}

/// How far a bar reaches on the side of what it was before.
fn reach(value: f64, before: f64, filled: u16) -> u16 {
    if (value < 0.0) == (before < 0.0) { filled } else { 0 }
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

    /// The column of a cell of the bar of `value`, counted from the zero line.
    fn x(&self, value: f64, cell: u16) -> u16 {
        if value < 0.0 { self.zero().saturating_sub(cell + 1) } else { self.zero() + 1 + cell }
    }

    fn draw_bar(&self, column: usize, y: u16, canvas: &mut Canvas<'_>) {
        let (picture, zero) = (self.picture, self.zero());
        let value = picture.source.seen(self.row, column);
        canvas.put_as(Role::Border, zero, y, "│");
        if let Some(mark) = mark(value) {
            canvas.put(zero + 1, y, &mark.to_string(), picture.mark_style(value));
            return;
        }
        let ink = picture.faded(picture.bar_ink(value));
        let halves = filled(picture, value, self.side * 2);
        if value >= 0.0 {
            canvas.lying_bar(halves, zero + 1, y, ink);
        } else {
            let rest = if halves.is_multiple_of(2) { "" } else { RIGHT_HALF };
            let bar = format!("{rest}{}", LYING.repeat(usize::from(halves / 2)));
            canvas.put(zero - width_of(&bar), y, &bar, ink);
        }
        if let Some(before) = before(picture, self.row, column) {
            self.draw_ghost(before, reach(value, before, halves), y, ink, canvas);
        }
    }

    /// A shade where the bar was longer before, a gap in it where it was shorter.
    fn draw_ghost(&self, before: f64, halves: u16, y: u16, ink: Style, canvas: &mut Canvas<'_>) {
        let was = filled(self.picture, before, self.side * 2);
        for cell in halves.div_ceil(2)..was.div_ceil(2) {
            canvas.put_as(Role::Dim, self.x(before, cell), y, GHOST);
        }
        if was > 0 && was / 2 < halves / 2 {
            let begins_right = was.is_multiple_of(2) == (before >= 0.0);
            canvas.put(self.x(before, was / 2), y, if begins_right { RIGHT_HALF } else { LEFT_HALF }, ink);
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
            self.draw_bar(column, y, canvas);
            canvas.number((self.row, column), self.zero() + 1 + self.side, y);
        }
    }

    fn element_at(&self, _: u16, y: u16) -> Option<(usize, usize)> {
        Some((self.row, self.columns.clone().nth(usize::from(y))?))
    }

    fn shown(&self) -> (Range<usize>, Range<usize>) {
        (0..self.picture.counts().0, self.columns.clone())
    }

    /// The axis: its ends under those of the bars.
    fn legend(&self) -> Vec<Span<'static>> {
        if self.picture.numbers.full_bar() == 0.0 {
            return Vec::new();
        }
        let mut axis = vec![legend::dim(self.picture, spaces(self.left))];
        if self.picture.numbers.has_signs() {
            let below = fit_left(&end(self.picture, -1.0), self.side);
            let (digits, rest) = below.split_at(below.trim_end().len());
            axis.extend([Span::styled(digits.to_owned(), end_style(self.picture)), legend::dim(self.picture, rest)]);
        }
        axis.push(legend::dim(self.picture, "0"));
        let above = fit_right(&end(self.picture, 1.0), self.side);
        let (rest, digits) = above.split_at(above.len() - above.trim_start().len());
        axis.extend([legend::dim(self.picture, rest), Span::styled(digits.to_owned(), end_style(self.picture))]);
        let ghost = ghost(self.picture, &self.columns);
        let gap = ghost.is_some().then(|| Span::raw("  "));
        axis.into_iter().chain(gap).chain(ghost).collect()
    }
}

/// One bar a column, side by side.
struct Upright<'p> {
    picture: &'p Picture<'p>,
    row: usize,
    columns: Range<usize>,
    /// The columns of the numbers at the axis.
    left: u16,
    /// The columns of a bar with its gap.
    wide: u16,
    /// The lines above the zero line, and below it.
    side: u16,
}

impl<'p> Upright<'p> {
    /// As many as there are columns, around the cursor.
    fn fit(picture: &'p Picture<'p>, width: u16, room: u16) -> Self {
        let count = picture.columns().len;
        let left = width_of(&end(picture, -1.0)) + 2;
        let across = width.saturating_sub(left).max(1);
        let wide = (1..=WIDE).rev().find(|wide| count * usize::from(*wide) <= usize::from(across)).unwrap_or(1);
        let columns = picture.columns_around(usize::from(across / wide));
        let lines = room.saturating_sub(1).clamp(1, HIGH);
        // With a line for the indices; the zero line has none of its own.
        let side = if picture.numbers.has_signs() { (lines / 2).max(1) } else { lines };
        Self { picture, row: picture.row(), columns, left, wide, side }
    }

    fn lines(&self) -> u16 {
        if self.picture.numbers.has_signs() { self.side * 2 } else { self.side }
    }

    /// So wide as a bar is drawn.
    fn wide(&self, symbol: &str) -> String {
        symbol.repeat(usize::from(self.wide.saturating_sub(1).max(1)))
    }

    /// The line of a cell of the bar of `value`, counted from the zero line.
    fn y(&self, value: f64, cell: u16) -> u16 {
        if value < 0.0 { self.side + cell } else { self.side.saturating_sub(cell + 1) }
    }

    fn draw_bar(&self, column: usize, x: u16, style: Style, canvas: &mut Canvas<'_>) {
        let picture = self.picture;
        let value = picture.source.seen(self.row, column);
        if let Some(mark) = mark(value) {
            canvas.put(x, self.side - 1, &mark.to_string(), style.patch(picture.mark_style(value)));
            return;
        }
        let ink = picture.faded(style.patch(picture.bar_ink(value)));
        let eighths = filled(picture, value, self.side * 8);
        if value >= 0.0 {
            canvas.standing_bar(eighths, width_of(&self.wide("█")), x, self.side - 1, ink);
        } else {
            // The upper end of a cell is what its lower end leaves: ink and paper change places.
            let (whole, rest) = (eighths / 8, usize::from(eighths % 8));
            for cell in 0..whole {
                canvas.put(x, self.side + cell, &self.wide("█"), ink);
            }
            if rest > 0 {
                let ink = ink.add_modifier(Modifier::REVERSED);
                canvas.put(x, self.side + whole, &self.wide(FROM_BELOW[8 - rest]), ink);
            }
        }
        if let Some(before) = before(picture, self.row, column) {
            self.draw_ghost(before, reach(value, before, eighths), x, ink, canvas);
        }
    }

    /// A shade where the bar was higher before, a line in it where it was lower.
    fn draw_ghost(&self, before: f64, eighths: u16, x: u16, ink: Style, canvas: &mut Canvas<'_>) {
        let was = filled(self.picture, before, self.side * 8);
        for cell in eighths.div_ceil(8)..was.div_ceil(8) {
            canvas.put(x, self.y(before, cell), &self.wide(GHOST), self.picture.style(Role::Dim));
        }
        if was > 0 && was / 8 < eighths / 8 {
            canvas.put(x, self.y(before, was / 8), &self.wide(NOTCH), ink.add_modifier(Modifier::REVERSED));
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
        let picture = self.picture;
        let tick = |side: f64| fit_right(&end(picture, side), self.left.saturating_sub(2));
        canvas.put(0, 0, &tick(1.0), end_style(picture));
        if picture.numbers.has_signs() {
            canvas.put(0, self.lines() - 1, &tick(-1.0), end_style(picture));
        }
        for y in 0..self.lines() {
            // The corner points at the line between both sides.
            let symbol = if y + 1 == self.side { "┤" } else { "│" };
            canvas.put_as(Role::Border, self.left - 1, y, symbol);
        }
        canvas.put_as(Role::Dim, 0, self.side - 1, if self.side > 1 { "0" } else { "" });
        for (place, column) in self.columns.clone().enumerate() {
            let x = self.left + place as u16 * self.wide;
            let is_marked = picture.marks.cells.contains(&(self.row, column));
            let style = if is_marked { Style::new().add_modifier(Modifier::UNDERLINED) } else { Style::new() };
            self.draw_bar(column, x, style, canvas);
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
            // A bar has no number here: its foot is inverted.
            if picture.flashes(self.row, column) {
                (x..x + width_of(&self.wide("█"))).for_each(|x| canvas.invert(x, self.lines()));
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
        ghost(self.picture, &self.columns).into_iter().collect()
    }

    fn has_caption(&self) -> bool {
        self.columns.len() < self.picture.columns().len || self.picture.ghost.is_some()
    }
}
