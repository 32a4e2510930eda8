//! The leak test: one input is changed, and what moves had seen it.
//!
//! A causal model's output at a position must not move when a later token changes. The change is made on a copy of the page,
//! evaluated beside it, and compared with [`compare`](mod@super::compare); the learner's page stays what it is.

use std::sync::Arc;

use crate::lang::controls::Text;
use crate::lang::{Control, ControlKind, controls, parse};
use crate::notebook::document::{Document, DocumentState};
use crate::notebook::lesson::BlockId;

/// An input of a page, and the part of it that is changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Probe {
    /// The cell in which it stands.
    pub block: BlockId,
    /// Its name.
    pub input: Arc<str>,
    /// Of a text the word, of a matrix the row, both from 0; of a mask the row.
    pub row: usize,
    /// Of a mask the column; else not looked at.
    pub column: usize,
}

/// The page with one input changed.
#[derive(Clone, Debug)]
pub struct Probed {
    /// The page as it would be.
    pub snapshot: Arc<DocumentState>,
    /// What was changed.
    pub change: InputChange,
}

/// What a leak test changes. It is data, which `words` says in the language that is spoken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InputChange {
    /// A word of a text is exchanged.
    Word {
        /// The text.
        input: Arc<str>,
        /// Which word, from 1.
        number: usize,
        /// The word.
        before: String,
        /// What stands in its place.
        after: String,
    },
    /// A slider is moved.
    Slider {
        /// The slider.
        input: Arc<str>,
        /// Where to.
        to: String,
    },
    /// Another option is chosen.
    Choice {
        /// The choice.
        input: Arc<str>,
        /// The option.
        to: String,
    },
    /// A toggle is switched.
    Toggle {
        /// The toggle.
        input: Arc<str>,
        /// Whether it is on then.
        on: bool,
    },
    /// A row of a matrix is moved, by unequal steps.
    Row {
        /// The matrix.
        input: Arc<str>,
        /// Which row.
        row: usize,
    },
    /// An element of a mask is switched.
    Mask {
        /// The mask.
        input: Arc<str>,
        /// Its row.
        row: usize,
        /// Its column.
        column: usize,
    },
}

/// Why an input cannot be changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoChange {
    /// There is no such input any more.
    Gone(Arc<str>),
    /// It has no row of this number.
    NoRow(Arc<str>, usize),
    /// It has no word of this number, from 1.
    NoWord(Arc<str>, usize),
    /// It has no second word to put in the place of another.
    NoOtherWord(Arc<str>),
    /// It has no other value to take.
    NoOther(Arc<str>),
}

impl Probe {
    /// The page with this input changed.
    ///
    /// # Errors
    /// The input is gone, or there is nothing to change it to.
    pub fn change(&self, page: &Document) -> Result<Probed, NoChange> {
        let gone = || NoChange::Gone(Arc::clone(&self.input));
        let source = page.source(&self.block).ok_or_else(gone)?;
        let found = controls(&parse(&source).program).into_iter().find(|control| control.name == self.input);
        let (changed, change) = self.changed(&found.ok_or_else(gone)?, &source)?;
        let mut copy = page.clone();
        copy.edit(&self.block, &changed, false);
        Ok(Probed { snapshot: copy.snapshot(), change })
    }

    fn changed(&self, control: &Control, source: &str) -> Result<(String, InputChange), NoChange> {
        let input = Arc::clone(&control.name);
        let changed = match &control.kind {
            ControlKind::Text(text) => return self.exchanged(text, source),
            ControlKind::Slider(slider) => {
                let up = slider.nearest(slider.value + slider.step);
                let to = if up > slider.value { up } else { slider.nearest(slider.value - slider.step) };
                (slider.with_value(source, to), InputChange::Slider { input, to: to.to_string() })
            }
            ControlKind::Choice(choice) => {
                let next = (choice.selected + 1) % choice.options.len();
                (choice.with_option(source, next), InputChange::Choice { input, to: choice.options[next].to_string() })
            }
            ControlKind::Toggle(toggle) => {
                (toggle.with_value(source, !toggle.value), InputChange::Toggle { input, on: !toggle.value })
            }
            ControlKind::Matrix(matrix) => {
                let no_row = || NoChange::NoRow(Arc::clone(&input), self.row);
                let row = matrix.rows.get(self.row).ok_or_else(no_row)?;
                // By unequal steps: a norm takes the mean away, and a shift of all numbers alike would be invisible.
                let numbers = row.iter().zip(1..).enumerate();
                let numbers = numbers.map(|(column, (old, nth))| (self.row, column, old + 1.0 / f64::from(nth)));
                let moved = matrix.with_numbers(source, numbers);
                (moved, InputChange::Row { input, row: self.row })
            }
            ControlKind::Mask(mask) => {
                let &Self { row, column, .. } = self;
                (mask.toggled(source, row, column), InputChange::Mask { input, row, column })
            }
        };
        if changed.0 == *source {
            return Err(NoChange::NoOther(Arc::clone(&control.name)));
        }
        Ok(changed)
    }

