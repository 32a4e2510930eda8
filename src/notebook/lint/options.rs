//! The options of a question as they read on the page, and those that read the same: nobody can tell which of them is meant.

use std::collections::BTreeMap;

use crate::notebook::evaluate::EvaluationOutcome;
use crate::notebook::lesson::{BlockId, Question};
use crate::notebook::markdown::{Content, TextRun};

/// The first option that reads as one before it: the number of that one, its own, and what both say.
pub(super) fn equal(id: &BlockId, question: &Question, outcome: &EvaluationOutcome) -> Option<(usize, usize, String)> {
    let mut before = BTreeMap::new();
    question.options.iter().enumerate().find_map(|(number, option)| {
        let text = shown(id, option, outcome)?;
        let other = before.get(&text).copied();
        before.entry(text.clone()).or_insert(number);
        other.map(|other| (other, number, text))
    })
}

/// An option as it reads on the page, if all of its numbers are known.
pub fn shown(id: &BlockId, option: &[TextRun], outcome: &EvaluationOutcome) -> Option<String> {
    let mut text = String::new();
    for piece in option {
        text.push_str(match &piece.content {
            Content::Text(words) | Content::Code(words) | Content::Math(words) => words,
            Content::Computed(number) => outcome.number(id, number.index).text()?,
            Content::Break => " ",
        });
    }
    Some(text.split_whitespace().collect::<Vec<_>>().join(" "))
}
