//! The ways to draw a tensor: a file each below this one, and a row of [`VIEWS`].

use std::ops::Range;

use ratatui::text::Span;

use super::blocks::greater;
use super::{Axis, Blocks, Canvas, Distribution, Kind, Picture, legend, numbers, places, tiles, turned};
use crate::notebook::lesson::ViewKind;
use crate::words::MessageId;
pub(super) use heatmap::by_room;

mod arcs;
mod bars;
mod curves;
mod fine;
mod heatmap;
mod histogram;
mod pixels;
mod squares;
mod tokens;

/// Every view, in the order in which a key goes through them: of an attention first who attends to whom, then how much.
pub static VIEWS: &[View] = &[
    arcs::ARCS,
    heatmap::NUMBERS,
    heatmap::TILES,
    pixels::PIXELS,
    bars::BARS,
    curves::CURVE,
    tokens::TOKENS,
    histogram::HISTOGRAM,
];

/// Fits a picture into so many columns and lines.
type Fit = for<'p> fn(&'p Picture<'p>, u16, u16) -> Box<dyn Body + 'p>;

/// A way to draw a tensor.
#[derive(Debug)]
pub struct View {
    /// What a lesson calls it.
    pub kind: ViewKind,
    /// What the title of a picture calls it.
    pub title: MessageId,
    /// Whether it can draw a tensor of these axes at all, if a lesson asks for it.
    pub can_draw: fn(&[Axis<'_>]) -> bool,
    /// Whether it says something that a reader would want to see of a tensor that it can draw.
    suits: fn(&[Axis<'_>], Kind) -> bool,
    /// Whether the keys of the arrows are turned against rows and columns: rows are drawn across.
    pub is_turned: fn(&[Axis<'_>]) -> bool,
    /// What it draws between title and caption.
    pub(super) fit: Fit,
}

impl View {
    /// A view of everything that has elements.
    const fn new(kind: ViewKind, title: MessageId, fit: Fit) -> Self {
        Self { kind, title, can_draw: has_elements, suits: |_, _| true, is_turned: |_| false, fit }
    }

    /// The view that a lesson calls so; none for what draws no tensor, or leaves the choice to the room.
    pub fn of(kind: ViewKind) -> Option<&'static Self> {
        VIEWS.iter().find(|view| view.kind == kind)
    }

    /// Whether it says something that a reader would want to see of such a tensor.
    pub fn suits(&self, axes: &[Axis<'_>], kind: Kind) -> bool {
        (self.can_draw)(axes) && (self.suits)(axes, kind)
    }
}

/// What a view draws between the title and the caption, fitted into a width and a height.
pub(super) trait Body {
    /// The columns and lines that it takes.
    fn size(&self) -> (u16, u16);

    /// What the title says of it in place of the name of the view: which row, how many elements a pixel stands for.
    fn words(&self) -> Option<String> {
        None
    }

    /// Draws into the upper left corner of `canvas`.
    fn draw(&self, canvas: &mut Canvas<'_>);

    /// The element drawn at column `x` of line `y`.
    fn element_at(&self, x: u16, y: u16) -> Option<(usize, usize)>;

    /// The rows and columns that can be seen.
    fn shown(&self) -> (Range<usize>, Range<usize>);

    /// What colours, lengths and marks mean; nothing if numbers say it all.
    fn legend(&self) -> Vec<Span<'static>>;

    /// Whether there is a line below.
    fn has_caption(&self) -> bool {
        true
    }

    /// Whether the colours behind numbers could be explained in the title.
    fn is_coloured_numbers(&self) -> bool {
        false
    }
}

fn has_elements(axes: &[Axis<'_>]) -> bool {
    !axes.is_empty() && axes.iter().all(|axis| axis.len > 0)
}

fn count(axes: &[Axis<'_>]) -> usize {
    axes.iter().map(|axis| axis.len).product()
}

fn is_named(axis: Option<&Axis<'_>>) -> bool {
    axis.is_some_and(|axis| !axis.labels.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_drawing_of_a_tensor_has_its_row() {
        for (name, kind) in ViewKind::NAMES {
            let draws_none = [ViewKind::Heatmap, ViewKind::Tree, ViewKind::Diagram, ViewKind::Hidden].contains(&kind);
            assert_eq!(View::of(kind).is_none(), draws_none, "`{name}` is no row of VIEWS");
        }
    }
}
