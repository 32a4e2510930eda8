//! A vector as a line, or the columns of a matrix as lines over its rows, drawn with dots.
//!
//! A cell has one colour, so of lines that cross the later one wins there, and the one under the cursor is the last. Each line has
//! a letter that stands on it in several places and beside its end, with its name: nothing needs the colours.

use std::ops::Range;

use ratatui::style::{Modifier, Style};
use ratatui::text::Span;

use super::numbers::mark;
use super::{Axis, Body, Canvas, Kind, Picture, View, is_named, legend, places};
use crate::notebook::lesson::ViewKind;
use crate::tui::theme::Role;
use crate::tui::widgets::braille::{ACROSS, Braille, DOWN};
use crate::tui::widgets::clip::{fit, fit_right, spaces, width as width_of};
use crate::words::{id, say, word};

/// The most lines at a time: more could not be told apart.
const LINES: usize = 6;
/// The most points of a line at a time.
const POINTS: usize = 1024;
/// The size of the plot at the most.
const WIDEST: u16 = 72;
const HIGHEST: u16 = 11;
/// The longest name at the end of a line.
const NAME: u16 = 14;
/// The fewest points that make a line.
const LINE: usize = 3;

/// A line for a vector, or for each column over the rows.
pub(super) const CURVE: View = View {
    // Words in a row are no distance on a line.
    suits: |axes, kind| {
        kind != Kind::Truth && axes.first().is_some_and(|axis| axis.len >= LINE) && !is_named(axes.first())
    },
    is_turned: |axes| axes.len() == 2,
    ..View::new(ViewKind::Curve, id!("view-curve"), |picture, width, room| Box::new(Curves::fit(picture, width, room)))
};

/// The plot.
struct Curves<'p> {
    picture: &'p Picture<'p>,
    /// The places along a line: columns of a vector, rows of a matrix.
    points: Range<usize>,
    /// The lines: columns of a matrix.
    series: Range<usize>,
    /// The columns of the numbers at the left with the axis, of the plot, of the names at the right.
    left: u16,
    across: u16,
    right: u16,
    /// The lines of the plot.
    down: u16,
}

impl<'p> Curves<'p> {
    /// As large as there is room, with the lines and points around the cursor if they are too many.
    fn fit(picture: &'p Picture<'p>, width: u16, room: u16) -> Self {
        let (points, series) = match picture.rows() {
            Some(_) => (picture.rows_around(POINTS), picture.columns_around(LINES)),
            None => (picture.columns_around(POINTS), 0..1),
        };
        let (low, high) = picture.numbers.range();
        let tick = |value: f64| width_of(&picture.numbers.tick_between(value, (low, high)));
        let left = tick(low).max(tick(high)).max(tick(0.0)) + 2;
        let mut curves = Self { picture, points, series, left, across: 1, right: 0, down: 1 };
        let longest = curves.series.clone().map(|line| width_of(&curves.name(line))).max().unwrap_or(0);
        let wanted = u16::try_from(curves.points.len() * 2).unwrap_or(WIDEST).clamp(24, WIDEST);
        // Names take what the plot does not want; where they cost it something they are cut.
        let spare = width.saturating_sub(left + wanted);
        curves.right = (longest + 1).min(NAME.min(width / 4).max(spare));
        curves.across = width.saturating_sub(left + curves.right).clamp(1, wanted);
        curves.down = room.saturating_sub(1).clamp(1, HIGHEST);
        curves
    }

