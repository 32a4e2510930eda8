//! Something that is done once beside the screen, since it takes longer than a key may wait.

use std::io;
use std::sync::mpsc::{self, Receiver, RecvError, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use super::THREAD_NAME;
use crate::tensor::stop::Flag;

/// A thread with one answer. Dropped before, it raises the flag that the work may look at.
#[derive(Debug)]
pub struct Job<T> {
    flag: Flag,
    answer: Receiver<T>,
}

impl<T: Send + 'static> Job<T> {
    /// Begins with the work.
    ///
    /// # Errors
    /// When the system has no thread to give.
    pub fn spawn(work: impl FnOnce(&Flag) -> T + Send + 'static) -> io::Result<Self> {
        let (tell, answer) = mpsc::channel();
        let flag = Flag::default();
        let heard = flag.clone();
        thread::Builder::new().name(THREAD_NAME.to_owned()).spawn(move || {
            // Nobody may be waiting any more.
            let _ = tell.send(work(&heard));
        })?;
        Ok(Self { flag, answer })
    }
}

impl<T> Job<T> {
    /// The answer, if it comes within this time; an error where the thread has failed, or has answered already.
    pub fn receive_within(&self, time: Duration) -> Option<Result<T, RecvError>> {
        match self.answer.recv_timeout(time) {
            Ok(answer) => Some(Ok(answer)),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => Some(Err(RecvError)),
        }
    }
}

impl<T> Drop for Job<T> {
    fn drop(&mut self) {
        self.flag.raise();
    }
}
