//! The program without a terminal: the same model, the same updates, the same frames.
//!
//! `glassformer render`, the pictures of the documentation, snapshots and tests of whole journeys all drive a [`Pilot`]. It evaluates where
//! it stands, so there is nothing to wait for.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::time::Duration;

use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};

use super::commands::scroll;
use super::frame::draw;
use super::keymap::{Key, KeyError, parse_keys};
use super::layout::page::PageLayout;
use super::message::{Effect, Msg};
use super::model::motion::Motion;
use super::model::{Model, Talk, engine};
use super::theme::depth::{ColorDepth, Reducer};
use super::theme::{Theme, ThemeName};
use super::timers::Timers;
use super::update::update;
use super::{screen, shot};
use crate::app::channel::Post;
use crate::app::event::AppEvent;
use crate::app::executor::{Executor as _, Inline};
use crate::app::services::Services;
use crate::app::session::{SessionBackend, SessionKeeper};
use crate::nn::Task;
use crate::notebook::lesson::Lesson;
use crate::notebook::library::{LessonLibrary, OpenError};
use crate::notebook::session::{Saved, SavedProgress, SessionStore};
use crate::notebook::training::{TrainingCommand, TrainingPlan};
use crate::words::word;

/// Somebody who presses keys and looks.
#[derive(Debug)]
pub struct Pilot {
    /// What the screen shows.
    pub model: Model,
    services: Services<Inline>,
    /// Where screens and tensors are written; without a folder nothing is.
    files: Option<PathBuf>,
    has_quit: bool,
    /// The time since it began, which goes on only when it waits.
    now: Duration,
    timers: Timers,
}

impl Pilot {
    /// The contents page of a library on a screen of this size.
    pub fn new(library: LessonLibrary, theme: ThemeName, width: u16, height: u16) -> Self {
        let model = Model::new(&library, Theme::new(theme), Size { width, height }, engine());
        let (post, messages) = Post::channel(|| {});
        let services = Services::new(library, Inline::new(post), messages);
        Self { model, services, files: None, has_quit: false, now: Duration::ZERO, timers: Timers::default() }
    }

    /// The same in a theme of the reader's own.
    #[must_use]
    pub fn dressed(mut self, theme: Theme) -> Self {
        self.model.theme = theme;
        self
    }

    /// The same with the machine at work, as the program has it when it begins without a lesson.
    #[must_use]
    pub fn with_machine(mut self) -> Self {
        self.take(Msg::RunMachine);
        self
    }

    /// The same with the learner's work saved in `store`, at once after every change, as the program does a little later.
    #[must_use]
    pub fn with_store(self, store: SessionStore) -> Self {
        let mut pilot = self.with_session(SessionBackend::Immediate(store));
        pilot.model.saved = Some(Saved::Yes);
        pilot
    }

    /// The same with somebody's work on some lessons, which is not saved any further.
    #[must_use]
    pub fn with_records(self, records: Vec<SavedProgress>) -> Self {
        self.with_session(SessionBackend::Records(records))
    }

    fn with_session(mut self, backend: SessionBackend) -> Self {
        self.services.session = SessionKeeper::new(backend);
        let (library, session) = (&self.services.library, &self.services.session);
        let records = session.records(library);
        self.model.contents.set_kept(library, &records, session.last_read(&records));
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
        (self.services.plan, self.services.folder) = (plan, folder);
        self
    }

    /// The same where screens and tensors may be written, into `folder`.
    #[must_use]
    pub fn with_files(mut self, folder: PathBuf) -> Self {
        self.files = Some(folder);
        self
    }

    /// The same where things may move by themselves. Without it every frame shows what stays.
    #[must_use]
    pub fn in_motion(mut self) -> Self {
        self.model.motion = Motion::Free;
        self
    }

    /// Lets time pass, and what it brings happen.
    pub fn wait(&mut self, time: Duration) {
        let end = self.now + time;
        loop {
            self.set_timers();
            let Some(next) = self.timers.deadline().filter(|next| *next <= end) else { break };
            self.now = self.now.max(next);
        }
        self.now = end;
    }

