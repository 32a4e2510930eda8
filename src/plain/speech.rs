//! Texts as a screen reader should say them: signs by their names, numbers with their sign in words, and no character that has
//! none.

use crate::notebook::why::place_text;
use crate::tensor::{Axis, digits};
use crate::words::{MessageId, id, say, word};

/// Signs that readers skip or spell, and the names of the words for them. Only prose and formulas are changed; code is read as it
/// is written.
const SIGNS: [(char, MessageId); 51] = [
    ('·', id!("plain-sign-times")),
    ('÷', id!("plain-sign-divided")),
    ('×', id!("plain-sign-times")),
    ('⊙', id!("plain-sign-elementwise")),
    ('⊗', id!("plain-sign-otimes")),
    ('⊕', id!("plain-sign-oplus")),
    ('±', id!("plain-sign-plus-minus")),
    ('−', id!("plain-sign-minus")),
    ('√', id!("plain-sign-root")),
    ('∑', id!("plain-sign-sum")),
    ('∏', id!("plain-sign-product")),
    ('∫', id!("plain-sign-integral")),
    ('∂', id!("plain-sign-partial")),
    ('∇', id!("plain-sign-gradient")),
    ('∞', id!("plain-sign-infinity")),
    ('≤', id!("plain-sign-at-most")),
    ('≥', id!("plain-sign-at-least")),
    ('≠', id!("plain-sign-unequal")),
    ('≈', id!("plain-sign-nearly")),
    ('≡', id!("plain-sign-same")),
    ('∼', id!("plain-sign-like")),
    ('∝', id!("plain-sign-proportional")),
    ('∈', id!("plain-sign-in")),
    ('∉', id!("plain-sign-not-in")),
    ('⊂', id!("plain-sign-subset")),
    ('∀', id!("plain-sign-for-all")),
    ('→', id!("plain-sign-to")),
    ('↦', id!("plain-sign-maps")),
    ('⇒', id!("plain-sign-implies")),
    ('←', id!("plain-sign-from")),
    ('↑', id!("plain-sign-up")),
    ('↓', id!("plain-sign-down")),
    ('‖', id!("plain-sign-norm")),
    ('⌊', id!("plain-sign-floor")),
    ('⌋', id!("plain-sign-end-floor")),
    ('′', id!("plain-sign-prime")),
    ('ᵀ', id!("plain-sign-transposed")),
    ('²', id!("plain-sign-squared")),
    ('³', id!("plain-sign-cubed")),
    ('½', id!("plain-sign-half")),
    ('✓', id!("plain-sign-check")),
    ('✗', id!("plain-sign-cross")),
    ('α', id!("plain-sign-alpha")),
    ('β', id!("plain-sign-beta")),
    ('γ', id!("plain-sign-gamma")),
    ('ε', id!("plain-sign-epsilon")),
    ('θ', id!("plain-sign-theta")),
    ('λ', id!("plain-sign-lambda")),
    ('μ', id!("plain-sign-mu")),
    ('π', id!("plain-sign-pi")),
    ('σ', id!("plain-sign-sigma")),
];

/// Tokens that are no words, as models write them, by what they are for: a voice says the sign as a letter, or nothing.
const TOKENS: [(&str, MessageId); 16] = [
    ("<s>", id!("plain-token-start")),
    ("[bos]", id!("plain-token-start")),
    ("<bos>", id!("plain-token-start")),
    ("</s>", id!("plain-token-end")),
    ("[eos]", id!("plain-token-end")),
    ("<eos>", id!("plain-token-end")),
    ("<|endoftext|>", id!("plain-token-end")),
    ("[pad]", id!("plain-token-padding")),
    ("<pad>", id!("plain-token-padding")),
    ("[cls]", id!("plain-token-class")),
    ("<cls>", id!("plain-token-class")),
    ("[sep]", id!("plain-token-separator")),
    ("[mask]", id!("plain-token-mask")),
    ("<mask>", id!("plain-token-mask")),
    ("[unk]", id!("plain-token-unknown")),
    ("<unk>", id!("plain-token-unknown")),
];

/// What a token is called that is no word.
pub(super) fn token(text: &str) -> Option<&'static str> {
    let lower = text.to_lowercase();
    TOKENS.iter().find(|(token, _)| *token == lower).map(|(_, name)| name.text())
}

/// A text in which tokens that are no words, and stand by themselves, are called by what they are for.
pub(super) fn with_tokens(text: &str) -> String {
    let said = |word: &str| {
        let core = word.trim_matches(|letter: char| "“”‘’\"'(),.;:?!".contains(letter));
        token(core).map(|name| word.replacen(core, name, 1))
    };
    let words = text.split_inclusive(char::is_whitespace).map(|word| {
        let (word, gap) = word.split_at(word.trim_end().len());
        format!("{}{gap}", said(word).unwrap_or_else(|| word.to_owned()))
    });
    words.collect()
}

/// What a sign is called.
pub(super) fn sign(letter: char) -> Option<&'static str> {
    SIGNS.iter().find(|(sign, _)| *sign == letter).map(|(_, name)| name.text())
}

