//! Typing a number over an element of a matrix, or over a slider's value.

use ratatui::crossterm::event::{KeyCode, KeyModifiers};

use crate::lang::ControlKind;
use crate::lang::controls::read_number;
use crate::tui::keymap::{Action, Key};
use crate::tui::message::Effect;
use crate::tui::model::Model;
use crate::tui::model::focus::Fill;
use crate::tui::model::reading::Reading;
use crate::tui::theme::Role;
use crate::words::{say, word};

use super::{change, fill, inspect, tensor};

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
            // A cell of a mask has one digit.
            if model.reading().is_some_and(fills_mask) { accept(model) } else { Vec::new() }
        }
    }
}

/// Whether what is typed fills cells of a mask.
pub(super) fn fills_mask(reading: &Reading) -> bool {
    reading.inner_control().is_some_and(|control| matches!(control.kind, ControlKind::Mask(_)))
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
    model.reading_mut().into_iter().for_each(inspect::return_to_cursor);
    let control = model.reading().and_then(|reading| reading.inner_control()).map(|control| &control.kind);
    if !matches!(control, Some(ControlKind::Matrix(_) | ControlKind::Slider(_))) {
        let is_mask = matches!(control, Some(ControlKind::Mask(_)));
        let words = if is_mask { word!("mask-is-toggled") } else { word!("number-is-computed") };
        model.say(Role::Dim, words);
        return;
    }
    if let Some(inside) = model.reading_mut().and_then(|reading| reading.inside_mut()) {
        inside.typed = Some(text);
    }
}

/// The letters are those of `1e-3`, `-inf` and `nan`.
fn type_key(model: &mut Model, key: Key) {
    let Some(typed) = typed(model) else { return };
    match key.code {
        KeyCode::Backspace => _ = typed.pop(),
        KeyCode::Char(letter @ ('0'..='9' | '.' | '-' | '+' | 'e' | 'E' | 'i' | 'n' | 'f' | 'a'))
            if typed.len() < LONGEST && key.modifiers.is_empty() =>
        {
            typed.push(letter);
        }
        _ => {}
    }
}

/// A number from the clipboard takes the place of what was typed.
pub(super) fn paste(model: &mut Model, text: &str) {
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

fn stop(model: &mut Model) {
    if let Some(inside) = model.reading_mut().and_then(|reading| reading.inside_mut()) {
        (inside.typed, inside.fill) = (None, None);
    }
}

/// Sets the number, where it was begun or wherever is to be filled; what is none stays to be mended.
fn accept(model: &mut Model) -> Vec<Effect> {
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
