//! A matrix as numbers on colour, or as tiles where numbers do not fit, or as the part around the cursor.
//!
//! Every value can be read without colour: numbers carry their sign in a fixed column, tiles a `+` or `-`, masked cells are `×`,
//! NaN is `nan` or `?`, the cursor's cell stands in brackets. Only what is visible is ever read, so a 4096×4096 tensor draws as
//! fast as an 8×8 one.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::Arc;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use super::clip::{fit, fit_right, put, width as width_of};
use crate::tui::theme::{Role, Theme};
pub use layout::{Layout, View};
pub use numbers::{Kind, Numbers};

mod layout;
mod numbers;
mod tiles;

/// One axis of the drawn matrix.
#[derive(Debug, Clone, Copy, Default)]
pub struct Axis<'a> {
    /// `query`; may be empty.
    pub name: &'a str,
    /// How many elements it has.
    pub len: usize,
    /// A name for each element (a token); where one is missing its index stands.
    pub labels: &'a [Arc<str>],
}

impl Axis<'_> {
    fn label(&self, index: usize) -> Cow<'_, str> {
        self.labels.get(index).map_or_else(|| Cow::Owned(index.to_string()), |label| Cow::Borrowed(&**label))
    }
}

/// What is pointed out in a matrix, by row and column.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Marks {
    /// Rows whose label is lit.
    pub rows: BTreeSet<usize>,
    /// Columns whose label is lit.
    pub columns: BTreeSet<usize>,
    /// Elements that are underlined: those which made the explained one.
    pub cells: BTreeSet<(usize, usize)>,
    /// Elements drawn as `×` whatever their value: those that a mask forbids.
    pub masked: BTreeSet<(usize, usize)>,
    /// Elements marked by `*`: those that an edit changed.
    pub changed: BTreeSet<(usize, usize)>,
}

/// A scalar, a vector or a matrix, ready to be drawn.
#[derive(Clone, Copy)]
pub struct Heatmap<'a> {
    /// Its name in the lesson.
    pub name: &'a str,
    /// None for a scalar, the columns for a vector, rows and columns for a matrix.
    pub axes: &'a [Axis<'a>],
    /// The element at a row and a column (row 0 for a vector, both 0 for a scalar).
    pub value: &'a dyn Fn(usize, usize) -> f64,
    /// How elements become text and colour.
    pub numbers: Numbers,
    /// What is pointed out.
    pub marks: &'a Marks,
    /// A few words behind the title: `rows sum to 1`.
    pub note: &'a str,
    /// The element that the cursor is on.
    pub cursor: Option<(usize, usize)>,
    /// New values are on their way: these are dimmed.
    pub stale: bool,
    /// The view to use; None chooses by the room there is.
    pub view: Option<View>,
}

