//! Who attends to whom: the rows as one line of tokens, the columns as another, and between them a thread for each element.
//!
//! A thread is the thicker and the brighter the greater its element is, so it can be read without colour too; below zero it is
//! dotted. What is masked has no thread. With the cursor in a row the threads of that row are drawn over all others, which grow
//! faint, and the elements stand beside their columns as numbers and bars.

use std::ops::Range;

use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::Span;

use super::{Axis, Body, Canvas, Kind, Picture, View, has_elements, is_named, legend, places};
use crate::notebook::lesson::ViewKind;
use crate::tui::graphics::{Images, Raster};
use crate::tui::theme::Role;
use crate::tui::widgets::braille::{ACROSS, Braille, DOWN};
use crate::tui::widgets::clip::{fit, fit_right, width as width_of};
use crate::words::{id, say, word};

/// The columns between the two lines of tokens.
const WIDEST: u16 = 32;
const NARROWEST: u16 = 8;
/// The columns of the bar behind a number.
const BAR: u16 = 10;
/// Below this part of the scale a thread would only be clutter; in the row under the cursor, and in the others.
const FAINT: f64 = 0.02;
const CLUTTER: f64 = 0.15;
/// How thick a thread is at the most, in dots.
const THICKEST: f64 = 3.0;
/// Half of how thick it is in real pixels, as a part of a line.
const FINEST: f64 = 0.18;
/// How long the dashes of a thread below zero are, in pixels.
const DASH: usize = 4;
/// Tokens stand on every other line as long as they leave so much of the room, in percent, to the cell above them.
const AIRY: usize = 60;
/// The most tokens on one side that a reader can follow.
const FOLLOWED: usize = 64;

/// Lines from the names of the rows to those of the columns.
pub(super) const ARCS: View = View {
    can_draw: |axes| axes.len() == 2 && has_elements(axes),
    suits: |axes, kind| {
        let relates = is_named(axes.first()) && is_named(axes.last());
        relates && kind != Kind::Signed && axes.iter().all(|axis| axis.len <= FOLLOWED)
    },
    ..View::new(ViewKind::Arcs, id!("view-arcs"), |picture, width, room| Box::new(Arcs::fit(picture, width, room)))
};

/// Two lines of tokens and what is between them.
struct Arcs<'p> {
    picture: &'p Picture<'p>,
    rows: Range<usize>,
    columns: Range<usize>,
    /// The columns of the labels at the left and at the right.
    left: u16,
    right: u16,
    /// The columns for threads.
    between: u16,
    /// Whether there is room for a bar behind the numbers.
    bars: bool,
    /// The lines from one token to the next.
    pitch: u16,
}

