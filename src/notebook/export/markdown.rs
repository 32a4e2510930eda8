//! The export as Markdown: what is given away is folded, and the code runs from top to bottom.

use super::{ExportedDocument, ExportedPart};

/// Writes the text.
pub(super) fn write(document: &ExportedDocument) -> String {
    let pieces: Vec<String> = document.pieces.iter().map(piece).collect();
    pieces.join("\n")
}

fn piece(piece: &ExportedPart) -> String {
    match piece {
        ExportedPart::Prose { text, .. } => format!("{text}\n"),
        ExportedPart::Folded { title, text, .. } => folded(title, text),
        ExportedPart::Code { text, folded: true, .. } => folded("Solution", &fence(text)),
        ExportedPart::Code { text, .. } | ExportedPart::Start { text, .. } => fence(text),
    }
}

fn fence(code: &str) -> String {
    format!("```python\n{code}\n```\n")
}

/// Something that is read only when it is opened.
pub(super) fn folded(title: &str, text: &str) -> String {
    format!("<details>\n<summary>{title}</summary>\n\n{}\n\n</details>\n", text.trim_end())
}
