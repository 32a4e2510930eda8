//! Sends each frame whole.
//!
//! ratatui writes a frame in many small pieces and flushes at its end. Here the pieces are gathered and sent in one write between the
//! marks of a synchronized update, so that no terminal shows half a frame; terminals that do not know the marks ignore them.

use std::io::{self, Write};

use ratatui::crossterm::QueueableCommand as _;
use ratatui::crossterm::terminal::{BeginSynchronizedUpdate, EndSynchronizedUpdate};

/// A writer that gathers everything up to the next flush.
#[derive(Debug)]
pub struct FrameWriter<W: Write> {
    inner: W,
    frame: Vec<u8>,
}

impl<W: Write> FrameWriter<W> {
    /// Gathers for `inner`.
    pub fn new(inner: W) -> Self {
        Self { inner, frame: Vec::new() }
    }
}

impl<W: Write> Write for FrameWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.frame.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
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
}
