//! What is wrong with a text that was evaluated: `file:line:column: message`, and the line itself, underlined.

use std::io::{self, Write};
use std::sync::Arc;

use serde_json::{Value as Json, json};

use super::subject::{CellText, Subject};
use crate::lang::diagnostic::position;
use crate::lang::{Diagnostic, Span};
use crate::notebook::evaluate::TaskState;
use crate::notebook::problem::LessonProblem;

/// One error, placed in its file.
#[derive(Clone, Debug)]
pub(super) struct Complaint {
    cell: Option<Arc<str>>,
    file: Arc<str>,
    line: usize,
    column: usize,
    message: String,
    help: Option<String>,
    /// The lines that it speaks of with their marks, and the help: what follows the first line.
    shown: String,
}

impl Complaint {
    /// What is wrong with a lesson as a file.
    pub(super) fn of_problem(problem: &LessonProblem) -> Self {
        let LessonProblem { file, line, column, message, help } = problem.clone();
        let shown = help.as_ref().map(|help| format!("  help: {help}\n")).unwrap_or_default();
        Complaint { cell: None, file, line, column, message, help, shown }
    }

    /// What is wrong with a cell: every slip of its text, or what stopped it.
    pub(super) fn of_cell(cell: &CellText, subject: &Subject) -> Vec<Self> {
        let report = subject.report(cell);
        let TaskState::Error(fault) = &report.state else { return Vec::new() };
        let slips = report.program.as_ref().map_or(&[][..], |program| &program.parsed.errors);
        if slips.is_empty() {
            let mut complaint = Self::new(cell, subject, &fault.diagnostic);
            for (id, span) in &fault.elsewhere {
                complaint.also(id, *span, subject);
            }
            return vec![complaint];
        }
        slips.iter().map(|slip| Self::new(cell, subject, slip)).collect()
    }

    fn new(cell: &CellText, subject: &Subject, diagnostic: &Diagnostic) -> Self {
        // As many empty lines before the cell as the file has lines before it: then all lines are the file's.
        let before = cell.line - 1;
        let text = "\n".repeat(before) + &cell.source;
        let moved = |span: Span| Span::new(span.start + before as u32, span.end + before as u32);
        let mut placed = diagnostic.clone();
        placed.span = moved(placed.span);
        for (span, _) in &mut placed.labels {
            *span = moved(*span);
        }
        let position = placed.position(&text);
        let rendered = placed.render(&text);
        Complaint {
            cell: Some(Arc::clone(&cell.id)),
            file: Arc::clone(&subject.file),
            line: position.line,
            column: position.column,
            message: placed.message.clone(),
            help: placed.help.clone(),
            shown: rendered.split_once('\n').map_or_else(String::new, |(_, rest)| rest.to_owned()),
        }
    }

    /// Adds a place in another cell that has to do with it.
    fn also(&mut self, id: &str, span: Span, subject: &Subject) {
        if let Some(cell) = subject.cells.iter().find(|cell| *cell.id == *id) {
            let place = position(&cell.source, span.start);
            let line = format!("  see {}:{}:{}\n", self.file, place.line + cell.line - 1, place.column);
            self.shown.push_str(&line);
        }
    }

    /// As people read it.
    pub(super) fn write(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "{}:{}:{}: {}", self.file, self.line, self.column, self.message)?;
        write!(out, "{}", self.shown)
    }

    /// As programs read it.
    pub(super) fn json(&self) -> Json {
        json!({
            "cell": self.cell.as_deref(), "line": self.line, "column": self.column,
            "message": self.message, "help": self.help,
        })
    }
}
