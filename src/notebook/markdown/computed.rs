//! `{{ expression :.2f }}`: numbers in prose that are computed where they stand.
//!
//! Markdown would read the stars, brackets and bars of an expression as its own. So before it looks, every computed number is
//! covered by a word of the same length in bytes, which keeps all offsets true; afterwards the words are exchanged back.

use std::ops::Range;
use std::sync::Arc;

use crate::notebook::problem::FilePosition;

/// A computed number in prose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Computed {
    /// The Python expression.
    pub expression: Arc<str>,
    /// Python's format specification without the colon, such as `.2f`; empty if none is given.
    pub spec: Arc<str>,
    /// Its number among the computed numbers of its block, from 0, in reading order.
    pub index: usize,
    /// Where its expression stands in the lesson file.
    pub place: FilePosition,
}

impl Computed {
    /// The byte of [`Computed::program`] at which the expression begins.
    pub const EXPRESSION_AT: usize = 4;

    /// The one-line program whose result is the text to show: an f-string, so that the specification means what Python means.
    /// The brackets keep an expression that begins with a brace from reading as an escaped brace.
    pub fn program(&self) -> String {
        let colon = if self.spec.is_empty() { "" } else { ":" };
        format!("f\"{{({}){colon}{}}}\"", self.expression, self.spec)
    }
}

/// The covered text and where the computed numbers stand in it.
pub(super) struct MaskedSource<'a> {
    source: &'a str,
    pub(super) text: String,
    holes: Vec<Range<usize>>,
}

/// A piece of a text between covers, or the range of the computed number that is covered.
pub(super) enum MaskedPart<'t> {
    Text(&'t str),
    Number(Range<usize>),
}

const COVER: char = '\u{e000}';

impl<'a> MaskedSource<'a> {
    /// Covers every `{{ ... }}` that is closed on its line. Everything keeps its byte offset.
    pub(super) fn new(source: &'a str) -> Self {
        let (mut text, mut holes) = (String::with_capacity(source.len()), Vec::new());
        while let Some(hole) = next_hole(source, text.len()) {
            text.push_str(&source[text.len()..hole.start]);
            text.push_str(&cover(hole.len()));
            holes.push(hole);
        }
        text.push_str(&source[text.len()..]);
        MaskedSource { source, text, holes }
    }

    /// Cuts `text`, which stands at byte `at`, into plain pieces and computed numbers.
    pub(super) fn cut<'t>(&self, text: &'t str, at: usize) -> Vec<MaskedPart<'t>> {
        let (mut cuts, mut done) = (Vec::new(), 0);
        for hole in self.inside(&(at..at + text.len())) {
            if done < hole.start - at {
                cuts.push(MaskedPart::Text(&text[done..hole.start - at]));
            }
            cuts.push(MaskedPart::Number(hole.clone()));
            done = hole.end - at;
        }
        if done < text.len() {
            cuts.push(MaskedPart::Text(&text[done..]));
        }
        cuts
    }

    /// The holes within a range. They stand in order, so that a page of very many numbers is not gone through for each of its texts.
    fn inside(&self, range: &Range<usize>) -> &[Range<usize>] {
        let first = self.holes.partition_point(|hole| hole.start < range.start);
        let count = self.holes[first..].partition_point(|hole| hole.end <= range.end);
        &self.holes[first..first + count]
    }

    /// The byte at which the number's expression starts, the expression, and its format specification.
    pub(super) fn number(&self, hole: &Range<usize>) -> (usize, &'a str, &'a str) {
        let inner = &self.source[hole.start + 2..hole.end - 2];
        let (expression, spec) = split_spec(inner);
        let lead = expression.len() - expression.trim_start().len();
        (hole.start + 2 + lead, expression.trim(), spec.trim())
    }

    /// What `text`, which came from `range`, said before it was covered: in code and in mathematics, braces are braces.
    pub(super) fn uncovered(&self, text: &str, range: &Range<usize>) -> String {
        self.inside(range)
            .iter()
            .fold(text.to_owned(), |text, hole| text.replacen(&cover(hole.len()), &self.source[hole.clone()], 1))
    }
}

