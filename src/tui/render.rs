//! The program without a terminal: the same model, the same updates, the same frames.
//!
//! `glassformer render`, the pictures of the README, snapshots and tests of whole journeys all drive a [`Pilot`]. It evaluates where
//! it stands, so there is nothing to wait for.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};

use super::keymap::{Key, KeyError, parse_keys};
use super::message::{Effect, Msg, Opened};
use super::model::{Model, Talk};
use super::runner::engine;
use super::theme::depth::{ColorDepth, Reducer};
use super::theme::{Theme, ThemeName};
use super::update::update;
use super::view::draw;
use super::{screen, shot};
use crate::nn::Task;
use crate::notebook::evaluate::{EvaluationOutcome, evaluate_now};
use crate::notebook::lesson::Lesson;
use crate::notebook::library::{LessonLibrary, OpenError};
use crate::notebook::session::{Certificate, Saved, SavedProgress, SessionStore};
use crate::notebook::training::{TrainingPlan, TrainingReport, TrainingRun, TrainingSession};
use crate::notebook::why::gradient::gradient;
use crate::tensor::stop::Flag;
use crate::words::word;

/// Somebody who presses keys and looks.
#[derive(Debug)]
pub struct Pilot {
    /// What the screen shows.
    pub model: Model,
    library: LessonLibrary,
    store: Option<SessionStore>,
    records: Vec<SavedProgress>,
    outcome: Arc<EvaluationOutcome>,
    /// How a task is trained, and the trainings that were begun.
    plan: fn(Task) -> TrainingPlan,
    folder: PathBuf,
    sessions: Vec<(Task, TrainingSession)>,
    elsewhere: Duration,
    /// Where screens and tensors are written; without a folder nothing is.
    files: Option<PathBuf>,
    has_quit: bool,
}

/// How long everything takes that a training does here: nobody's clock makes a screen differ.
const TICK: Duration = Duration::from_millis(5);

impl Pilot {
    /// The contents page of a library on a screen of this size.
    pub fn new(library: LessonLibrary, theme: ThemeName, width: u16, height: u16) -> Self {
        let model = Model::new(&library, Theme::new(theme), Size { width, height }, engine());
        Self {
            model,
            library,
            store: None,
            records: Vec::new(),
            outcome: Arc::default(),
            plan: TrainingPlan::of,
            folder: PathBuf::from("."),
            sessions: Vec::new(),
            elsewhere: Duration::ZERO,
            files: None,
            has_quit: false,
        }
    }

    /// The same with the learner's work kept in `store`, at once after every change, as the program does a little later.
    #[must_use]
    pub fn with_store(mut self, store: SessionStore) -> Self {
        self.model.contents.set_kept(&self.library, &SavedProgress::of_all(&self.library, &store));
        self.model.saved = Some(Saved::Yes);
        self.store = Some(store);
        self
    }

    /// The same with somebody's work on some lessons, which is not kept any further.
    #[must_use]
    pub fn with_records(mut self, records: Vec<SavedProgress>) -> Self {
        self.model.contents.set_kept(&self.library, &records);
        self.records = records;
        self
    }

    /// The same where lessons are presented.
    #[must_use]
    pub fn presenting(mut self) -> Self {
        self.model.talk = Some(Talk::default());
        self
    }

    /// The same with other plans for trainings, whose files are put into `folder` where nobody names them.
    #[must_use]
    pub fn with_trainings(mut self, plan: fn(Task) -> TrainingPlan, folder: PathBuf) -> Self {
        (self.plan, self.folder) = (plan, folder);
        self
    }

    /// The same where screens and tensors may be written, into `folder`.
    #[must_use]
    pub fn with_files(mut self, folder: PathBuf) -> Self {
        self.files = Some(folder);
        self
    }

