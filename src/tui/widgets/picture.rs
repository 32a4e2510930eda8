//! A tensor as a picture: a title, one of several ways to draw the elements, and a caption that says what colours and marks mean.
//!
//! A [`Picture`] is plain data and the element under the cursor. What every way has in common is here; each [`View`] draws its
//! body in a file of its own. Every value can be read without colour: numbers carry their sign in a fixed column, tiles a `+` or
//! `-` and a shade, masked elements are `×`, NaN is `nan` or `?`, and the cursor's element stands in brackets or is reversed. Only
//! what is visible is read, so a 4096×4096 tensor draws as fast as an 8×8 one; what must look at every element ([`Blocks`],
//! [`Distribution`]) is asked of the [`Source`], which can remember it.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};

use super::clip::{fit, fit_spans, put, width as width_of};
use super::window::window;
use crate::tui::theme::{Role, Theme};
use crate::words::word;
pub use blocks::Blocks;
pub use distribution::Distribution;
pub use numbers::{Kind, Numbers, SUM_TOLERANCE};
pub(super) use tiles::shade;
pub use view::View;

mod arcs;
mod bars;
mod blocks;
mod caption;
mod curves;
mod distribution;
mod heatmap;
mod histogram;
mod legend;
mod numbers;
mod pixels;
mod tiles;
mod tokens;
mod view;

/// The columns between the pieces of the title.
const GAP: u16 = 2;
/// The lines of a picture besides its body: the title and the caption.
const FRAME: u16 = 2;

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

    /// `query sat`: the place with the name of its axis.
    fn place(&self, index: usize) -> String {
        let label = self.label(index);
        if self.name.is_empty() { label.into_owned() } else { format!("{} {label}", self.name) }
    }

    /// The columns of the longest label of `shown`.
    fn longest_label(&self, shown: Range<usize>) -> u16 {
        let named = self.labels.get(shown.start..shown.end.min(self.labels.len())).unwrap_or_default();
        let numbered =
            if self.labels.len() < shown.end { shown.end.saturating_sub(1).to_string().len() as u16 } else { 0 };
        named.iter().map(|label| width_of(label)).max().unwrap_or(0).max(numbered)
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
    /// Elements marked by `*`: those that an edit changed.
    pub changed: BTreeSet<(usize, usize)>,
}

/// Where the elements of a picture come from.
pub trait Source {
    /// The element at a row and a column (row 0 for a vector, both 0 for a scalar).
    fn value(&self, row: usize, column: usize) -> f64;

    /// Whether it is drawn as `×` whatever its value, because a mask forbids it.
    fn is_hidden(&self, _row: usize, _column: usize) -> bool {
        false
    }

    /// The blocks of a matrix of this size: see [`Blocks::of`].
    fn blocks(&self, size: (usize, usize), step: (usize, usize)) -> Arc<Blocks> {
        Arc::new(Blocks::of(size, step, |row, column| self.seen(row, column)))
    }

    /// How the elements of a matrix of this size are distributed: see [`Distribution::of`].
    fn distribution(&self, (rows, columns): (usize, usize)) -> Arc<Distribution> {
        let places = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
        let values: Vec<f64> = places.map(|(row, column)| self.seen(row, column)).collect();
        Arc::new(Distribution::of(&values))
    }

    /// The element, or minus infinity if it is hidden.
    fn seen(&self, row: usize, column: usize) -> f64 {
        if self.is_hidden(row, column) { f64::NEG_INFINITY } else { self.value(row, column) }
    }
}

impl<F: Fn(usize, usize) -> f64> Source for F {
    fn value(&self, row: usize, column: usize) -> f64 {
        self(row, column)
    }
}

/// A scalar, a vector or a matrix, ready to be drawn.
#[derive(Clone, Copy)]
pub struct Picture<'a> {
    /// Its name in the lesson.
    pub name: &'a str,
    /// Which part of a deeper tensor it is: `heads 2/8`; else nothing.
    pub slice: &'a str,
    /// None for a scalar, the columns for a vector, rows and columns for a matrix.
    pub axes: &'a [Axis<'a>],
    /// Its elements.
    pub source: &'a dyn Source,
    /// How elements become text and colour.
    pub numbers: Numbers,
    /// What is pointed out.
    pub marks: &'a Marks,
    /// A few words behind the title: `rows sum to 1`.
    pub note: &'a str,
    /// Whether each row is a distribution, or ought to be one: then its sum is worth a column.
    pub sums: bool,
    /// The element that the cursor is on.
    pub cursor: Option<(usize, usize)>,
    /// New values are on their way: these are dimmed.
    pub stale: bool,
    /// How it is dressed.
    pub theme: &'a Theme,
    /// The view to use; None chooses by the room there is.
    pub view: Option<View>,
    /// The columns and lines that it is fitted into, where it is drawn in fewer: what it takes of them.
    pub room: Option<(u16, u16)>,
}

