//! Records as text, and text as records.
//!
//! ```text
//! glassformer session 5
//!
//! lesson attention
//! at scale
//! top 2 scale
//! answer 0 twins
//! = they are exactly equal
//! sure fairly twins
//! again 2026-11-25 0 twins
//! passed attend
//! bookmark scale
//! = Scores, divided by the root
//! skipped widths
//! cell scale
//! - temperature = slider(0.1, 4.0, value=1.0, step=0.1)
//! + temperature = slider(0.1, 4.0, value=2.5, step=0.1)
//! scratch scratch-1
//! after scale
//! + scaled.max()
//! edition 11400714819323198485
//! done
//! text scale
//! - temperature = slider(0.1, 4.0, value=1.0, step=0.1)
//! + temperature = slider(0.1, 4.0, value=2.5, step=0.1)
//! end
//! ```
//!
//! One fact a line, and code as a patch shows it: JSON and TOML would write a cell as one long string with escapes, and the
//! learner's code is what somebody who opens the file wants to read. A line that is not understood makes the whole file
//! damaged: nothing in it is guessed at. The last line tells a whole file from one that was cut off. Version 1 knew neither `confidence`
//! nor `schedule`, version 2 no `bookmark`, version 3 no `skipped`, version 4 no steps; all are read as they are. A text is written as the
//! lowest version, from 2 on, that knows all of it: an older Glassformer reads that.

mod steps;

use std::fmt;
use std::fmt::Write as _;
use std::sync::Arc;

use self::steps::OpenChange;
use super::review::{Confidence, ReviewSchedule, ReviewState};
use super::saved_progress::{Bookmark, Edit, HelpGiven, SavedAnswer, SavedProgress, ScratchCell};

/// The newest version that is written and read, and those that are enough where nothing can be undone, where no question is skipped
/// either, and where nothing is marked either.
const VERSION: u32 = 5;
const WITHOUT_STEPS: u32 = 4;
const WITHOUT_SKIPPED: u32 = 3;
const WITHOUT_BOOKMARKS: u32 = 2;
pub(super) const HEAD: &str = "glassformer session ";
const END: &str = "end";

/// Why a text is no session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReadError {
    /// A newer Glassformer wrote it.
    Newer(u32),
    /// It is not what any Glassformer writes.
    Damaged {
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        message: String,
    },
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Newer(version) => {
                write!(
                    f,
                    "it was written by a newer Glassformer (format version {version}; this one reads versions up to {VERSION}): update Glassformer"
                )
            }
            Self::Damaged { line, message } => write!(f, "line {line}: {message}"),
        }
    }
}

impl std::error::Error for ReadError {}

/// The text of some lessons' records.
pub fn write(records: &[SavedProgress]) -> String {
    let is_needed = |has: fn(&SavedProgress) -> bool| records.iter().any(has);
    let version = match () {
        () if is_needed(|record| !record.history.is_empty()) => VERSION,
        () if is_needed(|record| !record.skipped.is_empty()) => WITHOUT_STEPS,
        () if is_needed(|record| !record.bookmarks.is_empty()) => WITHOUT_SKIPPED,
        () => WITHOUT_BOOKMARKS,
    };
    let mut text = format!("{HEAD}{version}\n");
    for record in records {
        lesson(&mut text, record);
    }
    text.push_str(END);
    text.push('\n');
    text
}

