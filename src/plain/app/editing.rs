//! Everything that changes the page: inputs, code, undo. State is text: whatever is set or typed becomes a new source of one block.

use std::sync::Arc;

use super::super::block::is_on_page;
use super::super::transcript::Transcript;
use super::super::{cell, exercise, inputs, question, speech};
use super::{Focus, PlainApp};
use crate::app::lesson::OpenLesson;
use crate::lang::parse::MAX_CELL_BYTES;
use crate::notebook::blank::blank;
use crate::notebook::document::{HistoryAction, HistoryEntry};
use crate::notebook::lesson::{Block, BlockId, BlockKind, Exercise};
use crate::words::{Said, say, word};

impl PlainApp<'_> {
    /// Lists the inputs of the block, or where it has none those of the page.
    pub(super) fn inputs(&mut self) {
        let Some(open) = self.lesson() else { return self.no_lesson() };
        let all = inputs::all(open);
        let here: Vec<_> = all.iter().filter(|input| input.place == open.at).collect();
        let mut transcript = Transcript::default();
        if all.is_empty() {
            transcript.say(word!("plain-no-inputs"));
        } else if here.is_empty() {
            transcript.say(word!("plain-inputs-of-page"));
            for input in &all {
                let words = input.describe(open);
                transcript.say(say!("plain-outline-line", place = input.place + 1, title = words));
            }
        } else {
            for input in here {
                transcript.say(input.describe(open));
            }
        }
        self.tell(&transcript);
    }

    /// Sets an input: `cups 5`, `W[1, 2] 0.5`, `allowed[sat, cat] off`.
    pub(super) fn set(&mut self, rest: &str) {
        let Some(open) = self.lesson() else { return self.no_lesson() };
        let Some((target, value)) = target_and_value(rest) else {
            return self.words(word!("plain-set-what"));
        };
        match inputs::set(open, target, value) {
            Ok(moved) => self.rewrite(&moved.block, &moved.source),
            Err(words) => self.words(words),
        }
    }

    /// Gives a block another text, and tells what that has moved.
    fn rewrite(&mut self, block: &BlockId, source: &str) {
        let Some(open) = self.lesson_mut() else { return };
        if !open.document.edit(block, source, false) {
            return self.words(word!("plain-same"));
        }
        let is_attempt =
            open.document.lesson().block(block).is_some_and(|block| matches!(block.kind, BlockKind::Exercise(_)));
        if is_attempt {
            // An exercise keeps its names: nothing else of the page can move, and its check says the rest.
            self.evaluate();
            self.focus = Focus::Page;
        } else {
            self.follow(Some(block));
        }
        self.tell_standing(block);
    }

    /// How the code of a block stands after a change: its errors, and whether an exercise holds.
    fn tell_standing(&mut self, id: &BlockId) {
        let Some(open) = self.lesson() else { return };
        let Some(block) = open.document.lesson().block(id) else { return };
        let transcript = match &block.kind {
            BlockKind::Exercise(of) => attempt(open, block, of),
            // What a cell of one's own gives is what it was written for, and nothing of it stood on the page before.
            BlockKind::Cell(_) if block.is_scratch() => cell::results(open, block),
            _ => open.report(block).map(cell::standing).unwrap_or_default(),
        };
        self.tell(&transcript);
    }

    pub(super) fn undo(&mut self, again: bool) {
        let Some(open) = self.lesson_mut() else { return self.no_lesson() };
        let here = open.id();
        let changed = if again { open.document.redo() } else { open.document.undo() };
        let Some(changed) = changed else {
            let nothing = if again { word!("plain-nothing-undone") } else { nothing_done(open) };
            return self.words(nothing);
        };
        // A cell of the reader's own may have gone, and one that the lesson shares may stand behind the page.
        let place = open.position(&changed);
        let on_page = place.filter(|place| is_on_page(open, *place));
        open.stay_at(if on_page.is_some() { Some(&changed) } else { here.as_ref() });
        let words = if place.is_some() && on_page.is_none() {
            let cell = &*changed;
            if again { say!("plain-redone-behind", cell) } else { say!("plain-undone-behind", cell) }
        } else {
            let block = open.at + 1;
            if again { say!("plain-redone", block) } else { say!("plain-undone", block) }
        };
        self.words(words);
        self.follow(Some(&changed));
    }

    /// Gives the block the lesson's text back, or takes an answer back; with `all` the whole page.
    pub(super) fn reset(&mut self, rest: &str) {
        let Some(open) = self.lesson_mut() else { return self.no_lesson() };
        let here = open.id();
        let is_all = ["all", word!("plain-all")].contains(&&*rest.to_lowercase());
        let answers = open.document.answers().len();
        let was_reset =
            if is_all { open.document.reset_all() } else { open.id().is_some_and(|id| open.document.reset(&id)) };
        if !was_reset {
            let words = if is_all { word!("plain-nothing-to-reset-all") } else { word!("plain-nothing-to-reset") };
            return self.words(words);
        }
        open.stay_at(here.as_ref());
        let is_question = open.block().is_some_and(|block| matches!(block.kind, BlockKind::Question(_)));
        if is_question && !is_all {
            // An answer moves no value.
            self.focus = Focus::Page;
            return self.words(word!("plain-answer-gone"));
        }
        let all = || say!("plain-reset-all", answers);
        self.words(if is_all { all() } else { word!("plain-reset").to_owned() });
        self.follow(here.as_ref());
    }

    /// What was changed on the page, step by step.
    pub(super) fn history(&mut self) {
        let Some(open) = self.lesson() else { return self.no_lesson() };
        let (done, _) = open.document.history();
        let mut transcript = Transcript::default();
        for (place, moment) in open.document.moments(0).enumerate() {
            let block = moment.block.as_deref().unwrap_or_default();
            let switched = match (&moment.block, &moment.deed) {
                (Some(block), HistoryAction::Switched { input, cell }) => inputs::switched(open, block, input, cell),
                _ => None,
            };
            let what = switched.unwrap_or_else(|| moment_said(&moment));
            transcript.say(if place < done {
                say!("plain-moment", number = place + 1, block, what)
            } else {
                say!("plain-moment-undone", number = place + 1, block, what)
            });
        }
        if transcript.is_empty() {
            transcript.say(nothing_done(open));
        }
        self.tell(&transcript);
    }

    /// The block whose code is meant: the one that the reader is at, if it has any.
    fn editable(&self) -> Option<(BlockId, Arc<str>)> {
        let open = self.lesson()?;
        let block = open.block()?;
        Some((Arc::clone(&block.id), open.source(block)?))
    }

    /// That there is no code here.
    fn no_code(&mut self) {
        let has_lesson = self.workspace.open.is_some();
        self.words(if has_lesson { word!("plain-nothing-to-edit") } else { word!("plain-no-lesson") });
    }

    /// The code of the block, or of another one.
    pub(super) fn code(&mut self, rest: &str) {
        let Some(open) = self.lesson() else { return self.no_lesson() };
        let block = if rest.is_empty() {
            open.block()
        } else {
            match self.place(rest) {
                Ok(place) => open.document.lesson().blocks.get(place),
                Err(words) => return self.words(words),
            }
        };
        match block.filter(|block| block.editable().is_some()) {
            Some(block) => self.tell(&cell::code(open, block, self.numbered)),
            None => self.no_code(),
        }
    }

    /// From here on lines are taken as code, up to a full stop alone, or until somebody thinks better of it.
    pub(super) fn write(&mut self) {
        let Some((block, _)) = self.editable() else { return self.no_code() };
        self.focus = Focus::Writing { block, lines: Vec::new(), bytes: 0 };
        let mut transcript = Transcript::of(word!("plain-write"));
        if self.is_typed_to {
            self.interrupt.begin();
            transcript.say(word!("plain-write-interrupt"));
        }
        self.tell(&transcript);
    }

    /// A line of code, what ends them, or what leaves the code as it was.
    pub(super) fn write_line(&mut self, line: &str) {
        // Nobody can be woken out of reading: that Ctrl-C was pressed is seen when the next line is there, and that is none of code.
        if self.is_typed_to && self.interrupt.was_pressed() {
            self.leave_code();
            if !line.trim().is_empty() {
                self.obey(line);
            }
        } else if leaves_code(line) {
            self.leave_code();
        } else {
            self.take_code(line);
        }
    }

    /// What was written so far is forgotten.
    fn leave_code(&mut self) {
        self.end_code();
        self.words(word!("plain-write-left"));
    }

    /// Lines are commands again, and Ctrl-C ends the program.
    fn end_code(&mut self) {
        self.interrupt.end();
        self.focus = Focus::Page;
    }

    /// A line of code, or the full stop that ends them.
    fn take_code(&mut self, line: &str) {
        let Focus::Writing { block, lines, bytes } = &mut self.focus else { return };
        if line.trim_end() != "." {
            // With its end; what no cell can hold is only counted.
            *bytes += line.len() + 1;
            if *bytes <= MAX_CELL_BYTES + 1 {
                lines.push(line.to_owned());
            }
            return;
        }
        let (block, source, size) = (Arc::clone(block), lines.join("\n"), bytes.saturating_sub(1));
        self.end_code();
        if size > MAX_CELL_BYTES {
            return self.words(say!("text-too-long", count = size));
        }
        self.rewrite(&block, &source);
    }

    /// Puts a text in place of the first `...` of the code.
    pub(super) fn fill(&mut self, rest: &str) {
        let Some((block, source)) = self.editable() else { return self.no_code() };
        match (blank(&source), rest.is_empty()) {
            (_, true) => self.words(word!("plain-fill-what")),
            (None, _) => self.words(word!("plain-no-blank")),
            (Some(dots), _) => {
                let mut source = source.to_string();
                source.replace_range(dots, rest);
                self.rewrite(&block, &source);
            }
        }
    }

    /// Another text for one line: `replace 2 return 2 * x`. A text without blanks before it keeps those of the line.
    pub(super) fn replace(&mut self, rest: &str) {
        let wanted = |count: usize| say!("plain-which-line", count);
        self.at_line(rest, wanted, |lines, place, text| {
            let Some(line) = lines.get_mut(place) else { return false };
            *line = indented(text, line);
            true
        });
    }

    /// A new line before another, as deep as that.
    pub(super) fn insert(&mut self, rest: &str) {
        let wanted = |count: usize| say!("plain-which-line", count);
        self.at_line(rest, wanted, |lines, place, text| {
            if place > lines.len() {
                return false;
            }
            let beside = lines.get(place).or_else(|| lines.last()).cloned().unwrap_or_default();
            lines.insert(place, indented(text, &beside));
            true
        });
    }

    /// Takes a line away.
    pub(super) fn delete(&mut self, rest: &str) {
        let wanted = |count: usize| say!("plain-which-line-away", count);
        self.at_line(rest, wanted, |lines, place, _| {
            let is_there = place < lines.len();
            if is_there {
                lines.remove(place);
            }
            is_there
        });
    }

    /// Changes the code at a line, which `rest` begins with, from 1. Where it names none, it is said what was wanted.
    fn at_line(
        &mut self,
        rest: &str,
        wanted: impl Fn(usize) -> String,
        change: impl Fn(&mut Vec<String>, usize, &str) -> bool,
    ) {
        let Some((block, source)) = self.editable() else { return self.no_code() };
        let mut lines: Vec<String> = source.lines().map(str::to_owned).collect();
        // One blank ends the number; those behind it are the text's.
        let (number, text) = rest.split_once(' ').unwrap_or((rest, ""));
        let place = number.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        if place.is_some_and(|place| change(&mut lines, place, text)) {
            return self.rewrite(&block, &lines.join("\n"));
        }
        match lines.len() {
            0 => self.words(word!("plain-no-line")),
            count => self.words(wanted(count)),
        }
    }

    /// Hands the code to the reader's own editor.
    pub(super) fn edit(&mut self) {
        let Some((block, source)) = self.editable() else { return self.no_code() };
        let Some(editor) = self.editor else { return self.words(word!("plain-no-editor")) };
        self.flush();
        // Ctrl-C is the editor's while it runs.
        self.interrupt.begin();
        let edited = editor(&source, &block);
        self.interrupt.end();
        match edited {
            Ok(source) => self.rewrite(&block, &source),
            Err(words) => self.words(words),
        }
    }

    /// Runs a cell that waits for it; tells how the check of an exercise stands.
    pub(super) fn run(&mut self) {
        let Some(open) = self.lesson_mut() else { return self.no_lesson() };
        let Some(block) = open.block().cloned() else { return };
        match &block.kind {
            BlockKind::Prose(_) | BlockKind::Question(_) => return self.words(word!("plain-nothing-to-run")),
            BlockKind::Cell(_) | BlockKind::Exercise(_) => open.document.run(&block.id),
        }
        self.evaluate();
        self.focus = Focus::Page;
        self.tell_results(&block);
    }

    fn tell_results(&mut self, block: &Block) {
        let Some(open) = self.lesson() else { return };
        let transcript = match &block.kind {
            BlockKind::Exercise(of) => {
                let mut transcript = attempt(open, block, of);
                transcript.append(question::hints(open, block, &of.hints));
                transcript
            }
            _ => cell::results(open, block),
        };
        if transcript.is_empty() { self.words(word!("plain-ran")) } else { self.tell(&transcript) }
    }

    /// Adds a cell of the reader's own below the block.
    pub(super) fn add_cell(&mut self) {
        let Some(open) = self.lesson_mut() else { return self.no_lesson() };
        let id = open.id().and_then(|below| open.document.add_scratch(&below));
        if let Some(place) = id.and_then(|id| open.position(&id)) {
            open.visit(place);
        }
        self.evaluate();
        self.focus = Focus::Page;
        self.words(word!("plain-cell-added"));
        self.tell_here();
    }

    pub(super) fn remove_cell(&mut self) {
        let Some(open) = self.lesson_mut() else { return self.no_lesson() };
        if !open.id().is_some_and(|id| open.document.remove_scratch(&id)) {
            return self.words(word!("plain-not-yours"));
        }
        open.visit(open.at.saturating_sub(1));
        self.words(word!("plain-cell-removed"));
        self.follow(None);
    }
}

