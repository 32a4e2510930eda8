//! Watching the files of lessons, on a thread of its own.
//!
//! Where all lessons lie inside the program there is no file and no thread.

use std::path::PathBuf;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use super::channel::{AppMessage, Post};
use crate::notebook::library::watch::FileWatch;

/// How often the files are looked at.
const INTERVAL: Duration = Duration::from_millis(200);

/// The files under watch, and the thread that looks at them once there are any.
#[derive(Debug)]
pub struct FileThread {
    watch: Arc<Mutex<FileWatch>>,
    post: Post,
    /// Dropping it ends the thread.
    end: Option<Sender<()>>,
}

impl FileThread {
    /// Nothing under watch; what changes is posted.
    pub fn new(post: Post) -> Self {
        Self { watch: Arc::default(), post, end: None }
    }

    /// Watches these files as well, as they are now. Without a thread for it they are not watched.
    pub fn follow(&mut self, paths: impl IntoIterator<Item = PathBuf>) {
        let is_empty = {
            let mut watch = lock(&self.watch);
            watch.follow(paths);
            watch.is_empty()
        };
        if !is_empty && self.end.is_none() {
            self.spawn();
        }
    }

    fn spawn(&mut self) {
        let (end, ended) = channel::<()>();
        let (watch, post) = (Arc::clone(&self.watch), self.post.clone());
        let look = move || {
            while ended.recv_timeout(INTERVAL) == Err(RecvTimeoutError::Timeout) {
                let changed = lock(&watch).changed();
                if !changed.is_empty() {
                    post.send(AppMessage::FilesChanged(changed));
                }
            }
        };
        self.end = thread::Builder::new().name("files".to_owned()).spawn(look).is_ok().then_some(end);
    }
}

/// A panic while the lock was held leaves whole stamps behind.
fn lock(watch: &Mutex<FileWatch>) -> MutexGuard<'_, FileWatch> {
    watch.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_changed_file_is_posted_once() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.md");
        std::fs::write(&path, "one").unwrap();
        let (post, messages) = Post::channel(|| {});
        let mut files = FileThread::new(post);
        files.follow([]);
        assert!(files.end.is_none(), "nothing to watch, no thread");
        files.follow([path.clone()]);
        std::fs::write(&path, "longer").unwrap();
        let message = messages.recv_timeout(Duration::from_secs(20)).unwrap();
        assert!(matches!(message, AppMessage::FilesChanged(changed) if changed == [path]));
        assert!(messages.recv_timeout(3 * INTERVAL).is_err());
    }
}
