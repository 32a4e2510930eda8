//! The rail at the left of a very wide screen: the machine with the part lit that the lesson is about, and the lesson's headings.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::Click;
use crate::app::block_status::BlockStatus;
use crate::notebook::passages::on_one_line;
use crate::tui::model::Model;
use crate::tui::model::reading::Reading;
use crate::tui::theme::Role;
use crate::tui::widgets::clip::{fit, put, width as width_of};
use crate::tui::widgets::sketch;
use crate::words::{say, word};

/// The lines above the headings: the machine, and air.
const ABOVE: u16 = sketch::HEIGHT + 2;

/// A heading of the lesson with what is left to do below it.
struct Section {
    block: usize,
    level: usize,
    title: String,
    left: usize,
}

/// Draws it; in a room that is too low for both, the headings have it.
pub fn draw(model: &Model, area: Rect, buffer: &mut Buffer) {
    let Some(reading) = model.reading().filter(|_| !area.is_empty()) else { return };
    let theme = &model.theme;
    if has_machine(area) {
        put(buffer, area, 0, 0, word!("rail-machine"), theme.style(Role::Heading));
        let room = Rect { y: area.y + 1, height: sketch::HEIGHT, ..area };
        sketch::draw(reading.lesson.document.lesson().front.part, room, buffer, theme);
    }
    let list = list(area);
    let sections = sections(reading);
    let here = here(reading, &sections);
    for (place, y) in (first(here, sections.len(), list.height)..sections.len()).zip(0..list.height) {
        let Some(section) = sections.get(place) else { break };
        let (mark, role) = if place == here { ("▸ ", Role::Accent) } else { ("  ", Role::Text) };
        let left = if section.left > 0 { say!("rail-left", count = section.left) } else { String::new() };
        let indent = "  ".repeat(section.level.saturating_sub(1).min(2));
        let room = list.width.saturating_sub(width_of(&left) + 1);
        put(buffer, list, 0, y, &fit(&format!("{mark}{indent}{}", section.title), room), theme.style(role));
        put(buffer, list, list.width.saturating_sub(width_of(&left)), y, &left, theme.style(Role::Dim));
    }
}

/// The heading that is drawn in this row of the screen.
pub fn target_at(model: &Model, area: Rect, row: u16) -> Option<Click> {
    let reading = model.reading()?;
    let list = list(area);
    let line = row.checked_sub(list.y).filter(|line| *line < list.height)?;
    let sections = sections(reading);
    let first = first(here(reading, &sections), sections.len(), list.height);
    sections.get(first + usize::from(line)).map(|section| Click::Bar(section.block))
}

fn has_machine(area: Rect) -> bool {
    area.height >= ABOVE * 2
}

/// Where the headings stand.
fn list(area: Rect) -> Rect {
    let above = if has_machine(area) { ABOVE } else { 0 };
    Rect { y: area.y + above, height: area.height - above, ..area }
}

fn sections(reading: &Reading) -> Vec<Section> {
    let mut sections: Vec<Section> = Vec::new();
    for (place, block) in reading.lesson.blocks().iter().enumerate() {
        if let Some((level, text)) = block.heading() {
            sections.push(Section { block: place, level, title: on_one_line(text), left: 0 });
        } else if reading.lesson.status(block).is_some_and(BlockStatus::is_left)
            && let Some(section) = sections.last_mut()
        {
            section.left += 1;
        }
    }
    sections
}

/// The heading below which the cursor is.
fn here(reading: &Reading, sections: &[Section]) -> usize {
    sections.iter().rposition(|section| section.block <= reading.lesson.at).unwrap_or(0)
}

/// The first heading that is drawn: the one of the cursor stays in the middle of a long list.
fn first(here: usize, all: usize, height: u16) -> usize {
    let height = usize::from(height);
    here.saturating_sub(height / 2).min(all.saturating_sub(height))
}
