//! The lessons of the course, read beside the screen: reading all of them takes longer than a key may wait.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use super::LessonLibrary;
use crate::notebook::lesson::Lesson;
use crate::notebook::worker::Job;

/// A thread that reads every lesson once.
#[derive(Debug)]
pub struct LibraryReader(Job<Vec<Arc<Lesson>>>);

impl LibraryReader {
    /// Begins with the lessons of a library.
    ///
    /// # Errors
    /// When the system has no thread to give.
    pub fn spawn(library: LessonLibrary) -> io::Result<Self> {
        Job::spawn(move |_| library.lessons()).map(Self)
    }

    /// The lessons, if they come within this time; none at all where the thread has failed.
    pub fn receive_within(&self, time: Duration) -> Option<Vec<Arc<Lesson>>> {
        self.0.receive_within(time).map(Result::unwrap_or_default)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_reads_the_course_in_order_and_once() {
        let library = LessonLibrary::embedded();
        let reader = LibraryReader::spawn(library.clone()).unwrap();
        let ids =
            |lessons: Vec<Arc<Lesson>>| lessons.iter().map(|lesson| lesson.front.id.to_string()).collect::<Vec<_>>();
        let read = reader.receive_within(Duration::from_mins(1)).map(ids).unwrap();
        assert_eq!(read, library.entries().iter().map(|entry| entry.id().to_owned()).collect::<Vec<_>>());
        assert_eq!(reader.receive_within(Duration::from_mins(1)).map(ids), Some(Vec::new()), "the thread has ended");
    }
}
