//! The loop: waits for keys and values, hands them to [`update`], performs the effects, draws.
//!
//! The screen is drawn when the model may have changed and at no other time, and the loop sleeps until something comes, so an idle
//! program does nothing. What is computed within a frame is drawn in that of the keystroke that caused it.

use std::collections::VecDeque;
use std::io;
use std::path::Path;
use std::time::{Duration, Instant};

use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::event;

use super::external;
use super::frame::view;
use super::inbox::Inbox;
use super::keymap::Keymap;
use super::message::{Effect, Msg};
use super::model::motion::Motion;
use super::model::{Model, Talk, engine};
use super::shot;
use super::terminal::{FrameWriter, Guard, Options as TerminalOptions, Questions, Surface, can_be_asked};
use super::theme::depth::ColorDepth;
use super::theme::{Theme, ThemeChoice};
use super::timers::Timers;
use super::update::update;
use crate::app::channel::{AppMessage, Post};
use crate::app::event::AppEvent;
use crate::app::executor::Threads;
use crate::app::services::{FinishError, Services};
use crate::app::session::{SessionBackend, SessionKeeper};
use crate::notebook::lesson::Lesson;
use crate::notebook::library::LessonLibrary;
use crate::notebook::session::{Day, Saver, SessionStore, SpeakerNotes};
use crate::notebook::training::{self, TrainingRun};
use crate::notebook::worker::THREAD_NAME;
use crate::words::{Language, Said, say, speak};

/// How long a frame waits for what was just asked for.
const FRAME: Duration = Duration::from_millis(8);
/// How often a training that is on the screen is drawn anew.
const PULSE: Duration = Duration::from_millis(33);
/// The same where nothing may move by itself, and where it is not on the screen.
const STILL: Duration = Duration::from_millis(500);
const ASIDE: Duration = Duration::from_millis(250);
/// How often an idle program looks whether it is another day.
const DAY: Duration = Duration::from_mins(1);

/// How to open the screen.
#[derive(Debug)]
pub struct Options {
    /// Its theme.
    pub theme: ThemeChoice,
    /// How many colours the terminal has.
    pub depth: ColorDepth,
    /// The language of its own words.
    pub language: Language,
    /// What the terminal may be used for.
    pub uses: Uses,
    /// Whether nothing may move by itself.
    pub is_still: bool,
    /// What keys mean.
    pub keymap: Keymap,
    /// With what lessons are presented, where they are not read.
    pub presentation: Option<Presentation>,
}

/// What the terminal may be used for beside letters and colors, if it can.
#[derive(Debug, Clone, Copy)]
pub struct Uses {
    /// Whether clicks come to the program.
    pub mouse: bool,
    /// Whether texts may go to its clipboard.
    pub clipboard: bool,
    /// Whether pictures are drawn in real pixels.
    pub graphics: bool,
}

/// With what lessons are presented.
#[derive(Debug)]
pub struct Presentation {
    /// What was prepared of them; it is read and not changed.
    pub prepared: Option<SessionStore>,
    /// Who hands the notes to another terminal, where that can be done.
    pub speaker_notes: Option<SpeakerNotes>,
}

/// How the program ended.
#[derive(Debug, Default)]
pub struct Ending {
    /// The number of the signal that ended it, if one did.
    pub signal: Option<usize>,
    /// Why the learner's last work could not be kept, if it could not.
    pub unsaved: Option<String>,
}

/// What the screen begins with.
#[derive(Debug)]
pub enum Start {
    /// The list of lessons.
    Contents,
    /// A lesson.
    Lesson(Box<Lesson>),
    /// A training.
    Training(Box<TrainingRun>),
}

