//! Typing: every keystroke is a new text of the page, and everything downstream follows.

use std::sync::Arc;

use crate::lang::ControlKind;
use crate::tui::keymap::{Action, Key};
use crate::tui::message::Effect;
use crate::tui::model::Model;
use crate::tui::model::editor::{Editor, Typed};
use crate::tui::model::focus::{Focus, Wanted};
use crate::tui::model::reading::Reading;
use crate::tui::theme::Role;
use crate::words::{say, word};

use super::{change, completion, external_editor};

/// A key while text or code is typed: an action of the place, or a letter.
pub(crate) fn type_key(model: &mut Model, action: Option<Action>, key: Key) -> Vec<Effect> {
    let is_text = model.reading().is_some_and(|reading| matches!(reading.focus, Focus::Text(_)));
    if is_text && action == Some(Action::Back) {
        return cancel(model);
    }
    let Some(editor) = model.reading_mut().and_then(editor_of) else { return Vec::new() };
    let offering = editor.completion.is_some();
    let typed = match action {
        Some(Action::Back | Action::Accept) => {
            model.reading_mut().into_iter().for_each(stop);
            return Vec::new();
        }
        Some(Action::EditOutside) => return external_editor::open(model),
        Some(Action::Complete) if editor.is_at_margin() || editor.selection().is_some() => {
            editor.act(Action::Indent, key)
        }
        Some(Action::Complete) => model.reading_mut().map_or(Typed::Nothing, completion::open),
        Some(Action::Copy) => {
            copy(model);
            return Vec::new();
        }
        Some(Action::Cut) => return cut(model),
        Some(Action::Paste) => return paste_own(model),
        Some(action) => editor.act(action, key),
        None => editor.key(key),
    };
    if offering && let Some(reading) = model.reading_mut() {
        completion::follow(reading, key);
    }
    match (&typed, action) {
        (Typed::Nothing, Some(Action::Undo)) => model.say(Role::Dim, word!("nothing-typed-yet")),
        (Typed::Nothing, Some(Action::Complete)) if !is_offering(model) => {
            model.say(Role::Dim, word!("no-name-goes-on"));
        }
        (Typed::Nothing, None) if model.reading_mut().and_then(editor_of).is_some_and(|editor| editor.is_full()) => {
            model.say(Role::Warning, word!("nothing-more-fits"));
        }
        (Typed::Nothing, Some(Action::Redo)) => model.say(Role::Dim, word!("nothing-taken-back")),
        _ => {}
    }
    taken(model, typed)
}

/// Chooses among the words that are offered.
pub(crate) fn complete(model: &mut Model, action: Action) -> Vec<Effect> {
    let Some(editor) = model.reading_mut().and_then(editor_of) else { return Vec::new() };
    let typed = completion::choose(editor, action);
    taken(model, typed)
}

fn taken(model: &mut Model, typed: Typed) -> Vec<Effect> {
    match typed {
        Typed::Nothing => Vec::new(),
        Typed::Change { merge } => write(model, merge),
    }
}

/// Whether words are offered.
fn is_offering(model: &mut Model) -> bool {
    model.reading_mut().and_then(editor_of).is_some_and(|editor| editor.completion.is_some())
}

/// Keeps what is selected.
fn copy(model: &mut Model) -> bool {
    let Some(text) = model.reading_mut().and_then(editor_of).and_then(|editor| editor.selected()) else {
        model.say(Role::Dim, word!("nothing-selected"));
        return false;
    };
    model.clipboard = text;
    model.say(Role::Text, word!("copied-for-paste"));
    true
}

/// Keeps what is selected, and takes it out.
fn cut(model: &mut Model) -> Vec<Effect> {
    if !copy(model) {
        return Vec::new();
    }
    model.notice = None;
    let cut = model.reading_mut().and_then(editor_of).and_then(Editor::cut);
    if cut.is_some() { write(model, false) } else { Vec::new() }
}

/// Puts in what was copied or cut in any cell.
fn paste_own(model: &mut Model) -> Vec<Effect> {
    if model.clipboard.is_empty() {
        model.say(Role::Dim, word!("nothing-cut-here"));
        return Vec::new();
    }
    let text = std::mem::take(&mut model.clipboard);
    let effects = paste(model, &text);
    model.clipboard = text;
    effects
}

/// Text from the clipboard goes where text is typed.
pub(crate) fn paste(model: &mut Model, text: &str) -> Vec<Effect> {
    model.notice = None;
    let Some(editor) = model.reading_mut().and_then(editor_of) else {
        model.say(Role::Dim, word!("nothing-being-typed"));
        return Vec::new();
    };
    editor.completion = None;
    match editor.paste(text) {
        None => {}
        Some(0) => {
            model.say(Role::Warning, word!("nothing-more-fits"));
            return Vec::new();
        }
        Some(taken) => model.say(Role::Warning, say!("pasted-the-beginning", count = taken)),
    }
    write(model, false)
}

/// Leaves the typing; what was typed stays, and how it stands is to be seen.
pub(crate) fn stop(reading: &mut Reading) {
    if editor_of(reading).is_some() {
        reading.lesson.document.end_typing();
        reading.wanted = Some(Wanted::Verdict);
        reading.focus = Focus::Blocks;
        reading.streak = None;
    }
}

/// Leaves the typing of a text, which is again as it was before.
fn cancel(model: &mut Model) -> Vec<Effect> {
    let Some(reading) = model.reading_mut() else { return Vec::new() };
    let was_changed = reading.lesson.document.cancel_typing().is_some();
    stop(reading);
    if !was_changed {
        return Vec::new();
    }
    reading.reread();
    change::evaluate(model)
}

fn editor_of(reading: &mut Reading) -> Option<&mut Editor> {
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
