//! Sentences as people write them, and as the grammar has them: words and signs with spaces between.

use super::Language;

/// What stands close to the word before it.
const CLOSE: [&str; 3] = [".", ",", "'s"];
/// French words that follow another after a hyphen: *aide-moi*, *cet examen-là*. Each is a word by itself.
const SUFFIXES: [&str; 16] = [
    "-ci", "-là", "-moi", "-toi", "-le", "-la", "-les", "-lui", "-leur", "-nous", "-vous", "-tu", "-il", "-elle",
    "-ils", "-elles",
];

/// A sentence as it is written: signs close to their words, a capital in front.
///
/// ```
/// use glassformer::grammar::{Language, joined};
///
/// assert_eq!(joined("the king 's hat is red .", Language::English), "The king's hat is red.");
/// assert_eq!(joined("l' homme dort -il ici ?", Language::French), "L'homme dort-il ici ?");
/// assert_eq!(joined("does he sleep ?", Language::English), "Does he sleep?");
/// ```
pub fn joined(words: &str, language: Language) -> String {
    capitalized(&closed(words, language))
}

/// A sentence whose signs are close to their words, with the capitals that it has.
///
/// ```
/// use glassformer::grammar::{Language, closed};
///
/// assert_eq!(closed("elle ne mange jamais d' œuf .", Language::French), "elle ne mange jamais d'œuf.");
/// ```
pub fn closed(words: &str, language: Language) -> String {
    let mut text = String::new();
    for word in words.split_whitespace() {
        let is_suffix = language == Language::French && SUFFIXES.contains(&word);
        let is_close = is_suffix || CLOSE.contains(&word) || (language == Language::English && word == "?");
        if !(text.is_empty() || is_close || text.ends_with('\'')) {
            text.push(' ');
        }
        text += word;
    }
    text
}

/// A text that begins with a capital.
pub fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// A sentence as a person writes it, as words and signs with spaces between. Capitals stay.
///
/// ```
/// use glassformer::grammar::spaced;
///
/// assert_eq!(spaced("The king's hat is red."), "The king 's hat is red .");
/// assert_eq!(spaced("L’homme dort-il ?"), "L' homme dort -il ?");
/// assert_eq!(spaced("Donne-le-moi."), "Donne -le -moi .");
/// assert_eq!(spaced("aujourd'hui"), "aujourd'hui");
/// ```
pub fn spaced(text: &str) -> String {
    let text = with_straight_apostrophes(text);
    let words = text.split_whitespace().flat_map(parted);
    words.collect::<Vec<_>>().join(" ")
}

/// A text with one kind of apostrophe: people and their programs type three.
pub(super) fn with_straight_apostrophes(text: &str) -> String {
    text.replace(['\u{2019}', '\u{2bc}'], "'")
}

/// A word as it stands in a text, and the signs that follow it.
pub(super) fn without_signs(word: &str) -> (&str, &str) {
    word.split_at(word.trim_end_matches(['.', ',', '?', '!', ';', ':']).len())
}

/// A word without the signs around it, and these.
pub(super) fn parted(word: &str) -> Vec<String> {
    let (bare, signs) = without_signs(word);
    let signs = signs.chars().map(String::from);
    let mut parts = match bare.split_once('\'') {
        Some((owner, "s")) if !owner.is_empty() => vec![owner.to_owned(), "'s".to_owned()],
        // *l'homme*, *qu'il*; but *aujourd'hui* and *don't* are one word.
        Some((short, rest)) if is_elided(short) && !rest.is_empty() => vec![format!("{short}'"), rest.to_owned()],
        _ if bare.is_empty() => Vec::new(),
        _ => vec![bare.to_owned()],
    };
    parts = parts.iter().flat_map(|part| without_suffixes(part)).collect();
    parts.extend(signs);
    parts
}

/// A word and what follows it after hyphens: *donne-le-moi* is three words.
fn without_suffixes(word: &str) -> Vec<String> {
    let (mut verb, mut words) = (word, Vec::new());
    let suffix_of = |word: &str| SUFFIXES.iter().find(|&&suffix| word.len() > suffix.len() && word.ends_with(suffix));
    while let Some(suffix) = suffix_of(verb) {
        words.insert(0, (*suffix).to_owned());
        verb = &verb[..verb.len() - suffix.len()];
    }
    words.insert(0, verb.to_owned());
    words
}

/// Whether a French word has lost its vowel.
fn is_elided(short: &str) -> bool {
    short.chars().count() == 1 || ["qu", "jusqu", "lorsqu", "puisqu"].contains(&short.to_lowercase().as_str())
}
