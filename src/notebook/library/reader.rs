//! The lessons of the course, read beside the screen: reading all of them takes longer than a key may wait.

use std::io;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use super::Library;
use crate::notebook::lesson::Lesson;
use crate::notebook::worker::THREAD_NAME;

/// A thread that reads every lesson once.
#[derive(Debug)]
pub struct Reader {
    answer: Receiver<Vec<Arc<Lesson>>>,
}

impl Reader {
    /// Begins with the lessons of a library.
    ///
    /// # Errors
    /// When the system has no thread to give.
    pub fn spawn(library: Library) -> io::Result<Self> {
        let (tell, answer) = mpsc::channel();
        thread::Builder::new().name(THREAD_NAME.to_owned()).spawn(move || {
            // Nobody may be waiting any more.
            let _ = tell.send(library.lessons());
        })?;
        Ok(Self { answer })
    }

    /// The lessons, if they come within this time; none at all where the thread has failed.
    pub fn receive_within(&self, time: Duration) -> Option<Vec<Arc<Lesson>>> {
        match self.answer.recv_timeout(time) {
            Ok(lessons) => Some(lessons),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => Some(Vec::new()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_reads_the_course_in_order_and_once() {
        let library = Library::embedded();
        let reader = Reader::spawn(library.clone()).unwrap();
        let ids =
            |lessons: Vec<Arc<Lesson>>| lessons.iter().map(|lesson| lesson.front.id.to_string()).collect::<Vec<_>>();
        let read = reader.receive_within(Duration::from_mins(1)).map(ids).unwrap();
        assert_eq!(read, library.entries().iter().map(|entry| entry.id().to_owned()).collect::<Vec<_>>());
        assert_eq!(reader.receive_within(Duration::ZERO).map(ids), Some(Vec::new()), "the thread has ended");
    }
}
