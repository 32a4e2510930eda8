//! Where the names of a block come from, and where they are used: also in cells of shared examples.

use std::sync::Arc;

use crate::lang::{Names, Span};
use crate::notebook::lesson::Block;
use crate::notebook::names::{DocumentNames, gives};
use crate::tui::model::Model;
use crate::tui::model::finder::{Goal, Item};
use crate::tui::model::reading::Reading;
use crate::tui::theme::Role;
use crate::words::{say, word};

/// For the selected block: the cell that defines each name it uses, then each place that uses a name it defines.
pub(crate) fn items(model: &Model) -> Vec<Item> {
    let Some((reading, lesson)) = model.reading().zip(model.workspace.open.as_ref()) else { return Vec::new() };
    let selected = reading.lesson.at;
    let names = DocumentNames::of(&reading.lesson.document.lesson().blocks, |place| names_of(reading, place));
    let mut items = Vec::new();
    for name in names.takes(selected) {
        if let Some(place) = names.definer(name, selected) {
            let span = names_of(reading, place).and_then(|names| span_of(&names.defines, name));
            items.push(item(reading, lesson, name, word!("defined-in"), place, span.unwrap_or_default()));
        }
    }
    for name in names.gives(selected) {
        for place in names.users(name, selected) {
            let span = names_of(reading, place).and_then(|names| span_of(&names.uses, name));
            items.push(item(reading, lesson, name, word!("used-in"), place, span.unwrap_or_default()));
        }
    }
    items
}

/// The names of the code that stands at a place.
fn names_of(reading: &Reading, place: usize) -> Option<&Names> {
    reading.text(place).map(|text| &text.program.names)
}

/// Every name that a cell of the page defines, with its cell.
pub(crate) fn defined(model: &Model) -> Vec<Item> {
    let Some((reading, lesson)) = model.reading().zip(model.workspace.open.as_ref()) else { return Vec::new() };
    let of_block = |(place, block): (usize, &Block)| {
        let names = gives(block, names_of(reading, place)).iter().filter(|(name, _)| !name.starts_with('_'));
        let item = |(name, _): &(Arc<str>, Span)| {
            let item = Item::new(&**name, Goal::Block(Arc::clone(lesson), Arc::clone(&block.id)));
            item.with_role(Role::Name).with_detail(say!("name-in", block = *block.id))
        };
        names.map(item).collect::<Vec<_>>()
    };
    reading.lesson.document.lesson().blocks.iter().enumerate().flat_map(of_block).collect()
}

fn span_of(names: &[(Arc<str>, Span)], name: &str) -> Option<Span> {
    names.iter().find(|(own, _)| **own == *name).map(|(_, span)| *span)
}

/// `Q   Q = X @ W_q` and at the right `defined in project`.
fn item(reading: &Reading, lesson: &Arc<str>, name: &str, how: &str, place: usize, span: Span) -> Item {
    let block = reading.lesson.document.lesson().blocks.get(place);
    let id = block.map_or_else(Arc::default, |block| Arc::clone(&block.id));
    let line = reading.text(place).map(|text| line_at(text.source(), span.start as usize)).unwrap_or_default();
    let text = if line.is_empty() { name.to_owned() } else { format!("{name}   {line}") };
    let detail = format!("{how} {id}");
    Item::new(text, Goal::Block(Arc::clone(lesson), id)).with_detail(detail)
}

/// The line of a text that holds a byte of it.
fn line_at(source: &str, byte: usize) -> &str {
    let before = source.get(..byte).unwrap_or_default();
    source.lines().nth(before.matches('\n').count()).unwrap_or_default().trim()
}
