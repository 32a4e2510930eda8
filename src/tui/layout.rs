//! How the screen is divided, and how a page lies in its part of it.
//!
//! [`areas()`] divides the screen. A lesson is laid out by [`page`], block by block; drawing it and asking what a click means are the same
//! code, so drawing never has to remember anything.

use ratatui::layout::Rect;

use super::model::Model;
use super::model::reading::{Pane, Reading};
use areas::Areas;

pub mod areas;
mod cell;
mod controls;
mod diagram;
mod exercise;
mod figures;
pub mod notes;
pub mod page;
pub mod part;
mod prose;
mod question;
pub mod stepper;
mod tree;

pub use cell::is_cut;
pub use figures::{cut, unchosen_view_of, view_of};

/// How the screen is divided.
pub fn areas(model: &Model) -> Areas {
    let pane = model.reading().map_or(Pane::Never, Reading::pane);
    let screen = Rect::new(0, 0, model.size.width, model.size.height);
    Areas::new(screen, pane, notes::height(model))
}
