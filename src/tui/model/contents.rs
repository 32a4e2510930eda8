//! The list of lessons.

use std::sync::Arc;

use crate::notebook::library::Library;

/// What the contents page shows.
#[derive(Debug, Clone, Default)]
pub struct Contents {
    /// The lessons, in order.
    pub entries: Vec<Entry>,
    /// The one that the cursor is on.
    pub selected: usize,
}

/// One line of the list.
#[derive(Debug, Clone)]
pub struct Entry {
    /// What the lesson is opened and remembered by.
    pub id: Arc<str>,
    /// Its number in the course.
    pub number: Option<u32>,
    /// Its title; of a broken lesson, its file.
    pub title: String,
    /// One sentence.
    pub summary: String,
    /// What is wrong with it: a lesson with problems cannot be opened.
    pub problems: Vec<String>,
}

impl Contents {
    /// The lessons of `library`.
    pub fn new(library: &Library) -> Self {
        let entries = library.entries().iter().map(|entry| {
            let id = Arc::from(entry.id());
            match &entry.front {
                Ok(front) => Entry {
                    id,
                    number: entry.number,
                    title: front.title.to_string(),
                    summary: front.summary.to_string(),
                    problems: Vec::new(),
                },
                Err(problems) => Entry {
                    id,
                    number: entry.number,
                    title: entry.slug.to_string(),
                    summary: String::new(),
                    problems: problems.iter().map(ToString::to_string).collect(),
                },
            }
        });
        Self { entries: entries.collect(), selected: 0 }
    }

    /// The lesson that the cursor is on.
    pub fn entry(&self) -> Option<&Entry> {
        self.entries.get(self.selected)
    }

    /// Where a lesson stands in the list.
    pub fn position(&self, id: &str) -> Option<usize> {
        self.entries.iter().position(|entry| &*entry.id == id)
    }
}
