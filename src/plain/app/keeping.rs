//! What is kept for later: the work itself, marks of blocks, and values in files for other programs.

use std::io;
use std::path::Path;
use std::sync::Arc;

use super::super::transcript::Transcript;
use super::super::{hidden, missing, unkept};
use super::PlainApp;
use super::looking::part;
use crate::lang::Value;
use crate::notebook::element;
use crate::notebook::session::saved_progress::Bookmark;
use crate::notebook::tensor_file;
use crate::words::{say, word};

impl PlainApp<'_> {
    /// Keeps the work now; `weights weights.csv` writes a value into a file of its own.
    pub(super) fn save(&mut self, rest: &str) {
        if !rest.is_empty() {
            let said = self.save_value(rest).unwrap_or_else(|words| words);
            return self.words(said);
        }
        self.hand_over();
        let session = &self.services.session;
        let Some((store, saved)) = session.store().zip(session.flush()) else {
            return self.words(word!("plain-no-store"));
        };
        let path = store.path().display().to_string();
        let said = unkept(&saved).unwrap_or_else(|| say!("plain-saved", path));
        self.saved = Some(saved);
        self.words(said);
    }

    /// Writes a tensor into a new file, in the form that the ending of its name says. Both results are words.
    fn save_value(&self, rest: &str) -> Result<String, String> {
        let Some(open) = self.lesson() else { return Err(word!("plain-no-lesson").to_owned()) };
        let wanted = || word!("plain-save-what").to_owned();
        let (target, file) = rest.rsplit_once(char::is_whitespace).ok_or_else(wanted)?;
        let (name, items) = element::split(target.trim());
        if let Some(refusal) = hidden::refusal(open, name) {
            return Err(refusal);
        }
        let names = open.names();
        let value = names.value(name).ok_or_else(|| missing::words(&names.no_value(name)))?;
        let Value::Tensor(tensor) = part(name, &value, &items)? else {
            return Err(say!("plain-save-no-tensor", name, what = value.description()));
        };
        let written = tensor_file::write_new(Path::new(file), name, &tensor.now()).ok_or_else(wanted)?;
        written.map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => say!("plain-save-exists", path = file),
            _ => say!("not-written", why = error.to_string()),
        })?;
        Ok(say!("written", path = file))
    }

    /// Marks the block, or takes its mark away.
    pub(super) fn bookmark(&mut self) {
        let Some(open) = self.lesson_mut() else { return self.no_lesson() };
        let is_marked = open.id().and_then(|id| open.document.toggle_bookmark(&id));
        self.words(if is_marked == Some(true) { word!("plain-marked") } else { word!("plain-unmarked") });
    }

    /// The marked blocks of all lessons, in the order of the course; with a number goes to one of them.
    pub(super) fn bookmarks(&mut self, rest: &str) {
        let marks = self.marks();
        if rest.is_empty() {
            let mut transcript = Transcript::default();
            for (place, (lesson, mark)) in marks.iter().enumerate() {
                transcript.say(say!(
                    "plain-mark",
                    number = place + 1,
                    lesson = &**lesson,
                    block = &*mark.block,
                    words = mark.words.as_str()
                ));
            }
            transcript.say(if marks.is_empty() { word!("plain-no-marks") } else { word!("plain-marks-go") });
            return self.tell(&transcript);
        }
        let chosen = rest.parse::<usize>().ok().and_then(|number| marks.get(number.checked_sub(1)?));
        match chosen {
            Some((lesson, mark)) => self.open_at(&lesson.clone(), &mark.block.clone()),
            None => self.words(say!("plain-which-mark", count = marks.len())),
        }
    }

    /// The marked blocks with their lessons.
    fn marks(&self) -> Vec<(Arc<str>, Bookmark)> {
        let place = |lesson: &str| self.services.library.entries().iter().position(|entry| entry.id() == lesson);
        let mut records = self.records();
        records.sort_by_key(|record| place(&record.lesson).unwrap_or(usize::MAX));
        let of = |record: crate::notebook::session::SavedProgress| {
            let lesson = Arc::clone(&record.lesson);
            record.bookmarks.into_iter().map(move |mark| (Arc::clone(&lesson), mark))
        };
        records.into_iter().flat_map(of).collect()
    }
}
