//! The list that is open, over everything else.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::tui::model::Model;
use crate::tui::model::finder::{Finder, Kind};
use crate::tui::widgets::picker::{Choice, Picker};
use crate::words::word;

/// The rows for words of the course: with what one of them means below, the block that they stand in can still be seen.
const WORDS: usize = 9;

/// The rows for sentences: what the machine makes of them stands below the list.
const SENTENCES: usize = 6;

/// Draws the list.
pub(crate) fn draw(model: &Model, finder: &Finder, screen: Rect, buffer: &mut Buffer) {
    let query = finder.query.text();
    let choice = |row: usize| {
        let row = finder.rows.get(row)?;
        let item = finder.items.get(row.item)?;
        let detail = (item.detail.0.as_str(), item.detail.1);
        Some(Choice { text: &item.text, role: item.role, lit: &row.lit, indent: indent(finder, item.indent), detail })
    };
    let mut picker = picker(finder, &query);
    if finder.kind == Kind::Search && model.course.is_none() && !query.trim().is_empty() {
        picker.nothing = word!("list-search-reads");
    }
    picker.draw(choice, screen, buffer, &model.theme);
}

/// What stands below what can only be seen while all of it is listed.
fn indent(finder: &Finder, indent: u16) -> u16 {
    if finder.rows.len() == finder.items.len() { indent } else { 0 }
}

fn picker<'a>(finder: &'a Finder, query: &'a str) -> Picker<'a> {
    let (title, invitation, nothing) = match finder.kind {
        Kind::Actions => (word!("list-actions"), word!("list-actions-invites"), word!("list-actions-empty")),
        Kind::Outline => (word!("list-outline"), word!("list-outline-invites"), word!("list-outline-empty")),
        Kind::Names => (word!("list-names"), word!("list-names-invites"), word!("list-names-empty")),
        Kind::Search => (word!("list-search"), word!("list-search-invites"), nothing_found(finder)),
        Kind::Bookmarks => (word!("list-bookmarks"), word!("list-bookmarks-invites"), word!("list-bookmarks-empty")),
        Kind::Take => (word!("list-take"), word!("list-take-invites"), word!("list-take-empty")),
        Kind::Keys => (word!("list-keys"), word!("list-keys-invites"), word!("list-keys-empty")),
        Kind::Sentence => (word!("list-sentence"), word!("list-sentence-invites"), word!("list-sentence-empty")),
        Kind::Glossary => (word!("list-words"), word!("list-words-invites"), word!("list-words-empty")),
    };
    let counts = (finder.rows.len(), if finder.kind == Kind::Search { finder.rows.len() } else { finder.items.len() });
    let room = match finder.kind {
        Kind::Search => usize::MAX,
        Kind::Glossary => WORDS,
        Kind::Sentence => SENTENCES,
        Kind::Actions | Kind::Outline | Kind::Names | Kind::Bookmarks | Kind::Take | Kind::Keys => finder.items.len(),
    };
    let note = finder.chosen().map_or("", |item| item.note.as_str());
    Picker {
        title,
        query: (query, finder.query.cursor()),
        invitation,
        nothing,
        counts,
        // What was typed is the first of the few sentences: they are not narrowed.
        shows_counts: finder.kind != Kind::Sentence,
        room,
        note: (finder.kind == Kind::Glossary).then_some(note),
        selected: finder.selected,
    }
}

fn nothing_found(finder: &Finder) -> &'static str {
    if finder.query.text().trim().is_empty() { word!("list-search-waits") } else { word!("list-search-empty") }
}

/// The row of the list at a place of the screen.
pub(crate) fn row_at(finder: &Finder, screen: Rect, column: u16, row: u16) -> Option<usize> {
    picker(finder, "").row_at(screen, column, row)
}

/// Whether a place of the screen belongs to the list.
pub(crate) fn covers(finder: &Finder, screen: Rect, column: u16, row: u16) -> bool {
    picker(finder, "").covers(screen, column, row)
}

/// How many rows a page up or down goes.
pub fn page(model: &Model, finder: &Finder) -> usize {
    picker(finder, "").page(Rect::new(0, 0, model.size.width, model.size.height))
}
