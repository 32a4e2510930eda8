//! The text of one lesson file and the way from a byte of it to a line and column.

use std::sync::Arc;

use crate::notebook::problem::{FilePosition, LessonProblem};

/// A lesson file's text with an index of its lines.
///
/// Byte offsets into [`LessonFile::text`] are the only positions that the readers pass about; this is where they become
/// lines and columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LessonFile {
    name: Arc<str>,
    text: Arc<str>,
    line_starts: Vec<usize>,
}

impl LessonFile {
    /// Takes a file's text as it was read: a byte-order mark is dropped and Windows line ends become plain ones, so that
    /// columns and cells are the same on every machine.
    pub fn new(name: &str, text: &str) -> Self {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        // The whole course is looked at when the program starts, and none of it has such ends.
        let text = if text.contains('\r') { text.replace("\r\n", "\n") } else { text.to_owned() };
        let line_starts = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
        LessonFile { name: name.into(), text: text.into(), line_starts }
    }

    /// The file's name, as problems quote it.
    pub fn name(&self) -> &Arc<str> {
        &self.name
    }

    /// The whole text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The line (from 0) that holds the byte at `offset`.
    pub fn line_of(&self, offset: usize) -> usize {
        self.line_starts.partition_point(|&start| start <= offset) - 1
    }

    /// The first byte of a line (from 0), or the end of the text for a line past the last.
    pub fn line_start(&self, line: usize) -> usize {
        self.line_starts.get(line).copied().unwrap_or(self.text.len())
    }

    /// The text of a line (from 0), without its line end; empty past the last.
    pub fn line(&self, line: usize) -> &str {
        let text = &self.text[self.line_start(line)..self.line_start(line + 1)];
        text.strip_suffix('\n').unwrap_or(text)
    }

    /// How many lines there are.
    pub fn line_count(&self) -> usize {
        self.line_starts.len()
    }

    /// Where a byte is, as editors count. An offset past the end is the end.
    pub fn place(&self, offset: usize) -> FilePosition {
        let offset = offset.min(self.text.len());
        let line = self.line_of(offset);
        // Counted by the standard library, whole words at a time: a line may be very long and have very many places.
        let end = self.text.floor_char_boundary(offset);
        let before = self.text[self.line_start(line)..end].chars().count() + usize::from(end < offset);
        FilePosition { line: line + 1, column: before + 1 }
    }

    /// A problem at a byte of this file.
    pub fn problem(&self, offset: usize, message: impl Into<String>) -> LessonProblem {
        let FilePosition { line, column } = self.place(offset);
        LessonProblem { file: Arc::clone(&self.name), line, column, message: message.into(), help: None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_count_characters_from_one() {
        let file = LessonFile::new("a.md", "\u{feff}ab\r\ncäd\n");
        assert_eq!(file.text(), "ab\ncäd\n");
        assert_eq!(file.place(0), FilePosition { line: 1, column: 1 });
        let d = file.text().find('d').unwrap();
        assert_eq!(file.place(d), FilePosition { line: 2, column: 3 });
        assert_eq!(file.place(d - 1), FilePosition { line: 2, column: 3 }, "within a letter of two bytes");
        assert_eq!(file.place(999), FilePosition { line: 3, column: 1 });
        assert_eq!((file.line(1), file.line(7)), ("cäd", ""));
    }
}
