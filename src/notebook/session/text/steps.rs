//! The steps that can be undone, line by line: a change of a text as a patch shows it.

use std::fmt;
use std::sync::Arc;

use super::{OpenSection, longer, words};
use crate::notebook::session::history::{DocumentChange, UndoStep};
use crate::notebook::session::saved_progress::SavedProgress;

/// No option of a question.
const NO_OPTION: &str = "-";

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
        return Some(OpenSection::Step { is_done });
    }
    let (OpenSection::Step { is_done }
    | OpenSection::Before { is_done }
    | OpenSection::Afterwards { is_done }
    | OpenSection::Below { is_done }
    | OpenSection::CellText { is_done }) = open
    else {
        return None;
    };
    let step = if is_done { history.done.last_mut()? } else { history.undone.last_mut()? };
    let changes = &mut step.0;
    match (word, open) {
        ("text", _) => {
            changes.push(DocumentChange::Text { block: rest.into(), before: Arc::default(), after: Arc::default() });
            return Some(OpenSection::Before { is_done });
        }
        ("chose", _) => {
            let [before, after, question] = words(rest)?;
            let option = |text: &str| if text == NO_OPTION { Some(None) } else { text.parse().ok().map(Some) };
            let question = question.into();
            changes.push(DocumentChange::Answer { question, before: option(before)?, after: option(after)? });
            return Some(OpenSection::Step { is_done });
        }
        ("added" | "deleted", _) => {
            let (place, id) = rest.split_once(' ')?;
            let (id, place, added) = (id.into(), place.parse().ok()?, word == "added");
            changes.push(DocumentChange::Cell { id, below: None, place, text: Arc::default(), added });
            return Some(OpenSection::Below { is_done });
        }
        _ => {}
    }
    match (word, open, changes.last_mut()?) {
        ("-", OpenSection::Before { .. }, DocumentChange::Text { before, .. }) => {
            *before = longer(before, rest);
            Some(open)
        }
        ("+", OpenSection::Before { .. } | OpenSection::Afterwards { .. }, DocumentChange::Text { after, .. }) => {
            *after = longer(after, rest);
            Some(OpenSection::Afterwards { is_done })
        }
        ("below", OpenSection::Below { .. }, DocumentChange::Cell { below, .. }) => {
            *below = Some(rest.into());
            Some(open)
        }
        ("+", OpenSection::Below { .. } | OpenSection::CellText { .. }, DocumentChange::Cell { text, .. }) => {
            *text = longer(text, rest);
            Some(OpenSection::CellText { is_done })
        }
        _ => None,
    }
}

/// The texts of a change.
pub(super) fn texts(change: &mut DocumentChange) -> Vec<&mut Arc<str>> {
    match change {
        DocumentChange::Text { before, after, .. } => vec![before, after],
        DocumentChange::Answer { .. } => Vec::new(),
        DocumentChange::Cell { text, .. } => vec![text],
    }
}
