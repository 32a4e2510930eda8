//! A text with what parsing said about it, and a text of a lesson that is parsed once.

use std::sync::{Arc, OnceLock};

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
    flow: OnceLock<Vec<Names>>,
}

impl Program {
    /// Parses a cell, or a `.py` file.
    pub fn new(source: Arc<str>) -> Self {
        let parsed = lang::parse(&source);
        let names = lang::names(&parsed.program);
        Program { source, parsed, names, flow: OnceLock::new() }
    }

    /// The names that each of its statements gives and takes, in their order; read off when they are first asked for.
    pub fn flow(&self) -> &[Names] {
        self.flow.get_or_init(|| lang::flow(&self.parsed.program))
    }

    /// Whether the text can run.
    pub fn is_whole(&self) -> bool {
        self.parsed.errors.is_empty()
    }
}

/// A piece of Python as written in the lesson. Reading the lesson asks for the names of its cells, and the page runs them: whoever
/// comes first has it parsed.
#[derive(Clone, Debug)]
pub struct CellSource {
    text: Arc<str>,
    /// The line of the file on which it starts, from 1.
    pub line: usize,
    /// The byte of the file at which it starts.
    pub at: usize,
    program: OnceLock<Arc<Program>>,
}

impl CellSource {
    /// The code that starts on a line and at a byte of a file.
    pub fn new(text: impl Into<Arc<str>>, line: usize, at: usize) -> Self {
        CellSource { text: text.into(), line, at, program: OnceLock::new() }
    }

    /// The code, without the last line end.
    pub fn text(&self) -> &Arc<str> {
        &self.text
    }

    /// The same place with other code.
    #[must_use]
    pub fn with_text(&self, text: impl Into<Arc<str>>) -> Self {
        CellSource::new(text, self.line, self.at)
    }

    /// What parsing says of it.
    pub fn program(&self) -> &Arc<Program> {
        self.program.get_or_init(|| Arc::new(Program::new(Arc::clone(&self.text))))
    }
}

impl PartialEq for CellSource {
    /// Whether the same stands in the same place.
    fn eq(&self, other: &Self) -> bool {
        (&self.text, self.line, self.at) == (&other.text, other.line, other.at)
    }
}

impl Eq for CellSource {}
