//! The present text of a cell or an exercise, read: its colours, its errors, its controls.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::lang::{Control, ControlKind, Diagnostic, TokenKind, controls};
use crate::notebook::evaluate::{TaskReport, TaskState};
use crate::notebook::lesson::Program;
use crate::tui::theme::Role;
use crate::tui::widgets::code::{Problem, Token};

/// A text that the learner can change.
#[derive(Debug)]
pub struct Text {
    /// The text with its tree.
    pub program: Program,
    /// Its sliders, matrices and other controls.
    pub controls: Vec<Control>,
    /// Its colours.
    pub tokens: Vec<Token>,
    /// What the parser has to say of it.
    pub problems: Vec<Problem>,
    /// The elements of its matrices that differ from the lesson's: name, row, column.
    pub changed: BTreeSet<(Arc<str>, usize, usize)>,
}

impl Text {
    /// Reads `source`, which stood as `written` in the lesson.
    pub fn new(source: Arc<str>, written: &Arc<str>) -> Self {
        let is_written = source == *written;
        let program = Program::new(source);
        let controls = controls(&program.parsed.program);
        let tokens = program.parsed.tokens.iter().map(|token| Token {
            start: token.span.start as usize,
            end: token.span.end as usize,
            role: role(token.kind),
        });
        let changed = if is_written { BTreeSet::new() } else { changed(&controls, written) };
        let problems = program.parsed.errors.iter().map(problem).collect();
        Self { tokens: tokens.collect(), problems, changed, controls, program }
    }

    /// The text itself.
    pub fn source(&self) -> &Arc<str> {
        &self.program.source
    }

    /// The control of this name.
    pub fn control(&self, name: &str) -> Option<&Control> {
        self.controls.iter().find(|control| &*control.name == name)
    }
}

/// What is wrong with a text: as the parser sees it, and if it sees nothing, as the evaluation of this very text does.
pub fn problems(text: &Text, report: Option<&TaskReport>) -> Vec<Problem> {
    if !text.problems.is_empty() {
        return text.problems.clone();
    }
    match report {
        Some(TaskReport { state: TaskState::Error(fault), program: Some(program), .. })
            if program.source == *text.source() =>
        {
            vec![problem(&fault.diagnostic)]
        }
        _ => Vec::new(),
    }
}

/// An error of the language, as the screen draws it.
pub fn problem(diagnostic: &Diagnostic) -> Problem {
    let labels = diagnostic.labels.iter().map(|(span, text)| (span.start as usize, span.end as usize, text.clone()));
    Problem {
        start: diagnostic.span.start as usize,
        end: diagnostic.span.end as usize,
        message: diagnostic.message.clone(),
        labels: labels.collect(),
        help: diagnostic.help.clone(),
    }
}

fn role(kind: TokenKind) -> Role {
    match kind {
        TokenKind::Keyword => Role::Keyword,
        TokenKind::Name => Role::Name,
        TokenKind::Builtin => Role::Function,
        TokenKind::Number => Role::Number,
        TokenKind::String => Role::String,
        TokenKind::Operator => Role::Operator,
        TokenKind::Comment => Role::Comment,
    }
}

/// The elements of matrices that are not what `written` says, where their shape still is.
fn changed(present: &[Control], written: &Arc<str>) -> BTreeSet<(Arc<str>, usize, usize)> {
    let before = controls(&crate::lang::parse(written).program);
    let mut changed = BTreeSet::new();
    for control in present {
        let ControlKind::Matrix(matrix) = &control.kind else { continue };
        let same_name = before.iter().find(|other| other.name == control.name);
        let Some(ControlKind::Matrix(old)) = same_name.map(|control| &control.kind) else { continue };
        for (row, (new, old)) in matrix.rows.iter().zip(&old.rows).enumerate() {
            for (column, (new, old)) in new.iter().zip(old).enumerate() {
                if new.to_bits() != old.to_bits() {
                    changed.insert((Arc::clone(&control.name), row, column));
                }
            }
        }
    }
    changed
}
