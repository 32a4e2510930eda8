//! The list of lessons.

use std::sync::Arc;

use crate::notebook::library::{LessonEntry as LibraryEntry, LessonLibrary, LessonNumber};
use crate::notebook::map::LessonMap;
use crate::notebook::session::saved_progress::{Bookmark, ReviewStates};
use crate::notebook::session::{Certificates, LessonProgress, SavedProgress};

/// What the contents page shows.
#[derive(Debug, Clone, Default)]
pub struct Contents {
    /// The lessons, in order.
    pub entries: Vec<Entry>,
    /// The one that the cursor is on.
    pub selected: usize,
    /// Which of them needs which.
    pub map: LessonMap,
    /// How they are shown.
    pub shape: Shape,
    /// What was solved of them, computed again; none while that is computed.
    pub solved: Option<Certificates>,
}

/// How the lessons are shown.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Shape {
    /// One below the other, with what each is about.
    #[default]
    List,
    /// By what needs what.
    Map,
    /// With what was really solved of each.
    Certificate,
}

/// One line of the list.
#[derive(Debug, Clone, Default)]
pub struct Entry {
    /// What the lesson is opened and remembered by.
    pub id: Arc<str>,
    /// The name of its file, without the ending.
    pub slug: Arc<str>,
    /// Its number in the course.
    pub number: Option<LessonNumber>,
    /// Its title; of a broken lesson, its file.
    pub title: String,
    /// One sentence.
    pub summary: String,
    /// What is wrong with it: a lesson with problems cannot be opened.
    pub problems: Vec<String>,
    /// How far it was taken before it is opened; then its page knows better.
    pub progress: Option<LessonProgress>,
    /// What was remembered of its questions then.
    pub reviews: ReviewStates,
    /// The blocks that were marked then.
    pub bookmarks: Vec<Bookmark>,
}

impl Entry {
    /// Its number in three columns, or a dot for a lesson that has none.
    pub fn mark(&self) -> String {
        self.number.map_or_else(|| " · ".to_owned(), LessonNumber::in_columns)
    }
}

impl Contents {
    /// The lessons of `library`.
    pub fn new(library: &LessonLibrary) -> Self {
        let entries = library.entries().iter().map(|entry| {
            let (id, slug, number) = (Arc::from(entry.id()), Arc::clone(&entry.slug), entry.number);
            let listed = Entry { id, slug, number, ..Entry::default() };
            match &entry.front {
                Ok(front) => Entry { title: front.title.to_string(), summary: front.summary.to_string(), ..listed },
                Err(problems) => {
                    let problems = problems.iter().map(ToString::to_string).collect();
                    Entry { title: entry.slug.to_string(), problems, ..listed }
                }
            }
        });
        Self { entries: entries.collect(), map: LessonMap::new(needs(library)), ..Self::default() }
    }

    /// Shows what is kept of the lessons: how far they have been taken, and what is remembered of their questions.
    pub fn set_kept(&mut self, library: &LessonLibrary, records: &[SavedProgress]) {
        let progress = LessonProgress::of_all(library, records);
        for entry in &mut self.entries {
            let record = records.iter().find(|record| record.lesson == entry.id);
            entry.progress = progress.get(&entry.id).copied();
            entry.reviews = record.map(|record| record.reviews.clone()).unwrap_or_default();
            entry.bookmarks = record.map(|record| record.bookmarks.clone()).unwrap_or_default();
        }
    }

    /// Takes another list in place of this one; the cursor and what is known of the learner's progress stay.
    pub fn replace(&mut self, fresh: Contents) {
        let mut before = std::mem::replace(self, fresh);
        self.shape = before.shape;
        self.solved = before.solved.take();
        for entry in &mut self.entries {
            let known = before.position(&entry.id).and_then(|place| before.entries.get(place));
            entry.progress = known.and_then(|known| known.progress);
            entry.reviews = known.map(|known| known.reviews.clone()).unwrap_or_default();
            entry.bookmarks = known.map(|known| known.bookmarks.clone()).unwrap_or_default();
        }
        let selected = before.entry().and_then(|entry| self.position(&entry.id));
        self.selected = selected.unwrap_or(before.selected).min(self.entries.len().saturating_sub(1));
    }

    /// The lesson that a link names: by its id, or by its file.
    pub fn find(&self, name: &str) -> Option<usize> {
        let stem = name.strip_suffix(".md").unwrap_or(name);
        self.entries.iter().position(|entry| *entry.id == *name || *entry.slug == *stem)
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

/// What each lesson needs, by their places; what no lesson is called is the linter's to tell.
fn needs(library: &LessonLibrary) -> Vec<Vec<usize>> {
    let place = |id: &Arc<str>| library.entries().iter().position(|entry| *entry.id() == **id);
    let needs = |entry: &LibraryEntry| {
        let own = entry.front.as_ref().map(|front| front.needs.as_slice()).unwrap_or_default();
        own.iter().filter_map(place).collect()
    };
    library.entries().iter().map(needs).collect()
}
