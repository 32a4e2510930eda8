//! What went wrong, where, and what to do about it.
//!
//! A [`Diagnostic`] is data: a screen underlines its spans in the editor, the command line prints [`Diagnostic::render`].
//! Columns are counted in characters, as editors do; carets are placed by the width that a terminal gives each character.

use std::fmt::Write as _;
use std::ops::{Deref, DerefMut};

use unicode_width::UnicodeWidthChar;

use super::syntax::Span;
use crate::tensor::Error;

/// One error. It is as small as a pointer, because every value that is computed might have been one.
#[derive(Clone, Debug, PartialEq)]
pub struct Diagnostic(Box<Details>);

/// The place of an error, its sentence, the parts of the source that it speaks of, and a way out.
#[derive(Clone, Debug, PartialEq)]
pub struct Details {
    /// What to underline.
    pub span: Span,
    /// One sentence, without a full stop, beginning in lower case.
    pub message: String,
    /// Other places that the message speaks of, each with what is to be said about it.
    pub labels: Vec<(Span, String)>,
    /// What to write instead, or what to try.
    pub help: Option<String>,
    /// What kind of assertion does not hold, if that is the error.
    pub assertion: Option<Assertion>,
    /// What it is to `except`; `None` for what no program can catch: a limit, or something that is not there yet.
    pub exception: Option<Exception>,
}

/// An error as Python's programs see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Exception {
    /// What `raise` has raised. The evaluator holds the object.
    Raised,
    /// One of Python's own or PyTorch's.
    Python {
        /// The name of its class.
        class: &'static str,
        /// What it says there; of a `KeyError`, the key as it would be written.
        words: String,
    },
}

/// An `assert` that does not hold. Its span is what was asserted, and its labels are what the sides of a comparison are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Assertion {
    /// The message is that of its author.
    Worded,
    /// Its author gave none: the message quotes what was asserted.
    Bare,
}

/// The longest message, in characters: it may quote a value, and a value may be a tensor of thousands of numbers.
const MAX_CHARACTERS: usize = 400;

/// The most columns of a line that are shown, and how many characters of them before the place in question.
const MAX_COLUMNS: usize = 200;
const LEAD: usize = 60;

/// A place in a text as people count: both from 1, columns in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// The line.
    pub line: usize,
    /// The character within the line.
    pub column: usize,
}

impl std::fmt::Display for Position {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// The line and column of byte `offset` of `source`. An offset inside a character counts as its first byte, one past the
/// end as the end.
pub fn position(source: &str, offset: u32) -> Position {
    let before = before(source, offset);
    let line_start = before.rfind('\n').map_or(0, |at| at + 1);
    Position { line: before.matches('\n').count() + 1, column: before[line_start..].chars().count() + 1 }
}

/// Where the lines of a text begin: for many questions about the same text.
pub(super) struct Lines(Vec<u32>);

impl Lines {
    pub(super) fn new(source: &str) -> Self {
        Self(std::iter::once(0).chain(source.match_indices('\n').map(|(at, _)| at as u32 + 1)).collect())
    }

    /// The line of a byte, from 1, as [`position`] counts.
    pub(super) fn of(&self, offset: u32) -> usize {
        self.0.partition_point(|start| *start <= offset)
    }
}

/// The text before byte `offset`, cut where a character begins.
fn before(source: &str, offset: u32) -> &str {
    let mut end = (offset as usize).min(source.len());
    while !source.is_char_boundary(end) {
        end -= 1;
    }
    &source[..end]
}

impl Deref for Diagnostic {
    type Target = Details;

    fn deref(&self) -> &Details {
        &self.0
    }
}

impl DerefMut for Diagnostic {
    fn deref_mut(&mut self) -> &mut Details {
        &mut self.0
    }
}

impl Diagnostic {
    /// An error at `span`, with nothing further to say about it yet.
    pub fn new(span: Span, message: impl Into<String>) -> Self {
        let message = one_line(message.into());
        Self(Box::new(Details { span, message, labels: Vec::new(), help: None, assertion: None, exception: None }))
    }

    /// The error of an operation of tensors, in its words.
    pub(super) fn of_tensor(span: Span, error: &Error) -> Self {
        let told = Self::new(span, error.to_string());
        match error.exception() {
            Some((class, words)) => told.raising_as(class, words),
            None => told,
        }
    }

    /// The same, with a way out.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// The same, as an exception that `except` can catch. The message is what Python or PyTorch says, word for word.
    #[must_use]
    pub fn raising(self, class: &'static str) -> Self {
        let words = self.message.clone();
        self.raising_as(class, words)
    }

