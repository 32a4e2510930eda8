//! How other threads reach the front end: one channel, on which its thread sleeps.

use std::fmt;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};

use super::executor::{JobAnswer, JobId, WorkSlot};

/// What another thread has to tell.
#[derive(Debug)]
pub enum AppMessage {
    /// An evaluation has come to its end.
    Answered(WorkSlot),
    /// An evaluation that takes long has come to its next cell.
    Progressed,
    /// A job is done.
    Done(JobId, Box<JobAnswer>),
    /// A training has something to report.
    Reported,
    /// Work has been written to the disk, or could not be.
    Written,
    /// Files of lessons have changed.
    FilesChanged,
    /// Somebody wants to stop what is being computed.
    Interrupted,
}

/// Where other threads put what they have to tell.
#[derive(Clone)]
pub struct Post {
    sender: Sender<AppMessage>,
    wake: Arc<dyn Fn() + Send + Sync>,
}

impl Post {
    /// The two ends of a channel. `wake` is called behind each message, on the thread that sends it: a front end that waits for a
    /// terminal at the same time cannot wait on the channel itself.
    pub fn channel(wake: impl Fn() + Send + Sync + 'static) -> (Self, Receiver<AppMessage>) {
        let (sender, receiver) = channel();
        (Self { sender, wake: Arc::new(wake) }, receiver)
    }

    /// Sends a message; where nobody receives any more, nothing.
    pub fn send(&self, message: AppMessage) {
        if self.sender.send(message).is_ok() {
            (self.wake)();
        }
    }
}

impl fmt::Debug for Post {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Post").finish_non_exhaustive()
    }
}
