//! The blocks that are marked: of the lesson that is open, then of all others, in the order of the course.

use std::sync::Arc;

use crate::notebook::session::saved_progress::Bookmark;
use crate::tui::model::Model;
use crate::tui::model::finder::{Goal, Item};

/// A row for each of them. A lesson that has been opened knows its own; of the others the session has told when the program began.
pub(crate) fn items(model: &Model) -> Vec<Item> {
    let listed = model.contents.entries.iter().map(|entry| Arc::clone(&entry.id));
    let files = model.workspace.lessons.keys().filter(|id| model.contents.position(id).is_none()).cloned();
    let mut lessons: Vec<Arc<str>> = listed.chain(files).collect();
    lessons.sort_by_key(|lesson| model.workspace.open.as_ref() != Some(lesson));
    lessons.iter().flat_map(|lesson| of_lesson(model, lesson)).collect()
}

fn of_lesson(model: &Model, lesson: &Arc<str>) -> Vec<Item> {
    let entry = model.contents.position(lesson).and_then(|place| model.contents.entries.get(place));
    let marks = match model.workspace.lessons.get(lesson) {
        Some(reading) => reading.lesson.document.bookmarks(),
        None => entry.map(|entry| entry.bookmarks.clone()).unwrap_or_default(),
    };
    let number = entry.and_then(|entry| entry.number).map_or_else(|| lesson.to_string(), |number| number.to_string());
    let item = |Bookmark { block, words }: Bookmark| {
        let detail = format!("{number} · {block}");
        Item::new(words, Goal::Block(Arc::clone(lesson), block)).with_detail(detail)
    };
    marks.into_iter().map(item).collect()
}
