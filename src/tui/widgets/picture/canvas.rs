//! What a picture is drawn on: text, labels, numbers and bars in a part of the screen.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use super::Picture;
use crate::tui::theme::Role;
use crate::tui::widgets::braille::Braille;
use crate::tui::widgets::clip::{fit_right, put};

/// A cell of a lying bar: whole, its left half, its right half. It is half as high as a line, so that bars do not touch.
pub(super) const LYING: &str = "▄";
pub(super) const LEFT_HALF: &str = "▖";
pub(super) const RIGHT_HALF: &str = "▗";
/// A cell filled from below by eighths.
pub(super) const FROM_BELOW: [&str; 9] = ["", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"];

/// A part of the screen, and the picture that is drawn there. Columns and lines are counted from its upper left corner; what lies
/// outside is not drawn.
pub(super) struct Canvas<'c> {
    pub(super) picture: &'c Picture<'c>,
    pub(super) area: Rect,
    pub(super) buffer: &'c mut Buffer,
}

impl Canvas<'_> {
    /// Writes `text` and returns the column after it.
    pub(super) fn put(&mut self, x: u16, y: u16, text: &str, style: Style) -> u16 {
        put(self.buffer, self.area, x, y, text, style)
    }

    /// The same in the style of a role.
    pub(super) fn put_as(&mut self, role: Role, x: u16, y: u16, text: &str) -> u16 {
        self.put(x, y, text, self.picture.style(role))
    }

    /// The name of a row at the right end of the first `width` columns; a vector has none.
    pub(super) fn row_label(&mut self, row: usize, y: u16, width: u16) {
        self.row_label_in(row, y, width, self.picture.row_label_style(row));
    }

    /// The same in another style.
    pub(super) fn row_label_in(&mut self, row: usize, y: u16, width: u16, style: Style) {
        if let Some(axis) = self.picture.rows() {
            self.label(0, y, &fit_right(&axis.label(row), width), style);
        }
    }

    /// The name of a column at the right end of `width` columns.
    pub(super) fn column_label(&mut self, column: usize, x: u16, y: u16, width: u16) {
        let label = fit_right(&self.picture.columns().label(column), width);
        self.label(x, y, &label, self.picture.column_label_style(column));
    }

    /// A label without its leading spaces, so that an underline covers the word alone.
    fn label(&mut self, x: u16, y: u16, label: &str, style: Style) {
        let word = label.trim_start_matches(' ');
        self.put(x + (label.len() - word.len()) as u16, y, word, style);
    }

    /// An element as a number without colour, between its marks. Returns the column after it.
    pub(super) fn number(&mut self, (row, column): (usize, usize), x: u16, y: u16) -> u16 {
        let picture = self.picture;
        let number = picture.numbers.cell(picture.source.seen(row, column));
        let text = picture.bracketed(row, column, &fit_right(&number, picture.numbers.width()));
        self.put(x, y, &text, picture.faded(picture.pointed_out(Style::new(), row, column)))
    }

    /// A bar of so many halves of a cell to the right.
    pub(super) fn lying_bar(&mut self, halves: u16, x: u16, y: u16, ink: Style) {
        let rest = if halves.is_multiple_of(2) { "" } else { LEFT_HALF };
        self.put(x, y, &format!("{}{rest}", LYING.repeat(usize::from(halves / 2))), ink);
    }

    /// A bar of so many eighths of a cell upwards from line `y`, as wide as that many columns.
    pub(super) fn standing_bar(&mut self, eighths: u16, wide: u16, x: u16, y: u16, ink: Style) {
        for (up, done) in (0..eighths).step_by(8).enumerate() {
            let part = usize::from((eighths - done).min(8));
            self.put(x, y - up as u16, &FROM_BELOW[part].repeat(usize::from(wide)), ink);
        }
    }

    /// Inverts what has been drawn in a cell.
    pub(super) fn invert(&mut self, x: u16, y: u16) {
        let place = Rect { x: self.area.x + x, y: self.area.y + y, width: 1, height: 1 };
        self.buffer.set_style(place.intersection(self.area), Style::new().add_modifier(Modifier::REVERSED));
    }

    /// What is drawn with dots, its corner at a column and a line.
    pub(super) fn dots(&mut self, dots: &Braille, x: u16, y: u16) {
        dots.draw(x, y, self.area, self.buffer);
    }
}
