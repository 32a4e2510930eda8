//! Keeping in the background: soon after a change, and at once when the program ends.
//!
//! Whoever changes a page hands its record over and goes on; a thread writes it when nothing more has come for a moment. So a
//! slow disk never holds a keystroke up, and typing a word costs one write. What has been handed over is written at the latest
//! when the [`Saver`] is dropped, which a panic does too, or by [`Flush`], which a signal calls from a thread of its own.

use std::collections::BTreeMap;
use std::io;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use super::conflict::Conflict;
use super::saved_progress::SavedProgress;
use super::store::SessionStore;

/// How long nothing more must have come before it is written.
const QUIET: Duration = Duration::from_millis(400);
/// How long a change waits at most while others keep coming.
const PATIENCE: Duration = Duration::from_secs(2);

/// How the newest work stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Saved {
    /// All of it is on the disk.
    Yes,
    /// It will be written in a moment.
    Soon,
    /// All of it is on the disk, but another program is at the same text.
    Beside(Conflict),
    /// It could not be written, and why; it is tried again with the next change and at the end.
    No(String),
}

/// The handle on the thread. Dropping it writes what waits.
#[derive(Debug)]
pub struct Saver {
    shared: Arc<SaverState>,
    thread: Option<JoinHandle<()>>,
}

/// Writes what waits, from any thread.
#[derive(Clone, Debug)]
pub struct Flush(Arc<SaverState>);

#[derive(Debug)]
struct SaverState {
    store: SessionStore,
    inbox: Mutex<SaveQueue>,
    arrived: Condvar,
    /// Held while the disk is written, so that an older record never overtakes a newer one.
    disk: Mutex<()>,
}

#[derive(Debug, Default)]
struct SaveQueue {
    waiting: BTreeMap<Arc<str>, PendingSave>,
    /// When the first and the newest of them came; none while nothing is to be written.
    times: Option<(Instant, Instant)>,
    is_writing: bool,
    failed: Option<String>,
    conflict: Option<Conflict>,
    closed: bool,
}

/// A record, and whether nothing in it is new but where the cursor was.
#[derive(Clone, Debug)]
struct PendingSave {
    record: SavedProgress,
    place_only: bool,
}

impl Saver {
    /// Starts the thread. `tell` is called on it whenever it has written what waited, or failed to.
    ///
    /// # Errors
    /// If the system has no thread to give.
    pub fn spawn(store: SessionStore, tell: impl Fn() + Send + 'static) -> io::Result<Self> {
        let shared =
            Arc::new(SaverState { store, inbox: Mutex::default(), arrived: Condvar::new(), disk: Mutex::default() });
        let room = Arc::clone(&shared);
        let thread = std::thread::Builder::new().name("save".to_owned()).spawn(move || work(&room, &tell))?;
        Ok(Self { shared, thread: Some(thread) })
    }

    /// Where it is kept.
    pub fn store(&self) -> &SessionStore {
        &self.shared.store
    }

    /// Takes a record to be kept soon, in place of one of the same lesson that waits.
    pub fn keep(&self, record: SavedProgress) {
        self.put(PendingSave { record, place_only: false });
    }

    /// Takes a record in which nothing is new but where the cursor was.
    pub fn keep_place(&self, record: SavedProgress) {
        self.put(PendingSave { record, place_only: true });
    }

    fn put(&self, mut kept: PendingSave) {
        let now = Instant::now();
        let mut inbox = lock(&self.shared.inbox);
        let before = inbox.waiting.get(&kept.record.lesson);
        kept.place_only &= before.is_none_or(|before| before.place_only);
        inbox.waiting.insert(Arc::clone(&kept.record.lesson), kept);
        let first = inbox.times.map_or(now, |(first, _)| first);
        inbox.times = Some((first, now));
        self.shared.arrived.notify_one();
    }

    /// How the newest work stands.
    pub fn state(&self) -> Saved {
        self.shared.state()
    }

    /// Something that writes what waits, for whoever may have to end the program.
    pub fn flush(&self) -> Flush {
        Flush(Arc::clone(&self.shared))
    }

