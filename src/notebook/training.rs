//! Training a model: what the command `train` and the dashboard of the screen have in common.
//!
//! A [`Plan`] says what is trained and how, a [`Store`] where it is kept, and a [`Run`] takes one step after the other: keeping,
//! looking at validation examples, and ending when it is time. The command drives a run by itself. For the screen there is a
//! [`TrainingSession`], which takes orders between two steps and reports what happens, and a [`TrainerThread`], the thread that sits at it. Looking on
//! changes no bit of what is learned.

pub mod look;
pub mod plan;
pub mod run;
pub mod session;
pub mod store;
pub mod trainer_thread;

use std::path::PathBuf;

pub use look::{Look, Sample};
pub use plan::Plan;
pub use run::{Exam, Over, Run};
pub use session::{Part, Parts, Snapshot, TrainingCommand, TrainingReport, TrainingSession};
pub use store::Store;
pub use trainer_thread::TrainerThread;

/// How a link of a lesson begins that leads to a training: `train:reverse`.
pub const LINK: &str = "train:";

/// Why something was not done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// What was asked for cannot be; in words of the command line.
    Wrong(String),
    /// It was tried and did not work: what the system or the tensors say.
    Failed(String),
    /// A step could not be written.
    Unkept {
        /// Into which file.
        file: PathBuf,
        /// What the system says.
        error: String,
        /// The step.
        step: u64,
    },
    /// Who trains has broken down.
    Broken,
}

impl From<crate::tensor::Error> for Refusal {
    fn from(error: crate::tensor::Error) -> Self {
        Self::Failed(error.to_string())
    }
}
