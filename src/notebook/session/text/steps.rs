//! The steps that can be undone, line by line: a change of a text as a patch shows it.

use std::fmt;
use std::sync::Arc;

use super::{OpenSection, longer, words};
use crate::notebook::session::history::{DocumentChange, UndoStep};
use crate::notebook::session::saved_progress::SavedProgress;

/// No option of a question.
const NO_OPTION: &str = "-";

/// What the next line of a change may go on with.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum OpenChange {
    Nothing,
    Before,
    Below,
    Text,
}

/// Writes a step line by line.
pub(super) fn write(line: &mut impl FnMut(fmt::Arguments<'_>), kind: &str, step: &UndoStep) {
    line(format_args!("{kind}"));
    let option = |option: &Option<usize>| option.map_or_else(|| NO_OPTION.to_owned(), |option| option.to_string());
    for change in &step.0 {
        match change {
            DocumentChange::Text { block, before, after } => {
                line(format_args!("text {block}"));
                before.split('\n').for_each(|text| line(format_args!("- {text}")));
                after.split('\n').for_each(|text| line(format_args!("+ {text}")));
            }
            DocumentChange::Answer { question, before, after } => {
                line(format_args!("chose {} {} {question}", option(before), option(after)));
            }
            DocumentChange::Cell { id, below, place, text, added } => {
                line(format_args!("{} {place} {id}", if *added { "added" } else { "deleted" }));
                if let Some(below) = below {
                    line(format_args!("below {below}"));
                }
                text.split('\n').for_each(|text| line(format_args!("+ {text}")));
            }
        }
    }
}

/// Takes one line of the history into a record and says what may follow; `None` if it cannot be read.
pub(super) fn fact(record: &mut SavedProgress, open: OpenSection, word: &str, rest: &str) -> Option<OpenSection> {
    let history = &mut record.history;
    if word == "edition" {
        history.edition = rest.parse().ok()?;
        return Some(OpenSection::Nothing);
    }
    if let ("done" | "undone", "") = (word, rest) {
        let is_done = word == "done";
        let steps = if is_done { &mut history.done } else { &mut history.undone };
        steps.push(UndoStep::default());
        return Some(OpenSection::Step { is_done, open: OpenChange::Nothing });
    }
    let OpenSection::Step { is_done, open } = open else { return None };
    let steps = if is_done { &mut history.done } else { &mut history.undone };
    let open = change(&mut steps.last_mut()?.0, open, word, rest)?;
    Some(OpenSection::Step { is_done, open })
}

/// The same for a line of a step.
fn change(changes: &mut Vec<DocumentChange>, open: OpenChange, word: &str, rest: &str) -> Option<OpenChange> {
    match word {
        "text" => {
            changes.push(DocumentChange::Text { block: rest.into(), before: Arc::default(), after: Arc::default() });
            return Some(OpenChange::Before);
        }
        "chose" => {
            let [before, after, question] = words(rest)?;
            let option = |text: &str| if text == NO_OPTION { Some(None) } else { text.parse().ok().map(Some) };
            let question = question.into();
            changes.push(DocumentChange::Answer { question, before: option(before)?, after: option(after)? });
            return Some(OpenChange::Nothing);
        }
        "added" | "deleted" => {
            let (place, id) = rest.split_once(' ')?;
            let (id, place, added) = (id.into(), place.parse().ok()?, word == "added");
            changes.push(DocumentChange::Cell { id, below: None, place, text: Arc::default(), added });
            return Some(OpenChange::Below);
        }
        _ => {}
    }
    let (text, open) = match (word, open, changes.last_mut()?) {
        ("-", OpenChange::Before, DocumentChange::Text { before, .. }) => (before, open),
        ("+", OpenChange::Before | OpenChange::Text, DocumentChange::Text { after, .. }) => (after, OpenChange::Text),
        ("+", OpenChange::Below | OpenChange::Text, DocumentChange::Cell { text, .. }) => (text, OpenChange::Text),
        ("below", OpenChange::Below, DocumentChange::Cell { below, .. }) => {
            *below = Some(rest.into());
            return Some(open);
        }
        _ => return None,
    };
    *text = longer(text, rest);
    Some(open)
}

/// The texts of a change.
pub(super) fn texts(change: &mut DocumentChange) -> Vec<&mut Arc<str>> {
    match change {
        DocumentChange::Text { before, after, .. } => vec![before, after],
        DocumentChange::Answer { .. } => Vec::new(),
        DocumentChange::Cell { text, .. } => vec![text],
    }
}
