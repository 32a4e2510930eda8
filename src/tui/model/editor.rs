//! Text while it is being typed.
//!
//! The typing itself is `ratatui-textarea`'s; drawing is our own, because source has colours and errors. Here is decided what
//! is ours to decide: that the cursor stands between what a reader sees as characters, how lines are moved in, and which
//! keystrokes are undone together while one types: a word with the blanks behind it, a run of deletions, a paste.

use std::ops::Range;

use ratatui::crossterm::event::KeyCode;
use ratatui_textarea::{CursorMove, TextArea};
use unicode_segmentation::GraphemeCursor;

use crate::tui::keymap::{Action, Key};

pub use completion::Completion;

mod completion;
#[cfg(test)]
mod tests;

/// Up to which length a text grows, in bytes, unless it is said otherwise: a cell that is longer is not run, and
/// every key would wait for all of it to be drawn.
const LONGEST: usize = 32 << 10;
/// How far a block of code is moved in.
const INDENT: usize = 4;
/// How many lines a page up or down goes.
const PAGE: usize = 10;
/// How many steps back are remembered.
const MOST_STEPS: usize = 400;
/// Statements behind which a block has nothing more to say.
const ENDS: [&str; 5] = ["return", "raise", "pass", "break", "continue"];

/// A line or some lines of text with a cursor.
#[derive(Debug, Clone)]
pub struct Editor {
    area: TextArea<'static>,
    lines: Lines,
    /// Up to which length it grows, in bytes.
    longest: usize,
    last: Option<Stroke>,
    past: Vec<Moment>,
    future: Vec<Moment>,
    /// The words that are offered at the cursor, while they are.
    pub completion: Option<Completion>,
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

/// A text and where the cursor was in it: line, character.
#[derive(Debug, Clone)]
struct Moment {
    text: String,
    cursor: (usize, usize),
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
        Self { area, lines, longest: LONGEST, last: None, past: Vec::new(), future: Vec::new(), completion: None }
    }

    /// The same where typing and pastes make the text no longer than this many bytes.
    #[must_use]
    pub fn at_most(mut self, longest: usize) -> Self {
        self.longest = longest;
        self
    }

    /// The text.
    pub fn text(&self) -> String {
        self.area.lines().join("\n")
    }

    /// The byte of the text at which the cursor stands.
    pub fn cursor(&self) -> usize {
        let cursor = self.area.cursor();
        self.byte(cursor.0, cursor.1)
    }

    /// The bytes that are selected, if any are.
    pub fn selection(&self) -> Option<Range<usize>> {
        let (start, end) = self.area.selection_range()?;
        let range = self.byte(start.0, start.1)..self.byte(end.0, end.1);
        (!range.is_empty()).then_some(range)
    }

    /// The text that is selected.
    pub fn selected(&self) -> Option<String> {
        let range = self.selection()?;
        self.text().get(range).map(str::to_owned)
    }

    /// Puts the cursor at a byte of the text, or draws the selection to it.
    pub fn move_to(&mut self, byte: usize, select: bool) {
        let before = self.text();
        let before = before.get(..byte).unwrap_or(&before);
        let row = before.matches('\n').count();
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count();
        self.walk(jump(row, column), select);
    }

    /// Whether the text is as long as it may grow.
    pub fn is_full(&self) -> bool {
        let all: usize = self.area.lines().iter().map(|line| line.len() + 1).sum();
        all > self.longest && self.selection().is_none()
    }

    /// Types a key: a letter, a line break; none of them where the text is full. Others do nothing here.
    pub fn key(&mut self, key: Key) -> Typed {
        let letter = match key.code {
            KeyCode::Enter if key.modifiers.is_empty() && self.lines == Lines::Many => '\n',
            KeyCode::Char(letter) if key.modifiers.is_empty() && !letter.is_control() => letter,
            _ => return Typed::Nothing,
        };
        if self.is_full() {
            return Typed::Nothing;
        }
        if letter == '\n' {
            let indent = " ".repeat(self.depth_below());
            return self.change(Stroke::Other, |area| _ = area.insert_str(format!("\n{indent}")));
        }
        let stroke = if letter.is_whitespace() { Stroke::Blank } else { Stroke::Word };
        self.change(stroke, |area| area.insert_char(letter))
    }

