//! A tensor as a picture: a title, one of several ways to draw the elements, and a caption that says what colours and marks mean.
//!
//! A [`Picture`] is plain data and the element under the cursor. What every way has in common is here; each [`View`] draws its
//! body in a file of its own, and `view.rs` lists them. Every value can be read without colour: numbers carry their sign in a fixed
//! column, tiles a `+` or `-` and a shade, masked elements are `×`, NaN is `nan` or `?`, and the cursor's element stands in brackets
//! or is reversed. Only what is visible is read, so a 4096×4096 tensor draws as fast as an 8×8 one; what must look at every element
//! ([`Blocks`], [`Distribution`]) is asked of the [`Source`], which can remember it.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use super::clip::width as width_of;
use super::window::window;
use crate::notebook::lesson::ViewKind;
use crate::tensor::order::is_same;
use crate::tui::theme::colormap::Colormap;
use crate::tui::theme::{Role, Theme};
pub use blocks::Blocks;
use canvas::Canvas;
pub use distribution::Distribution;
use framed::Framed;
pub use numbers::{Kind, Numbers, SUM_TOLERANCE};
pub(super) use tiles::{shade, signed_shade};
pub use view::{VIEWS, View};

mod blocks;
mod canvas;
mod distribution;
mod framed;
mod legend;
mod numbers;
mod scale;
mod tiles;
mod turned;
mod view;

/// The lines of a picture besides its body: the title and the caption.
const FRAME: u16 = 2;
/// What stands behind a name whose numbers are made up.
const MADE_UP: char = '?';
/// The place on the one-sided scale whose colour bars have that no sign colours.
const QUIET: f64 = 0.6;

/// One axis of the drawn matrix.
#[derive(Debug, Clone, Copy, Default)]
pub struct Axis<'a> {
    /// `query`; may be empty.
    pub name: &'a str,
    /// How many elements it has.
    pub len: usize,
    /// A name for each element (a token); where one is missing its index stands.
    pub labels: &'a [Arc<str>],
    /// The names of those whose numbers are made up.
    pub made_up: Option<&'a BTreeSet<Arc<str>>>,
}

