//! The notebook: lessons that are plain text, and a page of them that a learner can change without hidden state.
//!
//! In the order in which to read it:
//!
//! - [`lesson`] reads a Markdown file into typed blocks, [`markdown`] its prose; [`library`] finds lessons.
//! - [`document`] is the learner's page: the lesson plus every edit, with undo. [`graph`] finds out who needs whom on it,
//!   [`evaluate`](mod@evaluate) gives it values, [`worker`] does that in the background. [`blank`](mod@blank) finds what is left to
//!   write.
//! - [`session`] keeps what the learner did from one day to the next; [`folders`] says where, [`disk`] reads and writes files.
//! - [`why`](mod@why) ties the records of the cells together, so that a chain of reasons runs through the whole page.
//! - [`element`] finds the number that a person means by `weights[sat, cat]`; [`names`] says where a name comes from.
//! - [`compare`] holds two states of a page side by side; [`leak`] makes one of them by changing an input.
//! - [`steps`] walks through one run of a cell as a debugger does; [`architecture`] reads the Transformer off it.
//! - [`opened`] writes the page of a model that somebody trained elsewhere.
//! - [`tensor_file`] writes a tensor for other programs, with its elements [`in_full`].
//! - [`training`] trains models, for the command and for the dashboard of the screen.
//! - [`veils`] says what a question hides until it is answered.
//! - [`glossary`] has the words of the course, and finds them in a text; [`passages`] are the texts of a block.
//! - [`map`] lays out which lesson needs which.
//! - [`lint`] keeps lessons honest; [`problem`] says what is wrong with one, and where; [`table`] reads
//!   the pages about them.

pub mod architecture;
pub mod blank;
pub mod compare;
pub(crate) mod counted;
pub(crate) mod csv;
pub(crate) mod disk;
pub mod document;
pub mod element;
pub mod evaluate;
pub mod export;
pub mod folders;
pub mod glossary;
pub mod graph;
pub mod in_full;
pub mod inputs;
pub mod leak;
pub mod left_out;
pub mod lesson;
pub mod library;
pub mod lint;
pub mod map;
pub mod markdown;
pub mod math;
pub mod names;
pub mod opened;
pub mod passages;
pub mod problem;
mod reach;
pub mod session;
pub mod steps;
pub mod table;
pub mod tensor_file;
pub mod training;
pub mod veils;
pub mod walk;
pub mod why;
pub mod worker;
