//! What can be reached along links: the cells that depend on a cell, the lessons that a lesson needs.

use std::collections::BTreeSet;

/// Everything that can be reached from `start`, without it; `next` has the places that a link leads to.
pub(super) fn reached(start: usize, next: impl Fn(usize) -> Vec<usize>) -> BTreeSet<usize> {
    let mut found = BTreeSet::new();
    let mut open = next(start);
    while let Some(place) = open.pop() {
        if place != start && found.insert(place) {
            open.extend(next(place));
        }
    }
    found
}
