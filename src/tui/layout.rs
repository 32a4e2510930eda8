//! How the screen is divided, and how a page lies in its part of it.
//!
//! [`areas`] divides the screen. A lesson is laid out by [`page`], block by block; drawing it and asking what a click means are the same
//! code, so drawing never has to remember anything. From below: the [`context`] of a page, what is drawn in one, the [`part`]s of which
//! a block is made, the kinds of blocks, the page.

pub mod areas;
pub mod beam;
mod cell;
pub mod contents;
pub mod context;
mod controls;
mod diagram;
mod drawing;
mod exercise;
mod figure;
mod figures;
pub mod notes;
mod operands;
pub mod page;
pub mod part;
mod prose;
mod question;
mod rows;
pub mod scroll;
pub mod stepper;
pub mod target;
mod tree;
mod veil;

pub use cell::is_cut;
pub use figure::{PlacedFigure, cut, in_lens, unchosen_view_of, view_of};
pub use operands::operands;
pub use rows::row_height;
