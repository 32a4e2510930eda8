//! What half blocks and real pixels have in common.

use std::ops::Range;

use super::{Picture, greater, places};

/// The element under the cursor.
pub(super) const CURSOR: &str = "┼";

/// The columns of the numbers of the rows, or of names of this width, with the space behind them.
pub(super) fn label_width(picture: &Picture<'_>, width: u16, names: u16) -> u16 {
    let Some(rows) = picture.rows() else { return 0 };
    let digits = rows.len.saturating_sub(1).to_string().len() as u16;
    names.min(width / 3).max(digits) + 1
}

/// The element that stands for all of these rows and columns.
pub(super) fn greatest(picture: &Picture<'_>, rows: Range<usize>, columns: Range<usize>) -> Option<(usize, usize)> {
    let value = |(row, column): (usize, usize)| picture.source.seen(row, column);
    places(rows, columns).reduce(|best, place| {
        let is_better = greater(value(best), value(place)).to_bits() != value(best).to_bits();
        if is_better { place } else { best }
    })
}
