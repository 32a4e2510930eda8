//! The list that is open, over everything else.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::tui::model::Model;
use crate::tui::model::finder::{Finder, Kind};
use crate::tui::widgets::picker::{Choice, Picker};

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

fn picker<'a>(finder: &Finder, query: &'a str) -> Picker<'a> {
    let (title, invitation, nothing) = match finder.kind {
        Kind::Actions => (" Actions ", "what to do, or where to go", "No action and no place is called so."),
        Kind::Outline => (" Outline ", "a heading, a cell, a question", "The lesson has nothing that is called so."),
        Kind::Names => (" Names ", "a name of this block", "No name of this block is called so."),
        Kind::Search => (" Search all lessons ", "words of the text or the code", nothing_found(finder)),
    };
    let counts = (finder.rows.len(), if finder.kind == Kind::Search { finder.rows.len() } else { finder.items.len() });
    let room = if finder.kind == Kind::Search { usize::MAX } else { finder.items.len() };
    Picker {
        title,
        query: (query, finder.query.cursor()),
        invitation,
        nothing,
        counts,
        room,
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
