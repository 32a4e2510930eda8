//! English to French: a grammar of some hundred words whose sentences cannot be translated word by word.
//!
//! - Adjectives change place: most stand behind their noun in French, a few before it: *the small red house*, *la petite maison rouge*.
//! - Article, adjective and noun agree in gender and number, and some change before a vowel: *un vieux chat*, *un vieil oiseau*.
//! - One word becomes two or three, or the other way round: *potato*, *pomme de terre*; *looks at*, *regarde*; *wooden*, *en bois*.
//! - A negation goes around the verb, and what is not there loses its article: *does not see a cat*, *ne voit pas de chat*.
//! - A genitive turns round: *the king 's hat*, *le chapeau du roi*.
//! - Words melt together: *l'*, *n'*, *d'*, *j'*; *au*, *du*.
//! - Big is *grand* or *gros*, as what is big.
//!
//! Words are parted by spaces and written small; what loses its vowel is a word of its own (*l'*), see [`spaced`] and [`joined`].

mod assemble;
mod lexicon;
mod words;

use std::collections::{BTreeSet, HashMap};

pub use assemble::Sentence;
use lexicon::{ADJECTIVES, NOUNS, OFTEN, PLACES, TIMES, VERBS};
use words::Words;

use crate::tensor::Result;
use crate::tensor::random::Generator;

/// One in so many pairs of an adjective and a noun is never learned from.
const UNSEEN_ONE_IN: u64 = 10;

/// A sentence and its translation.
///
/// # Errors
/// Never: the signature is the generator's.
pub fn draw(generator: &mut Generator) -> Result<Sentence> {
    assemble::sentence(generator)
}

/// Whether this adjective and this noun never stand together in what is learned from, *the car is red* included.
pub fn is_unseen(adjective: &str, noun: &str) -> bool {
    super::hash(&format!("{adjective} + {noun}")).is_multiple_of(UNSEEN_ONE_IN)
}

/// All words that an English sentence can have, in alphabetical order.
pub fn english() -> Vec<String> {
    let nouns = NOUNS.iter().flat_map(|noun| noun.english);
    let verbs = VERBS.iter().flat_map(|verb| verb.english);
    let all = nouns.chain(verbs).chain(ADJECTIVES.iter().map(|adjective| adjective.english));
    distinct(
        all.chain(PLACES.iter().map(|place| place.0))
            .chain(TIMES.iter().map(|time| time.0))
            .chain(assemble::ENGLISH.iter().copied()),
    )
}

/// All words that a French sentence can have, in alphabetical order.
pub fn french() -> Vec<String> {
    let nouns = NOUNS.iter().flat_map(|noun| noun.french);
    let verbs = VERBS.iter().flat_map(|verb| verb.french);
    let all = nouns.chain(verbs).chain(ADJECTIVES.iter().flat_map(|adjective| adjective.french));
    distinct(
        all.chain(PLACES.iter().map(|place| place.1))
            .chain(TIMES.iter().map(|time| time.1))
            .chain(assemble::FRENCH.iter().copied()),
    )
}

fn distinct<'a>(phrases: impl Iterator<Item = &'a str>) -> Vec<String> {
    let all: BTreeSet<&str> = phrases.flat_map(str::split_whitespace).collect();
    all.into_iter().map(str::to_owned).collect()
}

/// A French sentence as it is written: what lost its vowel leans on the next word.
///
/// ```
/// use glassformer::nn::tasks::translation::{joined, spaced};
///
/// assert_eq!(joined("l' homme n' aime pas l' école"), "l'homme n'aime pas l'école");
/// assert_eq!(spaced("L'homme n'aime pas l'école."), "l' homme n' aime pas l' école");
/// ```
pub fn joined(french: &str) -> String {
    french.replace("' ", "'")
}

/// A sentence as a person writes it, French or English, as the grammar's words: small, without a full stop, and what lost its vowel by
/// itself, as the English *'s* is.
pub fn spaced(text: &str) -> String {
    let text = text.to_lowercase().replace('\u{2019}', "'");
    let text = text.trim().trim_end_matches(['.', '!']).trim_end();
    let part = |word: &str| match word.split_once('\'') {
        Some((owner, "s")) if !owner.is_empty() => format!("{owner} 's"),
        Some((short, rest)) if short.chars().count() == 1 && !rest.is_empty() => format!("{short}' {rest}"),
        _ => word.to_owned(),
    };
    text.split_whitespace().map(part).collect::<Vec<_>>().join(" ")
}

/// What a dictionary makes of a sentence, word by word: each English word becomes the French one that stands for it most plainly, nouns
/// and verbs in their number, adjectives as the dictionary has them; and then they melt as French words do. This is the measure of how
/// little that is.
pub fn word_by_word(english: &str) -> String {
    let mut dictionary: HashMap<&str, &str> = assemble::DICTIONARY.iter().copied().collect();
    let mut add = |english: &'static str, french: &'static str| {
        // Of *looks for* and *living room* only the word that carries the meaning is in it.
        let _known = dictionary.entry(english.split(' ').next().unwrap_or(english)).or_insert(french);
    };
    for noun in &NOUNS {
        noun.english.into_iter().zip(noun.french).for_each(|(english, french)| add(english, french));
    }
    for adjective in &ADJECTIVES {
        add(adjective.english, adjective.french[0]);
    }
    for verb in &VERBS {
        add(verb.english[1], verb.french[1]);
        add(verb.english[0], verb.french[3]);
    }
    for place in &PLACES {
        add(place.0, place.1);
    }
    TIMES.iter().chain(&OFTEN).for_each(|time| add(time.0, time.1));
    let french = english.split(' ').filter_map(|word| dictionary.get(word).copied());
    Words::plain(french).melted().text()
}

#[cfg(test)]
mod tests;
