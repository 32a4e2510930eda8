//! Everything that the screen shows, as plain data.
//!
//! Only [`update`](mod@crate::tui::update) changes it. [`frame`](mod@crate::tui::frame) with what is below it only reads it, and leaves
//! in it which line of the page it has drawn at the top.

use std::sync::Arc;
use std::time::Duration;

use ratatui::layout::Size;

use crate::app::jumps::{BlockPlace, JumpPlace, Revisits};
use crate::app::workspace::Workspace;
use crate::nn::Task;
use crate::notebook::lesson::{BlockId, Lesson};
use crate::notebook::library::LessonLibrary;
use crate::notebook::session::{Conflict, Saved};
use crate::tensor::backend;
use crate::tui::keymap::{Action, Context, Keymap};
use crate::tui::theme::{Role, Theme};
use crate::words::say;
use contents::{Contents, Shape};
use dashboard::Dashboard;
use finder::{Finder, ScreenFormat, Search};
use focus::Focus;
use machine::Machine;
use menu::Menu;
use motion::{Moment, Motion};
use reading::{Anchor, Reading};
use stepper::Stepper;

pub mod appearing;
pub mod beam;
pub mod comparison;
pub mod completion;
pub mod contents;
pub mod dashboard;
pub mod editor;
pub mod exhibit;
pub mod finder;
pub mod focus;
pub mod lit;
pub mod machine;
pub mod menu;
pub mod motion;
pub mod reading;
pub mod review;
pub mod stepper;
pub mod text;

/// Who computes: `OpenBLAS · 2 threads`; only OpenBLAS has threads of its own.
pub fn engine() -> String {
    let name = backend::current().name();
    match backend::threads() {
        _ if name != "OpenBLAS" => name.to_owned(),
        threads => say!("threads", engine = name, count = threads),
    }
}

/// The whole state of the program's screen.
#[derive(Debug)]
pub struct Model {
    /// How it is dressed.
    pub theme: Theme,
    /// The size of the terminal.
    pub size: Size,
    /// Who computes: `OpenBLAS · 2 threads`.
    pub engine: String,
    /// What keys mean.
    pub keymap: Keymap,
    /// The list of lessons.
    pub contents: Contents,
    /// The machine, which is shown beside them.
    pub machine: Machine,
    /// The lessons that are open; without one on the screen the contents are shown.
    pub workspace: Workspace<Reading>,
    /// The line of the page at the top of the screen, once that was drawn or asked for since something happened last.
    pub settled: Option<Anchor>,
    /// The trainings that have been opened: leaving one loses nothing.
    pub dashboards: Vec<Dashboard>,
    /// The task whose training is on the screen, in place of a lesson.
    pub watched: Option<Task>,
    /// How far the help is scrolled, while it is shown.
    pub help: Option<u16>,
    /// What just happened, until the next key.
    pub notice: Option<Notice>,
    /// What is done when it is asked for once more: leaving a lesson, or the program while something would be lost.
    pub asked: Option<Action>,
    /// What was cut or copied in an editor last.
    pub clipboard: String,
    /// Whether it may move by itself.
    pub motion: Motion,
    /// Whether texts may go to the clipboard of the terminal.
    pub copies: bool,
    /// Whether clicks come to us.
    pub mouse: bool,
    /// That another program is at the same text, as it was said last.
    pub conflict: Option<Conflict>,
    /// How the learner's work stands; nothing where none is kept.
    pub saved: Option<Saved>,
    /// The block to go to in the lesson that is being opened.
    pub landing: Option<BlockId>,
    /// The menu of what can be done, while it is shown.
    pub menu: Option<Menu>,
    /// A list to choose from, while it is shown.
    pub finder: Option<Finder>,
    /// In which form the screen is to be written into a file, once it is as it is to be drawn.
    pub screenshot: Option<ScreenFormat>,
    /// What was searched for, until that is ended.
    pub search: Option<Search>,
    /// The lessons of the course as their authors wrote them, once a search has asked for them.
    pub course: Option<Vec<Arc<Lesson>>>,
    /// How lessons are presented; without it they are read.
    pub talk: Option<Talk>,
    /// What the mouse holds while its button is down.
    pub held: Option<Held>,
}

/// What the mouse holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Held {
    /// A slider: its block and its place among the controls.
    Slider(usize, usize),
    /// The scroll bar of the page, by this line of its thumb.
    ScrollBar(u16),
}

/// What there is of a talk beside its lessons.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Talk {
    /// Whether the notes of who speaks are shown below the page.
    pub notes: bool,
    /// What was handed on last for another terminal to show.
    pub prompt: String,
}

/// A short message about what just happened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notice {
    /// The message.
    pub text: String,
    /// How it is meant.
    pub role: Role,
}

impl Model {
    /// The contents page of `library`.
    pub fn new(library: &LessonLibrary, theme: Theme, size: Size, engine: String) -> Self {
        Self {
            theme,
            size,
            engine,
            keymap: Keymap::new(),
            contents: Contents::new(library),
            machine: Machine::default(),
            workspace: Workspace::new(Revisits::Skipped),
            settled: None,
            dashboards: Vec::new(),
            watched: None,
            help: None,
            notice: None,
            asked: None,
            conflict: None,
            clipboard: String::new(),
            motion: Motion::default(),
            copies: true,
            mouse: true,
            saved: None,
            landing: None,
            menu: None,
            finder: None,
            screenshot: None,
            search: None,
            course: None,
            talk: None,
            held: None,
        }
    }

