//! The export as a Python program: cells between `# %%` marks, which editors know, and prose as comments.

use super::{ExportedDocument, ExportedPart, commented};

/// Writes the program.
pub(super) fn write(document: &ExportedDocument) -> String {
    let cells: Vec<String> = document.pieces.iter().map(cell).collect();
    cells.join("\n")
}

fn cell(piece: &ExportedPart) -> String {
    match piece {
        ExportedPart::Prose { text, .. } => format!("# %% [markdown]\n{}\n", commented(text)),
        ExportedPart::Folded { title, text, .. } => {
            format!("# %% [markdown]\n{}\n", commented(&format!("{title}: {text}")))
        }
        ExportedPart::Code { id, text, .. } => format!("# %% {id}\n{text}\n"),
        // A program is not filled in while it runs: the task is there to be read.
        ExportedPart::Start { id, text } => format!("# %% {id}\n{}\n", commented(text)),
    }
}
