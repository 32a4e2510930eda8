//! The stages from a text to the words that are looked up.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::{canonical_combining_class, decompose_canonical};

use crate::text::category::{is_control, is_ideograph, is_mark, is_punctuation};
use crate::text::stage::{Change, Stage};
use crate::text::words;

/// Drops control characters and U+FFFD, which stands for what could not be read; all white space becomes a space.
pub(super) fn clean(before: &Stage, input: &str) -> Stage {
    before.rewrite("clean", input, |rest, new| {
        each(rest, |c| match c {
            ' ' => Change::Kept,
            '\u{FFFD}' => Change::Dropped,
            c if is_control(c) => Change::Dropped,
            c if c.is_whitespace() => {
                new.push(' ');
                Change::Blanked
            }
            _ => Change::Kept,
        })
    })
}

/// Puts a space on each side of an ideograph: each is a word.
pub(super) fn set_apart(before: &Stage, input: &str) -> Stage {
    before.rewrite("ideographs", input, |rest, new| {
        each(rest, |c| {
            if !is_ideograph(c) {
                return Change::Kept;
            }
            new.extend([' ', c, ' ']);
            Change::SetApart
        })
    })
}

/// Takes characters apart into letters and marks (Unicode's form NFD) and drops the marks of category Mn.
pub(super) fn strip_accents(before: &Stage, input: &str) -> Stage {
    before.rewrite("accents", input, |rest, new| {
        let unit = &rest[..combined(rest)];
        if unit.len() == 1 {
            return (1, Change::Kept); // ASCII has no marks
        }
        new.extend(unit.nfd().filter(|&c| !is_mark(c)));
        if new == unit {
            new.clear();
            return (unit.len(), Change::Kept);
        }
        (unit.len(), Change::Stripped)
    })
}

/// Lowers each character by itself.
pub(super) fn lower(before: &Stage, input: &str) -> Stage {
    before.rewrite("lower case", input, |rest, new| {
        each(rest, |c| {
            if c.is_ascii_lowercase() || c.to_lowercase().eq([c]) {
                return Change::Kept;
            }
            new.extend(c.to_lowercase());
            Change::Lowered
        })
    })
}

/// Cuts at white space.
pub(super) fn words(before: &Stage, input: &str) -> Stage {
    before.cut("words", input, words::word)
}

/// Cuts around each punctuation character.
pub(super) fn punctuation(words: &Stage, source: &Stage, input: &str) -> Stage {
    words.cut_again("punctuation", source, input, |rest| {
        let first = rest.chars().next().unwrap_or_default();
        let length =
            if is_punctuation(first) { first.len_utf8() } else { rest.find(is_punctuation).unwrap_or(rest.len()) };
        (length, Change::Kept)
    })
}

/// One character at a time.
fn each(rest: &str, rule: impl FnOnce(char) -> Change) -> (usize, Change) {
    let c = rest.chars().next().unwrap_or_default();
    (c.len_utf8(), rule(c))
}

/// How many bytes at the beginning belong to one character and the marks that combine with it. NFD puts the marks of a character
/// in order, so these cannot be looked at one by one; across such a border nothing moves.
fn combined(rest: &str) -> usize {
    rest.char_indices().skip(1).find(|&(_, c)| begins(c)).map_or(rest.len(), |(at, _)| at)
}

/// Whether what this character is taken apart into does not begin with a mark that could move.
fn begins(c: char) -> bool {
    let mut first = None;
    if !c.is_ascii() {
        decompose_canonical(c, |part| first = first.or(Some(part)));
    }
    canonical_combining_class(first.unwrap_or(c)) == 0
}
