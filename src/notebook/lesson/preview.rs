//! What can be said of a lesson before it is opened: how long it takes, and its headings.

use std::sync::Arc;

use super::file::LessonFile;
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
}

impl LessonPreview {
    /// Reads the text of a lesson. A file without front matter is read from its first line on.
    pub fn read(file: &LessonFile) -> Self {
        let mut headings = Vec::new();
        let (mut words, mut seconds) = (0, 0);
        let (mut in_front, mut in_code) = (false, false);
        for (at, line) in file.text().lines().enumerate() {
            if line.trim_end() == "---" && (at == 0 || in_front) {
                in_front = at == 0;
            } else if line.starts_with("```") {
                in_code = !in_code;
            } else if in_code {
                seconds += match line.strip_prefix("#| role:").map(str::trim) {
                    Some("question") => QUESTION,
                    Some("start") => EXERCISE,
                    _ => 0,
                };
            } else if !in_front {
                words += line.split_whitespace().count() as u32;
                seconds += if line.starts_with("**Look for**") { LOOK } else { 0 };
                headings.extend(heading(line).map(Arc::from));
            }
        }
        let seconds = seconds + words * 60 / WORDS_PER_MINUTE;
        Self { minutes: ((seconds + 30) / 60).max(1), headings }
    }
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
        0 => part.replace(['`', '*'], ""),
        _ => math::unicode(part),
    };
    markdown.split('$').enumerate().map(part).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

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
            LessonPreview { minutes: 1, headings: vec![] }
        );
    }
}
