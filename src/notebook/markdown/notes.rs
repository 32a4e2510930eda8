//! Notes for who presents: comments of a lesson that begin with `note:`. One that is left open takes what follows for its words, so it
//! is told of by itself.

use std::ops::Range;

use crate::notebook::lesson::LessonFile;
use crate::notebook::problem::{LessonProblem, nearest};

/// How a note begins, within the comment that it is.
const NOTE: &str = "note:";
/// Where a note stands.
pub(super) const PLACE: &str = "put a note by itself at the left margin, between empty lines";

/// What stands behind `<!--`, if this is a comment.
fn comment(html: &str) -> Option<&str> {
    html.trim_start().strip_prefix("<!--").map(str::trim_start)
}

/// What stands behind `<!-- note:`, if this is such a comment.
pub(super) fn text(html: &str) -> Option<&str> {
    comment(html)?.strip_prefix(NOTE)
}

/// What is wrong with a block of HTML that is a comment, if it goes on where it was to end: into another comment, to the end of the
/// file, and a note into a fence. The block stands at these bytes of its file.
pub(super) fn unclosed(file: &LessonFile, html: &str, place: Range<usize>) -> Option<LessonProblem> {
    let (inner, what) = match (text(html), comment(html)?) {
        (Some(words), _) => (words, "note"),
        (None, words) => (words, "comment"),
    };
    let (inner, is_closed) = inner.split_once("-->").map_or((inner, false), |(inner, _)| (inner, true));
    let is_fence = |line: &str| what == "note" && ["```", "~~~"].iter().any(|mark| line.trim_start().starts_with(mark));
    if is_closed && !inner.contains("<!--") && !inner.lines().any(is_fence) {
        return None;
    }
    let message = if is_closed {
        let end = file.line_of(place.end.saturating_sub(1)) + 1;
        format!("this {what} is not closed by `-->`, so it continues to the `-->` on line {end}")
    } else {
        format!("this {what} has no closing `-->`")
    };
    Some(
        file.problem(place.start, message)
            .with_help("the text that it swallows is not part of the lesson: add the `-->`"),
    )
}

/// Whether a comment was to be a note: `<!-- Note: ...`, `<!-- note ...`, `<!-- nite: ...`.
pub(super) fn is_misspelt(html: &str) -> bool {
    let Some(words) = comment(html).map(|words| words.trim_start_matches(['-', ' '])) else { return false };
    let end = words.find(|c: char| !c.is_alphabetic()).unwrap_or(words.len());
    let (first, rest) = (words[..end].to_lowercase(), words[end..].trim_start());
    text(html).is_none() && (first == "note" || rest.starts_with(':') && nearest(&first, ["note"]).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_slips_in_the_word_of_a_note_means_one() {
        for slip in
            ["<!-- Note: x -->", "<!--note Ask -->", "<!-- nite: x", "<!--- note: x", "<!-- note : x", "<!--NOTES: x"]
        {
            assert!(is_misspelt(slip), "{slip}");
        }
        for other in
            ["<!-- note: x -->", "<!--note:x", "<!-- todo: x", "<!-- notable", "<!-- not now", "<!---->", "<b>note</b>"]
        {
            assert!(!is_misspelt(other), "{other}");
        }
    }

    #[test]
    fn a_comment_that_goes_on_too_far_is_told_with_its_end() {
        let told = |text: &str| {
            let file = LessonFile::new("a.md", text);
            unclosed(&file, text, 0..text.len()).map(|problem| problem.message)
        };
        let said = |what: &str, line: usize| {
            Some(format!("this {what} is not closed by `-->`, so it continues to the `-->` on line {line}"))
        };
        assert_eq!(told("<!-- note: a\n\nb\n\n<!-- note: c -->\n"), said("note", 5));
        assert_eq!(told("<!-- note: a\n\n```python\nx = 1\n-->\n"), said("note", 5));
        assert_eq!(told("<!-- a\n<!-- b -->"), said("comment", 2));
        assert_eq!(told("<!-- a\n"), Some("this comment has no closing `-->`".to_owned()));
        for fine in ["<!-- note: a\nb -->", "<!-- a\n```python\nx\n```\n-->", "<b>", "<!-- note: a --> b <!-- c -->"] {
            assert_eq!(told(fine), None, "{fine}");
        }
    }
}
