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
    /// Parses a text.
    pub fn new(source: Arc<str>) -> Self {
        let parsed = lang::parse(&source);
        let names = lang::names(&parsed.program);
        Program { source, parsed, names }
    }

    /// Whether the text can run.
    pub fn is_whole(&self) -> bool {
        self.parsed.errors.is_empty()
    }
}
