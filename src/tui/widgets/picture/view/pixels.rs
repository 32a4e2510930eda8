//! A matrix as pixels: one column and half a line for each element, and where that is still too much for each block of elements.
//!
//! A half block has two colours, that of the ink above and that of the paper below, so one cell of the terminal shows two rows. A
//! terminal without colours shows one row a line, by shades. What a pixel of a block stands for is said in the title; see
//! [`Blocks`].

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use ratatui::style::{Modifier, Style};
use ratatui::text::Span;

use super::tiles::shade;
use super::{Blocks, Body, Canvas, Kind, Picture, View, count, greater, legend, places};
use crate::notebook::lesson::ViewKind;
use crate::tui::theme::Role;
use crate::tui::widgets::clip::fit_right;
use crate::words::{id, say};

/// Every so many pixels their index stands beside or above them.
const TICK: usize = 10;
/// Below this part of the scale a pixel without colours is blank.
const FAINT: f64 = 0.05;
/// From little to much below zero, where there are no colours; above zero stand the shades of tiles.
const MINUS: [char; 4] = ['-', '=', '%', '#'];
/// The element under the cursor.
const CURSOR: &str = "┼";

/// Half a square for each element, or for each block of them.
pub(super) const PIXELS: View = View {
    suits: |axes, _| axes.len() == 2 && count(axes) > 1,
    ..View::new(ViewKind::Pixels, id!("view-pixels"), |picture, width, room| {
        Box::new(Pixels::fit(picture, width, room))
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
    /// Where the first pixel begins, behind the indices.
    left: u16,
    /// How many pixels a line shows, one above the other.
    stack: usize,
}

impl<'p> Pixels<'p> {
    /// Blocks as small as the room allows, their sides powers of two.
    fn fit(picture: &'p Picture<'p>, width: u16, room: u16) -> Self {
        let (rows, columns) = picture.counts();
        let left = if picture.axes.len() > 1 { rows.saturating_sub(1).to_string().len() as u16 + 1 } else { 0 };
        let stack = if picture.is_mono() { 1 } else { 2 };
        let down = usize::from(room.saturating_sub(1).max(1)) * stack;
        let across = usize::from(width.saturating_sub(left).max(1));
        let step = (step(rows, down), step(columns, across));
        Self { picture, step, rows: rows.div_ceil(step.0), columns: columns.div_ceil(step.1), left, stack }
    }

    fn lines(&self) -> usize {
        self.rows.div_ceil(self.stack)
    }

    /// The pixel that holds the cursor.
    fn cursor(&self) -> Option<(usize, usize)> {
        let (row, column) = self.picture.cursor?;
        Some((row / self.step.0, column / self.step.1))
    }

    fn draw_ticks(&self, canvas: &mut Canvas<'_>) {
        let cursor = self.cursor();
        let style = |at_cursor: bool| self.picture.style(if at_cursor { Role::Accent } else { Role::Dim });
        for column in (0..self.columns).step_by(TICK) {
            let text = (column * self.step.1).to_string();
            canvas.put(self.left + column as u16, 0, &text, style(false));
        }
        if let Some((_, column)) = cursor {
            canvas.put(self.left + column as u16, 0, "▾", style(true));
        }
        for line in 0..self.lines() {
            let rows = line * self.stack..(line + 1) * self.stack;
            let at_cursor = cursor.is_some_and(|cursor| rows.contains(&cursor.0));
            let row = if at_cursor { self.picture.row() } else { rows.start * self.step.0 };
            if at_cursor || rows.start % TICK == 0 {
                let text = fit_right(&row.to_string(), self.left.saturating_sub(1));
                canvas.put(0, line as u16 + 1, &text, style(at_cursor));
            }
        }
    }

    /// The elements of a line at a column, from above to below.
    fn stacked(&self, line: usize, column: usize, value: impl Fn(usize, usize) -> f64) -> Vec<f64> {
        let rows = line * self.stack..((line + 1) * self.stack).min(self.rows);
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
            _ if fraction < 0.0 => {
                let step = (fraction.abs().min(1.0) * MINUS.len() as f64).ceil() as usize;
                MINUS.get(step.saturating_sub(1)).copied().unwrap_or('-')
            }
            _ => shade(fraction),
        }
    }

    /// The line and column of the cell that shows an element.
    fn place(&self, (row, column): (usize, usize)) -> (usize, usize) {
        (row / self.step.0 / self.stack, column / self.step.1)
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
        (self.left + self.columns as u16, self.lines() as u16 + 1)
    }

    fn words(&self) -> Option<String> {
        let (rows, columns) = self.step;
        (self.step != (1, 1)).then(|| say!("pixels-largest", rows, columns))
    }

    fn draw(&self, canvas: &mut Canvas<'_>) {
        self.draw_ticks(canvas);
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
        for line in 0..self.lines().min(usize::from(canvas.area.height)) {
            for column in 0..self.columns {
                let (glyph, style) = self.cell(&self.stacked(line, column, value));
                let is_marked = marked.contains(&(line, column));
                let style = if is_marked { style.add_modifier(Modifier::UNDERLINED) } else { style };
                let (x, y) = (self.left + column as u16, line as u16 + 1);
                if cursor == Some((line, column)) {
                    let style = picture.style(Role::Accent).add_modifier(Modifier::REVERSED);
                    canvas.put(x, y, CURSOR, style);
                } else {
                    canvas.put(x, y, glyph.encode_utf8(&mut [0; 4]), picture.faded(style));
                }
            }
        }
    }

    /// Of a block, the element that the pixel shows.
    fn element_at(&self, x: u16, y: u16) -> Option<(usize, usize)> {
        let row = usize::from(y.checked_sub(1)?) * self.stack;
        let column = usize::from(x.checked_sub(self.left)?);
        if row >= self.rows || column >= self.columns {
            return None;
        }
        let (rows, columns) = self.picture.counts();
        let side = |at: usize, step: usize, all: usize| at * step..((at + 1) * step).min(all);
        let places = places(side(row, self.step.0, rows), side(column, self.step.1, columns));
        let value = |(row, column): (usize, usize)| self.picture.source.seen(row, column);
        places.reduce(|best, place| {
            let is_better = greater(value(best), value(place)).to_bits() != value(best).to_bits();
            if is_better { place } else { best }
        })
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