/// That there is nothing to undo: what was changed before the lesson was opened this time has no steps any more.
fn nothing_done(open: &OpenLesson) -> &'static str {
    if open.document.changes().is_empty() { word!("plain-nothing-done") } else { word!("plain-nothing-done-now") }
}

/// What a step of the history did: of a value that was set its name, what it was, and what it became.
fn moment_said(moment: &HistoryEntry) -> String {
    match (&moment.name(), &moment.deed) {
        (Some(name), HistoryAction::Edited(text)) => {
            format!("{name}: {}", speech::spoken(&text.replace("value=", "")))
        }
        (_, deed) => speech::spoken(&deed.said()),
    }
}

/// What an attempt at an exercise has come to: its values, and whether it holds.
fn attempt(open: &OpenLesson, block: &Block, of: &Exercise) -> Transcript {
    let mut transcript = cell::results(open, block);
    transcript.append(exercise::verdict(open, block, of));
    transcript
}

/// Whether a line of code is the one that leaves the code as it was: `.cancel`. No line of a program begins so.
fn leaves_code(line: &str) -> bool {
    let said = line.trim().strip_prefix('.').map(|said| said.trim().to_lowercase());
    said.is_some_and(|said| ["cancel", word!("plain-cancel")].contains(&&*said))
}

