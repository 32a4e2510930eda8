//! A matrix as pixels: one column and half a line for each element, and where that is still too much for each block of elements. A
//! small matrix grows to the room by whole factors, and has its words and numbers as far as they fit.
//!
//! A half block has two colours, that of the ink above and that of the paper below, so one cell of the terminal shows two rows. A
//! terminal without colours shows one row a line, by shades. What a pixel of a block stands for is said in the title; see
//! [`Blocks`].

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use ratatui::style::{Modifier, Style};
use ratatui::text::Span;

use super::fine::Fine;
use super::squares::{CURSOR, greatest, label_width};
use super::tiles::{MINUS, signed_shade};
use super::{Blocks, Body, Canvas, Kind, Picture, View, count, legend, places, turned};
use crate::notebook::lesson::ViewKind;
use crate::tui::theme::Role;
use crate::tui::widgets::clip::{fit, fit_right, width as width_of};
use crate::words::{id, say};

/// Every so many pixels their index stands beside or above them.
const TICK: usize = 10;
/// The most lines and columns of a grown pixel: a word fits above it, and a number into it.
const MAX_LINES: u16 = 3;
const MAX_COLUMNS: u16 = 9;
/// It is at most so many times as wide as high, where half a line is as high as a column is wide.
const FLATTEST: u16 = 4;
/// Below this part of the scale a pixel without colours is blank.
const FAINT: f64 = 0.05;
/// An element that has just got another value.
const NEW: &str = " ";

/// Half a square for each element, or for each block of them.
pub(super) const PIXELS: View = View {
    suits: |axes, _| axes.len() == 2 && count(axes) > 1,
    ..View::new(ViewKind::Pixels, id!("view-pixels"), |picture, width, room| match Fine::fit(picture, width, room) {
        Some(fine) => Box::new(fine),
        None => Box::new(Pixels::fit(picture, width, room)),
    })
};

/// All of a matrix.
struct Pixels<'p> {
    picture: &'p Picture<'p>,
    /// The rows and columns of a block.
    step: (usize, usize),
    /// The pixels down and across.
    rows: usize,
    columns: usize,
    /// How many columns a pixel has, and how many halves of a line (whole lines without colours).
    wide: u16,
    high: u16,
    /// Where the first pixel begins, behind the labels.
    left: u16,
    /// How many pixels a line shows, one above the other.
    stack: usize,
    /// The lines above the first in which the words of narrow columns are turned; without any, one line is kept.
    turned: Option<u16>,
}

impl<'p> Pixels<'p> {
    /// Blocks as small as the room allows, their sides powers of two; or pixels as large as it allows. Words that are wider than the
    /// columns are turned where the rows leave lines for them.
    fn fit(picture: &'p Picture<'p>, width: u16, room: u16) -> Self {
        let usual = Self::below(None, picture, width, room);
        if usual.step.1 > 1 || usual.has_column_names() {
            return usual;
        }
        let heights = turned::heights(picture.columns(), 0..usual.columns);
        let is_as_clear = |turned: &Self| {
            let lines = usize::from(turned.head()) + turned.lines();
            lines <= usize::from(room) && turned.step == usual.step && turned.has_row_lines() == usual.has_row_lines()
        };
        heights.map(|lines| Self::below(Some(lines), picture, width, room)).find(is_as_clear).unwrap_or(usual)
    }

    /// The same below words that are turned, or one line.
    fn below(turned: Option<u16>, picture: &'p Picture<'p>, width: u16, room: u16) -> Self {
        let (rows, columns) = picture.counts();
        let stack = if picture.is_mono() { 1 } else { 2 };
        let down = usize::from(room.saturating_sub(turned.unwrap_or(1)).max(1)) * stack;
        let high = ((down / rows.max(1)) as u16).clamp(1, MAX_LINES * stack as u16);
        let mut pixels =
            Self { picture, step: (step(rows, down), 1), rows: 0, columns: 0, wide: 1, high, left: 0, stack, turned };
        let across = |pixels: &Self| usize::from(width.saturating_sub(pixels.label_width(width)).max(1));
        pixels.step.1 = step(columns, across(&pixels));
        if pixels.step.1 > 1 {
            // What has no room across is not small.
            pixels.high = 1;
        }
        pixels.left = pixels.label_width(width);
        pixels.step.1 = step(columns, across(&pixels));
        pixels.wide = ((across(&pixels) / columns.max(1)) as u16)
            .clamp(1, MAX_COLUMNS.min(pixels.high * FLATTEST).max(pixels.high));
        (pixels.rows, pixels.columns) = (rows.div_ceil(pixels.step.0), columns.div_ceil(pixels.step.1));
        pixels
    }

    /// The columns of the labels at the left with the space behind them.
    fn label_width(&self, width: u16) -> u16 {
        let rows = self.picture.rows().filter(|_| self.has_row_lines());
        label_width(self.picture, width, rows.map_or(0, |rows| rows.longest_label(0..rows.len)))
    }