    /// The same where the message says something else than Python or PyTorch.
    #[must_use]
    pub fn raising_as(mut self, class: &'static str, words: impl Into<String>) -> Self {
        self.exception = Some(Exception::Python { class, words: words.into() });
        self
    }

    /// The same, said of another place.
    #[must_use]
    pub fn at(mut self, span: Span) -> Self {
        self.span = span;
        self
    }

    /// The same, with a word about another place.
    #[must_use]
    pub fn label(mut self, span: Span, text: impl Into<String>) -> Self {
        self.labels.push((span, text.into()));
        self
    }

    /// Line and column of its first character.
    pub fn position(&self, source: &str) -> Position {
        position(source, self.span.start)
    }

    /// The whole error as plain text: the sentence, each line of `source` that it speaks of with its marks, and the help.
    ///
    /// ```text
    /// 1:10 cannot multiply: Q is [4, 8] and K is [4, 8]
    ///   1 │ scores = Q @ K
    ///     │          ^^^^^
    ///     │          ~ [4, 8]
    ///     │              ~ [4, 8]
    ///   help: did you mean Q @ K.T?
    /// ```
    pub fn render(&self, source: &str) -> String {
        let mut out = format!("{} {}\n", self.position(source), self.message);
        let gutter = self.last_line(source).to_string().len();
        let mut shown: Option<(usize, Excerpt<'_>)> = None;
        for (mark, span, text) in self.marks() {
            let line = position(source, span.start).line;
            let excerpt = match shown.take() {
                Some((of, excerpt)) if of == line => excerpt,
                _ => {
                    // Of a line that has the error itself, what is around that.
                    let is_of_error = position(source, self.span.start).line == line;
                    let excerpt = Excerpt::around(source, if is_of_error { self.span.start } else { span.start });
                    let _ = writeln!(out, "  {line:>gutter$} │ {}", excerpt.printed());
                    excerpt
                }
            };
            let (indent, width) = excerpt.extent(span);
            let marks = mark.repeat(width);
            let row = format!("  {:gutter$} │ {:indent$}{marks} {text}", "", "");
            let _ = writeln!(out, "{}", row.trim_end());
            shown = Some((line, excerpt));
        }
        if let Some(help) = &self.help {
            let _ = writeln!(out, "  help: {help}");
        }
        out
    }

    /// Everything to mark, in the order of the source: the error itself with `^`, what it speaks of with `~`.
    fn marks(&self) -> Vec<(&'static str, Span, &str)> {
        let mut marks = vec![("^", self.span, "")];
        marks.extend(self.labels.iter().map(|(span, text)| ("~", *span, text.as_str())));
        marks.sort_by_key(|(mark, span, _)| (span.start, *mark == "~"));
        marks
    }

    /// The number of the last line that is shown: it decides how wide the gutter is.
    fn last_line(&self, source: &str) -> usize {
        self.marks().iter().map(|(_, span, _)| position(source, span.start).line).max().unwrap_or(1)
    }
}

/// A message on one line, with its end left out if it is too long.
fn one_line(message: String) -> String {
    let mut message = message;
    if message.contains(['\n', '\r']) {
        message = message.lines().map(str::trim).collect::<Vec<_>>().join(" ").replace('\r', " ");
    }
    if let Some((end, _)) = message.char_indices().nth(MAX_CHARACTERS) {
        message.truncate(end);
        message.push('…');
    }
    message
}

/// The line that byte `offset` stands in, without its end, and the byte at which it begins.
fn line_at(source: &str, offset: u32) -> (usize, &str) {
    let before = before(source, offset);
    let start = before.rfind('\n').map_or(0, |at| at + 1);
    let line = source[start..].split('\n').next().unwrap_or("");
    (start, line.strip_suffix('\r').unwrap_or(line))
}

/// What is shown of a line: all of it, or of a very long one what stands around a place.
struct Excerpt<'a> {
    /// Where it begins in the source, in bytes.
    start: usize,
    text: &'a str,
    is_cut_before: bool,
    is_cut_after: bool,
}

impl<'a> Excerpt<'a> {
    fn around(source: &'a str, offset: u32) -> Self {
        let (start, line) = line_at(source, offset);
        if columns(line) <= MAX_COLUMNS {
            return Self { start, text: line, is_cut_before: false, is_cut_after: false };
        }
        let place = before(line, (offset as usize).saturating_sub(start) as u32).len();
        let lead = line[..place].char_indices().rev().take(LEAD).last().map_or(place, |(at, _)| at);
        let rest = &line[lead..];
        let end = rest.char_indices().nth(MAX_COLUMNS).map_or(rest.len(), |(at, _)| at);
        Self { start: start + lead, text: &rest[..end], is_cut_before: lead > 0, is_cut_after: end < rest.len() }
    }

