//! What the program does on other threads.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use super::{BeginTraining, Executor, JobAnswer, JobId, JobWork, WorkSlot};
use crate::app::channel::{AppMessage, Post};
use crate::nn::Task;
use crate::notebook::document::DocumentState;
use crate::notebook::evaluate::EvaluationOutcome;
use crate::notebook::training::{TrainerThread, TrainingCommand, TrainingError, TrainingReport};
use crate::notebook::worker::{EvaluationProgress, Job, Worker, WorkerNews};

/// One thread that evaluates the page, a second one for pages as they would be once one was asked for, one for each job and each training.
#[derive(Debug)]
pub struct Threads {
    post: Post,
    page: Worker,
    probe: Option<Worker>,
    trainers: Vec<(Task, TrainerThread)>,
}

impl Threads {
    /// Starts the thread that evaluates.
    ///
    /// # Errors
    /// When the system has no thread to give.
    pub fn new(post: Post) -> io::Result<Self> {
        let page = worker(&post, WorkSlot::Page)?;
        Ok(Self { post, page, probe: None, trainers: Vec::new() })
    }
}

/// A thread that evaluates and posts that it has.
fn worker(post: &Post, slot: WorkSlot) -> io::Result<Worker> {
    let post = post.clone();
    Worker::spawn(move |news| {
        post.send(match news {
            WorkerNews::Answered => AppMessage::Answered(slot),
            WorkerNews::Progressed => AppMessage::Progressed,
        });
    })
}

impl Executor for Threads {
    fn evaluate(&mut self, slot: WorkSlot, snapshot: Arc<DocumentState>) -> io::Result<()> {
        let worker = match slot {
            WorkSlot::Page => &mut self.page,
            WorkSlot::Probe => match &mut self.probe {
                Some(probe) => probe,
                none => none.insert(worker(&self.post, slot)?),
            },
        };
        worker.submit(snapshot);
        Ok(())
    }

    fn outcome(&mut self, slot: WorkSlot) -> Option<Arc<EvaluationOutcome>> {
        let worker = match slot {
            WorkSlot::Page => Some(&self.page),
            WorkSlot::Probe => self.probe.as_ref(),
        };
        Some(worker?.receive()?.outcome)
    }

    fn progress(&self) -> Option<EvaluationProgress> {
        self.page.progress()
    }

    fn stop(&mut self) {
        self.page.stop();
    }

    fn begin(&mut self, id: JobId, work: JobWork, broken: JobAnswer) -> io::Result<Option<Job>> {
        let post = self.post.clone();
        let tell = move |answer: Option<JobAnswer>| post.send(AppMessage::Done(id, Box::new(answer.unwrap_or(broken))));
        Job::spawn(work, tell).map(Some)
    }

    fn train(&mut self, task: Task, begin: BeginTraining, folder: PathBuf) -> io::Result<()> {
        self.end(task);
        let post = self.post.clone();
        let trainer = TrainerThread::spawn(begin, folder, move || post.send(AppMessage::Reported))?;
        self.trainers.push((task, trainer));
        Ok(())
    }

    fn order(&mut self, task: Task, order: TrainingCommand) -> bool {
        let trainer = self.trainers.iter().find(|(known, _)| *known == task);
        trainer.is_some_and(|(_, trainer)| trainer.order(order))
    }

    fn end(&mut self, task: Task) {
        self.trainers.retain(|(known, _)| *known != task);
    }

    fn reports(&mut self) -> Vec<(Task, Vec<TrainingReport>)> {
        let of = |(task, trainer): &(Task, TrainerThread)| (*task, trainer.reports().collect::<Vec<_>>());
        self.trainers.iter().map(of).filter(|(_, reports)| !reports.is_empty()).collect()
    }

    fn finish(self) -> Result<(), TrainingError> {
        // All of them are saved before the first is said that could not be.
        let ended: Vec<_> = self.trainers.into_iter().map(|(_, trainer)| trainer.finish()).collect();
        ended.into_iter().collect()
    }
}
