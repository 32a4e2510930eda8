//! What stands here for the keys of the screen: lessons are written for both, and speak of keys in bold.

use crate::words::{MessageId, id, say};

/// The keys that have a name: as lessons write them, how each is called, and what does the same here.
const NAMED: [(&str, MessageId, MessageId); 16] = [
    ("↓", id!("plain-key-down"), id!("plain-here-next")),
    ("↑", id!("plain-key-up"), id!("plain-here-back")),
    ("→", id!("plain-key-right"), id!("plain-here-move")),
    ("←", id!("plain-key-left"), id!("plain-here-move")),
    ("Shift-→", id!("plain-key-shift-right"), id!("plain-here-set")),
    ("+", id!("plain-key-plus"), id!("plain-here-set")),
    ("-", id!("plain-key-minus"), id!("plain-here-set")),
    ("Enter", id!("plain-key-enter"), id!("plain-here-enter")),
    ("Esc", id!("plain-key-esc"), id!("plain-here-up")),
    ("Tab", id!("plain-key-tab"), id!("plain-here-inputs")),
    ("Backspace", id!("plain-key-backspace"), id!("plain-here-return")),
    (">", id!("plain-key-greater"), id!("plain-here-steps")),
    ("<", id!("plain-key-less"), id!("plain-here-steps")),
    ("?", id!("plain-key-question"), id!("plain-here-help")),
    (":", id!("plain-key-colon"), id!("plain-here-help")),
    ("/", id!("plain-key-slash"), id!("plain-here-search")),
];

/// The keys that are called as they are written, and what does the same here.
const LETTERS: [(&str, MessageId); 19] = [
    ("u", id!("plain-here-undo")),
    ("i", id!("plain-here-hint")),
    ("r", id!("plain-here-reset")),
    ("v", id!("plain-here-show")),
    ("s", id!("plain-here-steps")),
    ("S", id!("plain-here-solution")),
    ("H", id!("plain-here-reveal")),
    ("e", id!("plain-here-set")),
    ("E", id!("plain-here-write")),
    ("n", id!("plain-here-set")),
    ("x", id!("plain-here-switch")),
    ("p", id!("plain-here-pin")),
    ("P", id!("plain-here-compare")),
    ("b", id!("plain-here-why")),
    ("F", id!("plain-here-gradient")),
    ("K", id!("plain-here-glossary")),
    ("L", id!("plain-here-leak")),
    ("A", id!("plain-here-ask")),
    ("q", id!("plain-here-quit")),
];

/// The keys that do something else while steps are gone through. A lesson speaks of those in the block that names the key for it.
const STEPPING: [(&str, MessageId); 3] =
    [("→", id!("plain-here-into")), ("←", id!("plain-here-up")), ("Esc", id!("plain-here-leave"))];
/// The key that begins to step.
pub(super) const STEPS: &str = "s";

/// The keys that do something else where a training is watched. A lesson speaks of those in the block that leads there.
const WATCHING: [(&str, MessageId); 13] = [
    ("→", id!("plain-here-train-heads")),
    ("←", id!("plain-here-train-heads")),
    ("+", id!("plain-here-train-faster")),
    ("-", id!("plain-here-train-slower")),
    ("Enter", id!("plain-here-link")),
    ("Esc", id!("plain-here-train-stop")),
    ("s", id!("plain-here-train-step")),
    ("r", id!("plain-here-train-back")),
    ("c", id!("plain-here-train-compare")),
    ("p", id!("plain-here-train-keep")),
    ("o", id!("plain-here-train-earlier")),
    ("w", id!("plain-here-train-save")),
    ("X", id!("plain-here-train-export")),
];

/// A key of the screen that watches a training, with what does the same here.
pub(super) fn here_watching(text: &str) -> Option<String> {
    here_of(&WATCHING, text)
}

/// A key of the screen that steps, with what does the same here.
pub(super) fn here_stepping(text: &str) -> Option<String> {
    here_of(&STEPPING, text)
}

fn here_of(keys: &[(&str, MessageId)], text: &str) -> Option<String> {
    let (key, command) = keys.iter().find(|(key, _)| *key == text)?;
    let called = NAMED.iter().find(|(named, ..)| named == key).map_or(*key, |(_, name, _)| name.text());
    Some(say!("plain-key-here", key = called, command = command.text()))
}

/// A key of the screen with what does the same here: `down arrow (here: next)`; nothing for a text that is no key.
pub(super) fn here(text: &str) -> Option<String> {
    let named = NAMED.iter().find(|(key, ..)| *key == text).map(|(_, name, command)| (name.text(), *command));
    let letter = || LETTERS.iter().find(|(key, _)| *key == text).copied();
    let (key, command) = named.or_else(letter)?;
    Some(say!("plain-key-here", key, command = command.text()))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::notebook::lesson::Block;
    use crate::notebook::library::LessonLibrary;
    use crate::notebook::markdown::Content;

    #[test]
    fn a_key_is_said_with_the_command_that_stands_for_it() {
        assert_eq!(here("↓").unwrap(), "down arrow (here: next)");
        assert_eq!(here("u").unwrap(), "u (here: undo)");
        assert_eq!(here("token"), None);
    }

    /// In bold a letter, a sign or an arrow is a key; a digit is one of the screen's own, or a number.
    #[test]
    fn every_key_that_a_lesson_speaks_of_is_known() {
        let lessons = LessonLibrary::embedded().lessons();
        let pieces = lessons.iter().flat_map(|lesson| &lesson.blocks).flat_map(Block::texts).flatten();
        let bold = pieces.filter(|piece| piece.strong).filter_map(|piece| match &piece.content {
            Content::Text(text) => Some(text.as_str()),
            _ => None,
        });
        let is_sign = |letter: char| letter.is_alphabetic() || "↑↓→←+-<>?:/".contains(letter);
        let is_key =
            |text: &&str| text.contains(['↑', '↓', '→', '←']) || text.chars().count() == 1 && text.contains(is_sign);
        let keys: BTreeSet<&str> = bold.filter(is_key).collect();
        let unknown: Vec<&str> = keys.iter().copied().filter(|key| here(key).is_none()).collect();
        assert!(keys.len() > 15 && unknown.is_empty(), "{unknown:?} of {keys:?}");
    }
}
