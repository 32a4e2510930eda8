//! Lists the program's messages with their arguments, so that the compiler can check the calls that ask for them.
//!
//! It reads the part of [Fluent](https://projectfluent.org) that `assets/words/` uses: a message begins at the start of a line, and a `$`
//! always begins an argument. `src/words/message.rs` includes the list, and `tests/words.rs` compares it with Fluent's own parser.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{Error, Result};
use std::path::PathBuf;
use std::{env, fs};

/// The language from which the others are translated.
const ENGLISH: &str = "assets/words/en.ftl";

/// Writes `messages.rs` into the build's folder: an array of `(name, arguments)`, in the order of the names.
///
/// # Errors
/// If the words cannot be read or the list cannot be written, and for a line that is neither a message nor part of one.
pub(crate) fn list_messages() -> Result<()> {
    println!("cargo::rerun-if-changed={ENGLISH}");
    let words = fs::read_to_string(ENGLISH).map_err(|error| Error::other(format!("{ENGLISH}: {error}")))?;
    let messages: Vec<_> = messages(&words)?.into_iter().collect();
    let list = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default()).join("messages.rs");
    // Debug prints a set in braces; a list comes out as Rust's own syntax.
    let rows = messages.iter().map(|(name, arguments)| format!("({name:?}, &{:?}),\n", Vec::from_iter(arguments)));
    fs::write(list, format!("&[\n{}]\n", rows.collect::<String>()))
}

/// Every message with its arguments.
fn messages(words: &str) -> Result<BTreeMap<&str, BTreeSet<&str>>> {
    let mut messages = BTreeMap::new();
    let mut last = "";
    for (number, line) in words.lines().enumerate().filter(|(_, line)| !line.starts_with('#')) {
        if line.starts_with(|c: char| c.is_ascii_alphabetic()) {
            let (name, _) = line.split_once(" =").ok_or_else(|| {
                Error::other(format!("{ENGLISH}:{}: a message is written `name = words`", number + 1))
            })?;
            last = name;
            messages.insert(name, BTreeSet::new());
        }
        let is_of_name = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        let named = |rest: &'_ str| rest.find(|c| !is_of_name(c)).unwrap_or(rest.len());
        let arguments = line.split('$').skip(1).map(|rest| &rest[..named(rest)]);
        messages.entry(last).or_default().extend(arguments);
    }
    messages.remove("");
    Ok(messages)
}
