//! A key, and keys written as text.
//!
//! `j j <enter> 3 <esc> <c-c>` is how the keymap's table, the tests and `render --keys` write what a person presses. A word
//! without angle brackets is typed letter by letter, so `cat <enter>` types three letters.

use std::fmt;

use crate::notebook::problem::nearest;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

/// One press of a key. Shift is part of the character (`U`) and only kept for keys that are none (Shift-Tab).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Key {
    /// Which key.
    pub code: KeyCode,
    /// Control and Alt; Shift only for keys that type no character.
    pub modifiers: KeyModifiers,
}

/// Why a text does not name keys.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyError {
    /// The part that names none.
    pub text: String,
}

impl fmt::Display for KeyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is not a key", self.text)?;
        match nearest_name(&self.text) {
            Some(meant) => write!(f, "; did you mean `{meant}`?"),
            None => f.write_str(
                ": write letters as they are, and other keys as <enter>, <esc>, <c-r>, <space>, <up>, <pgdn> …",
            ),
        }
    }
}

impl std::error::Error for KeyError {}

/// Names in angle brackets, the key each stands for, and how a reader sees it.
const NAMED: [(&str, KeyCode, &str); 30] = [
    ("enter", KeyCode::Enter, "Enter"),
    ("esc", KeyCode::Esc, "Esc"),
    ("tab", KeyCode::Tab, "Tab"),
    ("backtab", KeyCode::BackTab, "Shift-Tab"),
    ("backspace", KeyCode::Backspace, "Backspace"),
    ("del", KeyCode::Delete, "Del"),
    ("up", KeyCode::Up, "↑"),
    ("down", KeyCode::Down, "↓"),
    ("left", KeyCode::Left, "←"),
    ("right", KeyCode::Right, "→"),
    ("pageup", KeyCode::PageUp, "PgUp"),
    ("pagedown", KeyCode::PageDown, "PgDn"),
    ("home", KeyCode::Home, "Home"),
    ("end", KeyCode::End, "End"),
    ("insert", KeyCode::Insert, "Ins"),
    ("space", KeyCode::Char(' '), "Space"),
    ("lt", KeyCode::Char('<'), "<"),
    ("gt", KeyCode::Char('>'), ">"),
    ("f1", KeyCode::F(1), "F1"),
    ("f2", KeyCode::F(2), "F2"),
    ("f3", KeyCode::F(3), "F3"),
    ("f4", KeyCode::F(4), "F4"),
    ("f5", KeyCode::F(5), "F5"),
    ("f6", KeyCode::F(6), "F6"),
    ("f7", KeyCode::F(7), "F7"),
    ("f8", KeyCode::F(8), "F8"),
    ("f9", KeyCode::F(9), "F9"),
    ("f10", KeyCode::F(10), "F10"),
    ("f11", KeyCode::F(11), "F11"),
    ("f12", KeyCode::F(12), "F12"),
];

impl Key {
    /// What a line feed comes as: Ctrl-J.
    pub const LINE_FEED: Self = Self { code: KeyCode::Char('j'), modifiers: KeyModifiers::CONTROL };

    /// A key without modifiers.
    pub fn new(code: KeyCode) -> Self {
        Self { code, modifiers: KeyModifiers::NONE }
    }

    /// The key of a terminal's event; None for a release, which some terminals report too.
    pub fn from_event(event: KeyEvent) -> Option<Self> {
        (event.kind != KeyEventKind::Release).then(|| Self::normal(event.code, event.modifiers))
    }

    /// The event that a terminal would send for this key.
    pub fn to_event(self) -> KeyEvent {
        KeyEvent::new(self.code, self.modifiers)
    }

    /// As [`parse_keys`] reads it: `<c-r>`, `<backtab>`, `U`, `<up>`.
    pub fn written(self) -> String {
        let mut name = String::new();
        for (modifier, prefix) in MODIFIERS {
            if self.modifiers.contains(modifier) {
                name.push_str(prefix);
            }
        }
        let is_plain = name.is_empty();
        match (NAMED.iter().find(|(_, code, _)| *code == self.code), self.code) {
            (Some((known, ..)), _) => format!("<{name}{known}>"),
            (None, KeyCode::Char(letter)) if is_plain => letter.to_string(),
            (None, KeyCode::Char(letter)) => format!("<{name}{letter}>"),
            (None, code) => format!("<{name}{}>", code.to_string().to_lowercase()),
        }
    }