impl Axis<'_> {
    fn label(&self, index: usize) -> Cow<'_, str> {
        match self.labels.get(index) {
            Some(label) if self.is_made_up(label) => Cow::Owned(format!("{label}{MADE_UP}")),
            Some(label) => Cow::Borrowed(label),
            None => Cow::Owned(index.to_string()),
        }
    }

    fn is_made_up(&self, label: &Arc<str>) -> bool {
        self.made_up.is_some_and(|made_up| made_up.contains(label))
    }

    /// Whether any name is marked as one whose numbers are made up.
    fn has_made_up(&self) -> bool {
        self.made_up.is_some() && self.labels.iter().any(|label| self.is_made_up(label))
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
        named.iter().map(|label| width_of(label) + u16::from(self.is_made_up(label))).max().unwrap_or(0).max(numbered)
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
    /// Elements that are inverted for a moment: those that have just got another value.
    pub flashing: BTreeSet<(usize, usize)>,
    /// Whether the ends of a scale are inverted, because they have just become other ones.
    pub scale: bool,
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
        let values: Vec<f64> = places(0..rows, 0..columns).map(|(row, column)| self.seen(row, column)).collect();
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
    /// What the elements were before, to be drawn behind bars and curves.
    pub ghost: Option<&'a dyn Source>,
    /// What is pointed out.
    pub marks: &'a Marks,
    /// A few words behind the title: `rows sum to 1`.
    pub note: &'a str,
    /// Whether each row is a distribution, or ought to be one: then its sum is worth a column.
    pub sums: bool,
    /// The element that the cursor is on.
    pub cursor: Option<(usize, usize)>,
    /// The element that is to be seen where not all of them can be, while there is no cursor.
    pub around: Option<(usize, usize)>,
    /// New values are on their way: these are dimmed.
    pub stale: bool,
    /// How it is dressed.
    pub theme: &'a Theme,
    /// The view to use; None chooses by the room there is.
    pub view: Option<ViewKind>,
    /// The columns and lines that it is fitted into, where it is drawn in fewer: what it takes of them.
    pub room: Option<(u16, u16)>,
    /// Whether it stands so close to another that what its colours mean stands below it, not behind its title.
    pub close: bool,
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
            ghost: None,
            marks,
            note: "",
            sums: false,
            cursor: None,
            around: None,
            stale: false,
            theme,
            view: None,
            room: None,
            close: false,
        }
    }

    /// The columns and lines that this takes in an area of this size: never more, often less.
    pub fn size(&self, width: u16, height: u16) -> (u16, u16) {
        let Some(framed) = self.framed(width, height) else {
            // A column is kept for the mark of what changed.
            let value = self.numbers.alone(self.source.value(0, 0));
            return ((width_of(self.name) + 2 + width_of(&value) + 1).min(width), 1);
        };
        framed.size(width)
    }

    /// The view that is drawn in an area of this size.
    pub fn view(&self, width: u16, height: u16) -> ViewKind {
        self.drawn_as(width, height).kind
    }

    fn drawn_as(&self, width: u16, height: u16) -> &'static View {
        let chosen = self.view.and_then(View::of).filter(|view| (view.can_draw)(self.axes));
        chosen.unwrap_or_else(|| view::by_room(self, width, height.saturating_sub(FRAME)))
    }

    /// The element drawn at column `x` and row `y` of an area of this size: what a click there means.
    pub fn element_at(&self, width: u16, height: u16, x: u16, y: u16) -> Option<(usize, usize)> {
        self.framed(width, height)?.body.element_at(x, y.checked_sub(1)?)
    }

    /// The lines of an area of this size on which a lit element is drawn.
    pub fn lit_lines(&self, width: u16, height: u16) -> Vec<u16> {
        if self.marks.cells.is_empty() {
            return Vec::new();
        }
        let Some(Framed { body, .. }) = self.framed(width, height) else { return vec![0] };
        let (columns, lines) = body.size();
        let is_lit = |element: (usize, usize)| self.marks.cells.contains(&element);
        let has_lit = |y: &u16| (0..columns).any(|x| body.element_at(x, *y).is_some_and(is_lit));
        (0..lines).filter(has_lit).map(|y| y + 1).collect()
    }

    /// Whether rows and whether columns are out of sight in an area of this size.
    pub fn cut(&self, width: u16, height: u16) -> (bool, bool) {
        self.framed(width, height).map_or((false, false), |framed| framed.cut())
    }

    /// It with its body fitted into a room; nothing for a scalar.
    fn framed(&self, width: u16, height: u16) -> Option<Framed<'_>> {
        if self.axes.is_empty() {
            return None;
        }
        let (width, height) = self.room.unwrap_or((width, height));
        let view = self.drawn_as(width, height);
        let body = (view.fit)(self, width, height.saturating_sub(FRAME));
        Some(Framed::new(self, view, body, (width, height)))
    }

    /// Draws into `area`.
    pub fn draw(&self, area: Rect, buffer: &mut Buffer) {
        if let Some(framed) = self.framed(area.width, area.height) {
            return framed.draw(area, buffer);
        }
        let mut canvas = Canvas { picture: self, area, buffer };
        let x = canvas.put(0, 0, self.name, self.faded(self.style(Role::Strong)));
        let x = if self.name.is_empty() { x } else { x + 2 };
        let changed = if self.marks.changed.contains(&(0, 0)) { "*" } else { "" };
        let text = format!("{}{changed}", self.numbers.alone(self.source.value(0, 0)));
        canvas.put(x, 0, &text, self.faded(self.pointed_out(self.style(Role::Accent), 0, 0)));
    }

    /// Rows and columns; a vector is one row, a scalar one element.
    fn counts(&self) -> (usize, usize) {
        match self.axes {
            [] => (1, 1),
            [columns] => (1, columns.len),
            [rows, .., columns] => (rows.len, columns.len),
        }
    }

    /// All rows and columns.
    fn all(&self) -> (Range<usize>, Range<usize>) {
        let (rows, columns) = self.counts();
        (0..rows, 0..columns)
    }

    /// The axis of the columns.
    fn columns(&self) -> Axis<'a> {
        self.axes.last().copied().unwrap_or_default()
    }

    /// The axis of the rows, of a matrix.
    fn rows(&self) -> Option<Axis<'a>> {
        self.axes.first().copied().filter(|_| self.axes.len() > 1)
    }

    /// The row that the cursor is on, or that is to be seen, or the first.
    fn row(&self) -> usize {
        self.cursor.or(self.around).map_or(0, |place| place.0)
    }

    /// The column that the cursor is on, or that is to be seen, or the first.
    fn column(&self) -> usize {
        self.cursor.or(self.around).map_or(0, |place| place.1)
    }

    /// As many rows around the cursor as there is room for.
    fn rows_around(&self, room: usize) -> Range<usize> {
        window(self.counts().0, self.row(), room)
    }

    /// As many columns around the cursor as there is room for.
    fn columns_around(&self, room: usize) -> Range<usize> {
        window(self.counts().1, self.column(), room)
    }

    /// Whether there are no colours, so that what lives by colour alone is drawn by shades.
    fn is_mono(&self) -> bool {
        self.theme.signed.is_none()
    }

    fn style(&self, role: Role) -> Style {
        self.theme.style(role)
    }

    fn label_style(&self, lit: bool, at_cursor: bool) -> Style {
        let style = self.style(if lit || at_cursor { Role::Accent } else { Role::Dim });
        self.faded(if lit { style.add_modifier(Modifier::UNDERLINED) } else { style })
    }

    /// A label from which threads go out is inverted while they are new.
    fn flashing_label(&self, style: Style, row: usize) -> Style {
        let is_new = self.marks.flashing.range((row, 0)..=(row, usize::MAX)).next().is_some();
        if is_new { style.add_modifier(Modifier::REVERSED) } else { style }
    }

    fn row_label_style(&self, row: usize) -> Style {
        self.label_style(self.marks.rows.contains(&row), self.cursor.is_some_and(|cursor| cursor.0 == row))
    }

    fn column_label_style(&self, column: usize) -> Style {
        self.label_style(self.marks.columns.contains(&column), self.cursor.is_some_and(|cursor| cursor.1 == column))
    }

    /// An element as its colour. Old values have none: it would say that they are true.
    fn color(&self, value: f64) -> Style {
        match self.colors() {
            _ if self.stale => Style::new(),
            _ if !value.is_finite() => self.mark_style(value),
            Some(map) => map.style(self.numbers.fraction(value)),
            None => Style::new(),
        }
    }

    /// How the mark of what is no number is drawn.
    fn mark_style(&self, value: f64) -> Style {
        self.style(if value == f64::NEG_INFINITY { Role::Dim } else { Role::Error })
    }

    /// The colour of ink (a bar, a line) that stands for `value`: strong enough to be seen, however small the value is.
    fn ink(&self, value: f64) -> Style {
        self.ink_at(match self.numbers.kind {
            Kind::Signed => {
                if value < 0.0 {
                    -1.0
                } else {
                    1.0
                }
            }
            Kind::Probability | Kind::Truth => value.clamp(0.55, 1.0),
        })
    }

    /// The colour of a bar that lies or stands for `value`: that of its sign, where there are signs, and else a quiet one.
    fn bar_ink(&self, value: f64) -> Style {
        let is_one_sided = self.numbers.kind == Kind::Signed && !self.numbers.has_signs();
        let map = self.theme.sequential.as_ref().filter(|_| is_one_sided && !self.stale);
        map.map_or_else(|| self.ink(value), |map| inked(map, QUIET))
    }

    /// Ink of the colour at this place of the scale. Old values have none.
    fn ink_at(&self, place: f64) -> Style {
        self.colors().filter(|_| !self.stale).map_or_else(Style::new, |map| inked(map, place))
    }

    /// What an element was before, if that is known and was another number than it is.
    fn before(&self, row: usize, column: usize) -> Option<f64> {
        let before = self.ghost?.value(row, column);
        (before.is_finite() && !is_same(before, self.source.seen(row, column))).then_some(before)
    }

    /// The colours of the scale, in a theme that has them.
    fn colors(&self) -> Option<&'a Colormap> {
        if self.numbers.kind == Kind::Signed { self.theme.signed.as_ref() } else { self.theme.sequential.as_ref() }
    }

    /// Whether an element has just got another value.
    fn flashes(&self, row: usize, column: usize) -> bool {
        self.marks.flashing.contains(&(row, column))
    }

    /// The cursor, the operands of the explained element, and what has just changed.
    fn pointed_out(&self, style: Style, row: usize, column: usize) -> Style {
        let mut modifier = Modifier::empty();
        if self.marks.cells.contains(&(row, column)) {
            modifier |= Modifier::UNDERLINED | Modifier::BOLD;
        }
        if self.cursor == Some((row, column)) {
            modifier |= Modifier::REVERSED | Modifier::BOLD;
        }
        if self.flashes(row, column) {
            // Under the cursor, which is inverted already, it is the other way round.
            modifier.toggle(Modifier::REVERSED);
            modifier |= Modifier::BOLD;
        }
        style.add_modifier(modifier)
    }

    /// A number between its marks: brackets for the cursor, a star for what an edit changed.
    fn bracketed(&self, row: usize, column: usize, number: &str) -> String {
        match (self.cursor == Some((row, column)), self.marks.changed.contains(&(row, column))) {
            (true, _) => format!("[{number}]"),
            (false, true) => format!(" {number}*"),
            (false, false) => format!(" {number} "),
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

/// Ink of the colour at a place of a map.
fn inked(map: &Colormap, place: f64) -> Style {
    map.style(place).bg.map_or_else(Style::new, |color| Style::new().fg(color))
}

/// Every place of these rows and columns, row by row.
fn places(rows: Range<usize>, columns: Range<usize>) -> impl Iterator<Item = (usize, usize)> {
    rows.flat_map(move |row| columns.clone().map(move |column| (row, column)))
}

#[cfg(test)]
mod tests;
