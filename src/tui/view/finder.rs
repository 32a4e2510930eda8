//! The list that is open, over everything else.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::tui::model::Model;
use crate::tui::model::finder::{Finder, Kind};
use crate::tui::widgets::picker::{Choice, Picker};

/// The rows for words of the course: with what one of them means below, the block that they stand in can still be seen.
const WORDS: usize = 9;
const NO_WORD: &str = "No word of the course is called so, or explained so.";

/// Draws the list.
pub(super) fn draw(model: &Model, finder: &Finder, screen: Rect, buffer: &mut Buffer) {
    let query = finder.query.text();
    let choice = |row: usize| {
        let row = finder.rows.get(row)?;
        let item = finder.items.get(row.item)?;
        let detail = (item.detail.0.as_str(), item.detail.1);
        Some(Choice { text: &item.text, role: item.role, lit: &row.lit, indent: indent(finder, item.indent), detail })
    };
    picker(finder, &query).draw(choice, screen, buffer, &model.theme);
}

/// What stands below what can only be seen while all of it is listed.
fn indent(finder: &Finder, indent: u16) -> u16 {
    if finder.rows.len() == finder.items.len() { indent } else { 0 }
}

fn picker<'a>(finder: &'a Finder, query: &'a str) -> Picker<'a> {
    let (title, invitation, nothing) = match finder.kind {
        Kind::Actions => (" Actions ", "what to do, or where to go", "No action and no place is called so."),
        Kind::Outline => (" Outline ", "a heading, a cell, a question", "The lesson has nothing that is called so."),
        Kind::Names => (" Names ", "a name of this block", "No name of this block is called so."),
        Kind::Search => (" Search all lessons ", "words of the text or the code", nothing_found(finder)),
        Kind::Keys => (" Keys ", "what a key does, or the key", "No key does anything that is called so."),
        Kind::Glossary if finder.near > 0 => (" Words of this place ", "any word of the course", NO_WORD),
        Kind::Glossary => (" Words of the course ", "a word, or what it means", NO_WORD),
    };
    let counts = (finder.rows.len(), if finder.kind == Kind::Search { finder.rows.len() } else { finder.items.len() });
    let room = match finder.kind {
        Kind::Search => usize::MAX,
        Kind::Glossary => WORDS,
        Kind::Actions | Kind::Outline | Kind::Names | Kind::Keys => finder.items.len(),
    };
    let note = finder.chosen().map_or("", |item| item.note.as_str());
    Picker {
        title,
        query: (query, finder.query.cursor()),
        invitation,
        nothing,
        counts,
        room,
        note: (finder.kind == Kind::Glossary).then_some(note),
        selected: finder.selected,
    }
}

fn nothing_found(finder: &Finder) -> &'static str {
    if finder.query.text().trim().is_empty() {
        "Every paragraph and every line of code that has all your words."
    } else {
        "No lesson has all of these words in one paragraph."
    }
}

/// The row of the list at a place of the screen.
pub(super) fn row_at(finder: &Finder, screen: Rect, column: u16, row: u16) -> Option<usize> {
    picker(finder, "").row_at(screen, column, row)
}

/// Whether a place of the screen belongs to the list.
pub(super) fn covers(finder: &Finder, screen: Rect, column: u16, row: u16) -> bool {
    picker(finder, "").covers(screen, column, row)
}

/// How many rows a page up or down goes.
pub fn page(model: &Model, finder: &Finder) -> usize {
    picker(finder, "").page(Rect::new(0, 0, model.size.width, model.size.height))
}
