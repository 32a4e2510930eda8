//! Certificates, computed beside the screen: a course takes seconds to be run again.

use std::io;
use std::time::Duration;

use super::certificate::{Certificate, Certificates};
use super::saved_progress::SavedProgress;
use crate::notebook::library::LessonLibrary;
use crate::notebook::worker::Job;

/// A thread that runs lessons again with what is kept of them, until it is dropped.
#[derive(Debug)]
pub struct Grader(Job<Certificates>);

impl Grader {
    /// Begins with all lessons of `records`.
    ///
    /// # Errors
    /// When the system has no thread to give.
    pub fn spawn(library: LessonLibrary, records: Vec<SavedProgress>) -> io::Result<Self> {
        Job::spawn(move |cancel| Certificate::of_all(&library, &records, cancel)).map(Self)
    }

    /// The certificates, once they are there; none at all where the thread has failed.
    pub fn receive(&self) -> Option<Certificates> {
        self.0.receive_within(Duration::ZERO).map(Result::unwrap_or_default)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_thread_tells_once_what_is_kept_and_ends_when_nobody_waits() {
        let record = SavedProgress { lesson: "attention".into(), ..SavedProgress::default() };
        let gone = SavedProgress { lesson: "no-such-lesson".into(), ..SavedProgress::default() };
        let grader = Grader::spawn(LessonLibrary::embedded(), vec![record.clone(), gone]).unwrap();
        let all = loop {
            if let Some(all) = grader.receive() {
                break all;
            }
            std::thread::yield_now();
        };
        assert_eq!(all.keys().map(|id| &**id).collect::<Vec<_>>(), ["attention"]);
        assert!(all["attention"].is_empty() && all["attention"].questions > 0);
        // Between its answer and its end a moment may pass, in which there is nothing to receive.
        let ended = std::iter::repeat_with(|| grader.receive()).find_map(|received| received);
        assert!(ended.is_some_and(|all| all.is_empty()), "the thread has ended");
        drop(Grader::spawn(LessonLibrary::embedded(), vec![record]).unwrap());
    }
}
