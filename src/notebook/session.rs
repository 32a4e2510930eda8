//! What is kept of a learner's work from one day to the next.
//!
//! A session is text, as the page is. [`saved_progress`] is what is remembered of one lesson; [`text`] writes records as lines that read
//! like a patch, and reads them again; [`store`] puts them into files, one a lesson, so that two programs never overwrite each
//! other's lessons; [`saver`] does that in the background, soon after a change and not at every keystroke. [`rebase`] brings an
//! edit over to a lesson whose text has changed since, [`review`] says when a missed question is asked again, [`progress`] counts
//! how far a lesson has been taken, [`grade`] computes again what of it is right, and [`certificate`] says what of that
//! counts. [`history`] holds the steps that can be taken back. A talk keeps nothing; its [`speaker_notes`] hands its notes to another
//! terminal.

pub mod certificate;
pub mod day;
pub mod grade;
pub mod history;
pub mod progress;
pub mod rebase;
pub mod review;
pub mod saved_progress;
pub mod saver;
pub mod speaker_notes;
pub mod store;
pub mod text;

mod conflict;
mod merge;

pub use certificate::{Certificate, Certificates};
pub use conflict::Conflict;
pub use day::Day;
pub use grade::LessonGrade;
pub use progress::LessonProgress;
pub use review::{Confidence, ReviewSchedule, ReviewState};
pub use saved_progress::SavedProgress;
pub use saver::{Saved, Saver};
pub use speaker_notes::SpeakerNotes;
pub use store::{SessionStore, files, is_of_folder, read};
