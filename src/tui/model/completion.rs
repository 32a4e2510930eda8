//! What is known of the code that is being typed.

use super::focus::Focus;
use super::reading::Reading;
use crate::lang::Value;
use crate::lang::complete::{Candidate, signature};
use crate::lang::value::Scope;

/// What is known at the cursor: of the word that would be taken, else of the function whose brackets it is in.
pub fn hint(reading: &Reading) -> Option<Candidate> {
    let Focus::Code(editor) = &reading.focus else { return None };
    match &editor.completion {
        Some(completion) => completion.chosen().cloned(),
        None => signature(&editor.text(), editor.cursor(), &scope(reading)),
    }
}

/// The names of the page with their values; those that have none now are known all the same.
pub fn scope(reading: &Reading) -> Scope {
    let mut scope = reading.lesson.outcome.values();
    let blocks = 0..reading.lesson.document.lesson().blocks.len();
    let defined = blocks.filter_map(|block| reading.text(block)).flat_map(|text| &text.program.names.defines);
    for (name, _) in defined.filter(|(name, _)| !name.starts_with('_')) {
        scope.entry(name.clone()).or_insert(Value::Ellipsis);
    }
    scope
}
