//! The list of lessons, and what was solved of them.

use ratatui::buffer::Buffer;

use super::{ActionOffer, Mode, Viewport, does, finder};
use crate::tui::commands::{course, machine};
use crate::tui::keymap::Action;
use crate::tui::model::Model;
use crate::tui::model::contents::Shape;
use crate::tui::model::finder::Kind;
use crate::tui::view::contents::FrontPage;
use crate::tui::view::standing::standings;
use crate::tui::view::{Click, card, certificate, contents, machine as machine_view};
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
            Action::Left | Action::Right if model.contents.shape == Shape::List => {
                let step = if action == Action::Left { -1 } else { 1 };
                let beside = FrontPage::beside(model, step);
                does(move |model| select(model, beside)).when(beside.is_some())
            }
            Action::Open => {
                does(|model| course::open(model, model.contents.selected)).says(id!("open")).when(lessons > 0)
            }
            Action::Map => does(|model| model.contents.shape = Shape::Map).says(id!("map")),
            Action::Edit => does(|model| finder::open(model, Kind::Sentence)).says(id!("translate-it")),
            Action::Machine => does(machine::open).says(id!("machine-alone")),
            Action::Certificate => does(course::certify).says(id!("solved")),
            Action::Back if model.contents.shape == Shape::List => {
                let go_on = model.contents.go_on(&standings(model));
                does(move |model| select(model, go_on)).when(go_on != Some(model.contents.selected))
            }
            Action::Back => does(|model| model.contents.shape = Shape::List).says(id!("list")),
            _ => ActionOffer::Below,
        }
    }

    /// The list of lessons with the machine and the selected lesson beside or below it, or the certificate.
    fn draw(&self, viewport: &Viewport<'_>, buffer: &mut Buffer) {
        let Viewport { model, areas, .. } = viewport;
        if model.contents.shape == Shape::Certificate {
            certificate::draw(model, areas.page, buffer);
        } else {
            contents::draw(model, areas.page, buffer);
            machine_view::draw(model, areas, buffer);
        }
        card::draw(model, areas, buffer);
    }

    fn target_at(&self, viewport: &Viewport<'_>, column: u16, row: u16) -> Option<Click> {
        let Viewport { model, areas, .. } = viewport;
        if model.contents.shape == Shape::Certificate {
            return certificate::lesson_at(model, areas.page, column, row).map(Click::Lesson);
        }
        let lesson = || contents::target_at(model, areas.page, column, row);
        machine_view::target_at(model, areas, column, row).or_else(lesson)
    }

    fn wheel(&self, model: &mut Model, direction: isize) {
        walk(model, Action::of_wheel(direction));
    }
}

/// The cursor goes to a lesson, if there is one.
fn select(model: &mut Model, lesson: Option<usize>) {
    model.contents.selected = lesson.unwrap_or(model.contents.selected);
}

/// Goes through the list.
fn walk(model: &mut Model, action: Action) {
    let to = match model.contents.shape {
        Shape::List => by_chapters(model, action),
        Shape::Map | Shape::Certificate | Shape::Machine | Shape::Beam => by_lines(model, action),
    };
    select(model, to);
}

/// In the order of the chapters; a page is a chapter.
fn by_chapters(model: &Model, action: Action) -> Option<usize> {
    let ends = || model.contents.chapters().into_iter().flat_map(|chapter| chapter.lessons);
    match action {
        Action::Up => FrontPage::after(model, -1),
        Action::Down => FrontPage::after(model, 1),
        Action::PageUp => FrontPage::chapter_after(model, -1),
        Action::PageDown => FrontPage::chapter_after(model, 1),
        Action::First => ends().next(),
        Action::Last => ends().last(),
        _ => None,
    }
}

/// In the order of the course, of which one lesson stands below the other.
fn by_lines(model: &Model, action: Action) -> Option<usize> {
    let (selected, page) = (model.contents.selected, certificate::page(model));
    let last = model.contents.entries.len().checked_sub(1)?;
    match action {
        Action::Up => selected.checked_sub(1),
        Action::Down => Some((selected + 1).min(last)),
        Action::PageUp => Some(selected.saturating_sub(page)),
        Action::PageDown => Some((selected + page).min(last)),
        Action::First => Some(0),
        Action::Last => Some(last),
        _ => None,
    }
}
