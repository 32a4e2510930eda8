//! Asking questions again that were missed, some days later.

use std::sync::Arc;

use super::jumps;
use crate::app::review::NextReview;
use crate::tui::message::Effect;
use crate::tui::model::Model;
use crate::tui::model::review::next_question;
use crate::tui::theme::Role;
use crate::words::say;

/// Goes to the next question that is asked again. Neither its old answer is shown nor what stands around it.
pub(crate) fn ask_next(model: &mut Model) -> Vec<Effect> {
    let NextReview::Ask { question: (lesson, question), due } = next_question(model) else { return Vec::new() };
    let effects = jumps::jump(model, &lesson, Some(Arc::clone(&question)));
    model.say(Role::Text, say!("asked-without-its-page", count = due));
    model.workspace.asking = Some((lesson, question));
    effects
}
