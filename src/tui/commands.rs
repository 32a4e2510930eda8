//! What can be done to what the screen shows, a file for each matter: everything that changes the page ([`change`]), going to places
//! ([`jumps`]), asking why ([`inspect`]), and so on.
//!
//! None of them decides whether a key may do it now: that is said by the [`modes`](super::modes), which call them. What has to be done outside of the screen's own state comes back as [`Effect`](super::message::Effect)s.

pub mod beam;
pub mod bookmark;
pub mod change;
pub mod compare;
pub mod completion;
pub mod copy;
pub mod course;
pub mod external_editor;
pub mod files;
pub mod fill;
pub mod first_nan;
pub mod gradient;
pub mod inspect;
pub mod jumps;
pub mod lens;
pub mod links;
pub mod machine;
pub mod mask_fill;
pub mod number;
pub mod own_cells;
pub mod page;
pub mod places;
pub mod questions;
pub mod review;
pub mod scroll;
pub mod search;
pub mod session;
pub mod steps;
pub mod talk;
pub mod tensor;
pub mod timeline;
pub mod training;
pub mod typing;
pub mod veils;
pub mod views;