    /// The axis along the lines.
    fn along(&self) -> Axis<'p> {
        self.picture.rows().unwrap_or(self.picture.columns())
    }

    /// `a column 0`; a vector has one line without a name.
    fn name(&self, line: usize) -> String {
        match self.picture.rows() {
            Some(_) => format!("{} {}", self.letter(line), self.picture.columns().place(line)),
            None => String::new(),
        }
    }

    fn letter(&self, line: usize) -> char {
        char::from(b'a' + ((line - self.series.start) % LINES) as u8)
    }

    /// Row and column of a point of a line.
    fn place(&self, point: usize, line: usize) -> (usize, usize) {
        if self.picture.rows().is_some() { (point, line) } else { (0, point) }
    }

    fn value(&self, point: usize, line: usize) -> f64 {
        let (row, column) = self.place(point, line);
        self.picture.source.seen(row, column)
    }

    /// The point and the line under the cursor.
    fn cursor(&self) -> Option<(usize, usize)> {
        let (row, column) = self.picture.cursor?;
        Some(if self.picture.rows().is_some() { (row, column) } else { (column, 0) })
    }

    /// The dot of a point, counted from the left of the plot.
    fn x(&self, point: usize, across: i32) -> i32 {
        let last = self.points.len().saturating_sub(1).max(1) as f64;
        ((point - self.points.start) as f64 / last * f64::from(across - 1)).round() as i32
    }

    /// The dot of a value, counted from the top of the plot; what is off the scale stands at its border.
    fn y(&self, value: f64, down: i32) -> i32 {
        let (low, high) = self.picture.numbers.range();
        let part = if high > low { ((value - low) / (high - low)).clamp(0.0, 1.0) } else { 0.0 };
        ((1.0 - part) * f64::from(down - 1)).round() as i32
    }

    /// The cell of a point: column and line of the plot.
    fn cell(&self, point: usize, line: usize) -> (u16, u16) {
        let (across, down) = (i32::from(self.across) * ACROSS, i32::from(self.down) * DOWN);
        let value = self.value(point, line);
        let value = if value.is_nan() { self.picture.numbers.range().0 } else { value };
        ((self.x(point, across) / ACROSS) as u16, (self.y(value, down) / DOWN) as u16)
    }

    fn style(&self, line: usize) -> Style {
        let style = if self.picture.stale { Style::new() } else { self.picture.theme.series(line) };
        match self.cursor() {
            Some((_, at)) if at == line => self.picture.faded(style.add_modifier(Modifier::BOLD)),
            Some(_) => style.add_modifier(Modifier::DIM),
            None => self.picture.faded(style),
        }
    }

    /// The lines in the order in which they are drawn: the one under the cursor last.
    fn order(&self) -> Vec<usize> {
        let at_cursor = |line: &usize| self.cursor().is_some_and(|cursor| cursor.1 == *line);
        let (mut lines, last): (Vec<usize>, Vec<usize>) = self.series.clone().partition(|line| !at_cursor(line));
        lines.extend(last);
        lines
    }

    fn draw_axes(&self, canvas: &mut Canvas<'_>) {
        let numbers = self.picture.numbers;
        let (low, high) = numbers.range();
        let tick = |value: f64| fit_right(&numbers.tick_between(value, (low, high)), self.left.saturating_sub(2));
        let axis = self.left.saturating_sub(1);
        for y in 0..self.down {
            canvas.put_as(Role::Border, axis, y, "│");
        }
        let last = self.down.saturating_sub(1);
        canvas.put_as(Role::Dim, 0, last, &tick(low));
        canvas.put_as(Role::Dim, 0, 0, &tick(high));
        if low <= 0.0 && high >= 0.0 {
            let zero = (self.y(0.0, i32::from(self.down) * DOWN) / DOWN) as u16;
            canvas.put_as(Role::Border, self.left, zero, &"╌".repeat(usize::from(self.across)));
            canvas.put_as(Role::Border, axis, zero, "┼");
            // Where an end is so near that it shares the line, the line is still that of zero.
            if self.down > 2 {
                canvas.put_as(Role::Dim, 0, zero, &tick(0.0));
            }
        }
        self.draw_places(canvas);
    }

    /// The line below: the first and the last place, and the one under the cursor.
    fn draw_places(&self, canvas: &mut Canvas<'_>) {
        let along = self.along();
        let last = along.label(self.points.end.saturating_sub(1));
        let last = fit(&last, self.across / 2);
        let rest = self.across.saturating_sub(width_of(&last));
        let first = along.place(self.points.start);
        canvas.put_as(Role::Dim, self.left, self.down, &fit(&first, rest.saturating_sub(1)));
        canvas.put_as(Role::Dim, self.left + rest, self.down, &last);
        if let Some((point, line)) = self.shown_cursor() {
            let label = format!("▴ {}", along.place(point));
            let label = fit(&label, self.across);
            let x = self.cell(point, line).0.min(self.across.saturating_sub(width_of(&label)));
            canvas.put(self.left, self.down, &spaces(self.across), Style::new());
            canvas.put_as(Role::Accent, self.left + x, self.down, &label);
        }
    }

    /// The cursor, if it is on the plot.
    fn shown_cursor(&self) -> Option<(usize, usize)> {
        self.cursor().filter(|(point, line)| self.points.contains(point) && self.series.contains(line))
    }

    fn draw_lines(&self, canvas: &mut Canvas<'_>) {
        self.draw_ghost(canvas);
        let mut dots = Braille::new(self.across, self.down);
        let (across, down) = dots.dots();
        for line in self.order() {
            let style = self.style(line);
            let mut before = None;
            for point in self.points.clone() {
                let value = self.value(point, line);
                let at = value.is_finite().then(|| (self.x(point, across), self.y(value, down)));
                if let Some(at) = at {
                    dots.line(before.unwrap_or(at), at, style);
                }
                before = at;
            }
        }
        canvas.dots(&dots, self.left, 0);
    }

    /// Where points were before that have another value now.
    fn draw_ghost(&self, canvas: &mut Canvas<'_>) {
        let mut dots = Braille::new(self.across, self.down);
        let (across, down) = dots.dots();
        for line in self.series.clone() {
            let mut last = None;
            for point in self.points.clone() {
                let (row, column) = self.place(point, line);
                let at = self.picture.before(row, column).map(|before| (self.x(point, across), self.y(before, down)));
                if let Some(at) = at {
                    dots.dotted(last.unwrap_or(at), at, self.picture.style(Role::Dim));
                }
                last = at;
            }
        }
        canvas.dots(&dots, self.left, 0);
    }

    fn has_ghost(&self) -> bool {
        let mut places = self.points.clone().flat_map(|point| self.series.clone().map(move |line| (point, line)));
        self.picture.ghost.is_some()
            && places.any(|(point, line)| {
                let (row, column) = self.place(point, line);
                self.picture.before(row, column).is_some()
            })
    }

    /// What no line can show, the letters, and the cursor.
    fn draw_marks(&self, canvas: &mut Canvas<'_>) {
        for line in self.order() {
            let style = self.style(line);
            for point in self.points.clone() {
                let value = self.value(point, line);
                if let Some(mark) = mark(value) {
                    let (x, y) = self.cell(point, line);
                    canvas.put_as(Role::Error, self.left + x, y, &mark.to_string());
                }
            }
            if self.picture.rows().is_some() {
                let letter = self.letter(line).to_string();
                for place in self.letters(line) {
                    let (x, y) = self.cell(place, line);
                    canvas.put(self.left + x, y, &letter, style.add_modifier(Modifier::BOLD));
                }
            }
        }
        if let Some((point, line)) = self.shown_cursor() {
            let (x, y) = self.cell(point, line);
            let text = if self.picture.rows().is_some() { self.letter(line).to_string() } else { "┼".to_owned() };
            let style = self.picture.style(Role::Accent).add_modifier(Modifier::REVERSED);
            canvas.put(self.left + x, y, &text, style);
        }
    }

    /// The points on which the letter of a line stands: other ones for every line, so that they do not hide each other.
    fn letters(&self, line: usize) -> [usize; 2] {
        let all = self.points.len().saturating_sub(1);
        let own = line - self.series.start + 1;
        let part = |half: usize| self.points.start + (half * (LINES + 1) + own) * all / (2 * (LINES + 1));
        [part(0), part(1)]
    }

    /// The points that have just got another value.
    fn invert_new_points(&self, canvas: &mut Canvas<'_>) {
        if self.picture.marks.flashing.is_empty() {
            return;
        }
        for (point, line) in places(self.points.clone(), self.series.clone()) {
            let (row, column) = self.place(point, line);
            if self.picture.flashes(row, column) {
                let (x, y) = self.cell(point, line);
                canvas.invert(self.left + x, y);
            }
        }
    }

    /// The names at the ends of the lines, each as near to its own as there is room.
    fn draw_names(&self, canvas: &mut Canvas<'_>) {
        if self.right == 0 || self.picture.rows().is_none() {
            return;
        }
        let last = self.points.end.saturating_sub(1);
        let mut ends: Vec<(u16, usize)> = self.series.clone().map(|line| (self.cell(last, line).1, line)).collect();
        ends.sort_unstable();
        let count = ends.len() as u16;
        let mut next = 0;
        for (place, (wanted, line)) in ends.into_iter().enumerate() {
            let latest = self.down.saturating_sub(count - place as u16);
            let y = wanted.max(next).min(latest.max(next));
            next = y + 1;
            let name = fit(&self.name(line), self.right.saturating_sub(1)).into_owned();
            if y < self.down {
                canvas.put(self.left + self.across + 1, y, &name, self.style(line));
            }
        }
    }
}

