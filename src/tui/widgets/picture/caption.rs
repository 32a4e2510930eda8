//! Which part of a picture is shown, in words.

use std::ops::Range;

use crate::words::say;

/// `rows 3–9 of 40`, or `row 3 of 40`.
pub(super) fn rows(shown: &Range<usize>, all: usize) -> String {
    match shown.len() {
        1 => say!("row-of", first = shown.end, all),
        _ => rows_between(shown.start + 1, shown.end, all),
    }
}

/// `columns 3–9 of 40`, or `column 3 of 40`.
pub(super) fn columns(shown: &Range<usize>, all: usize) -> String {
    match shown.len() {
        1 => say!("column-of", first = shown.end, all),
        _ => columns_between(shown.start + 1, shown.end, all),
    }
}

/// `rows 3–9 of 40`.
pub(super) fn rows_between(first: usize, last: usize, all: usize) -> String {
    say!("rows-of", first, last, all)
}

/// `columns 3–9 of 40`.
pub(super) fn columns_between(first: usize, last: usize, all: usize) -> String {
    say!("columns-of", first, last, all)
}