    /// The lines above the first row.
    fn head(&self) -> u16 {
        self.turned.unwrap_or(1)
    }

    fn lines(&self) -> usize {
        (self.rows * usize::from(self.high)).div_ceil(self.stack)
    }

    /// Whether each row has a line of its own, so that its name has a place beside it.
    fn has_row_lines(&self) -> bool {
        usize::from(self.high) >= self.stack && self.step.0 == 1
    }

    /// The line in the middle of a row of pixels, and the first column of a column of them.
    fn line(&self, row: usize) -> u16 {
        ((row * usize::from(self.high) + usize::from(self.high.saturating_sub(1)) / 2) / self.stack) as u16
    }

    fn x(&self, column: usize) -> u16 {
        self.left + column as u16 * self.wide
    }

    /// The pixel that holds the cursor.
    fn cursor(&self) -> Option<(usize, usize)> {
        let (row, column) = self.picture.cursor?;
        Some((row / self.step.0, column / self.step.1))
    }

    /// Whether the name of every column has room above it.
    fn has_column_names(&self) -> bool {
        let columns = self.picture.columns();
        self.step.1 == 1 && self.wide > columns.longest_label(0..columns.len).min(MAX_COLUMNS / 2)
    }

    fn draw_column_labels(&self, canvas: &mut Canvas<'_>) {
        if let Some(lines) = self.turned {
            let middle = (self.wide - 1) / 2;
            return (0..self.columns).for_each(|column| turned::draw(column, self.x(column) + middle, lines, canvas));
        }
        if self.has_column_names() {
            let room = self.wide.saturating_sub(1);
            for column in 0..self.columns {
                let label = self.picture.columns().label(column).into_owned();
                let label = fit(&label, room);
                let x = self.x(column) + (self.wide.saturating_sub(width_of(&label))) / 2;
                canvas.put(x, 0, &label, self.picture.column_label_style(column));
            }
            return;
        }
        for column in (0..self.columns).step_by(TICK) {
            canvas.put_as(Role::Dim, self.x(column), 0, &(column * self.step.1).to_string());
        }
        if let Some((_, column)) = self.cursor() {
            canvas.put_as(Role::Accent, self.x(column), 0, "▾");
        }
    }

    fn draw_row_labels(&self, canvas: &mut Canvas<'_>) {
        if self.has_row_lines() {
            for row in 0..self.rows {
                canvas.row_label(row, self.line(row) + self.head(), self.left.saturating_sub(1));
            }
            return;
        }
        let cursor = self.cursor();
        for line in 0..self.lines() {
            let rows = self.rows_of(line);
            let at_cursor = cursor.is_some_and(|cursor| rows.contains(&cursor.0));
            let row = if at_cursor { self.picture.row() } else { rows.start * self.step.0 };
            if at_cursor || rows.start.is_multiple_of(TICK) {
                let text = fit_right(&row.to_string(), self.left.saturating_sub(1));
                let role = if at_cursor { Role::Accent } else { Role::Dim };
                canvas.put_as(role, 0, line as u16 + self.head(), &text);
            }
        }
    }

    /// The numbers in the middle of their pixels, where every one has room.
    fn draw_numbers(&self, canvas: &mut Canvas<'_>) {
        let picture = self.picture;
        if self.step != (1, 1) || !self.has_row_lines() || self.wide < picture.numbers.width() + 2 {
            return;
        }
        for (row, column) in places(0..self.rows, 0..self.columns) {
            let value = picture.source.seen(row, column);
            let number = fit_right(&picture.numbers.cell(value), picture.numbers.width());
            let text = picture.bracketed(row, column, &number);
            let x = self.x(column) + (self.wide.saturating_sub(width_of(&text))) / 2;
            let style = picture.pointed_out(picture.color(value), row, column);
            canvas.put(x, self.line(row) + self.head(), &text, picture.faded(style));
        }
    }

    /// The rows of pixels of which a line shows a part.
    fn rows_of(&self, line: usize) -> Range<usize> {
        let high = usize::from(self.high);
        let first = line * self.stack / high;
        let last = ((line + 1) * self.stack - 1) / high;
        first..(last + 1).min(self.rows)
    }

    /// The elements of a line at a column, from above to below.
    fn stacked(&self, line: usize, column: usize, value: impl Fn(usize, usize) -> f64) -> Vec<f64> {
        let parts = line * self.stack..(line + 1) * self.stack;
        let rows = parts.map(|part| part / usize::from(self.high)).filter(|row| *row < self.rows);
        rows.map(|row| value(row, column)).collect()
    }

