//! What the terminal has sent and the model has not yet heard of.
//!
//! A terminal without bracketed paste sends a text as keys. Each of them for itself would be drawn, offered words for, moved in:
//! a page of text would take a minute, and stand there other than it was. So many letters at once no hand types, and where text is
//! typed they are taken for what they are: one paste.

use std::collections::VecDeque;
use std::io;
use std::time::{Duration, Instant};

use keyboard::{Keyboard, Wait};
use ratatui::crossterm::event::KeyCode;

use super::keymap::{Context, Key};
use super::message::Msg;
use super::terminal::Questions;

#[cfg(unix)]
mod feed;
mod keyboard;
#[cfg(unix)]
mod reports;

/// How long to look whether more has come. Nothing at all would do, but crossterm looks at nothing then, not even at what it has
/// read already.
const GLANCE: Duration = Duration::from_micros(200);
/// How long to wait for the rest of what seems to be a paste: a terminal sends it in pieces.
const REST: Duration = Duration::from_millis(10);
/// How long to listen at most before the first of it is done.
const LISTEN: Duration = Duration::from_millis(50);
/// How much to hear at most before the first of it is done.
const MOST: usize = 16_384;
/// From how many letters on, come at once, they are a paste.
const PASTE: usize = 32;

/// What has come and was not yet taken.
#[derive(Debug, Default)]
pub(super) struct Inbox {
    keyboard: Keyboard,
    waiting: VecDeque<Msg>,
    /// Whether more had come than was listened to.
    cut: bool,
    /// Whether what was given last was the beginning of a paste that was cut so.
    pasting: bool,
}

impl Inbox {
    /// Something that ends a wait for the terminal, from any thread.
    ///
    /// # Errors
    /// The system has no pipe to give.
    pub(super) fn waker(&mut self) -> io::Result<impl Fn() + Send + Sync + 'static> {
        self.keyboard.waker()
    }

    /// From now on, signals of the system end a wait, too.
    ///
    /// # Errors
    /// The system does not tell of them.
    pub(super) fn watch_signals(&mut self) -> io::Result<()> {
        self.keyboard.watch_signals()
    }

    /// The terminal has been asked, and what it reports is to be taken in.
    pub(super) fn expect_reports(&mut self, questions: Questions) {
        self.keyboard.expect_reports(questions);
    }

    /// Takes in what the terminal still reports, before another program reads from it.
    pub(super) fn await_reports(&mut self) {
        self.keyboard.await_reports();
    }

    /// Waits so long for something to come, where nothing is there, or until somebody wakes it; then takes along what comes right
    /// behind it. Says whether anything has come.
    ///
    /// # Errors
    /// The terminal is gone.
    pub(super) fn listen(&mut self, patience: Duration) -> io::Result<bool> {
        let mut heard = !self.waiting.is_empty();
        let mut wait = match () {
            () if heard => Wait::through(GLANCE),
            () if self.pasting => Wait::through(REST),
            () => Wait { patience, is_ended_by_calls: true },
        };
        let mut since = None;
        self.cut = false;
        while self.keyboard.poll(wait)? {
            heard = true;
            self.waiting.extend(self.keyboard.read()?);
            if self.waiting.len() >= MOST || since.get_or_insert_with(Instant::now).elapsed() > LISTEN {
                self.cut = true;
                break;
            }
            wait = Wait::through(if self.ends_in_paste() { REST } else { GLANCE });
        }
        self.pasting &= heard;
        Ok(heard)
    }

    /// The next of what has come, as it is to be understood where the reader is.
    pub(super) fn next(&mut self, context: Context) -> Option<Msg> {
        if self.waiting.is_empty() {
            return None;
        }
        let letters = self.letters(context);
        let is_paste = letters >= PASTE || self.pasting && letters > 0;
        self.pasting = is_paste && letters == self.waiting.len() && self.cut;
        if !is_paste {
            return self.waiting.pop_front();
        }
        Some(Msg::Paste(self.waiting.drain(..letters).filter_map(|msg| letter(&msg, context)).collect()))
    }

    /// How many letters come next. In a line of text Enter is one where more of them follow: the last one ends the typing.
    fn letters(&self, context: Context) -> usize {
        let letters: Vec<char> = self.waiting.iter().map_while(|msg| letter(msg, context)).collect();
        let is_end = |letter: &&char| !is_code(context) && matches!(letter, '\r' | '\n' | '\t');
        letters.len() - letters.iter().rev().take_while(is_end).count()
    }

    /// Whether the newest of it is so many letters that more of them may follow.
    fn ends_in_paste(&self) -> bool {
        let is_letter = |msg: &Msg| letter(msg, Context::CodeEditor).is_some();
        self.waiting.len() >= PASTE && self.waiting.iter().rev().take(PASTE).all(is_letter)
    }
}