    /// The lesson on the screen.
    pub fn reading(&self) -> Option<&Reading> {
        self.workspace.lesson()
    }

    /// The lesson on the screen, to change it.
    pub fn reading_mut(&mut self) -> Option<&mut Reading> {
        self.workspace.lesson_mut()
    }

    /// Remembers which line of the page is at the top of the screen, if there is a page.
    pub fn settle(&mut self, top: Option<Anchor>) {
        if let Some((reading, top)) = self.reading_mut().zip(top) {
            reading.top = top;
            self.settled = Some(top);
        }
    }

    /// Shows a lesson that has been opened, or none and so the list of them.
    pub fn show(&mut self, lesson: Option<Arc<str>>) {
        self.watched = None;
        self.settled = None;
        self.workspace.open = lesson;
    }

    /// The training on the screen.
    pub fn dashboard(&self) -> Option<&Dashboard> {
        let task = self.watched?;
        self.dashboards.iter().find(|dashboard| dashboard.task == task)
    }

    /// The training on the screen, to change what is seen of it.
    pub fn dashboard_mut(&mut self) -> Option<&mut Dashboard> {
        let task = self.watched?;
        self.dashboards.iter_mut().find(|dashboard| dashboard.task == task)
    }

    /// How often something goes on by itself, while something does.
    pub fn beat(&self) -> Option<Duration> {
        let stepper = self.reading()?.stepper().filter(|stepper| stepper.is_playing)?;
        (self.context() == Context::Stepping).then(|| stepper.pace.period())
    }

    /// What is drawn for a moment only; a step that appears goes before what flashes.
    pub fn moment(&self) -> Option<Moment> {
        let reading = self.reading()?;
        reading.stepper().and_then(Stepper::moment).or_else(|| reading.flash())
    }

    /// Where the cursor is, which decides what keys mean.
    pub fn context(&self) -> Context {
        match &self.menu {
            _ if self.help.is_some() => Context::Help,
            Some(_) => Context::Menu,
            None => self.below_help(),
        }
    }

    /// The lists that lie over the lesson, the training or the front page, each over the one before.
    pub fn lists(&self) -> impl DoubleEndedIterator<Item = Context> + use<> {
        let finder = self.finder.is_some().then_some(Context::Finder);
        let menu = self.menu.is_some().then_some(Context::Menu);
        let help = self.help.is_some().then_some(Context::Help);
        [finder, menu, help].into_iter().flatten()
    }

    /// The same, as it is below the help.
    pub fn below_help(&self) -> Context {
        if self.finder.is_some() { Context::Finder } else { self.below_lists() }
    }

    /// The same, as it is below every overlay.
    pub fn below_lists(&self) -> Context {
        if let Some(dashboard) = self.dashboard() {
            return if dashboard.list.is_some() { Context::Moments } else { Context::Training };
        }
        let Some(reading) = self.reading() else {
            return match self.contents.shape {
                Shape::List => Context::Contents,
                Shape::Map => Context::Map,
                Shape::Certificate => Context::Certificate,
                Shape::Machine => Context::Machine,
                Shape::Beam => Context::Beam,
            };
        };
        if reading.has_timeline() {
            return Context::Timeline;
        }
        match &reading.focus {
            Focus::Blocks if reading.stepper().is_some() => Context::Stepping,
            Focus::Blocks => Context::Page,
            Focus::Question(_) => Context::Question,
            Focus::Sureness { .. } => Context::Sureness,
            Focus::Tensor(inside) if inside.typed.is_some() => Context::NumberInput,
            Focus::Tensor(inside) if inside.fill.is_some() => Context::Fill,
            Focus::Tensor(inside) => match &inside.why {
                None => Context::Tensor,
                Some(why) if why.focused => Context::Inspector,
                // The lens shows it without being asked.
                Some(_) if reading.glances() => Context::Tensor,
                Some(_) => Context::Explained,
            },
            Focus::Text(_) => Context::TextInput,
            Focus::Code(editor) if editor.completion.is_some() => Context::Completion,
            Focus::Code(_) => Context::CodeEditor,
        }
    }

    /// The block on the screen that the cursor is at, to come back to, or the tree of a beam search; none in the list of lessons.
    pub fn here(&self) -> Option<JumpPlace> {
        if self.workspace.open.is_none() && self.watched.is_none() && self.contents.shape == Shape::Beam {
            return Some(JumpPlace::Beam);
        }
        let (lesson, reading) = (self.workspace.open.clone()?, self.reading()?);
        let (block, control) = (reading.lesson.id()?, reading.control);
        Some(JumpPlace::Block(BlockPlace { lesson, block, control, top: reading.top_line() }))
    }

    /// Says what just happened.
    pub fn say(&mut self, role: Role, text: impl Into<String>) {
        self.notice = Some(Notice { text: text.into(), role });
    }
}
