//! A value that is no tensor, as text: one line of it, and all of it for who wants to read on.

use std::sync::Arc;

use crate::lang::Value;
use crate::tui::widgets::clip::fit;

/// The longest text of a value that is not a tensor, in columns: in one line, and when it is read whole.
const LONGEST_LINE: u16 = 400;
const LONGEST_TEXT: u16 = 20_000;

/// A value that is no tensor, as text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Said {
    /// Its name on the page.
    pub name: Arc<str>,
    /// What the widest screen could show of it in a line.
    pub line: String,
    /// All of it, as far as anybody would read.
    pub whole: String,
}

impl Said {
    /// What a value called `name` says.
    pub fn new(name: Arc<str>, value: &Value) -> Self {
        // Four bytes a character, and as many blanks as characters.
        let text = value.beginning(8 * usize::from(LONGEST_TEXT)).0;
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let whole = fit(&text, LONGEST_TEXT).into_owned();
        Self { name, line: fit(&whole, LONGEST_LINE).into_owned(), whole }
    }
}
