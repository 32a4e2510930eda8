//! Figures side by side as far as the page is wide, and the diagram with the live step.

use super::context::PageContext;
use super::diagram::DrawnDiagram;
use super::figure::{PlacedFigure, place};
use super::part::{Body, Part};
use crate::tui::model::exhibit::Figure;

/// The figures of `block` in rows.
pub(crate) fn parts<'m>(page: &PageContext<'m>, block: usize, is_drawn: impl Fn(&Figure) -> bool) -> Vec<Part<'m>> {
    let Some(exhibits) = page.reading.exhibits(block) else { return Vec::new() };
    let mut rows: Vec<Vec<PlacedFigure<'m>>> = Vec::new();
    for (number, figure) in exhibits.figures.iter().enumerate().filter(|(_, figure)| is_drawn(figure)) {
        let placed = place(page, block, number, figure);
        let left = match rows.last_mut() {
            Some(row) => stand_beside(row, placed, page.width),
            None => Some(placed),
        };
        rows.extend(left.map(|placed| vec![placed]));
    }
    let mut parts: Vec<Part<'m>> = Vec::new();
    for row in rows {
        // Rows of single numbers stand close, matrices need air.
        if !parts.is_empty() && row.iter().any(|placed| placed.height > 1) {
            parts.push(Part::gap());
        }
        let sought = row.iter().find(|placed| placed.is_sought(page.reading, block));
        let cursor = sought.map(|placed| 0..placed.height);
        parts.push(Part { cursor, ..Part::of(Body::Figures(row)) });
    }
    parts
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

/// The diagram of a block, if it has one, and the live step.
pub(crate) fn diagram<'m>(page: &PageContext<'m>, block: usize) -> Vec<Part<'m>> {
    let Some((drawn, below)) = DrawnDiagram::of(page, block) else { return Vec::new() };
    let cursor = drawn.is_stepped().then(|| 0..drawn.height());
    let mut parts = vec![Part { cursor, ..Part::of(Body::Diagram(Box::new(drawn))) }];
    if let Some(figure) = below {
        let cursor = Some(0..figure.height);
        parts.extend([Part::gap(), Part { cursor, ..Part::of(Body::Figures(vec![figure])) }]);
    }
    parts
}
