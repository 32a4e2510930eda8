//! What can happen, and what can be asked of the world in return.
//!
//! [`update`](crate::tui::update::update) takes a [`Msg`] and answers with [`Effect`]s; only the runner performs them.

use std::sync::Arc;

use ratatui::crossterm::event::{Event, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Size;

use crate::nn::Task;
use crate::notebook::document::DocumentState;
use crate::notebook::evaluate::EvaluationOutcome;
use crate::notebook::lesson::{BlockId, Lesson};
use crate::notebook::library::OpenError;
use crate::notebook::session::{Certificates, Day, Saved, SavedProgress};
use crate::notebook::training::{TrainingCommand, TrainingReport};
use crate::notebook::why::ElementRef;
use crate::notebook::why::gradient::differentiator::GradientResult;
use crate::tui::keymap::Key;
use crate::tui::model::contents::Contents;
use crate::tui::terminal::believable;

/// Something that happened.
#[derive(Debug)]
pub enum Msg {
    /// A key was pressed.
    Key(Key),
    /// Text came from the clipboard.
    Paste(String),
    /// The mouse was pressed, dragged or its wheel turned.
    Pointer(Pointer),
    /// The terminal has another size.
    Resize(Size),
    /// A lesson was read, or could not be.
    Opened(Result<Box<Opened>, OpenError>),
    /// The values of a page as it would be came from an evaluation beside it.
    Probed {
        /// The id of the lesson that they belong to.
        lesson: Arc<str>,
        /// The values.
        outcome: Arc<EvaluationOutcome>,
    },
    /// The file of a lesson that is open has changed.
    Reloaded {
        /// The id under which it was opened.
        lesson: Arc<str>,
        /// The lesson as it is now.
        fresh: Result<Box<Lesson>, OpenError>,
    },
    /// There are other lessons now.
    Listed(Contents),
    /// The lessons of the course have been read, those that are not broken.
    Course(Vec<Arc<Lesson>>),
    /// What is solved of the lessons was computed again.
    Certified(Certificates),
    /// The learner's work stands otherwise than before.
    Saved(Saved),
    /// It is another day.
    Today(Day),
    /// The program ends.
    Leaving,
    /// Values came from an evaluation.
    Evaluated {
        /// The id of the lesson that they belong to.
        lesson: Arc<str>,
        /// The values.
        outcome: Arc<EvaluationOutcome>,
        /// Whether these are all; otherwise more are on their way.
        finished: bool,
    },
    /// A gradient was read, or in words why not.
    Differentiated {
        /// The id of the lesson.
        lesson: Arc<str>,
        /// The values on which it was read.
        outcome: Arc<EvaluationOutcome>,
        /// What came of it.
        read: GradientResult,
    },
    /// The reader's own editor was left.
    EditedOutside {
        /// The lesson.
        lesson: Arc<str>,
        /// The block whose text it was.
        block: BlockId,
        /// The text as it is now, or why there is none.
        text: Result<String, String>,
    },
    /// A file was written: its path; or why it was not.
    Written(Result<String, String>),
    /// Somebody wants to watch a training.
    Watch(Task),
    /// A training reports.
    Training {
        /// What is learned.
        task: Task,
        /// What happened, in that order.
        reports: Vec<TrainingReport>,
    },
    /// Somebody else computes from now on.
    Engine {
        /// Who, as [`Model::engine`](crate::tui::model::Model::engine) says it.
        name: String,
        /// Why, in one line.
        trouble: &'static str,
    },
}

/// A lesson that has been read, with what a session remembers of it.
#[derive(Debug)]
pub struct Opened {
    /// The lesson.
    pub lesson: Lesson,
    /// The learner's work on it.
    pub record: Option<SavedProgress>,
    /// What is wrong with the session.
    pub trouble: Option<String>,
}

impl From<Lesson> for Box<Opened> {
    /// A lesson without a session.
    fn from(lesson: Lesson) -> Self {
        Box::new(Opened { lesson, record: None, trouble: None })
    }
}

/// What the mouse did, and where.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pointer {
    /// What it did.
    pub kind: PointerKind,
    /// The column of the screen, from 0.
    pub column: u16,
    /// The row of the screen, from 0.
    pub row: u16,
}

