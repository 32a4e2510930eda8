//! Following links and footnotes.

use std::sync::Arc;

use crate::notebook::training::LINK;
use crate::tui::message::Effect;
use crate::tui::model::Model;
use crate::tui::model::reading::Reading;
use crate::tui::theme::Role;
use crate::words::say;

use super::{dashboard, places};

/// Goes where the link leads that the cursor is on.
pub(super) fn follow(model: &mut Model) -> Vec<Effect> {
    let Some(reading) = model.reading() else { return Vec::new() };
    let Some(target) = reading.active_link().cloned() else { return Vec::new() };
    if target.starts_with("https://") || target.starts_with("http://") {
        model.say(Role::Text, say("select-the-link", &[("link", (*target).into())]));
        return Vec::new();
    }
    if let Some(task) = target.strip_prefix(LINK) {
        return match task.parse() {
            Ok(task) => dashboard::watch(model, task),
            Err(words) => {
                model.say(Role::Warning, words);
                Vec::new()
            }
        };
    }
    let (page, place) = if let Some(number) = target.strip_prefix('^') {
        ("", note(reading, number))
    } else {
        let (page, block) = target.split_once('#').unwrap_or((&target, ""));
        (page, Some(Arc::from(block)).filter(|block: &Arc<str>| !block.is_empty()))
    };
    places::jump(model, page, place)
}

/// The block that holds a footnote.
fn note(reading: &Reading, number: &str) -> Option<Arc<str>> {
    let number = number.parse().ok()?;
    reading.lesson.blocks().iter().find(|block| block.has_note(number)).map(|block| Arc::clone(&block.id))
}
