//! The ways to draw a tensor, and which of them make sense for which.

use super::{Axis, Kind};
use crate::words::word;

/// From so many elements on a histogram says more than the elements themselves.
const MANY: usize = 8;
/// The fewest points that make a line.
const LINE: usize = 3;
/// The most tokens on one side of arcs that a reader can follow.
const FOLLOWED: usize = 64;

/// How elements are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum View {
    /// Numbers on colour.
    Numbers,
    /// Squares of colour with a sign.
    Tiles,
    /// Half a square for each element, or for each block of them.
    Pixels,
    /// A bar for each element of a vector, or of one row.
    Bars,
    /// A line for a vector, or for each column over the rows.
    Curve,
    /// The names of the columns, shaded by the elements.
    Tokens,
    /// Lines from the names of the rows to those of the columns.
    Arcs,
    /// How often which values occur.
    Histogram,
}

impl View {
    /// Every view, in the order in which a key goes through them.
    pub const ALL: [Self; 8] =
        [Self::Numbers, Self::Tiles, Self::Pixels, Self::Bars, Self::Curve, Self::Tokens, Self::Arcs, Self::Histogram];

    /// What the title of a picture calls it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Numbers => word!("view-numbers"),
            Self::Tiles => word!("view-tiles"),
            Self::Pixels => word!("view-pixels"),
            Self::Bars => word!("view-bars"),
            Self::Curve => word!("view-curve"),
            Self::Tokens => word!("view-tokens"),
            Self::Arcs => word!("view-arcs"),
            Self::Histogram => word!("view-histogram"),
        }
    }

    /// Whether it can draw a tensor of these axes at all, if a lesson asks for it.
    pub fn can_draw(self, axes: &[Axis<'_>]) -> bool {
        let is_empty = axes.iter().any(|axis| axis.len == 0);
        match self {
            Self::Numbers => true,
            _ if axes.is_empty() || is_empty => false,
            Self::Arcs => axes.len() == 2,
            _ => true,
        }
    }

    /// Whether it says something that a reader would want to see of such a tensor.
    pub fn suits(self, axes: &[Axis<'_>], kind: Kind) -> bool {
        if !self.can_draw(axes) {
            return false;
        }
        let count: usize = axes.iter().map(|axis| axis.len).product();
        let is_truth = kind == Kind::Truth;
        let (first, last) = (axes.first(), axes.last());
        let named = |axis: Option<&Axis<'_>>| axis.is_some_and(|axis| !axis.labels.is_empty());
        match self {
            Self::Numbers => true,
            Self::Tiles => count > 1,
            Self::Pixels => axes.len() == 2 && count > 1,
            Self::Bars => !is_truth && count > 1,
            // Words in a row are no distance on a line.
            Self::Curve => !is_truth && first.is_some_and(|axis| axis.len >= LINE) && !named(first),
            Self::Tokens => named(last),
            Self::Arcs => {
                let relates = named(first) && named(last);
                relates && kind != Kind::Signed && axes.iter().all(|axis| axis.len <= FOLLOWED)
            }
            Self::Histogram => !is_truth && count >= MANY,
        }
    }

    /// Whether the keys of the arrows are turned against rows and columns: rows are drawn across.
    pub fn is_turned(self, axes: &[Axis<'_>]) -> bool {
        match self {
            Self::Bars => super::bars::are_listed(axes),
            Self::Curve => axes.len() == 2,
            _ => false,
        }
    }
}
