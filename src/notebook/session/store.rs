//! Where sessions lie: a folder with one file a lesson, or one file that somebody named.
//!
//! One file a lesson means that two programs which run at once can only meet in the same lesson, where each puts what it has changed
//! into what the other has kept, and that a damaged file costs one lesson. A file that was named holds all its lessons; it is read
//! again before each write, and only the written lesson is exchanged.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

use super::conflict::{self, Conflict};
use super::merge;
use super::saved_progress::SavedProgress;
use super::text::{self, ReadError};
use crate::notebook::disk::{self, Unread};
use crate::notebook::folders;

/// The longest file that is read, in bytes: a page of edits is a few thousand.
const MAX_BYTES: u64 = 16 << 20;
/// The ending of a file in the folder.
const ENDING: &str = "session";

/// How a file is called that was set aside.
const DAMAGED: &str = "damaged";
const NEWER: &str = "newer";
const OTHER: &str = "other";

/// A place for sessions.
#[derive(Debug)]
pub struct SessionStore {
    place: StoreLocation,
    /// The files that must not be written, and why: they hold something that could neither be read nor be set aside.
    closed: Mutex<BTreeMap<PathBuf, String>>,
    /// What this program read or wrote last of each lesson: what has changed since is its own work.
    last: Mutex<BTreeMap<Arc<str>, SavedProgress>>,
}

#[derive(Debug)]
enum StoreLocation {
    Folder(PathBuf),
    File(PathBuf),
}

/// What was found of a lesson.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Loaded {
    /// The record, if there is a good one.
    pub record: Option<SavedProgress>,
    /// What the learner must know about a file that is not as it should be.
    pub trouble: Option<String>,
}

impl SessionStore {
    /// The folder of this user, below [`folders::state`]; `None` where the system names none.
    pub fn of_user() -> Option<Self> {
        folders::state().map(|folder| Self::folder(folder.join("sessions")))
    }

    /// A folder with one file a lesson; it is made when something is first kept.
    pub fn folder(folder: impl Into<PathBuf>) -> Self {
        Self { place: StoreLocation::Folder(folder.into()), closed: Mutex::default(), last: Mutex::default() }
    }

    /// One file for every lesson.
    pub fn file(path: impl Into<PathBuf>) -> Self {
        Self { place: StoreLocation::File(path.into()), closed: Mutex::default(), last: Mutex::default() }
    }

    /// The folder or the file.
    pub fn path(&self) -> &Path {
        match &self.place {
            StoreLocation::Folder(path) | StoreLocation::File(path) => path,
        }
    }

    /// The lessons that a named file has work on, in its order; none for a folder.
    pub fn lessons(&self) -> Vec<Arc<str>> {
        let StoreLocation::File(path) = &self.place else { return Vec::new() };
        let records = read(path).unwrap_or_default();
        records.into_iter().map(|record| record.lesson).collect()
    }

    /// What is kept of a lesson. A damaged file, or one of a newer version, is set aside under another name.
    pub fn load(&self, lesson: &str) -> Loaded {
        let path = self.path_of(lesson);
        let trouble = match records(&path) {
            Ok(records) => {
                let record = find(records, lesson);
                let last = record
                    .clone()
                    .unwrap_or_else(|| SavedProgress { lesson: lesson.into(), ..SavedProgress::default() });
                self.last().insert(lesson.into(), last);
                return Loaded { record, trouble: None };
            }
            Err(trouble) => trouble,
        };
        let moved = match trouble.name() {
            Some(name) => disk::set_aside(&path, name).map_err(|error| error.to_string()),
            None => Err("the file was not changed".to_owned()),
        };
        let shown = path.display();
        let trouble = match moved {
            // The name first: a screen may have no room for the folder.
            Ok(aside) => {
                let (name, folder) = (aside.file_name().unwrap_or_default(), aside.parent().unwrap_or(&aside));
                format!("Your session file was renamed to {}: {trouble}; it is in {}", name.display(), folder.display())
            }
            Err(why) => {
                let words = format!("Your work is not saved: {trouble}; {why}; the session file is {shown}");
                self.closed().insert(path, words.clone());
                words
            }
        };
        Loaded { record: None, trouble: Some(trouble) }
    }

