//! Several positive quantities over time, a row of shades for each, on one logarithmic scale.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::clip::{fit_left, fit_right, put, width as width_of};
use super::picture::shade;
use crate::tui::theme::{Role, Theme};

/// The columns of the newest number at the right.
const NUMBER: u16 = 8;
/// The widest name.
const NAME: u16 = 11;
/// The scale begins at the most at so small a part of its end.
const LEAST: f64 = 1e-4;

/// The rows.
#[derive(Debug, Clone)]
pub struct Strips<'a> {
    /// What is shown.
    pub title: &'a str,
    /// A name for each row.
    pub names: &'a [String],
    /// The values of all rows, oldest first.
    pub columns: &'a [&'a [f64]],
    /// Which of them the numbers at the right are of; beyond the last the last.
    pub read: usize,
}

impl Strips<'_> {
    /// Draws into `area`: all the time there is, squeezed into the width.
    pub fn draw(&self, area: Rect, buffer: &mut Buffer, theme: &Theme) {
        let x = put(buffer, area, 0, 0, self.title, theme.style(Role::Heading));
        let (least, most) = self.scale();
        let longest = self.names.iter().map(|name| width_of(name)).max().unwrap_or(0).min(NAME);
        let across = area.width.saturating_sub(longest + 1 + NUMBER);
        if most > 0.0 {
            let legend = format!("{least:.0e} … {most:.0e}");
            let at = area.width.saturating_sub(width_of(&legend));
            if at > x + 1 {
                put(buffer, area, at, 0, &legend, theme.style(Role::Dim));
            }
        }
        for (row, name) in self.names.iter().enumerate().take(usize::from(area.height.saturating_sub(1))) {
            let y = row as u16 + 1;
            put(buffer, area, 0, y, &fit_left(name, longest), theme.style(Role::Text));
            for column in 0..across {
                let value = self.value(row, column, across);
                let (mark, style) = tile((value / least).ln() / (most / least).ln(), theme);
                put(buffer, area, longest + 1 + column, y, &mark.to_string(), style);
            }
            if let Some(newest) = self.columns.get(self.read).or(self.columns.last()).and_then(|values| values.get(row))
            {
                let text = fit_right(&format!("{newest:.1e}"), NUMBER);
                put(buffer, area, area.width.saturating_sub(NUMBER), y, &text, theme.style(Role::Dim));
            }
        }
    }

    /// The mean of what falls into a column of the screen; not a number where there is nothing yet.
    fn value(&self, row: usize, column: u16, across: u16) -> f64 {
        let all = self.columns.len();
        let at = |column: u16| usize::from(column) * all / usize::from(across.max(1));
        let (first, end) = (at(column), at(column + 1));
        let values = self.columns.get(first..end.max(first + 1)).unwrap_or_default();
        let sum: f64 = values.iter().filter_map(|values| values.get(row)).sum();
        sum / values.len() as f64
    }

    /// The least and the greatest value, not too far apart.
    fn scale(&self) -> (f64, f64) {
        let values =
            || self.columns.iter().flat_map(|values| values.iter().copied()).filter(|x| x.is_finite() && *x > 0.0);
        let most = values().fold(0.0, f64::max);
        let least = values().fold(most, f64::min).max(most * LEAST);
        if least < most { (least, most) } else { (most / 10.0, most) }
    }
}

/// A place of the scale as a square: a shade without colours.
fn tile(part: f64, theme: &Theme) -> (char, Style) {
    match &theme.sequential {
        _ if part.is_nan() => (' ', Style::new()),
        Some(map) => (' ', map.style(0.05 + 0.95 * part.clamp(0.0, 1.0))),
        None => (shade(part), Style::new()),
    }
}
