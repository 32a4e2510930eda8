//! What happens to a training, in words: where it went wrong, what could not be kept, and what it is scored on.

use super::architecture::attention;
use super::{Said, say, word};
use crate::nn::Task;
use crate::nn::training::{Born, Fault, Within};
use crate::notebook::training::{Exam, ParameterGroup, PreviewHead, TrainingError};

impl Said for Fault {
    fn said(&self) -> String {
        let (step, loss, norm, born) = match self {
            Self::NotANumber { step, loss, norm, born } => (step, loss.to_string(), norm.to_string(), born),
            Self::Tensor(error) => return error.to_string(),
        };
        let Some(Born { number, within, shape }) = born else {
            return say!("fault-on-the-way-back", step, loss, norm);
        };
        let number = number.to_string();
        match within {
            Within::Value(name) => say!("fault-in-value", step, loss, norm, number, shape, name),
            Within::Parameter(name) => say!("fault-in-parameter", step, loss, norm, number, shape, name),
            Within::Result { of, towards: Some(name) } => {
                say!("fault-on-the-way", step, loss, norm, number, shape, operation = *of, name)
            }
            Within::Result { of, towards: None } => {
                say!("fault-in-result", step, loss, norm, number, shape, operation = *of)
            }
        }
    }
}

impl Said for ParameterGroup {
    fn said(&self) -> String {
        match self {
            Self::Embeddings => word!("part-embeddings").to_owned(),
            Self::LastNorms => word!("part-last-norms").to_owned(),
            Self::Own(name) => name.clone(),
        }
    }
}

/// What a task's single predictions are: letters, characters or tokens.
pub fn unit(task: Task) -> &'static str {
    match task {
        Task::Copy | Task::Reverse | Task::Sort => word!("unit-letters"),
        Task::Dates => word!("unit-characters"),
        Task::Translation => word!("unit-tokens"),
    }
}

/// The attention that a head belongs to.
impl Said for PreviewHead {
    fn said(&self) -> String {
        attention(self.place, self.layer)
    }
}

impl Said for TrainingError {
    fn said(&self) -> String {
        match self {
            Self::Wrong(words) | Self::Failed(words) => words.clone(),
            Self::SaveFailed { file, error, step } => {
                say!("step-is-unkept", file = file.to_string_lossy(), error, step)
            }
            Self::Broken => word!("training-broke-down").to_owned(),
        }
    }
}

impl Said for Exam {
    fn said(&self) -> String {
        let words = match self {
            Self::HeldOut => word!("exam-held-out"),
            Self::HeldOutByWord => word!("exam-held-out-by-word"),
            Self::Unseen => word!("exam-unseen"),
            Self::UnseenByWord => word!("exam-unseen-by-word"),
        };
        words.to_owned()
    }
}