    /// The same without touching anything; nothing where the file is not as it should be.
    pub fn peek(&self, lesson: &str) -> Option<SavedProgress> {
        find(records(&self.path_of(lesson)).ok()?, lesson)
    }

    /// When the file with what is kept of a lesson was written last; of lessons in one file that is the same.
    pub fn saved_at(&self, lesson: &str) -> Option<SystemTime> {
        fs::metadata(self.path_of(lesson)).and_then(|file| file.modified()).ok()
    }

    /// Keeps a record in place of the one before. What is kept of other lessons stays. Says where another program has changed a text
    /// that this one has changed, too; where this one's takes its place, the file as it was is kept beside.
    ///
    /// # Errors
    /// The file cannot be written; what it held is untouched then.
    pub fn save(&self, record: &SavedProgress) -> io::Result<Option<Conflict>> {
        let path = self.path_of(&record.lesson);
        if let Some(why) = self.closed().get(&path) {
            return Err(io::Error::other(why.clone()));
        }
        let placed =
            |error: io::Error| io::Error::new(error.kind(), format!("{error}; the session file is {}", path.display()));
        self.put(record, &path).map_err(placed)
    }

    fn put(&self, record: &SavedProgress, path: &Path) -> io::Result<Option<Conflict>> {
        let mut kept = match (&self.place, records(path)) {
            (_, Ok(kept)) => kept.unwrap_or_default(),
            // The lesson's own file was spoilt after it was read: what this program knows is all there is.
            (StoreLocation::Folder(_), Err(_)) => Vec::new(),
            (StoreLocation::File(_), Err(trouble)) => return Err(io::Error::other(trouble.to_string())),
        };
        let mut conflict = None;
        match kept.iter_mut().find(|other| other.lesson == record.lesson) {
            Some(place) => {
                conflict = self.conflict(record, place, path)?;
                *place = self.with_others_work(record, std::mem::take(place));
            }
            None => kept.push(record.clone()),
        }
        disk::replace_private(path, text::write(&kept))?;
        self.last().insert(Arc::clone(&record.lesson), record.clone());
        Ok(conflict)
    }

    /// The record, and what another program has done on the lesson since this one read or wrote it.
    fn with_others_work(&self, record: &SavedProgress, kept: SavedProgress) -> SavedProgress {
        match self.last().get(&record.lesson) {
            Some(last) if !last.same_work(&kept) || last.help != kept.help => merge::merged(last, record, kept),
            _ => record.clone(),
        }
    }

    /// Whose text it is, where another program has changed one of this program's. What is written over is copied first.
    fn conflict(&self, record: &SavedProgress, kept: &SavedProgress, path: &Path) -> io::Result<Option<Conflict>> {
        let last = self.last();
        let Some(last) = last.get(&record.lesson) else { return Ok(None) };
        if let Some(block) = conflict::won(last, record, kept) {
            let aside = disk::copy_aside(path, OTHER)?;
            let aside = aside.file_name().unwrap_or_default().to_string_lossy().into_owned();
            return Ok(Some(Conflict::Won { block, aside }));
        }
        Ok(conflict::lost(last, record, kept).map(|block| Conflict::Lost { block }))
    }

    /// Keeps where the cursor was, unless another program has kept other work on the lesson meanwhile.
    ///
    /// # Errors
    /// As for [`SessionStore::save`].
    pub fn save_place(&self, record: &SavedProgress) -> io::Result<Option<Conflict>> {
        match self.peek(&record.lesson) {
            Some(kept) if !kept.same_work(record) || kept == *record => Ok(None),
            _ => self.save(record),
        }
    }

    fn path_of(&self, lesson: &str) -> PathBuf {
        match &self.place {
            StoreLocation::Folder(folder) => folder.join(format!("{lesson}.{ENDING}")),
            StoreLocation::File(path) => path.clone(),
        }
    }