    /// Does what a key of the table asks for. `key` says the direction in which is selected.
    pub fn act(&mut self, action: Action, key: Key) -> Typed {
        match action {
            Action::Select => self.walk(direction(key), true),
            Action::SelectAll => self.area.select_all(),
            Action::DeleteBack => return self.delete_back(),
            Action::DeleteNext => return self.delete_to(CursorMove::Forward),
            Action::DeleteWordBack => return self.delete_to(CursorMove::WordBack),
            Action::DeleteWordNext => return self.delete_to(CursorMove::WordForward),
            Action::DeleteToStart => return self.delete_to(CursorMove::Head),
            Action::DeleteToEnd => return self.delete_to(CursorMove::End),
            Action::Indent => return self.indent(true),
            Action::Dedent => return self.indent(false),
            Action::Undo => return self.undo(),
            Action::Redo => return self.redo(),
            Action::First => [CursorMove::Top, CursorMove::Head].into_iter().for_each(|step| self.walk(step, false)),
            Action::Last => [CursorMove::Bottom, CursorMove::End].into_iter().for_each(|step| self.walk(step, false)),
            Action::PageUp => (0..PAGE).for_each(|_| self.walk(CursorMove::Up, false)),
            Action::PageDown => (0..PAGE).for_each(|_| self.walk(CursorMove::Down, false)),
            action => {
                if let Some(step) = step(action) {
                    self.walk(step, false);
                }
            }
        }
        Typed::Nothing
    }

    /// Types a text from the clipboard, as much of it as there is room for. Returns how many bytes that was, if it was not all.
    pub fn paste(&mut self, text: &str) -> Option<usize> {
        // What is cut away need not be looked at.
        let start = start_of(text, 2 * self.longest);
        let all = start.replace("\r\n", "\n").replace('\r', "\n");
        let all = if self.lines == Lines::One { one_line(&all) } else { all };
        let kept = self.text().len() - self.selection().map_or(0, |range| range.len());
        let mut taken = start_of(&all, self.longest.saturating_sub(kept));
        if taken.len() < all.len() || start.len() < text.len() {
            // Half a line of code says something else than the line.
            taken = taken.rsplit_once('\n').map_or(taken, |(lines, _)| lines);
        }
        if !taken.is_empty() {
            self.change(Stroke::Other, |area| _ = area.insert_str(taken));
        }
        self.last = None;
        let is_cut = start.len() < text.len() || taken.len() < all.len();
        is_cut.then_some(taken.len())
    }

    /// Takes the selected text out and gives it.
    pub fn cut(&mut self) -> Option<String> {
        let text = self.selected()?;
        self.change(Stroke::Other, |area| _ = area.delete_char());
        Some(text)
    }

    /// Puts `text` in place of a stretch of bytes; the cursor goes behind it.
    pub fn replace(&mut self, range: Range<usize>, text: &str) -> Typed {
        self.move_to(range.start, false);
        self.move_to(range.end, true);
        self.change(Stroke::Other, |area| _ = area.insert_str(text))
    }

    /// Has another text, as one step; the cursor goes to its end.
    pub fn set_text(&mut self, text: &str) -> Typed {
        self.area.select_all();
        self.change(Stroke::Other, |area| _ = area.insert_str(text))
    }

    fn undo(&mut self) -> Typed {
        let Some(moment) = self.past.pop() else { return Typed::Nothing };
        let now = self.moment();
        self.future.push(now);
        self.restore(&moment)
    }

    fn redo(&mut self) -> Typed {
        let Some(moment) = self.future.pop() else { return Typed::Nothing };
        let now = self.moment();
        self.past.push(now);
        self.restore(&moment)
    }

    fn moment(&self) -> Moment {
        let cursor = self.area.cursor();
        Moment { text: self.text(), cursor: (cursor.0, cursor.1) }
    }

    fn restore(&mut self, moment: &Moment) -> Typed {
        self.area = TextArea::new(moment.text.split('\n').map(str::to_owned).collect());
        self.area.move_cursor(jump(moment.cursor.0, moment.cursor.1));
        self.last = None;
        Typed::Change { merge: true }
    }

