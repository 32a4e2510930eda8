//! A text as keys, the way a key map writes them, and as a whole file of keys.

use glassformer::tui::keymap::{Key, file, parse_keys};

/// Takes any bytes for names of keys, and for a file of them. What is read is a key that a terminal can send.
pub(crate) fn survive(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    match parse_keys(&text) {
        Ok(keys) => {
            for key in keys {
                assert!(!key.to_string().is_empty());
                assert!(Key::from_event(key.to_event()).is_some(), "{key:?}");
            }
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    if let Err(problems) = file::read("keys.toml", &text) {
        assert!(!problems.is_empty(), "what is refused says why");
    }
}
