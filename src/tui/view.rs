//! From the model to one frame: a pure function.
//!
//! [`areas()`] divides the screen; each part of it has a file of its own. A lesson is drawn by [`sheet`], block by block, and what
//! a click means is asked of the same code ([`target_at`]), so drawing never has to remember anything.

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::model::Model;
use super::widgets::{help, too_small};
use areas::Areas;
use part::Target;
use sheet::Sheet;

pub mod areas;
mod cell;
mod completion;
pub mod contents;
mod controls;
mod exercise;
mod figures;
mod footer;
pub mod inspector;
pub mod pane;
pub mod part;
mod prose;
mod question;
pub mod sheet;
mod status;
mod title;

pub use exercise::ASKED_ENOUGH;

/// Draws the whole screen.
pub fn view(model: &Model, frame: &mut Frame<'_>) {
    let area = frame.area();
    draw(model, area, frame.buffer_mut());
}

/// Draws the whole screen into a buffer.
pub fn draw(model: &Model, screen: Rect, buffer: &mut Buffer) {
    let screen = screen.intersection(buffer.area);
    if too_small::is_too_small(screen) {
        too_small::draw(screen, buffer, &model.theme);
        return;
    }
    let areas = areas(model);
    title::draw(model, areas.title, buffer);
    title::draw_rule(&areas, buffer, &model.theme);
    match Sheet::of(model) {
        Some(sheet) => {
            sheet.draw(buffer);
            completion::draw(&sheet, buffer);
        }
        None => contents::draw(model, areas.page, buffer),
    }
    pane::draw(model, &areas, buffer);
    status::draw(model, &areas, buffer);
    footer::draw(model, areas.footer, buffer);
    if let Some(scroll) = model.help {
        help::draw(model.place(), scroll, screen, buffer, &model.theme);
    }
}

/// How the screen is divided.
pub fn areas(model: &Model) -> Areas {
    let inspecting = model.reading().and_then(|reading| reading.inside()).is_some_and(|inside| inside.why.is_some());
    Areas::new(Rect::new(0, 0, model.size.width, model.size.height), inspecting)
}

/// What a click at a place of the screen means.
#[derive(Debug, Clone, PartialEq)]
pub enum Click {
    /// A lesson in the list.
    Lesson(usize),
    /// A block of the lesson, and something in it.
    Block(usize, Option<Target>),
    /// An operand in the inspector.
    Operand(usize),
}

/// What there is at a place of the screen.
pub fn target_at(model: &Model, column: u16, row: u16) -> Option<Click> {
    let areas = areas(model);
    if areas.inspector.contains((column, row).into()) {
        return pane::operand_at(model, areas.inspector, row).map(Click::Operand);
    }
    match Sheet::of(model) {
        Some(sheet) => sheet.target_at(column, row).map(|(block, target)| Click::Block(block, target)),
        None => contents::entry_at(model, areas.page, column, row).map(Click::Lesson),
    }
}
