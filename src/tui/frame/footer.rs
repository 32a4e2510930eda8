//! The last line: the keys that do something here and now.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::tui::keymap::{Hint, Key};
use crate::tui::model::Model;
use crate::tui::modes::offer;
use crate::tui::widgets::footer;

/// Draws the line.
pub(crate) fn draw(model: &Model, area: Rect, buffer: &mut Buffer) {
    footer::draw(&hints(model), area, buffer, &model.theme);
}

/// What is offered, the most useful first.
pub fn hints(model: &Model) -> Vec<Hint> {
    let context = model.context();
    model.keymap.footer(context, |action, words| offer(model, context, action).footer_words(words))
}

/// The first key of the hint at a column.
pub fn key_at(model: &Model, area: Rect, column: u16) -> Option<Key> {
    let hints = hints(model);
    footer::hint_at(&hints, area, column).and_then(|hint| hint.acts.first().copied())
}
