//! The pattern by which GPT-2 cuts a text into words:
//!
//! ```text
//! 's|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+
//! ```
//!
//! The parts are tried from left to right: an English ending, then letters, digits or other signs, each with a space before them,
//! then white space, of which the last character is left to the word that follows.

use crate::text::category::{is_letter, is_number};

const ENDINGS: [&str; 7] = ["'s", "'t", "'re", "'ve", "'m", "'ll", "'d"];

/// What the pattern tells apart.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Letter,
    Number,
    Space,
    Other,
}

impl Kind {
    fn of(c: char) -> Self {
        match c {
            c if c.is_whitespace() => Self::Space,
            c if is_letter(c) => Self::Letter,
            c if is_number(c) => Self::Number,
            _ => Self::Other,
        }
    }
}

/// The words of a text. Together they are the text.
///
/// ```
/// use glassformer::text::byte_level::pattern::words;
///
/// let cut: Vec<_> = words("It's 2  dogs, isn't\n it?").collect();
/// assert_eq!(cut, ["It", "'s", " 2", " ", " dogs", ",", " isn", "'t", "\n", " it", "?"]);
/// ```
pub fn words(text: &str) -> impl Iterator<Item = &str> {
    pieces(text, first)
}

/// A text cut into pieces, where a function says how many bytes the first piece of a rest has.
pub(super) fn pieces(text: &str, first: impl Fn(&str) -> usize) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let (word, after) = rest.split_at(first(rest));
        rest = after;
        (!word.is_empty()).then_some(word)
    })
}

/// How many bytes the first word of a text has.
pub(super) fn first(text: &str) -> usize {
    if let Some(ending) = ENDINGS.iter().find(|ending| text.starts_with(**ending)) {
        return ending.len();
    }
    let space = usize::from(text.starts_with(' '));
    let kind = text[space..].chars().next().map(Kind::of);
    match kind {
        Some(kind) if kind != Kind::Space => space + run(&text[space..], kind),
        _ => blank(text),
    }
}

/// How many bytes of white space at the beginning belong together: all, or all but the last character if a word follows.
fn blank(text: &str) -> usize {
    let all = run(text, Kind::Space);
    let last = text[..all].chars().next_back().map_or(0, char::len_utf8);
    if all == text.len() || all == last { all } else { all - last }
}

/// How many bytes at the beginning are of that kind.
fn run(text: &str, kind: Kind) -> usize {
    text.find(|c| Kind::of(c) != kind).unwrap_or(text.len())
}