    fn cell(&self, values: &[f64]) -> (char, Style) {
        let glyph = values.iter().find_map(|value| match value {
            _ if value.is_nan() => Some('?'),
            _ if *value == f64::INFINITY => Some('^'),
            _ => None,
        });
        if let Some(glyph) = glyph {
            return (glyph, self.picture.style(Role::Error));
        }
        if self.picture.is_mono() {
            return (self.shade(values.first().copied().unwrap_or(0.0)), Style::new());
        }
        let paint = |place: usize| {
            let value = values.get(place).copied().filter(|value| value.is_finite())?;
            self.picture.color(value).bg
        };
        let masked = values.iter().all(|value| *value == f64::NEG_INFINITY);
        match (paint(0), paint(1)) {
            (None, None) if masked => ('×', self.picture.style(Role::Dim)),
            (None, None) => (' ', Style::new()),
            (Some(above), None) => ('▀', Style::new().fg(above)),
            (None, Some(below)) => ('▄', Style::new().fg(below)),
            (Some(above), Some(below)) => ('▀', Style::new().fg(above).bg(below)),
        }
    }

    /// A pixel by itself, where there are no colours.
    fn shade(&self, value: f64) -> char {
        let fraction = self.picture.numbers.fraction(value);
        match self.picture.numbers.kind {
            _ if value == f64::NEG_INFINITY => '×',
            Kind::Truth if value == 0.0 => '·',
            Kind::Truth => '█',
            _ if fraction.abs() < FAINT => ' ',
            _ => signed_shade(fraction),
        }
    }

    /// The line and the pixel across that show an element, in its middle.
    fn place(&self, (row, column): (usize, usize)) -> (usize, usize) {
        (usize::from(self.line(row / self.step.0)), column / self.step.1)
    }
}

/// The least power of two by which `count` must be divided to fit into `room`.
fn step(count: usize, room: usize) -> usize {
    let mut step = 1;
    while count.div_ceil(step) > room.max(1) {
        step *= 2;
    }
    step
}

impl Body for Pixels<'_> {
    fn size(&self) -> (u16, u16) {
        (self.x(self.columns), self.lines() as u16 + self.head())
    }

    fn words(&self) -> Option<String> {
        let (rows, columns) = self.step;
        (self.step != (1, 1)).then(|| say!("pixels-largest", rows, columns))
    }

    fn draw(&self, canvas: &mut Canvas<'_>) {
        self.draw_column_labels(canvas);
        self.draw_row_labels(canvas);
        let picture = self.picture;
        let blocks: Option<Arc<Blocks>> =
            (self.step != (1, 1)).then(|| picture.source.blocks(picture.counts(), self.step));
        let value = |row: usize, column: usize| match &blocks {
            Some(blocks) => blocks.at(row, column),
            None => picture.source.seen(row, column),
        };
        let marks = picture.marks.cells.iter().chain(&picture.marks.changed);
        let marked: BTreeSet<(usize, usize)> = marks.map(|place| self.place(*place)).collect();
        let cursor = picture.cursor.map(|place| self.place(place));
        let new: BTreeSet<(usize, usize)> = picture.marks.flashing.iter().map(|place| self.place(*place)).collect();
        for line in 0..self.lines().min(usize::from(canvas.area.height)) {
            for column in 0..self.columns {
                let (glyph, style) = self.cell(&self.stacked(line, column, value));
                let is_marked = marked.contains(&(line, column));
                let style = if is_marked { style.add_modifier(Modifier::UNDERLINED) } else { style };
                let (x, y) = (self.x(column), line as u16 + self.head());
                canvas.put(x, y, &glyph.to_string().repeat(usize::from(self.wide)), picture.faded(style));
                if new.contains(&(line, column)) {
                    // Both halves of a line would only change places if they were inverted.
                    let style = picture.style(Role::Accent).add_modifier(Modifier::REVERSED);
                    canvas.put(x, y, &NEW.repeat(usize::from(self.wide)), style);
                }
                if cursor == Some((line, column)) {
                    let style = picture.style(Role::Accent).add_modifier(Modifier::REVERSED);
                    canvas.put(x + (self.wide - 1) / 2, y, CURSOR, style);
                }
            }
        }
        self.draw_numbers(canvas);
    }

    /// Of a block, the element that the pixel shows.
    fn element_at(&self, x: u16, y: u16) -> Option<(usize, usize)> {
        let row = usize::from(y.checked_sub(self.head())?) * self.stack / usize::from(self.high);
        let column = usize::from(x.checked_sub(self.left)? / self.wide);
        if row >= self.rows || column >= self.columns {
            return None;
        }
        let (rows, columns) = self.picture.counts();
        let side = |at: usize, step: usize, all: usize| at * step..((at + 1) * step).min(all);
        greatest(self.picture, side(row, self.step.0, rows), side(column, self.step.1, columns))
    }

    fn shown(&self) -> (Range<usize>, Range<usize>) {
        self.picture.all()
    }

    fn legend(&self) -> Vec<Span<'static>> {
        let numbers = self.picture.numbers;
        if !self.picture.is_mono() || numbers.kind != Kind::Signed || !numbers.has_signs() {
            return legend::scale(self.picture);
        }
        let minus: String = MINUS.iter().collect();
        let end = numbers.greatest();
        let side = |marks: &str, end: f64| say!("up-to", marks, end = numbers.tick(end));
        vec![legend::dim(self.picture, format!("{}   {}", side(&minus, -end), side("░▒▓█", end)))]
    }
}
