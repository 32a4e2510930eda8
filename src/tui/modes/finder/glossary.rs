//! The terms of the course: those of the place where the reader is first, then all others.

use std::sync::Arc;

use crate::notebook::glossary::{Glossary, GlossaryTerm};
use crate::tui::message::Effect;
use crate::tui::model::Model;
use crate::tui::model::finder::{Finder, Goal, Item, Kind};
use crate::tui::model::reading::Reading;
use crate::tui::theme::Role;
use crate::words::say;

/// Opens the glossary at the first term of the place.
pub(crate) fn open(model: &mut Model) -> Vec<Effect> {
    let glossary = Glossary::embedded();
    let near = model.reading().map(Reading::terms).unwrap_or_default();
    let far = (0..glossary.terms().len()).filter(|place| !near.contains(place));
    let places = near.iter().copied().chain(far);
    let items = places.filter_map(|place| Some(item(model, glossary.terms().get(place)?, near.contains(&place))));
    model.finder = Some(Finder::new(Kind::Glossary, items.collect()));
    Vec::new()
}

/// A term, with the lesson that introduces it, and whether the reader sees it now.
fn item(model: &Model, term: &GlossaryTerm, is_here: bool) -> Item {
    let entry = model.contents.find(&term.page).and_then(|place| model.contents.entries.get(place));
    let lesson = entry.map_or_else(|| Arc::from(&*term.page), |entry| Arc::clone(&entry.id));
    let taught = entry.map_or_else(String::new, |entry| match entry.number {
        Some(number) => format!("{number} {}", entry.title),
        None => entry.title.clone(),
    });
    let item = Item::new(&*term.name, Goal::Block(lesson, Arc::from(&*term.block))).with_role(Role::Strong);
    let detail = if is_here { say!("term-here-and-in", lesson = taught) } else { taught };
    Item { note: term.meaning.clone(), ..item.with_detail(detail) }
}
