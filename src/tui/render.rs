//! The program without a terminal: the same model, the same updates, the same frames.
//!
//! `glassformer render`, the pictures of the README, snapshots and tests of whole journeys all drive a [`Pilot`]. It evaluates where
//! it stands, so there is nothing to wait for.

use std::collections::VecDeque;
use std::sync::Arc;

use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};

use super::keymap::{Key, KeyError, parse_keys};
use super::message::{Effect, Msg, Opened};
use super::model::Model;
use super::runner::engine;
use super::screen;
use super::theme::depth::{ColorDepth, Reducer};
use super::theme::{Theme, ThemeName};
use super::update::update;
use super::view::draw;
use crate::notebook::evaluate::{Outcome, evaluate_now};
use crate::notebook::lesson::Lesson;
use crate::notebook::library::{Library, OpenError};
use crate::notebook::session::{Progress, Record, Saved, Store};

/// Somebody who presses keys and looks.
#[derive(Debug)]
pub struct Pilot {
    /// What the screen shows.
    pub model: Model,
    library: Library,
    store: Option<Store>,
    records: Vec<Record>,
    outcome: Arc<Outcome>,
    has_quit: bool,
}

impl Pilot {
    /// The contents page of a library on a screen of this size.
    pub fn new(library: Library, theme: ThemeName, width: u16, height: u16) -> Self {
        let model = Model::new(&library, Theme::new(theme), Size { width, height }, engine());
        Self { model, library, store: None, records: Vec::new(), outcome: Arc::default(), has_quit: false }
    }

    /// The same with the learner's work kept in `store`, at once after every change, as the program does a little later.
    #[must_use]
    pub fn with_store(mut self, store: Store) -> Self {
        self.model.contents.set_progress(&Progress::of_all(&self.library, &store));
        self.model.saved = Some(Saved::Yes);
        self.store = Some(store);
        self
    }

    /// The same with somebody's work on some lessons, which is not kept any further.
    #[must_use]
    pub fn with_records(mut self, records: Vec<Record>) -> Self {
        let progress = |record: &Record| {
            let lesson = self.library.open(&record.lesson).ok()?;
            Some((Arc::clone(&record.lesson), Progress::of_record(lesson, record)))
        };
        let progress = records.iter().filter_map(progress).collect();
        self.model.contents.set_progress(&progress);
        self.records = records;
        self
    }

    /// Opens a lesson of the library, or a file.
    ///
    /// # Errors
    /// There is no such lesson, or it is broken.
    pub fn open(self, name: &str) -> Result<Self, OpenError> {
        let lesson = self.library.open(name)?;
        Ok(self.read(lesson))
    }

    /// Opens a lesson.
    #[must_use]
    pub fn read(mut self, lesson: Lesson) -> Self {
        let opened = self.opened(lesson);
        self.take(Msg::Opened(Ok(opened)));
        self
    }

    /// Presses keys, written as in `j j <enter> 3 <esc>`.
    ///
    /// # Errors
    /// The first part of `keys` that names no key; nothing is pressed then.
    pub fn keys(mut self, keys: &str) -> Result<Self, KeyError> {
        for key in parse_keys(keys)? {
            self.press(key);
        }
        Ok(self)
    }

    /// Presses one key.
    pub fn press(&mut self, key: Key) {
        self.take(Msg::Key(key));
    }

    /// Lets something happen, and everything that follows from it.
    pub fn take(&mut self, msg: Msg) {
        let mut messages = VecDeque::from([msg]);
        while let Some(msg) = messages.pop_front() {
            for effect in update(&mut self.model, msg) {
                messages.extend(self.perform(effect));
            }
        }
    }

    fn perform(&mut self, effect: Effect) -> Option<Msg> {
        match effect {
            Effect::Open(name) => Some(Msg::Opened(self.library.open(&name).map(|lesson| self.opened(lesson)))),
            Effect::Keep(record) | Effect::KeepPlace(record) => {
                let saved = match self.store.as_ref()?.save(&record) {
                    Ok(()) => Saved::Yes,
                    Err(error) => Saved::No(error.to_string()),
                };
                Some(Msg::Saved(saved))
            }
            Effect::Evaluate(snapshot) => {
                self.outcome = Arc::new(evaluate_now(&snapshot, &self.outcome));
                let lesson = Arc::clone(&snapshot.lesson.front.id);
                Some(Msg::Evaluated { lesson, outcome: Arc::clone(&self.outcome), finished: true })
            }
            Effect::Probe(snapshot) => {
                let outcome = Arc::new(evaluate_now(&snapshot, &self.outcome));
                Some(Msg::Probed { lesson: Arc::clone(&snapshot.lesson.front.id), outcome })
            }
            Effect::ReadCourse => Some(Msg::Course(self.library.lessons())),
            // Nobody else wants the terminal that is not there.
            Effect::Mouse(_) | Effect::Suspend => None,
            Effect::EditOutside { lesson, block, .. } => {
                let text = Err("There is no terminal here for an editor.".to_owned());
                Some(Msg::EditedOutside { lesson, block, text })
            }
            Effect::Quit => {
                self.has_quit = true;
                None
            }
        }
    }

    /// A lesson with what is kept of it.
    fn opened(&self, lesson: Lesson) -> Box<Opened> {
        let loaded = self.store.as_ref().map(|store| store.load(&lesson.front.id)).unwrap_or_default();
        let given = || self.records.iter().find(|record| record.lesson == lesson.front.id).cloned();
        let record = loaded.record.or_else(given);
        Box::new(Opened { lesson, record, trouble: loaded.trouble })
    }

    /// Whether a key has left the program.
    pub fn has_quit(&self) -> bool {
        self.has_quit
    }

    /// The frame in full colour.
    pub fn frame(&self) -> Buffer {
        let Size { width, height } = self.model.size;
        let mut buffer = Buffer::empty(Rect::new(0, 0, width, height));
        draw(&self.model, buffer.area, &mut buffer);
        buffer
    }

    /// The frame as a terminal of this depth shows it.
    pub fn frame_at(&self, depth: ColorDepth) -> Buffer {
        let mut frame = self.frame();
        Reducer::new(depth).apply(&mut frame);
        frame
    }

    /// The frame as text.
    pub fn screen(&self) -> String {
        screen::text(&self.frame())
    }
}