/// A text with its signs in words.
pub(super) fn spoken(text: &str) -> String {
    spoken_between(text, (false, false))
}

/// The same for a part of a sentence, where something that is multiplied may stand before it or after it.
pub(super) fn spoken_between(text: &str, around: (bool, bool)) -> String {
    let mut said = String::with_capacity(text.len());
    for (at, letter) in text.char_indices() {
        let is_hidden = letter == '×' && !is_between(text, at, around);
        if let Some(name) = if is_hidden { Some(word!("plain-sign-hidden")) } else { sign(letter) } {
            if said.chars().last().is_some_and(|last| !last.is_whitespace() && !"([“\"".contains(last)) {
                said.push(' ');
            }
            said.push_str(name);
            said.push(' ');
            continue;
        }
        // A hyphen between blanks is a difference; readers pass over it.
        if letter == '-' && said.ends_with(' ') && text[at + 1..].starts_with(' ') && is_between(text, at, around) {
            said.push_str(word!("plain-sign-minus"));
            continue;
        }
        // What closes a thought stands at its word.
        if ".,;:!?)]”".contains(letter) && said.ends_with(' ') && !text.contains(&format!(" {letter}")) {
            said.pop();
        }
        if !(letter == ' ' && said.ends_with(' ')) {
            said.push(unraised(letter));
        }
    }
    said
}

/// Whether the sign at a place stands between two things that are multiplied; `around` says whether the text itself does. Alone it is the
/// cross that is drawn for minus infinity.
fn is_between(text: &str, at: usize, around: (bool, bool)) -> bool {
    let is_thing = |letter: char| letter.is_alphanumeric() || "()[]*`_".contains(letter);
    let (before, behind) = text.split_at(at);
    let (last, first) =
        (before.trim_end().chars().next_back(), behind.chars().skip(1).find(|letter| !letter.is_whitespace()));
    last.map_or(around.0, is_thing) && first.map_or(around.1, is_thing)
}

/// A raised or lowered digit as a digit.
fn unraised(letter: char) -> char {
    const RAISED: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    let place = RAISED.iter().position(|raised| *raised == letter);
    let lowered = ('₀'..='₉').position(|lowered| lowered == letter);
    place.or(lowered).and_then(|digit| char::from_digit(digit as u32, 10)).unwrap_or(letter)
}

/// A text without what is no character to read: control bytes, marks of direction, lines of boxes, blocks and dots of Braille that
/// are a drawing. A tab is four blanks.
pub(super) fn clean(text: &str) -> String {
    let is_drawn = |letter: char| matches!(letter, '\u{2500}'..='\u{25ff}' | '\u{2800}'..='\u{28ff}');
    let is_mark = |letter: char| matches!(letter, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}');
    let mut said = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '\t' => said.push_str("    "),
            _ if letter.is_control() || is_mark(letter) => {}
            _ if is_drawn(letter) => said.push(' '),
            _ => said.push(letter),
        }
    }
    said
}

/// A number as it is printed, said.
pub(super) fn number(value: f64, is_real: bool) -> String {
    said_digits(&if is_real { digits::real(value) } else { digits::exact(value) })
}

/// A number in two states, each with as many digits as it takes to tell them apart, if they differ.
pub(super) fn apart(was: f64, now: f64) -> (String, String) {
    if was.total_cmp(&now).is_eq() {
        return (number(was, true), number(now, true));
    }
    let (was, now) = digits::apart(was, now);
    (said_digits(&was), said_digits(&now))
}

/// A printed number, said: `-0.400` is "minus 0.400".
pub(super) fn said_digits(printed: &str) -> String {
    let (minus, size) = match printed.strip_prefix(['-', '−']) {
        Some(size) => (true, size),
        None => (false, printed),
    };
    let size = match size {
        "nan" => word!("plain-nan").to_owned(),
        "inf" => word!("plain-sign-infinity").to_owned(),
        _ => match size.split_once('e') {
            Some((digits, power))
                if is_number(digits)
                    && let Ok(power) = power.parse::<i32>() =>
            {
                let scientific = || say!("plain-scientific", digits, power = said_digits(&power.to_string()));
                without_power(digits, power).unwrap_or_else(scientific)
            }
            _ => size.to_owned(),
        },
    };
    if minus { format!("{} {size}", word!("plain-sign-minus")) } else { size }
}

/// A small number with all its zeros: four of them are heard more easily than a power.
fn without_power(digits: &str, power: i32) -> Option<String> {
    const MOST_ZEROS: u32 = 4;
    let zeros = power.checked_neg()?.checked_sub(1).and_then(|zeros| u32::try_from(zeros).ok())?;
    let is_one_digit = digits.find('.').unwrap_or(digits.len()) == 1;
    let is_short = is_one_digit && zeros <= MOST_ZEROS;
    is_short.then(|| format!("0.{}{}", "0".repeat(zeros as usize), digits.replace('.', "")))
}

