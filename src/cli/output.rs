//! What the commands write: the one door to standard output and standard error, through which no control character goes.
//!
//! Lessons, sessions, weights and vocabularies come from strangers, and a name in them that holds an escape sequence would clear the
//! screen, retitle the window or hide a line. So what is no text is written as Python and JSON write it in a string, `\u001b`: it can be
//! seen, and what reads the output as code or as JSON still reads the same.

use std::fmt::Write as _;
use std::io::{self, IsTerminal as _, Write};

/// Standard output.
pub(super) fn stdout() -> impl Write {
    Visible { inner: io::stdout().lock(), name: "standard output" }
}

/// Standard error.
pub(super) fn stderr() -> impl Write {
    Visible { inner: io::stderr().lock(), name: "standard error" }
}

/// Whether somebody looks at standard output.
pub(super) fn is_terminal() -> bool {
    io::stdout().is_terminal()
}

/// Writes text with its control characters made visible.
struct Visible<W> {
    inner: W,
    /// What the inner one is, for when it takes nothing.
    name: &'static str,
}

/// What the system said, and of what.
pub(super) fn unwritten(name: &str, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("cannot write to {name}: {error}"))
}

impl<W: Write> Write for Visible<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.text(bytes).map_err(|error| unwritten(self.name, &error))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush().map_err(|error| unwritten(self.name, &error))
    }
}

impl<W: Write> Visible<W> {
    /// Writes what of the bytes is text.
    fn text(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let text = match std::str::from_utf8(bytes) {
            Ok(text) => text,
            // What is left is written with the next call.
            Err(error) if error.valid_up_to() > 0 => return self.text(&bytes[..error.valid_up_to()]),
            Err(_) => {
                self.inner.write_all("\u{fffd}".as_bytes())?;
                return Ok(1);
            }
        };
        if text.contains(is_hidden) {
            self.inner.write_all(visible(text).as_bytes())?;
        } else {
            self.inner.write_all(bytes)?;
        }
        Ok(bytes.len())
    }
}

/// Whether a character acts on the terminal or on the order of what is read, or cannot be seen, and is no text. The two joiners that
/// scripts and emoji are written with are text.
fn is_hidden(c: char) -> bool {
    let turns = matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let has_no_width = matches!(
        c,
        '\u{180e}' | '\u{200b}' | '\u{2028}' | '\u{2029}' | '\u{2060}'..='\u{2065}' | '\u{206a}'..='\u{206f}' | '\u{feff}'
            | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}'
    );
    turns || has_no_width || c.is_control() && !matches!(c, '\n' | '\t')
}

fn visible(text: &str) -> String {
    let mut shown = String::with_capacity(text.len() + 16);
    let mut letters = text.chars().peekable();
    while let Some(c) = letters.next() {
        let ends_a_line = c == '\r' && letters.peek() == Some(&'\n');
        if is_hidden(c) && !ends_a_line {
            for unit in c.encode_utf16(&mut [0; 2]) {
                // Writing into a string does not fail.
                let _ = write!(shown, "\\u{unit:04x}");
            }
        } else {
            shown.push(c);
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(pieces: &[&[u8]]) -> String {
        let mut out = Visible { inner: Vec::new(), name: "a list" };
        for piece in pieces {
            out.write_all(piece).unwrap();
        }
        String::from_utf8(out.inner).unwrap()
    }

    #[test]
    fn text_goes_through_as_it_is() {
        let text = "a\tb\r\nc\u{e9}\u{732b}\u{1f469}\u{200d}\u{1f467} \u{5e9}\u{5dc}\u{5d5}\u{5dd}";
        assert_eq!(written(&[text.as_bytes()]), text);
    }

    #[test]
    fn what_would_act_is_shown() {
        let signs = "\u{1b}[2J\u{7}\r\u{0}\u{7f}\u{9b}1m\u{202e}\u{2066}\u{200f}\u{61c}\u{200b}\u{feff}\u{e0041}";
        let shown = written(&[signs.as_bytes()]);
        let escapes = r"\u001b[2J\u0007\u000d\u0000\u007f\u009b1m\u202e\u2066\u200f\u061c\u200b\ufeff\udb40\udc41";
        assert_eq!(shown, escapes);
        let json = format!("\"{shown}\"");
        assert_eq!(serde_json::from_str::<String>(&json).unwrap(), signs, "JSON still says the same");
    }

    #[test]
    fn bytes_that_are_no_text_are_marked() {
        assert_eq!(written(&[b"a\xff\xfeb"]), "a\u{fffd}\u{fffd}b");
        assert_eq!(written(&[b"a\xc3"]), "a\u{fffd}");
    }
}
