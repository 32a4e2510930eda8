//! Names of columns that are too narrow for them: each is written downwards, letter below letter, and ends above its column.

use std::ops::Range;

use super::{Axis, Canvas};
use crate::tui::widgets::clip::{fit, width as width_of};

/// The most lines that such names take, and the least in which a longer one can still be told from others.
const MOST: u16 = 8;
const LEAST: u16 = 3;

/// The lines that the names of these columns can take, the most generous first; none of columns that have numbers only.
pub(super) fn heights(columns: Axis<'_>, shown: Range<usize>) -> impl Iterator<Item = u16> + use<> {
    let longest = if columns.labels.is_empty() { 0 } else { columns.longest_label(shown) };
    (longest.clamp(1, LEAST)..=longest.min(MOST)).rev()
}

/// Writes the name of a column downwards in the first `lines` lines.
pub(super) fn draw(column: usize, x: u16, lines: u16, canvas: &mut Canvas<'_>) {
    let picture = canvas.picture;
    let label = picture.columns().label(column).into_owned();
    let letters = letters(&fit(&label, lines));
    let first = lines.saturating_sub(letters.len() as u16);
    for (y, letter) in (first..).zip(letters) {
        canvas.put(x, y, &letter, picture.column_label_style(column));
    }
}

/// The letters of a word, each with the marks that stand above or below it.
fn letters(word: &str) -> Vec<String> {
    let mut letters: Vec<String> = Vec::new();
    for letter in word.chars() {
        let letter = letter.to_string();
        match letters.last_mut() {
            Some(last) if width_of(&letter) == 0 => last.push_str(&letter),
            _ => letters.push(letter),
        }
    }
    letters
}
