//! What every key does: in the place where the reader is, then in all others.

use crate::tui::keymap::{self, Binding, Context, Key, parse_keys};
use crate::tui::model::Model;
use crate::tui::model::finder::{Goal, Item};
use crate::tui::theme::Role;

/// A row for each binding of each place.
pub(super) fn items(model: &Model) -> Vec<Item> {
    let here = model.below_lists();
    let others = Context::ALL.into_iter().filter(|context| *context != here);
    let all = [here].into_iter().chain(others);
    all.flat_map(|context| keymap::of(context).filter_map(move |binding| item(binding, context, here))).collect()
}

fn item(binding: &Binding, context: Context, here: Context) -> Option<Item> {
    let keys = parse_keys(binding.keys).ok()?;
    let (place, goal) = if context == here {
        (String::new(), Goal::Key(*keys.first()?))
    } else {
        (format!("{}: ", context.title()), Goal::Elsewhere(context))
    };
    let shown: Vec<_> = keys.iter().map(Key::to_string).collect();
    let (text, detail) = (format!("{place}{}", binding.description), (shown.join(" "), Role::Key));
    Some(Item { text, role: Role::Text, indent: 0, detail, note: String::new(), goal })
}
