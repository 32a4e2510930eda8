//! The list of lessons.

use std::sync::Arc;

use crate::notebook::lesson::{LessonPreview, ModelPart};
use crate::notebook::library::{LessonLibrary, LessonNumber};
use crate::notebook::map::{LessonMap, LessonStatus};
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
    /// The lesson that was read last.
    pub last: Option<Arc<str>>,
}

/// How the lessons are shown.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Shape {
    /// All of them in the chapters of the course.
    #[default]
    List,
    /// By what needs what.
    Map,
    /// With what was really solved of each.
    Certificate,
    /// Not at all: the machine fills the screen.
    Machine,
    /// Not at all: the tree of a beam search fills the screen.
    Beam,
}

impl Shape {
    /// Whether nothing stands beside it.
    pub fn fills_the_screen(self) -> bool {
        matches!(self, Self::Machine | Self::Beam)
    }
}

/// Lessons that stand together under one name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chapter {
    /// Its name; empty for lessons that name none.
    pub name: Arc<str>,
    /// Their places in the course.
    pub lessons: Vec<usize>,
}

/// A lesson of the list.
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
    /// The same in a few letters.
    pub short: Arc<str>,
    /// One sentence.
    pub summary: String,
    /// The chapter that it is in; empty if it names none.
    pub chapter: Arc<str>,
    /// The part of the Transformer that it is about.
    pub part: Option<ModelPart>,
    /// How long it takes, and its headings.
    pub preview: LessonPreview,
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
            let listed = Entry { id, slug, number, preview: entry.preview.clone(), ..Entry::default() };
            match &entry.front {
                Ok(front) => Entry {
                    title: front.title.to_string(),
                    short: Arc::clone(&front.short),
                    summary: front.summary.to_string(),
                    chapter: Arc::clone(&front.chapter),
                    part: front.part,
                    ..listed
                },
                Err(problems) => {
                    let problems = problems.iter().map(ToString::to_string).collect();
                    Entry { title: entry.slug.to_string(), short: Arc::clone(&entry.slug), problems, ..listed }
                }
            }
        });
        Self { entries: entries.collect(), map: LessonMap::of(library), ..Self::default() }
    }

    /// Shows what is kept of the lessons: how far they have been taken, what is remembered of their questions, and which was read last.
    pub fn set_kept(&mut self, library: &LessonLibrary, records: &[SavedProgress], last: Option<Arc<str>>) {
        let progress = LessonProgress::of_all(library, records);
        self.last = last;
        for entry in &mut self.entries {
            let record = records.iter().find(|record| record.lesson == entry.id);
            entry.progress = progress.get(&entry.id).copied();
            entry.reviews = record.map(|record| record.reviews.clone()).unwrap_or_default();
            entry.bookmarks = record.map(|record| record.bookmarks.clone()).unwrap_or_default();
        }
        let progress: Vec<_> = self.entries.iter().map(|entry| entry.progress).collect();
        self.selected = self.go_on(&self.map.standings(&progress)).unwrap_or(0);
    }

    /// The chapters in the order in which their first lessons come.
    pub fn chapters(&self) -> Vec<Chapter> {
        let mut chapters: Vec<Chapter> = Vec::new();
        for (place, entry) in self.entries.iter().enumerate() {
            match chapters.iter_mut().find(|chapter| chapter.name == entry.chapter) {
                Some(chapter) => chapter.lessons.push(place),
                None => chapters.push(Chapter { name: Arc::clone(&entry.chapter), lessons: vec![place] }),
            }
        }
        chapters
    }

    /// Where to go on: with the lesson that was read last, or with the first that is not done after it.
    pub fn go_on(&self, standings: &[LessonStatus]) -> Option<usize> {
        let last = self.last.as_ref().and_then(|id| self.position(id));
        let is_left = |place: &usize| standings.get(*place) != Some(&LessonStatus::Done);
        let from = last.unwrap_or(0);
        let all = from..self.entries.len();
        all.chain(0..from).find(is_left).or(last).or((!self.entries.is_empty()).then_some(0))
    }

    /// Takes another list in place of this one; the cursor and what is known of the learner's progress stay.
    pub fn replace(&mut self, fresh: Contents) {
        let mut before = std::mem::replace(self, fresh);
        self.shape = before.shape;
        self.solved = before.solved.take();
        self.last = before.last.take();
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
