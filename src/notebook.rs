//! The notebook: lessons that are plain text, and a page of them that a learner can change without hidden state.
//!
//! In the order in which to read it:
//!
//! - [`lesson`] reads a Markdown file into typed blocks, [`markdown`] its prose; [`library`] finds lessons.
//! - [`page`] is the learner's page: the lesson plus every edit, with undo.

pub mod graph;
pub mod lesson;
pub mod library;
pub mod markdown;
pub mod page;
pub mod problem;
