//! The lists to choose from: opening one, typing in it, and going where it leads.

use std::sync::Arc;

use ratatui::buffer::Buffer;

use crate::app::event::AppRequest;
use crate::notebook::lesson::Lesson;
use crate::tui::commands::{copy, course, files, jumps, machine, places, search, training};
use crate::tui::keymap::{Action, Key};
use crate::tui::message::Effect;
use crate::tui::model::Model;
use crate::tui::model::editor::{Editor, Typed};
use crate::tui::model::finder::{Finder, Goal, Kind, Search};
use crate::tui::theme::Role;
use crate::tui::view::{self, Click};
use crate::words::{id, say};

use super::{ActionOffer, Mode, Viewport, does, does_with_key, is_of_program, refused};

mod actions;
mod bookmarks;
mod glossary;
mod keys;
mod names;
mod outline;
pub(crate) mod passages;
mod sentences;
mod take;

/// A list is shown.
pub(super) struct FinderMode;

impl Mode for FinderMode {
    fn offer(&self, model: &Model, action: Action) -> ActionOffer {
        let Some(finder) = &model.finder else { return ActionOffer::Below };
        let page = || view::finder::page(model, finder) as isize;
        let walk = |steps| does(move |model| walk(model, steps)).when(finder.rows.len() > 1);
        match action {
            action if is_of_program(action) => ActionOffer::Below,
            Action::Up => walk(-1),
            Action::Down => walk(1),
            Action::PageUp => walk(-page()),
            Action::PageDown => walk(page()),
            Action::Left | Action::Right if finder.query.text().is_empty() => ActionOffer::Refused(None),
            // What it does depends on what is listed.
            Action::Open => match finder.chosen().map(|item| &item.goal) {
                None => refused(id!("nothing-to-choose")),
                Some(Goal::Act(..)) => does(choose).says(id!("do-it")),
                Some(Goal::Elsewhere(_)) => does(choose).quiet(),
                Some(Goal::Translate(_)) => does(choose).says(id!("translate-it")),
                Some(Goal::Copy { .. }) => does(choose).says(id!("copy-it")),
                Some(Goal::SaveScreen(_) | Goal::SaveTensor(..) | Goal::SaveCurves) => {
                    does(choose).says(id!("save-it"))
                }
                Some(_) => does(choose).says(id!("go-there")),
            },
            Action::Back => does(|model| model.finder = None),
            action => does_with_key(move |model, key| type_into(model, |query| query.act(action, key))),
        }
    }

    fn key(&self, model: &mut Model, key: Key) -> Vec<Effect> {
        type_into(model, |query| query.key(key));
        Vec::new()
    }

    fn paste(&self, model: &mut Model, text: &str) -> Vec<Effect> {
        type_into(model, |query| match query.paste(text) {
            Some(0) => Typed::Nothing,
            _ => Typed::Change { merge: false },
        });
        Vec::new()
    }

    fn draw(&self, viewport: &Viewport<'_>, buffer: &mut Buffer) {
        if let Some(finder) = &viewport.model.finder {
            view::finder::draw(viewport.model, finder, viewport.screen, buffer);
        }
    }

    fn target_at(&self, viewport: &Viewport<'_>, column: u16, row: u16) -> Option<Click> {
        let finder = viewport.model.finder.as_ref()?;
        let found = view::finder::row_at(finder, viewport.screen, column, row);
        let covers = view::finder::covers(finder, viewport.screen, column, row);
        viewport.list_target(found, covers, column, row)
    }

    fn wheel(&self, model: &mut Model, direction: isize) {
        walk(model, direction);
    }
}

/// Goes through the list.
fn walk(model: &mut Model, steps: isize) {
    if let Some(finder) = &mut model.finder {
        let last = finder.rows.len().saturating_sub(1);
        finder.selected = finder.selected.saturating_add_signed(steps).min(last);
    }
}

/// Types into the list, which is narrowed by what stands there then.
fn type_into(model: &mut Model, typing: impl FnOnce(&mut Editor) -> Typed) {
    let Some(finder) = &mut model.finder else { return };
    if matches!(typing(&mut finder.query), Typed::Change { .. }) {
        finder.narrow();
    }
}

/// Whether a name of the selected block comes from another, or is used by one.
pub fn has_names(model: &Model) -> bool {
    !names::items(model).is_empty()
}

/// Whether a block of any lesson is marked.
pub fn has_bookmarks(model: &Model) -> bool {
    !bookmarks::items(model).is_empty()
}

/// Opens a list.
pub fn open(model: &mut Model, kind: Kind) -> Vec<Effect> {
    let items = match kind {
        Kind::Actions => actions::items(model),
        Kind::Outline => outline::items(model),
        Kind::Names => names::items(model),
        Kind::Bookmarks => bookmarks::items(model),
        Kind::Take => take::items(model),
        Kind::Keys => keys::items(model),
        Kind::Search => passages::items(model),
        Kind::Sentence => sentences::items(model),
        Kind::Glossary => return glossary::open(model),
    };
    let mut finder = Finder::new(kind, items);
    if kind == Kind::Outline
        && let Some(reading) = model.reading()
    {
        finder.selected = outline::place(reading, &finder.items);
    }
    model.finder = Some(finder);
    let asks = kind == Kind::Search && model.course.is_none();
    if asks { vec![Effect::App(AppRequest::ReadCourse)] } else { Vec::new() }
}

/// The lessons of the course have been read.
pub fn course(model: &mut Model, lessons: Vec<Arc<Lesson>>) {
    model.course = Some(lessons);
    let items = passages::items(model);
    if let Some(finder) = model.finder.as_mut().filter(|finder| finder.kind == Kind::Search) {
        finder.replace(items);
    }
}

/// Chooses a row, as the mouse does.
pub fn choose_row(model: &mut Model, row: usize) -> Vec<Effect> {
    if let Some(finder) = &mut model.finder {
        finder.selected = row.min(finder.rows.len().saturating_sub(1));
    }
    choose(model)
}

/// Does what the row under the cursor is for. Where nothing is listed the list stays, to be typed in anew.
fn choose(model: &mut Model) -> Vec<Effect> {
    let Some(finder) = &model.finder else { return Vec::new() };
    let Some(goal) = finder.chosen().map(|item| item.goal.clone()) else { return Vec::new() };
    let goes_on = matches!(goal, Goal::Block(..) | Goal::Lesson(_) | Goal::Train(_));
    if finder.kind == Kind::Search || goes_on {
        // Who goes on another way has done with what was searched for.
        model.search = (finder.kind == Kind::Search).then(|| Search::of(finder)).flatten();
    }
    model.finder = None;
    match goal {
        Goal::Act(action, key) => super::act(model, Some(action), key),
        Goal::Lesson(id) => {
            places::leave(model);
            model.contents.position(&id).map(|place| course::open(model, place)).unwrap_or_default()
        }
        Goal::Copy { said, text } => copy::put(model, said, text),
        Goal::SaveScreen(shot) => {
            model.screenshot = Some(shot);
            Vec::new()
        }
        Goal::SaveTensor(name, form) => files::tensor(model, &name, form),
        Goal::SaveCurves => files::curves(model),
        Goal::Translate(sentence) => machine::translate(model, &sentence),
        Goal::Train(task) => training::watch(model, task),
        Goal::Elsewhere(context) => {
            model.say(Role::Dim, say!("key-is-elsewhere", place = context.title()));
            Vec::new()
        }
        Goal::Block(lesson, block) => {
            let effects = jumps::jump(model, &lesson, Some(block));
            search::tell_hit(model);
            effects
        }
    }
}