impl<'p> Arcs<'p> {
    /// The rows and columns around the cursor for which there are lines.
    fn fit(picture: &'p Picture<'p>, width: u16, room: u16) -> Self {
        let lines = usize::from(room.saturating_sub(1));
        let (rows, columns) = (picture.rows_around(lines), picture.columns_around(lines));
        let longest = |axis: Option<Axis<'_>>, shown: &Range<usize>| {
            axis.map_or(0, |axis| axis.longest_label(shown.clone()).max(width_of(axis.name))).min(width / 4)
        };
        let (left, right) = (longest(picture.rows(), &rows), longest(Some(picture.columns()), &columns));
        let number = picture.numbers.width() + 3;
        let rest = width.saturating_sub(left + right + 2 + number);
        let bars = rest > NARROWEST + BAR;
        let between = (if bars { rest - BAR - 1 } else { rest }).clamp(1, WIDEST);
        let most = rows.len().max(columns.len());
        let pitch = if most * 2 * 100 <= usize::from(room) * AIRY { 2 } else { 1 };
        Self { picture, rows, columns, left, right, between, bars, pitch }
    }

    /// Where the labels of the columns begin.
    fn far(&self) -> u16 {
        self.left + 1 + self.between + 1
    }

    /// The line of a place in one of the two lists, the shorter of which stands in the middle.
    fn line(&self, place: usize, own: &Range<usize>) -> u16 {
        let most = (self.rows.len().max(self.columns.len())) as u16;
        (place - own.start) as u16 * self.pitch + (most - own.len() as u16) * self.pitch / 2
    }

    fn lines(&self) -> u16 {
        (self.rows.len().max(self.columns.len()) as u16 * self.pitch).saturating_sub(self.pitch - 1)
    }

    /// How strong a thread is, from 0 to 1; none for what is masked or no number.
    fn strength(&self, row: usize, column: usize) -> Option<f64> {
        let value = self.picture.source.seen(row, column);
        if !value.is_finite() {
            return None;
        }
        let strength = match self.picture.numbers.kind {
            // All that is allowed is equally so.
            Kind::Truth => value * 0.5,
            _ => self.picture.numbers.fraction(value).abs().min(1.0),
        };
        (strength > 0.0).then_some(strength)
    }

    /// The threads from the weakest to the strongest, those of the row under the cursor last.
    fn threads(&self) -> Vec<(f64, usize, usize)> {
        let at_cursor = |row: usize| self.picture.cursor.is_some_and(|cursor| cursor.0 == row);
        let places = places(self.rows.clone(), self.columns.clone());
        let mut threads: Vec<(f64, usize, usize)> =
            places.filter_map(|(row, column)| Some((self.strength(row, column)?, row, column))).collect();
        threads.retain(|(strength, row, _)| *strength >= if at_cursor(*row) { FAINT } else { CLUTTER });
        threads.sort_by(|one, other| {
            (at_cursor(one.1), one.0).partial_cmp(&(at_cursor(other.1), other.0)).unwrap_or(std::cmp::Ordering::Equal)
        });
        threads
    }

    /// The way of a thread: for each pixel across, how far down its middle is, where a line has so many pixels.
    fn way(&self, (row, column): (usize, usize), line: f64, across: usize) -> impl Iterator<Item = f64> {
        let middle = move |at: u16| f64::from(at) * line + (line - 1.0) / 2.0;
        let (from, to) = (middle(self.line(row, &self.rows)), middle(self.line(column, &self.columns)));
        (0..across).map(move |x| {
            let part = x as f64 / (across.saturating_sub(1).max(1)) as f64;
            // Leaves and arrives level, so that every thread can be told from its neighbours at both ends.
            from + (to - from) * part * part * (3.0 - 2.0 * part)
        })
    }

    /// All threads in real pixels, each with soft edges and as thick as it is strong.
    fn draw_fine(&self, images: &Images, canvas: &mut Canvas<'_>) {
        let picture = self.picture;
        let (wide, high) = images.pixels(self.between, self.lines());
        let (_, line) = images.pixels(0, 1);
        let mut raster = Raster::new(wide, high);
        for (strength, row, column) in self.threads() {
            let style = self.style(strength, row, column);
            let color = picture.theme.pixel(style.fg.unwrap_or_default());
            let is_dotted = picture.source.seen(row, column) < 0.0;
            let half = (strength * line as f64 * FINEST).max(0.6);
            let mut before = None;
            for (x, y) in self.way((row, column), line as f64, wide).enumerate() {
                // Where it is steep, it is as much higher in a pixel across.
                let reach = half + (y - before.replace(y).unwrap_or(y)).abs() / 2.0;
                if is_dotted && x / DASH % 2 == 1 {
                    continue;
                }
                for down in ((y - reach).floor().max(0.0) as usize)..=((y + reach).ceil().max(0.0) as usize) {
                    let distance = (down as f64 - y).abs();
                    raster.lay(x, down, color, (reach + 0.5 - distance).clamp(0.0, 1.0));
                }
            }
        }
        let Rect { x, y, .. } = canvas.area;
        let between = Rect { x: x + self.left + 1, y: y + 1, width: self.between, height: self.lines() };
        images.pin(raster, between.intersection(canvas.area), canvas.buffer);
    }

    fn draw_thread(&self, dots: &mut Braille, (strength, row, column): (f64, usize, usize), style: Style) {
        let value = self.picture.source.seen(row, column);
        let across = usize::from(self.between) * ACROSS as usize;
        let thick = (strength * THICKEST).ceil().clamp(1.0, THICKEST) as i32;
        let mut before = None;
        for (x, y) in self.way((row, column), f64::from(DOWN), across).enumerate() {
            let before = before.replace(y).unwrap_or(y);
            if value < 0.0 && x % 4 > 1 {
                continue;
            }
            let top = (y - f64::from(thick - 1) / 2.0).round() as i32;
            let reach = ((y - before).abs().round() as i32 - 1).max(0);
            let (first, last) = if y > before { (top - reach, top) } else { (top, top + reach) };
            for dot in first..last + thick {
                dots.dot(x as i32, dot, style);
            }
        }
    }

    fn style(&self, strength: f64, row: usize, column: usize) -> Style {
        let value = self.picture.source.seen(row, column);
        match self.picture.cursor {
            Some((at, _)) if at != row => self.picture.style(Role::Border),
            cursor => {
                // A line of dots has little ink: it takes more of the scale to be seen.
                let place = (0.35 + 0.65 * strength) * if value < 0.0 { -1.0 } else { 1.0 };
                let style = self.picture.ink_at(place);
                let bold = cursor.is_some_and(|cursor| cursor == (row, column));
                if bold { style.add_modifier(Modifier::BOLD) } else { style }
            }
        }
    }

    /// The elements of the row under the cursor beside their columns.
    fn draw_numbers(&self, row: usize, canvas: &mut Canvas<'_>) {
        let x = self.far() + self.right + 1;
        for column in self.columns.clone() {
            let y = 1 + self.line(column, &self.columns);
            let end = canvas.number((row, column), x, y);
            let value = self.picture.source.seen(row, column);
            if self.bars && value.is_finite() {
                let part = self.strength(row, column).unwrap_or(0.0);
                let halves = (part * f64::from(BAR) * 2.0).round() as u16;
                canvas.lying_bar(halves, end, y, self.picture.faded(self.picture.ink(value)));
            }
        }
    }
}