fn is_code(context: Context) -> bool {
    matches!(context, Context::CodeEditor | Context::Completion)
}

/// What a key types where the reader is, or would type there in a text that is pasted.
fn letter(msg: &Msg, context: Context) -> Option<char> {
    let Msg::Key(key) = msg else { return None };
    let is_text = is_code(context) || matches!(context, Context::TextInput | Context::Finder);
    match key.code {
        _ if !is_text => None,
        _ if *key == Key::LINE_FEED => Some('\n'),
        _ if !key.modifiers.is_empty() => None,
        KeyCode::Char(letter) => Some(letter),
        KeyCode::Enter => Some('\r'),
        KeyCode::Tab => Some('\t'),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::keymap::parse_keys;

    fn inbox(keys: &str) -> Inbox {
        Inbox { waiting: waiting(keys), ..Inbox::default() }
    }

    fn waiting(keys: &str) -> VecDeque<Msg> {
        parse_keys(keys).unwrap().into_iter().map(Msg::Key).collect()
    }

    /// All of it, each paste in quotes.
    fn heard(inbox: &mut Inbox, context: Context) -> Vec<String> {
        let next = || inbox.next(context);
        let said = |msg| match msg {
            Msg::Key(key) => key.written(),
            Msg::Paste(text) => format!("{text:?}"),
            other => format!("{other:?}"),
        };
        std::iter::from_fn(next).map(said).collect()
    }

    const LONG: &str = "a_text_that_no_hand_types_at_once";

    #[test]
    fn many_letters_at_once_are_a_paste_where_text_is_typed() {
        for context in [Context::TextInput, Context::Finder, Context::CodeEditor, Context::Completion] {
            assert_eq!(heard(&mut inbox(&format!("{LONG} <c-c> q")), context), [&*format!("{LONG:?}"), "<c-c>", "q"]);
            assert_eq!(heard(&mut inbox("a_few <left> b"), context), ["a", "_", "f", "e", "w", "<left>", "b"]);
        }
        let keys = heard(&mut inbox(LONG), Context::Page);
        assert_eq!(keys.concat(), LONG, "letters are keys where none is typed");
        assert_eq!(keys.len(), LONG.len());
    }

    #[test]
    fn code_has_lines_and_a_line_of_text_ends_with_enter() {
        let keys = format!("{LONG} <enter> <tab> b <enter>");
        assert_eq!(heard(&mut inbox(&keys), Context::CodeEditor), [format!("{:?}", format!("{LONG}\r\tb\r"))]);
        let fed = format!("{LONG} <enter> <c-j> b <c-j> c");
        assert_eq!(heard(&mut inbox(&fed), Context::CodeEditor), [format!("{:?}", format!("{LONG}\r\nb\nc"))]);
        assert_eq!(
            heard(&mut inbox(&keys), Context::TextInput),
            [&*format!("{:?}", format!("{LONG}\r\tb")), "<enter>"]
        );
        let few = "the <space> cat <enter> <tab> b";
        assert_eq!(heard(&mut inbox(few), Context::TextInput).len(), 10, "so few come from a hand on a slow line");
    }

    #[test]
    fn the_rest_of_a_paste_belongs_to_it_however_short() {
        for (cut, rest) in [(true, &["\"b\\rc\""][..]), (false, &["b", "<enter>", "c"])] {
            let mut inbox = Inbox { cut, ..inbox(LONG) };
            assert_eq!(heard(&mut inbox, Context::CodeEditor).len(), 1);
            inbox.cut = false;
            inbox.waiting = waiting("b <enter> c");
            assert_eq!(heard(&mut inbox, Context::CodeEditor), rest);
            inbox.waiting = waiting("<enter>");
            assert_eq!(heard(&mut inbox, Context::CodeEditor), ["<enter>"], "what comes later is typed");
        }
    }
}
