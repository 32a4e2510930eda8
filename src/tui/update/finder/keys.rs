//! What every key does: in the place where the reader is, then in all others.

use crate::tui::keymap::{self, Binding, Context, parse_keys};
use crate::tui::model::Model;
use crate::tui::model::finder::{Goal, Item};

use super::actions::item;

/// A row for each binding of each place.
pub(super) fn items(model: &Model) -> Vec<Item> {
    let here = model.below_lists();
    let others = Context::ALL.into_iter().filter(|context| *context != here);
    let all = [here].into_iter().chain(others);
    all.flat_map(|context| keymap::of(context).filter_map(move |binding| of_binding(binding, context, here))).collect()
}

fn of_binding(binding: &Binding, context: Context, here: Context) -> Option<Item> {
    let keys = parse_keys(binding.keys).ok()?;
    Some(if context == here {
        item(binding.words().to_owned(), binding, &keys, Goal::Key(*keys.first()?))
    } else {
        item(format!("{}: {}", context.title(), binding.words()), binding, &keys, Goal::Elsewhere(context))
    })
}
