//! The loop: waits for keys and values, hands them to [`update`], performs the effects, draws.
//!
//! Only here does anything happen outside of the model. The screen is drawn when the model may have changed and at no other time,
//! so an idle program does nothing. What evaluates within [`FRAME`] is drawn in the frame of the keystroke that caused it.

use std::collections::VecDeque;
use std::io;
use std::sync::Arc;
use std::time::{Duration, Instant};

use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::event;

use super::message::{Effect, Msg};
use super::model::Model;
use super::terminal::{FrameWriter, Guard, Options as TerminalOptions, Surface};
use super::theme::depth::ColorDepth;
use super::theme::{Theme, ThemeName};
use super::update::update;
use super::view::view;
use crate::notebook::evaluate::{Outcome, Task};
use crate::notebook::lesson::Lesson;
use crate::notebook::library::Library;
use crate::notebook::worker::{THREAD_NAME, Worker};
use crate::tensor::backend;

/// How long a frame waits for values that were just asked for.
const FRAME: Duration = Duration::from_millis(8);
/// How long old values are shown as if nothing had happened.
const PATIENCE: Duration = Duration::from_millis(100);
/// How often a running evaluation is looked at, and an idle program looks for a signal.
const BUSY: Duration = Duration::from_millis(10);
const IDLE: Duration = Duration::from_millis(250);

/// How to open the screen.
#[derive(Debug, Clone, Copy)]
pub struct Options {
    /// How it is dressed.
    pub theme: ThemeName,
    /// How many colours the terminal has.
    pub depth: ColorDepth,
    /// Whether clicks come to the program.
    pub mouse: bool,
}

/// Who computes: `OpenBLAS · 2 threads`; only OpenBLAS has threads of its own.
pub fn engine() -> String {
    let name = backend::current().name();
    match backend::threads() {
        _ if name != "OpenBLAS" => name.to_owned(),
        1 => format!("{name} · 1 thread"),
        threads => format!("{name} · {threads} threads"),
    }
}

/// Takes the terminal and runs until the reader leaves: at `lesson`, or at the list of lessons. Returns the number of the
/// signal that ended it, if one did.
///
/// # Errors
/// Standard output is not a terminal, or the terminal is gone.
pub fn run(library: Library, lesson: Option<Lesson>, options: Options) -> io::Result<Option<usize>> {
    let worker = Worker::spawn(|| {})?;
    let guard = Guard::enter(TerminalOptions { mouse: options.mouse, worker: THREAD_NAME })?;
    let surface = Surface::stdout(options.depth)?;
    let size = surface.size()?;
    let mut model = Model::new(&library, Theme::new(options.theme), size, engine());
    model.mouse = options.mouse;
    let mut runner =
        Runner { guard, surface, worker, library, model, asked: None, told: None, changed: true, done: false };
    if let Some(lesson) = lesson {
        runner.take(Msg::Opened(Ok(lesson)));
        runner.wait_a_frame();
    }
    runner.run()?;
    Ok(runner.guard.signal())
}

type Screen = Surface<CrosstermBackend<FrameWriter<io::Stdout>>>;

struct Runner {
    guard: Guard,
    surface: Screen,
    worker: Worker,
    library: Library,
    model: Model,
    /// The lesson whose values were asked for last, and when, until they have come.
    asked: Option<(Arc<str>, Instant)>,
    /// What was running when unfinished values were shown last.
    told: Option<Task>,
    changed: bool,
    done: bool,
}

impl Runner {
    fn run(&mut self) -> io::Result<()> {
        // The first look at the events is what begins to listen for changes of size; one before that went unheard.
        event::poll(Duration::ZERO)?;
        self.take(Msg::Resize(self.surface.size()?));
        while !self.done && self.guard.signal().is_none() {
            self.receive();
            if self.changed {
                let model = &self.model;
                self.surface.draw(|frame| view(model, frame))?;
                self.changed = false;
            }
            if event::poll(if self.asked.is_some() { BUSY } else { IDLE })? {
                self.read()?;
            }
        }
        Ok(())
    }

    /// Takes all events that have come; then gives what was asked for a moment to be done.
    fn read(&mut self) -> io::Result<()> {
        let before = self.asked.as_ref().map(|(_, when)| *when);
        while event::poll(Duration::ZERO)? {
            if let Some(msg) = Msg::from_event(event::read()?) {
                self.take(msg);
            }
            if self.done {
                return Ok(());
            }
        }
        if self.asked.as_ref().map(|(_, when)| *when) != before {
            self.wait_a_frame();
        }
        Ok(())
    }

    /// What is computed fast enough is drawn at once.
    fn wait_a_frame(&mut self) {
        if let Some(answer) = self.worker.receive_within(FRAME) {
            self.answered(answer.outcome);
        }
    }

    /// Takes values that have come, or after a while those that are there so far.
    fn receive(&mut self) {
        let Some((lesson, when)) = self.asked.clone() else { return };
        if let Some(answer) = self.worker.receive() {
            self.answered(answer.outcome);
        } else if when.elapsed() > PATIENCE
            && let Some(progress) =
                self.worker.progress().filter(|progress| self.told.as_ref() != Some(&progress.running))
        {
            self.told = Some(progress.running);
            self.take(Msg::Evaluated { lesson, outcome: Arc::new(progress.so_far), finished: false });
        }
    }

    fn answered(&mut self, outcome: Arc<Outcome>) {
        self.told = None;
        if let Some((lesson, _)) = self.asked.take() {
            self.take(Msg::Evaluated { lesson, outcome, finished: true });
        }
        if let Some(trouble) = backend::trouble()
            && self.model.engine != engine()
        {
            self.take(Msg::Engine { name: engine(), trouble });
        }
    }

    /// Hands a message to the model and performs what it asks for.
    fn take(&mut self, msg: Msg) {
        let mut messages = VecDeque::from([msg]);
        while let Some(msg) = messages.pop_front() {
            self.changed = true;
            for effect in update(&mut self.model, msg) {
                messages.extend(self.perform(effect));
            }
        }
    }

    fn perform(&mut self, effect: Effect) -> Option<Msg> {
        match effect {
            Effect::Open(name) => return Some(Msg::Opened(self.library.open(&name))),
            Effect::Evaluate(snapshot) => {
                self.asked = Some((Arc::clone(&snapshot.lesson.front.id), Instant::now()));
                self.worker.submit(snapshot);
            }
            // A terminal that refuses this loses the mouse and nothing else.
            Effect::Mouse(on) => _ = self.guard.set_mouse(on),
            Effect::Quit => self.done = true,
        }
        None
    }
}