fn lesson(out: &mut String, record: &SavedProgress) {
    let mut line = |words: fmt::Arguments<'_>| {
        // Writing to a string cannot fail.
        let _ = writeln!(out, "{words}");
    };
    line(format_args!("\nlesson {}", record.lesson));
    if let Some(at) = &record.at {
        line(format_args!("at {at}"));
    }
    if let Some((block, number)) = &record.top {
        line(format_args!("top {number} {block}"));
    }
    for SavedAnswer { question, option, words } in &record.answers {
        line(format_args!("answer {option} {question}\n= {words}"));
    }
    for (question, ReviewState { confidence, schedule }) in &record.reviews {
        if let Some(confidence) = confidence {
            line(format_args!("sure {} {question}", confidence.word()));
        }
        if let Some(ReviewSchedule { due, right }) = schedule {
            line(format_args!("again {due} {right} {question}"));
        }
    }
    for (block, help) in &record.help {
        line(format_args!("help {} {} {block}", help.hints, help.asked));
    }
    for exercise in &record.passed {
        line(format_args!("passed {exercise}"));
    }
    for Bookmark { block, words } in &record.bookmarks {
        line(format_args!("bookmark {block}\n= {words}"));
    }
    for question in &record.skipped {
        line(format_args!("skipped {question}"));
    }
    for Edit { block, was, text } in &record.edits {
        line(format_args!("cell {block}"));
        was.split('\n').for_each(|was| line(format_args!("- {was}")));
        text.split('\n').for_each(|text| line(format_args!("+ {text}")));
    }
    for ScratchCell { id, after, text } in &record.scratch {
        line(format_args!("scratch {id}"));
        if let Some(after) = after {
            line(format_args!("after {after}"));
        }
        text.split('\n').for_each(|text| line(format_args!("+ {text}")));
    }
    if !record.history.is_empty() {
        line(format_args!("edition {}", record.history.edition));
        record.history.done.iter().for_each(|step| steps::write(&mut line, "done", step));
        record.history.undone.iter().for_each(|step| steps::write(&mut line, "undone", step));
    }
}

/// The records in a text.
///
/// # Errors
/// It is no session, or one of a newer version.
pub fn read(text: &str) -> Result<Vec<SavedProgress>, ReadError> {
    // Some editors begin a file with a mark of its encoding.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let (head, rest) = text.split_once('\n').unwrap_or((text, ""));
    // A program that carries files between systems may have changed every line end; ours are plain, so the first one tells.
    let converted = head.ends_with('\r');
    let version = head.trim_end_matches('\r').strip_prefix(HEAD).and_then(|version| version.parse::<u32>().ok());
    match version {
        None | Some(0) => {
            return Err(damaged(
                1,
                format!("a session file must begin with `{HEAD}` and a version from 1 to {VERSION}"),
            ));
        }
        Some(version) if version > VERSION => return Err(ReadError::Newer(version)),
        Some(_) => {}
    }
    let lines = rest.split('\n').map(|line| if converted { line.strip_suffix('\r').unwrap_or(line) } else { line });
    let mut reader = SessionReader { records: Vec::new(), open: OpenSection::Nothing, ended: false };
    for (number, line) in lines.enumerate() {
        reader.line(line).map_err(|message| damaged(number + 2, message))?;
    }
    if !reader.ended {
        return Err(damaged(text.lines().count(), format!("the file is truncated: its last line is not `{END}`")));
    }
    for record in &mut reader.records {
        record.edits.iter_mut().flat_map(|edit| [&mut edit.was, &mut edit.text]).for_each(close);
        record.scratch.iter_mut().map(|cell| &mut cell.text).for_each(close);
        let steps = record.history.done.iter_mut().chain(&mut record.history.undone);
        steps.flat_map(|step| &mut step.0).flat_map(steps::texts).for_each(close);
    }
    Ok(reader.records)
}

fn damaged(line: usize, message: String) -> ReadError {
    ReadError::Damaged { line, message }
}

/// What the next line may go on with.
#[derive(Clone, Copy, PartialEq, Eq)]
enum OpenSection {
    Nothing,
    Answer,
    Bookmark,
    Was,
    Text,
    After,
    ScratchText,
    /// A step that can be undone, or done again.
    Step {
        is_done: bool,
        open: OpenChange,
    },
}

struct SessionReader {
    records: Vec<SavedProgress>,
    open: OpenSection,
    ended: bool,
}

impl SessionReader {
    fn line(&mut self, line: &str) -> Result<(), String> {
        if self.ended {
            return if line.is_empty() { Ok(()) } else { Err(format!("there is text after `{END}`")) };
        }
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match (word, rest) {
            ("", "") => self.open = OpenSection::Nothing,
            (END, "") => self.ended = true,
            ("lesson", id) => {
                self.records.push(SavedProgress { lesson: id.into(), ..SavedProgress::default() });
                self.open = OpenSection::Nothing;
            }
            _ => {
                let record = self.records.last_mut().ok_or("this line comes before the first `lesson` line")?;
                self.open = fact(record, self.open, word, rest).ok_or_else(|| {
                    format!("`{line}` is not a valid line of a session file, or is in the wrong place")
                })?;
            }
        }
        Ok(())
    }
}

