//! The page that lists the language is made from its tables.
//!
//! `GLASSFORMER_UPDATE_LANGUAGE=1 cargo test --test language page` writes it anew.

use std::fs;

use glassformer::lang::namespace::Namespace;
use glassformer::lang::{builtins, page};

const PATH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/lessons/LANGUAGE.md");

#[test]
fn the_page_is_the_tables_own() {
    let page = page::markdown();
    if std::env::var_os("GLASSFORMER_UPDATE_LANGUAGE").is_some() {
        fs::write(PATH, &page).unwrap();
    }
    let written = fs::read_to_string(PATH).unwrap();
    assert!(written == page, "run GLASSFORMER_UPDATE_LANGUAGE=1 cargo test --test language page");
}

#[test]
fn every_function_is_on_the_page() {
    let page = page::markdown();
    for (name, usage, _) in builtins::classes() {
        assert!(page.contains(&format!("| `{}`", usage.replace('|', "\\|"))), "{name} is not listed");
    }
    for builtin in builtins::all().filter(|builtin| !builtin.places.is_empty()) {
        let listed = builtin
            .places
            .iter()
            .any(|place| page.contains(&format!("| `{}", builtin.usage_at(*place).replace('|', "\\|"))));
        // Loggers, and what only the library's own modules call.
        let is_left_out = matches!(
            builtin.places,
            [Namespace::Logger | Namespace::Draws | Namespace::Fields | Namespace::Patterns | Namespace::Arrays]
        );
        assert!(listed || is_left_out, "{} is not listed", builtin.usage());
    }
}
