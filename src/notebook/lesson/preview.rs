//! What can be said of a lesson before it is opened: how long it takes, its headings, and how it begins.

use std::sync::Arc;

use super::file::LessonFile;
use crate::notebook::markdown::next_hole;
use crate::notebook::math;

/// How long things take, in seconds: a word of prose, a question, an exercise, something to look for in a picture.
const WORDS_PER_MINUTE: u32 = 200;
const QUESTION: u32 = 45;
const EXERCISE: u32 = 150;
const LOOK: u32 = 20;

/// A lesson as a list of contents describes it. It is read from the text alone, since the whole lesson is read only when it is opened.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LessonPreview {
    /// The minutes that a reader needs who answers every question and tries every exercise, rounded; 1 at least.
    pub minutes: u32,
    /// The headings in the order of the page, as they are read: formulas in Unicode, without the signs of Markdown.
    pub headings: Vec<Arc<str>>,
    /// The paragraphs and the items of lists up to the first code or the second heading, as they are read.
    pub opening: Vec<Arc<str>>,
}

impl LessonPreview {
    /// Reads the text of a lesson. A file without front matter is read from its first line on.
    pub fn read(file: &LessonFile) -> Self {
        let mut headings = Vec::new();
        let (mut words, mut seconds) = (0, 0);
        let mut in_code = false;
        for line in body(file.text()) {
            if line.starts_with("```") {
                in_code = !in_code;
            } else if in_code {
                seconds += match line.strip_prefix("#| role:").map(str::trim) {
                    Some("question") => QUESTION,
                    Some("start") => EXERCISE,
                    _ => 0,
                };
            } else {
                words += line.split_whitespace().count() as u32;
                seconds += if line.starts_with("**Look for**") { LOOK } else { 0 };
                headings.extend(heading(line).map(Arc::from));
            }
        }
        let seconds = seconds + words * 60 / WORDS_PER_MINUTE;
        Self { minutes: ((seconds + 30) / 60).max(1), headings, opening: opening(file.text()) }
    }
}

/// The lines behind the front matter.
fn body(text: &str) -> impl Iterator<Item = &str> {
    let is_fence = |line: &str| line.trim_end() == "---";
    let mut lines = text.lines();
    if text.lines().next().is_some_and(is_fence) {
        lines.by_ref().skip(1).find(|line| is_fence(line));
    }
    lines
}

/// How a lesson begins.
fn opening(text: &str) -> Vec<Arc<str>> {
    let is_title = |line: &str| heading(line).is_some();
    let lines = body(text).skip_while(|line| line.trim().is_empty() || is_title(line));
    let mut paragraphs: Vec<String> = Vec::new();
    let (mut in_note, mut goes_on) = (false, false);
    for line in lines.take_while(|line| !line.starts_with("```") && !is_title(line)) {
        in_note |= line.starts_with("<!--");
        if in_note || line.trim().is_empty() {
            in_note &= !line.ends_with("-->");
            goes_on = false;
            continue;
        }
        match paragraphs.last_mut().filter(|_| goes_on && !is_item(line)) {
            Some(paragraph) => paragraph.extend([" ", line.trim()]),
            None => paragraphs.push(line.trim().to_owned()),
        }
        goes_on = true;
    }
    paragraphs.iter().map(|paragraph| read(&without_values(paragraph)).into()).collect()
}

/// Whether a line begins an item of a list, or a row of a table.
fn is_item(line: &str) -> bool {
    let rest = line.trim_start_matches(|digit: char| digit.is_ascii_digit());
    line.starts_with("- ") || line.starts_with('|') || (rest.len() < line.len() && rest.starts_with(". "))
}

/// The text of a line `# Text`.
fn heading(line: &str) -> Option<String> {
    let text = line.trim_start_matches('#');
    let is_heading = text.len() < line.len() && text.starts_with(' ');
    is_heading.then(|| read(text.trim())).filter(|text| !text.is_empty())
}