    /// The text with one word exchanged for another of its words, which a lesson's vocabulary is sure to know.
    fn exchanged(&self, text: &Text, source: &str) -> Result<(String, InputChange), NoChange> {
        let (input, number) = (Arc::clone(&self.input), self.row + 1);
        let words: Vec<&str> = text.value.split_whitespace().collect();
        let word = words.get(self.row).ok_or_else(|| NoChange::NoWord(Arc::clone(&input), number))?;
        let other = words.iter().find(|other| *other != word);
        let other = other.ok_or_else(|| NoChange::NoOtherWord(Arc::clone(&input)))?;
        let mut changed = words.clone();
        changed[self.row] = other;
        let (before, after) = ((*word).to_owned(), (*other).to_owned());
        Ok((text.with_text(source, &changed.join(" ")), InputChange::Word { input, number, before, after }))
    }

    /// The next place of the same input: the next word or row, around at the end.
    #[must_use]
    pub fn next(&self, control: &Control) -> Self {
        Self { row: (self.row + 1) % rows(control), ..self.clone() }
    }

    /// The last place of the same input.
    #[must_use]
    pub fn last(&self, control: &Control) -> Self {
        Self { row: rows(control) - 1, ..self.clone() }
    }
}

/// How many places an input has that can be changed one by one, at least 1.
fn rows(control: &Control) -> usize {
    let rows = match &control.kind {
        ControlKind::Text(text) => text.value.split_whitespace().count(),
        ControlKind::Matrix(matrix) => matrix.rows.len(),
        _ => 1,
    };
    rows.max(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notebook::compare::summary;
    use crate::notebook::evaluate::{EvaluationOutcome, evaluate_now};
    use crate::notebook::lesson::Lesson;

    const LESSON: &str = r#"---
title: T
id: t
---
```python
#| label: inputs
said = text("the cat sat")
t = slider(0.0, 1.0, value=1.0, step=0.5)
kind = choice(["a", "b"], "b")
on = toggle(True)
x = matrix([[0.1, 0.2], [0.3, 0.4], [0.5, 0.6]])
allowed = mask([[1, 0, 0], [1, 1, 0], [1, 1, 1]])
```

```python
#| label: model
scores = (x @ x.T).masked_fill(~allowed, -inf)
out = softmax(scores, dim=-1) @ x
row0 = out[0]
row1 = out[1]
row2 = out[2]
```
"#;

    fn page() -> Document {
        Document::new(Arc::new(Lesson::read("t.md", LESSON).unwrap()))
    }

    fn probe(input: &str, row: usize, column: usize) -> Probe {
        Probe { block: "inputs".into(), input: input.into(), row, column }
    }

    fn source(probed: &Probed) -> String {
        probed.snapshot.source("inputs").unwrap().to_string()
    }

    #[test]
    fn each_kind_of_input_takes_another_value() {
        let page = page();
        let said = |input, row, column| {
            let probed = probe(input, row, column).change(&page).unwrap();
            assert_ne!(source(&probed), &*page.source("inputs").unwrap());
            (source(&probed), probed.change)
        };
        let (text, change) = said("said", 2, 0);
        assert!(text.contains("\"the cat the\""), "{text}");
        let (before, after) = ("sat".to_owned(), "the".to_owned());
        assert_eq!(change, InputChange::Word { input: "said".into(), number: 3, before, after });
        assert!(said("said", 0, 0).0.contains("\"cat cat sat\""));
        assert!(said("t", 0, 0).0.contains("value=0.5"), "at its end it goes back");
        assert!(said("kind", 0, 0).0.contains("\"a\")"));
        assert!(said("on", 0, 0).0.contains("toggle(False)"));
        assert!(said("x", 0, 0).0.contains("[[1.1, 0.7], [0.3"));
        assert!(said("allowed", 0, 1).0.contains("[[1, 1, 0]"));
    }

    #[test]
    fn a_causal_page_moves_from_the_changed_row_on() {
        let page = page();
        let now = evaluate_now(&page.snapshot(), &EvaluationOutcome::default());
        for row in 0..3 {
            let probed = probe("x", row, 0).change(&page).unwrap();
            let would = evaluate_now(&probed.snapshot, &now);
            let moved: Vec<_> =
                summary(page.lesson(), &now, &would).moved.iter().map(|it| it.name.to_string()).collect();
            for (place, name) in ["row0", "row1", "row2"].iter().enumerate() {
                assert_eq!(moved.iter().any(|moved| moved == name), place >= row, "row {row} changed: {moved:?}");
            }
        }
        assert!(page.changes().is_empty(), "the page itself stays");
    }

    #[test]
    fn what_cannot_be_changed_says_why() {
        let mut page = page();
        let why = |page: &Document, input, row| probe(input, row, 0).change(page).unwrap_err();
        assert_eq!(why(&page, "nobody", 0), NoChange::Gone("nobody".into()));
        assert_eq!(why(&page, "x", 3), NoChange::NoRow("x".into(), 3));
        page.edit("inputs", "said = text(\"cat cat\")\nkind = choice([\"a\"], \"a\")", false);
        assert_eq!(why(&page, "said", 0), NoChange::NoOtherWord("said".into()));
        assert_eq!(why(&page, "said", 5), NoChange::NoWord("said".into(), 6));
        assert_eq!(why(&page, "kind", 0), NoChange::NoOther("kind".into()));
    }
}
