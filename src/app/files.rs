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
    /// What has changed and was not taken yet.
    changed: Arc<Mutex<Vec<PathBuf>>>,
    post: Post,
    /// Dropping it ends the thread.
    end: Option<Sender<()>>,
}

impl FileThread {
    /// Nothing under watch; what changes is posted.
    pub fn new(post: Post) -> Self {
        Self { watch: Arc::default(), changed: Arc::default(), post, end: None }
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

    /// What has changed since this was asked last, each file once.
    pub fn take_changed(&self) -> Vec<PathBuf> {
        std::mem::take(&mut lock(&self.changed))
    }

    fn spawn(&mut self) {
        let (end, ended) = channel::<()>();
        let (watch, changed, post) = (Arc::clone(&self.watch), Arc::clone(&self.changed), self.post.clone());
        let look = move || {
            while ended.recv_timeout(INTERVAL) == Err(RecvTimeoutError::Timeout) {
                let fresh = lock(&watch).changed();
                if fresh.is_empty() {
                    continue;
                }
                let is_first = {
                    let mut changed = lock(&changed);
                    let is_first = changed.is_empty();
                    let unknown: Vec<_> = fresh.into_iter().filter(|path| !changed.contains(path)).collect();
                    changed.extend(unknown);
                    is_first
                };
                // Who is away for a while is told once.
                if is_first {
                    post.send(AppMessage::FilesChanged);
                }
            }
        };
        self.end = thread::Builder::new().name("files".to_owned()).spawn(look).is_ok().then_some(end);
    }
}

/// A panic while a lock was held leaves whole paths and stamps behind.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests;
