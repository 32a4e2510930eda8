//! The fences around code: one that is left open takes all that follows for its code, so it is told of by itself, and one without
//! a word makes no cell.

use std::ops::Range;

use super::{ElementKind, ProseElement};
use crate::notebook::lesson::LessonFile;
use crate::notebook::problem::LessonProblem;

/// What is wrong with a block of code that begins with the options of a cell, while no word behind its fence makes it one.
pub(crate) fn wordless(file: &LessonFile, element: &ProseElement) -> Option<LessonProblem> {
    let ElementKind::Code { language, text } = &element.kind else { return None };
    if !language.is_empty() || !text.starts_with("#|") {
        return None;
    }
    let (at, line) = (file.line_start(element.line - 1), file.line(element.line - 1));
    // What is indented is a text that somebody shows.
    let is_fenced = ["```", "~~~"].iter().any(|mark| line.contains(mark));
    let problem = || file.problem(at, "there is no language after this fence, so its code is shown but never runs");
    is_fenced.then(|| problem().with_help("did you mean `python`? for code that should only be shown, write `text`"))
}

/// What is wrong with the fences of a block of code, if it is never closed. The block is `text[range]`, which stands `from` bytes
/// behind the start of its file.
pub(super) fn unclosed(
    file: &LessonFile,
    text: &str,
    range: &Range<usize>,
    from: usize,
    is_cell: bool,
) -> Option<LessonProblem> {
    let mut lines = text[range.clone()].trim_end().lines();
    let column = range.start - text[..range.start].rfind('\n').map_or(0, |end| end + 1);
    let mark = Mark::of(lines.next()?, column)?;
    let line = file.line_of(range.start + from) + 1;
    let what = if is_cell { "this cell" } else { "this block of code" };
    let signs = mark.signs();
    // A fence with a word closes nothing: the next block was to begin there.
    if let Some(below) = lines.clone().position(|line| mark.is_opened_by(line)) {
        let message =
            format!("{what} begins here and is never closed: the next one begins on line {}", line + below + 1);
        let help = if is_cell {
            format!("end it with a line of {signs}")
        } else {
            format!("end it with a line of {signs}; to show a fence, enclose it in longer fences")
        };
        return Some(file.problem(range.start + from, message).with_help(help));
    }
    if lines.next_back().is_some_and(|line| mark.is_closed_by(line)) {
        return None;
    }
    let problem = file.problem(range.start + from, format!("{what} begins here and is never closed"));
    Some(problem.with_help(format!("end it with a line of {signs}")))
}

/// What a block of code is fenced by.
struct Mark {
    sign: char,
    length: usize,
    /// How far within its line it stands.
    column: usize,
}

impl Mark {
    /// The mark with which a text begins.
    fn of(text: &str, column: usize) -> Option<Self> {
        let sign = text.chars().next().filter(|sign| matches!(sign, '`' | '~'))?;
        Some(Mark { sign, length: text.chars().take_while(|&c| c == sign).count(), column })
    }

    /// What stands behind a mark as long as this, if a line has one. Before it stands what quotations and lists put there; what is
    /// indented by four more is code, such as a text that shows a fence.
    fn behind<'l>(&self, line: &'l str) -> Option<&'l str> {
        let text = line.trim_start_matches([' ', '\t', '>']);
        let rest = text.trim_start_matches(self.sign);
        let is_mark = line.len() - text.len() <= self.column + 3 && text.len() - rest.len() >= self.length;
        is_mark.then(|| rest.trim())
    }

    fn is_closed_by(&self, line: &str) -> bool {
        self.behind(line).is_some_and(str::is_empty)
    }

    /// Words of a fence have none of its signs; what has is a text between backquotes.
    fn is_opened_by(&self, line: &str) -> bool {
        self.behind(line).is_some_and(|word| word.starts_with(char::is_alphabetic) && !word.contains(self.sign))
    }

    /// `three backquotes`.
    fn signs(&self) -> String {
        let count = match self.length {
            3 => "three".to_owned(),
            4 => "four".to_owned(),
            more => more.to_string(),
        };
        format!("{count} {}", if self.sign == '`' { "backquotes" } else { "tildes" })
    }
}
