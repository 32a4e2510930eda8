//! What a search has found, lit where it stands on the page.

use ratatui::buffer::{Buffer, CellWidth as _};
use ratatui::layout::Rect;

use crate::tui::model::finder::matching::occurrences;
use crate::tui::theme::{Role, Theme};

/// Lights every one of the words in `area`, whatever drew it.
pub(crate) fn light(words: &[String], area: Rect, buffer: &mut Buffer, theme: &Theme) {
    let area = area.intersection(buffer.area);
    for y in area.top()..area.bottom() {
        let (text, columns) = row(area, y, buffer);
        for found in words.iter().flat_map(|word| occurrences(&text, word)) {
            for (_, x) in columns.iter().filter(|(byte, _)| found.contains(byte)) {
                if let Some(cell) = buffer.cell_mut((*x, y)) {
                    cell.set_style(theme.style(Role::Found));
                }
            }
        }
    }
}

/// The text of a row of the screen, and for each cell its first byte and its column.
fn row(area: Rect, y: u16, buffer: &Buffer) -> (String, Vec<(usize, u16)>) {
    let mut text = String::new();
    let mut columns = Vec::new();
    let mut x = area.left();
    while x < area.right() {
        let symbol = buffer.cell((x, y)).map_or(" ", |cell| cell.symbol());
        columns.push((text.len(), x));
        text.push_str(symbol);
        x += symbol.cell_width().max(1);
    }
    (text, columns)
}