impl Body for Curves<'_> {
    fn size(&self) -> (u16, u16) {
        (self.left + self.across + self.right, self.down + 1)
    }

    fn draw(&self, canvas: &mut Canvas<'_>) {
        self.draw_axes(canvas);
        self.draw_lines(canvas);
        self.draw_marks(canvas);
        self.invert_new_points(canvas);
        self.draw_names(canvas);
    }

    /// The point nearest to a column, of the line nearest to a cell.
    fn element_at(&self, x: u16, y: u16) -> Option<(usize, usize)> {
        let x = x.checked_sub(self.left).filter(|x| *x < self.across)?;
        if y >= self.down {
            return None;
        }
        let last = self.points.len().saturating_sub(1);
        let part = f64::from(x) / f64::from(self.across.saturating_sub(1).max(1));
        let point = self.points.start + (part * last as f64).round() as usize;
        let line = self.series.clone().min_by_key(|line| self.cell(point, *line).1.abs_diff(y))?;
        Some(self.place(point, line))
    }

    fn shown(&self) -> (Range<usize>, Range<usize>) {
        match self.picture.rows() {
            Some(_) => (self.points.clone(), self.series.clone()),
            None => (0..1, self.points.clone()),
        }
    }

    fn legend(&self) -> Vec<Span<'static>> {
        let text = match self.picture.rows() {
            Some(rows) if rows.name.is_empty() => word!("lines-over-rows").to_owned(),
            Some(rows) => say!("lines-over", axis = rows.name),
            None => String::new(),
        };
        let gap = if text.is_empty() { "" } else { "   " };
        let ghost = if self.has_ghost() { format!("{gap}{}", word!("ghost-of-curves")) } else { String::new() };
        vec![legend::dim(self.picture, format!("{text}{ghost}"))]
    }

    fn has_caption(&self) -> bool {
        self.picture.rows().is_some() || self.picture.ghost.is_some() || self.points.len() < self.along().len
    }
}
