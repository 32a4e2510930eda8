//! What a front end asks for and does not do itself, and what comes of it.

use std::path::PathBuf;
use std::sync::Arc;

use crate::app::beam::{BeamInput, BeamTree};
use crate::app::machine::{MachineError, MachineInput, MachineRun};
use crate::nn::Task;
use crate::notebook::document::DocumentState;
use crate::notebook::evaluate::EvaluationOutcome;
use crate::notebook::lesson::Lesson;
use crate::notebook::library::{LessonLibrary, OpenError};
use crate::notebook::session::{Certificates, Saved, SavedProgress};
use crate::notebook::training::{TrainingCommand, TrainingReport};
use crate::notebook::why::ElementRef;
use crate::notebook::why::gradient::GradientResult;

/// Something that a front end asks for.
#[derive(Debug)]
pub enum AppRequest {
    /// Read this lesson: [`AppEvent::Opened`].
    Open(Arc<str>),
    /// Read this lesson, which is open, again if it is of these files: [`AppEvent::Reloaded`].
    Reread {
        /// The lesson as it is open.
        lesson: Arc<Lesson>,
        /// The files that have changed.
        changed: Arc<[PathBuf]>,
    },
    /// Read all lessons: [`AppEvent::CourseRead`].
    ReadCourse,
    /// Compute again what is solved, of these records and of what is saved of all other lessons: [`AppEvent::Certified`].
    Certify(Vec<SavedProgress>),
    /// Evaluate a page in place of whatever is being evaluated: [`AppEvent::Evaluated`].
    Evaluate(Arc<DocumentState>),
    /// Evaluate a page as it would be, beside the one that is open: [`AppEvent::Probed`].
    Probe(Arc<DocumentState>),
    /// Read the gradient of a number of a page in place of any other that is being read: [`AppEvent::GradientRead`].
    ReadGradient {
        /// The lesson.
        lesson: Arc<str>,
        /// The values of its page.
        outcome: Arc<EvaluationOutcome>,
        /// The number.
        element: ElementRef,
    },
    /// Let the machine work in place of whatever it is working at: [`AppEvent::MachineRan`].
    RunMachine(MachineInput),
    /// Search with a beam in place of any other search: [`AppEvent::BeamSearched`].
    SearchBeam(BeamInput),
    /// Save this record: [`AppEvent::Saved`].
    Save(Box<SavedProgress>),
    /// Save this record, in which nothing is new but where the learner was.
    SavePlace(Box<SavedProgress>),
    /// Begin a training of this task: [`AppEvent::TrainingReported`].
    Train(Task),
    /// Give a training an order: [`AppEvent::TrainingReported`].
    Order(Task, TrainingCommand),
}

/// Something that has come of it, or that has happened by itself.
#[derive(Debug)]
pub enum AppEvent {
    /// A lesson was read, or could not be.
    Opened(Result<Box<ReadLesson>, OpenError>),
    /// The file of a lesson that is open has changed.
    Reloaded {
        /// The id under which it was opened.
        lesson: Arc<str>,
        /// The lesson as it is now.
        fresh: Result<Box<Lesson>, OpenError>,
    },
    /// These files of lessons have changed.
    FilesChanged(Vec<PathBuf>),
    /// There are other lessons now.
    CourseListed(LessonLibrary),
    /// The lessons of the course have been read, those that are not broken.
    CourseRead(Vec<Arc<Lesson>>),
    /// What is solved of the lessons was computed again.
    Certified(Certificates),
    /// The learner's work stands otherwise than before.
    Saved(Saved),
    /// Values came from an evaluation.
    Evaluated {
        /// The lesson that they belong to.
        lesson: Arc<str>,
        /// The values.
        outcome: Arc<EvaluationOutcome>,
        /// Whether these are all; otherwise more are on their way.
        finished: bool,
    },
    /// The values of a page as it would be came from an evaluation beside it.
    Probed {
        /// The lesson that they belong to.
        lesson: Arc<str>,
        /// The values.
        outcome: Arc<EvaluationOutcome>,
    },
    /// A gradient was read, or not, and why.
    GradientRead {
        /// The lesson.
        lesson: Arc<str>,
        /// The values on which it was read.
        outcome: Arc<EvaluationOutcome>,
        /// What came of it.
        read: GradientResult,
    },
    /// The machine has worked, or could not, and why.
    MachineRan(Result<Arc<MachineRun>, MachineError>),
    /// A beam search is over, or there is none, and why.
    BeamSearched(Result<Arc<BeamTree>, MachineError>),
    /// A training reports.
    TrainingReported {
        /// What is learned.
        task: Task,
        /// What happened, in that order.
        reports: Vec<TrainingReport>,
    },
    /// Somebody else computes from now on: why, in one line.
    EngineChanged(&'static str),
}

/// A lesson that has been read, with what a session remembers of it.
#[derive(Debug)]
pub struct ReadLesson {
    /// The lesson.
    pub lesson: Lesson,
    /// The learner's work on it.
    pub record: Option<SavedProgress>,
    /// What is wrong with the session.
    pub trouble: Option<String>,
}

impl From<Lesson> for Box<ReadLesson> {
    /// A lesson without a session.
    fn from(lesson: Lesson) -> Self {
        Box::new(ReadLesson { lesson, record: None, trouble: None })
    }
}
