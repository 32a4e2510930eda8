//! Evaluation in the background: one thread, a mailbox that holds one request, the newest wins.
//!
//! A new request stops the evaluation that is running, whose finished parts are used again. So the screen never waits, and a
//! burst of keystrokes costs one evaluation and a piece of another.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::notebook::document::DocumentState;
use crate::notebook::evaluate::{EvaluationObserver, EvaluationOutcome, EvaluationTask, evaluate_here};
use crate::tensor::backend::memory;
use crate::tensor::stop::Flag;

pub use job::Job;

mod job;

/// The thread's name, and that of every job. A panic hook leaves panics of these threads alone: they are caught and shown in the page.
pub const THREAD_NAME: &str = "evaluate";

/// The worker's stack in bytes: the evaluator recurses with the nesting of the code, within limits that fit into this.
const STACK: usize = 16 << 20;

/// Requests are numbered in the order in which they are made, from 1.
pub type Generation = u64;

/// An evaluation that has come to its end.
#[derive(Clone, Debug)]
pub struct EvaluationAnswer {
    /// The request that it answers.
    pub generation: Generation,
    /// The page's values.
    pub outcome: Arc<EvaluationOutcome>,
}

/// An evaluation under way.
#[derive(Clone, Debug)]
pub struct EvaluationProgress {
    /// The request that it is for.
    pub generation: Generation,
    /// What is running.
    pub running: EvaluationTask,
    /// What is known so far; the rest is stale.
    pub so_far: EvaluationOutcome,
}

/// What the thread has to tell, besides what can be asked of its handle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WorkerNews {
    /// An answer has been sent.
    Answered,
    /// An evaluation that was asked for [`SLOW`] ago or longer has come to its next cell.
    Progressed,
}

/// From when on an evaluation is one that takes long.
pub const SLOW: Duration = Duration::from_millis(100);

/// The handle on the thread. Dropping it stops the evaluation and lets the thread end.
#[derive(Debug)]
pub struct Worker {
    shared: Arc<WorkerState>,
    answers: Receiver<EvaluationAnswer>,
    generation: Generation,
}

#[derive(Debug, Default)]
struct WorkerState {
    mailbox: Mutex<Mailbox>,
    arrived: Condvar,
    cancel: Flag,
    progress: Mutex<Option<EvaluationProgress>>,
}

/// A page to evaluate, and when that was asked for.
#[derive(Debug)]
struct WorkRequest {
    generation: Generation,
    snapshot: Arc<DocumentState>,
    asked: Instant,
}

#[derive(Debug, Default)]
struct Mailbox {
    request: Option<WorkRequest>,
    closed: bool,
}

impl Worker {
    /// Starts the thread, on which `tell` is called.
    ///
    /// # Errors
    /// If the system has no thread to give.
    pub fn spawn(tell: impl Fn(WorkerNews) + Send + 'static) -> io::Result<Worker> {
        Worker::spawn_with(evaluate_here, tell)
    }

    fn spawn_with(evaluate: Evaluate, tell: impl Fn(WorkerNews) + Send + 'static) -> io::Result<Worker> {
        let shared = Arc::new(WorkerState::default());
        let (sender, answers) = mpsc::channel();
        let room = Arc::clone(&shared);
        std::thread::Builder::new()
            .name(THREAD_NAME.to_owned())
            .stack_size(STACK)
            .spawn(move || work(&room, evaluate, &sender, &tell))?;
        Ok(Worker { shared, answers, generation: 0 })
    }

    /// Asks for an evaluation in place of all earlier ones.
    pub fn submit(&mut self, snapshot: Arc<DocumentState>) -> Generation {
        self.generation += 1;
        let request = WorkRequest { generation: self.generation, snapshot, asked: Instant::now() };
        let mut mailbox = lock(&self.shared.mailbox);
        mailbox.request = Some(request);
        // Under the lock, so that it can only stop what was taken before.
        self.shared.cancel.raise();
        self.shared.arrived.notify_one();
        self.generation
    }