/// A word of `length` bytes, 4 at least, that means nothing to Markdown.
fn cover(length: usize) -> String {
    let mut cover = COVER.to_string();
    cover.extend(std::iter::repeat_n('x', length - COVER.len_utf8()));
    cover
}

/// The longest computed number in bytes, its braces included. Each `{{` is looked at up to here for its end, and no further.
const MAX_LENGTH: usize = 1000;

/// The next `{{ ... }}` at or after `from` that opens and closes on one line.
pub(crate) fn next_hole(source: &str, from: usize) -> Option<Range<usize>> {
    let mut from = from;
    loop {
        let start = from + source[from..].find("{{")?;
        let mut end = source.len().min(start + MAX_LENGTH);
        while !source.is_char_boundary(end) {
            end -= 1;
        }
        let line = source[start + 2..end].split('\n').next().unwrap_or("");
        match closing(line) {
            Some(length) => return Some(start..start + 2 + length + 2),
            None => from = start + 2,
        }
    }
}

/// Where the `}}` stands that closes what went before, past braces of the expression's own, as in `{{ {"a": {1: 2}} }}`.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    for (at, c) in text.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth > 0 => depth -= 1,
            '}' if text[at..].starts_with("}}") => return Some(at),
            _ => {}
        }
    }
    None
}

/// Splits at the last colon that stands outside brackets and quotes: `weights[2, 1:] :.2f` has one.
fn split_spec(inner: &str) -> (&str, &str) {
    let (mut depth, mut quote, mut colon) = (0_usize, None, None);
    for (at, c) in inner.char_indices() {
        if let Some(open) = quote {
            quote = (c != open).then_some(open);
            continue;
        }
        match c {
            '"' | '\'' => quote = Some(c),
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            ':' if depth == 0 => colon = Some(at),
            _ => {}
        }
    }
    colon.map_or((inner, ""), |at| (&inner[..at], &inner[at + 1..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(source: &str) -> Vec<(usize, String, String)> {
        let covered = MaskedSource::new(source);
        assert_eq!(covered.text.len(), source.len());
        let cuts = covered.cut(&covered.text, 0);
        cuts.iter()
            .filter_map(|cut| match cut {
                MaskedPart::Text(_) => None,
                MaskedPart::Number(hole) => {
                    let (at, expression, spec) = covered.number(hole);
                    Some((at, expression.to_owned(), spec.to_owned()))
                }
            })
            .collect()
    }

    #[test]
    fn an_expression_may_hold_anything_python_holds() {
        let found = numbers("a {{ w[2, 1:] * b :.2f }}x {{ d[\":\"] }} {{ {1: {2: 3}} }}");
        let expressions: Vec<_> =
            found.iter().map(|(_, expression, spec)| (expression.as_str(), spec.as_str())).collect();
        assert_eq!(expressions, [("w[2, 1:] * b", ".2f"), ("d[\":\"]", ""), ("{1: {2: 3}}", "")]);
        assert_eq!(found[0].0, 5);
    }

    #[test]
    fn what_is_not_closed_on_its_line_is_left_alone() {
        assert!(numbers("{{ a\n}} {{").is_empty());
        assert_eq!(numbers("{{ a\n{{ b }}").len(), 1);
    }

    #[test]
    fn code_gets_its_braces_back() {
        let source = "`{{ a }}` and `{{ b }}`";
        let covered = MaskedSource::new(source);
        assert_eq!(covered.uncovered(&covered.text[1..8], &(0..9)), "{{ a }}");
        assert_eq!(covered.uncovered(&covered.text, &(0..source.len())), source);
    }

    #[test]
    fn the_program_is_an_f_string() {
        let number =
            Computed { expression: "w[0]".into(), spec: ".2f".into(), index: 0, place: FilePosition::default() };
        assert_eq!(number.program(), "f\"{(w[0]):.2f}\"");
        assert_eq!(&number.program()[Computed::EXPRESSION_AT..][..4], "w[0]");
    }
}
