//! How far a lesson has been taken.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use super::saved_progress::SavedProgress;
use crate::notebook::document::Document;
use crate::notebook::lesson::{BlockKind, Lesson};
use crate::notebook::library::LessonLibrary;

/// What has been done of a lesson, and how much there is to do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LessonProgress {
    /// The texts that differ from the lesson's, and the learner's own cells.
    pub changes: usize,
    /// The questions of the lesson.
    pub questions: usize,
    /// Those that have been answered.
    pub answered: usize,
    /// The exercises of the lesson.
    pub exercises: usize,
    /// Those that are solved.
    pub passed: usize,
}

impl LessonProgress {
    /// How far the page has been taken.
    pub fn of(page: &Document) -> Self {
        let blocks = &page.lesson().blocks;
        let count = |is: fn(&BlockKind) -> bool| blocks.iter().filter(|block| is(&block.kind)).count();
        let passed = blocks.iter().filter(|block| page.passed().contains(&block.id)).count();
        Self {
            changes: page.changes().len(),
            questions: count(|kind| matches!(kind, BlockKind::Question(_))),
            answered: page.answers().len(),
            exercises: count(|kind| matches!(kind, BlockKind::Exercise(_))),
            passed,
        }
    }

    /// Whether there is nothing left to answer or to solve.
    pub fn is_done(self) -> bool {
        self.answered >= self.questions && self.passed >= self.exercises
    }

    /// How far a record takes a lesson.
    pub fn of_record(lesson: Lesson, record: &SavedProgress) -> Self {
        let mut page = Document::new(Arc::new(lesson));
        page.restore(record);
        Self::of(&page)
    }

    /// How far the lessons of these records have been taken; broken ones are left out.
    pub fn of_all(library: &LessonLibrary, records: &[SavedProgress]) -> BTreeMap<Arc<str>, Self> {
        let one = |record: &SavedProgress| {
            Some((Arc::clone(&record.lesson), Self::of_record(library.open(&record.lesson).ok()?, record)))
        };
        records.iter().filter_map(one).collect()
    }
}

/// `2 changes · 1 of 2 questions · 0 of 1 exercises`, or `opened`.
impl fmt::Display for LessonProgress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut said = Vec::new();
        match self.changes {
            0 => {}
            1 => said.push("1 change".to_owned()),
            changes => said.push(format!("{changes} changes")),
        }
        if self.questions > 0 {
            said.push(format!("{} of {} questions", self.answered, self.questions));
        }
        if self.exercises > 0 {
            said.push(format!("{} of {} exercises", self.passed, self.exercises));
        }
        if said.is_empty() { f.write_str("opened") } else { f.write_str(&said.join(" · ")) }
    }
}