impl Arcs<'_> {
    fn draw_dots(&self, canvas: &mut Canvas<'_>) {
        let mut dots = Braille::new(self.between, self.lines());
        for thread in self.threads() {
            let style = self.picture.faded(self.style(thread.0, thread.1, thread.2));
            self.draw_thread(&mut dots, thread, style);
        }
        canvas.dots(&dots, self.left + 1, 1);
    }
}

impl Body for Arcs<'_> {
    fn size(&self) -> (u16, u16) {
        let numbers = self.picture.numbers.width() + 3 + if self.bars { BAR + 1 } else { 0 };
        (self.far() + self.right + numbers, self.lines() + 1)
    }

    fn draw(&self, canvas: &mut Canvas<'_>) {
        let picture = self.picture;
        let (row_axis, column_axis) = (picture.rows().unwrap_or_default(), picture.columns());
        canvas.put_as(Role::Dim, 0, 0, &fit_right(row_axis.name, self.left));
        canvas.put_as(Role::Dim, self.far(), 0, &fit(column_axis.name, self.right));
        for row in self.rows.clone() {
            let style = picture.flashing_label(picture.row_label_style(row), row);
            canvas.row_label_in(row, 1 + self.line(row, &self.rows), self.left, style);
        }
        for column in self.columns.clone() {
            let y = 1 + self.line(column, &self.columns);
            let label = column_axis.label(column);
            canvas.put(self.far(), y, &fit(&label, self.right), picture.column_label_style(column));
        }
        match &picture.theme.images {
            Some(images) if !picture.is_mono() && !picture.stale => self.draw_fine(images, canvas),
            _ => self.draw_dots(canvas),
        }
        if picture.cursor.is_some() {
            self.draw_numbers(picture.row(), canvas);
        }
    }

    /// A token at the left is a row, one at the right a column.
    fn element_at(&self, x: u16, y: u16) -> Option<(usize, usize)> {
        let (row, column) = self.picture.cursor.unwrap_or((0, 0));
        let line = y.checked_sub(1)?;
        let at = |own: &Range<usize>| {
            let nearest = own.clone().min_by_key(|place| self.line(*place, own).abs_diff(line))?;
            Some(nearest).filter(|place| self.line(*place, own).abs_diff(line) < self.pitch)
        };
        if x < self.left + 1 + self.between / 2 {
            Some((at(&self.rows)?, column))
        } else {
            Some((row, at(&self.columns)?))
        }
    }

    fn shown(&self) -> (Range<usize>, Range<usize>) {
        (self.rows.clone(), self.columns.clone())
    }

    fn legend(&self) -> Vec<Span<'static>> {
        let numbers = self.picture.numbers;
        if numbers.kind == Kind::Truth {
            return vec![legend::dim(self.picture, word!("a-thread-is-true"))];
        }
        let least = numbers.tick(CLUTTER * numbers.greatest());
        let least = least.trim_start_matches('+');
        let words = if numbers.has_signs() { say!("threads-from-dotted", least) } else { say!("threads-from", least) };
        vec![legend::dim(self.picture, words)]
    }
}
