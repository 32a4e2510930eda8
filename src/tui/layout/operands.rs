//! What the value of the live step was computed from, beside the page.

use super::context::PageContext;
use super::figure::{NOWHERE, PlacedFigure, place_in};
use super::rows::{row_height, rows};
use crate::notebook::lesson::ViewKind;
use crate::tui::model::exhibit::Figure;

/// The columns from which on the value of a step stands with its operands.
const WITH_VALUE: u16 = 60;
/// The lines that an operand keeps beside a larger one.
const LEAST_OPERAND: u16 = 6;

/// What the live step was computed from, in rows: side by side while there is room.
pub fn operands<'m>(page: &PageContext<'m>, block: usize, (width, height): (u16, u16)) -> Vec<Vec<PlacedFigure<'m>>> {
    let Some(exhibits) = page.reading.exhibits(block) else { return Vec::new() };
    let operands: Vec<&Figure> = exhibits.operands.iter().collect();
    // Where there is room for it the value that they make stands with them; beside the drawing it may be cut.
    let value = exhibits.figures.iter().find(|figure| figure.live).filter(|_| width >= WITH_VALUE);
    let all: Vec<&Figure> = operands.iter().copied().chain(value).collect();
    let room = OperandRoom { page, block, width };
    [&all, &operands]
        .into_iter()
        .map(|figures| room.in_rows(figures, height))
        .find(|placed| lines(placed) <= height)
        .unwrap_or_else(|| room.shared(&operands, height))
}

/// The lines that rows take, with air between them.
fn lines(rows: &[Vec<PlacedFigure<'_>>]) -> u16 {
    rows.iter().map(|row| row_height(row) + 1).sum::<u16>().saturating_sub(1)
}

/// Where operands are placed.
struct OperandRoom<'p, 'm> {
    page: &'p PageContext<'m>,
    block: usize,
    width: u16,
}

impl<'m> OperandRoom<'_, 'm> {
    /// Each in so many lines.
    fn in_rows(&self, figures: &[&'m Figure], height: u16) -> Vec<Vec<PlacedFigure<'m>>> {
        rows(figures.iter().copied().map(|figure| self.place(figure, height)), self.width)
    }

    /// All of them in so many lines: the first take what they need as long as the others keep the least.
    fn shared(&self, figures: &[&'m Figure], height: u16) -> Vec<Vec<PlacedFigure<'m>>> {
        let mut left = height;
        let mut placed = self.in_rows(figures, height);
        let least: Vec<u16> = placed.iter().map(|row| row_height(row).min(LEAST_OPERAND) + 1).collect();
        let mut done = 0;
        for (number, row) in placed.iter_mut().enumerate() {
            let behind: u16 = least.iter().skip(number + 1).sum();
            let own = figures.get(done..done + row.len()).unwrap_or_default();
            done += row.len();
            let fitting = self.in_rows(own, left.saturating_sub(behind));
            if let Some(fitting) = fitting.into_iter().next() {
                *row = fitting;
            }
            left = left.saturating_sub(row_height(row) + 1);
        }
        placed
    }

    /// The whole of it as colours says more than a corner of its numbers.
    fn place(&self, figure: &'m Figure, height: u16) -> PlacedFigure<'m> {
        let drawn = |view| place_in(self.page, (self.block, NOWHERE, figure), (self.width, height), view, figure.live);
        let usual = drawn(None);
        let can_shrink = usual.is_cut() && figure.views().contains(&ViewKind::Pixels);
        if can_shrink { drawn(Some(ViewKind::Pixels)) } else { usual }
    }
}