    /// One form for each key: terminals differ in whether they report Shift beside a character that it already changed.
    fn normal(code: KeyCode, modifiers: KeyModifiers) -> Self {
        let known = KeyModifiers::CONTROL | KeyModifiers::ALT | KeyModifiers::SHIFT;
        let modifiers = modifiers & known;
        match code {
            KeyCode::Tab if modifiers.contains(KeyModifiers::SHIFT) => Self::normal(KeyCode::BackTab, modifiers),
            KeyCode::Char(letter) if modifiers.contains(KeyModifiers::CONTROL) => {
                Self { code: KeyCode::Char(letter.to_ascii_lowercase()), modifiers: modifiers - KeyModifiers::SHIFT }
            }
            KeyCode::Char(_) | KeyCode::BackTab => Self { code, modifiers: modifiers - KeyModifiers::SHIFT },
            _ => Self { code, modifiers },
        }
    }
}

impl fmt::Display for Key {
    /// As a reader sees it: `Ctrl-R`, `Shift-Tab`, `U`, `↑`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (modifier, name) in
            [(KeyModifiers::CONTROL, "Ctrl-"), (KeyModifiers::ALT, "Alt-"), (KeyModifiers::SHIFT, "Shift-")]
        {
            if self.modifiers.contains(modifier) {
                f.write_str(name)?;
            }
        }
        match (NAMED.iter().find(|(_, code, _)| *code == self.code), self.code) {
            (Some((_, _, shown)), _) => f.write_str(shown),
            (None, KeyCode::Char(letter)) if self.modifiers.contains(KeyModifiers::CONTROL) => {
                write!(f, "{}", letter.to_ascii_uppercase())
            }
            (None, KeyCode::Char(letter)) => write!(f, "{letter}"),
            (None, code) => write!(f, "{code}"),
        }
    }
}

/// Keys in the order in which they are pressed.
pub type Keys = Vec<Key>;

/// The keys that `text` names, in order.
///
/// # Errors
/// The first part that names no key.
pub fn parse_keys(text: &str) -> Result<Keys, KeyError> {
    let mut keys = Vec::new();
    for word in text.split_whitespace() {
        match word.strip_prefix('<').and_then(|rest| rest.strip_suffix('>')) {
            Some(name) => keys.push(named(name).ok_or_else(|| KeyError { text: word.into() })?),
            // A lone `<` or `<=` is typed; `<enter` is a slip of the finger.
            None if word.len() > 2 && word.starts_with('<') => return Err(KeyError { text: word.into() }),
            None => keys.extend(word.chars().map(|letter| Key::new(KeyCode::Char(letter)))),
        }
    }
    Ok(keys)
}

/// `enter`, `c-r`, `s-tab`, `a-x`; also the name by which the footer calls a key, `pgdn`.
fn named(name: &str) -> Option<Key> {
    let name = name.to_ascii_lowercase();
    let (modifiers, rest) = modifiers(&name);
    let mut letters = rest.chars();
    let is_meant = |(known, _, shown): &&(&str, KeyCode, &str)| *known == rest || shown.eq_ignore_ascii_case(rest);
    let code = match (NAMED.iter().find(is_meant), letters.next(), letters.next()) {
        (Some((_, code, _)), ..) => *code,
        (None, Some(letter), None) if !modifiers.is_empty() => KeyCode::Char(letter),
        _ => return None,
    };
    Some(Key::normal(code, modifiers))
}

/// What stands before the name of a key that is pressed together with another.
const MODIFIERS: [(KeyModifiers, &str); 3] =
    [(KeyModifiers::CONTROL, "c-"), (KeyModifiers::ALT, "a-"), (KeyModifiers::SHIFT, "s-")];

/// The keys that terminals send for others, which can therefore not be told apart from them.
const SAME: [(&str, &str); 3] = [("<c-i>", "<tab>"), ("<c-m>", "<enter>"), ("<c-[>", "<esc>")];

