//! Parts what a terminal reports from what is typed: both come as bytes of the same stream.
//!
//! crossterm 0.29 knows no report of a color: it takes `ESC ]` for Alt-], and types the rest. So all bytes pass through here first. A report
//! is `ESC ] 11 ; … BEL` (OSC, its end may be `ESC \` as well), `ESC _ G … ESC \` (kitty's), `ESC [ 6 ; … t` (the size of a cell) or
//! `ESC [ ? … c` (DA1). Nothing else is held back, but a beginning that may become one, until the rest comes or is overdue
//! ([`ReportFilter::give_up`]).

use crate::tui::terminal::{PixelReports, hear};
use crate::tui::theme::TerminalColors;

const ESCAPE: u8 = 0x1b;
const BELL: u8 = 0x07;
/// How much of a report is kept; those of colors are shorter.
const LONGEST: usize = 128;

/// Takes reports out of the bytes of a terminal.
#[derive(Debug, Default)]
pub(super) struct ReportFilter {
    /// The beginning of what may be a report.
    open: Vec<u8>,
    /// Whether reports were asked for and may still come.
    expects: bool,
    /// The colors that were reported since they were asked for.
    colors: Option<TerminalColors>,
    /// What was reported of pixels since then.
    pixels: PixelReports,
    /// Whether the terminal has said all that it was asked.
    is_complete: bool,
}

/// What one read was made of.
#[derive(Debug, Default)]
pub(super) struct Heard {
    /// What was typed.
    pub(super) keys: Vec<u8>,
    /// The colors of the terminal, if these have changed.
    pub(super) colors: Option<TerminalColors>,
    /// What the terminal says of pixels, once it has said all.
    pub(super) pixels: Option<PixelReports>,
}

/// What the bytes since an `ESC` are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sequence {
    /// Keys.
    Keys,
    /// Keys but the last byte, which may begin something else.
    KeysBeforeEscape,
    /// Keys or a report: the next byte tells.
    Undecided,
    /// A report whose end has not come.
    Report,
    /// A whole report of this many bytes at its end.
    WholeReport(usize),
    /// A whole report of the size of a cell.
    CellSize,
    /// The end of all reports.
    LastReport,
    /// A report that broke off before its last bytes, so many of them.
    Broken(usize),
}

impl ReportFilter {
    /// From now on reports are believed.
    pub(super) fn expect(&mut self) {
        self.expects = true;
        self.colors = Some(TerminalColors::default());
        (self.pixels, self.is_complete) = (PixelReports::default(), false);
    }

    /// Whether reports were asked for and may still come.
    pub(super) fn expects(&self) -> bool {
        self.expects
    }

    /// Whether bytes are held back.
    pub(super) fn is_open(&self) -> bool {
        !self.open.is_empty()
    }

    /// Whether bytes are held back that are certainly no keys.
    pub(super) fn is_in_report(&self) -> bool {
        self.is_open() && sequence(&self.open) == Sequence::Report
    }

    /// Takes what has come in one read.
    pub(super) fn take(&mut self, bytes: &[u8]) -> Heard {
        let before = self.colors;
        let mut keys = Vec::new();
        for byte in bytes {
            self.push(*byte, &mut keys);
        }
        // A lone ESC is the key, unless a report may begin with it.
        if self.open == [ESCAPE] && !self.expects {
            keys.append(&mut self.open);
        }
        let pixels = std::mem::take(&mut self.is_complete).then_some(self.pixels);
        Heard { keys, colors: self.colors.filter(|_| self.colors != before), pixels }
    }

    /// The rest of what was held back does not come: it was typed, or is the beginning of a report that nobody needs.
    pub(super) fn give_up(&mut self) -> Vec<u8> {
        let held = std::mem::take(&mut self.open);
        if sequence(&held) == Sequence::Report { Vec::new() } else { held }
    }

