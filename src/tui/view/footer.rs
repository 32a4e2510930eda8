//! The last line: the keys that do something here and now.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::tui::keymap;
use crate::tui::model::Model;
use crate::tui::update::offer::wording;
use crate::tui::widgets::footer;

/// Draws the line.
pub(super) fn draw(model: &Model, area: Rect, buffer: &mut Buffer) {
    let hints = keymap::footer(model.context(), |action, words| wording(model, action, words));
    footer::draw(&hints, area, buffer, &model.theme);
}
