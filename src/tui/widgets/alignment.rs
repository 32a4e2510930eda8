//! Which words read which: a row for each word that is written, a column for each that is read, and in between how much.
//!
//! A square is two columns wide, or as wide as the longest word where there is room for all words. Without colours, shades say how
//! much, and signs in which direction a difference goes.

use std::sync::Arc;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::clip::{fit, fit_right, put, width as width_of};
use super::picture::shade;
use crate::tui::theme::{Role, Theme};

/// The narrowest square and the widest.
const NARROW: u16 = 2;
const WIDE: u16 = 8;
/// The narrowest square that says its weight, and how wide one is where there is room.
const NUMBER: u16 = 4;
const WITH_NUMBER: u16 = 6;
/// Below this part of the scale no number is written.
const LEAST_NUMBER: f64 = 0.005;
/// Below this part of the scale nothing is drawn without colours.
pub(super) const FAINT: f64 = 0.05;

/// The picture.
pub struct Alignment<'a> {
    /// The words at the left.
    pub rows: &'a [Arc<str>],
    /// The words above.
    pub columns: &'a [Arc<str>],
    /// How much the word of a row reads that of a column: from 0 to 1, or as a difference from -1 to 1.
    pub weight: &'a dyn Fn(usize, usize) -> f64,
    /// Whether they are differences.
    pub is_difference: bool,
    /// Whether each square says its weight in percent, where there is room for that.
    pub has_numbers: bool,
}

impl Alignment<'_> {
    /// Draws into `area`; what has no room is left out, and said.
    pub fn draw(&self, area: Rect, buffer: &mut Buffer, theme: &Theme) {
        let longest = |words: &[Arc<str>]| words.iter().map(|word| width_of(word)).max().unwrap_or(0);
        let left = longest(self.rows).min(area.width / 4) + 1;
        let room = area.width.saturating_sub(left);
        let count = u16::try_from(self.columns.len()).unwrap_or(u16::MAX).max(1);
        let least = if self.has_numbers { WITH_NUMBER } else { NARROW };
        let square = (longest(self.columns) + 1).max(least).min(WIDE).min(room / count).max(NARROW);
        let dim = theme.style(Role::Dim);
        let shown = usize::from(room / square);
        for (place, word) in self.columns.iter().enumerate().take(shown) {
            put(buffer, area, left + place as u16 * square, 0, &fit(word, square - 1), dim);
        }
        let lines = usize::from(area.height.saturating_sub(1));
        for (row, word) in self.rows.iter().enumerate().take(lines) {
            let y = row as u16 + 1;
            put(buffer, area, 0, y, &fit_right(word, left - 1), dim);
            for column in 0..self.columns.len().min(shown) {
                let (text, style) = self.tile((self.weight)(row, column), square, theme);
                put(buffer, area, left + column as u16 * square, y, &text, style);
            }
        }
        if self.rows.len() > lines && lines > 0 {
            put(buffer, area, 0, area.height - 1, &fit_right("…", left - 1), dim);
        }
    }

    fn tile(&self, weight: f64, square: u16, theme: &Theme) -> (String, Style) {
        let size = weight.abs();
        let map = if self.is_difference { &theme.signed } else { &theme.sequential };
        let sign = match self.is_difference {
            _ if weight.is_nan() => '?',
            true if size < FAINT => ' ',
            true if weight < 0.0 => '-',
            true => '+',
            false => ' ',
        };
        let fill = match map {
            Some(_) => ' ',
            None if size < FAINT => ' ',
            None => shade(size),
        };
        let style = map.as_ref().map_or_else(Style::new, |map| map.style(weight));
        if self.has_numbers && square >= NUMBER {
            let percent = if size < LEAST_NUMBER { String::new() } else { format!("{:.0}", 100.0 * weight) };
            return (format!("{} ", fit_right(&percent, square - 1)), style);
        }
        let first = if sign == ' ' { fill } else { sign };
        // A column of air keeps wide squares apart where shades are letters.
        let rest = usize::from(square) - 1;
        (std::iter::once(first).chain(std::iter::repeat_n(fill, rest)).collect(), style)
    }
}

impl std::fmt::Debug for Alignment<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Alignment").field("rows", &self.rows).field("columns", &self.columns).finish_non_exhaustive()
    }
}