/// The key that a terminal sends in place of this one.
pub(super) fn same_as(key: Key) -> Option<&'static str> {
    let written = key.written();
    SAME.iter().find(|(sent, _)| *sent == written).map(|(_, same)| *same)
}

/// The key whose name is spelled most nearly like this one: `<enter>` for `<entre>`.
pub(super) fn nearest_name(text: &str) -> Option<String> {
    let name = text.trim_start_matches('<').trim_end_matches('>').to_ascii_lowercase();
    let (_, rest) = modifiers(&name);
    let before = &name[..name.len() - rest.len()];
    nearest(rest, NAMED.iter().map(|(name, ..)| *name)).map(|near| format!("<{before}{near}>"))
}

fn modifiers(mut name: &str) -> (KeyModifiers, &str) {
    let mut modifiers = KeyModifiers::NONE;
    for (modifier, prefix) in MODIFIERS {
        if let Some(rest) = name.strip_prefix(prefix) {
            modifiers |= modifier;
            name = rest;
        }
    }
    (modifiers, name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> String {
        let keys: Vec<_> = parse_keys(text).unwrap().iter().map(Key::to_string).collect();
        keys.join(" ")
    }

    #[test]
    fn a_macro_reads_as_it_is_pressed() {
        assert_eq!(shown("j j <enter> 3 <esc> <c-c>"), "j j Enter 3 Esc Ctrl-C");
        assert_eq!(shown("<up> <s-tab> <backtab> <space> <lt> U <a-x>"), "↑ Shift-Tab Shift-Tab Space < U Alt-x");
        assert_eq!(shown("cat"), "c a t");
        assert_eq!(shown("  "), "");
        assert_eq!(shown("< <="), "< < =");
        assert_eq!(shown("<PgDn> <pgup> <s-ins>"), shown("<pagedown> <pageup> <s-insert>"));
    }

    #[test]
    fn what_is_written_is_read_back() {
        let all = "a Z < > <space> <enter> <s-tab> <c-r> <a-lt> <c-s-left> <c-a-x> <f5> <s-f12> <c-space> | \\ é";
        for key in parse_keys(all).unwrap() {
            assert_eq!(parse_keys(&key.written()), Ok(vec![key]), "{key}");
        }
    }

    #[test]
    fn a_slip_has_a_nearest_name() {
        assert_eq!(nearest_name("<entre>").as_deref(), Some("<enter>"));
        assert_eq!(nearest_name("<c-lft>").as_deref(), Some("<c-left>"));
        assert_eq!(nearest_name("<nothing>"), None);
        assert_eq!(same_as(parse_keys("<c-i>").unwrap()[0]), Some("<tab>"));
    }

    #[test]
    fn what_is_no_key_is_named() {
        for text in ["<entre>", "<x>", "<enter", "<>"] {
            let error = parse_keys(text);
            if text == "<>" {
                assert!(error.is_err());
            } else {
                assert!(error.unwrap_err().to_string().contains(text), "{text}");
            }
        }
        let said = parse_keys("<pagdown>").unwrap_err().to_string();
        assert_eq!(said, "`<pagdown>` is not a key; did you mean `<pagedown>`?");
    }

    #[test]
    fn terminals_that_report_shift_differently_agree() {
        let event = |code, modifiers| Key::from_event(KeyEvent::new(code, modifiers)).unwrap();
        let plain = event(KeyCode::Char('U'), KeyModifiers::NONE);
        assert_eq!(event(KeyCode::Char('U'), KeyModifiers::SHIFT), plain);
        assert_eq!(event(KeyCode::Tab, KeyModifiers::SHIFT), event(KeyCode::BackTab, KeyModifiers::NONE));
        assert_eq!(event(KeyCode::BackTab, KeyModifiers::SHIFT), event(KeyCode::BackTab, KeyModifiers::NONE));
        assert_eq!(event(KeyCode::Char('C'), KeyModifiers::CONTROL), parse_keys("<c-c>").unwrap()[0]);
        let release = KeyEvent::new_with_kind(KeyCode::Char('q'), KeyModifiers::NONE, KeyEventKind::Release);
        assert_eq!(Key::from_event(release), None);
    }
}
