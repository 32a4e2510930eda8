//! What is wrong with a lesson file, and where: one line for a person, `file:line:column` for an editor to jump to.

use std::fmt;
use std::sync::Arc;

/// A position in a lesson file as editors count it: lines and columns from 1, columns in characters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct FilePosition {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1, in characters.
    pub column: usize,
}

/// One thing that is wrong with a lesson file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LessonProblem {
    /// The file, as it was named when it was opened.
    pub file: Arc<str>,
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// What is wrong, in one sentence without a full stop.
    pub message: String,
    /// What to do about it, where we know.
    pub help: Option<String>,
}

impl LessonProblem {
    /// The same problem with advice.
    #[must_use]
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// The same problem with "did you mean" when one of `candidates` is spelled nearly like `word`.
    #[must_use]
    pub fn with_nearest<'a>(self, word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Self {
        match nearest(word, candidates) {
            Some(candidate) => {
                let help = format!("did you mean `{candidate}`?");
                self.with_help(help)
            }
            None => self,
        }
    }
}

impl fmt::Display for LessonProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}: {}", self.file, self.line, self.column, self.message)?;
        match &self.help {
            Some(help) => write!(f, "; {help}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for LessonProblem {}

/// The candidate spelled most nearly like `word`, if any is near enough to be what was meant: at most a third of its letters differ.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let allowed = (word.chars().count() / 3).max(1);
    candidates
        .into_iter()
        .map(|candidate| (strsim::damerau_levenshtein(word, candidate), candidate))
        .filter(|&(distance, _)| distance <= allowed)
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, candidate)| candidate)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_line_says_everything() {
        let problem = LessonProblem {
            file: "a.md".into(),
            line: 3,
            column: 4,
            message: "unknown option `vieww`".into(),
            help: None,
        };
        let problem = problem.with_nearest("vieww", ["label", "view"]);
        assert_eq!(problem.to_string(), "a.md:3:4: unknown option `vieww`; did you mean `view`?");
    }

    #[test]
    fn a_stranger_is_not_a_misspelling() {
        assert_eq!(nearest("temperature", ["view", "rows"]), None);
        assert_eq!(nearest("rosw", ["view", "rows"]), Some("rows"));
    }
}