/// What a view draws between the title and the caption, fitted into a width and a height.
trait Body {
    /// The columns and lines that it takes.
    fn size(&self) -> (u16, u16);

    /// What the title says of it: the name of the view, which row, how many elements a pixel stands for.
    fn words(&self) -> String;

    /// Draws into the upper left corner of `area`.
    fn draw(&self, area: Rect, buffer: &mut Buffer, theme: &Theme);

    /// The element drawn at column `x` of line `y`.
    fn element_at(&self, x: u16, y: u16) -> Option<(usize, usize)>;

    /// The rows and columns that can be seen.
    fn shown(&self) -> (Range<usize>, Range<usize>);

    /// What colours, lengths and marks mean; nothing if numbers say it all.
    fn legend(&self, theme: &Theme) -> Vec<Span<'static>>;

    /// Whether there is a line below.
    fn has_caption(&self) -> bool {
        true
    }

    /// Whether the colours behind numbers could be explained in the title.
    fn is_coloured_numbers(&self) -> bool {
        false
    }
}

impl<'a> Picture<'a> {
    /// A matrix with nothing pointed out.
    pub fn new(
        name: &'a str,
        axes: &'a [Axis<'a>],
        source: &'a dyn Source,
        numbers: Numbers,
        marks: &'a Marks,
        theme: &'a Theme,
    ) -> Self {
        Self {
            name,
            slice: "",
            axes,
            source,
            numbers,
            marks,
            note: "",
            sums: false,
            cursor: None,
            stale: false,
            theme,
            view: None,
            room: None,
        }
    }

    /// The columns and lines that this takes in an area of this size: never more, often less.
    pub fn size(&self, width: u16, height: u16) -> (u16, u16) {
        let Some(body) = self.body(width, height) else {
            // A column is kept for the mark of what changed.
            let value = self.numbers.alone(self.source.value(0, 0));
            return ((width_of(self.name) + 2 + width_of(&value) + 1).min(width), 1);
        };
        let words: u16 = self.title(body.as_ref()).iter().map(|(text, _)| width_of(text) + GAP).sum();
        let (columns, lines) = body.size();
        (
            words.saturating_sub(GAP).max(columns).max(self.caption_width(body.as_ref())).min(width),
            lines + 1 + u16::from(body.has_caption()),
        )
    }

    /// What the caption takes, wherever the cursor is.
    fn caption_width(&self, body: &dyn Body) -> u16 {
        if !body.has_caption() {
            return 0;
        }
        let legend: u16 = body.legend(self.theme).iter().map(|span| width_of(&span.content)).sum();
        let (rows, columns) = self.counts();
        let (shown_rows, shown_columns) = body.shown();
        // The widest that they can be, with the greatest numbers that there are.
        let part = |words: fn(usize, usize, usize) -> String, shown: &Range<usize>, all: usize| {
            if shown.len() < all { width_of(&format!("   {}", words(all, all, all))) } else { 0 }
        };
        let (row_part, column_part) = (caption::rows_between, caption::columns_between);
        legend + part(row_part, &shown_rows, rows) + part(column_part, &shown_columns, columns)
    }

    /// The view that is drawn in an area of this size.
    pub fn view(&self, width: u16, height: u16) -> View {
        match self.view {
            Some(view) if view.can_draw(self.axes) => view,
            _ => heatmap::view_by_room(self, width, height.saturating_sub(FRAME)),
        }
    }

    /// The element drawn at column `x` and row `y` of an area of this size: what a click there means.
    pub fn element_at(&self, width: u16, height: u16, x: u16, y: u16) -> Option<(usize, usize)> {
        self.body(width, height)?.element_at(x, y.checked_sub(1)?)
    }

    /// The lines of an area of this size on which a lit element is drawn.
    pub fn lit_lines(&self, width: u16, height: u16) -> Vec<u16> {
        if self.marks.cells.is_empty() {
            return Vec::new();
        }
        let Some(body) = self.body(width, height) else { return vec![0] };
        let (columns, lines) = body.size();
        let is_lit = |element: (usize, usize)| self.marks.cells.contains(&element);
        let has_lit = |y: &u16| (0..columns).any(|x| body.element_at(x, *y).is_some_and(is_lit));
        (0..lines).filter(has_lit).map(|y| y + 1).collect()
    }

    /// Whether rows and whether columns are out of sight in an area of this size.
    pub fn cut(&self, width: u16, height: u16) -> (bool, bool) {
        let (rows, columns) = self.counts();
        self.body(width, height).map_or((false, false), |body| {
            let (shown_rows, shown_columns) = body.shown();
            (shown_rows.len() < rows, shown_columns.len() < columns)
        })
    }

    /// What is drawn between title and caption; nothing for a scalar.
    fn body(&self, width: u16, height: u16) -> Option<Box<dyn Body + '_>> {
        if self.axes.is_empty() {
            return None;
        }
        let (width, height) = self.room.unwrap_or((width, height));
        let room = height.saturating_sub(FRAME);
        Some(match self.view(width, height) {
            View::Numbers => Box::new(heatmap::Heatmap::numbers(self, width, room)),
            View::Tiles => Box::new(heatmap::Heatmap::tiles(self, width, room)),
            View::Pixels => Box::new(pixels::Pixels::fit(self, width, room)),
            View::Bars if bars::are_listed(self.axes) => Box::new(bars::Listed::fit(self, width, room)),
            View::Bars => Box::new(bars::Upright::fit(self, width, room)),
            View::Curve => Box::new(curves::Curves::fit(self, width, room)),
            View::Tokens => Box::new(tokens::Tokens::fit(self, width, room)),
            View::Arcs => Box::new(arcs::Arcs::fit(self, width, room)),
            View::Histogram => Box::new(histogram::Histogram::fit(self, width, room)),
        })
    }

    /// Draws into `area`.
    pub fn draw(&self, area: Rect, buffer: &mut Buffer) {
        let theme = self.theme;
        let Some(body) = self.body(area.width, area.height) else {
            let x = put(buffer, area, 0, 0, self.name, self.faded(theme.style(Role::Strong)));
            let x = if self.name.is_empty() { x } else { x + 2 };
            let changed = if self.marks.changed.contains(&(0, 0)) { "*" } else { "" };
            let text = format!("{}{changed}", self.numbers.alone(self.source.value(0, 0)));
            put(buffer, area, x, 0, &text, self.faded(self.pointed_out(theme.style(Role::Accent), 0, 0)));
            return;
        };
        self.draw_title(body.as_ref(), area, buffer, theme);
        let lines = body.size().1;
        let below = area.height.saturating_sub(1 + u16::from(body.has_caption()));
        let place = Rect { y: area.y + 1, height: lines.min(below), ..area }.intersection(area);
        body.draw(place, buffer, theme);
        if body.has_caption() && area.height > lines + 1 {
            let caption = Line::from(fit_spans(self.caption(body.as_ref(), theme), area.width));
            let place = Rect { y: area.y + 1 + lines, height: 1, ..area }.intersection(buffer.area);
            buffer.set_line(place.x, place.y, &caption, place.width);
        }
    }

    /// `weights  [query 6 × key 6]  rows sum to 1`, cut where the room ends.
    fn draw_title(&self, body: &dyn Body, area: Rect, buffer: &mut Buffer, theme: &Theme) {
        let mut x = 0;
        for (text, role) in self.title(body) {
            x += if x > 0 { GAP } else { 0 };
            let room = area.width.saturating_sub(x);
            let style = theme.style(role);
            let style = if role == Role::Strong { self.faded(style) } else { style };
            x = put(buffer, area, x, 0, &fit(&text, room), style);
        }
        // Where the numbers themselves are coloured, their scale stands at the end of the title if there is room for it.
        let is_wanted = body.is_coloured_numbers() && !self.stale;
        let scale = if is_wanted { legend::scale(self.numbers, theme) } else { Vec::new() };
        let width: u16 = scale.iter().map(|span| width_of(&span.content)).sum();
        if x + GAP + width <= area.width {
            x += GAP;
            for span in scale {
                x = put(buffer, area, x, 0, &span.content, span.style);
            }
        }
    }

    /// The pieces of the title.
    fn title(&self, body: &dyn Body) -> Vec<(String, Role)> {
        let note = if self.axes.iter().any(|axis| axis.len == 0) { word!("no-elements") } else { self.note };
        let words = body.words();
        let pieces = [
            (self.name, Role::Strong),
            (&*self.shape(), Role::Dim),
            (self.slice, Role::Accent),
            (&*words, Role::Text),
            (note, Role::Dim),
        ];
        let mut title: Vec<(String, Role)> = Vec::new();
        for (text, role) in pieces.into_iter().filter(|(text, _)| !text.is_empty()) {
            title.push((text.to_owned(), role));
        }
        title
    }

    /// `[query 6 × key 6]`.
    fn shape(&self) -> String {
        let axis = |axis: &Axis<'_>| {
            if axis.name.is_empty() { axis.len.to_string() } else { format!("{} {}", axis.name, axis.len) }
        };
        let axes: Vec<_> = self.axes.iter().map(axis).collect();
        format!("[{}]", axes.join(" × "))
    }

    /// The legend, and which part is shown.
    fn caption(&self, body: &dyn Body, theme: &Theme) -> Vec<Span<'static>> {
        let mut spans = body.legend(theme);
        let (rows, columns) = self.counts();
        let (shown_rows, shown_columns) = body.shown();
        let rows = (shown_rows.len() < rows).then(|| caption::rows(&shown_rows, rows));
        let columns = (shown_columns.len() < columns).then(|| caption::columns(&shown_columns, columns));
        for words in [rows, columns].into_iter().flatten() {
            let gap = if spans.is_empty() { "" } else { "   " };
            spans.push(Span::styled(format!("{gap}{words}"), theme.style(Role::Dim)));
        }
        spans
    }

    /// Rows and columns; a vector is one row, a scalar one element.
    fn counts(&self) -> (usize, usize) {
        match self.axes {
            [] => (1, 1),
            [columns] => (1, columns.len),
            [rows, .., columns] => (rows.len, columns.len),
        }
    }

    /// The axis of the columns.
    fn columns(&self) -> Axis<'a> {
        self.axes.last().copied().unwrap_or_default()
    }

    /// The axis of the rows, of a matrix.
    fn rows(&self) -> Option<Axis<'a>> {
        self.axes.first().copied().filter(|_| self.axes.len() > 1)
    }

    /// The row that the cursor is on, or the first.
    fn row(&self) -> usize {
        self.cursor.map_or(0, |cursor| cursor.0)
    }

    /// Whether there are no colours, so that what lives by colour alone is drawn by shades.
    fn is_mono(&self) -> bool {
        self.theme.signed.is_none()
    }

    fn label_style(&self, lit: bool, at_cursor: bool, theme: &Theme) -> Style {
        let style = theme.style(if lit || at_cursor { Role::Accent } else { Role::Dim });
        self.faded(if lit { style.add_modifier(Modifier::UNDERLINED) } else { style })
    }

    fn row_label_style(&self, row: usize, theme: &Theme) -> Style {
        self.label_style(self.marks.rows.contains(&row), self.cursor.is_some_and(|cursor| cursor.0 == row), theme)
    }

    fn column_label_style(&self, column: usize, theme: &Theme) -> Style {
        let at_cursor = self.cursor.is_some_and(|cursor| cursor.1 == column);
        self.label_style(self.marks.columns.contains(&column), at_cursor, theme)
    }

    /// An element as its colour. Old values have none: it would say that they are true.
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

    /// The colour of ink (a bar, a line) that stands for `value`: strong enough to be seen, however small the value is.
    fn ink(&self, value: f64, theme: &Theme) -> Style {
        if self.stale {
            return Style::new();
        }
        let (map, place) = match self.numbers.kind {
            Kind::Signed => (&theme.signed, if value < 0.0 { -1.0 } else { 1.0 }),
            Kind::Probability | Kind::Truth => (&theme.sequential, value.clamp(0.55, 1.0)),
        };
        let color = map.as_ref().and_then(|map| map.style(place).bg);
        color.map_or_else(Style::new, |color| Style::new().fg(color))
    }

    /// The cursor, the operands of the explained element.
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

    /// The marks beside a number: brackets for the cursor, a star for what an edit changed.
    fn brackets(&self, row: usize, column: usize) -> (&'static str, &'static str) {
        match (self.cursor == Some((row, column)), self.marks.changed.contains(&(row, column))) {
            (true, _) => ("[", "]"),
            (false, true) => (" ", "*"),
            (false, false) => (" ", " "),
        }
    }

    fn faded(&self, style: Style) -> Style {
        if self.stale { style.add_modifier(Modifier::DIM) } else { style }
    }
}

impl std::fmt::Debug for Picture<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Picture").field("name", &self.name).field("axes", &self.axes).finish_non_exhaustive()
    }
}

/// A label without its leading spaces, so that an underline covers the word alone.
fn put_label(buffer: &mut Buffer, area: Rect, x: u16, y: u16, label: &str, style: Style) {
    let word = label.trim_start_matches(' ');
    put(buffer, area, x + (label.len() - word.len()) as u16, y, word, style);
}

#[cfg(test)]
mod tests;
