//! The export as a Python program: cells between `# %%` marks, which editors know, and prose as comments.

use super::{Document, Piece, commented};

/// Writes the program.
pub(super) fn write(document: &Document) -> String {
    let mut text = String::new();
    for piece in &document.pieces {
        if !text.is_empty() {
            text.push('\n');
        }
        match piece {
            Piece::Prose { text: prose, .. } => text.push_str(&format!("# %% [markdown]\n{}\n", commented(prose))),
            Piece::Folded { title, text: prose, .. } => {
                text.push_str(&format!("# %% [markdown]\n{}\n", commented(&format!("{title}: {prose}"))));
            }
            Piece::Code { id, text: code, .. } => text.push_str(&format!("# %% {id}\n{code}\n")),
            // A program is not filled in while it runs: the task is there to be read.
            Piece::Start { id, text: code } => text.push_str(&format!("# %% {id}\n{}\n", commented(code))),
        }
    }
    text
}
