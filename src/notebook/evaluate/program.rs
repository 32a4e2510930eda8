//! A text with what parsing said about it.

use std::sync::Arc;

use crate::lang::{self, Names, Parsed};

/// A parsed text. Parsing never fails: what could not be read is in `parsed.errors`.
#[derive(Debug)]
pub struct Program {
    /// The text.
    pub source: Arc<str>,
    /// Its tree, errors and tokens.
    pub parsed: Parsed,
    /// The names that it defines and uses.
    pub names: Names,
}

impl Program {
    /// Parses a cell.
    pub fn new(source: Arc<str>) -> Self {
        let parsed = lang::parse(&source);
        Program::of(source, parsed)
    }

    /// Parses a `.py` file, which may be longer than a cell and bind any name.
    pub fn file(source: Arc<str>) -> Self {
        let parsed = lang::parse_file(&source);
        Program::of(source, parsed)
    }

    fn of(source: Arc<str>, parsed: Parsed) -> Self {
        let names = lang::names(&parsed.program);
        Program { source, parsed, names }
    }

    /// Whether the text can run.
    pub fn is_whole(&self) -> bool {
        self.parsed.errors.is_empty()
    }
}
