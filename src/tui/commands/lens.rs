//! The lens follows the cursor: it needs no key.

use super::inspect;
use crate::tui::layout::areas::{has_lens, shows_lens};
use crate::tui::model::Model;
use crate::tui::model::focus::Inside;

/// Whatever has happened, the lens speaks of what the cursor is on now; inside a tensor that is the element under the cursor.
pub(crate) fn follow(model: &mut Model) {
    let (leads, is_open) = (has_lens(model), shows_lens(model));
    let Some(reading) = model.reading_mut() else { return };
    let is_idle = |inside: &Inside| inside.typed.is_none() && inside.fill.is_none();
    if leads && reading.inside().is_some_and(is_idle) {
        inspect::begin(reading);
    }
    reading.follow_lens(is_open);
}
