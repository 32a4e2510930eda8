//! Typing a number over an element of a matrix, or over a slider's value.

use ratatui::crossterm::event::{KeyCode, KeyModifiers};

use crate::lang::ControlKind;
use crate::tui::keymap::{Action, Key};
use crate::tui::message::Effect;
use crate::tui::model::Model;
use crate::tui::theme::Role;

use super::{change, tensor};

/// No number that makes sense here is longer.
const LONGEST: usize = 24;

/// A key while a number is typed. Arrows set it and go on, as in a table of numbers.
pub(super) fn update(model: &mut Model, action: Option<Action>, key: Key) -> Vec<Effect> {
    match action {
        Some(Action::Back) => {
            stop(model);
            Vec::new()
        }
        Some(Action::Accept) => accept(model),
        Some(step) => {
            let effects = accept(model);
            if model.reading().and_then(|reading| reading.inside()).is_some_and(|inside| inside.typed.is_none()) {
                tensor::update(model, step);
            }
            effects
        }
        None => {
            type_key(model, key);
            Vec::new()
        }
    }
}

/// Begins with a digit, where a number can be typed.
pub(super) fn begin_with(model: &mut Model, key: Key) -> Vec<Effect> {
    if let (KeyCode::Char(letter @ ('0'..='9' | '.')), KeyModifiers::NONE) = (key.code, key.modifiers) {
        begin(model, letter.to_string());
    }
    Vec::new()
}

/// Begins to type.
pub(super) fn begin(model: &mut Model, text: String) {
    let control = model.reading().and_then(|reading| reading.inner_control()).map(|control| &control.kind);
    if !matches!(control, Some(ControlKind::Matrix(_) | ControlKind::Slider(_))) {
        model.say(Role::Dim, "This number is computed: change what it is made of, or E its code.");
        return;
    }
    if let Some(inside) = model.reading_mut().and_then(|reading| reading.inside_mut()) {
        inside.typed = Some(text);
    }
}

fn type_key(model: &mut Model, key: Key) {
    let Some(typed) = typed(model) else { return };
    match key.code {
        KeyCode::Backspace => _ = typed.pop(),
        KeyCode::Char(letter @ ('0'..='9' | '.' | '-' | '+' | 'e' | 'E')) if typed.len() < LONGEST => {
            typed.push(letter);
        }
        _ => {}
    }
}

fn typed(model: &mut Model) -> Option<&mut String> {
    model.reading_mut()?.inside_mut()?.typed.as_mut()
}

fn stop(model: &mut Model) {
    if let Some(inside) = model.reading_mut().and_then(|reading| reading.inside_mut()) {
        inside.typed = None;
    }
}

/// Sets the number; what is none stays to be mended.
fn accept(model: &mut Model) -> Vec<Effect> {
    let Some(text) = typed(model).map(|text| text.clone()) else { return Vec::new() };
    if text.is_empty() {
        stop(model);
        return Vec::new();
    }
    match text.parse::<f64>() {
        Ok(value) if value.is_finite() => {
            stop(model);
            if let Some(reading) = model.reading_mut() {
                reading.streak = None;
            }
            change::set_number(model, value)
        }
        _ => {
            model.say(Role::Warning, format!("`{text}` is no number: mend it, or Esc leaves it as it was."));
            Vec::new()
        }
    }
}
