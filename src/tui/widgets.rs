//! Pictures of plain data.
//!
//! A widget takes prepared data and never an engine type, so that it can be tested on a small buffer and moved elsewhere. Each draws
//! at any size from 1×1 without a panic: what does not fit is cut, and says so where it matters.

pub mod alignment;
pub mod braille;
pub mod clip;
pub mod code;
pub mod field;
pub mod footer;
pub mod formula;
pub mod help;
pub mod key_columns;
pub mod large;
pub mod overlay;
pub mod picker;
pub mod picture;
pub mod prose;
pub mod rails;
pub mod sketch;
pub mod slider;
pub mod strips;
pub mod thumbnail;
pub mod too_small;
pub mod trace;
pub mod window;
pub mod wrap;

#[cfg(test)]
mod sweep;