    /// How long it would sleep if no key came; for ever, if nothing goes on by itself.
    pub fn patience(&mut self) -> Option<Duration> {
        self.set_timers();
        self.timers.deadline().map(|next| next.saturating_sub(self.now))
    }

    fn set_timers(&mut self) {
        while let Some(msg) = self.timers.due(&self.model, self.now) {
            self.take(msg);
        }
    }

    /// Lets the trainings that are not paused do so many steps, as time does in the program.
    pub fn train(&mut self, steps: usize) {
        for _ in 0..steps {
            self.services.executor.train_a_step();
            for msg in self.heard() {
                self.take(msg);
            }
        }
    }

    /// Gives an order to a training.
    pub fn order(&mut self, task: Task, order: TrainingCommand) {
        self.services.executor.order(task, order);
        for msg in self.heard() {
            self.take(msg);
        }
    }

    /// Opens a lesson of the library, or a file.
    ///
    /// # Errors
    /// There is no such lesson, or it is broken.
    pub fn open(self, name: &str) -> Result<Self, OpenError> {
        let lesson = self.services.library.open(name)?;
        Ok(self.read(lesson))
    }

    /// Opens a lesson.
    #[must_use]
    pub fn read(mut self, lesson: Lesson) -> Self {
        let read = self.services.with_session(lesson);
        self.take(AppEvent::Opened(Ok(read)).into());
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
        self.take_undrawn(msg);
        scroll::settle(&mut self.model);
    }

    /// The same for somebody who draws next: only then is it known which part of the page the screen shows, as in the program.
    pub fn take_undrawn(&mut self, msg: Msg) {
        let mut messages = VecDeque::from([msg]);
        while let Some(msg) = messages.pop_front() {
            for effect in update(&mut self.model, msg) {
                messages.extend(self.perform(effect));
                messages.extend(self.heard());
            }
        }
    }

    /// What was done for this pilot, and is to be taken in.
    fn heard(&mut self) -> Vec<Msg> {
        let heard = std::iter::from_fn(|| self.services.receive(Duration::ZERO));
        heard.flatten().map(Msg::from).collect()
    }

    fn perform(&mut self, effect: Effect) -> Vec<Msg> {
        match effect {
            Effect::App(request) => self.services.perform(request).into_iter().map(Msg::from).collect(),
            Effect::Write { stem, ending, bytes } => {
                let path = self.files.as_ref().map(|folder| shot::write(folder, &stem, ending, &bytes));
                vec![Msg::Written(path.unwrap_or_else(|| Err("a picture of a screen writes no files".to_owned())))]
            }
            // Nobody else wants the terminal that is not there.
            Effect::Copy(_) | Effect::Prompt(_) | Effect::Mouse(_) | Effect::Suspend => Vec::new(),
            Effect::EditOutside { lesson, block, .. } => {
                let text = Err(word!("no-terminal-for-editor").to_owned());
                vec![Msg::EditedOutside { lesson, block, text }]
            }
            Effect::Quit => {
                self.has_quit = true;
                Vec::new()
            }
        }
    }

    /// How long this pilot has done so far what the program leaves to other threads, and no key waits for: evaluating, training.
    pub fn time_elsewhere(&self) -> Duration {
        self.services.executor.time()
    }

    /// Whether a key has left the program.
    pub fn has_quit(&self) -> bool {
        self.has_quit
    }

    /// The lines of each block of the open lesson, of those that the screen is high enough for.
    pub fn page_lines(&self) -> Vec<Vec<String>> {
        let Some(layout) = PageLayout::of(&self.model) else { return Vec::new() };
        let screen = self.screen();
        let mut lines = screen.lines().skip(usize::from(layout.page.area.y)).map(str::to_owned);
        let blocks = 0..layout.page.reading.lesson.blocks().len();
        blocks.map(|block| lines.by_ref().take(layout.block_height(block) as usize).collect()).collect()
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
