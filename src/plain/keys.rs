//! What stands here for the keys of the screen: lessons are written for both, and speak of keys in bold.

use crate::words::{say, word};

/// The keys that lessons speak of: as they are written, how each is called, and what does the same here.
const KEYS: [(&str, &str, &str); 31] = [
    ("↓", "plain-key-down", "plain-here-next"),
    ("↑", "plain-key-up", "plain-here-back"),
    ("→", "plain-key-right", "plain-here-set"),
    ("←", "plain-key-left", "plain-here-set"),
    ("+", "plain-key-plus", "plain-here-set"),
    ("-", "plain-key-minus", "plain-here-set"),
    ("Enter", "plain-key-enter", "plain-here-enter"),
    ("Esc", "plain-key-esc", "plain-here-up"),
    ("Tab", "plain-key-tab", "plain-here-inputs"),
    ("space", "plain-key-space", "plain-here-switch"),
    ("Backspace", "plain-key-backspace", "plain-here-return"),
    (">", "plain-key-greater", "plain-here-show"),
    ("<", "plain-key-less", "plain-here-show"),
    ("?", "plain-key-question", "plain-here-help"),
    (":", "plain-key-colon", "plain-here-help"),
    ("/", "plain-key-slash", "plain-here-search"),
    ("u", "u", "plain-here-undo"),
    ("i", "i", "plain-here-hint"),
    ("r", "r", "plain-here-reset"),
    ("v", "v", "plain-here-show"),
    ("s", "s", "plain-here-steps"),
    ("S", "S", "plain-here-solution"),
    ("e", "e", "plain-here-set"),
    ("E", "E", "plain-here-write"),
    ("x", "x", "plain-here-run"),
    ("p", "p", "plain-here-pin"),
    ("P", "P", "plain-here-compare"),
    ("g", "g", "plain-here-gradient"),
    ("K", "K", "plain-here-glossary"),
    ("L", "L", "plain-here-leak"),
    ("A", "A", "plain-here-ask"),
];

/// A key of the screen with what does the same here: `down arrow (here: next)`; nothing for a text that is no key.
pub(super) fn here(text: &str) -> Option<String> {
    let (_, name, command) = KEYS.iter().find(|(key, ..)| *key == text)?;
    Some(say("plain-key-here", &[("key", word(name).into()), ("command", word(command).into())]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_said_with_the_command_that_stands_for_it() {
        assert_eq!(here("↓").unwrap(), "down arrow (here: next)");
        assert_eq!(here("u").unwrap(), "u (here: undo)");
        assert_eq!(here("token"), None);
    }
}
