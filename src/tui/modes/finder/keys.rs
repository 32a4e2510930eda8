//! What every key does: in the place where the reader is, then in all others.

use crate::tui::keymap::{Context, Row};
use crate::tui::model::Model;
use crate::tui::model::finder::{Goal, Item};

use super::actions::{item, key_of};

/// An item for each row of each place.
pub(crate) fn items(model: &Model) -> Vec<Item> {
    let here = model.below_lists();
    let others = Context::ALL.into_iter().filter(|context| *context != here);
    let all = [here].into_iter().chain(others);
    all.flat_map(|context| model.keymap.rows(context).iter().filter_map(move |row| of_row(row, context, here)))
        .collect()
}

fn of_row(row: &Row, context: Context, here: Context) -> Option<Item> {
    let words = row.binding.words();
    Some(if context == here {
        item(words.to_owned(), row.binding, &row.keys, Goal::Act(row.binding.action, key_of(row)?))
    } else {
        item(format!("{}: {words}", context.title()), row.binding, &row.keys, Goal::Elsewhere(context))
    })
}