    /// Does something to the text, and remembers how it was.
    fn change(&mut self, stroke: Stroke, act: impl FnOnce(&mut TextArea<'static>)) -> Typed {
        let before = self.moment();
        self.change_from(before, stroke, act)
    }

    /// The same where the cursor has been moved for it already.
    fn change_from(&mut self, before: Moment, stroke: Stroke, act: impl FnOnce(&mut TextArea<'static>)) -> Typed {
        act(&mut self.area);
        self.area.cancel_selection();
        if self.area.lines().iter().map(String::as_str).eq(before.text.split('\n')) {
            return Typed::Nothing;
        }
        // A word takes the blanks after it; everything else stands for itself.
        let merge = match (self.last, stroke) {
            (Some(Stroke::Word), Stroke::Word | Stroke::Blank) => true,
            (Some(last), stroke) => last == stroke && stroke != Stroke::Other,
            (None, _) => false,
        };
        self.last = Some(stroke);
        self.future.clear();
        if !merge {
            self.past.push(before);
            let too_many = self.past.len().saturating_sub(MOST_STEPS);
            self.past.drain(..too_many);
        }
        Typed::Change { merge }
    }

    /// Moves the cursor, drawing the selection along or dropping it.
    fn walk(&mut self, step: CursorMove, select: bool) {
        self.last = None;
        let selected = self.area.selection_range().filter(|_| !select);
        match (select, selected) {
            (true, _) if !self.area.is_selecting() => self.area.start_selection(),
            (true, _) => {}
            (false, _) => self.area.cancel_selection(),
        }
        // An arrow leaves a selection at its end.
        match (selected, step) {
            (Some((start, _)), CursorMove::Back) => return self.area.move_cursor(jump(start.0, start.1)),
            (Some((_, end)), CursorMove::Forward) => return self.area.move_cursor(jump(end.0, end.1)),
            _ => self.area.move_cursor(step),
        }
        let on = if step == CursorMove::Forward { CursorMove::Forward } else { CursorMove::Back };
        self.settle(on);
    }

    /// Goes on until the cursor stands between two characters as a reader sees them: an accent belongs to its letter.
    fn settle(&mut self, on: CursorMove) {
        while !self.is_between() {
            let before = self.area.cursor();
            self.area.move_cursor(on);
            // The text area moves by columns: what covers none cannot be walked over.
            if self.area.cursor() == before {
                return;
            }
        }
    }

    fn is_between(&self) -> bool {
        let cursor = self.area.cursor();
        let Some(line) = self.area.lines().get(cursor.0) else { return true };
        let byte = bytes_of(line, cursor.1);
        GraphemeCursor::new(byte, line.len(), true).is_boundary(line, 0).unwrap_or(true)
    }

    /// Deletes the selection, or from the cursor to where `step` leads.
    fn delete_to(&mut self, step: CursorMove) -> Typed {
        let before = self.moment();
        if self.selection().is_none() {
            let last = self.last;
            self.area.cancel_selection();
            self.walk(step, true);
            // The way there was no move of the reader's.
            self.last = last;
        }
        if self.selection().is_none() {
            self.area.cancel_selection();
            // A character that covers no column is there all the same.
            return self.change_from(before, Stroke::Deletion, |area| match step {
                CursorMove::Back => _ = area.delete_char(),
                CursorMove::Forward => _ = area.delete_next_char(),
                _ => {}
            });
        }
        self.change_from(before, Stroke::Deletion, |area| _ = area.delete_char())
    }

    /// One character back; in the blanks before a line, to where a block would begin.
    fn delete_back(&mut self) -> Typed {
        let cursor = self.area.cursor();
        let line = self.area.lines().get(cursor.0).map_or("", String::as_str);
        let blanks = line.chars().take(cursor.1).all(|letter| letter == ' ');
        if self.lines == Lines::Many && blanks && cursor.1 > 1 && self.selection().is_none() {
            let column = (cursor.1 - 1) / INDENT * INDENT;
            return self.delete_to(jump(cursor.0, column));
        }
        self.delete_to(CursorMove::Back)
    }

    /// Moves the selected lines, or that of the cursor, in or out by one block.
    fn indent(&mut self, more: bool) -> Typed {
        let cursor = self.area.cursor();
        let (first, last) = self.area.selection_range().map_or((cursor.0, cursor.0), |(start, end)| {
            // A selection that ends where a line begins does not mean that line.
            (start.0, if end.1 == 0 && end.0 > start.0 { end.0 - 1 } else { end.0 })
        });
        let selects = self.selection().is_some();
        let moved = |line: &str| match more {
            true if line.trim().is_empty() && selects => line.to_owned(),
            true => format!("{}{line}", " ".repeat(INDENT)),
            false => {
                let blanks = line.len() - line.trim_start_matches(' ').len();
                line.get(blanks.min(INDENT)..).unwrap_or_default().to_owned()
            }
        };
        let lines: Vec<String> = self.area.lines().to_vec();
        let new = lines.iter().enumerate();
        let new: Vec<String> =
            new.map(|(row, line)| if (first..=last).contains(&row) { moved(line) } else { line.clone() }).collect();
        let shift = |row: usize, column: usize| {
            let (before, after) = (
                lines.get(row).map_or(0, |line| line.chars().count()),
                new.get(row).map_or(0, |line| line.chars().count()),
            );
            (column + after).saturating_sub(before)
        };
        let column = shift(cursor.0, cursor.1);
        let end = new.get(last).map_or(0, |line| line.chars().count());
        let typed = self.change(Stroke::Other, |area| *area = TextArea::new(new));
        if selects {
            self.area.move_cursor(jump(first, 0));
            self.area.start_selection();
            self.area.move_cursor(jump(last, end));
        } else {
            self.area.move_cursor(jump(cursor.0, column));
        }
        typed
    }

    /// Whether only blanks stand before the cursor in its line.
    pub fn is_at_margin(&self) -> bool {
        let cursor = self.area.cursor();
        let line = self.area.lines().get(cursor.0).map_or("", String::as_str);
        line.chars().take(cursor.1).all(char::is_whitespace)
    }

    /// How deep the next line begins: as this one, deeper after a colon, less deep behind what ends a block.
    fn depth_below(&self) -> usize {
        let cursor = self.area.cursor();
        let line = self.area.lines().get(cursor.0).map_or("", String::as_str);
        let before: String = line.chars().take(cursor.1).collect();
        let begin = self.begin_of(cursor.0, &before);
        let blanks = begin.len() - begin.trim_start_matches(' ').len();
        let code = before.split('#').next().unwrap_or_default().trim();
        let ends =
            ENDS.iter().any(|word| begin.split_whitespace().next() == Some(word)) && cursor.1 == line.chars().count();
        match (code.ends_with(':'), ends) {
            (true, _) => blanks + INDENT,
            (false, true) => blanks.saturating_sub(INDENT),
            (false, false) => blanks,
        }
    }

    /// The line on which what ends on a line has begun: where the brackets that close on it were opened.
    fn begin_of<'a>(&'a self, row: usize, line: &'a str) -> &'a str {
        let above = self.area.lines().iter().take(row).rev().map(String::as_str);
        let mut closed = 0;
        let mut begins = std::iter::once(line).chain(above).skip_while(|line| {
            closed += surplus(line);
            closed > 0
        });
        begins.next().unwrap_or(line)
    }

    /// The byte of the text at a character of a line.
    fn byte(&self, row: usize, column: usize) -> usize {
        let above: usize = self.area.lines().iter().take(row).map(|line| line.len() + 1).sum();
        above + self.area.lines().get(row).map_or(0, |line| bytes_of(line, column))
    }
}

/// How many brackets a line closes more than it opens; those in strings and comments do not count.
fn surplus(line: &str) -> isize {
    let (mut surplus, mut quote) = (0, None);
    for letter in line.chars() {
        match letter {
            _ if quote == Some(letter) => quote = None,
            _ if quote.is_some() => {}
            '"' | '\'' => quote = Some(letter),
            '#' => break,
            ')' | ']' | '}' => surplus += 1,
            '(' | '[' | '{' => surplus -= 1,
            _ => {}
        }
    }
    surplus
}

/// The length of the first so many characters, in bytes.
fn bytes_of(line: &str, characters: usize) -> usize {
    line.chars().take(characters).map(char::len_utf8).sum()
}

fn jump(row: usize, column: usize) -> CursorMove {
    CursorMove::Jump(u16::try_from(row).unwrap_or(u16::MAX), u16::try_from(column).unwrap_or(u16::MAX))
}

/// Where an action leads that only moves.
fn step(action: Action) -> Option<CursorMove> {
    Some(match action {
        Action::Left => CursorMove::Back,
        Action::Right => CursorMove::Forward,
        Action::Up => CursorMove::Up,
        Action::Down => CursorMove::Down,
        Action::WordLeft => CursorMove::WordBack,
        Action::WordRight => CursorMove::WordForward,
        Action::LineStart => CursorMove::Head,
        Action::LineEnd => CursorMove::End,
        _ => return None,
    })
}

/// Where a key leads that selects.
fn direction(key: Key) -> CursorMove {
    use ratatui::crossterm::event::KeyModifiers;
    match (key.code, key.modifiers.contains(KeyModifiers::CONTROL)) {
        (KeyCode::Left, true) => CursorMove::WordBack,
        (KeyCode::Left, false) => CursorMove::Back,
        (KeyCode::Right, true) => CursorMove::WordForward,
        (KeyCode::Up, _) => CursorMove::Up,
        (KeyCode::Down, _) => CursorMove::Down,
        (KeyCode::Home, _) => CursorMove::Head,
        (KeyCode::End, _) => CursorMove::End,
        _ => CursorMove::Forward,
    }
}

fn one_line(text: &str) -> String {
    text.replace("\r\n", " ").replace(['\n', '\r'], " ")
}

/// As much of the beginning of `text` as `most` bytes hold, whole characters.
fn start_of(text: &str, most: usize) -> &str {
    let mut end = text.len().min(most);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text.get(..end).unwrap_or_default()
}