    fn push(&mut self, byte: u8, keys: &mut Vec<u8>) {
        if self.open.is_empty() && byte != ESCAPE {
            keys.push(byte);
            return;
        }
        self.open.push(byte);
        match sequence(&self.open) {
            Sequence::Undecided => {}
            Sequence::Report => self.shorten(),
            Sequence::Keys => keys.append(&mut self.open),
            Sequence::KeysBeforeEscape => keys.extend(self.open.drain(..self.open.len() - 1)),
            Sequence::CellSize => {
                self.pixels.hear_cell(&self.report(2, 1));
                self.open.clear();
            }
            Sequence::LastReport => {
                self.pixels.hear_attributes(&self.report(3, 1));
                self.is_complete = std::mem::take(&mut self.expects);
                self.open.clear();
            }
            Sequence::WholeReport(end) if self.open[1] == b'_' => {
                self.pixels.hear_kitty(&self.report(3, end));
                self.open.clear();
            }
            Sequence::WholeReport(end) => {
                let report = self.report(2, end);
                if let Some(colors) = &mut self.colors {
                    hear(colors, &report);
                    self.pixels.hear_command(&report);
                }
                self.open.clear();
            }
            Sequence::Broken(rest) => {
                let rest = self.open.split_off(self.open.len() - rest);
                self.open.clear();
                for byte in rest {
                    self.push(byte, keys);
                }
            }
        }
    }

    /// What a report says, without so many bytes at its beginning and at its end.
    fn report(&self, begin: usize, end: usize) -> String {
        String::from_utf8_lossy(&self.open[begin..self.open.len() - end]).into_owned()
    }

    /// Forgets the middle of a report that is longer than any that was asked for; an `ESC` at its end may be that of `ESC \`.
    fn shorten(&mut self) {
        if self.open.len() > LONGEST {
            self.open.drain(LONGEST / 2..LONGEST);
        }
    }
}