/// What the mouse did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PointerKind {
    /// Its left button went down.
    Press,
    /// It moved with the left button down.
    Drag,
    /// The left button went up.
    Release,
    /// Its wheel turned upwards.
    ScrollUp,
    /// Its wheel turned downwards.
    ScrollDown,
}

/// Something to be done outside of the model.
#[derive(Debug)]
pub enum Effect {
    /// Read this lesson; the answer is [`Msg::Opened`].
    Open(Arc<str>),
    /// Hand this on to who presents, at another terminal.
    Prompt(String),
    /// Read all lessons; the answer is [`Msg::Course`].
    ReadCourse,
    /// Compute again what is solved: of these records, and of what is kept of all other lessons; the answer is [`Msg::Certified`].
    Certify(Vec<SavedProgress>),
    /// Evaluate a page in place of whatever is being evaluated; the answers are [`Msg::Evaluated`].
    Evaluate(Arc<DocumentState>),
    /// Evaluate a page as it would be, beside the one that is open; the answer is [`Msg::Probed`].
    Probe(Arc<DocumentState>),
    /// Read the gradient of a number of a page in place of any other that is being read; the answer is [`Msg::Differentiated`].
    Differentiate {
        /// The id of the lesson.
        lesson: Arc<str>,
        /// The values of its page.
        outcome: Arc<EvaluationOutcome>,
        /// The number.
        element: ElementRef,
    },
    /// Keep this record.
    Keep(Box<SavedProgress>),
    /// Keep this record, in which nothing is new but where the cursor was.
    KeepPlace(Box<SavedProgress>),
    /// Give the terminal to the reader's own editor, with this text; the answer is [`Msg::EditedOutside`].
    EditOutside {
        /// The lesson.
        lesson: Arc<str>,
        /// The block whose text it is.
        block: BlockId,
        /// The text.
        text: Arc<str>,
    },
    /// Make a training of this task; the answers are [`Msg::Training`].
    Train(Task),
    /// Give a training an order; the answers are [`Msg::Training`].
    Order(Task, TrainingCommand),
    /// Put this text into the clipboard of the terminal.
    Copy(String),
    /// Write a file of the current folder under a name that is free; the answer is [`Msg::Written`].
    Write {
        /// What its name begins with.
        stem: String,
        /// What it ends with, behind a dot.
        ending: &'static str,
        /// What is to stand in it.
        bytes: Vec<u8>,
    },
    /// Take the mouse, or give it back to the terminal.
    Mouse(bool),
    /// Give the terminal to the shell and stop, until the shell goes on with the program.
    Suspend,
    /// Leave the program.
    Quit,
}

impl Msg {
    /// What an event of the terminal means here. Releases of keys and mere movements of the mouse mean nothing.
    pub fn from_event(event: Event) -> Option<Self> {
        match event {
            Event::Key(key) => Key::from_event(key).map(Self::Key),
            Event::Paste(text) => Some(Self::Paste(text)),
            Event::Mouse(mouse) => Pointer::from_event(mouse).map(Self::Pointer),
            Event::Resize(width, height) => Some(Self::Resize(believable(Size { width, height }))),
            Event::FocusGained | Event::FocusLost => None,
        }
    }
}

impl Pointer {
    fn from_event(MouseEvent { kind, column, row, .. }: MouseEvent) -> Option<Self> {
        let kind = match kind {
            MouseEventKind::Down(MouseButton::Left) => PointerKind::Press,
            MouseEventKind::Drag(MouseButton::Left) => PointerKind::Drag,
            MouseEventKind::Up(MouseButton::Left) => PointerKind::Release,
            MouseEventKind::ScrollUp => PointerKind::ScrollUp,
            MouseEventKind::ScrollDown => PointerKind::ScrollDown,
            _ => return None,
        };
        Some(Self { kind, column, row })
    }
}
