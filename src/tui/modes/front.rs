//! The list of lessons, and what was solved of them.

use super::{Mode, Offer};
use crate::tui::commands::course;
use crate::tui::keymap::{Action, Key};
use crate::tui::message::Effect;
use crate::tui::model::Model;
use crate::tui::model::contents::Shape;
use crate::tui::view;
use crate::words::word;

/// The cursor is on a lesson of the course.
pub(super) struct Front;

impl Mode for Front {
    fn offer(&self, model: &Model, action: Action) -> Offer {
        let lessons = model.contents.entries.len();
        match action {
            Action::Up | Action::Down | Action::PageUp | Action::PageDown | Action::First | Action::Last => {
                Offer::when(lessons > 1)
            }
            Action::Open if lessons > 0 => Offer::Says(word("open")),
            Action::Open => Offer::Refused(None),
            Action::Map => Offer::Says(word("map")),
            Action::Certificate => Offer::Says(word("solved")),
            Action::Back => Offer::Says(word("list")),
            _ => Offer::Below,
        }
    }

    fn act(&self, model: &mut Model, action: Action, _key: Key) -> Vec<Effect> {
        match action {
            Action::Open => return course::open(model, model.contents.selected),
            Action::Map => model.contents.shape = Shape::Map,
            Action::Certificate => return course::certify(model),
            Action::Back => model.contents.shape = Shape::List,
            _ => walk(model, action),
        }
        Vec::new()
    }
}

/// Goes through the list.
pub fn walk(model: &mut Model, action: Action) {
    let last = model.contents.entries.len().saturating_sub(1);
    let page = match model.contents.shape {
        Shape::Certificate => view::certificate::page(model),
        Shape::List | Shape::Map => view::contents::page(model),
    };
    let selected = &mut model.contents.selected;
    match action {
        Action::Up => *selected = selected.saturating_sub(1),
        Action::Down => *selected = (*selected + 1).min(last),
        Action::PageUp => *selected = selected.saturating_sub(page),
        Action::PageDown => *selected = (*selected + page).min(last),
        Action::First => *selected = 0,
        Action::Last => *selected = last,
        _ => {}
    }
}
