//! Following links and footnotes.

use std::sync::Arc;

use crate::app::lesson::OpenLesson;
use crate::app::links::LinkTarget;
use crate::notebook::lesson::BlockId;
use crate::tui::message::Effect;
use crate::tui::model::Model;
use crate::tui::theme::Role;
use crate::words::say;

use super::{jumps, training};

/// Goes where the link leads that the cursor is on.
pub(crate) fn follow(model: &mut Model) -> Vec<Effect> {
    let Some(reading) = model.reading() else { return Vec::new() };
    let Some(target) = reading.active_link().cloned() else { return Vec::new() };
    match LinkTarget::of(&target) {
        LinkTarget::Address(address) => {
            model.say(Role::Text, say!("select-the-link", link = address));
            Vec::new()
        }
        LinkTarget::Training(task) => match task.parse() {
            Ok(task) => training::watch(model, task),
            Err(words) => {
                model.say(Role::Warning, words);
                Vec::new()
            }
        },
        LinkTarget::Note(number) => {
            let block = note(&reading.lesson, number);
            jumps::jump(model, "", block)
        }
        LinkTarget::Place { lesson, block } => jumps::jump(model, lesson, block.map(Arc::from)),
    }
}

/// The block that holds a footnote.
fn note(open: &OpenLesson, number: &str) -> Option<BlockId> {
    open.blocks().get(open.note(number)?).map(|block| Arc::clone(&block.id))
}
