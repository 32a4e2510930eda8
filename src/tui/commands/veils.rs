//! Showing what questions hide, without an answer.

use crate::app::veils::VeilsResult;
use crate::tui::model::Model;
use crate::tui::theme::Role;
use crate::words::{say, word};

use super::inspect;

/// Shows all that the questions of the page hide, or hides it again.
pub(crate) fn toggle(model: &mut Model) {
    let Some(reading) = model.reading_mut() else { return };
    let words = match reading.lesson.toggle_veils() {
        Some(VeilsResult::Lifted(count)) => say!("veils-lifted", count),
        Some(VeilsResult::Lowered(count)) => say!("veils-lowered", count),
        None => return,
    };
    // What is explained may have been hidden until now.
    reading.follow_veils();
    inspect::refresh(reading);
    model.say(Role::Text, words);
}

/// Shows what the question hides that the cursor is at.
pub(crate) fn skip(model: &mut Model) {
    if model.reading_mut().is_some_and(|reading| reading.lesson.skip_question()) {
        model.say(Role::Text, word!("question-skipped"));
    }
}
