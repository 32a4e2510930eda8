//! The export as a Python program: cells between `# %%` marks, which editors know, and prose as comments.

use super::{Document, Piece, commented};

/// The longest line of a comment, in characters.
const WIDTH: usize = 100;

/// Writes the program.
pub(super) fn write(document: &Document) -> String {
    let mut text = String::new();
    for piece in &document.pieces {
        if !text.is_empty() {
            text.push('\n');
        }
        match piece {
            Piece::Prose { text: prose, .. } => text.push_str(&format!("# %% [markdown]\n{}", comment(prose))),
            Piece::Folded { title, text: prose, .. } => {
                text.push_str(&format!("# %% [markdown]\n{}", comment(&format!("{title}: {prose}"))));
            }
            Piece::Code { id, text: code, .. } => text.push_str(&format!("# %% {id}\n{code}\n")),
            // A program is not filled in while it runs: the task is there to be read.
            Piece::Start { id, text: code } => text.push_str(&format!("# %% {id}\n{}\n", commented(code))),
        }
    }
    text
}

/// Markdown as comments; long lines are broken between words.
fn comment(text: &str) -> String {
    let mut out = String::new();
    for line in text.lines() {
        let mut row = String::from("#");
        let lead = line.len() - line.trim_start().len();
        row.push_str(&" ".repeat(if line.is_empty() { 0 } else { lead + 1 }));
        let mut is_first = true;
        for word in line.split_whitespace() {
            if !is_first && row.chars().count() + 1 + word.chars().count() > WIDTH {
                out.push_str(&row);
                out.push('\n');
                row = format!("#{}{word}", " ".repeat(lead + 1));
                continue;
            }
            row.push_str(if is_first { "" } else { " " });
            row.push_str(word);
            is_first = false;
        }
        out.push_str(row.trim_end());
        out.push('\n');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prose_becomes_comments_that_fit() {
        let long = "word ".repeat(40);
        for line in comment(&format!("{long}\n\n    {long}")).lines() {
            assert!(line.starts_with('#') && line.chars().count() <= WIDTH, "{line}");
        }
        assert_eq!(comment("a\n\n  b"), "# a\n#\n#   b\n");
    }
}