/// Takes one line into a record and says what may follow; `None` if it cannot be read.
fn fact(record: &mut SavedProgress, open: OpenSection, word: &str, rest: &str) -> Option<OpenSection> {
    match (word, open) {
        ("at", _) => record.at = Some(rest.into()),
        ("top", _) => {
            let (line, block) = rest.split_once(' ')?;
            record.top = Some((block.into(), line.parse().ok()?));
        }
        ("passed", _) => {
            record.passed.insert(rest.into());
        }
        ("skipped", _) => {
            record.skipped.insert(rest.into());
        }
        ("help", _) => {
            let [hints, asked, block] = words(rest)?;
            let help = HelpGiven { hints: hints.parse().ok()?, asked: asked.parse().ok()? };
            record.help.insert(block.into(), help);
        }
        ("sure", _) => {
            let (word, question) = rest.split_once(' ')?;
            record.reviews.entry(question.into()).or_default().confidence = Some(Confidence::of_word(word)?);
        }
        ("again", _) => {
            let [due, right, question] = words(rest)?;
            let schedule = ReviewSchedule { due: due.parse().ok()?, right: right.parse().ok()? };
            record.reviews.entry(question.into()).or_default().schedule = Some(schedule);
        }
        ("answer", _) => {
            let (option, question) = rest.split_once(' ')?;
            let option = option.parse().ok()?;
            record.answers.push(SavedAnswer { question: question.into(), option, words: String::new() });
            return Some(OpenSection::Answer);
        }
        ("=", OpenSection::Answer) => rest.clone_into(&mut record.answers.last_mut()?.words),
        ("bookmark", _) => {
            record.bookmarks.push(Bookmark { block: rest.into(), words: String::new() });
            return Some(OpenSection::Bookmark);
        }
        ("=", OpenSection::Bookmark) => rest.clone_into(&mut record.bookmarks.last_mut()?.words),
        ("cell", _) => {
            record.edits.push(Edit { block: rest.into(), was: Arc::default(), text: Arc::default() });
            return Some(OpenSection::Was);
        }
        ("-", OpenSection::Was) => {
            let edit = record.edits.last_mut()?;
            edit.was = longer(&edit.was, rest);
            return Some(OpenSection::Was);
        }
        ("+", OpenSection::Was | OpenSection::Text) => {
            let edit = record.edits.last_mut()?;
            edit.text = longer(&edit.text, rest);
            return Some(OpenSection::Text);
        }
        ("scratch", _) => {
            record.scratch.push(ScratchCell { id: rest.into(), after: None, text: Arc::default() });
            return Some(OpenSection::After);
        }
        ("after", OpenSection::After) => {
            record.scratch.last_mut()?.after = Some(rest.into());
            return Some(OpenSection::After);
        }
        ("+", OpenSection::After | OpenSection::ScratchText) => {
            let cell = record.scratch.last_mut()?;
            cell.text = longer(&cell.text, rest);
            return Some(OpenSection::ScratchText);
        }
        _ => return steps::fact(record, open, word, rest),
    }
    Some(OpenSection::Nothing)
}

/// Two words and the rest of the line.
fn words(text: &str) -> Option<[&str; 3]> {
    let (first, rest) = text.split_once(' ')?;
    let (second, rest) = rest.split_once(' ')?;
    Some([first, second, rest])
}

/// A text with one line more. Until all are read each has its line end, so that an empty line is told from none.
fn longer(text: &str, line: &str) -> Arc<str> {
    format!("{text}{line}\n").into()
}

/// Lines stand between line ends, and the last has none.
fn close(text: &mut Arc<str>) {
    if let Some(whole) = text.strip_suffix('\n') {
        *text = whole.into();
    }
}

#[cfg(test)]
mod tests;
