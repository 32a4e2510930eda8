//! Lessons, weights, vocabularies and sessions of somebody who means harm: none hangs the program, and no control character of theirs
//! reaches the terminal.
//!
//! The texts lie in `tests/hostile/`, with a visible sign where the hostile file has a control character.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "a test fails by stopping, and says what it saw"
)]

#[path = "hostile/commands.rs"]
mod commands;
#[cfg(unix)]
#[path = "hostile/screen.rs"]
mod screen;
#[cfg(unix)]
#[expect(dead_code, reason = "other tests also turn the terminal's own screws")]
#[path = "support/session.rs"]
mod session;
#[cfg(unix)]
#[path = "hostile/values.rs"]
mod values;

use std::fs;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

const PROGRAM: &str = env!("CARGO_BIN_EXE_glassformer");

/// What stands in the texts, and what it stands for.
const SIGNS: [(char, char); 9] = [
    ('␛', '\u{1b}'),
    ('␇', '\u{7}'),
    ('␈', '\u{8}'),
    ('⟲', '\u{202e}'),
    ('⟳', '\u{202c}'),
    ('⇠', '\u{200f}'),
    ('⇤', '\u{61c}'),
    ('␀', '\u{200b}'),
    ('⌫', '\u{feff}'),
];

/// A text as it is when it means harm.
fn hostile(text: &str) -> String {
    SIGNS.iter().fold(text.to_owned(), |text, (sign, meant)| text.replace(*sign, &meant.to_string()))
}

/// The lesson of this name, in a folder and under a name that mean harm, too.
fn lesson(name: &str, folder: &Path) -> PathBuf {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/hostile").join(name).with_extension("md");
    let path = folder.join(hostile(&format!("{name} ␛[31m ⟲.md")));
    fs::write(&path, hostile(&fs::read_to_string(source).unwrap())).unwrap();
    path
}

/// A folder for one test.
fn folder() -> TempDir {
    tempfile::tempdir().unwrap()
}

/// The first character that acts on a terminal or on the order of what is read, or that nobody can see.
fn acting(text: &str) -> Option<(usize, char)> {
    let turns = |c: char| {
        let marks =
            matches!(c, '\u{61c}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2060}'..='\u{2065}' | '\u{feff}');
        marks || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{206f}' | '\u{e0000}'..='\u{e007f}')
    };
    let ends_a_line = |at: usize| text[at..].starts_with("\r\n");
    let acts = |at, c: char| turns(c) || c.is_control() && !matches!(c, '\n' | '\t') && !ends_a_line(at);
    text.char_indices().find(|(at, c)| acts(*at, *c))
}
