//! The menu, over the foot of the screen: the place that it speaks of stays in sight above it.

use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};

use crate::tui::model::Model;
use crate::tui::model::menu::Menu;
use crate::tui::widgets::key_columns::{FRAME, KeyColumns, inside};
use crate::tui::widgets::overlay;
use crate::words::word;

/// The line of the footer, which stays free below.
const FOOTER: u16 = 1;
/// One of so many lines of the screen is for the menu, as far as it can be.
const SHARE: u16 = 3;

/// Draws the menu.
pub(crate) fn draw(model: &Model, menu: &Menu, screen: Rect, buffer: &mut Buffer) {
    let (columns, place) = layout(menu, screen);
    overlay::draw(word!("menu-title"), place, buffer, &model.theme);
    let inside = inside(place);
    let scroll = scroll(menu, &columns, inside.height);
    columns.draw(&menu.hints, Some(menu.selected), scroll, inside, buffer, &model.theme);
}

/// The columns, and the box that they stand in.
fn layout(menu: &Menu, screen: Rect) -> (KeyColumns, Rect) {
    let room = Size::new(screen.width.saturating_sub(FRAME.width), screen.height / SHARE);
    let columns = KeyColumns::of(&menu.hints, room);
    let height = (columns.height() + FRAME.height).min(screen.height.saturating_sub(FOOTER));
    let top = screen.bottom().saturating_sub(height + FOOTER);
    (columns, Rect { y: top, height, ..screen })
}

/// How far it is scrolled: the row of the cursor is in sight.
fn scroll(menu: &Menu, columns: &KeyColumns, height: u16) -> u16 {
    (columns.line_of(menu.selected).unwrap_or(0) + 1).saturating_sub(height)
}

/// The row beside the one of the cursor.
pub(crate) fn beside(model: &Model, menu: &Menu, step: isize) -> Option<usize> {
    layout(menu, screen(model)).0.beside(menu.selected, step)
}

/// The row at a place of the screen.
pub(crate) fn row_at(model: &Model, menu: &Menu, column: u16, row: u16) -> Option<usize> {
    let (columns, place) = layout(menu, screen(model));
    let inside = inside(place);
    columns.hint_at(inside, column, row + scroll(menu, &columns, inside.height))
}

/// Whether a place of the screen belongs to the menu.
pub(crate) fn covers(model: &Model, menu: &Menu, column: u16, row: u16) -> bool {
    layout(menu, screen(model)).1.contains((column, row).into())
}

fn screen(model: &Model) -> Rect {
    Rect::new(0, 0, model.size.width, model.size.height)
}
