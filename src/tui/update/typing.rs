//! Typing: every keystroke is a new text of the page, and everything downstream follows.

use std::sync::Arc;

use crate::lang::ControlKind;
use crate::tui::keymap::{Action, Context, Key};
use crate::tui::message::Effect;
use crate::tui::model::Model;
use crate::tui::model::editor::{Editor, LONGEST_PASTE, Typed};
use crate::tui::model::focus::Focus;
use crate::tui::model::reading::Reading;
use crate::tui::theme::Role;

use super::{change, fill, number};

/// A key while text or code is typed.
pub(super) fn update(model: &mut Model, action: Option<Action>, key: Key) -> Vec<Effect> {
    let Some(reading) = model.reading_mut() else { return Vec::new() };
    let Some(editor) = editor(reading) else { return Vec::new() };
    let typed = match action {
        Some(Action::Back | Action::Accept) => {
            stop(reading);
            return Vec::new();
        }
        Some(Action::Undo) => editor.undo(),
        Some(Action::Redo) => editor.redo(),
        _ => editor.key(key),
    };
    match typed {
        Typed::Nothing => Vec::new(),
        Typed::Change { merge } => write(model, merge),
    }
}

/// Text from the clipboard goes where text is typed.
pub(super) fn paste(model: &mut Model, text: &str) -> Vec<Effect> {
    model.notice = None;
    match model.context() {
        Context::Tensor | Context::Explained | Context::Fill => return fill::paste(model, text),
        Context::NumberInput => {
            number::paste(model, text);
            return Vec::new();
        }
        _ => {}
    }
    let Some(editor) = model.reading_mut().and_then(editor) else {
        model.say(Role::Dim, "Nothing is being typed here: e edits, then paste again.");
        return Vec::new();
    };
    let taken = editor.paste(text);
    if taken == LONGEST_PASTE || taken + 3 > LONGEST_PASTE {
        let words = format!("The text was long: its first {taken} bytes were pasted.");
        model.say(Role::Warning, words);
    }
    write(model, false)
}

/// Leaves the typing; what was typed stays.
pub(super) fn stop(reading: &mut Reading) {
    if editor(reading).is_some() {
        reading.focus = Focus::Blocks;
        reading.streak = None;
    }
}

fn editor(reading: &mut Reading) -> Option<&mut Editor> {
    match &mut reading.focus {
        Focus::Text(entry) => Some(&mut entry.editor),
        Focus::Code(editor) => Some(editor),
        _ => None,
    }
}

/// Gives the page the text as it is typed now.
fn write(model: &mut Model, merge: bool) -> Vec<Effect> {
    match model.reading().and_then(source) {
        Some(source) => change::rewrite(model, &source, merge),
        None => Vec::new(),
    }
}

fn source(reading: &Reading) -> Option<String> {
    match &reading.focus {
        Focus::Code(editor) => Some(editor.text()),
        Focus::Text(entry) => {
            let text = reading.selected_text()?;
            let ControlKind::Text(control) = &text.control(&entry.control)?.kind else { return None };
            let source: Arc<str> = Arc::clone(text.source());
            Some(control.with_text(&source, &entry.editor.text()))
        }
        _ => None,
    }
}