impl<'a> Heatmap<'a> {
    /// A matrix with nothing pointed out.
    pub fn new(
        name: &'a str,
        axes: &'a [Axis<'a>],
        value: &'a dyn Fn(usize, usize) -> f64,
        numbers: Numbers,
        marks: &'a Marks,
    ) -> Self {
        Self { name, axes, value, numbers, marks, note: "", cursor: None, stale: false, view: None }
    }

    /// The lines needed at this width, at most `limit` (the page's own height).
    pub fn height(&self, width: u16, limit: u16) -> u16 {
        self.layout(width, limit).height()
    }

    /// The columns and lines that this takes in an area of this size: never more, often less.
    pub fn size(&self, width: u16, height: u16) -> (u16, u16) {
        let layout = self.layout(width, height);
        let title = if self.axes.is_empty() {
            width_of(self.name) + 2 + width_of(&self.numbers.exact((self.value)(0, 0)))
        } else {
            width_of(self.name)
                + 2
                + width_of(&self.shape())
                + if self.note.is_empty() { 0 } else { 2 + width_of(self.note) }
        };
        let matrix = u16::try_from(layout.width()).unwrap_or(u16::MAX);
        (title.max(matrix).min(width), layout.height())
    }

    /// Which part is drawn, and how, in an area of this size.
    pub fn layout(&self, width: u16, height: u16) -> Layout {
        Layout::choose(self, width, height)
    }

    /// The element drawn at column `x` and row `y` of an area of this size: what a click there means.
    pub fn element_at(&self, width: u16, height: u16, x: u16, y: u16) -> Option<(usize, usize)> {
        self.layout(width, height).element_at(x, y)
    }

    /// Draws into `area`.
    pub fn draw(&self, area: Rect, buffer: &mut Buffer, theme: &Theme) {
        let layout = self.layout(area.width, area.height);
        let end = self.draw_title(area, buffer, theme);
        if self.axes.is_empty() {
            let text = self.numbers.exact((self.value)(0, 0));
            put(buffer, area, end, 0, &text, self.faded(self.pointed_out(theme.style(Role::Accent), 0, 0)));
            return;
        }
        match layout.view {
            View::Numbers => self.draw_column_labels(&layout, area, buffer, theme),
            View::Tiles => tiles::draw_ticks(&layout, area, buffer, theme),
        }
        for (line, row) in layout.rows.clone().enumerate() {
            let y = layout.first_line + line as u16;
            self.draw_row_label(&layout, row, y, area, buffer, theme);
            for (place, column) in layout.columns.clone().enumerate() {
                let x = layout.left + place as u16 * layout.cell;
                let (text, style) = match layout.view {
                    View::Numbers => self.number(row, column, layout.cell, theme),
                    View::Tiles => self.tile(row, column, theme),
                };
                put(buffer, area, x, y, &text, self.faded(style));
            }
        }
        if let Some(y) = layout.caption {
            put(buffer, area, 0, y, &fit(&self.caption(&layout), area.width), theme.style(Role::Dim));
        }
    }

    /// `weights  [query 6 × key 6]  rows sum to 1`; returns the column behind it.
    fn draw_title(&self, area: Rect, buffer: &mut Buffer, theme: &Theme) -> u16 {
        let mut x = put(buffer, area, 0, 0, self.name, self.faded(theme.style(Role::Strong)));
        if !self.name.is_empty() {
            x += 2;
        }
        if !self.axes.is_empty() {
            x = put(buffer, area, x, 0, &self.shape(), theme.style(Role::Dim)) + 2;
        }
        let note = if self.axes.iter().any(|axis| axis.len == 0) { "no elements" } else { self.note };
        let room = area.width.saturating_sub(x);
        // A scalar's value stands where a matrix has its note.
        if !self.axes.is_empty() && room > 3 {
            put(buffer, area, x, 0, &fit(note, room), theme.style(Role::Dim));
        }
        x
    }

    /// `[query 6 × key 6]`.
    fn shape(&self) -> String {
        let axis = |axis: &Axis<'_>| {
            if axis.name.is_empty() { axis.len.to_string() } else { format!("{} {}", axis.name, axis.len) }
        };
        let axes: Vec<_> = self.axes.iter().map(axis).collect();
        format!("[{}]", axes.join(" × "))
    }

    fn draw_column_labels(&self, layout: &Layout, area: Rect, buffer: &mut Buffer, theme: &Theme) {
        let Some(axis) = self.axes.last() else { return };
        for (place, column) in layout.columns.clone().enumerate() {
            let lit = self.marks.columns.contains(&column);
            let style = self.label_style(lit, self.cursor.is_some_and(|cursor| cursor.1 == column), theme);
            let label = fit_right(&axis.label(column), layout.cell.saturating_sub(1));
            let x = layout.left + place as u16 * layout.cell;
            put_label(buffer, area, x, layout.first_line.saturating_sub(1), &label, style);
        }
    }

    fn draw_row_label(&self, layout: &Layout, row: usize, y: u16, area: Rect, buffer: &mut Buffer, theme: &Theme) {
        let [axis, _] = self.axes else { return };
        let lit = self.marks.rows.contains(&row);
        let style = self.label_style(lit, self.cursor.is_some_and(|cursor| cursor.0 == row), theme);
        put_label(buffer, area, 0, y, &fit_right(&axis.label(row), layout.left.saturating_sub(1)), style);
    }

    fn label_style(&self, lit: bool, at_cursor: bool, theme: &Theme) -> Style {
        let style = theme.style(if lit || at_cursor { Role::Accent } else { Role::Dim });
        self.faded(if lit { style.add_modifier(Modifier::UNDERLINED) } else { style })
    }

    /// One element as a number with room for brackets on both sides.
    fn number(&self, row: usize, column: usize, cell: u16, theme: &Theme) -> (String, Style) {
        let room = cell.saturating_sub(2);
        let (text, style) = if self.marks.masked.contains(&(row, column)) {
            (numbers::MASKED.to_owned(), theme.style(Role::Dim))
        } else {
            let value = (self.value)(row, column);
            (self.numbers.cell(value), self.color(value, theme))
        };
        // A lone mark stands in the middle, a number at the right, so that its digits line up.
        let shift = if width_of(&text) == 1 { room.saturating_sub(1) / 2 } else { 0 };
        let text = fit_right(&format!("{text}{}", " ".repeat(usize::from(shift))), room);
        let (open, close) = match (self.cursor == Some((row, column)), self.marks.changed.contains(&(row, column))) {
            (true, _) => ("[", "]"),
            (false, true) => (" ", "*"),
            (false, false) => (" ", " "),
        };
        (format!("{open}{text}{close}"), self.pointed_out(style, row, column))
    }

    /// Old values have no colour: it would say that they are true.
    fn color(&self, value: f64, theme: &Theme) -> Style {
        if self.stale {
            return Style::new();
        }
        if !value.is_finite() {
            return theme.style(if value == f64::NEG_INFINITY { Role::Dim } else { Role::Error });
        }
        let map = if self.numbers.kind == Kind::Signed { &theme.signed } else { &theme.sequential };
        map.as_ref().map_or_else(Style::new, |map| map.style(self.numbers.fraction(value)))
    }

    fn pointed_out(&self, style: Style, row: usize, column: usize) -> Style {
        let mut modifier = Modifier::empty();
        if self.marks.cells.contains(&(row, column)) {
            modifier |= Modifier::UNDERLINED | Modifier::BOLD;
        }
        if self.cursor == Some((row, column)) {
            modifier |= Modifier::REVERSED | Modifier::BOLD;
        }
        style.add_modifier(modifier)
    }

    fn faded(&self, style: Style) -> Style {
        if self.stale { style.add_modifier(Modifier::DIM) } else { style }
    }

    /// The line below: which part is shown, and for tiles the element under the cursor or the scale.
    fn caption(&self, layout: &Layout) -> String {
        let mut parts = Vec::new();
        if layout.view == View::Tiles {
            parts.push(self.cursor.map_or_else(|| self.numbers.legend(), |cursor| self.probe(cursor)));
        }
        let (rows, columns) = layout::size(self.axes);
        for (name, shown, all) in [("rows", &layout.rows, rows), ("columns", &layout.columns, columns)] {
            if shown.len() < all {
                parts.push(format!("{name} {}–{} of {all}", shown.start + 1, shown.end));
            }
        }
        parts.join("   ")
    }

    /// `sat → cat  0.4990`: the element in words.
    fn probe(&self, (row, column): (usize, usize)) -> String {
        let value = self.numbers.exact((self.value)(row, column));
        match self.axes {
            [rows, columns] => format!("{} → {}  {value}", rows.label(row), columns.label(column)),
            [columns] => format!("{}  {value}", columns.label(column)),
            _ => value,
        }
    }
}

impl std::fmt::Debug for Heatmap<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Heatmap").field("name", &self.name).field("axes", &self.axes).finish_non_exhaustive()
    }
}

/// A label without its leading spaces, so that an underline covers the word alone.
fn put_label(buffer: &mut Buffer, area: Rect, x: u16, y: u16, label: &str, style: Style) {
    let word = label.trim_start_matches(' ');
    put(buffer, area, x + (label.len() - word.len()) as u16, y, word, style);
}

#[cfg(test)]
mod tests;
