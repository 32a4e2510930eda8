//! Text while it is being typed.
//!
//! The typing itself is `ratatui-textarea`'s; drawing is our own, because source has colours and errors. Here is also decided
//! which keystrokes are undone together: a word with the blanks behind it, a run of deletions, a paste.

use ratatui::crossterm::event::{KeyCode, KeyModifiers};
use ratatui_textarea::{CursorMove, TextArea};

use crate::tui::keymap::Key;

/// The longest text that is taken from the clipboard at once, in bytes: as long as a cell may be.
pub const LONGEST_PASTE: usize = 16 * 1024;

/// A line or some lines of text with a cursor.
#[derive(Debug, Clone)]
pub struct Editor {
    area: TextArea<'static>,
    lines: Lines,
    last: Option<Stroke>,
}

/// Whether a text may have more than one line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lines {
    /// Line breaks that are pasted become spaces.
    One,
    /// Enter breaks the line.
    Many,
}

/// What a keystroke came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Typed {
    /// The text is as it was.
    Nothing,
    /// The text is another; `merge` says whether this is undone together with the change before.
    Change {
        /// Undone with the change before.
        merge: bool,
    },
}

/// What a change is undone by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stroke {
    Word,
    Blank,
    Deletion,
    Other,
}

impl Editor {
    /// An editor of `text` with the cursor at its end.
    pub fn new(text: &str, lines: Lines) -> Self {
        let parts = match lines {
            Lines::One => vec![one_line(text)],
            Lines::Many => text.split('\n').map(str::to_owned).collect(),
        };
        let mut area = TextArea::new(parts);
        area.move_cursor(CursorMove::Bottom);
        area.move_cursor(CursorMove::End);
        Self { area, lines, last: None }
    }

    /// The text.
    pub fn text(&self) -> String {
        self.area.lines().join("\n")
    }

    /// The byte of the text at which the cursor stands.
    pub fn cursor(&self) -> usize {
        let cursor = self.area.cursor();
        let above: usize = self.area.lines().iter().take(cursor.0).map(|line| line.len() + 1).sum();
        let here: usize =
            self.area.lines().get(cursor.0).map_or(0, |line| line.chars().take(cursor.1).map(char::len_utf8).sum());
        above + here
    }

    /// Types a key.
    pub fn key(&mut self, key: Key) -> Typed {
        if self.is_refused(key) {
            return Typed::Nothing;
        }
        let indent = if key.code == KeyCode::Enter { self.indent() } else { String::new() };
        if !self.area.input(key.to_event()) {
            self.last = None;
            return Typed::Nothing;
        }
        self.area.insert_str(indent);
        self.changed(stroke(key))
    }

    /// Types a text from the clipboard; what is longer than [`LONGEST_PASTE`] is cut. Returns how many bytes were taken.
    pub fn paste(&mut self, text: &str) -> usize {
        let text = text.replace("\r\n", "\n").replace('\r', "\n");
        let text = if self.lines == Lines::One { one_line(&text) } else { text };
        let mut end = text.len().min(LONGEST_PASTE);
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        let taken = text.get(..end).unwrap_or_default();
        self.area.insert_str(taken);
        self.last = None;
        taken.len()
    }

    /// Takes the last typing of this session back.
    pub fn undo(&mut self) -> Typed {
        self.last = None;
        if self.area.undo() { Typed::Change { merge: true } } else { Typed::Nothing }
    }

    /// Types again what was taken back.
    pub fn redo(&mut self) -> Typed {
        self.last = None;
        if self.area.redo() { Typed::Change { merge: true } } else { Typed::Nothing }
    }

    /// The blanks with which the next line begins: those of this one, and more after a colon.
    fn indent(&self) -> String {
        let cursor = self.area.cursor();
        let line = self.area.lines().get(cursor.0).map_or("", String::as_str);
        let before: String = line.chars().take(cursor.1).collect();
        let blanks = before.len() - before.trim_start_matches(' ').len();
        let deeper = if before.trim_end().ends_with(':') { 4 } else { 0 };
        " ".repeat(blanks + deeper)
    }

