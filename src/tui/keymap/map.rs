//! The table with the keys that a reader has: those of the program, or others.

use std::collections::{BTreeMap, HashMap};

use ratatui::crossterm::event::KeyCode;

use super::{Action, BINDINGS, Binding, Context, Key, Keys, parse_keys};

/// Other keys than the program's own, by place and action; none at all takes the action its keys.
pub(super) type Changes = BTreeMap<(Context, Action), Keys>;

/// The table, ready to be asked for a key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Keymap {
    rows: HashMap<Context, Vec<Row>>,
    actions: HashMap<(Context, Key), Action>,
}

/// A row of the table in one place.
#[derive(Debug, Clone)]
pub struct Row {
    /// What it does, and in which words.
    pub binding: &'static Binding,
    /// The keys that it has here, the first of which the footer shows; there may be none.
    pub keys: Keys,
}

impl PartialEq for Row {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.binding, other.binding) && self.keys == other.keys
    }
}

impl Eq for Row {}

impl Keymap {
    /// The program's own keys.
    pub fn new() -> Self {
        Self::with(&Changes::new())
    }

    /// The program's own keys but for these.
    pub(super) fn with(changes: &Changes) -> Self {
        let rows: HashMap<_, _> = Context::ALL.into_iter().map(|context| (context, rows(context, changes))).collect();
        let mut actions = HashMap::new();
        for (context, row) in rows.iter().flat_map(|(context, rows)| rows.iter().map(move |row| (*context, row))) {
            actions.extend(row.keys.iter().map(|key| ((context, *key), row.binding.action)));
        }
        Self { rows, actions }
    }

    /// What `key` asks for in `context`; None where it is not bound, which in an editor means that it is typed.
    pub fn action(&self, context: Context, key: Key) -> Option<Action> {
        self.actions.get(&(context, key)).copied()
    }

    /// The rows of `context`, in the order of the table.
    pub fn rows(&self, context: Context) -> &[Row] {
        self.rows.get(&context).map_or(&[], Vec::as_slice)
    }

    /// Every key of an action in `context`.
    pub(super) fn keys(&self, context: Context, action: Action) -> Keys {
        let rows = self.rows(context).iter().filter(|row| row.binding.action == action);
        rows.flat_map(|row| row.keys.clone()).collect()
    }

    /// The key that stands first for an action.
    pub(super) fn first_key(&self, context: Context, action: Action) -> Option<Key> {
        let mut rows = self.rows(context).iter().filter(|row| row.binding.action == action);
        rows.find_map(|row| row.keys.first().copied())
    }
}

impl Default for Keymap {
    fn default() -> Self {
        Self::new()
    }
}

/// The rows of a place. Where several rows are of one action, other keys go to the row that has them by itself, else to the first.
fn rows(context: Context, changes: &Changes) -> Vec<Row> {
    let own = |binding: &'static Binding| {
        // A name of a key that cannot be read binds nothing; a test reads every one.
        Row { binding, keys: parse_keys(binding.keys).unwrap_or_default() }
    };
    let mut rows: Vec<Row> = BINDINGS.iter().filter(|binding| binding.contexts.contains(&context)).map(own).collect();
    for ((_, action), keys) in changes.iter().filter(|((place, _), _)| *place == context) {
        let mut ours: Vec<&mut Row> = rows.iter_mut().filter(|row| row.binding.action == *action).collect();
        let home = |key: &Key| ours.iter().position(|row| row.keys.contains(key)).unwrap_or(0);
        let homes: Vec<usize> = keys.iter().map(home).collect();
        for (place, row) in ours.iter_mut().enumerate() {
            row.keys = keys.iter().zip(&homes).filter(|(_, home)| **home == place).map(|(key, _)| *key).collect();
        }
    }
    rows
}

/// Whether a key that is bound to nothing in `context` is typed there: it can have no other meaning.
pub(super) fn is_typed(context: Context, key: Key) -> bool {
    let is_text = match (context, key.code) {
        (Context::TextInput | Context::CodeEditor | Context::Completion | Context::Finder, KeyCode::Char(_))
        | (Context::CodeEditor, KeyCode::Enter)
        | (Context::NumberInput, KeyCode::Backspace) => true,
        // The letters are those of `1e-3`, `-inf` and `nan`.
        (Context::NumberInput, KeyCode::Char(letter)) => "0123456789.-+eEinfa".contains(letter),
        (Context::Tensor | Context::Explained, KeyCode::Char(letter)) => "0123456789.".contains(letter),
        _ => false,
    };
    is_text && key.modifiers.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_row_takes_a_key_that_is_typed() {
        let keymap = Keymap::new();
        for context in Context::ALL {
            for row in keymap.rows(context) {
                for key in &row.keys {
                    assert!(!is_typed(context, *key), "{key} in {context:?}");
                }
            }
        }
    }

    #[test]
    fn other_keys_stay_with_their_own_words() {
        let keys = |text| parse_keys(text).unwrap();
        let changes = Changes::from([((Context::Help, Action::Back), keys("x ?"))]);
        let keymap = Keymap::with(&changes);
        let shown: Vec<_> = keymap
            .rows(Context::Help)
            .iter()
            .filter(|row| row.binding.action == Action::Back)
            .map(|row| (row.binding.words(), row.keys.clone()))
            .collect();
        assert_eq!(shown, [("back", keys("x")), ("close the help", keys("?"))]);
        assert_eq!(keymap.action(Context::Help, keys("x")[0]), Some(Action::Back));
        assert_eq!(keymap.action(Context::Help, keys("<esc>")[0]), None);
    }
}
