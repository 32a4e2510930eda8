//! To the clipboard of the reader's terminal: a number, the formula that explains it, the code of a cell.

use crate::tensor::{DType, Tensor};
use crate::tui::message::Effect;
use crate::tui::model::Model;
use crate::tui::model::focus::Focus;
use crate::tui::model::reading::Reading;
use crate::tui::model::stepper::Stepper;
use crate::tui::theme::Role;
use crate::words::{say, word};

/// The longest text, in bytes: written for a terminal it has 100,000 characters, and many read no longer sequence.
const MOST: usize = 74_994;

/// Copies what is under the cursor.
pub(super) fn copy(model: &mut Model) -> Vec<Effect> {
    let Some((copied, text)) = model.reading().and_then(chosen) else {
        model.say(Role::Dim, word("nothing-to-copy"));
        return Vec::new();
    };
    if !model.copies {
        model.say(Role::Warning, word("copying-is-off"));
        return Vec::new();
    }
    if text.len() > MOST {
        let size = text.len().div_ceil(1000);
        model.say(Role::Warning, say("too-long-to-copy", &[("size", size.into())]));
        return Vec::new();
    }
    model.say(Role::Success, copied);
    vec![Effect::Copy(text)]
}

/// What the key would copy, in a few words; nothing if there is nothing.
pub(super) fn wording(reading: &Reading) -> Option<&'static str> {
    match &reading.focus {
        Focus::Tensor(inside) if inside.why.is_some() => Some(word("copy-the-formula")),
        Focus::Tensor(_) => Some(word("copy-the-number")),
        _ if reading.stepper().is_some() => Some(word("copy-the-expression")),
        _ => reading.selected_text().map(|_| word("copy-the-code")),
    }
}

/// What is under the cursor: what is said when it was copied, and its text.
fn chosen(reading: &Reading) -> Option<(String, String)> {
    if let Focus::Tensor(inside) = &reading.focus {
        if let Some(why) = inside.why.as_ref().and_then(|inspection| inspection.why.as_ref()) {
            return Some((
                say("copied-the-formula", &[("name", why.subject.name.as_str().into())]),
                why.explanation.to_string(),
            ));
        }
        let figure = reading.figure(&inside.spot)?;
        let index = figure.index(&inside.spot.lead, inside.spot.row, inside.spot.column);
        let text = number(figure.value(), &index);
        return Some((say("copied-the-number", &[("number", text.as_str().into())]), text));
    }
    if let Some(source) = reading.stepper().and_then(Stepper::source) {
        return Some((say("copied-the-expression", &[("line", source.line.into())]), source.text));
    }
    let text = reading.selected_text()?;
    Some((say("copied-the-code", &[("block", (*reading.id()?).into())]), text.source().to_string()))
}

/// An element with all its digits, as Python writes it.
fn number(tensor: &Tensor, index: &[usize]) -> String {
    let value = tensor.at(index);
    match tensor.dtype() {
        DType::Bool => if value == 0.0 { "False" } else { "True" }.to_owned(),
        _ if value.is_nan() => "nan".to_owned(),
        DType::F32 => (value as f32).to_string(),
        _ => value.to_string(),
    }
}
