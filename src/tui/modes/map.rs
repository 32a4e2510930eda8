//! The lessons as a map: going from row to row, or along its lines.

use ratatui::buffer::Buffer;

use super::{ActionOffer, Mode, Viewport, does};
use crate::tui::keymap::Action;
use crate::tui::model::Model;
use crate::tui::view::{Click, card, map};

/// The cursor is on a lesson of the map; what is not about its lines is as in the list.
pub(super) struct MapMode;

impl Mode for MapMode {
    fn offer(&self, model: &Model, action: Action) -> ActionOffer {
        let contents = &model.contents;
        let is_somewhere = match action {
            Action::Up | Action::Down | Action::PageUp | Action::PageDown | Action::First | Action::Last => {
                contents.entries.len() > 1
            }
            Action::Left => !contents.map.needs(contents.selected).is_empty(),
            Action::Right => !contents.map.builds_on(contents.selected).is_empty(),
            _ => return ActionOffer::Below,
        };
        does(move |model| walk(model, action)).when(is_somewhere)
    }

    fn draw(&self, viewport: &Viewport<'_>, buffer: &mut Buffer) {
        map::draw(viewport.model, viewport.areas.page, buffer);
        card::draw(viewport.model, &viewport.areas, buffer);
    }

    fn target_at(&self, viewport: &Viewport<'_>, column: u16, row: u16) -> Option<Click> {
        map::lesson_at(viewport.model, viewport.areas.page, column, row).map(Click::Lesson)
    }

    fn wheel(&self, model: &mut Model, direction: isize) {
        walk(model, Action::of_wheel(direction));
    }
}

/// Goes from row to row, or along a line to the nearest lesson.
fn walk(model: &mut Model, action: Action) {
    let page = map::page(model) as isize;
    let (map, selected) = (&model.contents.map, model.contents.selected);
    let all = map.rows.len() as isize;
    let row = map.row_of(selected).unwrap_or(0) as isize;
    let at = |row: isize| map.rows.get(row.clamp(0, (all - 1).max(0)) as usize).map(|row| row.lesson);
    let next = match action {
        Action::Up => at(row - 1),
        Action::Down => at(row + 1),
        Action::PageUp => at(row - page),
        Action::PageDown => at(row + page),
        Action::First => at(0),
        Action::Last => at(all - 1),
        Action::Left => map.needs(selected).last().copied(),
        Action::Right => map.builds_on(selected).first().copied(),
        _ => None,
    };
    model.contents.selected = next.unwrap_or(selected);
}
