//! What a search looks through: every title, paragraph, heading and item of prose, every line of code, every label, of all lessons.
//!
//! A lesson that is open is searched as the learner has it, the others as they are written. Answers, hints and solutions are left
//! out: a search gives nothing away.

use std::sync::Arc;

use crate::notebook::lesson::{Block, Lesson};
use crate::notebook::math;
use crate::notebook::passages::{Passage, on_one_line, passages};
use crate::tui::model::Model;
use crate::tui::model::contents::Entry;
use crate::tui::model::finder::{Goal, Item};
use crate::tui::theme::Role;
use crate::words::word;

/// The titles of all lessons, then their passages, those of the open one first.
pub(crate) fn items(model: &Model) -> Vec<Item> {
    let mut items: Vec<Item> = model.contents.entries.iter().filter_map(|entry| of_title(model, entry)).collect();
    if let Some(id) = &model.workspace.open {
        of_open(model, id, &mut items);
    }
    for entry in model.contents.entries.iter().filter(|entry| model.workspace.open.as_ref() != Some(&entry.id)) {
        if model.workspace.lessons.contains_key(&entry.id) {
            of_open(model, &entry.id, &mut items);
        } else if let Some(lesson) = written(model, &entry.id) {
            let source = |block: &Block| block.editable().map(|source| Arc::clone(source.text()));
            of_lesson(model, &entry.id, lesson, lesson.appendix, source, &mut items);
        }
    }
    items
}

/// The title of a lesson, which leads to its start.
fn of_title(model: &Model, entry: &Entry) -> Option<Item> {
    let opened = model.workspace.lessons.get(&entry.id).map(|reading| &**reading.lesson.document.lesson());
    let first = opened.or_else(|| written(model, &entry.id))?.blocks.first()?;
    let number = entry.number.map_or_else(String::new, |number| format!("{number} · "));
    let item = Item::new(&*entry.title, Goal::Block(Arc::clone(&entry.id), Arc::clone(&first.id)));
    Some(item.with_role(Role::Heading).with_detail(format!("{number}{}", word!("kind-lesson"))))
}

fn written<'m>(model: &'m Model, id: &str) -> Option<&'m Lesson> {
    let course = model.course.as_deref().unwrap_or_default();
    course.iter().find(|lesson| *lesson.front.id == *id).map(AsRef::as_ref)
}

/// A lesson that has been opened; of the one on the screen, shared cells behind the page, too.
fn of_open(model: &Model, id: &Arc<str>, items: &mut Vec<Item>) {
    let Some(reading) = model.workspace.lessons.get(id) else { return };
    let lesson = reading.lesson.document.lesson();
    let end = if model.workspace.open.as_ref() == Some(id) { lesson.blocks.len() } else { lesson.appendix };
    of_lesson(model, id, lesson, end, |block| reading.lesson.document.source(&block.id), items);
}

fn of_lesson(
    model: &Model,
    id: &Arc<str>,
    lesson: &Lesson,
    end: usize,
    source: impl Fn(&Block) -> Option<Arc<str>>,
    items: &mut Vec<Item>,
) {
    let number = model.contents.position(id).and_then(|place| model.contents.entries.get(place)?.number);
    let short = number.map_or_else(|| id.to_string(), |number| number.to_string());
    for block in lesson.blocks.iter().take(end) {
        let item = |(text, role): (String, Role)| {
            let item = Item::new(text, Goal::Block(Arc::clone(id), Arc::clone(&block.id))).with_role(role);
            item.with_detail(format!("{short} · {}", block.id))
        };
        let code = source(block).unwrap_or_default();
        let all = passages(block).into_iter().map(shown).chain(code.lines().map(of_code));
        items.extend(all.filter(|(text, _)| !text.trim().is_empty()).map(item));
    }
}

fn of_code(line: &str) -> (String, Role) {
    (line.trim().to_owned(), Role::Name)
}

/// A passage as it stands on the screen.
fn shown(passage: Passage<'_>) -> (String, Role) {
    match passage {
        Passage::Label(name) => (name.to_owned(), Role::Strong),
        Passage::Heading(text) => (on_one_line(text), Role::Heading),
        Passage::Text(text) => (on_one_line(text), Role::Text),
        Passage::Code(line) => of_code(line),
        Passage::Formula(latex) => (math::unicode(latex), Role::Text),
    }
}