    fn printed(&self) -> String {
        let cut = |is_cut: bool| if is_cut { "…" } else { "" };
        format!("{}{}{}", cut(self.is_cut_before), printable(self.text), cut(self.is_cut_after))
    }

    /// How many terminal columns stand before `span`, and how many it covers (at least one).
    fn extent(&self, span: Span) -> (usize, usize) {
        let columns_to = |at: u32| columns(before(self.text, (at as usize).saturating_sub(self.start) as u32));
        let (from, to) = (columns_to(span.start), columns_to(span.end));
        (from + usize::from(self.is_cut_before), to.saturating_sub(from).max(1))
    }
}

/// How many terminal columns `text` takes when it is printed as [`printable`] prints it.
fn columns(text: &str) -> usize {
    text.chars().map(|c| if c.is_control() { 1 } else { c.width().unwrap_or(1) }).sum()
}

/// The text with every control character (tabs too) as one space, so that it takes the columns it is counted for.
fn printable(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_count_characters_from_one() {
        let source = "a = 1\nß漢 = é\n";
        assert_eq!(position(source, 0).to_string(), "1:1");
        assert_eq!(position(source, 5).to_string(), "1:6");
        assert_eq!(position(source, 6).to_string(), "2:1");
        assert_eq!(position(source, 8).to_string(), "2:2");
        assert_eq!(position(source, 9).to_string(), "2:2", "inside a character counts as its first byte");
        assert_eq!(position(source, 11).to_string(), "2:3");
        assert_eq!(position(source, 999).to_string(), "3:1");
        let lines = Lines::new(source);
        assert!((0..=source.len() as u32).all(|offset| lines.of(offset) == position(source, offset).line));
    }

    #[test]
    fn carets_stand_under_wide_characters() {
        let source = "x = \"漢字\" + y\r\n";
        let y = source.find('y').map_or(0, |at| at as u32);
        let shown = Diagnostic::new(Span::new(y, y + 1), "no y").render(source);
        assert_eq!(shown, "1:12 no y\n  1 │ x = \"漢字\" + y\n    │              ^\n");
    }

    /// A width of more than 65,535 columns is a panic of the formatter.
    #[test]
    fn a_very_long_line_is_shown_around_the_place() {
        let source = "ä + ".repeat(20_000);
        let place = source.len() as u32 - 2;
        let shown = Diagnostic::new(Span::new(place, place + 1), "no").label(Span::new(0, 1), "first").render(&source);
        let rows: Vec<&str> = shown.lines().collect();
        assert!(rows.iter().all(|row| columns(row) <= MAX_COLUMNS + 10), "{shown}");
        let error = Diagnostic::new(Span::new(place, place + 1), "no").render(&source);
        let [_, line, marks] = error.lines().collect::<Vec<_>>()[..] else { panic!("{error}") };
        assert!(line.starts_with("  1 │ …"), "{line}");
        let at = columns(marks) - 1;
        assert_eq!((line.chars().nth(at), marks.ends_with('^')), (Some('+'), true), "{error}");
    }

    #[test]
    fn labels_follow_the_source_and_help_comes_last() {
        let source = "f(\n\tQ @ K)";
        let error = Diagnostic::new(Span::new(4, 9), "cannot multiply")
            .label(Span::new(8, 9), "[4, 8]")
            .label(Span::new(0, 1), "in this call")
            .help("turn one round");
        assert_eq!(
            error.render(source),
            "2:2 cannot multiply\n  1 │ f(\n    │ ~ in this call\n  2 │  Q @ K)\n    │  ^^^^^\n    │      ~ [4, 8]\n  help: turn one round\n"
        );
    }

    #[test]
    fn a_message_is_one_line_that_ends() {
        let message = |text: &str| Diagnostic::new(Span::default(), text).message.clone();
        assert_eq!(message("no key tensor([[1],\n        [2]])"), "no key tensor([[1], [2]])");
        assert_eq!(message(&"é".repeat(500)).chars().count(), 401);
    }

    #[test]
    fn spans_that_do_not_fit_do_no_harm() {
        let error = Diagnostic::new(Span::new(3, 700), "odd").label(Span::new(90, 20), "odder");
        for source in ["", "é", "aé\n漢", "a\nb\nc"] {
            assert!(error.render(source).contains("odd"));
        }
    }
}
