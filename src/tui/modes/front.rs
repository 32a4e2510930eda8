//! The list of lessons, and what was solved of them.

use super::{ActionOffer, Mode, does};
use crate::tui::commands::course;
use crate::tui::keymap::Action;
use crate::tui::model::Model;
use crate::tui::model::contents::Shape;
use crate::tui::view;
use crate::words::id;

/// The cursor is on a lesson of the course.
pub(super) struct FrontMode;

impl Mode for FrontMode {
    fn offer(&self, model: &Model, action: Action) -> ActionOffer {
        let lessons = model.contents.entries.len();
        match action {
            Action::Up | Action::Down | Action::PageUp | Action::PageDown | Action::First | Action::Last => {
                does(move |model| walk(model, action)).when(lessons > 1)
            }
            Action::Open => {
                does(|model| course::open(model, model.contents.selected)).says(id!("open")).when(lessons > 0)
            }
            Action::Map => does(|model| model.contents.shape = Shape::Map).says(id!("map")),
            Action::Certificate => does(course::certify).says(id!("solved")),
            Action::Back => does(|model| model.contents.shape = Shape::List).says(id!("list")),
            _ => ActionOffer::Below,
        }
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
