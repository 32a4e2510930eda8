//! The lessons as a map: going from row to row, or along its lines.

use super::contents;
use crate::tui::keymap::Action;
use crate::tui::message::Effect;
use crate::tui::model::Model;
use crate::tui::model::contents::Shape;
use crate::tui::view;

/// A key on the map.
pub(super) fn update(model: &mut Model, action: Action) -> Vec<Effect> {
    let page = view::map::page(model) as isize;
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
        // The nearest of them.
        Action::Left => map.needs(selected).last().copied(),
        Action::Right => map.builds_on(selected).first().copied(),
        Action::Open => return contents::open(model, selected),
        Action::Back => {
            model.contents.shape = Shape::List;
            None
        }
        _ => None,
    };
    model.contents.selected = next.unwrap_or(model.contents.selected);
    Vec::new()
}
