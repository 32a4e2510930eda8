//! Training a model: what the command `train`, the dashboard of the screen and the plain mode have in common.
//!
//! A [`TrainingPlan`] says what is trained and how, [`TrainingFiles`] say where it is kept, and a [`TrainingRun`] takes one step after
//! the other: keeping, looking at validation examples, and ending when it is time. The command drives a run by itself. For the front ends
//! there is a [`TrainingSession`], which takes commands between two steps and reports what happens, and a [`TrainerThread`], which runs
//! it. Looking on changes no bit of what is learned.

pub mod files;
pub mod history;
pub mod parameter_groups;
pub mod part_readings;
pub mod plan;
pub mod preview;
pub mod run;
pub mod session;
pub mod table;
pub mod trainer_thread;

use std::path::PathBuf;

pub use files::TrainingFiles;
pub use parameter_groups::{ParameterGroup, ParameterGroups};
pub use part_readings::{PartReading, ValueSpread};
pub use plan::TrainingPlan;
pub use preview::{ModelPreview, PreviewHead, PreviewSentence};
pub use run::{EndReason, Exam, TrainingRun};
pub use session::{Snapshot, TrainingCommand, TrainingReport, TrainingSession};
pub use trainer_thread::TrainerThread;

/// How a link of a lesson begins that leads to a training: `train:reverse`.
pub const LINK: &str = "train:";

/// Why something was not done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TrainingError {
    /// What was asked for cannot be; in words of the command line.
    Wrong(String),
    /// It was tried and did not work: what the system or the tensors say.
    Failed(String),
    /// A step could not be written.
    SaveFailed {
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

impl From<crate::tensor::Error> for TrainingError {
    fn from(error: crate::tensor::Error) -> Self {
        Self::Failed(error.to_string())
    }
}
