//! Typing a number over an element of a matrix, or over a slider's value.

use ratatui::crossterm::event::KeyCode;

use crate::lang::ControlKind;
use crate::lang::controls::read_number;
use crate::tui::keymap::Key;
use crate::tui::message::Effect;
use crate::tui::model::Model;
use crate::tui::model::focus::Fill;
use crate::tui::model::reading::Reading;
use crate::tui::theme::Role;
use crate::words::{say, word};

use super::{change, fill, inspect};

/// No number that makes sense here is longer.
const LONGEST: usize = 24;

/// Whether what is typed fills cells of a mask.
pub(crate) fn fills_mask(reading: &Reading) -> bool {
    reading.inner_control().is_some_and(|control| matches!(control.kind, ControlKind::Mask(_)))
}

/// Whether the cursor is on a number that can be typed over.
pub(crate) fn can_type(reading: &Reading) -> bool {
    let control = reading.inner_control().map(|control| &control.kind);
    matches!(control, Some(ControlKind::Matrix(_) | ControlKind::Slider(_)))
}

/// Begins to type.
pub(crate) fn begin(model: &mut Model, text: String) {
    model.reading_mut().into_iter().for_each(inspect::return_to_cursor);
    if !model.reading().is_some_and(can_type) {
        let is_mask = model.reading().is_some_and(fills_mask);
        let words = if is_mask { word!("mask-is-toggled") } else { word!("number-is-computed") };
        model.say(Role::Dim, words);
        return;
    }
    if let Some(inside) = model.reading_mut().and_then(|reading| reading.inside_mut()) {
        inside.typed = Some(text);
    }
}

/// A letter of it: those of `1e-3`, `-inf` and `nan`. A cell of a mask has one digit, which sets it.
pub(crate) fn type_key(model: &mut Model, key: Key) -> Vec<Effect> {
    let Some(typed) = typed(model) else { return Vec::new() };
    match key.code {
        KeyCode::Backspace => _ = typed.pop(),
        KeyCode::Char(letter @ ('0'..='9' | '.' | '-' | '+' | 'e' | 'E' | 'i' | 'n' | 'f' | 'a'))
            if typed.len() < LONGEST && key.modifiers.is_empty() =>
        {
            typed.push(letter);
        }
        _ => {}
    }
    if model.reading().is_some_and(fills_mask) { accept(model) } else { Vec::new() }
}

/// A number from the clipboard takes the place of what was typed.
pub(crate) fn paste(model: &mut Model, text: &str) {
    match read_number(text).filter(|_| text.trim().len() <= LONGEST) {
        Some(_) => {
            if let Some(typed) = typed(model) {
                text.trim().clone_into(typed);
            }
        }
        None => model.say(Role::Warning, word!("pasted-no-number")),
    }
}

fn typed(model: &mut Model) -> Option<&mut String> {
    model.reading_mut()?.inside_mut()?.typed.as_mut()
}

/// Leaves it as it was.
pub(crate) fn stop(model: &mut Model) {
    if let Some(inside) = model.reading_mut().and_then(|reading| reading.inside_mut()) {
        (inside.typed, inside.fill) = (None, None);
    }
}

/// Sets the number, where it was begun or wherever is to be filled; what is none stays to be mended.
pub(crate) fn accept(model: &mut Model) -> Vec<Effect> {
    let Some(text) = typed(model).map(|text| text.clone()) else { return Vec::new() };
    if text.is_empty() {
        if model.reading().is_some_and(fills_mask) {
            model.say(Role::Dim, word!("mask-bits"));
        } else {
            stop(model);
        }
        return Vec::new();
    }
    let Some(value) = read_number(&text) else {
        model.say(Role::Warning, say!("no-number", text));
        return Vec::new();
    };
    let region = model.reading().and_then(|reading| reading.inside()).and_then(|inside| inside.fill);
    stop(model);
    if let Some(reading) = model.reading_mut() {
        reading.streak = None;
    }
    match region {
        Some(Fill::With(region)) => fill::with(model, region, value),
        _ => change::set_number(model, value),
    }
}
