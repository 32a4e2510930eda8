//! A lesson for PyTorch: the same text as a Python program, a Jupyter notebook, or plain Markdown.
//!
//! What runs is the author's own code. Before it stand a few lines (the [`shim`]) for what the screen and the language add to Python.
//! A page does not mind the order of its cells and Python does: code whose names come from further down [moves](order) behind them.
//! A question and an exercise are scopes of their own, which the shim opens and closes where all of it runs; Markdown is to be read, and
//! has their code as it was written. [Links](links) lead to what is there.

mod document;
mod jupyter;
mod links;
mod markdown;
mod order;
mod prose;
mod python;
mod shim;

use std::sync::Arc;

use crate::lang::{Diagnostic, TokenKind};
use crate::nn::shipped::FILES;
use crate::notebook::lesson::{Block, BlockKind, CellSource, Lesson};
use crate::notebook::problem::LessonProblem;

/// What a lesson becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ExportFormat {
    /// A program, which runs from its first line to its last.
    Program,
    /// A notebook, which is read and runs.
    Notebook,
    /// Markdown, to be read.
    Markdown,
}

impl ExportFormat {
    /// Whether all code in it runs one after the other, so that a question must not leave its names behind.
    fn runs(self) -> bool {
        self != Self::Markdown
    }

    /// Whether a link can lead to a place in it.
    fn has_places(self) -> bool {
        self != Self::Program
    }
}

/// A part of an exported lesson, in reading order.
#[derive(Clone, Debug, PartialEq, Eq)]
enum ExportedPart {
    /// Markdown to read.
    Prose { id: String, text: String },
    /// Markdown to read when one wants to: a hint, why an answer is right.
    Folded { id: String, title: String, text: String },
    /// Code that runs. Folded code gives something away.
    Code { id: String, text: String, folded: bool },
    /// What the learner of an exercise begins with: code to change, for a place where code can be changed.
    Start { id: String, text: String },
}

/// A lesson in pieces.
#[derive(Clone, Debug)]
struct ExportedDocument {
    title: String,
    pieces: Vec<ExportedPart>,
}

/// A Python program in cells (`# %%`), prose as comments.
pub fn to_python(lesson: &Arc<Lesson>) -> String {
    python::write(&document::read(lesson, ExportFormat::Program))
}

/// A Jupyter notebook, format 4.5: the text of the `.ipynb` file. The cells are called after the lesson's blocks, so a second export of
/// a changed lesson differs only where the lesson does.
pub fn to_jupyter(lesson: &Arc<Lesson>) -> String {
    jupyter::write(&document::read(lesson, ExportFormat::Notebook))
}

/// Markdown to read. Its cells, one after the other, are a program; the code of a question or an exercise stands for itself, as its
/// author wrote it.
pub fn to_markdown(lesson: &Arc<Lesson>) -> String {
    markdown::write(&document::read(lesson, ExportFormat::Markdown))
}

/// The files inside the program that a lesson reads by their names: what Python needs beside the exported lesson.
pub fn files(lesson: &Lesson) -> Vec<(&'static str, &'static [u8])> {
    let sources = lesson.blocks.iter().flat_map(|block| match &block.kind {
        BlockKind::Cell(cell) => vec![&cell.source],
        BlockKind::Question(question) => vec![&question.source],
        BlockKind::Exercise(exercise) => vec![&exercise.start, &exercise.check, &exercise.solution],
        BlockKind::Prose(_) => Vec::new(),
    });
    let programs: Vec<_> = sources.map(CellSource::program).collect();
    let is_read = |name: &str| {
        programs.iter().any(|program| {
            let mut strings = program.parsed.tokens.iter().filter(|token| token.kind == TokenKind::String);
            strings.any(|token| token.span.of(&program.source).trim_matches(['"', '\'']) == name)
        })
    };
    FILES.into_iter().filter(|(name, _)| is_read(name)).collect()
}

/// Where code that is to run is no Python: it is exported as it stands, and whoever runs the export would be the first to be told. What
/// the learner of an exercise begins with may be anything.
pub fn unread(lesson: &Lesson) -> Vec<LessonProblem> {
    let slips = |block: &Block| {
        let sources = match &block.kind {
            BlockKind::Cell(cell) => vec![&cell.source],
            BlockKind::Question(question) => vec![&question.source],
            BlockKind::Exercise(exercise) => vec![&exercise.check, &exercise.solution],
            BlockKind::Prose(_) => Vec::new(),
        };
        let file = lesson.file_of(block);
        let slip = |source: &CellSource, slip: &Diagnostic| {
            let problem = file.problem(source.at + slip.span.start as usize, slip.message.clone());
            LessonProblem { help: slip.help.clone(), ..problem }
        };
        let told = |source: &CellSource| {
            source.program().parsed.errors.iter().map(|one| slip(source, one)).collect::<Vec<_>>()
        };
        sources.into_iter().flat_map(told).collect::<Vec<_>>()
    };
    lesson.blocks.iter().flat_map(slips).collect()
}

/// Code that does not run: every line a comment, which can be taken away again.
fn commented(code: &str) -> String {
    code.lines().map(|line| format!("# {line}").trim_end().to_owned()).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests;