/// Takes the terminal and runs from `start` until the reader leaves. What the learner does is kept in
/// `store`.
///
/// # Errors
/// Standard output is not a terminal, or the terminal is gone.
pub fn run(library: LessonLibrary, start: Start, store: Option<SessionStore>, options: Options) -> io::Result<Ending> {
    speak(options.language);
    let mut inbox = Inbox::default();
    let (post, messages) = Post::channel(inbox.waker()?);
    let executor = Threads::new(post.clone())?;
    let written = post.clone();
    let saver = store.map(|store| Saver::spawn(store, move || written.send(AppMessage::Written))).transpose()?;
    let flush = saver.as_ref().map(Saver::flush);
    let at_signal = move || flush.iter().for_each(|flush| _ = flush.now());
    let workers = &[THREAD_NAME, training::trainer_thread::THREAD_NAME];
    let guard = Guard::enter(TerminalOptions { mouse: options.uses.mouse, workers }, at_signal)?;
    // Behind the guard: who is woken by a signal must find its number.
    inbox.watch_signals()?;
    let surface = Surface::stdout(options.depth)?;
    let size = surface.size()?;
    let mut model = Model::new(&library, Theme::chosen(&options.theme, options.depth), size, engine());
    model.mouse = options.uses.mouse;
    model.copies = options.uses.clipboard;
    model.motion = if options.is_still { Motion::Reduced } else { Motion::Free };
    model.keymap = options.keymap;
    model.talk = options.presentation.as_ref().map(|_| Talk::default());
    let (prepared, speaker_notes) = match options.presentation {
        Some(presentation) => (presentation.prepared, presentation.speaker_notes),
        None => (None, None),
    };
    let backend = saver.map(SessionBackend::Background).or(prepared.map(SessionBackend::Prepared)).unwrap_or_default();
    let session = SessionKeeper::new(backend);
    model.saved = session.now();
    if model.saved.is_some() {
        let records = session.records(&library);
        model.contents.set_kept(&library, &records, session.last_read(&records));
    }
    let mut services = Services::new(library, executor, messages);
    services.watch_files(post);
    services.session = session;
    let mut runner = Runner {
        guard,
        surface,
        inbox,
        services,
        pulse: if options.is_still { STILL } else { PULSE },
        speaker_notes,
        model,
        questions: None,
        start: Instant::now(),
        timers: Timers::default(),
        changed: true,
        suspend: false,
        done: false,
    };
    runner.tell_day();
    match start {
        Start::Contents => runner.take(Msg::RunMachine),
        Start::Lesson(lesson) => {
            let read = runner.services.with_session(*lesson);
            // Whoever opens a lesson sees its text at once, and does not wait for its values.
            runner.take(AppEvent::Opened(Ok(read)).into());
        }
        Start::Training(run) => {
            let task = run.plan.choices.task;
            runner.services.given = Some(*run);
            runner.take(Msg::Watch(task));
        }
    }
    let questions = Questions {
        colors: options.theme == ThemeChoice::Auto && options.depth != ColorDepth::Mono && can_be_asked(),
        pixels: options.uses.graphics && options.depth == ColorDepth::TrueColor && can_be_asked(),
    };
    runner.questions = Some(questions).filter(|questions| questions.any());
    let ran = runner.run();
    // A terminal that is gone keeps no pictures either.
    _ = runner.guard.send(&runner.surface.forget_images());
    // Who writes to a terminal that has just gone fails before he hears of it.
    let ended_by = runner.guard.ended_by();
    if ended_by.is_none() {
        ran?;
    }
    runner.take(Msg::Leaving);
    let unsaved = runner.services.finish().err().map(|error| match error {
        FinishError::Session(why) => why,
        FinishError::Training(refusal) => refusal.said(),
    });
    runner.inbox.await_reports();
    Ok(Ending { signal: ended_by, unsaved })
}

type Screen = Surface<CrosstermBackend<FrameWriter<io::Stdout>>>;

struct Runner {
    guard: Guard,
    surface: Screen,
    inbox: Inbox,
    services: Services<Threads>,
    /// How often trainings on the screen are heard.
    pulse: Duration,
    speaker_notes: Option<SpeakerNotes>,
    model: Model,
    /// What the terminal is asked after the next frame.
    questions: Option<Questions>,
    /// When it began; timers count from here.
    start: Instant,
    timers: Timers,
    changed: bool,
    /// Whether the learner wants the shell for a while.
    suspend: bool,
    done: bool,
}

impl Runner {
    /// Runs until the reader leaves; the terminal is asked after the first frame.
    fn run(&mut self) -> io::Result<()> {
        // The first look at the events is what begins to listen for changes of size; one before that went unheard.
        event::poll(Duration::ZERO)?;
        self.take(Msg::Resize(self.surface.size()?));
        while !self.done && self.guard.signal().is_none() {
            self.hear();
            self.tell_day();
            self.step_aside()?;
            if self.changed {
                let model = &mut self.model;
                if let Some(images) = &model.theme.images {
                    self.surface.show_images(images);
                }
                self.surface.draw(|frame| view(model, frame))?;
                self.changed = false;
            }
            // After the first frame, which no question delays.
            if let Some(questions) = self.questions.take() {
                self.guard.ask(questions)?;
                self.inbox.expect_reports(questions);
            }
            if self.inbox.listen(self.patience())? {
                // Who slept over midnight wakes on another day.
                self.tell_day();
                self.read();
            } else if self.guard.has_lost_terminal() {
                self.done = true;
            }
        }
        Ok(())
    }

    /// Stops where the learner or the shell asks for it; and takes the terminal anew after any stop, for somebody else had it.
    fn step_aside(&mut self) -> io::Result<()> {
        let asked = self.guard.is_told_to_stop(std::mem::take(&mut self.suspend));
        if asked {
            self.inbox.await_reports();
            self.guard.suspend()?;
        }
        if asked || self.guard.has_continued() {
            self.guard.take_again(self.model.mouse)?;
            self.surface.clear()?;
            self.take(Msg::Resize(self.surface.size()?));
        }
        Ok(())
    }

