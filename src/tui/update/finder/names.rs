//! Where the names of a block come from, and where they are used: also in cells of shared examples.

use std::sync::Arc;

use crate::lang::Span;
use crate::notebook::lesson::{Block, BlockKind, Program};
use crate::tui::model::Model;
use crate::tui::model::finder::{Goal, Item};
use crate::tui::model::reading::Reading;
use crate::tui::theme::Role;
use crate::words::{say, word};

/// For the selected block: the cell that defines each name it uses, then each place that uses a name it defines.
pub(super) fn items(model: &Model) -> Vec<Item> {
    let Some((reading, lesson)) = model.reading().zip(model.open.as_ref()) else { return Vec::new() };
    let selected = reading.selected;
    let mut items = Vec::new();
    for name in used(reading, selected) {
        let definer = definers(reading, &name).find(|(place, _)| *place != selected);
        if let Some((place, span)) = definer {
            items.push(item(reading, lesson, &name, word("defined-in"), place, span));
        }
    }
    for (name, _) in defined_by(reading, selected) {
        let users = (0..reading.page.lesson().blocks.len()).filter(|place| *place != selected);
        for place in users.filter(|place| used(reading, *place).contains(name)) {
            let span = reading.text(place).and_then(|text| span_of(&text.program.names.uses, name));
            items.push(item(reading, lesson, name, word("used-in"), place, span.unwrap_or_default()));
        }
    }
    items
}

/// Every name that a cell of the page defines, with its cell.
pub(super) fn defined(model: &Model) -> Vec<Item> {
    let Some((reading, lesson)) = model.reading().zip(model.open.as_ref()) else { return Vec::new() };
    let of_block = |(place, block): (usize, &Block)| {
        let names = defined_by(reading, place).iter().filter(|(name, _)| !name.starts_with('_'));
        let goal = Goal::Block(Arc::clone(lesson), Arc::clone(&block.id));
        let detail = (say("name-in", &[("block", (*block.id).into())]), Role::Dim);
        let item = |(name, _): &(Arc<str>, Span)| Item {
            text: name.to_string(),
            role: Role::Name,
            indent: 0,
            detail: detail.clone(),
            note: String::new(),
            goal: goal.clone(),
        };
        names.map(item).collect::<Vec<_>>()
    };
    reading.page.lesson().blocks.iter().enumerate().flat_map(of_block).collect()
}

/// The names that a cell gives to others; an exercise keeps its own.
fn defined_by(reading: &Reading, place: usize) -> &[(Arc<str>, Span)] {
    let is_cell = reading.page.lesson().blocks.get(place).is_some_and(|block| matches!(block.kind, BlockKind::Cell(_)));
    let text = reading.text(place).filter(|_| is_cell);
    text.map(|text| text.program.names.defines.as_slice()).unwrap_or_default()
}

/// The names that a block takes from elsewhere: its code, or the computed numbers of its prose. What a question computes would
/// tell something of its answer.
fn used(reading: &Reading, place: usize) -> Vec<Arc<str>> {
    if let Some(text) = reading.text(place) {
        return text.program.names.uses.iter().map(|(name, _)| Arc::clone(name)).collect();
    }
    let block = reading.page.lesson().blocks.get(place).filter(|block| matches!(block.kind, BlockKind::Prose(_)));
    let mut names: Vec<Arc<str>> = Vec::new();
    for number in block.into_iter().flat_map(Block::numbers) {
        for (name, _) in Program::new(Arc::clone(&number.expression)).names.uses {
            if !names.contains(&name) {
                names.push(name);
            }
        }
    }
    names
}

fn definers<'a>(reading: &'a Reading, name: &'a str) -> impl Iterator<Item = (usize, Span)> + 'a {
    let all = 0..reading.page.lesson().blocks.len();
    all.filter_map(move |place| Some((place, span_of(defined_by(reading, place), name)?)))
}

fn span_of(names: &[(Arc<str>, Span)], name: &str) -> Option<Span> {
    names.iter().find(|(own, _)| **own == *name).map(|(_, span)| *span)
}

/// `Q   Q = X @ W_q` and at the right `defined in project`.
fn item(reading: &Reading, lesson: &Arc<str>, name: &str, how: &str, place: usize, span: Span) -> Item {
    let block = reading.page.lesson().blocks.get(place);
    let id = block.map_or_else(Arc::default, |block| Arc::clone(&block.id));
    let line = reading.text(place).map(|text| line_at(text.source(), span.start as usize)).unwrap_or_default();
    Item {
        text: if line.is_empty() { name.to_owned() } else { format!("{name}   {line}") },
        role: Role::Text,
        indent: 0,
        detail: (format!("{how} {id}"), Role::Dim),
        note: String::new(),
        goal: Goal::Block(Arc::clone(lesson), id),
    }
}

/// The line of a text that holds a byte of it.
fn line_at(source: &str, byte: usize) -> &str {
    let before = source.get(..byte).unwrap_or_default();
    source.lines().nth(before.matches('\n').count()).unwrap_or_default().trim()
}
