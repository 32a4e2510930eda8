//! Special tokens that stand in a text are kept whole, in capitals and exactly as they are written.

use crate::text::stage::Change;

/// The special token at the beginning, or the text up to the next one.
pub(super) fn next(rest: &str, names: &[&str]) -> (usize, Change) {
    let at = |rest: &str| names.iter().filter(|name| rest.starts_with(**name)).map(|name| name.len()).max();
    if let Some(length) = at(rest) {
        return (length, Change::Special);
    }
    let may_begin = |c: char| names.iter().any(|name| name.starts_with(c));
    let next = rest.match_indices(may_begin).map(|(place, _)| place).find(|&place| at(&rest[place..]).is_some());
    (next.unwrap_or(rest.len()), Change::Kept)
}