/// Whether a printed number is said with a power of ten, which is a product.
pub(super) fn is_scientific(printed: &str) -> bool {
    let Some((digits, power)) = printed.trim_start_matches(['-', '−']).split_once('e') else { return false };
    is_number(digits) && power.parse().is_ok_and(|power| without_power(digits, power).is_none())
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|letter| letter.is_ascii_digit() || letter == '.')
}

/// The name of a place, such as a token, so that it can be heard: a sign alone by its name, and what could be taken for a number or
/// for two names between quotes.
pub(super) fn label(label: &str) -> String {
    const NAMES: [(&str, MessageId); 11] = [
        (",", id!("plain-name-comma")),
        (".", id!("plain-name-stop")),
        ("?", id!("plain-name-question-mark")),
        ("!", id!("plain-name-exclamation-mark")),
        (":", id!("plain-name-colon")),
        (";", id!("plain-name-semicolon")),
        ("-", id!("plain-name-hyphen")),
        ("'", id!("plain-name-apostrophe")),
        ("\"", id!("plain-name-quote")),
        (" ", id!("plain-name-blank")),
        ("", id!("plain-name-nothing")),
    ];
    // The number of a place whose name others have, too, is lowered on the screen.
    let own = label.trim_end_matches(is_lowered);
    let number = raised(&label[own.len()..]);
    let is_unclear = |own: &str| own.contains(',') || !own.contains(char::is_alphabetic);
    match NAMES.iter().find(|(sign, _)| *sign == own) {
        Some((_, name)) => format!("{}{number}", name.text()),
        None if let Some(name) = token(own) => format!("{name}{number}"),
        None if is_unclear(own) => format!("{}{number}", say!("plain-quoted", text = own)),
        None => format!("{own}{number}"),
    }
}

/// Which element of a tensor: "query the (4), key cat".
pub(super) fn place(axes: &[Axis], index: &[usize]) -> String {
    with_tokens(&raised(&place_text(axes, index)))
}

/// A place as the screen writes it, `query the₄, key cat`, to be heard.
pub(super) fn raised(place: &str) -> String {
    let mut said = String::with_capacity(place.len());
    let mut rest = place;
    while let Some(start) = rest.find(is_lowered) {
        let end = rest[start..].find(|letter| !is_lowered(letter)).map_or(rest.len(), |length| start + length);
        let number: String = rest[start..end].chars().map(unraised).collect();
        said += &rest[..start];
        said += " (";
        said += &number;
        said.push(')');
        rest = &rest[end..];
    }
    said + rest
}

fn is_lowered(letter: char) -> bool {
    ('₀'..='₉').contains(&letter)
}

/// `a, b and c`.
pub(super) fn listed(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} {} {last}", first.join(", "), word!("plain-and")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_and_numbers_are_said() {
        assert_eq!(spoken("2 · 1 + 0 · 5 is 2"), "2 times 1 + 0 times 5 is 2");
        assert_eq!(spoken_between(" × ", (true, true)), " times ");
        assert_eq!(spoken_between("6 × ", (false, true)), "6 times ");
        assert_eq!(spoken_between(" × ", (false, true)), format!(" {} ", word!("plain-sign-hidden")));
        assert_eq!(spoken("4 - 1, a-b"), "4 minus 1, a-b");
        assert_eq!(spoken("Kᵀ, then √d"), "K transposed, then square root of d");
        assert_eq!(spoken("note¹"), "note1");
        assert_eq!(spoken("20 × 30000, drawn as ×."), "20 times 30000, drawn as a cross.");
        assert_eq!(said_digits("1e-07"), "1 times 10 to the power minus 7");
        assert_eq!([said_digits("-6.34e-4"), said_digits("1e-05")], ["minus 0.000634", "0.00001"]);
        assert_eq!(said_digits("9.99e-6"), "9.99 times 10 to the power minus 6");
        assert_eq!(number(-0.4, true), "minus 0.400");
        assert_eq!(number(f64::NEG_INFINITY, true), "minus infinity");
        assert_eq!(number(2e-7, true), "2.00 times 10 to the power minus 7");
        assert_eq!(number(3.0, false), "3");
        assert_eq!([label("cat"), label("the₄"), label("##ing")], ["cat", "the (4)", "##ing"]);
        assert_eq!([label(","), label(".₃"), label("0,1"), label("7")], ["comma", "period (3)", "“0,1”", "“7”"]);
        assert_eq!([label("<s>"), label("[PAD]₂")], ["start token", "padding token (2)"]);
        assert_eq!(with_tokens("read <s> die, then </s>."), "read start token die, then end token.");
        assert_eq!(with_tokens("[\"<s>\"] + words"), "[\"<s>\"] + words", "code stays as it is");
        assert_eq!(listed(&["a".into(), "b".into(), "c".into()]), "a, b and c");
    }

    #[test]
    fn nothing_that_is_no_text_is_left() {
        assert_eq!(clean("a\u{1b}\u{7}b\tc\u{202e}│d⣿"), "ab    c d ");
    }
}
