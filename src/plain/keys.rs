//! What stands here for the keys of the screen: lessons are written for both, and speak of keys in bold.

use crate::words::{say, word};

/// The keys that have a name: as lessons write them, how each is called, and what does the same here.
const NAMED: [(&str, &str, &str); 17] = [
    ("↓", "plain-key-down", "plain-here-next"),
    ("↑", "plain-key-up", "plain-here-back"),
    ("→", "plain-key-right", "plain-here-move"),
    ("←", "plain-key-left", "plain-here-move"),
    ("Shift-→", "plain-key-shift-right", "plain-here-set"),
    ("+", "plain-key-plus", "plain-here-set"),
    ("-", "plain-key-minus", "plain-here-set"),
    ("Enter", "plain-key-enter", "plain-here-enter"),
    ("Esc", "plain-key-esc", "plain-here-up"),
    ("Tab", "plain-key-tab", "plain-here-inputs"),
    ("space", "plain-key-space", "plain-here-switch"),
    ("Backspace", "plain-key-backspace", "plain-here-return"),
    (">", "plain-key-greater", "plain-here-steps"),
    ("<", "plain-key-less", "plain-here-steps"),
    ("?", "plain-key-question", "plain-here-help"),
    (":", "plain-key-colon", "plain-here-help"),
    ("/", "plain-key-slash", "plain-here-search"),
];

/// The keys that are called as they are written, and what does the same here.
const LETTERS: [(&str, &str); 18] = [
    ("u", "plain-here-undo"),
    ("i", "plain-here-hint"),
    ("r", "plain-here-reset"),
    ("v", "plain-here-show"),
    ("s", "plain-here-steps"),
    ("S", "plain-here-solution"),
    ("e", "plain-here-set"),
    ("E", "plain-here-write"),
    ("n", "plain-here-set"),
    ("x", "plain-here-run"),
    ("p", "plain-here-pin"),
    ("P", "plain-here-compare"),
    ("b", "plain-here-why"),
    ("F", "plain-here-gradient"),
    ("K", "plain-here-glossary"),
    ("L", "plain-here-leak"),
    ("A", "plain-here-ask"),
    ("q", "plain-here-quit"),
];

/// The keys that do something else where a training is watched. A lesson speaks of those in the block that leads there.
const WATCHING: [(&str, &str); 8] = [
    ("→", "plain-here-train-heads"),
    ("←", "plain-here-train-heads"),
    ("+", "plain-here-train-faster"),
    ("-", "plain-here-train-slower"),
    ("Enter", "plain-here-link"),
    ("Esc", "plain-here-train-stop"),
    ("space", "plain-here-train-pause"),
    ("s", "plain-here-train-step"),
];
/// Goes back to a moment, which the screen alone does.
const REWINDS: &str = "r";

/// A key of the screen that watches a training, with what does the same here.
pub(super) fn here_watching(text: &str) -> Option<String> {
    if text == REWINDS {
        return Some(text.to_owned());
    }
    let (key, command) = WATCHING.iter().find(|(key, _)| *key == text)?;
    let called = NAMED.iter().find(|(named, ..)| named == key).map_or(*key, |(_, name, _)| word(name));
    Some(say("plain-key-here", &[("key", called.into()), ("command", word(command).into())]))
}

/// A key of the screen with what does the same here: `down arrow (here: next)`; nothing for a text that is no key.
pub(super) fn here(text: &str) -> Option<String> {
    let named = NAMED.iter().find(|(key, ..)| *key == text).map(|(_, name, command)| (word(name), *command));
    let letter = || LETTERS.iter().find(|(key, _)| *key == text).copied();
    let (key, command) = named.or_else(letter)?;
    Some(say("plain-key-here", &[("key", key.into()), ("command", word(command).into())]))
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