    /// Writes what waits, and says why where that fails.
    ///
    /// # Errors
    /// What the disk said; the work is lost when the program ends.
    pub fn finish(self) -> Result<(), String> {
        self.shared.write();
        match self.state() {
            Saved::No(why) => Err(why),
            Saved::Yes | Saved::Soon | Saved::Beside(_) => Ok(()),
        }
    }
}

impl Drop for Saver {
    fn drop(&mut self) {
        lock(&self.shared.inbox).closed = true;
        self.shared.arrived.notify_one();
        if let Some(thread) = self.thread.take() {
            // It has no panic of its own to hand on: what it calls returns errors.
            let _ = thread.join();
        }
    }
}

impl Flush {
    /// Writes what waits, and says how the work stands then.
    pub fn now(&self) -> Saved {
        self.0.write();
        self.0.state()
    }
}

fn work(shared: &SaverState, tell: &impl Fn()) {
    loop {
        let closed = wait(shared);
        shared.write();
        tell();
        if closed {
            return;
        }
    }
}

/// Waits until something has waited long enough; says whether this is the end.
fn wait(shared: &SaverState) -> bool {
    let mut inbox = lock(&shared.inbox);
    loop {
        if inbox.closed {
            return true;
        }
        let left = inbox.times.map(|(first, newest)| {
            let due = (newest + QUIET).min(first + PATIENCE);
            due.saturating_duration_since(Instant::now())
        });
        inbox = match left {
            Some(Duration::ZERO) => return false,
            Some(left) => match shared.arrived.wait_timeout(inbox, left) {
                Ok((inbox, _)) => inbox,
                Err(poisoned) => poisoned.into_inner().0,
            },
            None => shared.arrived.wait(inbox).unwrap_or_else(PoisonError::into_inner),
        };
    }
}

impl SaverState {
    /// How the newest work stands.
    fn state(&self) -> Saved {
        let inbox = lock(&self.inbox);
        match &inbox.failed {
            _ if inbox.times.is_some() || inbox.is_writing => Saved::Soon,
            Some(why) => Saved::No(why.clone()),
            None => inbox.conflict.clone().map_or(Saved::Yes, Saved::Beside),
        }
    }

    /// Writes what waits; what cannot be written waits on, unless something newer of its lesson has come.
    fn write(&self) {
        let _disk = lock(&self.disk);
        let waiting = {
            let mut inbox = lock(&self.inbox);
            inbox.times = None;
            inbox.is_writing = true;
            std::mem::take(&mut inbox.waiting)
        };
        let (mut failed, mut conflict) = (None, None);
        let mut left = BTreeMap::new();
        for (lesson, kept) in waiting {
            let save = if kept.place_only { SessionStore::save_place } else { SessionStore::save };
            match save(&self.store, &kept.record) {
                Ok(met) => conflict = conflict.or(met),
                Err(error) => {
                    failed = Some(error.to_string());
                    left.insert(lesson, kept);
                }
            }
        }
        let mut inbox = lock(&self.inbox);
        for (lesson, kept) in left {
            inbox.waiting.entry(lesson).or_insert(kept);
        }
        inbox.failed = failed;
        // Whoever was met once may come again.
        inbox.conflict = conflict.or(inbox.conflict.take());
        inbox.is_writing = false;
    }
}

