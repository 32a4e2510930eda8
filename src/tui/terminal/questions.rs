//! Asks the terminal what it can do.
//!
//! For colors the questions are xterm's: OSC 4 for each of the 16, OSC 10 for the foreground, OSC 11 for the background. For pixels they
//! are kitty's, with an image of one pixel that is not to be shown; iTerm2's, for the size of a cell; and xterm's for the same. At last
//! comes DA1, which every terminal answers, with a 4 among its numbers where sixels are drawn. Terminals answer in order, so nothing more is
//! to come after it. Reports come through the keyboard (`inbox/reports.rs`).

use std::fmt;

use ratatui::crossterm::Command;

/// Terminals that do not answer, some of which show the question as text.
const SILENT: [&str; 7] = ["dumb", "linux", "vt", "ansi", "cons25", "sun", "eterm"];
/// Terminals inside of terminals, which make a title of kitty's question.
const NESTED: [&str; 2] = ["tmux", "screen"];

/// What to ask.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Questions {
    /// What colors it has.
    pub colors: bool,
    /// Whether it shows pixels, and how large its cells are.
    pub pixels: bool,
}

impl Questions {
    /// Whether there is any.
    pub fn any(self) -> bool {
        self.colors || self.pixels
    }
}

/// Whether the terminal of this process may be asked.
pub(in crate::tui) fn can_be_asked() -> bool {
    cfg!(unix) && knows_questions(&term())
}

fn term() -> String {
    std::env::var("TERM").unwrap_or_default()
}

fn knows_questions(term: &str) -> bool {
    !term.is_empty() && !begins_with(term, &SILENT)
}

fn begins_with(term: &str, names: &[&str]) -> bool {
    names.iter().any(|name| term.starts_with(name))
}

impl Command for Questions {
    fn write_ansi(&self, f: &mut impl fmt::Write) -> fmt::Result {
        if self.colors {
            for index in 0..16 {
                write!(f, "\x1b]4;{index};?\x07")?;
            }
            f.write_str("\x1b]10;?\x07\x1b]11;?\x07")?;
        }
        if self.pixels {
            if !begins_with(&term(), &NESTED) {
                f.write_str("\x1b_Gi=1,s=1,v=1,a=q,t=d,f=24;AAAA\x1b\\")?;
            }
            f.write_str("\x1b]1337;ReportCellSize\x07\x1b[16t")?;
        }
        f.write_str("\x1b[c")
    }

    #[cfg(windows)]
    fn execute_winapi(&self) -> std::io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terminals_that_show_questions_are_not_asked() {
        for term in ["xterm-256color", "xterm-kitty", "tmux-256color", "screen", "foot", "alacritty", "rxvt-unicode"] {
            assert!(knows_questions(term), "{term}");
        }
        for term in ["", "dumb", "linux", "vt220", "ansi", "eterm-color"] {
            assert!(!knows_questions(term), "{term}");
        }
    }

    #[test]
    fn only_what_is_to_be_known_is_asked() {
        let asked = |colors, pixels| {
            let mut text = String::new();
            Questions { colors, pixels }.write_ansi(&mut text).unwrap();
            text
        };
        assert_eq!(asked(false, false), "\x1b[c");
        assert!(!asked(true, false).contains("16t") && asked(true, false).ends_with("]11;?\x07\x1b[c"));
        assert!(!asked(false, true).contains("]11;?") && asked(false, true).ends_with("\x1b[16t\x1b[c"));
    }
}
