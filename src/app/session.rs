//! Where the learner's work is saved, and how that went.

use std::sync::Arc;

use crate::notebook::library::LessonLibrary;
use crate::notebook::session::store::Loaded;
use crate::notebook::session::{Saved, SavedProgress, Saver, SessionStore};

/// Where the learner's work is saved.
#[derive(Debug, Default)]
pub enum SessionBackend {
    /// Nowhere.
    #[default]
    Off,
    /// In a store, by a thread, soon after a change.
    Background(Saver),
    /// In a store, at once.
    Immediate(SessionStore),
    /// Nowhere; but what was prepared of lessons that are presented is read.
    Prepared(SessionStore),
    /// Nowhere; but these records are taken up.
    Records(Vec<SavedProgress>),
}

/// Saves the learner's work, and knows how it stands.
#[derive(Debug, Default)]
pub struct SessionKeeper {
    backend: SessionBackend,
    /// How the work stood when that was told last.
    told: Option<Saved>,
}

impl SessionKeeper {
    /// Nothing has been saved yet.
    pub fn new(backend: SessionBackend) -> Self {
        let told =
            matches!(backend, SessionBackend::Background(_) | SessionBackend::Immediate(_)).then_some(Saved::Yes);
        Self { backend, told }
    }

    /// What is remembered of a lesson, and what is wrong with it.
    pub fn load(&self, lesson: &str) -> Loaded {
        match &self.backend {
            SessionBackend::Off => Loaded::default(),
            SessionBackend::Background(saver) => saver.store().load(lesson),
            SessionBackend::Immediate(store) | SessionBackend::Prepared(store) => store.load(lesson),
            SessionBackend::Records(records) => {
                let record = records.iter().find(|record| &*record.lesson == lesson).cloned();
                Loaded { record, ..Loaded::default() }
            }
        }
    }

    /// What is remembered of all lessons of the course; of lessons that are presented nothing is counted.
    pub fn records(&self, library: &LessonLibrary) -> Vec<SavedProgress> {
        match &self.backend {
            SessionBackend::Off | SessionBackend::Prepared(_) => Vec::new(),
            SessionBackend::Background(saver) => SavedProgress::of_all(library, saver.store()),
            SessionBackend::Immediate(store) => SavedProgress::of_all(library, store),
            SessionBackend::Records(records) => records.clone(),
        }
    }

    /// The lesson that was read last: of these records the one that was written last, or the last of them where all were written at once.
    pub fn last_read(&self, records: &[SavedProgress]) -> Option<Arc<str>> {
        let saved_at = |record: &&SavedProgress| self.store().and_then(|store| store.saved_at(&record.lesson));
        records.iter().max_by_key(saved_at).map(|record| Arc::clone(&record.lesson))
    }

    /// Saves a record; `place_only` says that nothing in it is new but where the learner is. Says how the work stands, if that was
    /// not told yet.
    pub fn save(&mut self, record: SavedProgress, place_only: bool) -> Option<Saved> {
        match &self.backend {
            SessionBackend::Background(saver) => {
                if place_only {
                    saver.keep_place(record);
                } else {
                    saver.keep(record);
                }
                self.news()
            }
            SessionBackend::Immediate(store) => Some(match store.save(&record) {
                Ok(conflict) => conflict.map_or(Saved::Yes, Saved::Beside),
                Err(error) => Saved::No(error.to_string()),
            }),
            SessionBackend::Off | SessionBackend::Prepared(_) | SessionBackend::Records(_) => None,
        }
    }

    /// How the work stands; nothing where none is saved.
    pub fn now(&self) -> Option<Saved> {
        match &self.backend {
            SessionBackend::Background(saver) => Some(saver.state()),
            _ => self.told.clone(),
        }
    }

    /// Writes what waits, and says how the work stands then; nothing where none is saved.
    pub fn flush(&self) -> Option<Saved> {
        match &self.backend {
            SessionBackend::Background(saver) => Some(saver.flush().now()),
            _ => self.told.clone(),
        }
    }

    /// The store in which it is saved.
    pub fn store(&self) -> Option<&SessionStore> {
        match &self.backend {
            SessionBackend::Background(saver) => Some(saver.store()),
            SessionBackend::Immediate(store) => Some(store),
            SessionBackend::Off | SessionBackend::Prepared(_) | SessionBackend::Records(_) => None,
        }
    }

    /// How the work stands, if that was not told yet.
    pub fn news(&mut self) -> Option<Saved> {
        let SessionBackend::Background(saver) = &self.backend else { return None };
        let state = saver.state();
        if self.told.as_ref() == Some(&state) {
            return None;
        }
        self.told = Some(state.clone());
        Some(state)
    }

    /// Writes what waits.
    ///
    /// # Errors
    /// What the disk said; the work is lost when the program ends.
    pub fn finish(self) -> Result<(), String> {
        match self.backend {
            SessionBackend::Background(saver) => saver.finish(),
            _ => Ok(()),
        }
    }
}
