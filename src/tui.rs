//! The screen: the only room that knows ratatui and crossterm.
//!
//! How a keystroke travels: key -> [`keymap`] -> `Action` -> [`modes`] -> [`commands`] -> effects -> worker -> [`frame`] -> one frame.
//! [`update`](mod@update) and [`frame`] are pure; only the [`runner`] performs effects.
//!
//! - [`theme`]: what a style *means* (title, error, key …) over the terminal's own 16 colours, the colour maps of data, and the
//!   one pass that reduces a frame to what the terminal can show.
//! - [`widgets`]: pictures of plain data (a matrix, prose, source code). They never see an engine type.
//! - [`keymap`]: one table of keys that drives key handling, the footer, the help, `docs/keys.md` and the tests.
//! - [`model`], [`message`]: what is shown, and what can happen; [`layout`], [`view`]: where it lies and how it looks.
//! - [`commands`]: what can be done; [`modes`]: which of it a key does, by where the cursor is.
//! - [`update`](mod@update): what happens to the model when something happens; [`frame`]: from the model to one frame.
//! - [`terminal`]: takes the terminal over and always gives it back; [`runner`]: the loop around it all.
//! - [`render`]: the same without a terminal; [`screen`] and [`svg`]: a finished frame as text, as a snapshot with its styles, and as
//!   a picture.

pub mod commands;
pub mod external;
pub mod frame;
pub mod graphics;
mod inbox;
pub mod keymap;
pub mod layout;
pub mod message;
pub mod model;
pub mod modes;
pub mod render;
pub mod runner;
pub mod screen;
pub mod settings;
mod shot;
pub mod svg;
pub mod terminal;
pub mod theme;
pub mod timers;
pub mod update;
pub mod view;
pub mod widgets;
