//! The menu of what can be done: a letter does it, or arrows and Enter.

use ratatui::buffer::Buffer;

use super::{ActionOffer, Mode, Viewport, does, is_of_program, offer, press};
use crate::tui::keymap::{Action, Context, Group, Hint, Key};
use crate::tui::message::Effect;
use crate::tui::model::Model;
use crate::tui::model::menu::Menu;
use crate::tui::view::{self, Click};

/// The menu is shown.
pub(super) struct MenuMode;

impl Mode for MenuMode {
    fn offer(&self, model: &Model, action: Action) -> ActionOffer {
        let Some(menu) = &model.menu else { return ActionOffer::Below };
        let walk = |steps| does(move |model| model.menu.iter_mut().for_each(|menu| menu.walk(steps)));
        match action {
            action if is_of_program(action) => ActionOffer::Below,
            Action::Up => walk(-1),
            Action::Down => walk(1),
            Action::Left | Action::Right => {
                let beside = view::menu::beside(model, menu, if action == Action::Left { -1 } else { 1 });
                does(move |model| {
                    if let Some((menu, beside)) = model.menu.as_mut().zip(beside) {
                        menu.selected = beside;
                    }
                })
            }
            Action::Open => does(|model| {
                let selected = model.menu.as_ref().map_or(0, |menu| menu.selected);
                choose(model, selected)
            }),
            _ => does(|model| model.menu = None),
        }
    }

    /// Every other key does what it does in the place below.
    fn key(&self, model: &mut Model, key: Key) -> Vec<Effect> {
        model.menu = None;
        press_in_menu(model, key)
    }

    fn draw(&self, viewport: &Viewport<'_>, buffer: &mut Buffer) {
        if let Some(menu) = &viewport.model.menu {
            view::menu::draw(viewport.model, menu, viewport.screen, buffer);
        }
    }

    fn target_at(&self, viewport: &Viewport<'_>, column: u16, row: u16) -> Option<Click> {
        let menu = viewport.model.menu.as_ref()?;
        let found = view::menu::row_at(viewport.model, menu, column, row);
        viewport.list_target(found, view::menu::covers(viewport.model, menu, column, row), column, row)
    }

    fn wheel(&self, model: &mut Model, direction: isize) {
        model.menu.iter_mut().for_each(|menu| menu.walk(direction));
    }
}

/// Opens the menu of the place of the cursor.
pub(crate) fn open(model: &mut Model) {
    let context = model.below_help();
    // Which answer is meant, the digit says.
    let can = |action, words| if action == Action::Answer { None } else { offer(model, context, action).what(words) };
    // Keys that walk in the menu are no shortcuts in it.
    let is_free = |hint: &Hint| hint.acts.first().is_some_and(|key| model.keymap.action(Context::Menu, *key).is_none());
    let is_listed = |hint: &Hint| hint.group != Group::Move && is_free(hint);
    let all = model.keymap.overview(context, can);
    let listed: Vec<Hint> = all.iter().filter(|hint| is_listed(hint)).cloned().collect();
    // Where there is nothing else, the keys that walk in the menu are what can be done.
    model.menu = Some(Menu { hints: if listed.is_empty() { all } else { listed }, selected: 0 });
}

/// Does what a row is for, as its key does.
pub(crate) fn choose(model: &mut Model, row: usize) -> Vec<Effect> {
    let hints = model.menu.take().map(|menu| menu.hints).unwrap_or_default();
    let key = hints.get(row).and_then(|hint| hint.acts.first().copied());
    key.map(|key| press_in_menu(model, key)).unwrap_or_default()
}

/// Presses a key of the menu. Who has read there what it does is not asked once more.
fn press_in_menu(model: &mut Model, key: Key) -> Vec<Effect> {
    let action = model.keymap.action(model.context(), key);
    model.asked = action.filter(|action| *action == Action::Contents);
    press(model, key)
}
