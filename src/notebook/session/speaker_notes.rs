//! What who presents a lesson reads at another terminal: a file of text, written anew at each step and taken away at the end.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, SystemTime};

use super::SessionStore;
use crate::notebook::disk;

/// How often a talk says that it goes on, and how long after that it does no more.
const BEAT: Duration = Duration::from_secs(1);
const DEAD: Duration = Duration::from_secs(5);

/// The thread that writes it: a slow disk never holds up a key. Dropping it takes the file away.
#[derive(Debug)]
pub struct SpeakerNotes {
    texts: Option<Sender<String>>,
    thread: Option<JoinHandle<()>>,
}

impl SpeakerNotes {
    /// Where this user's file is; nothing where the system names no folder for it.
    pub fn place() -> Option<PathBuf> {
        Some(SessionStore::of_user()?.path().parent()?.join("talk.txt"))
    }

    /// Begins with an empty file at this place; while the notes of another talk stand there, it waits for that one's end.
    ///
    /// # Errors
    /// It cannot be written, or the system has no thread to give.
    pub fn spawn(place: PathBuf) -> io::Result<Self> {
        let is_second = Self::is_alive(&place);
        if !is_second {
            disk::replace(&place, "")?;
        }
        let (texts, waiting) = channel();
        let thread = std::thread::Builder::new().name("prompt".to_owned());
        let thread = thread.spawn(move || write_until_the_end(&place, &waiting, is_second))?;
        Ok(Self { texts: Some(texts), thread: Some(thread) })
    }

    /// Whether a talk goes on there: one that was killed has left its file, but touches it no more.
    pub fn is_alive(place: &Path) -> bool {
        let age = fs::metadata(place).and_then(|file| file.modified()).map(|then| then.elapsed().unwrap_or_default());
        age.is_ok_and(|age| age < DEAD)
    }

    /// Takes what is to be read now.
    pub fn tell(&self, text: String) {
        if let Some(texts) = &self.texts {
            // The thread lives as long as this does.
            let _ = texts.send(text);
        }
    }
}

/// Writes each text that comes, until no more can; behind the notes of another talk, where there is one.
fn write_until_the_end(place: &Path, texts: &Receiver<String>, is_second: bool) {
    let (mut waits, mut missed) = (is_second, None);
    loop {
        let newest = match texts.recv_timeout(BEAT) {
            Ok(text) => Some(texts.try_iter().last().unwrap_or(text)),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => break,
        };
        let text = newest.or(missed.take());
        waits = waits && SpeakerNotes::is_alive(place);
        if waits {
            missed = text;
            continue;
        }
        // Of what cannot be written the text before stays; the talk goes on.
        let _ = match text {
            Some(text) => disk::replace(place, text),
            None => touch(place),
        };
    }
    if !waits {
        let _ = fs::remove_file(place);
    }
}

/// Lets the file be as new as now.
fn touch(place: &Path) -> io::Result<()> {
    fs::File::options().append(true).open(place)?.set_modified(SystemTime::now())
}

impl Drop for SpeakerNotes {
    fn drop(&mut self) {
        self.texts = None;
        if let Some(thread) = self.thread.take() {
            // It has no panic of its own to hand on: what it calls returns errors.
            let _ = thread.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::*;

    #[test]
    fn the_newest_is_there_to_read_until_the_end() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("state/talk.txt");
        let speaker_notes = SpeakerNotes::spawn(place.clone()).unwrap();
        assert_eq!(fs::read_to_string(&place).unwrap(), "");
        for text in ["one", "two", "three"] {
            speaker_notes.tell(text.to_owned());
        }
        let start = Instant::now();
        while fs::read_to_string(&place).unwrap() != "three" {
            assert!(start.elapsed() < Duration::from_secs(20), "the newest text has not come");
            std::thread::sleep(Duration::from_millis(5));
        }
        drop(speaker_notes);
        assert!(!place.exists());
    }

    #[test]
    fn a_second_talk_leaves_the_first_its_notes_until_that_ends() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("talk.txt");
        let has = |text: &str| {
            let start = Instant::now();
            while fs::read_to_string(&place).unwrap_or_default() != text {
                assert!(start.elapsed() < Duration::from_secs(20), "the notes are not `{text}`");
                std::thread::sleep(Duration::from_millis(5));
            }
        };
        let first = SpeakerNotes::spawn(place.clone()).unwrap();
        first.tell("of the first".to_owned());
        has("of the first");
        let second = SpeakerNotes::spawn(place.clone()).unwrap();
        second.tell("of the second".to_owned());
        let third = SpeakerNotes::spawn(place.clone()).unwrap();
        drop(third);
        has("of the first");
        drop(first);
        has("of the second");
        drop(second);
        assert!(!place.exists());
    }

    #[test]
    fn a_talk_that_was_killed_is_over() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("talk.txt");
        assert!(!SpeakerNotes::is_alive(&place));
        fs::write(&place, "one").unwrap();
        assert!(SpeakerNotes::is_alive(&place));
        let long_ago = SystemTime::now() - Duration::from_mins(1);
        fs::File::options().append(true).open(&place).unwrap().set_modified(long_ago).unwrap();
        assert!(!SpeakerNotes::is_alive(&place));
        touch(&place).unwrap();
        assert!(SpeakerNotes::is_alive(&place));
    }

    #[test]
    fn a_place_that_cannot_be_written_is_told_before_the_talk() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("state");
        fs::write(&file, "a file where the folder should be").unwrap();
        assert!(SpeakerNotes::spawn(file.join("talk.txt")).is_err());
    }
}
