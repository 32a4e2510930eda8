//! Tables in prose: columns as wide as their text, narrowed by wrapping where the page is too narrow.

use ratatui::text::Line;

use super::{Align, Piece, spans, wrap};
use crate::tui::theme::{Role, Theme};
use crate::tui::widgets::clip::{spaces, width_of_spans};

/// The columns between two columns.
const GAP: u16 = 2;

type Cell = Vec<Piece>;

/// The lines of a table: its head, a rule, its rows.
pub(super) fn lines(
    head: &[Cell],
    rows: &[Vec<Cell>],
    align: &[Align],
    width: u16,
    theme: &Theme,
) -> Vec<Line<'static>> {
    let widths = column_widths(head, rows, width, theme);
    let draw = |cells: &[Cell], role| row(cells, &widths, align, role, theme);
    let mut lines = draw(head, Role::Strong);
    let total = widths.iter().sum::<u16>() + GAP * (widths.len() as u16).saturating_sub(1);
    lines.push(Line::styled("─".repeat(usize::from(total.min(width))), theme.style(Role::Border)));
    for cells in rows {
        lines.extend(draw(cells, Role::Text));
    }
    lines
}

/// What each column needs; while all together are too wide, the widest gives way.
fn column_widths(head: &[Cell], rows: &[Vec<Cell>], width: u16, theme: &Theme) -> Vec<u16> {
    let needed = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column)).chain(head.get(column));
        cells.map(|cell| width_of_spans(&spans(cell, theme))).max().unwrap_or(1)
    };
    let columns = rows.iter().map(Vec::len).chain([head.len()]).max().unwrap_or(0);
    let mut widths: Vec<u16> = (0..columns).map(|column| needed(column).clamp(1, 1000)).collect();
    let room = width.saturating_sub(GAP * (columns as u16).saturating_sub(1));
    while widths.iter().sum::<u16>() > room {
        match widths.iter_mut().max() {
            Some(widest) if *widest > 1 => *widest -= 1,
            _ => break,
        }
    }
    widths
}

fn row(cells: &[Cell], widths: &[u16], align: &[Align], role: Role, theme: &Theme) -> Vec<Line<'static>> {
    let empty = Cell::new();
    let columns: Vec<Vec<Line<'static>>> = widths
        .iter()
        .enumerate()
        .map(|(column, width)| {
            let cell = cells.get(column).unwrap_or(&empty);
            let mut pieces = spans(cell, theme);
            for piece in &mut pieces {
                piece.style = theme.style(role).patch(piece.style);
            }
            wrap(&pieces, *width)
        })
        .collect();
    let height = columns.iter().map(Vec::len).max().unwrap_or(0);
    (0..height).map(|line| joined(&columns, line, widths, align)).collect()
}

/// Line `line` of every column, side by side.
fn joined(columns: &[Vec<Line<'static>>], line: usize, widths: &[u16], align: &[Align]) -> Line<'static> {
    let mut joined = Line::default();
    let last = columns.len().saturating_sub(1);
    for (index, (column, width)) in columns.iter().zip(widths).enumerate() {
        let content = column.get(line).cloned().unwrap_or_default();
        let free = width.saturating_sub(width_of_spans(&content.spans));
        let before = match align.get(index).copied().unwrap_or_default() {
            Align::Left => 0,
            Align::Center => free / 2,
            Align::Right => free,
        };
        let after = if index == last { 0 } else { free - before + GAP };
        joined.push_span(spaces(before));
        joined.spans.extend(content.spans);
        joined.push_span(spaces(after));
    }
    joined
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::theme::ThemeName;

    fn cell(text: &str) -> Cell {
        vec![Piece::text(text)]
    }

    fn shown(width: u16) -> Vec<String> {
        let head = [cell("fill"), cell("weight")];
        let rows = [vec![cell("minus infinity"), cell("0")], vec![cell("-1e9")]];
        let lines = lines(&head, &rows, &[Align::Left, Align::Right], width, &Theme::new(ThemeName::Dark));
        lines.iter().map(|line| line.to_string().trim_end().to_owned()).collect()
    }

    #[test]
    fn columns_take_what_they_need() {
        assert_eq!(shown(40), ["fill            weight", "──────────────────────", "minus infinity       0", "-1e9"]);
    }

    #[test]
    fn the_widest_column_wraps_first() {
        assert_eq!(shown(16), ["fill      weight", "────────────────", "minus          0", "infinity", "-1e9"]);
    }

    #[test]
    fn the_narrowest_page_keeps_every_letter() {
        assert!(shown(1).concat().replace(['─', ' '], "").len() >= "fillweight".len());
    }
}
