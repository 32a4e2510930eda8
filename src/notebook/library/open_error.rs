//! Why a lesson could not be opened: its name, its file, or what stands in it.

use std::fmt;
use std::path::PathBuf;

use crate::notebook::lesson::LessonFile;
use crate::notebook::problem::LessonProblem;

/// Why a lesson could not be opened.
#[derive(Debug)]
pub enum OpenError {
    /// There is no lesson of this name.
    Unknown {
        /// What was asked for.
        asked: String,
        /// The name that was probably meant.
        nearest: Option<String>,
    },
    /// The file cannot be read.
    Unreadable {
        /// Which file.
        path: PathBuf,
        /// Why, in a sentence.
        reason: String,
    },
    /// The file is no lesson: at least one problem.
    Broken(Vec<LessonProblem>),
}

impl OpenError {
    /// What is wrong with the file, where that is why.
    pub fn problems(&self) -> Vec<LessonProblem> {
        match self {
            OpenError::Unknown { .. } => Vec::new(),
            OpenError::Unreadable { path, reason } => {
                let file = LessonFile::new(&path.display().to_string(), "");
                vec![file.problem(0, format!("it cannot be read: {reason}"))]
            }
            OpenError::Broken(problems) => problems.clone(),
        }
    }
}

impl fmt::Display for OpenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OpenError::Unknown { asked, nearest: Some(nearest) } => {
                write!(f, "there is no lesson `{asked}`; did you mean `{nearest}`?")
            }
            OpenError::Unknown { asked, nearest: None } => {
                write!(f, "there is no lesson `{asked}`; to list all lessons, run `glassformer list`")
            }
            OpenError::Unreadable { path, reason } => write!(f, "cannot read {}: {reason}", path.display()),
            OpenError::Broken(problems) => {
                let lines: Vec<_> = problems.iter().map(ToString::to_string).collect();
                f.write_str(&lines.join("\n"))
            }
        }
    }
}

impl std::error::Error for OpenError {}
