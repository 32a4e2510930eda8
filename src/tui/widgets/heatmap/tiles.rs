//! Elements as squares of colour, two columns wide.
//!
//! A sign stands in every coloured tile, and without colour a shade beside it says how much.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::{Heatmap, Kind, Layout};
use crate::tui::theme::{Role, Theme};
use crate::tui::widgets::clip::put;

/// From nothing to everything.
const SHADES: [char; 5] = [' ', '░', '▒', '▓', '█'];
/// Below this part of the scale a tile counts as zero: it has no sign and no shade.
const FAINT: f64 = 0.05;
/// Every so many columns have their index above them.
const TICK: usize = 5;

impl Heatmap<'_> {
    pub(super) fn tile(&self, row: usize, column: usize, theme: &Theme) -> (String, Style) {
        let value = (self.value)(row, column);
        let masked = self.marks.masked.contains(&(row, column)) || value == f64::NEG_INFINITY;
        let style = if masked { theme.style(Role::Dim) } else { self.color(value, theme) };
        let text = match () {
            () if self.cursor == Some((row, column)) => "[]".to_owned(),
            () if masked => "× ".to_owned(),
            () if value.is_nan() => "? ".to_owned(),
            () if value == f64::INFINITY => "^ ".to_owned(),
            () => self.filling(value, theme),
        };
        (text, self.pointed_out(style, row, column))
    }

    fn filling(&self, value: f64, theme: &Theme) -> String {
        let fraction = self.numbers.fraction(value);
        let shade = if theme.signed.is_some() || fraction.abs() < FAINT { ' ' } else { shade(fraction.abs()) };
        let first = match self.numbers.kind {
            Kind::Truth => return if value == 0.0 { "· ".to_owned() } else { "✓ ".to_owned() },
            Kind::Probability => shade,
            Kind::Signed if fraction.abs() < FAINT => ' ',
            Kind::Signed if fraction < 0.0 => '-',
            Kind::Signed => '+',
        };
        format!("{first}{shade}")
    }
}

/// The index of every fifth column, where its name has no room.
pub(super) fn draw_ticks(layout: &Layout, area: Rect, buffer: &mut Buffer, theme: &Theme) {
    let line = layout.first_line.saturating_sub(1);
    for (place, column) in layout.columns.clone().enumerate() {
        if column % TICK == 0 {
            let x = layout.left + place as u16 * layout.cell;
            put(buffer, area, x, line, &column.to_string(), theme.style(Role::Dim));
        }
    }
}

/// What is not nothing has at least the faintest shade.
fn shade(part: f64) -> char {
    let step = (part.clamp(0.0, 1.0) * (SHADES.len() - 1) as f64).round() as usize;
    SHADES.get(step.max(1)).copied().unwrap_or(' ')
}
