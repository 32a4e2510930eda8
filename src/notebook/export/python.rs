//! The export as a Python program: cells between `# %%` marks, which editors know, and prose as comments.

use super::{Document, Piece, commented};

/// Writes the program.
pub(super) fn write(document: &Document) -> String {
    let cells: Vec<String> = document.pieces.iter().map(cell).collect();
    cells.join("\n")
}

fn cell(piece: &Piece) -> String {
    match piece {
        Piece::Prose { text, .. } => format!("# %% [markdown]\n{}\n", commented(text)),
        Piece::Folded { title, text, .. } => format!("# %% [markdown]\n{}\n", commented(&format!("{title}: {text}"))),
        Piece::Code { id, text, .. } => format!("# %% {id}\n{text}\n"),
        // A program is not filled in while it runs: the task is there to be read.
        Piece::Start { id, text } => format!("# %% {id}\n{}\n", commented(text)),
    }
}
