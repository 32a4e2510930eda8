//! The thread that trains while a screen looks on.
//!
//! Both of its mailboxes are bounded. Orders are few and are taken between two steps; who sends more than a mailbox holds is told so
//! and never waits. Reports are many: a screen that does not read them for a while stops the training, not the memory.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, TryRecvError, sync_channel};
use std::thread::JoinHandle;
use std::time::Instant;

use super::{TrainingCommand, TrainingError, TrainingReport, TrainingRun, TrainingSession};

/// The thread's name. A panic hook leaves panics of this thread alone: they are caught and reported.
pub const THREAD_NAME: &str = "train";
/// How many orders and how many reports may wait.
const ORDERS: usize = 64;
const REPORTS: usize = 256;

/// The handle on the thread. Dropping it lets the thread keep what it has learned and end.
#[derive(Debug)]
pub struct TrainerThread {
    orders: SyncSender<TrainingCommand>,
    reports: Receiver<TrainingReport>,
    /// Whether it was told that there are some.
    is_told: Arc<AtomicBool>,
    thread: JoinHandle<Result<(), TrainingError>>,
}

impl TrainerThread {
    /// Starts the thread, which first makes the run. What nobody has named is written into `folder`. `tell` is called on the thread
    /// when there are reports that nobody has been told of.
    ///
    /// # Errors
    /// If the system has no thread to give.
    pub fn spawn(
        run: impl FnOnce() -> Result<TrainingRun, TrainingError> + Send + 'static,
        folder: PathBuf,
        tell: impl Fn() + Send + 'static,
    ) -> io::Result<Self> {
        let (orders, taken) = sync_channel(ORDERS);
        let (sender, reports) = sync_channel(REPORTS);
        let is_told = Arc::new(AtomicBool::new(false));
        let reporter = Reporter { sender, is_told: Arc::clone(&is_told), tell };
        let thread = std::thread::Builder::new().name(THREAD_NAME.to_owned()).spawn(move || {
            // A session in which a panic happened is left as it stands; what was kept before is whole.
            let worked = catch_unwind(AssertUnwindSafe(|| work(run, folder, &taken, &reporter)));
            worked.unwrap_or_else(|_| {
                _ = reporter.send(TrainingReport::Refused(TrainingError::Broken));
                Err(TrainingError::Broken)
            })
        })?;
        Ok(Self { orders, reports, is_told, thread })
    }

    /// Gives an order. Says whether it was taken: not when too many wait, or when the thread has ended.
    pub fn order(&self, order: TrainingCommand) -> bool {
        self.orders.try_send(order).is_ok()
    }

    /// What has happened since the last time.
    pub fn reports(&self) -> impl Iterator<Item = TrainingReport> + '_ {
        // First, so that what comes while they are read is told of anew.
        self.is_told.store(false, Ordering::SeqCst);
        self.reports.try_iter().take(REPORTS)
    }

    /// Ends the training and waits until it is kept where a file is named.
    ///
    /// # Errors
    /// When it could not be kept.
    pub fn finish(self) -> Result<(), TrainingError> {
        drop((self.orders, self.reports));
        self.thread.join().unwrap_or(Err(TrainingError::Broken))
    }
}

/// Sends reports, and tells once that there are some.
struct Reporter<T> {
    sender: SyncSender<TrainingReport>,
    is_told: Arc<AtomicBool>,
    tell: T,
}

impl<T: Fn()> Reporter<T> {
    /// Waits where too many wait already. Says whether somebody reads them.
    fn send(&self, report: TrainingReport) -> bool {
        // Before and behind: who waits for room must have told of what takes it, and the newest must not lie unheard.
        self.tell();
        let is_read = self.sender.send(report).is_ok();
        self.tell();
        is_read
    }

    fn tell(&self) {
        if !self.is_told.swap(true, Ordering::SeqCst) {
            (self.tell)();
        }
    }
}

fn work(
    run: impl FnOnce() -> Result<TrainingRun, TrainingError>,
    folder: PathBuf,
    orders: &Receiver<TrainingCommand>,
    reports: &Reporter<impl Fn()>,
) -> Result<(), TrainingError> {
    let begun = Instant::now();
    let clock = Box::new(move || begun.elapsed());
    let (mut session, mut news) = match run() {
        Ok(run) => TrainingSession::open(run, folder, clock),
        Err(refusal) => {
            _ = reports.send(TrainingReport::Refused(refusal));
            return Ok(());
        }
    };
    loop {
        // Who reads no more has gone.
        if news.drain(..).any(|report| !reports.send(report)) {
            return session.close();
        }
        let order =
            if session.is_busy() { orders.try_recv() } else { orders.recv().map_err(|_| TryRecvError::Disconnected) };
        news = match order {
            Ok(order) => session.obey(order),
            Err(TryRecvError::Empty) => session.turn(),
            Err(TryRecvError::Disconnected) => return session.close(),
        };
    }
}
