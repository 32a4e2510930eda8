//! A finished frame as text.
//!
//! [`text`] is what a person reads, for `glassformer render`. [`styled`] is what a snapshot keeps: the rows, then a grid of the same
//! size with one letter for each distinct style (`.` is the default), then what the letters mean. A change of a colour shows in a
//! diff as clearly as a change of a word.

use std::fmt::Write as _;

use ratatui::buffer::{Buffer, Cell, CellWidth};
use ratatui::style::{Color, Modifier};

/// Stands for the default style.
const PLAIN: char = '.';

/// The rows of `frame`, each without trailing spaces, with a line break after each.
pub fn text(frame: &Buffer) -> String {
    rows(frame, ' ', |cell| cell.symbol().to_owned())
}

/// The rows, `---`, the styles, and their legend.
pub fn styled(frame: &Buffer) -> String {
    let mut legend: Vec<(Color, Color, Modifier)> = Vec::new();
    let styles = rows(frame, PLAIN, |cell| letter(&mut legend, cell).to_string());
    let mut shown = format!("{}---\n{styles}", text(frame));
    if !legend.is_empty() {
        shown.push_str("---\n");
    }
    for (index, (fg, bg, modifier)) in legend.into_iter().enumerate() {
        let _ = write!(shown, "{}", symbol(index));
        for (part, color) in [("fg", fg), ("bg", bg)] {
            if color != Color::Reset {
                let _ = write!(shown, " {part}={color}");
            }
        }
        if !modifier.is_empty() {
            let names: Vec<_> = modifier.iter_names().map(|(name, _)| name.to_lowercase()).collect();
            let _ = write!(shown, " {}", names.join("+"));
        }
        shown.push('\n');
    }
    shown
}

/// The columns that the symbol of a cell covers, at least one.
pub(super) fn width(symbol: &str) -> u16 {
    symbol.cell_width().max(1)
}

/// Every cell as `show` has it; `filler` is left out at the end of a row.
fn rows(frame: &Buffer, filler: char, mut show: impl FnMut(&Cell) -> String) -> String {
    let mut rows = String::new();
    for y in frame.area.top()..frame.area.bottom() {
        let mut row = String::new();
        let mut x = frame.area.left();
        while x < frame.area.right() {
            let cell = &frame[(x, y)];
            let covered = width(cell.symbol());
            let shown = show(cell);
            row.push_str(&shown);
            // A style letter stands once a column, also beside a wide character.
            for _ in width(&shown)..covered {
                row.push_str(&shown);
            }
            x = x.saturating_add(covered);
        }
        rows.push_str(row.trim_end_matches(filler));
        rows.push('\n');
    }
    rows
}

fn letter(legend: &mut Vec<(Color, Color, Modifier)>, cell: &Cell) -> char {
    let style = (cell.fg, cell.bg, cell.modifier);
    if style == (Color::Reset, Color::Reset, Modifier::empty()) {
        return PLAIN;
    }
    let index = legend.iter().position(|known| *known == style).unwrap_or_else(|| {
        legend.push(style);
        legend.len() - 1
    });
    symbol(index)
}

/// The name of the style `index`: a to z, A to Z, then Greek and onward, so that a heatmap's many styles stay distinct.
fn symbol(index: usize) -> char {
    let start = match index {
        0..26 => 'a' as usize,
        26..52 => 'A' as usize - 26,
        _ => 'α' as usize - 52,
    };
    u32::try_from(start + index).ok().and_then(char::from_u32).unwrap_or('?')
}

#[cfg(test)]
mod tests {
    use ratatui::layout::Rect;
    use ratatui::style::Style;

    use super::*;

    #[test]
    fn rows_styles_and_legend() {
        let mut frame = Buffer::empty(Rect::new(0, 0, 8, 3));
        frame.set_string(0, 0, "a. b", Style::new());
        frame.set_string(0, 1, "猫 red", Style::new().red().bold());
        frame.set_string(1, 2, "x", Style::new().on_blue());
        assert_eq!(text(&frame), "a. b\n猫 red\n x\n");
        assert_eq!(styled(&frame), "a. b\n猫 red\n x\n---\n\naaaaaa\n.b\n---\na fg=Red bold\nb bg=Blue\n");
    }

    #[test]
    fn a_plain_frame_has_no_legend() {
        let frame = Buffer::with_lines(["hi"]);
        assert_eq!(styled(&frame), "hi\n---\n\n");
    }

    #[test]
    fn style_letters_stay_distinct() {
        let letters: std::collections::BTreeSet<char> = (0..300).map(symbol).collect();
        assert_eq!(letters.len(), 300);
    }
}
