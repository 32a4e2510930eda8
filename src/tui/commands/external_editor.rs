//! Typing in the reader's own editor.

use std::sync::Arc;

use crate::tui::message::Effect;
use crate::tui::model::Model;
use crate::tui::model::focus::Focus;
use crate::tui::theme::Role;
use crate::words::{say, word};

use super::change;

/// Asks for the reader's editor on the text of the selected block.
pub(crate) fn open(model: &mut Model) -> Vec<Effect> {
    let Some(reading) = model.reading() else { return Vec::new() };
    let (Some(text), Some(block)) = (reading.selected_text(), reading.lesson.id()) else {
        model.say(Role::Dim, word!("nothing-to-edit"));
        return Vec::new();
    };
    let lesson = Arc::clone(&reading.lesson.document.lesson().front.id);
    vec![Effect::EditOutside { lesson, block, text: Arc::clone(text.source()) }]
}

/// The reader's editor was left: its text is one change of the page.
pub(crate) fn edited(model: &mut Model, lesson: &str, block: &str, text: Result<String, String>) -> Vec<Effect> {
    let text = match text {
        Ok(text) => text,
        Err(why) => {
            model.say(Role::Warning, why);
            return Vec::new();
        }
    };
    let Some(reading) = model.workspace.lessons.get_mut(lesson) else { return Vec::new() };
    let Some(place) = reading.lesson.position(block) else { return Vec::new() };
    reading.streak = None;
    let changed = reading.rewrite(place, &text, false);
    if place == reading.lesson.at
        && let Focus::Code(editor) = &mut reading.focus
    {
        editor.set_text(&text);
    }
    let words = if changed { say!("as-left-in-editor", block) } else { word!("nothing-was-changed").to_owned() };
    model.say(Role::Text, words);
    if changed { change::evaluate(model) } else { Vec::new() }
}
