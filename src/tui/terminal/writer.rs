//! Sends each frame whole.
//!
//! ratatui writes a frame in many small pieces and flushes at its end. Here the pieces are gathered and sent in one write between the
//! marks of a synchronized update, so that no terminal shows half a frame; terminals that do not know the marks ignore them.

use std::io::{self, Write};

use ratatui::backend::{Backend as _, CrosstermBackend};
use ratatui::crossterm::QueueableCommand as _;
use ratatui::crossterm::terminal::{BeginSynchronizedUpdate, EndSynchronizedUpdate};

/// A writer that gathers everything up to the next flush.
#[derive(Debug)]
pub struct FrameWriter<W: Write> {
    inner: W,
    frame: Vec<u8>,
    unchanged: Vec<u8>,
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
    pub fn new(inner: W) -> Self {
        Self { inner, frame: Vec::new(), unchanged: unchanged() }
    }
}

impl<W: Write> Write for FrameWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.frame.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.frame == self.unchanged {
            self.frame.clear();
        }
        if !self.frame.is_empty() {
            let mut whole = Vec::with_capacity(self.frame.len() + 16);
            whole.queue(BeginSynchronizedUpdate)?;
            whole.append(&mut self.frame);
            whole.queue(EndSynchronizedUpdate)?;
            self.inner.write_all(&whole)?;
        }
        self.inner.flush()
    }
}

#[cfg(test)]
mod tests {
    use ratatui::layout::Rect;
    use ratatui::{Terminal, TerminalOptions, Viewport};

    use super::*;

    #[test]
    fn a_frame_is_one_synchronized_write() {
        let mut writer = FrameWriter::new(Vec::new());
        writer.write_all(b"a").unwrap();
        writer.write_all(b"b").unwrap();
        assert!(writer.inner.is_empty());
        writer.flush().unwrap();
        assert_eq!(writer.inner, b"\x1b[?2026hab\x1b[?2026l");
        writer.flush().unwrap();
        assert_eq!(writer.inner, b"\x1b[?2026hab\x1b[?2026l");
    }

    #[test]
    fn a_frame_in_which_nothing_changes_is_not_sent() {
        let mut sent = Vec::new();
        let viewport = Viewport::Fixed(Rect::new(0, 0, 8, 2));
        let backend = CrosstermBackend::new(FrameWriter::new(&mut sent));
        let mut terminal = Terminal::with_options(backend, TerminalOptions { viewport }).unwrap();
        for text in ["one", "one", "two", "two"] {
            terminal.draw(|frame| frame.render_widget(text, frame.area())).unwrap();
        }
        drop(terminal);
        // Two frames, and when the terminal is dropped the cursor comes back.
        assert_eq!(String::from_utf8(sent).unwrap().matches("\x1b[?2026h").count(), 3);
    }
}
