//! The clipboard of the terminal, wherever that runs: through SSH, and through tmux where `set-clipboard` lets it.

use std::fmt;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use ratatui::crossterm::Command;

/// Puts a text into the clipboard: xterm's sequence OSC 52. Whatever the text holds, the terminal reads letters and digits.
#[derive(Debug, Clone, Copy)]
pub(super) struct ToClipboard<'t>(pub(super) &'t str);

impl Command for ToClipboard<'_> {
    fn write_ansi(&self, f: &mut impl fmt::Write) -> fmt::Result {
        write!(f, "\x1b]52;c;{}\x07", BASE64_STANDARD.encode(self.0))
    }

    #[cfg(windows)]
    fn execute_winapi(&self) -> std::io::Result<()> {
        Err(std::io::Error::other("programs cannot use the clipboard of this console"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_cannot_smuggle_a_sequence_of_its_own() {
        let mut written = String::new();
        ToClipboard("a\x07\x1b[2Jé").write_ansi(&mut written).unwrap();
        let inner = written.strip_prefix("\x1b]52;c;").and_then(|rest| rest.strip_suffix('\x07')).unwrap();
        assert!(inner.chars().all(|c| c.is_ascii_alphanumeric() || "+/=".contains(c)), "{inner}");
        assert_eq!(BASE64_STANDARD.decode(inner).unwrap(), "a\x07\x1b[2Jé".as_bytes());
    }
}