    fn last(&self) -> std::sync::MutexGuard<'_, BTreeMap<Arc<str>, SavedProgress>> {
        self.last.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn closed(&self) -> std::sync::MutexGuard<'_, BTreeMap<PathBuf, String>> {
        // Insertions are whole or not at all, so a panic elsewhere leaves nothing half done.
        self.closed.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Why a file has no records to give.
enum StoreError {
    Unreadable(io::Error),
    NotText,
    TooLong(u64),
    Content(ReadError),
}

impl StoreError {
    /// How a file of this kind is called when it is set aside; a file that cannot be read at all is left alone.
    fn name(&self) -> Option<&'static str> {
        match self {
            Self::Unreadable(_) => None,
            Self::Content(ReadError::Newer(_)) => Some(NEWER),
            Self::NotText | Self::TooLong(_) | Self::Content(ReadError::Damaged { .. }) => Some(DAMAGED),
        }
    }
}

impl From<Unread> for StoreError {
    fn from(unread: Unread) -> Self {
        match unread {
            Unread::Refused(error) => Self::Unreadable(error),
            Unread::TooLong(bytes) => Self::TooLong(bytes),
        }
    }
}

impl std::fmt::Display for StoreError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Unreadable(error) => error.fmt(f),
            Self::NotText => f.write_str("it is not UTF-8 text"),
            Self::TooLong(bytes) => write!(f, "it has {bytes} bytes, but a session file can have at most {MAX_BYTES}"),
            Self::Content(error) => error.fmt(f),
        }
    }
}

/// The records of a session's file, which is left as it is.
///
/// # Errors
/// There is no such file, or it is no session: in one sentence.
pub fn read(path: &Path) -> Result<Vec<SavedProgress>, String> {
    let shown = path.display();
    match records(path) {
        Ok(Some(records)) => Ok(records),
        Ok(None) => Err(format!("there is no session file {shown}")),
        Err(trouble) => Err(format!("cannot read the session {shown}: {trouble}")),
    }
}

/// The files of a folder that hold sessions, in the order of their names: what begins as one, or is called so. Those that were set
/// aside are not among them.
///
/// # Errors
/// The folder cannot be read.
pub fn files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let paths = fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path())).collect::<io::Result<Vec<_>>>()?;
    let is_session = |path: &PathBuf| path.is_file() && !is_aside(path) && (is_kept(path) || is_begun(path));
    let mut files: Vec<_> = paths.into_iter().filter(is_session).collect();
    files.sort();
    Ok(files)
}

/// Whether the file is one that a [`SessionStore`] keeps in its folder: it is called after its one lesson. Of one that cannot be read its
/// ending says it.
pub fn is_of_folder(path: &Path) -> bool {
    let is_named = |record: &SavedProgress| path.file_stem().is_some_and(|stem| stem == &*record.lesson);
    is_kept(path) && read(path).map_or(true, |records| records.len() == 1 && records.iter().all(is_named))
}

/// By its name.
fn is_kept(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == ENDING)
}

/// By its name, such as `attention.session.damaged-2`.
fn is_aside(path: &Path) -> bool {
    let ending = path.extension().unwrap_or_default().to_string_lossy().into_owned();
    [DAMAGED, NEWER, OTHER].contains(&ending.split('-').next().unwrap_or_default())
}

fn is_begun(path: &Path) -> bool {
    let mut start = Vec::new();
    let read = fs::File::open(path).and_then(|file| file.take(64).read_to_end(&mut start));
    let text = String::from_utf8_lossy(&start);
    read.is_ok() && text.strip_prefix('\u{feff}').unwrap_or(&text).starts_with(text::HEAD)
}

/// The records of a file; `Ok(None)` where there is none.
fn records(path: &Path) -> Result<Option<Vec<SavedProgress>>, StoreError> {
    match fs::metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(StoreError::Unreadable(error)),
        // Whoever opens a pipe waits for somebody to write into it.
        Ok(data) if !data.is_file() => return Err(StoreError::Unreadable(io::Error::other("it is not a file"))),
        Ok(_) => {}
    }
    let bytes = disk::read(path, MAX_BYTES)?;
    let text = String::from_utf8(bytes).map_err(|_| StoreError::NotText)?;
    text::read(&text).map(Some).map_err(StoreError::Content)
}

fn find(records: Option<Vec<SavedProgress>>, lesson: &str) -> Option<SavedProgress> {
    records?.into_iter().find(|record| *record.lesson == *lesson)
}

#[cfg(test)]
mod tests;
