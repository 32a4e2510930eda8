//! What is done where it is asked for: nobody waits, and every run is the same.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use super::{BeginTraining, Executor, JobAnswer, JobId, JobWork, WorkSlot};
use crate::app::channel::{AppMessage, Post};
use crate::nn::Task;
use crate::notebook::document::DocumentState;
use crate::notebook::evaluate::{EvaluationOutcome, evaluate_now};
use crate::notebook::training::{TrainingCommand, TrainingError, TrainingReport, TrainingSession};
use crate::notebook::worker::{EvaluationProgress, Job};
use crate::tensor::stop::Flag;

/// How long everything takes that a training does here: nobody's clock makes a screen differ.
const TICK: Duration = Duration::from_millis(15);

/// Does everything on the thread that asks for it, before it goes on.
#[derive(Debug)]
pub struct Inline {
    post: Post,
    /// The newest values, of which the next evaluation takes what still holds.
    last: Arc<EvaluationOutcome>,
    probed: Option<Arc<EvaluationOutcome>>,
    answered: Option<Arc<EvaluationOutcome>>,
    sessions: Vec<(Task, TrainingSession)>,
    reported: Vec<(Task, Vec<TrainingReport>)>,
    /// The clock of all trainings: it goes on by one tick a step, and stands still during a step, so that no speed can be read from it.
    ticks: Arc<AtomicU32>,
    time: Duration,
}

impl Inline {
    /// Nothing has been done yet.
    pub fn new(post: Post) -> Self {
        Self {
            post,
            last: Arc::default(),
            probed: None,
            answered: None,
            sessions: Vec::new(),
            reported: Vec::new(),
            ticks: Arc::default(),
            time: Duration::ZERO,
        }
    }

    /// How long this has done so far what the program leaves to other threads.
    pub fn time(&self) -> Duration {
        self.time
    }

    /// Lets the trainings that are not paused do a step, as time does in the program.
    pub fn train_a_step(&mut self) {
        self.ticks.fetch_add(1, Ordering::Relaxed);
        let reports: Vec<_> = self.timed(|inline| {
            let busy = inline.sessions.iter_mut().filter(|(_, session)| session.is_busy());
            busy.map(|(task, session)| (*task, session.turn())).collect()
        });
        for (task, reports) in reports {
            self.report(task, reports);
        }
    }

    fn report(&mut self, task: Task, reports: Vec<TrainingReport>) {
        self.reported.push((task, reports));
        self.post.send(AppMessage::Reported);
    }

    fn timed<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        let start = Instant::now();
        let done = work(self);
        self.time += start.elapsed();
        done
    }
}

impl Executor for Inline {
    fn evaluate(&mut self, slot: WorkSlot, snapshot: Arc<DocumentState>) -> io::Result<()> {
        let outcome = self.timed(|inline| Arc::new(evaluate_now(&snapshot, &inline.last)));
        match slot {
            WorkSlot::Page => (self.last, self.answered) = (Arc::clone(&outcome), Some(outcome)),
            WorkSlot::Probe => self.probed = Some(outcome),
        }
        self.post.send(AppMessage::Answered(slot));
        Ok(())
    }

    fn outcome(&mut self, slot: WorkSlot) -> Option<Arc<EvaluationOutcome>> {
        match slot {
            WorkSlot::Page => self.answered.take(),
            WorkSlot::Probe => self.probed.take(),
        }
    }

    fn progress(&self) -> Option<EvaluationProgress> {
        None
    }

    fn stop(&mut self) {}

    fn begin(&mut self, id: JobId, work: JobWork, _broken: JobAnswer) -> io::Result<Option<Job>> {
        let answer = self.timed(|_| work(&Flag::default()));
        self.post.send(AppMessage::Done(id, Box::new(answer)));
        Ok(None)
    }

    fn train(&mut self, task: Task, begin: BeginTraining, folder: PathBuf) -> io::Result<()> {
        let ticks = Arc::clone(&self.ticks);
        let clock = Box::new(move || TICK * ticks.load(Ordering::Relaxed));
        let begun = self.timed(|_| begin().map(|run| TrainingSession::open(run, folder, clock)));
        let reports = match begun {
            Ok((session, reports)) => {
                self.end(task);
                self.sessions.push((task, session));
                reports
            }
            Err(refusal) => vec![TrainingReport::Refused(refusal)],
        };
        self.report(task, reports);
        Ok(())
    }

    fn order(&mut self, task: Task, order: TrainingCommand) -> bool {
        let reports = self.timed(|inline| {
            let session = inline.sessions.iter_mut().find(|(known, _)| *known == task);
            session.map(|(_, session)| session.obey(order))
        });
        if let Some(reports) = reports {
            self.report(task, reports);
        }
        true
    }

    fn end(&mut self, task: Task) {
        self.sessions.retain(|(known, _)| *known != task);
    }

    fn reports(&mut self) -> Vec<(Task, Vec<TrainingReport>)> {
        std::mem::take(&mut self.reported)
    }

    fn finish(self) -> Result<(), TrainingError> {
        Ok(())
    }
}
