//! What a search looks through: every paragraph, heading and item of prose, every line of code, every label, of all lessons.
//!
//! A lesson that is open is searched as the learner has it, the others as they are written. Answers, hints and solutions are left
//! out: a search gives nothing away.

use std::sync::Arc;

use crate::notebook::lesson::{Block, BlockKind, Lesson};
use crate::notebook::markdown::{Content, Element, ElementKind, Piece};
use crate::notebook::math;
use crate::tui::model::Model;
use crate::tui::model::finder::{Goal, Item};
use crate::tui::theme::Role;

/// The passages of all lessons, those of the open one first.
pub(super) fn items(model: &Model) -> Vec<Item> {
    let mut items = Vec::new();
    if let Some(id) = &model.open {
        of_open(model, id, &mut items);
    }
    for entry in model.contents.entries.iter().filter(|entry| model.open.as_ref() != Some(&entry.id)) {
        if model.readings.contains_key(&entry.id) {
            of_open(model, &entry.id, &mut items);
        } else if let Some(lesson) = written(model, &entry.id) {
            let source = |block: &Block| block.editable().map(|source| Arc::clone(source.text()));
            of_lesson(model, &entry.id, lesson, lesson.appendix, source, &mut items);
        }
    }
    items
}

fn written<'m>(model: &'m Model, id: &str) -> Option<&'m Lesson> {
    let course = model.course.as_deref().unwrap_or_default();
    course.iter().find(|lesson| *lesson.front.id == *id).map(AsRef::as_ref)
}

/// A lesson that has been opened; of the one on the screen, shared cells behind the page, too.
fn of_open(model: &Model, id: &Arc<str>, items: &mut Vec<Item>) {
    let Some(reading) = model.readings.get(id) else { return };
    let lesson = reading.page.lesson();
    let end = if model.open.as_ref() == Some(id) { lesson.blocks.len() } else { lesson.appendix };
    of_lesson(model, id, lesson, end, |block| reading.page.source(&block.id), items);
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
        let detail = (format!("{short} · {}", block.id), Role::Dim);
        let goal = Goal::Block(Arc::clone(id), Arc::clone(&block.id));
        let item = |(text, role): (String, Role)| Item {
            text,
            role,
            indent: 0,
            detail: detail.clone(),
            note: String::new(),
            goal: goal.clone(),
        };
        let of_code = source(block).map(|text| lines(&text)).unwrap_or_default();
        let passages = of_prose(block).into_iter().chain(of_code).filter(|(text, _)| !text.trim().is_empty());
        items.extend(passages.map(item));
    }
}

fn lines(code: &str) -> Vec<(String, Role)> {
    code.lines().map(|line| (line.trim().to_owned(), Role::Name)).collect()
}

/// What is to be read in a block, and of a cell its label.
fn of_prose(block: &Block) -> Vec<(String, Role)> {
    match &block.kind {
        BlockKind::Prose(elements) => elements.iter().flat_map(element).collect(),
        BlockKind::Cell(_) => vec![(block.id.to_string(), Role::Strong)],
        BlockKind::Question(question) => {
            std::iter::once(&question.ask).chain(&question.options).map(|text| (plain(text), Role::Text)).collect()
        }
        BlockKind::Exercise(exercise) => vec![(plain(&exercise.ask), Role::Text)],
    }
}

fn element(element: &Element) -> Vec<(String, Role)> {
    match &element.kind {
        ElementKind::Heading { text, .. } => vec![(plain(text), Role::Heading)],
        ElementKind::Code { text, .. } => lines(text),
        ElementKind::Math(latex) => vec![(math::unicode(latex), Role::Text)],
        _ => element.texts().into_iter().map(|text| (plain(text), Role::Text)).collect(),
    }
}

/// A text as it stands on the screen; a computed number, which is another one tomorrow, is a dot.
pub(super) fn plain(text: &[Piece]) -> String {
    let piece = |piece: &Piece| match &piece.content {
        Content::Text(words) | Content::Code(words) => words.clone(),
        Content::Math(latex) => math::unicode(latex),
        Content::Computed(_) => "·".to_owned(),
        Content::Break => " ".to_owned(),
    };
    text.iter().map(piece).collect::<String>().split_whitespace().collect::<Vec<_>>().join(" ")
}
