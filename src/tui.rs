//! The screen: the only room that knows ratatui and crossterm.
//!
//! How a keystroke travels: key -> [`keymap`] -> `Action` -> `update(&mut Model, Msg)` -> effects -> worker -> `view(&Model)` ->
//! one frame. Update and view are pure; only the runner performs effects.
//!
//! - [`theme`]: what a style *means* (title, error, key …) over the terminal's own 16 colours, the colour maps of data, and the
//!   one pass that reduces a frame to what the terminal can show.
//! - [`widgets`]: pictures of plain data (a matrix, prose, source code). They never see an engine type.
//! - [`keymap`]: one table of keys that drives key handling, the footer, the help, the README and the tests.
//! - [`terminal`]: takes the terminal over and always gives it back.
//! - [`screen`] and [`svg`]: a finished frame as text, as a snapshot with its styles, and as a picture.

pub mod keymap;
pub mod screen;
pub mod svg;
pub mod terminal;
pub mod theme;
pub mod widgets;
