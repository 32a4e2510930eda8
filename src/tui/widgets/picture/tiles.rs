//! Elements as squares of colour, two columns wide.
//!
//! A sign stands in every coloured tile, and without colour a shade beside it says how much.

use std::ops::Range;

use ratatui::style::Style;

use super::numbers::mark;
use super::{Canvas, Kind, Picture};
use crate::tui::theme::Role;

/// From nothing to everything.
const SHADES: [char; 5] = [' ', '░', '▒', '▓', '█'];
/// Below this part of the scale a tile counts as zero: it has no sign and no shade.
const FAINT: f64 = 0.05;
/// Every so many columns have their index above them.
const TICK: usize = 5;

/// One element: its mark and its style.
pub(super) fn tile(picture: &Picture<'_>, row: usize, column: usize) -> (String, Style) {
    let value = picture.source.seen(row, column);
    let style = picture.color(value);
    let text = if picture.cursor == Some((row, column)) { "[]".to_owned() } else { filling(picture, value) };
    (text, picture.pointed_out(style, row, column))
}

/// The two characters that say by themselves about how much a value is.
pub(super) fn filling(picture: &Picture<'_>, value: f64) -> String {
    if let Some(mark) = mark(value) {
        return format!("{mark} ");
    }
    let fraction = picture.numbers.fraction(value);
    let shade = if picture.is_mono() { seen_shade(fraction) } else { ' ' };
    let first = match picture.numbers.kind {
        Kind::Truth => return if value == 0.0 { "· ".to_owned() } else { "✓ ".to_owned() },
        Kind::Probability => shade,
        // A tensor of zeros would be an empty picture.
        Kind::Signed if picture.numbers.greatest() == 0.0 => '·',
        Kind::Signed if fraction.abs() < FAINT => ' ',
        Kind::Signed if fraction < 0.0 => '-',
        Kind::Signed => '+',
    };
    format!("{first}{shade}")
}

/// The index of every fifth column, where its name has no room.
pub(super) fn draw_ticks(columns: &Range<usize>, left: u16, canvas: &mut Canvas<'_>) {
    for (place, column) in columns.clone().enumerate() {
        if column % TICK == 0 {
            canvas.put_as(Role::Dim, left + 2 * place as u16, 0, &column.to_string());
        }
    }
}

/// The shade of a place on the scale; near zero there is none.
pub(super) fn seen_shade(fraction: f64) -> char {
    if fraction.is_nan() || fraction.abs() < FAINT { ' ' } else { shade(fraction.abs()) }
}

/// The shades that stand for more than nothing.
pub(super) fn shades() -> [char; 4] {
    let [_, shades @ ..] = SHADES;
    shades
}

/// From little to much below zero, where there are no colours; above zero stand the shades of tiles.
pub(super) const MINUS: [char; 4] = ['-', '=', '%', '#'];

/// A part of the scale from -1 to 1: below zero a sign of its own, so that it is not taken for as much above.
pub(in crate::tui::widgets) fn signed_shade(part: f64) -> char {
    if part >= 0.0 {
        return shade(part);
    }
    let step = (part.abs().min(1.0) * MINUS.len() as f64).ceil() as usize;
    MINUS.get(step.saturating_sub(1)).copied().unwrap_or('-')
}

/// What is not nothing has at least the faintest shade.
pub(in crate::tui::widgets) fn shade(part: f64) -> char {
    let step = (part.clamp(0.0, 1.0) * (SHADES.len() - 1) as f64).round() as usize;
    SHADES.get(step.max(1)).copied().unwrap_or(' ')
}
