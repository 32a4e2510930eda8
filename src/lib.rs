//! Glassformer: a Transformer you can see through.
//!
//! The rooms of the house, in the order in which to read them. Arrows point one way only
//! (`tests/architecture/` reads every source file and keeps them so):
//!
//! ```text
//! tensor <- nn <- lang <- notebook <- app, words <- tui, plain <- cli <- main.rs
//! ```
//!
//! - [`tensor`]: arrays with named axes, and the *record*: every operation says its value, its gradient and its explanation.
//! - [`nn`]: the paper's modules, one concept a file, over `tensor`.
//! - [`text`]: tokenizers that show their work; it stands beside `tensor` and `nn`, and `lang` and above use it.
//! - [`lang`]: the cell language: Python's grammar, a subset of its meaning.
//! - [`notebook`]: lessons, the reactive page, the worker that evaluates it.
//! - [`app`]: what is true of the course, its lessons and the learner's work, whichever front end shows it.
//! - [`words`]: what the program says by itself, and what the rooms before it tell as data, in every language that it speaks.
//! - [`tui`]: the screen; the only room that knows ratatui and crossterm.
//! - [`plain`]: the course narrated, in lines of text; it stands beside the screen and does not know it.
//! - [`cli`]: arguments and subcommands.

pub mod app;
pub mod cli;
pub mod grammar;
pub mod lang;
pub mod nn;
pub mod notebook;
pub mod plain;
pub mod tensor;
pub mod text;
pub mod tui;
pub mod words;
