//! What can happen, and what can be asked of the world in return.
//!
//! [`update`](crate::tui::update::update) takes a [`Msg`] and answers with [`Effect`]s; only the runner performs them.

use std::sync::Arc;

use ratatui::crossterm::event::{Event, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Size;

use crate::app::event::{AppEvent, AppRequest};
use crate::nn::Task;
use crate::notebook::lesson::BlockId;
use crate::notebook::session::Day;
use crate::tui::graphics::Graphics;
use crate::tui::keymap::Key;
use crate::tui::terminal::believable;
use crate::tui::theme::TerminalColors;

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
    /// The terminal reports its colors: all that are known of it now.
    TerminalColors(Box<TerminalColors>),
    /// The terminal reports that it shows pixels.
    Graphics(Graphics),
    /// The application tells something.
    App(AppEvent),
    /// It is another day.
    Today(Day),
    /// The program ends.
    Leaving,
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
    /// It is time for the next step of a walk that goes on by itself.
    Beat,
    /// What was drawn for a moment is over.
    MomentOver,
    /// The front page is shown: the machine shall work.
    RunMachine,
    /// Somebody wants to watch a training.
    Watch(Task),
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
    /// Ask the application for something; the answers are [`Msg::App`].
    App(AppRequest),
    /// Hand this on to who presents, at another terminal.
    Prompt(String),
    /// Give the terminal to the reader's own editor, with this text; the answer is [`Msg::EditedOutside`].
    EditOutside {
        /// The lesson.
        lesson: Arc<str>,
        /// The block whose text it is.
        block: BlockId,
        /// The text.
        text: Arc<str>,
    },
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

impl From<AppEvent> for Msg {
    fn from(event: AppEvent) -> Self {
        Self::App(event)
    }
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
