//! Something that is done once beside the front end, since it takes longer than a key may wait.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread;

use super::THREAD_NAME;
use crate::tensor::stop::Flag;

/// A thread with one answer. Dropped before, it raises the flag that the work may look at.
#[derive(Debug)]
pub struct Job(Flag);

impl Job {
    /// Does the work on a thread of its own and tells there what has come of it; of work that panicked, nothing has.
    ///
    /// # Errors
    /// When the system has no thread to give.
    pub fn spawn<T>(
        work: impl FnOnce(&Flag) -> T + Send + 'static,
        tell: impl FnOnce(Option<T>) + Send + 'static,
    ) -> io::Result<Self> {
        let flag = Flag::default();
        let heard = flag.clone();
        thread::Builder::new()
            .name(THREAD_NAME.to_owned())
            .spawn(move || tell(catch_unwind(AssertUnwindSafe(|| work(&heard))).ok()))?;
        Ok(Self(flag))
    }
}

impl Drop for Job {
    fn drop(&mut self) {
        self.0.raise();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use super::*;

    #[test]
    fn it_tells_once_what_came_of_it_and_nothing_after_a_panic() {
        let (tell, told) = channel();
        let job = Job::spawn(|_| 2 + 2, move |sum| tell.send(sum).unwrap()).unwrap();
        assert_eq!(told.iter().collect::<Vec<_>>(), [Some(4)]);
        drop(job);
        let (tell, told) = channel();
        let _job =
            Job::spawn(|_| -> u8 { panic!("this panic is part of a test") }, move |none| tell.send(none).unwrap());
        assert_eq!(told.iter().collect::<Vec<_>>(), [None]);
    }

    #[test]
    fn who_waits_no_more_stops_it() {
        let (tell, told) = channel();
        let work = |flag: &Flag| {
            while !flag.is_raised() {
                thread::yield_now();
            }
        };
        drop(Job::spawn(work, move |done| tell.send(done).unwrap()).unwrap());
        assert_eq!(told.recv(), Ok(Some(())));
    }
}
