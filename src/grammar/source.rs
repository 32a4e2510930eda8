//! Lines of a grammar's files, and what is wrong in them.

use std::fmt;

/// A mistake in one of the files of a grammar.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// The file's name: `lexicon.txt`.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// What is wrong there, and what to write instead.
    pub message: String,
}

/// A result of this room.
pub type Result<T> = std::result::Result<T, Error>;

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.file, self.line, self.message)
    }
}

impl std::error::Error for Error {}

/// A line that says something.
#[derive(Clone, Copy, Debug)]
pub(super) struct SourceLine<'a> {
    pub(super) file: &'a str,
    pub(super) number: usize,
    pub(super) text: &'a str,
}

impl<'a> SourceLine<'a> {
    /// An error at this line.
    pub(super) fn error(&self, message: impl Into<String>) -> Error {
        Error { file: self.file.to_owned(), line: self.number, message: message.into() }
    }

    /// What stands to the left and to the right of the first ` = `.
    pub(super) fn sides(&self) -> Result<(&'a str, &'a str)> {
        let sides = self.text.split_once(" = ").or_else(|| self.text.strip_suffix(" =").map(|left| (left, "")));
        let (left, right) = sides.ok_or_else(|| self.error("a ` = ` is missing between the two sides of this line"))?;
        Ok((left.trim(), right.trim()))
    }

    /// The text between brackets if the line is the header of a section, and what stands after them.
    pub(super) fn header(&self) -> Option<(&'a str, &'a str)> {
        let (inside, after) = self.text.strip_prefix('[')?.rsplit_once(']')?;
        Some((inside.trim(), after.trim()))
    }
}

/// The lines of a file without blank ones and comments.
pub(super) fn lines<'a>(file: &'a str, text: &'a str) -> impl Iterator<Item = SourceLine<'a>> {
    let lines = text.lines().enumerate().map(move |(at, line)| SourceLine { file, number: at + 1, text: line.trim() });
    lines.filter(|line| !line.text.is_empty() && !line.text.starts_with('#'))
}

/// A name and what stands in parentheses after it: `noun(gender, kind)`.
pub(super) fn name_and_arguments<'a>(text: &'a str, line: &SourceLine<'_>) -> Result<(&'a str, &'a str)> {
    match text.split_once('(') {
        None => Ok((text.trim(), "")),
        Some((name, rest)) => match rest.strip_suffix(')') {
            Some(arguments) => Ok((name.trim(), arguments.trim())),
            None => Err(line.error(format!("`{text}` has no closing parenthesis"))),
        },
    }
}
