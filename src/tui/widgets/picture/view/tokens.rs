//! The names of the columns as a strip, shaded by the elements: a sentence in which one sees what counts.
//!
//! A vector is one strip, on as many lines as it needs; a matrix has one for each row. Below the strip under the cursor stand the
//! numbers. Whole numbers such as ids are no more or less of anything, so they have no shade.

use std::ops::Range;

use ratatui::style::Style;
use ratatui::text::Span;

use super::tiles::filling;
use super::{Body, Canvas, Picture, View, is_named, legend};
use crate::notebook::lesson::ViewKind;
use crate::tui::theme::Role;
use crate::tui::widgets::clip::{fit, fit_left, spaces, width as width_of};
use crate::words::id;

/// The widest that a token is drawn.
const WIDEST: u16 = 24;

/// The names of the columns, shaded by the elements.
pub(super) const TOKENS: View = View {
    suits: |axes, _| is_named(axes.last()),
    ..View::new(ViewKind::Tokens, id!("view-tokens"), |picture, width, room| {
        Box::new(Tokens::fit(picture, width, room))
    })
};

/// Where a token stands: its column of the matrix, its line, its column of the screen.
#[derive(Debug, Clone, Copy)]
struct Chip {
    column: usize,
    line: u16,
    x: u16,
}

/// Strips below each other.
struct Tokens<'p> {
    picture: &'p Picture<'p>,
    rows: Range<usize>,
    /// The tokens of one strip.
    chips: Vec<Chip>,
    /// Where the first begins, behind the row labels.
    left: u16,
    /// The lines of a strip of a vector; each has one for the numbers below it.
    lines: u16,
    width: u16,
}

impl<'p> Tokens<'p> {
    /// The rows and columns around the cursor for which there is room.
    fn fit(picture: &'p Picture<'p>, width: u16, room: u16) -> Self {
        let left = picture.rows().map_or(0, |axis| (axis.longest_label(0..axis.len) + 1).min(width / 3));
        let mut tokens = Self { picture, rows: 0..1, chips: Vec::new(), left, lines: 1, width: left };
        if picture.rows().is_some() {
            tokens.rows = picture.rows_around(usize::from(room.saturating_sub(1)));
            tokens.line_up(width);
        } else {
            tokens.wrap(width, room);
        }
        tokens.width = tokens.chips.iter().map(|chip| chip.x + tokens.wide(chip.column) + 2).max().unwrap_or(left);
        tokens
    }

    /// The columns of a token between its borders: room for its name and its number.
    fn wide(&self, column: usize) -> u16 {
        let name = width_of(&self.picture.columns().label(column)) + if self.is_shaded_by_marks() { 2 } else { 0 };
        name.max(self.picture.numbers.width()).min(WIDEST) + 2
    }

    /// Whether the shade of a token is written behind its name, because there are no colours.
    fn is_shaded_by_marks(&self) -> bool {
        self.picture.is_mono() && !self.picture.numbers.are_whole()
    }

    /// All tokens of a vector on several lines, from the line of the cursor where they are too many.
    fn wrap(&mut self, width: u16, room: u16) {
        let most = (room / 2).max(1);
        let cursor = self.picture.column();
        let (mut line, mut x) = (0, 0);
        for column in 0..self.picture.columns().len {
            let wide = self.wide(column);
            if x > 0 && x + wide + 1 >= width {
                if line + 1 == most && cursor < column {
                    break;
                }
                if line + 1 == most {
                    self.chips.clear();
                    line = 0;
                } else {
                    line += 1;
                }
                x = 0;
            }
            self.chips.push(Chip { column, line, x });
            x += wide + 1;
        }
        self.lines = line + 1;
    }

    /// The tokens of a matrix in one line, from such a one on that the cursor can be seen.
    fn line_up(&mut self, width: u16) {
        let count = self.picture.columns().len;
        let cursor = self.picture.column().min(count.saturating_sub(1));
        let room = width.saturating_sub(self.left + 1);
        let mut first = cursor;
        let mut used = self.wide(cursor) + 1;
        while first > 0 && used + self.wide(first - 1) < room {
            first -= 1;
            used += self.wide(first) + 1;
        }
        let mut x = self.left;
        for column in first..count {
            if x > self.left && x + self.wide(column) + 1 >= width {
                break;
            }
            self.chips.push(Chip { column, line: 0, x });
            x += self.wide(column) + 1;
        }
    }