    /// Lets the trainings that are not paused do so many steps, as time does in the program.
    pub fn train(&mut self, steps: usize) {
        for _ in 0..steps {
            let told: Vec<_> = self.elsewhere(|pilot| {
                let busy = pilot.sessions.iter_mut().filter(|(_, session)| session.is_busy());
                busy.map(|(task, session)| (*task, session.turn())).collect()
            });
            for (task, reports) in told {
                self.take(Msg::Training { task, reports });
            }
        }
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
                    Ok(conflict) => conflict.map_or(Saved::Yes, Saved::Beside),
                    Err(error) => Saved::No(error.to_string()),
                };
                Some(Msg::Saved(saved))
            }
            Effect::Evaluate(snapshot) => {
                self.outcome = self.elsewhere(|pilot| Arc::new(evaluate_now(&snapshot, &pilot.outcome)));
                let lesson = Arc::clone(&snapshot.lesson.front.id);
                Some(Msg::Evaluated { lesson, outcome: Arc::clone(&self.outcome), finished: true })
            }
            Effect::Probe(snapshot) => {
                let outcome = self.elsewhere(|pilot| Arc::new(evaluate_now(&snapshot, &pilot.outcome)));
                Some(Msg::Probed { lesson: Arc::clone(&snapshot.lesson.front.id), outcome })
            }
            Effect::Differentiate { lesson, outcome, element } => {
                let read = self.elsewhere(|_| gradient(&outcome, &element).map(Arc::new));
                Some(Msg::Differentiated { lesson, outcome, read })
            }
            Effect::ReadCourse => Some(Msg::Course(self.elsewhere(|pilot| pilot.library.lessons()))),
            Effect::Certify(open) => {
                let kept = self.store.as_ref().map(|store| SavedProgress::of_all(&self.library, store));
                let records = SavedProgress::newest(open, kept.unwrap_or_else(|| self.records.clone()));
                Some(Msg::Certified(
                    self.elsewhere(|pilot| Certificate::of_all(&pilot.library, &records, &Flag::default())),
                ))
            }
            Effect::Train(task) => {
                let reports = self.elsewhere(|pilot| pilot.begin(task));
                Some(Msg::Training { task, reports })
            }
            Effect::Order(task, order) => {
                let reports = self.elsewhere(|pilot| {
                    let session =
                        pilot.sessions.iter_mut().find(|(known, _)| *known == task).map(|(_, session)| session);
                    session.map(|session| session.obey(order))
                })?;
                Some(Msg::Training { task, reports })
            }
            Effect::Write { stem, ending, bytes } => {
                let path = self.files.as_ref().map(|folder| shot::write(folder, &stem, ending, &bytes));
                Some(Msg::Written(path.unwrap_or_else(|| Err("a picture of a screen writes no files".to_owned()))))
            }
            // Nobody else wants the terminal that is not there.
            Effect::Copy(_) | Effect::Prompt(_) | Effect::Mouse(_) | Effect::Suspend => None,
            Effect::EditOutside { lesson, block, .. } => {
                let text = Err(word("no-terminal-for-editor").to_owned());
                Some(Msg::EditedOutside { lesson, block, text })
            }
            Effect::Quit => {
                self.has_quit = true;
                None
            }
        }
    }

    /// Does here what the program leaves to another thread.
    fn elsewhere<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        let start = Instant::now();
        let done = work(self);
        self.elsewhere += start.elapsed();
        done
    }

    /// How long this pilot has done so far what the program leaves to other threads, and no key waits for: evaluating, training.
    pub fn time_elsewhere(&self) -> Duration {
        self.elsewhere
    }

    /// Begins a training.
    fn begin(&mut self, task: Task) -> Vec<TrainingReport> {
        let ticks = AtomicU32::new(0);
        let clock = Box::new(move || TICK * ticks.fetch_add(1, Ordering::Relaxed));
        let run = TrainingRun::begin((self.plan)(task));
        match run {
            Ok(run) => {
                let (session, reports) = TrainingSession::open(run, self.folder.clone(), clock);
                self.sessions.retain(|(known, _)| *known != task);
                self.sessions.push((task, session));
                reports
            }
            Err(refusal) => vec![TrainingReport::Refused(refusal)],
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
