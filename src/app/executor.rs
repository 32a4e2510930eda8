//! Who does what takes longer than a key may wait: other threads, or whoever asks.
//!
//! Both ways post what comes of it to the same channel, so that a front end without threads (tests, pictures, benches) takes the same
//! way as the program.

use std::fmt::Debug;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;

pub use inline::Inline;
pub use threads::Threads;

use crate::app::beam::BeamTree;
use crate::app::machine::{MachineError, MachineRun};
use crate::nn::Task;
use crate::notebook::document::DocumentState;
use crate::notebook::evaluate::EvaluationOutcome;
use crate::notebook::lesson::Lesson;
use crate::notebook::session::Certificates;
use crate::notebook::training::{TrainingCommand, TrainingError, TrainingReport, TrainingRun};
use crate::notebook::why::gradient::GradientResult;
use crate::notebook::worker::{EvaluationProgress, Job};
use crate::tensor::stop::Flag;

mod inline;
mod threads;

/// Which of two evaluations is meant, which do not wait for each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WorkSlot {
    /// That of the page.
    Page,
    /// That of the page as it would be.
    Probe,
}

/// Jobs are numbered in the order in which they are begun.
pub type JobId = u64;

/// What comes of a job.
#[derive(Debug)]
pub enum JobAnswer {
    /// A gradient, or why there is none.
    Gradient(GradientResult),
    /// The lessons of the course, those that are not broken.
    Course(Vec<Arc<Lesson>>),
    /// What is solved of the lessons, computed again.
    Certificates(Certificates),
    /// What the machine did, or why it did nothing.
    Machine(Result<Arc<MachineRun>, MachineError>),
    /// What a beam search looked at, or why there is none.
    Beam(Result<Arc<BeamTree>, MachineError>),
}

/// What a job does; it looks at the flag where it takes long.
pub type JobWork = Box<dyn FnOnce(&Flag) -> JobAnswer + Send>;

/// How a training begins.
pub type BeginTraining = Box<dyn FnOnce() -> Result<TrainingRun, TrainingError> + Send>;

/// Who does it.
pub trait Executor: Debug {
    /// Evaluates a page in place of whatever is being evaluated in this slot.
    ///
    /// # Errors
    /// When the system has no thread to give.
    fn evaluate(&mut self, slot: WorkSlot, snapshot: Arc<DocumentState>) -> io::Result<()>;

    /// What came of it, once.
    fn outcome(&mut self, slot: WorkSlot) -> Option<Arc<EvaluationOutcome>>;

    /// How far the evaluation of the page has come.
    fn progress(&self) -> Option<EvaluationProgress>;

    /// Stops the evaluation of the page, which answers with what is done of it.
    fn stop(&mut self);

    /// Does a job, which is stopped when what is returned is dropped. Where it panics, `broken` is its answer.
    ///
    /// # Errors
    /// When the system has no thread to give.
    fn begin(&mut self, id: JobId, work: JobWork, broken: JobAnswer) -> io::Result<Option<Job>>;

    /// Begins a training in place of one of the same task. What nobody has named is written into `folder`.
    ///
    /// # Errors
    /// When the system has no thread to give.
    fn train(&mut self, task: Task, begin: BeginTraining, folder: PathBuf) -> io::Result<()>;

    /// Gives a training an order. Says whether it was heard.
    fn order(&mut self, task: Task, order: TrainingCommand) -> bool;

    /// Ends a training, of which only what a file is named for is kept.
    fn end(&mut self, task: Task);

    /// What trainings have reported since the last time.
    fn reports(&mut self) -> Vec<(Task, Vec<TrainingReport>)>;

    /// Ends all trainings and waits until they are saved where a file is named.
    ///
    /// # Errors
    /// Why the first of those that could not be saved was not.
    fn finish(self) -> Result<(), TrainingError>;
}
