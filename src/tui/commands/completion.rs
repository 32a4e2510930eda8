//! Offering words while code is typed.

use crate::lang::complete::complete;
use crate::tui::keymap::{Action, Key};
use crate::tui::model::completion::scope;
use crate::tui::model::editor::{Completion, Editor, Typed};
use crate::tui::model::focus::Focus;
use crate::tui::model::reading::Reading;

/// Offers words at the cursor; a single one is taken at once.
pub(crate) fn open(reading: &mut Reading) -> Typed {
    let scope = scope(reading);
    let Focus::Code(editor) = &mut reading.focus else { return Typed::Nothing };
    editor.completion = Completion::of(complete(&editor.text(), editor.cursor(), &scope));
    match &editor.completion {
        Some(completion) if completion.candidates.len() == 1 => take(editor),
        _ => Typed::Nothing,
    }
}

/// Goes through the words, takes one, or puts them away.
pub(crate) fn choose(editor: &mut Editor, action: Action) -> Typed {
    let Some(completion) = editor.completion.as_mut() else { return Typed::Nothing };
    match action {
        Action::Complete => completion.step(true),
        Action::CompletePrevious => completion.step(false),
        Action::Accept => return take(editor),
        _ => editor.completion = None,
    }
    Typed::Nothing
}

/// After a key that was for the text: the list follows the word, and is gone with it.
pub(crate) fn follow(reading: &mut Reading, key: Key) {
    use ratatui::crossterm::event::KeyCode;
    let goes_on = match key.code {
        KeyCode::Char(letter) => letter.is_alphanumeric() || letter == '_',
        KeyCode::Backspace => true,
        _ => false,
    };
    let scope = scope(reading);
    let Focus::Code(editor) = &mut reading.focus else { return };
    let Some(before) = editor.completion.take().filter(|_| goes_on) else { return };
    let found = Completion::of(complete(&editor.text(), editor.cursor(), &scope));
    editor.completion = found.filter(|found| found.start == before.start);
}

fn take(editor: &mut Editor) -> Typed {
    let Some(completion) = editor.completion.take() else { return Typed::Nothing };
    let Some(chosen) = completion.chosen() else { return Typed::Nothing };
    editor.replace(completion.start..editor.cursor(), &chosen.word)
}
