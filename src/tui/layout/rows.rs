//! Figures in rows: side by side as far as there is room.

use super::figure::PlacedFigure;

/// The lines of a row of figures.
pub fn row_height(row: &[PlacedFigure<'_>]) -> u16 {
    row.iter().map(|figure| figure.height).max().unwrap_or(0)
}

/// Figures in rows, as many in each as there is room for.
pub(crate) fn rows<'m>(figures: impl Iterator<Item = PlacedFigure<'m>>, width: u16) -> Vec<Vec<PlacedFigure<'m>>> {
    let mut rows: Vec<Vec<PlacedFigure<'m>>> = Vec::new();
    for placed in figures {
        let left = match rows.last_mut() {
            Some(row) => stand_beside(row, placed, width),
            None => Some(placed),
        };
        rows.extend(left.map(|placed| vec![placed]));
    }
    rows
}

/// The figure stands beside the last of the row if there is room; what its colours mean gives way for that. Gives it back if there is none.
fn stand_beside<'m>(
    row: &mut Vec<PlacedFigure<'m>>,
    mut next: PlacedFigure<'m>,
    width: u16,
) -> Option<PlacedFigure<'m>> {
    let Some(last) = row.last_mut() else { return Some(next) };
    let was_close = last.is_close();
    let wide = last.beside(&next, width);
    if wide.is_none() {
        last.set_close(true);
        next.set_close(true);
    }
    let Some(x) = wide.or_else(|| last.beside(&next, width)) else {
        last.set_close(was_close);
        next.set_close(false);
        return Some(next);
    };
    row.push(next.at(x));
    None
}
