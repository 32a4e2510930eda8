//! Kinds of characters, by Unicode's general category and as BERT and GPT-2 tell them apart.

use std::ops::RangeInclusive;

use unicode_properties::{GeneralCategory, GeneralCategoryGroup, UnicodeGeneralCategory};

/// The blocks of ideographs that BERT sets apart. They are not all of Chinese script: what was added to Unicode after BERT is not
/// among them, and neither are Hiragana, Katakana and Hangul.
const IDEOGRAPHS: [RangeInclusive<char>; 8] = [
    '\u{4E00}'..='\u{9FFF}',
    '\u{3400}'..='\u{4DBF}',
    '\u{20000}'..='\u{2A6DF}',
    '\u{2A700}'..='\u{2B73F}',
    '\u{2B740}'..='\u{2B81F}',
    '\u{2B820}'..='\u{2CEAF}',
    '\u{F900}'..='\u{FAFF}',
    '\u{2F800}'..='\u{2FA1F}',
];

/// The characters that Unicode calls digits though they are no decimal ones (`Numeric_Type=Digit`).
const RAISED: [RangeInclusive<char>; 20] = [
    '\u{B2}'..='\u{B3}',
    '\u{B9}'..='\u{B9}',
    '\u{1369}'..='\u{1371}',
    '\u{19DA}'..='\u{19DA}',
    '\u{2070}'..='\u{2070}',
    '\u{2074}'..='\u{2079}',
    '\u{2080}'..='\u{2089}',
    '\u{2460}'..='\u{2468}',
    '\u{2474}'..='\u{247C}',
    '\u{2488}'..='\u{2490}',
    '\u{24EA}'..='\u{24EA}',
    '\u{24F5}'..='\u{24FD}',
    '\u{24FF}'..='\u{24FF}',
    '\u{2776}'..='\u{277E}',
    '\u{2780}'..='\u{2788}',
    '\u{278A}'..='\u{2792}',
    '\u{10A40}'..='\u{10A43}',
    '\u{10E60}'..='\u{10E68}',
    '\u{11052}'..='\u{1105A}',
    '\u{1F100}'..='\u{1F10A}',
];

/// Control characters, format characters (a zero-width joiner) and private ones, but not the three that are white space to
/// everybody.
pub(super) fn is_control(c: char) -> bool {
    if c.is_ascii() {
        return c.is_ascii_control() && !matches!(c, '\t' | '\n' | '\r');
    }
    matches!(c.general_category(), GeneralCategory::Control | GeneralCategory::Format | GeneralCategory::PrivateUse)
}

/// All that is punctuation in Unicode, and every ASCII sign that is no letter, digit or space: `$`, `+` and `^` are symbols to
/// Unicode.
pub(super) fn is_punctuation(c: char) -> bool {
    if c.is_ascii() {
        return c.is_ascii_punctuation();
    }
    c.general_category_group() == GeneralCategoryGroup::Punctuation
}

/// An ideograph that BERT sets apart.
pub(super) fn is_ideograph(c: char) -> bool {
    c >= '\u{3400}' && IDEOGRAPHS.iter().any(|block| block.contains(&c))
}

/// A mark that takes no place of its own, such as an accent: category Mn.
pub(super) fn is_mark(c: char) -> bool {
    !c.is_ascii() && c.general_category() == GeneralCategory::NonspacingMark
}

/// A letter: `\p{L}` of a regular expression.
pub(crate) fn is_letter(c: char) -> bool {
    if c.is_ascii() {
        return c.is_ascii_alphabetic();
    }
    c.general_category_group() == GeneralCategoryGroup::Letter
}

/// A digit, or another sign for a number such as `½` and `Ⅷ`: `\p{N}` of a regular expression.
pub(crate) fn is_number(c: char) -> bool {
    if c.is_ascii() {
        return c.is_ascii_digit();
    }
    c.general_category_group() == GeneralCategoryGroup::Number
}

/// What Python's `isdigit` takes for a digit: a decimal digit of any script, and those that stand high, low or in a circle.
pub(crate) fn is_digit(c: char) -> bool {
    if c.is_ascii() {
        return c.is_ascii_digit();
    }
    c.general_category() == GeneralCategory::DecimalNumber || RAISED.iter().any(|block| block.contains(&c))
}