/// Inline Markdown as it is read.
fn read(markdown: &str) -> String {
    let part = |(at, part): (usize, &str)| match at % 2 {
        0 => without_links(&part.replace(['`', '*'], "")),
        _ => math::unicode(part),
    };
    markdown.split('$').enumerate().map(part).collect()
}

/// What is computed is not known before the lesson has run.
fn without_values(text: &str) -> String {
    let (mut read, mut at) = (String::new(), 0);
    while let Some(hole) = next_hole(text, at) {
        read.extend([&text[at..hole.start], "…"]);
        at = hole.end;
    }
    read + &text[at..]
}

/// `[words](place)` is read as its words.
fn without_links(text: &str) -> String {
    let (mut read, mut rest) = (String::new(), text);
    while let Some((before, behind)) = rest.split_once('[') {
        read.push_str(before);
        let words = link(behind);
        read.push_str(words.map_or("[", |(words, _)| words));
        rest = words.map_or(behind, |(_, behind)| behind);
    }
    read + rest
}

/// The words of a link whose bracket has been read, and what stands behind it. No bracket stands in either part of a link.
fn link(text: &str) -> Option<(&str, &str)> {
    let (words, rest) = text.split_once(['[', ']'])?;
    let place = rest.strip_prefix('(').filter(|_| text[words.len()..].starts_with(']'))?;
    let (target, behind) = place.split_once([')', '['])?;
    place[target.len()..].starts_with(')').then_some((words, behind))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lesson_begins_with_what_stands_before_its_first_code() {
        let opening = |body: &str| LessonPreview::read(&LessonFile::new("a.md", body)).opening;
        let text = "---\nid: t\n---\n\n# One\n\nSome *words*\nand [a link](b#c), x[0], {{ n :.2f }}.\n\n1. First\n2. Second,\n   longer\n\n<!-- note: of\nnobody -->\n\nMore.\n\n```python\nx\n```\nnot this";
        let told: Vec<Arc<str>> =
            ["Some words and a link, x[0], ….", "1. First", "2. Second, longer", "More."].map(Arc::from).into();
        assert_eq!(opening(text), told);
        assert_eq!(opening("Only this.\n# Next\nnot this"), [Arc::from("Only this.")]);
        assert!(opening("").is_empty());
        // However many brackets stand in a line, they are read one after the other.
        let many = "[".repeat(100_000);
        assert_eq!(opening(&many), [Arc::from(&*many)]);
        assert_eq!(opening(&"{{ x }}".repeat(100_000)), [Arc::from("…".repeat(100_000))]);
        assert_eq!(opening("a [b [c](d) e](f)"), [Arc::from("a [b c e](f)")]);
    }

    #[test]
    fn minutes_count_words_questions_and_exercises() {
        let prose = "word ".repeat(200);
        let question = "```python\n#| role: question\n# not a heading, and no words to read\n```\n";
        let exercise = "```python\n#| role: start\n```\n";
        let read = |body: &str| LessonPreview::read(&LessonFile::new("a.md", &format!("---\ntitle: T\n---\n{body}")));
        assert_eq!(read("").minutes, 1);
        assert_eq!(read(&prose.repeat(3)).minutes, 3);
        assert_eq!(read(&format!("{prose}\n{question}{question}{exercise}")).minutes, 5, "1 + 2 · 0.75 + 2.5");
        assert_eq!(read(&format!("{prose}\n**Look for** it.\n\n**Look for** it.\n\n{question}")).minutes, 2);
    }

    #[test]
    fn headings_stand_outside_of_code() {
        let text = "---\nid: t # a comment\n---\n# `One`\n\n```python\n# none\n```\n\n## Why $\\sqrt{d}$?\n#none\n#\n";
        let preview = LessonPreview::read(&LessonFile::new("a.md", text));
        assert_eq!(preview.headings, ["One".into(), "Why √d?".into()]);
        assert_eq!(
            LessonPreview::read(&LessonFile::new("a.md", "---")),
            LessonPreview { minutes: 1, ..LessonPreview::default() }
        );
    }
}