    /// The newest answer that has come, if it is to the newest request.
    pub fn receive(&self) -> Option<EvaluationAnswer> {
        self.answers.try_iter().filter(|answer| answer.generation == self.generation).last()
    }

    /// How far the evaluation of the newest request has come; `None` before it has run anything and after its end.
    pub fn progress(&self) -> Option<EvaluationProgress> {
        lock(&self.shared.progress).clone().filter(|progress| progress.generation == self.generation)
    }

    /// Stops the evaluation that is running. Its answer comes with what was finished; the rest is stale.
    pub fn stop(&self) {
        self.shared.cancel.raise();
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        lock(&self.shared.mailbox).closed = true;
        self.shared.cancel.raise();
        self.shared.arrived.notify_one();
    }
}

/// Watches one evaluation: stops it when a newer request comes, and tells how far it is.
struct Watcher<'a> {
    shared: &'a WorkerState,
    generation: Generation,
    asked: Instant,
    tell: &'a dyn Fn(WorkerNews),
}

impl EvaluationObserver for Watcher<'_> {
    fn cancel(&self) -> &Flag {
        &self.shared.cancel
    }

    fn before(&self, task: &EvaluationTask, so_far: &EvaluationOutcome) {
        let progress =
            EvaluationProgress { generation: self.generation, running: task.clone(), so_far: so_far.clone() };
        *lock(&self.shared.progress) = Some(progress);
        if self.asked.elapsed() >= SLOW {
            (self.tell)(WorkerNews::Progressed);
        }
    }
}

/// What the thread does with a request; a test puts something worse in its place.
type Evaluate = fn(&DocumentState, &EvaluationOutcome, &dyn EvaluationObserver) -> EvaluationOutcome;

fn work(shared: &WorkerState, evaluate: Evaluate, answers: &Sender<EvaluationAnswer>, tell: &dyn Fn(WorkerNews)) {
    let mut last = Arc::new(EvaluationOutcome::default());
    while let Some(WorkRequest { generation, snapshot, asked }) = next_request(shared) {
        let watcher = Watcher { shared, generation, asked, tell };
        // Cells are evaluated under a net of their own; this one is for the machinery around them.
        let outcome = catch_unwind(AssertUnwindSafe(|| evaluate(&snapshot, &last, &watcher)));
        last = Arc::new(outcome.unwrap_or_else(|_| EvaluationOutcome::broken_down(&snapshot)));
        *lock(&shared.progress) = None;
        if answers.send(EvaluationAnswer { generation, outcome: Arc::clone(&last) }).is_err() {
            return;
        }
        tell(WorkerNews::Answered);
    }
}

/// How long nothing is asked until the thread is at rest.
const REST: Duration = Duration::from_secs(1);

/// Waits for the next request; `None` when there will be none. At rest, the memory that evaluations have freed goes back.
fn next_request(shared: &WorkerState) -> Option<WorkRequest> {
    let mut mailbox = lock(&shared.mailbox);
    let mut at_rest = false;
    loop {
        if mailbox.closed {
            return None;
        }
        if let Some(request) = mailbox.request.take() {
            shared.cancel.lower();
            return Some(request);
        }
        if at_rest {
            mailbox = shared.arrived.wait(mailbox).unwrap_or_else(PoisonError::into_inner);
            continue;
        }
        let (woken, wait) = shared.arrived.wait_timeout(mailbox, REST).unwrap_or_else(PoisonError::into_inner);
        mailbox = woken;
        if wait.timed_out() && mailbox.request.is_none() {
            drop(mailbox);
            memory::give_back();
            at_rest = true;
            mailbox = lock(&shared.mailbox);
        }
    }
}

/// A panic while a lock was held leaves whole values behind: everything under the locks is replaced, never changed in part.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests;
