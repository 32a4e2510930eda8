//! The application: what is true of the course, its lessons and the learner's work, whichever front end shows it.
//!
//! It stands between the notebook and the two front ends, the screen and the plain mode. It knows neither of them, no terminal and no
//! sentence: what it tells is data, and the front ends have the words.

pub mod jumps;
pub mod lesson;
pub mod links;
pub mod questions;
pub mod review;
