//! What is to be said, line by line: words, which are wrapped, and code, which stands as it was written.

use std::sync::Arc;

use super::speech::clean;
use crate::words::word;

/// Lines to be said, one after the other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Transcript(Vec<TranscriptLine>);

#[derive(Clone, Debug, PartialEq, Eq)]
enum TranscriptLine {
    Words(String),
    Code(String),
    Row(RowLine),
}

/// A line of numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct RowLine {
    /// What it says.
    pub(super) words: String,
    /// How many values it has.
    pub(super) count: usize,
    /// What it is called where it is only a part of a row: `columns 60 to 119`.
    pub(super) part: Option<String>,
    /// Under which heading it stands: said again where the lines before it were heard some time ago.
    pub(super) heading: Option<Arc<str>>,
}

impl Transcript {
    /// One line alone.
    pub(super) fn of(words: impl Into<String>) -> Self {
        let mut transcript = Self::default();
        transcript.say(words);
        transcript
    }

    /// Adds a line. A line break in it begins another.
    pub(super) fn say(&mut self, words: impl Into<String>) {
        let words = words.into();
        let lines = words.lines().map(str::trim).filter(|line| !line.is_empty());
        self.0.extend(lines.map(|line| TranscriptLine::Words(line.to_owned())));
    }

    /// Adds a line of code.
    pub(super) fn code(&mut self, line: impl Into<String>) {
        self.0.push(TranscriptLine::Code(line.into()));
    }

    /// Adds a line of numbers.
    pub(super) fn row(&mut self, row: RowLine) {
        self.0.push(TranscriptLine::Row(row));
    }

    /// Puts words before the first line.
    pub(super) fn lead(&mut self, words: &str) {
        match self.0.first_mut() {
            Some(TranscriptLine::Words(first)) => *first = format!("{words} {first}"),
            _ => self.0.insert(0, TranscriptLine::Words(words.to_owned())),
        }
    }

    /// Adds all that somebody else has to say.
    pub(super) fn append(&mut self, other: Self) {
        self.0.extend(other.0);
    }

    /// What comes after so many lines and about so many numbers, which stay; under its heading, if it is a line of numbers with one.
    #[must_use]
    pub(super) fn split_off(&mut self, lines: usize, numbers: usize) -> Self {
        let mut heard = 0;
        let is_too_much = |line: &TranscriptLine| {
            let TranscriptLine::Row(row) = line else { return false };
            let is_first = heard == 0;
            heard += row.count;
            heard > numbers && !is_first
        };
        let cut = self.0.iter().take(lines).position(is_too_much).unwrap_or(lines);
        let mut rest = self.0.split_off(cut.min(self.0.len()));
        if let Some(TranscriptLine::Row(RowLine { heading: Some(heading), .. })) = rest.first() {
            rest.insert(0, TranscriptLine::Words(heading.to_string()));
        }
        Self(rest)
    }

    /// What the first line of numbers is called, if it goes on with a row that was begun before.
    pub(super) fn part(&self) -> Option<&str> {
        let row = self.0.iter().find_map(|line| if let TranscriptLine::Row(row) = line { Some(row) } else { None });
        row?.part.as_deref()
    }

    /// How many lines there are.
    pub(super) fn count(&self) -> usize {
        self.0.len()
    }

    /// Whether there is nothing to say.
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The lines as they are written: words wrapped at `width` characters, or not at all if that is 0. Nothing but printable characters is in them.
    pub(super) fn lines(&self, width: usize) -> Vec<String> {
        self.0
            .iter()
            .flat_map(|line| match line {
                TranscriptLine::Words(words) | TranscriptLine::Row(RowLine { words, .. }) => {
                    wrapped(&clean(words), width)
                }
                TranscriptLine::Code(line) => vec![clean(line).trim_end().to_owned()],
            })
            .collect()
    }
}

/// A text in lines of at most `width` characters, cut at blanks; a word that is longer stays whole.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut room = 0;
    for word in &units(text) {
        let length = word.chars().count() + 1;
        if let Some(line) = lines.last_mut().filter(|_| width == 0 || room >= length) {
            line.push(' ');
            line.push_str(word);
            room = room.saturating_sub(length);
        } else {
            lines.push(word.clone());
            room = (width + 1).saturating_sub(length);
        }
    }
    lines
}

/// The words of a text. A minus stays with what it is before: at the end of a line it would not be heard as its sign.
fn units(text: &str) -> Vec<String> {
    let mut units: Vec<String> = Vec::new();
    let minus = word!("plain-sign-minus");
    for word in text.split_whitespace() {
        match units.last_mut().filter(|last| **last == *minus) {
            Some(sign) => *sign = format!("{sign} {word}"),
            None => units.push(word.to_owned()),
        }
    }
    units
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_wrapped_and_code_is_not() {
        let mut transcript = Transcript::of("one two three");
        transcript.code("    return one + two + three");
        assert_eq!(transcript.lines(7), ["one two", "three", "    return one + two + three"]);
        assert_eq!(transcript.lines(0), ["one two three", "    return one + two + three"]);
        assert_eq!(Transcript::of("unbreakable it is").lines(5), ["unbreakable", "it is"]);
    }

    #[test]
    fn a_minus_is_never_the_last_of_a_line() {
        assert_eq!(Transcript::of("mat minus 0.13").lines(9), ["mat", "minus 0.13"]);
        assert_eq!(Transcript::of("it is minus infinity").lines(13), ["it is", "minus infinity"]);
    }

    #[test]
    fn what_is_heard_later_stands_under_its_heading() {
        let row = |words: &str, part: Option<&str>| RowLine {
            words: words.to_owned(),
            count: 40,
            part: part.map(str::to_owned),
            heading: Some("Head 3:".into()),
        };
        let mut transcript = Transcript::of("Head 3:");
        transcript.row(row("one", None));
        transcript.row(row("two", Some("columns 60 to 119")));
        transcript.say("They sum to 1.");
        let mut rest = transcript.split_off(20, 64);
        assert_eq!(transcript.lines(0), ["Head 3:", "one"]);
        assert_eq!(
            (rest.lines(0).as_slice(), rest.part()),
            (&["Head 3:", "two", "They sum to 1."].map(str::to_owned)[..], Some("columns 60 to 119"))
        );
        assert_eq!(rest.split_off(2, 64).lines(0), ["They sum to 1."]);
        assert_eq!(rest.split_off(20, 1).lines(0), Vec::<String>::new(), "a first row is told, however long");
    }

    #[test]
    fn a_break_is_another_thought_and_control_bytes_are_none() {
        assert_eq!(Transcript::of("a\u{1b}[31m b\n\n c").lines(0), ["a[31m b", "c"]);
    }
}
