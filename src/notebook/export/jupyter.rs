//! The export as a Jupyter notebook.

use std::collections::BTreeSet;

use serde_json::{Value as Json, json};

use super::{ExportedDocument, ExportedPart, markdown};

/// The longest name of a cell that the format allows.
const MAX_ID_LENGTH: usize = 64;

/// Writes the notebook.
pub(super) fn write(document: &ExportedDocument) -> String {
    let mut ids = Ids::default();
    let cells: Vec<Json> = document.pieces.iter().map(|piece| cell(piece, &mut ids)).collect();
    let notebook = json!({
        "cells": cells,
        "metadata": {
            "kernelspec": { "display_name": "Python 3", "language": "python", "name": "python3" },
            "language_info": { "name": "python" },
            "title": document.title,
        },
        "nbformat": 4,
        "nbformat_minor": 5,
    });
    format!("{notebook:#}\n")
}

fn cell(piece: &ExportedPart, ids: &mut Ids) -> Json {
    match piece {
        ExportedPart::Prose { id, text } => prose(&ids.take(id), text),
        ExportedPart::Folded { id, title, text } => prose(&ids.take(id), markdown::folded(title, text).trim_end()),
        ExportedPart::Code { id, text, folded: true } => {
            code(&ids.take(id), text, &json!({ "jupyter": { "source_hidden": true }, "tags": ["solution"] }))
        }
        ExportedPart::Code { id, text, .. } => code(&ids.take(id), text, &json!({})),
        ExportedPart::Start { id, text } => code(&ids.take(id), text, &json!({ "tags": ["exercise"] })),
    }
}

fn prose(id: &str, text: &str) -> Json {
    json!({ "cell_type": "markdown", "id": id, "metadata": {}, "source": lines(text) })
}

fn code(id: &str, text: &str, metadata: &Json) -> Json {
    json!({
        "cell_type": "code", "execution_count": null, "id": id, "metadata": metadata, "outputs": [], "source": lines(text),
    })
}

/// A text as the format has it: a list of lines, each with its end, except the last.
fn lines(text: &str) -> Vec<&str> {
    text.split_inclusive('\n').collect()
}

/// The names given to cells so far: letters, digits, `-` and `_`, each once.
#[derive(Default)]
struct Ids(BTreeSet<String>);

impl Ids {
    fn take(&mut self, wanted: &str) -> String {
        let allowed = |c: char| if c.is_ascii_alphanumeric() || c == '_' { c } else { '-' };
        let base: String = wanted.chars().map(allowed).take(MAX_ID_LENGTH - 4).collect();
        let base = if base.is_empty() { "cell".to_owned() } else { base };
        let mut id = base.clone();
        let mut count = 1;
        while !self.0.insert(id.clone()) {
            count += 1;
            id = format!("{base}-{count}");
        }
        id
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_have_names_that_the_format_allows() {
        let mut ids = Ids::default();
        let long = "é".repeat(100);
        for wanted in ["a", "a", "", "Was ist ein `Q`?", &long, &long] {
            let id = ids.take(wanted);
            assert!((1..=MAX_ID_LENGTH).contains(&id.len()), "{id}");
            assert!(id.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_'), "{id}");
        }
        assert_eq!(ids.0.len(), 6, "each once");
    }
}
