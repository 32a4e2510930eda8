//! The names of the signs of code. A voice skips a sign that stands alone between words: an error would not say what it is about.

use crate::words::{MessageId, id, say};

const SIGNS: [(&str, MessageId); 26] = [
    ("(", id!("plain-name-opening-bracket")),
    (")", id!("plain-name-closing-bracket")),
    ("[", id!("plain-name-opening-square")),
    ("]", id!("plain-name-closing-square")),
    ("{", id!("plain-name-opening-brace")),
    ("}", id!("plain-name-closing-brace")),
    ("=", id!("plain-name-equals-sign")),
    ("==", id!("plain-name-double-equals")),
    ("@", id!("plain-name-at-sign")),
    ("+", id!("plain-name-plus-sign")),
    ("-", id!("plain-name-minus-sign")),
    ("*", id!("plain-name-asterisk")),
    ("**", id!("plain-name-double-asterisk")),
    ("/", id!("plain-name-slash")),
    ("%", id!("plain-name-percent-sign")),
    ("~", id!("plain-name-tilde")),
    ("_", id!("plain-name-underscore")),
    ("#", id!("plain-name-number-sign")),
    ("·", id!("plain-name-middle-dot")),
    ("...", id!("plain-name-three-dots")),
    (",", id!("plain-name-comma")),
    (".", id!("plain-name-stop")),
    (":", id!("plain-name-colon")),
    (";", id!("plain-name-semicolon")),
    ("'", id!("plain-name-apostrophe")),
    ("\"", id!("plain-name-quote")),
];

/// What a sign of code is called.
pub(super) fn name(sign: &str) -> Option<&'static str> {
    SIGNS.iter().find(|(known, _)| *known == sign).map(|(_, name)| name.text())
}

/// The same as a thing in a sentence: "the middle dot".
pub(super) fn thing(sign: &str) -> Option<String> {
    name(sign).map(|name| say!("plain-the-sign", name))
}

/// A text of the language in which each sign between backticks is called by its name: "this opening bracket is never closed".
pub(super) fn named(text: &str) -> String {
    let mut said = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once('`') {
        said.push_str(before);
        let Some((code, after)) = behind.split_once('`') else {
            said.push('`');
            rest = behind;
            continue;
        };
        match name(code) {
            Some(name) => push_name(&mut said, name),
            None => said.extend(["`", code, "`"]),
        }
        rest = after;
    }
    said + rest
}

/// Adds the name of a sign; before a vowel the article that the sign had is another one.
fn push_name(said: &mut String, name: &str) {
    let is_article = *said == *"a " || said.ends_with(" a ");
    if is_article && name.starts_with(['a', 'e', 'i', 'o', 'u']) {
        said.pop();
        said.push_str("n ");
    }
    said.push_str(name);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_in_errors_have_names() {
        assert_eq!(named("this `(` is never closed"), "this opening bracket is never closed");
        assert_eq!(named("add a `)`"), "add a closing bracket");
        assert_eq!(named("a `(` is missing after `f`"), "an opening bracket is missing after `f`");
        assert_eq!(
            named("`]` cannot close the `(` before it"),
            "closing square bracket cannot close the opening bracket before it"
        );
        assert_eq!(named("one ` alone"), "one ` alone");
    }

    #[test]
    fn a_sign_in_a_sentence_has_its_article() {
        assert_eq!(thing("·").as_deref(), Some("the middle dot"));
        assert_eq!(thing("x"), None);
    }
}
