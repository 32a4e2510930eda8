//! A TOML file in which every name and every value knows where it stands, so that whatever is wrong with it can be told in its place.

use std::ops::Range;
use std::sync::Arc;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::lang::diagnostic::{Position, position};
use crate::notebook::problem::LessonProblem;

/// A name of a file with its value.
pub(crate) type Entry<'d, 't> = (&'d str, Range<usize>, &'d Spanned<DeValue<'t>>);

/// A file that was read.
pub(crate) struct SettingsFile<'t> {
    file: Arc<str>,
    text: &'t str,
    table: Spanned<DeTable<'t>>,
}

impl<'t> SettingsFile<'t> {
    /// Reads `text`, which is that of `file`; what cannot be read is told at once, all of it.
    pub(crate) fn read(file: &str, text: &'t str) -> Result<Self, Vec<LessonProblem>> {
        let (table, errors) = DeTable::parse_recoverable(text);
        let document = Self { file: file.into(), text, table };
        if errors.is_empty() {
            return Ok(document);
        }
        let problem = |error: &toml::de::Error| {
            document.problem(
                error.span().unwrap_or_default().start,
                format!("this is not valid TOML: {}", one_line(error.message())),
            )
        };
        let mut problems: Vec<LessonProblem> = errors.iter().map(problem).collect();
        problems.sort_by_key(|problem| (problem.line, problem.column));
        Err(problems)
    }

    /// The names at the top of the file, in the order in which they stand there.
    pub(crate) fn entries(&self) -> Vec<Entry<'_, 't>> {
        entries(self.table.get_ref())
    }

    /// Something that is wrong at a byte of the file.
    pub(crate) fn problem(&self, at: usize, message: impl Into<String>) -> LessonProblem {
        let Position { line, column } = self.position(at);
        LessonProblem { file: Arc::clone(&self.file), line, column, message: message.into(), help: None }
    }

    /// The line of a byte, from 1.
    pub(crate) fn line(&self, at: usize) -> usize {
        self.position(at).line
    }

    fn position(&self, at: usize) -> Position {
        position(self.text, u32::try_from(at).unwrap_or(u32::MAX))
    }
}

/// The names of a table, in the order in which they stand in the file.
pub(crate) fn entries<'d, 't>(table: &'d DeTable<'t>) -> Vec<Entry<'d, 't>> {
    let mut entries: Vec<_> = table.iter().map(|(name, value)| (name.get_ref().as_ref(), name.span(), value)).collect();
    entries.sort_by_key(|(_, place, _)| place.start);
    entries
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stand_in_the_order_of_the_file_and_know_their_places() {
        let document = SettingsFile::read("a.toml", "z = 1\n\n[\"é\"]\nb = 2\na = 3\n").unwrap();
        let names: Vec<_> = document.entries().iter().map(|(name, ..)| (*name).to_owned()).collect();
        assert_eq!(names, ["z", "é"]);
        let (_, place, table) = &document.entries()[1];
        assert_eq!(document.problem(place.start, "no").to_string(), "a.toml:3:2: no");
        let inner: Vec<_> = entries(table.get_ref().as_table().unwrap()).iter().map(|(name, ..)| *name).collect();
        assert_eq!(inner, ["b", "a"]);
    }

    #[test]
    fn what_is_no_toml_is_told_with_its_place() {
        let problems = SettingsFile::read("a.toml", "a = \nb = 1\nc = ]\n").err().unwrap();
        let lines: Vec<_> = problems.iter().map(|problem| problem.line).collect();
        assert!(lines.contains(&1) && lines.contains(&3), "{problems:?}");
        assert!(problems[0].to_string().starts_with("a.toml:1:"), "{problems:?}");
    }
}