    /// The line of a strip: those below the one with the numbers stand one lower.
    fn line(&self, row: usize) -> u16 {
        let numbered = self.numbered();
        (row - self.rows.start) as u16 + u16::from(row > numbered)
    }

    /// The row whose numbers are shown.
    fn numbered(&self) -> usize {
        self.picture.row().clamp(self.rows.start, self.rows.end.saturating_sub(1).max(self.rows.start))
    }

    fn draw_strip(&self, row: usize, canvas: &mut Canvas<'_>) {
        let picture = self.picture;
        for chip in &self.chips {
            let wide = self.wide(chip.column);
            let value = picture.source.seen(row, chip.column);
            let y = self.line(row) + chip.line * 2;
            let axis = picture.columns();
            let label = axis.label(chip.column);
            let shade = if self.is_shaded_by_marks() { filling(picture, value) } else { String::new() };
            let room = wide.saturating_sub(2 + width_of(&shade));
            let text = format!("{}{shade}", fit(&label, room));
            let style = self.style(row, chip.column, value);
            canvas.put_as(Role::Border, chip.x, y, "│");
            canvas.put(chip.x + 1, y, &centred(&text, wide), picture.faded(style));
            canvas.put_as(Role::Border, chip.x + 1 + wide, y, "│");
        }
    }

    fn style(&self, row: usize, column: usize, value: f64) -> Style {
        let picture = self.picture;
        let style = if picture.numbers.are_whole() && value.is_finite() { Style::new() } else { picture.color(value) };
        picture.pointed_out(style, row, column)
    }

    /// The numbers below a strip.
    fn draw_numbers(&self, row: usize, canvas: &mut Canvas<'_>) {
        let picture = self.picture;
        for chip in &self.chips {
            let wide = self.wide(chip.column);
            let value = picture.source.seen(row, chip.column);
            let text = picture.bracketed(row, chip.column, picture.numbers.cell(value).trim());
            let at_cursor = picture.cursor == Some((row, chip.column));
            let style = picture.style(if at_cursor { Role::Accent } else { Role::Dim });
            let y = self.line(row) + chip.line * 2 + 1;
            canvas.put(chip.x + 1, y, &centred(&text, wide), picture.faded(style));
        }
    }
}

/// `text` in the middle of `width` columns.
fn centred(text: &str, width: u16) -> String {
    let text = fit(text, width);
    let before = width.saturating_sub(width_of(&text)) / 2;
    fit_left(&format!("{}{text}", spaces(before)), width)
}

impl Body for Tokens<'_> {
    fn size(&self) -> (u16, u16) {
        let lines = if self.picture.rows().is_some() { self.rows.len() as u16 + 1 } else { self.lines * 2 };
        (self.width, lines)
    }

    fn draw(&self, canvas: &mut Canvas<'_>) {
        for row in self.rows.clone() {
            canvas.row_label(row, self.line(row), self.left.saturating_sub(1));
            self.draw_strip(row, canvas);
        }
        self.draw_numbers(self.numbered(), canvas);
    }

    fn element_at(&self, x: u16, y: u16) -> Option<(usize, usize)> {
        let inside = |chip: &&Chip| (chip.x..=chip.x + self.wide(chip.column)).contains(&x);
        if self.picture.rows().is_none() {
            let chip = self.chips.iter().filter(inside).find(|chip| chip.line == y / 2)?;
            return Some((0, chip.column));
        }
        let row = self.rows.clone().rev().find(|row| self.line(*row) <= y)?;
        Some((row, self.chips.iter().find(inside)?.column))
    }

    fn shown(&self) -> (Range<usize>, Range<usize>) {
        let first = self.chips.first().map_or(0, |chip| chip.column);
        (self.rows.clone(), first..self.chips.last().map_or(0, |chip| chip.column + 1))
    }

    fn legend(&self) -> Vec<Span<'static>> {
        if self.picture.numbers.are_whole() { Vec::new() } else { legend::scale(self.picture) }
    }

    fn has_caption(&self) -> bool {
        let (rows, columns) = self.shown();
        let is_whole = (rows.len(), columns.len()) == self.picture.counts();
        !(is_whole && self.picture.numbers.are_whole())
    }
}
