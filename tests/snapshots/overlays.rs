//! What opens over the page: the help, and every kind of list.

use crate::region::Region;
use crate::sheet::{LIGHT, Look, MONO, SIZES, SIZES_AND_THEMES, Sheet, USUAL, compare, on_rust};
use crate::{SEARCH, attention_at};

/// An overlay that some keys open in the lesson on attention.
fn overlay(what: &str, looks: &[Look], block: &str, keys: &str) {
    compare(what, &[Region::Overlay], looks, |look| attention_at(look, block, keys));
}

/// Where an overlay is on the screen, and what of the page is seen around it.
#[test]
fn screen_below_an_overlay() {
    let mut sheet = Sheet::default();
    for (name, keys) in [("list", "d"), ("help", "?")] {
        sheet.add(name, &on_rust(|| Region::AboveFooter.cut(&attention_at(USUAL, "scale", keys))));
    }
    sheet.compare("overlays__screen");
}

#[test]
fn help() {
    overlay("help", SIZES, "sentence", "?");
}

#[test]
fn menu() {
    overlay("menu", SIZES_AND_THEMES, "scale", "<space>");
}

#[test]
fn actions() {
    overlay("actions", SIZES, "scale", ":");
    overlay("actions-searched", &[USUAL, LIGHT, MONO], "scale", ": re");
}

#[test]
fn outline() {
    overlay("outline", SIZES_AND_THEMES, "twins", "1 O");
}

#[test]
fn names() {
    overlay("names", SIZES_AND_THEMES, "scale", "d");
}

#[test]
fn search() {
    overlay("search", SIZES_AND_THEMES, "scale", SEARCH);
}

#[test]
fn words_of_a_block() {
    overlay("glossary", SIZES_AND_THEMES, "softmax", "K");
}

#[test]
fn words_of_the_course() {
    overlay("glossary-of-course", &[USUAL], "sentence", "<esc> <esc> K");
}

#[test]
fn bookmarks() {
    overlay("bookmarks", &[USUAL], "scale", "B '");
}

#[test]
fn what_can_be_copied() {
    overlay("copy", &[USUAL], "softmax", "<enter> Y");
}

#[test]
fn keys_by_what_they_do() {
    overlay("keys", &[USUAL], "softmax", "<enter> ? / n e g");
}