    /// A word takes the blanks after it; everything else stands for itself.
    fn changed(&mut self, stroke: Stroke) -> Typed {
        let merge = match (self.last, stroke) {
            (Some(Stroke::Word), Stroke::Word | Stroke::Blank) => true,
            (Some(last), stroke) => last == stroke && stroke != Stroke::Other,
            (None, _) => false,
        };
        self.last = Some(stroke);
        Typed::Change { merge }
    }

    /// Keys that would break a single line, or scroll a text that scrolls with its page.
    fn is_refused(&self, key: Key) -> bool {
        let breaks = match key.code {
            KeyCode::Enter | KeyCode::Char('\n' | '\r') => true,
            KeyCode::Char('m') => key.modifiers.contains(KeyModifiers::CONTROL),
            _ => false,
        };
        let scrolls = match key.code {
            KeyCode::PageUp | KeyCode::PageDown => true,
            KeyCode::Char('v') => !key.modifiers.is_empty(),
            _ => false,
        };
        scrolls || breaks && self.lines == Lines::One
    }
}

fn one_line(text: &str) -> String {
    text.replace("\r\n", " ").replace(['\n', '\r'], " ")
}

fn stroke(key: Key) -> Stroke {
    match key.code {
        KeyCode::Char('h' | 'd' | 'w' | 'k' | 'j') if !key.modifiers.is_empty() => Stroke::Deletion,
        KeyCode::Char(_) if !key.modifiers.is_empty() => Stroke::Other,
        KeyCode::Char(letter) if letter.is_whitespace() => Stroke::Blank,
        KeyCode::Char(_) => Stroke::Word,
        KeyCode::Backspace | KeyCode::Delete => Stroke::Deletion,
        _ => Stroke::Other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::keymap::parse_keys;

    fn typed(editor: &mut Editor, keys: &str) -> Vec<Typed> {
        parse_keys(keys).unwrap().into_iter().map(|key| editor.key(key)).collect()
    }

    #[test]
    fn the_cursor_counts_bytes() {
        let mut editor = Editor::new("é猫\nab", Lines::Many);
        assert_eq!((editor.cursor(), editor.text().as_str()), (8, "é猫\nab"));
        typed(&mut editor, "<up>");
        assert_eq!(editor.cursor(), 2);
        typed(&mut editor, "x");
        assert_eq!(editor.text(), "éx猫\nab");
    }

    #[test]
    fn words_are_undone_whole() {
        let mut editor = Editor::new("", Lines::One);
        let merged: Vec<bool> = typed(&mut editor, "a b <space> c <backspace> <backspace>")
            .into_iter()
            .map(|typed| typed == Typed::Change { merge: true })
            .collect();
        assert_eq!(merged, [false, true, true, false, false, true]);
        assert_eq!(editor.text(), "ab");
    }

    #[test]
    fn a_new_line_is_as_deep_as_its_block() {
        let mut editor = Editor::new("def f():", Lines::Many);
        typed(&mut editor, "<enter> x <enter> y");
        assert_eq!(editor.text(), "def f():\n    x\n    y");
    }

    #[test]
    fn one_line_stays_one() {
        let mut editor = Editor::new("a\nb", Lines::One);
        typed(&mut editor, "<enter> <c-m>");
        editor.paste("c\r\nd");
        assert_eq!(editor.text(), "a bc d");
    }

    #[test]
    fn a_huge_paste_is_cut_between_characters() {
        let mut editor = Editor::new("", Lines::Many);
        let taken = editor.paste(&"猫".repeat(10_000));
        assert_eq!(taken, LONGEST_PASTE - LONGEST_PASTE % 3);
        assert_eq!(editor.text().len(), taken);
    }

    #[test]
    fn strange_keys_do_nothing_bad() {
        let mut editor = Editor::new("👩‍👩‍👧 e\u{301}", Lines::One);
        typed(&mut editor, "<pageup> <pagedown> <c-v> <a-v> <left> <left> <del> <home> <end> <c-k> <c-u> <c-r>");
        assert!(editor.cursor() <= editor.text().len());
    }
}
