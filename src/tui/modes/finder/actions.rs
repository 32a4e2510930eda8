//! Every action of the keymap that does something here and now, then every place to go to by its name, and every training to watch.

use crate::nn::Task;
use crate::tui::keymap::{Action, Binding, Context, Group, Key, Row, parse_keys};
use crate::tui::model::Model;
use crate::tui::model::contents::Entry;
use crate::tui::model::finder::{Goal, Item};
use crate::tui::model::reading::Reading;
use crate::tui::modes::offer;
use crate::tui::theme::Role;
use crate::words::{Language, say, spoken, word};

use super::{names, outline};

/// The actions of the place below the lists, then lessons, headings and names.
pub(crate) fn items(model: &Model) -> Vec<Item> {
    let context = model.below_lists();
    let mut rows: Vec<&Row> =
        model.keymap.rows(context).iter().filter(|row| row.binding.action != Action::Palette).collect();
    // Who opens a list does not want to move a cursor.
    rows.sort_by_key(|row| (row.binding.group == Group::Move, row.binding.group));
    let mut items: Vec<Item> = rows.iter().flat_map(|row| of_row(model, context, row)).collect();
    items.extend(lessons(model));
    items.extend(trainings(model));
    items.extend(outline::headings(model));
    items.extend(names::defined(model));
    items
}

/// One item a row; where the key says which of several things is meant, one a key. What has lost its keys is still here.
fn of_row(model: &Model, context: Context, row: &Row) -> Vec<Item> {
    let action = row.binding.action;
    let Some(words) = offer(model, context, action).words(row.binding.words()) else { return Vec::new() };
    if action == Action::Answer {
        let options = model.reading().map_or(0, Reading::options);
        let each = |key: &Key| item(format!("{words} {key}"), row.binding, &[*key], Goal::Act(action, *key));
        return row.keys.iter().take(options).map(each).collect();
    }
    key_of(row).map(|key| item(words.to_owned(), row.binding, &row.keys, Goal::Act(action, key))).into_iter().collect()
}

/// The first key of a row; where the reader has taken all of them away, that of the program.
pub(crate) fn key_of(row: &Row) -> Option<Key> {
    row.keys.first().copied().or_else(|| parse_keys(row.binding.keys).ok()?.first().copied())
}

/// A row for something that is done with keys.
pub(crate) fn item(text: String, binding: &Binding, keys: &[Key], goal: Goal) -> Item {
    let shown: Vec<_> = keys.iter().map(Key::to_string).collect();
    let note = in_english(|| binding.name.as_str().replace('-', " "));
    Item { detail: (shown.join(" "), Role::Key), note, ..Item::new(text, goal) }
}

/// The English words of an item, by which it is found, too.
fn in_english(words: impl Fn() -> String) -> String {
    if spoken() == Language::English { String::new() } else { words() }
}

fn lessons(model: &Model) -> impl Iterator<Item = Item> {
    let whole = |entry: &&Entry| entry.problems.is_empty();
    model.contents.entries.iter().filter(whole).map(|entry| {
        let title = entry.number.map_or_else(|| entry.title.clone(), |number| format!("{number} {}", entry.title));
        let item = Item::new(title, Goal::Lesson(entry.id.clone()));
        item.with_role(Role::Strong).with_detail(word!("kind-lesson"))
    })
}

/// A model can be watched while it learns any of the tasks.
fn trainings(model: &Model) -> impl Iterator<Item = Item> {
    Task::ALL.into_iter().filter(|task| model.watched != Some(*task)).map(|task| {
        let item = Item::new(say!("watch-learn", task = task.to_string()), Goal::Train(task)).with_role(Role::Strong);
        Item { note: in_english(|| format!("watch {task} learn")), ..item.with_detail(word!("kind-training")) }
    })
}
