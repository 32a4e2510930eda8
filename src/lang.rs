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
//! [`value`], [`object`], [`class`], [`limits`], [`evaluate`](mod@evaluate), [`builtins`].

pub mod builtins;
pub mod class;
pub mod complete;
pub mod controls;
pub mod diagnostic;
pub mod evaluate;
mod files;
pub mod limits;
pub mod names;
pub mod object;
pub mod page;
pub mod parse;
pub mod syntax;
pub mod value;

pub use controls::{Control, ControlKind, controls};
pub use diagnostic::{Assertion, Diagnostic, Position};
pub use evaluate::{Evaluation, evaluate, evaluate_with};
pub use files::Files;
pub use limits::{Budget, Limits};
pub use names::{Names, names};
pub use parse::{Parsed, Token, TokenKind, parse, parse_file};
pub use syntax::{Span, Statement};
pub use value::{Scope, Value};