/// What these bytes are, of which the first is an `ESC`.
fn sequence(bytes: &[u8]) -> Sequence {
    match bytes {
        [_] | [_, b']' | b'[' | b'_'] | [_, b'[', b'6'] => Sequence::Undecided,
        [_, ESCAPE] => Sequence::KeysBeforeEscape,
        [_, b'[', b'?', rest @ ..] => match rest.last() {
            None | Some(b'0'..=b'9' | b';') if rest.len() < LONGEST => Sequence::Undecided,
            Some(b'c') => Sequence::LastReport,
            _ => Sequence::Keys,
        },
        [_, b'[', b'6', b';', rest @ ..] => match rest.last() {
            None | Some(b'0'..=b'9' | b';') if rest.len() < LONGEST => Sequence::Undecided,
            Some(b't') => Sequence::CellSize,
            _ => Sequence::Keys,
        },
        [_, b']', b'0'..=b'9', rest @ ..] | [_, b'_', b'G', rest @ ..] => match rest {
            [.., BELL] => Sequence::WholeReport(1),
            [.., ESCAPE, b'\\'] => Sequence::WholeReport(2),
            [.., ESCAPE, _] => Sequence::Broken(2),
            // A control character is in no report; Ctrl-C is one.
            [.., 0..=0x1a | 0x1c..=0x1f] => Sequence::Broken(1),
            _ => Sequence::Report,
        },
        _ => Sequence::Keys,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::graphics::{CellSize, Graphics, Protocol};
    use crate::tui::theme::oklab::Rgb;

    fn expecting() -> ReportFilter {
        let mut filter = ReportFilter::default();
        filter.expect();
        filter
    }

    /// What is typed, and the background that was reported at last.
    fn read(filter: &mut ReportFilter, reads: &[&str]) -> (String, Option<Rgb>) {
        let (mut typed, mut background) = (Vec::new(), None);
        for bytes in reads {
            let heard = filter.take(bytes.as_bytes());
            typed.extend(heard.keys);
            background = heard.colors.and_then(|colors| colors.background).or(background);
        }
        (String::from_utf8(typed).unwrap(), background)
    }

    const REPORT: &str = "\x1b]11;rgb:fdfd/f6f6/e3e3\x07";
    const BACKGROUND: Option<Rgb> = Some(Rgb(0xfd, 0xf6, 0xe3));

    #[test]
    fn report_is_heard_and_never_typed() {
        for end in ["\x07", "\x1b\\"] {
            let report = format!("a\x1b]10;rgb:00/00/00{end}b\x1b]11;rgb:fdfd/f6f6/e3e3{end}c\x1b[?62;4c\r");
            assert_eq!(read(&mut expecting(), &[&report]), ("abc\r".to_owned(), BACKGROUND));
        }
    }

    #[test]
    fn report_may_come_in_any_pieces() {
        let whole = format!("é{REPORT}x\x1b]10;rgb:1/2/3\x1b\\y\x1b[?1;2cz");
        for first in (0..=whole.len()).filter(|at| whole.is_char_boundary(*at)) {
            for second in (first..=whole.len()).filter(|at| whole.is_char_boundary(*at)) {
                let reads = [&whole[..first], &whole[first..second], &whole[second..]];
                assert_eq!(read(&mut expecting(), &reads), ("éxyz".to_owned(), BACKGROUND), "{reads:?}");
            }
        }
    }

    #[test]
    fn keys_that_begin_like_a_report_are_keys() {
        for keys in
            ["\x1b[A", "\x1b[<0;1;1M", "\x1b[200~a\x1b[201~", "\x1bOP", "\x1bx", "\x1b]x", "\x1b[?0u", "\x1b\x1b[A"]
        {
            assert_eq!(read(&mut expecting(), &[keys]), (keys.to_owned(), None));
            let pieces: Vec<String> = keys.chars().map(String::from).collect();
            let pieces: Vec<&str> = pieces.iter().map(String::as_str).collect();
            assert_eq!(read(&mut expecting(), &pieces), (keys.to_owned(), None));
        }
    }

    #[test]
    fn escape_key_waits_only_while_a_report_may_begin() {
        let mut filter = expecting();
        assert_eq!(read(&mut filter, &["\x1b"]).0, "");
        assert!(filter.is_open() && !filter.is_in_report());
        assert_eq!(filter.give_up(), b"\x1b");
        assert_eq!(read(&mut filter, &["\x1b[?62c", "\x1b"]).0, "\x1b", "after the last report");
        assert_eq!(read(&mut ReportFilter::default(), &["\x1b"]).0, "\x1b", "nothing was asked");
    }

    #[test]
    fn report_that_breaks_off_costs_no_key_after_it() {
        assert_eq!(read(&mut expecting(), &["\x1b]11;rgb:12\x03q"]).0, "\x03q");
        assert_eq!(read(&mut expecting(), &["\x1b]11;rgb:12\x1b[Aq"]).0, "\x1b[Aq");
        assert_eq!(read(&mut expecting(), &["\x1b]11;rg", REPORT, "q"]), ("q".to_owned(), BACKGROUND));
        let mut filter = expecting();
        assert_eq!(read(&mut filter, &["\x1b]11;rgb:12"]).0, "");
        assert!(filter.is_in_report());
        assert!(filter.give_up().is_empty());
        assert_eq!(read(&mut filter, &["q"]).0, "q");
    }

    #[test]
    fn report_without_end_is_not_kept() {
        let mut filter = expecting();
        let long = format!("\x1b]52;c;{}", "A".repeat(1 << 16));
        assert_eq!(read(&mut filter, &[&long]).0, "");
        assert!(filter.open.len() <= LONGEST);
        assert_eq!(read(&mut filter, &["\x1b", "\\q"]).0, "q");
    }

    #[test]
    fn pixels_are_told_when_the_terminal_has_said_all() {
        let mut filter = expecting();
        let answers = "x\x1b_Gi=1;OK\x1b\\\x1b[6;20;10ty";
        let heard = filter.take(answers.as_bytes());
        assert_eq!((heard.keys.as_slice(), heard.pixels), (&b"xy"[..], None));
        let pixels = filter.take(b"\x1b[?62c").pixels.unwrap();
        let cell = CellSize::new(10, 20).unwrap();
        assert_eq!(pixels.graphics(|| None), Some(Graphics { protocol: Protocol::Kitty, cell }));
        assert!(filter.take(b"\x1b[?62;4c").pixels.is_none(), "nobody asked again");
        for (first, keys) in [("\x1b[6", "~"), ("\x1b[6;2", "~"), ("\x1b_", "x"), ("\x1b[6;5", "A")] {
            assert_eq!(read(&mut expecting(), &[first, keys]).0, format!("{first}{keys}"));
        }
    }

    #[test]
    fn reports_that_nobody_asked_for_are_not_believed() {
        assert_eq!(read(&mut ReportFilter::default(), &[REPORT]), (String::new(), None));
    }

    #[test]
    fn nonsense_changes_no_color() {
        for report in ["\x1b]11;rgb:zzzz/zzzz/zzzz\x07", "\x1b]11;?\x07", "\x1b]4;99;#000000\x07", "\x1b]777;x\x07"] {
            assert_eq!(read(&mut expecting(), &[report]), (String::new(), None));
        }
    }
}
