//! The cell language: Python's grammar, a subset of its meaning.
//!
//! A cell is text. [`parse()`] turns it into a small tree of our own and always gives all three of: the tree (with holes where
//! the text is broken), every error, and the tokens that colour the source. Everything else reads the tree:
//!
//! - [`names()`]: what a cell defines and uses, which is all that the reactive graph needs to know;
//! - [`complete`](mod@complete): what could stand where somebody is typing, also in a broken text;
//! - [`controls()`]: the sliders, matrices and texts that a screen draws, with the literals that moving them edits;
//! - [`evaluate()`]: the values, and the tape by which every number answers *why*.
//!
//! Read in this order: [`syntax`], [`parse`](mod@parse), [`diagnostic`], [`names`](mod@names), [`controls`](mod@controls),
//! [`value`], [`object`], [`class`], [`limits`], [`evaluate`](mod@evaluate), [`builtins`]. Each knows those before it. What runs a
//! cell knows no function by name: the functions below give it the library, which is registered nowhere else.

pub mod builtin;
pub mod builtins;
pub mod class;
pub mod complete;
pub mod controls;
pub mod diagnostic;
pub mod evaluate;
mod files;
mod flow;
mod known_names;
pub mod limits;
pub mod names;
pub mod namespace;
pub mod object;
pub mod page;
pub mod parse;
pub mod syntax;
pub mod value;

pub use controls::{Control, ControlKind, controls};
pub use diagnostic::{Assertion, Diagnostic, Position};
pub use evaluate::Evaluation;
pub use evaluate::randomness::Seed;
pub use files::Files;
pub use limits::{Budget, Limits};
pub use names::Names;
pub use parse::{Parsed, Token, TokenKind};
pub use syntax::{Span, Statement};
pub use value::{Scope, Value};

use std::sync::Arc;

use crate::tensor::stop::Flag;
use crate::tensor::tape::Hook;
use builtins::Builtins;
use controls::Immovable;

/// Reads a cell, or a `.py` file, which is a cell of its own.
pub fn parse(source: &str) -> Parsed {
    parse::parse(source, &Builtins)
}

/// The names that a cell gives and takes.
pub fn names(program: &[Statement]) -> Names {
    names::names(program, &Builtins)
}

/// The names that each statement of a cell gives and takes, in their order.
pub fn flow(program: &[Statement]) -> Vec<Names> {
    flow::flow(program, &Builtins)
}

/// Whether a name is always there.
pub fn is_builtin(name: &str) -> bool {
    known_names::KnownNames::is_builtin(&Builtins, name)
}

/// Where a control's name is called and no control is drawn: in the middle of a line, with computed values, or with such as no
/// control can have.
pub fn immovable(parsed: &Parsed, source: &str) -> Vec<Immovable> {
    controls::immovable(parsed, source, &Builtins)
}

/// Runs a cell.
///
/// `source` is the text that `program` was parsed from, `given` the names that other cells define. `cancel` stops the evaluation
/// soon after it is raised. A program that holds errors of the parser stops where it meets the first of them.
pub fn evaluate(program: &[Statement], source: &str, given: &Scope, limits: &Limits, cancel: &Flag) -> Evaluation {
    let around = Surroundings { cell: None, given, limits, files: &Files::default(), hook: None, cancel };
    evaluate_in(program, source, around)
}

/// What a cell runs in.
#[derive(Debug)]
pub struct Surroundings<'s> {
    /// The name of the cell, for errors about what it made; `None` where it has none.
    pub cell: Option<&'s Arc<str>>,
    /// The names that other cells define.
    pub given: &'s Scope,
    /// What it may spend.
    pub limits: &'s Limits,
    /// The files that it can read.
    pub files: &'s Files,
    /// Who may put another value in the place of a stage.
    pub hook: Option<Hook>,
    /// Stops it soon after it is raised.
    pub cancel: &'s Flag,
}

/// Runs a cell as [`evaluate()`] does, in these surroundings.
pub fn evaluate_in(program: &[Statement], source: &str, around: Surroundings<'_>) -> Evaluation {
    evaluate::evaluate(program, source, around, &Builtins)
}
