//! To the clipboard of the reader's terminal: a number, the formula that explains it, the code of a cell, the LaTeX of a formula.

use crate::notebook::in_full;
use crate::notebook::lesson::BlockKind;
use crate::notebook::markdown::ProseElement;
use crate::tui::message::Effect;
use crate::tui::model::Model;
use crate::tui::model::focus::Focus;
use crate::tui::model::reading::Reading;
use crate::tui::theme::Role;
use crate::words::{MessageId, id, say, word};

/// The longest text, in bytes: written for a terminal it has 100,000 characters, and many read no longer sequence.
const MOST: usize = 74_994;

/// What can be copied.
#[derive(Debug)]
pub(crate) struct Copied {
    /// What a list calls it.
    pub offer: MessageId,
    /// What is said once it was copied.
    pub said: String,
    /// The text itself.
    pub text: String,
}

/// Copies what is under the cursor.
pub(crate) fn copy(model: &mut Model) -> Vec<Effect> {
    let copied = model.reading().and_then(chosen);
    copied.map(|copied| put(model, copied.said, copied.text)).unwrap_or_default()
}

/// Copies a text, and says so.
pub(crate) fn put(model: &mut Model, said: String, text: String) -> Vec<Effect> {
    if !model.copies {
        model.say(Role::Warning, word!("copying-is-off"));
        return Vec::new();
    }
    if text.len() > MOST {
        let size = text.len().div_ceil(1000);
        model.say(Role::Warning, say!("too-long-to-copy", size));
        return Vec::new();
    }
    model.say(Role::Success, said);
    vec![Effect::Copy(text)]
}

/// What the key would copy, in a few words; nothing if there is nothing.
pub(crate) fn words(reading: &Reading) -> Option<MessageId> {
    chosen(reading).map(|copied| copied.offer)
}

/// What is under the cursor.
fn chosen(reading: &Reading) -> Option<Copied> {
    all(reading).into_iter().next()
}

/// Everything that can be copied here; the first is what the key copies.
pub(crate) fn all(reading: &Reading) -> Vec<Copied> {
    let inside = matches!(reading.focus, Focus::Tensor(_));
    let expression = expression(reading).filter(|_| !inside);
    let mut all = [formula(reading), element(reading), expression, code(reading), latex(reading)];
    if reading.glances() {
        all.swap(0, 1);
    }
    all.into_iter().flatten().collect()
}

/// The formula of the explained element.
fn formula(reading: &Reading) -> Option<Copied> {
    let why = reading.inside()?.why.as_ref()?.why.as_ref()?;
    let said = say!("copied-the-formula", name = why.subject.name.as_str());
    Some(Copied { offer: id!("copy-the-formula"), said, text: why.explanation.to_string() })
}

/// The number under the cursor.
fn element(reading: &Reading) -> Option<Copied> {
    let inside = reading.inside()?;
    let figure = reading.figure(&inside.spot)?;
    let index = figure.index(&inside.spot.lead, inside.spot.row, inside.spot.column);
    let text = in_full::element(figure.value(), &index)?;
    let said = say!("copied-the-number", number = text.as_str());
    Some(Copied { offer: id!("copy-the-number"), said, text })
}

/// What is evaluated by the step that the reader is at.
fn expression(reading: &Reading) -> Option<Copied> {
    let source = reading.stepper()?.source(&reading.lesson.outcome)?;
    let said = say!("copied-the-expression", line = source.line);
    Some(Copied { offer: id!("copy-the-expression"), said, text: source.text })
}

/// The code of the selected block.
fn code(reading: &Reading) -> Option<Copied> {
    let text = reading.selected_text()?;
    let said = say!("copied-the-code", block = *reading.lesson.id()?);
    Some(Copied { offer: id!("copy-the-code"), said, text: text.source().to_string() })
}

/// The formulas that stand on lines of their own in the selected block, as LaTeX: it goes into a paper, and cells of rows would not.
fn latex(reading: &Reading) -> Option<Copied> {
    let BlockKind::Prose(elements) = &reading.lesson.blocks().get(reading.lesson.at)?.kind else { return None };
    let formulas: Vec<&str> = elements.iter().filter_map(ProseElement::formula).collect();
    let (said, text) = (word!("copied-the-latex").to_owned(), formulas.join("\n"));
    (!formulas.is_empty()).then_some(Copied { offer: id!("copy-the-latex"), said, text })
}
