//! Sentences for the machine: that which it has now and those before, the newest first.

use std::sync::Arc;

use crate::tui::model::Model;
use crate::tui::model::finder::{Goal, Item};

/// A row for each of them.
pub(super) fn items(model: &Model) -> Vec<Item> {
    let machine = &model.machine;
    let now = machine.run.as_ref().map(|run| Arc::clone(&run.sentence));
    let before = machine.before.iter().rev().filter_map(|input| input.sentence.clone());
    let mut sentences: Vec<Arc<str>> = Vec::new();
    for sentence in now.into_iter().chain(before) {
        if !sentences.contains(&sentence) {
            sentences.push(sentence);
        }
    }
    sentences.into_iter().map(|sentence| Item::new(&*sentence, Goal::Translate(Arc::clone(&sentence)))).collect()
}
