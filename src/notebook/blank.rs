//! Where an exercise leaves something to write: the dots that somebody fills in.

use std::ops::Range;

use crate::lang::{TokenKind, parse};

/// The first `...` of a text that stands for what is to be written: not one in a string or a comment, and not one that stands for the
/// axes of an index.
pub fn blank(source: &str) -> Option<Range<usize>> {
    let parsed = parse(source);
    let is_word = |kind: TokenKind| !matches!(kind, TokenKind::String | TokenKind::Comment);
    // Of each bracket that is open, whether it holds an index.
    let mut open: Vec<bool> = Vec::new();
    // The byte behind what can have an index.
    let mut indexed = None;
    for token in parsed.tokens {
        let (text, start) = (token.span.of(source), token.span.start);
        match text {
            "..." if is_word(token.kind) && open.last() != Some(&true) => {
                return Some(start as usize..token.span.end as usize);
            }
            "[" => open.push(indexed == Some(start)),
            "(" | "{" => open.push(false),
            ")" | "]" | "}" => _ = open.pop(),
            _ => {}
        }
        let has_index = matches!(token.kind, TokenKind::Name | TokenKind::Builtin) || matches!(text, ")" | "]");
        indexed = has_index.then_some(token.span.end);
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dots_are_to_be_filled_where_they_are_no_index() {
        let at = |source: &str| blank(source).map(|dots| dots.start);
        assert_eq!(at("x[..., 0] = ..."), Some(12));
        assert_eq!(at("longer.append((..., path + [i]))"), Some(15));
        assert_eq!(at("k, v = ..., v.repeat(2)"), Some(7));
        assert_eq!(at("pairs = [..., 1]"), Some(9));
        assert_eq!(at("x[f(..., 1)]"), Some(4));
        assert_eq!(at("# and so on ...\nsay = \"...\"\nx = ..."), Some(32));
        assert_eq!(at("def half(x):\n    return ..."), Some(24));
        for none in ["x[...]", "f(x)[0, ...]", "x[0][..., 1]", "y = 2", ""] {
            assert_eq!(at(none), None, "{none}");
        }
    }
}
