//! The way of what is typed to crossterm.
//!
//! crossterm reads standard input, so a pipe stands in for it while crossterm is asked. At all other times standard input is the
//! terminal, for programs that are started from here and for handlers of signals.

use std::io::{self, PipeReader, PipeWriter, Write as _};
use std::os::fd::AsFd as _;
use std::time::Duration;

use ratatui::crossterm::event;

use super::GLANCE;
use crate::tui::message::Msg;

/// How often crossterm is asked for what it makes of the end of a paste, at most.
const MAX_LOOKS: usize = 16;

/// The pipe.
#[derive(Debug)]
pub(super) struct Feed {
    end: PipeReader,
    writer: PipeWriter,
}

impl Feed {
    /// Builds it.
    ///
    /// # Errors
    /// The system has no pipe to give.
    pub(super) fn open() -> io::Result<Self> {
        // At its first question crossterm decides from where it reads, and that is standard input if this is a terminal.
        event::poll(Duration::ZERO)?;
        let (end, writer) = io::pipe()?;
        // crossterm reads until nothing is left, and must not wait there.
        rustix::io::ioctl_fionbio(&end, true)?;
        Ok(Self { end, writer })
    }

    /// Puts bytes into it.
    pub(super) fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.writer.write_all(bytes)
    }

    /// Whether crossterm has not read all of it.
    pub(super) fn is_unread(&self) -> io::Result<bool> {
        Ok(rustix::io::ioctl_fionread(&self.end)? > 0)
    }

    /// Asks crossterm something while it reads from here.
    pub(super) fn ask<T>(&self, question: impl FnOnce() -> io::Result<T>) -> io::Result<T> {
        let keyboard = rustix::stdio::stdin().try_clone_to_owned()?;
        rustix::stdio::dup2_stdin(self.end.as_fd())?;
        let answer = question();
        rustix::stdio::dup2_stdin(keyboard.as_fd())?;
        answer
    }

    /// Has crossterm read the end of a paste, and takes what it makes of that. If no paste was open, then another sequence was cut short:
    /// crossterm drops it, and the letters of the end that are left are nobody's.
    pub(super) fn ended_paste(&mut self) -> io::Result<Vec<Msg>> {
        self.write(b"\x1b[201~")?;
        self.ask(|| self.read_pastes())
    }

    /// What crossterm makes of the end of a paste, once it has read it.
    fn read_pastes(&self) -> io::Result<Vec<Msg>> {
        let mut read = Vec::new();
        for _ in 0..MAX_LOOKS {
            if event::poll(GLANCE)? {
                match event::read()? {
                    event::Event::Paste(text) => read.extend(with_interrupt(&text)),
                    resized @ event::Event::Resize(..) => read.extend(Msg::from_event(resized)),
                    _ => {}
                }
            } else if !self.is_unread()? {
                break;
            }
        }
        Ok(read)
    }
}

/// A paste without an end, up to the Ctrl-C that somebody pressed because the program did not answer; it has none otherwise, since
/// terminals take control characters out of pastes.
fn with_interrupt(text: &str) -> Vec<Msg> {
    use crate::tui::keymap::parse_keys;

    let (pasted, interrupt) = match text.split_once('\x03') {
        Some((pasted, _)) => (pasted, parse_keys("<c-c>").unwrap_or_default()),
        None => (text, Vec::new()),
    };
    let paste = (!pasted.is_empty()).then(|| Msg::Paste(pasted.to_owned()));
    paste.into_iter().chain(interrupt.into_iter().map(Msg::Key)).collect()
}
