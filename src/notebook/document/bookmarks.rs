//! The blocks that the learner has marked, to come back to them. A mark is no change of the page: it is not undone.

use std::sync::Arc;

use super::Document;
use crate::notebook::lesson::{Block, BlockKind};
use crate::notebook::markdown::{ProseElement, TextRun, plain};
use crate::notebook::session::saved_progress::Bookmark;

/// The most letters of a block that stand for it in a list.
const MAX_WORDS_LENGTH: usize = 72;

impl Document {
    /// Whether a block is marked.
    pub fn is_bookmarked(&self, block: &str) -> bool {
        self.bookmarks.contains(block)
    }

    /// Marks a block, or takes its mark away. Says whether it is marked now; nothing where there is no such block.
    pub fn toggle_bookmark(&mut self, block: &str) -> Option<bool> {
        let block = Arc::clone(&self.lesson.block(block)?.id);
        let is_marked = !self.bookmarks.remove(&block);
        if is_marked {
            self.bookmarks.insert(block);
        }
        self.revision += 1;
        Some(is_marked)
    }

    /// The blocks that are marked, in the order of the page.
    pub fn bookmarks(&self) -> Vec<Bookmark> {
        let marked = self.lesson.blocks.iter().filter(|block| self.bookmarks.contains(&block.id));
        marked.map(|block| Bookmark { block: Arc::clone(&block.id), words: words(block) }).collect()
    }

    /// The same, and those that have no block in the lesson as it is now.
    pub(super) fn kept_bookmarks(&self) -> Vec<Bookmark> {
        self.bookmarks().into_iter().chain(self.aside.bookmarks.iter().cloned()).collect()
    }

    /// Sets marks again: on the block of that name, else on one that begins with the same words.
    pub(super) fn restore_bookmarks(&mut self, kept: &[Bookmark]) {
        for mark in kept {
            let same_words =
                || self.lesson.blocks.iter().find(|block| !mark.words.is_empty() && words(block) == mark.words);
            match self.lesson.block(&mark.block).or_else(same_words).map(|block| Arc::clone(&block.id)) {
                Some(block) => _ = self.bookmarks.insert(block),
                None => self.aside.bookmarks.push(mark.clone()),
            }
        }
    }
}

/// The first words of a block, on one line: of prose what it begins with, of what is asked the question, of a cell its name.
fn words(block: &Block) -> String {
    let text = match &block.kind {
        BlockKind::Prose(elements) => {
            elements.iter().flat_map(ProseElement::texts).map(|text| shown(text)).find(|text| !text.is_empty())
        }
        BlockKind::Question(question) => Some(shown(&question.ask)),
        BlockKind::Exercise(exercise) => Some(shown(&exercise.ask)),
        BlockKind::Cell(_) => None,
    };
    let text = text.unwrap_or_else(|| block.id.to_string());
    if text.chars().count() <= MAX_WORDS_LENGTH {
        text
    } else {
        text.chars().take(MAX_WORDS_LENGTH - 1).chain(['…']).collect()
    }
}

fn shown(text: &[TextRun]) -> String {
    plain(text).split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notebook::lesson::Lesson;

    fn page(text: &str) -> Document {
        let text = format!("---\ntitle: T\nid: t\n---\n{text}");
        Document::new(Arc::new(Lesson::read("t.md", &text).unwrap()))
    }

    const CELL: &str = "```python\n#| label: scale\nx = 1\n```\n";

    fn marked(page: &Document) -> Vec<String> {
        page.bookmarks().iter().map(|mark| format!("{}: {}", mark.block, mark.words)).collect()
    }

    #[test]
    fn a_mark_is_set_and_taken_away_and_changes_what_is_kept() {
        let mut page = page(&format!("# Start\n\nSome *words*.\n\n{CELL}"));
        let before = page.revision();
        assert_eq!(page.toggle_bookmark("scale"), Some(true));
        assert!(page.revision() > before && page.is_bookmarked("scale"));
        assert_eq!(page.toggle_bookmark("start"), Some(true));
        assert_eq!(marked(&page), ["start: Start", "scale: scale"]);
        assert_eq!(page.history(), (0, 0), "there is nothing to undo");
        assert_eq!(page.toggle_bookmark("scale"), Some(false));
        assert_eq!(page.toggle_bookmark("nowhere"), None);
        assert_eq!(marked(&page), ["start: Start"]);
    }

    #[test]
    fn marks_survive_a_lesson_that_was_written_anew() {
        let mut old = page(&format!("# Start\n\n## How it ends\n\nSo.\n\n{CELL}"));
        for block in old.lesson().blocks.iter().map(|block| block.id.to_string()).collect::<Vec<_>>() {
            old.toggle_bookmark(&block);
        }
        let record = old.record();
        // The cell has moved, its label stays; one heading has gone.
        let mut new = page(&format!("{CELL}\n# Another start\n\nWords.\n\n## How it ends\n\nSo.\n"));
        new.restore(&record);
        assert!(new.is_bookmarked("scale"));
        assert!(marked(&new).iter().any(|mark| mark.ends_with("How it ends")), "{:?}", marked(&new));
        // What has no place is kept for the day on which it has one again.
        let mut again = page(&format!("# Start\n\n## How it ends\n\nSo.\n\n{CELL}"));
        again.restore(&new.record());
        assert_eq!(marked(&again), marked(&old));
    }

    #[test]
    fn a_mark_by_its_words_alone_finds_them() {
        let mut page = page("# Start\n\nSome words.\n");
        let words = words(page.lesson().block("start").unwrap());
        page.restore_bookmarks(&[Bookmark { block: "begin".into(), words }]);
        assert!(page.is_bookmarked("start"));
    }
}
