//! The lists to choose from: opening one, typing in it, and going where it leads.

use std::sync::Arc;

use crate::app::event::AppRequest;
use crate::notebook::lesson::Lesson;
use crate::tui::keymap::{Action, Key};
use crate::tui::message::Effect;
use crate::tui::model::Model;
use crate::tui::model::editor::Typed;
use crate::tui::model::finder::{Finder, Goal, Kind, Search};
use crate::tui::theme::Role;
use crate::tui::view;
use crate::words::{say, word};

use super::{contents, copy, dashboard, places, save};

mod actions;
mod bookmarks;
mod glossary;
mod keys;
mod names;
mod outline;
pub(super) mod passages;
mod take;

/// Opens a list.
pub(super) fn open(model: &mut Model, kind: Kind) -> Vec<Effect> {
    let items = match kind {
        Kind::Actions => actions::items(model),
        Kind::Outline => outline::items(model),
        Kind::Names => names::items(model),
        Kind::Bookmarks => bookmarks::items(model),
        Kind::Take => take::items(model),
        Kind::Keys => keys::items(model),
        Kind::Search => passages::items(model),
        Kind::Glossary => return glossary::open(model),
    };
    if items.is_empty() && kind == Kind::Names {
        model.say(Role::Dim, word!("no-related-names"));
        return Vec::new();
    }
    if items.is_empty() && kind == Kind::Bookmarks {
        model.say(Role::Dim, word!("nothing-is-marked"));
        return Vec::new();
    }
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
pub(super) fn course(model: &mut Model, lessons: Vec<Arc<Lesson>>) {
    model.course = Some(lessons);
    let items = passages::items(model);
    if let Some(finder) = model.finder.as_mut().filter(|finder| finder.kind == Kind::Search) {
        finder.replace(items);
    }
}

/// A key while a list is shown.
pub(super) fn update(model: &mut Model, action: Option<Action>, key: Key) -> Vec<Effect> {
    let page = model.finder.as_ref().map_or(1, |finder| view::finder::page(model, finder));
    let Some(finder) = &mut model.finder else { return Vec::new() };
    let last = finder.rows.len().saturating_sub(1);
    match action {
        Some(Action::Up) => finder.selected = finder.selected.saturating_sub(1),
        Some(Action::Down) => finder.selected = (finder.selected + 1).min(last),
        Some(Action::PageUp) => finder.selected = finder.selected.saturating_sub(page),
        Some(Action::PageDown) => finder.selected = (finder.selected + page).min(last),
        Some(Action::Open) => return choose(model),
        Some(Action::Back) => model.finder = None,
        action => {
            let typed = match action {
                Some(action) => finder.query.act(action, key),
                None => finder.query.key(key),
            };
            if matches!(typed, Typed::Change { .. }) {
                finder.narrow();
            }
        }
    }
    Vec::new()
}

/// Text from the clipboard is typed into the list.
pub(super) fn paste(finder: &mut Finder, text: &str) {
    if finder.query.paste(text) != Some(0) {
        finder.narrow();
    }
}

/// Chooses a row, as the mouse does.
pub(super) fn choose_row(model: &mut Model, row: usize) -> Vec<Effect> {
    if let Some(finder) = &mut model.finder {
        finder.selected = row.min(finder.rows.len().saturating_sub(1));
    }
    choose(model)
}

/// Does what the row under the cursor is for. Where nothing is listed the list stays, to be typed in anew.
fn choose(model: &mut Model) -> Vec<Effect> {
    let Some(finder) = &model.finder else { return Vec::new() };
    let Some(goal) = finder.chosen().map(|item| item.goal.clone()) else {
        model.say(Role::Dim, word!("nothing-to-choose"));
        return Vec::new();
    };
    if finder.kind == Kind::Search {
        model.search = Search::of(finder);
    }
    model.finder = None;
    match goal {
        Goal::Act(action, key) => super::act(model, Some(action), key),
        Goal::Lesson(id) => {
            places::leave(model);
            model.contents.position(&id).map(|place| contents::open(model, place)).unwrap_or_default()
        }
        Goal::Copy { said, text } => copy::put(model, said, text),
        Goal::SaveScreen(shot) => save::screen(model, shot),
        Goal::SaveTensor(name, form) => save::tensor(model, &name, form),
        Goal::Train(task) => dashboard::watch(model, task),
        Goal::Elsewhere(context) => {
            model.say(Role::Dim, say!("key-is-elsewhere", place = context.title()));
            Vec::new()
        }
        Goal::Block(lesson, block) => {
            let effects = places::jump(model, &lesson, Some(block));
            tell_hit(model);
            effects
        }
    }
}

/// Says which of the found places this is, unless there is something else to say.
fn tell_hit(model: &mut Model) {
    if let Some(search) = model.search.as_ref().filter(|_| model.notice.is_none()) {
        let (at, all) = (search.at + 1, search.hits.len());
        let words = say!("hit-of", at, all, words = search.query.trim());
        model.say(Role::Text, words);
    }
}

/// To the next place that the search has found, or the one before; around at the end.
pub(super) fn next_hit(model: &mut Model, step: isize) -> Vec<Effect> {
    let Some(search) = &mut model.search else {
        model.say(Role::Dim, word!("nothing-looked-for"));
        return Vec::new();
    };
    let all = search.hits.len();
    search.at = (search.at as isize + step).rem_euclid(all.max(1) as isize) as usize;
    let Some((lesson, block)) = search.hits.get(search.at).cloned() else { return Vec::new() };
    let effects = places::jump(model, &lesson, Some(block));
    tell_hit(model);
    effects
}