/// What is to be set, and to what: `W[1, 2] = 0.5` and `W[1, 2] 0.5` are the same.
fn target_and_value(rest: &str) -> Option<(&str, &str)> {
    let name_end = rest.find(|letter: char| letter.is_whitespace() || matches!(letter, '[' | '='))?;
    let end = if rest[name_end..].starts_with('[') { name_end + rest[name_end..].find(']')? + 1 } else { name_end };
    let (target, value) = rest.split_at(end);
    let value = value.trim();
    let value = value.strip_prefix('=').filter(|rest| !rest.starts_with('=')).unwrap_or(value).trim();
    let is_name = target.starts_with(|letter: char| letter.is_alphabetic() || letter == '_');
    (is_name && !value.is_empty()).then_some((target, value))
}

/// A line as deep as another, unless it says itself how deep it is.
fn indented(text: &str, beside: &str) -> String {
    if text.starts_with(char::is_whitespace) {
        return text.to_owned();
    }
    let depth: String = beside.chars().take_while(|letter| letter.is_whitespace()).collect();
    format!("{depth}{text}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_set_and_to_what() {
        assert_eq!(target_and_value("cups 5"), Some(("cups", "5")));
        assert_eq!(target_and_value("cups = 5"), Some(("cups", "5")));
        assert_eq!(target_and_value("W[1, 2]   0.5"), Some(("W[1, 2]", "0.5")));
        assert_eq!(target_and_value("s the cat"), Some(("s", "the cat")));
        for bad in ["cups", "", "W[1 3", "cups =", "[1] 2"] {
            assert_eq!(target_and_value(bad), None, "{bad}");
        }
    }

    #[test]
    fn a_line_keeps_its_depth() {
        assert_eq!(indented("return x", "    return ..."), "    return x");
        assert_eq!(indented("  return x", "    return ..."), "  return x");
    }
}
