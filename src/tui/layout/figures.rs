//! Figures side by side as far as the page is wide, and the diagram with the live step.

use super::context::PageContext;
use super::diagram::DrawnDiagram;
use super::figure::place;
use super::part::{Body, Part};
use super::rows::rows;
use crate::tui::model::exhibit::Figure;

/// The figures of `block` in rows.
pub(crate) fn parts<'m>(page: &PageContext<'m>, block: usize, is_drawn: impl Fn(&Figure) -> bool) -> Vec<Part<'m>> {
    let Some(exhibits) = page.reading.exhibits(block) else { return Vec::new() };
    let drawn = exhibits.figures.iter().enumerate().filter(|(_, figure)| is_drawn(figure));
    let rows = rows(drawn.map(|(number, figure)| place(page, block, number, figure)), page.width);
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
