//! Sends each frame whole.
//!
//! ratatui writes a frame in many small pieces and flushes at its end. Here the pieces are gathered and sent in one write between the
//! marks of a synchronized update, so that no terminal shows half a frame; terminals that do not know the marks ignore them.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

use ratatui::backend::{Backend as _, CrosstermBackend};
use ratatui::crossterm::QueueableCommand as _;
use ratatui::crossterm::terminal::{BeginSynchronizedUpdate, EndSynchronizedUpdate};

/// A writer that gathers everything up to the next flush.
#[derive(Debug)]
pub struct FrameWriter<W: Write> {
    inner: W,
    frame: Vec<u8>,
    unchanged: Vec<u8>,
    colors: Names,
    prelude: Prelude,
}

/// What is sent with the next frame, before its text. Clones are the same.
#[derive(Debug, Clone, Default)]
pub(super) struct Prelude(Arc<Mutex<String>>);

impl Prelude {
    /// Adds to it.
    pub(super) fn push(&self, text: &str) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push_str(text);
    }

    fn take(&self) -> String {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// How the first 16 colours are named on their way out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Names {
    /// As crossterm does, by their numbers in the palette of 256: `38;5;9`.
    OfPalette,
    /// As every terminal knows them: `91`. One of 16 colours alone reads the others as nonsense, and `5` makes it blink.
    OfOld,
}

/// What ratatui writes even for a frame in which nothing has changed: no style, no cursor. Not worth sending.
fn unchanged() -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut backend = CrosstermBackend::new(&mut bytes);
    // Memory takes everything.
    let _ = backend.draw(std::iter::empty());
    let _ = backend.hide_cursor();
    bytes
}

impl<W: Write> FrameWriter<W> {
    /// Gathers for `inner`.
    pub fn new(inner: W, colors: Names) -> Self {
        Self { inner, frame: Vec::new(), unchanged: unchanged(), colors, prelude: Prelude::default() }
    }

    /// What its next frame begins with.
    pub(super) fn prelude(&self) -> Prelude {
        self.prelude.clone()
    }
}

impl<W: Write> Write for FrameWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.frame.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let prelude = self.prelude.take();
        if self.frame == self.unchanged && prelude.is_empty() {
            self.frame.clear();
        }
        if !self.frame.is_empty() {
            let mut whole = Vec::with_capacity(prelude.len() + self.frame.len() + 16);
            whole.queue(BeginSynchronizedUpdate)?;
            whole.extend_from_slice(prelude.as_bytes());
            match self.colors {
                Names::OfPalette => whole.append(&mut self.frame),
                Names::OfOld => whole.extend(with_old_names(&std::mem::take(&mut self.frame))),
            }
            whole.queue(EndSynchronizedUpdate)?;
            self.inner.write_all(&whole)?;
        }
        self.inner.flush()
    }
}

/// A frame in which every style is written as a terminal of 16 colours reads it.
fn with_old_names(frame: &[u8]) -> Vec<u8> {
    let mut written = Vec::with_capacity(frame.len());
    let mut rest = frame;
    while let Some(start) = rest.windows(2).position(|bytes| bytes == b"\x1b[") {
        let (before, sequence) = rest.split_at(start + 2);
        written.extend_from_slice(before);
        let end = sequence.iter().position(|byte| !byte.is_ascii_digit() && *byte != b';').unwrap_or(sequence.len());
        let (parameters, after) = sequence.split_at(end);
        match std::str::from_utf8(parameters) {
            Ok(style) if after.first() == Some(&b'm') => written.extend_from_slice(renamed(style).as_bytes()),
            _ => written.extend_from_slice(parameters),
        }
        rest = after;
    }
    written.extend_from_slice(rest);
    written
}

/// `1;38;5;9;48;5;0` as `1;91;40`.
fn renamed(style: &str) -> String {
    let numbers: Vec<&str> = style.split(';').collect();
    let mut names = Vec::new();
    let mut rest = numbers.as_slice();
    while let Some((first, tail)) = rest.split_first() {
        let old = match rest {
            [ground, "5", color, ..] => old_name(ground, color),
            _ => None,
        };
        names.push(old.map_or_else(|| (*first).to_owned(), |name| name.to_string()));
        rest = if old.is_some() { rest.get(3..).unwrap_or_default() } else { tail };
    }
    names.join(";")
}

/// The name of one of the first 16 colours as that of the text (38) or of what is behind it (48).
fn old_name(ground: &str, color: &str) -> Option<u8> {
    let (dim, bright) = match ground {
        "38" => (30, 90),
        "48" => (40, 100),
        _ => return None,
    };
    match color.parse::<u8>().ok()? {
        color @ 0..8 => Some(dim + color),
        color @ 8..16 => Some(bright + color - 8),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use ratatui::layout::Rect;
    use ratatui::{Terminal, TerminalOptions, Viewport};

    use super::*;

    #[test]
    fn a_frame_is_one_synchronized_write() {
        let mut writer = FrameWriter::new(Vec::new(), Names::OfPalette);
        writer.write_all(b"a").unwrap();
        writer.write_all(b"b").unwrap();
        assert!(writer.inner.is_empty());
        writer.flush().unwrap();
        assert_eq!(writer.inner, b"\x1b[?2026hab\x1b[?2026l");
        writer.flush().unwrap();
        assert_eq!(writer.inner, b"\x1b[?2026hab\x1b[?2026l");
        writer.prelude().push("image");
        writer.write_all(b"c").unwrap();
        writer.flush().unwrap();
        assert!(writer.inner.ends_with(b"\x1b[?2026himagec\x1b[?2026l"));
    }

    #[test]
    fn a_frame_in_which_nothing_changes_is_not_sent() {
        let mut sent = Vec::new();
        let viewport = Viewport::Fixed(Rect::new(0, 0, 8, 2));
        let backend = CrosstermBackend::new(FrameWriter::new(&mut sent, Names::OfPalette));
        let mut terminal = Terminal::with_options(backend, TerminalOptions { viewport }).unwrap();
        for text in ["one", "one", "two", "two"] {
            terminal.draw(|frame| frame.render_widget(text, frame.area())).unwrap();
        }
        drop(terminal);
        // Two frames, and when the terminal is dropped the cursor comes back.
        assert_eq!(String::from_utf8(sent).unwrap().matches("\x1b[?2026h").count(), 3);
    }

    #[test]
    fn sixteen_colours_are_written_as_the_oldest_terminal_reads_them() {
        let renamed = |text: &str| String::from_utf8(with_old_names(text.as_bytes())).unwrap();
        assert_eq!(renamed("a\x1b[38;5;9mb\x1b[1;38;5;1;48;5;15m猫\x1b[0m"), "a\x1b[91mb\x1b[1;31;107m猫\x1b[0m");
        assert_eq!(renamed("\x1b[38;5;200m\x1b[48;2;5;1;2m"), "\x1b[38;5;200m\x1b[48;2;5;1;2m");
        assert_eq!(renamed("\x1b[38;5H\x1b[39;49m\x1b[?25l\x1b["), "\x1b[38;5H\x1b[39;49m\x1b[?25l\x1b[");
    }
}