/// A panic while a lock was held leaves whole values behind: everything under the locks is replaced, never changed in part.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notebook::session::read as session_read;
    use crate::notebook::session::saved_progress::Edit;

    fn record(lesson: &str, at: &str) -> SavedProgress {
        SavedProgress { lesson: lesson.into(), at: Some(at.into()), ..SavedProgress::default() }
    }

    fn until(what: &str, is_so: impl Fn() -> bool) {
        let start = Instant::now();
        while !is_so() {
            assert!(start.elapsed() < Duration::from_secs(20), "waited for {what}");
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    #[test]
    fn changes_are_kept_soon_and_together() {
        let folder = tempfile::tempdir().unwrap();
        let saver = Saver::spawn(SessionStore::folder(folder.path()), || {}).unwrap();
        assert_eq!(saver.state(), Saved::Yes);
        saver.keep(record("a", "one"));
        saver.keep(record("a", "two"));
        assert_eq!(saver.state(), Saved::Soon);
        until("the write", || saver.state() == Saved::Yes);
        assert_eq!(saver.store().peek("a").unwrap().at.as_deref(), Some("two"));
    }

    #[test]
    fn what_waits_is_written_at_the_end_and_when_a_thread_panics() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().to_owned();
        let panicked = std::thread::Builder::new()
            .name("panics".to_owned())
            .spawn(move || {
                let saver = Saver::spawn(SessionStore::folder(path), || {}).unwrap();
                saver.keep(record("a", "one"));
                panic!("on purpose");
            })
            .unwrap()
            .join();
        assert!(panicked.is_err());
        assert!(SessionStore::folder(folder.path()).peek("a").is_some());
    }

    #[test]
    fn another_thread_can_have_it_written_at_once() {
        let folder = tempfile::tempdir().unwrap();
        let saver = Saver::spawn(SessionStore::folder(folder.path()), || {}).unwrap();
        saver.keep(record("a", "one"));
        let flush = saver.flush();
        std::thread::spawn(move || flush.now()).join().unwrap();
        assert!(saver.store().peek("a").is_some());
    }

    #[test]
    fn a_disk_that_cannot_be_written_is_told_and_tried_again() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("place");
        std::fs::write(&place, "a file where the folder should be").unwrap();
        let saver = Saver::spawn(SessionStore::folder(&place), || {}).unwrap();
        saver.keep(record("a", "one"));
        until("the failure", || matches!(saver.state(), Saved::No(_)));
        std::fs::remove_file(&place).unwrap();
        saver.keep(record("b", "one"));
        until("the write", || saver.state() == Saved::Yes);
        assert!(saver.store().peek("a").is_some() && saver.store().peek("b").is_some());

        let closed = Saver::spawn(SessionStore::file(folder.path()), || {}).unwrap();
        closed.keep(record("a", "one"));
        assert!(closed.finish().is_err());
    }

    #[test]
    fn two_programs_at_one_text_are_told_of_each_other_and_nothing_is_lost() {
        let folder = tempfile::tempdir().unwrap();
        let of = |text: &str| {
            let edit = Edit { block: "x".into(), was: "0".into(), text: text.into() };
            SavedProgress { edits: vec![edit], ..record("a", "x") }
        };
        let (one, two) =
            (SessionStore::folder(folder.path()), Saver::spawn(SessionStore::folder(folder.path()), || {}).unwrap());
        one.load("a");
        two.store().load("a");
        two.keep(of("1"));
        until("the write", || two.state() == Saved::Yes);
        let won = |aside: &str| Conflict::Won { block: "x".into(), aside: aside.into() };
        assert_eq!(one.save(&of("2")).unwrap(), Some(won("a.session.other")));
        // Who has lost hears of it when something else is to be kept.
        let passed = |text: &str| SavedProgress { passed: ["p".into()].into(), ..of(text) };
        two.keep(passed("1"));
        until("the loss", || two.state() == Saved::Beside(Conflict::Lost { block: "x".into() }));
        assert_eq!(one.peek("a"), Some(passed("2")));
        two.keep(passed("3"));
        until("the conflict", || two.state() == Saved::Beside(won("a.session.other-2")));
        assert_eq!(one.peek("a"), Some(passed("3")));
        let aside = |name: &str| session_read(&folder.path().join(name)).unwrap();
        assert_eq!(aside("a.session.other"), [of("1")]);
        assert_eq!(aside("a.session.other-2"), [passed("2")]);
    }

    #[test]
    fn a_place_alone_does_not_overwrite_the_work_of_another_program() {
        let folder = tempfile::tempdir().unwrap();
        let store = SessionStore::folder(folder.path());
        let work = SavedProgress { passed: ["x".into()].into(), ..record("a", "here") };
        store.save(&work).unwrap();
        let saver = Saver::spawn(SessionStore::folder(folder.path()), || {}).unwrap();
        saver.keep_place(record("a", "there"));
        saver.finish().unwrap();
        assert_eq!(store.peek("a").unwrap(), work);
        let saver = Saver::spawn(SessionStore::folder(folder.path()), || {}).unwrap();
        saver.keep_place(SavedProgress { at: Some("there".into()), ..work });
        saver.finish().unwrap();
        assert_eq!(store.peek("a").unwrap().at.as_deref(), Some("there"));
    }
}
