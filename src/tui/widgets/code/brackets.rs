//! The bracket at the cursor and the one that belongs to it.

use super::Token;
use crate::tui::theme::Role;

const OPEN: &[u8] = b"([{";
const CLOSE: &[u8] = b")]}";

/// The places of the two brackets of which one is at the cursor, or just before it. None where it has no other, and in strings and
/// comments.
pub(super) fn pair(source: &str, tokens: &[Token], cursor: usize) -> Option<[usize; 2]> {
    let at = |place: usize| source.as_bytes().get(place).filter(|_| is_code(tokens, place)).copied();
    let is_bracket = |place: &usize| at(*place).is_some_and(|byte| OPEN.contains(&byte) || CLOSE.contains(&byte));
    let here = [Some(cursor), cursor.checked_sub(1)].into_iter().flatten().find(is_bracket)?;
    let opens = OPEN.contains(&at(here)?);
    let mut places: Box<dyn Iterator<Item = usize>> =
        if opens { Box::new(here..source.len()) } else { Box::new((0..=here).rev()) };
    let mut depth = 0_i32;
    let other = places.find(|place| {
        match at(*place) {
            Some(byte) if OPEN.contains(&byte) => depth += 1,
            Some(byte) if CLOSE.contains(&byte) => depth -= 1,
            _ => return false,
        }
        depth == 0
    })?;
    let kind = |place, set: &[u8]| set.iter().position(|byte| at(place) == Some(*byte));
    let (open, close) = if opens { (here, other) } else { (other, here) };
    (kind(open, OPEN)? == kind(close, CLOSE)?).then_some([open, close])
}

fn is_code(tokens: &[Token], place: usize) -> bool {
    let after = tokens.partition_point(|token| token.end <= place);
    let token = tokens.get(after).filter(|token| token.start <= place);
    token.is_none_or(|token| !matches!(token.role, Role::String | Role::Comment))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brackets_find_each_other_from_both_sides() {
        let source = "f(a[0], (b))";
        for (cursor, pair) in [
            (1, Some([1, 11])),
            (2, Some([1, 11])),
            (12, Some([1, 11])),
            (3, Some([3, 5])),
            (8, Some([8, 10])),
            (0, None),
        ] {
            assert_eq!(super::pair(source, &[], cursor), pair, "{cursor}");
        }
        assert_eq!(pair("f(a]", &[], 1), None);
        assert_eq!(pair("f(", &[], 1), None);
        let string = [Token { start: 2, end: 5, role: Role::String }];
        assert_eq!(pair("f(')')", &string, 1), Some([1, 5]));
        assert_eq!(pair("f(')')", &string, 3), None);
    }
}
