//! How who writes a lesson is told of an assertion that does not hold. A learner hears what its author says, and knows the cell; who
//! reads a list of problems must be told that it was an assertion, and of what.

use crate::lang::{Assertion, Diagnostic, Span};

/// How much of an assertion is quoted, in characters.
const MAX_LENGTH: usize = 80;

/// The assertion of `code` that does not hold: what it says, what both sides are, and its author's words. None for any other error.
pub(super) fn told(diagnostic: &Diagnostic, code: &str) -> Option<String> {
    let assertion = diagnostic.assertion?;
    let sides: Vec<_> = diagnostic.labels.iter().map(|(span, is)| format!("`{}` {is}", quoted(*span, code))).collect();
    let sides = if sides.is_empty() { String::new() } else { format!(", as {}", sides.join(" and ")) };
    let said = match assertion {
        Assertion::Worded => format!(": {}", diagnostic.message),
        Assertion::Bare => String::new(),
    };
    Some(format!("the assertion `{}` does not hold{sides}{said}", quoted(diagnostic.span, code)))
}

/// Code on one line.
fn quoted(span: Span, code: &str) -> String {
    let line = span.of(code).split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(MAX_LENGTH) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}
