//! Going through what a search has found.

use super::jumps;
use crate::tui::message::Effect;
use crate::tui::model::Model;
use crate::tui::theme::Role;
use crate::words::{say, word};

/// Says which of the found places this is, unless there is something else to say.
pub(crate) fn tell_hit(model: &mut Model) {
    if let Some(search) = model.search.as_ref().filter(|_| model.notice.is_none()) {
        let (at, all) = (search.at + 1, search.hits.len());
        let words = say!("hit-of", at, all, words = search.query.trim());
        model.say(Role::Text, words);
    }
}

/// To the next place that the search has found, or the one before; around at the end.
pub(crate) fn next_hit(model: &mut Model, step: isize) -> Vec<Effect> {
    let Some(search) = &mut model.search else { return Vec::new() };
    let all = search.hits.len();
    search.at = (search.at as isize + step).rem_euclid(all.max(1) as isize) as usize;
    let Some((lesson, block)) = search.hits.get(search.at).cloned() else { return Vec::new() };
    let effects = jumps::jump(model, &lesson, Some(block));
    tell_hit(model);
    effects
}

/// Ends the search.
pub(crate) fn end(model: &mut Model) {
    model.search = None;
    model.say(Role::Dim, word!("search-has-ended"));
}