    /// How long to sleep if nothing comes.
    fn patience(&self) -> Duration {
        let timer = self.timers.deadline().map(|time| self.start + time);
        let deadline = self.services.deadline().into_iter().chain(timer).min();
        deadline.map_or(DAY, |deadline| deadline.saturating_duration_since(Instant::now()).min(DAY))
    }

    /// Takes in what other threads have told, and what time has brought.
    fn hear(&mut self) {
        self.services.pulse = if self.model.watched.is_some() { self.pulse } else { ASIDE };
        while let Some(events) = self.services.receive(Duration::ZERO) {
            self.take_a_frame(events);
        }
        let events = self.services.tick();
        self.take_a_frame(events);
        self.keep_time();
    }

    /// Lets what goes on by itself go on when it is time.
    fn keep_time(&mut self) {
        while let Some(msg) = self.timers.due(&self.model, self.start.elapsed()) {
            self.take(msg);
        }
    }

    /// Some leave the program open over night.
    fn tell_day(&mut self) {
        let today = Day::today();
        if self.model.workspace.today != today {
            self.take(Msg::Today(today));
        }
    }

    /// Takes what has come, and gives what was asked for a moment to be done. Where much has come, there is a frame in between.
    fn read(&mut self) {
        let start = Instant::now();
        while let Some(msg) = self.inbox.next(self.model.context()) {
            self.take_a_frame([msg]);
            if self.done || self.suspend || start.elapsed() > PULSE {
                return;
            }
        }
    }

    /// Takes what belongs together. What it asks for and what is there within a frame is drawn in it.
    fn take_a_frame(&mut self, news: impl IntoIterator<Item = impl Into<Msg>>) {
        let (mut before, _) = self.services.asked();
        for msg in news {
            self.take(msg.into());
        }
        let mut end = None;
        while let (asked, true) = self.services.asked() {
            if asked != before {
                (before, end) = (asked, Some(Instant::now() + FRAME));
            }
            let Some(left) = end.map(|end| end.saturating_duration_since(Instant::now())) else { return };
            let Some(events) = self.services.receive(left) else { return };
            for event in events {
                self.take(event.into());
            }
        }
    }

    /// Hands a message to the model and performs what it asks for.
    fn take(&mut self, msg: Msg) {
        let mut messages = VecDeque::from([msg]);
        while let Some(msg) = messages.pop_front() {
            self.changed = true;
            // With the size of its letters, that of its cells changes.
            if matches!(msg, Msg::Resize(_)) && self.model.theme.images.is_some() {
                self.questions = Some(Questions { colors: false, pixels: true });
            }
            for effect in update(&mut self.model, msg) {
                messages.extend(self.perform(effect));
            }
        }
    }

    fn perform(&mut self, effect: Effect) -> Vec<Msg> {
        match effect {
            Effect::App(request) => return self.services.perform(request).into_iter().map(Msg::from).collect(),
            Effect::Prompt(text) => {
                if let Some(speaker_notes) = &self.speaker_notes {
                    speaker_notes.tell(text);
                }
            }
            Effect::Suspend => self.suspend = true,
            Effect::EditOutside { lesson, block, text } => {
                let text = self.edit_outside(&text, &block);
                return vec![Msg::EditedOutside { lesson, block, text }];
            }
            Effect::Write { stem, ending, bytes } => {
                return vec![Msg::Written(shot::write(Path::new("."), &stem, ending, &bytes))];
            }
            // A terminal without a clipboard does not answer, and one that is gone is noticed by the next frame.
            Effect::Copy(text) => _ = self.guard.copy(&text),
            // A terminal that refuses this loses the mouse and nothing else.
            Effect::Mouse(on) => _ = self.guard.set_mouse(on),
            Effect::Quit => self.done = true,
        }
        Vec::new()
    }
}

impl Runner {
    /// Gives the terminal to the reader's editor, and takes it again.
    fn edit_outside(&mut self, text: &str, name: &str) -> Result<String, String> {
        self.inbox.await_reports();
        self.guard.lend();
        let edited = external::edit(text, name);
        let again = self.guard.take_back(self.model.mouse);
        // Whatever the editor left on the screen, the next frame is sent whole, and for the size that the terminal has now.
        let cleared = self.surface.clear();
        if let Ok(size) = self.surface.size() {
            self.model.size = size;
        }
        again.and(cleared).map_err(|error| say!("terminal-did-not-come-back", why = error.to_string()))?;
        edited
    }
}
