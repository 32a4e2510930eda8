//! English to French: sentences of a [grammar](crate::grammar) that cannot be translated word by word.
//!
//! - Adjectives change place and agree: *the small red houses*, *les petites maisons rouges*.
//! - Verbs are conjugated, and in the past with two auxiliaries: *she left*, *elle est partie*.
//! - A negation goes around the verb, pronouns before it: *I have not seen her*, *je ne l'ai pas vue*.
//! - Words melt together: *l'*, *n'*, *qu'*; *au*, *du*.
//! - What a word means, other words tell, near or far: the *bank* of a fisherman and of a cashier; the gender of *it*.
//!
//! A sentence is read and written in [pieces](super::pieces), parted by spaces.

use std::sync::LazyLock;

use super::pieces::Pieces;
use crate::grammar::{Grammar, Language, Sentence, closed, joined, spaced};
use crate::tensor::random::Generator;
use crate::tensor::{Error, Result};

/// One in so many pairs of an adjective and a noun is never learned from.
const UNSEEN_ONE_IN: u64 = 20;
/// What a sentence ends with.
const SIGNS: [char; 2] = ['.', '?'];

/// A sentence and its translation, as they are written.
#[derive(Clone, Debug)]
pub struct Pair {
    /// The sentence of the grammar.
    pub sentence: Sentence,
    /// In English, words and signs with spaces between.
    pub english: String,
    /// In French.
    pub french: String,
}

impl Pair {
    /// For each piece of the French the places of the English pieces that it stands for, from 0.
    pub fn alignment(&self) -> Vec<Vec<usize>> {
        let words_of = |pieces: &Pieces, text: &str| -> Vec<usize> {
            let words = text.split_whitespace().enumerate();
            words.flat_map(|(at, word)| vec![at; pieces.cut(word).split(' ').count()]).collect()
        };
        let (read, written) = (words_of(english(), &self.english), words_of(french(), &self.french));
        let aligned = |word: &usize| {
            let words = self.sentence.alignment.get(*word).map_or(&[][..], Vec::as_slice);
            (0..read.len()).filter(|&at| words.contains(&read[at])).collect()
        };
        written.iter().map(aligned).collect()
    }
}

/// How a sentence is put on paper. A translation is as its source is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Style {
    capitals: Capitals,
    /// Whether it ends with a full stop or a question mark.
    is_closed: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Capitals {
    /// At the beginning, and of names.
    Sentence,
    /// Of names alone.
    Names,
    /// None: as people type who are in a hurry.
    None,
}

impl Style {
    fn draw(generator: &mut Generator) -> Result<Self> {
        let capitals = match generator.randint(&[1], 0, 100)?[[0]] {
            0..70 => Capitals::Sentence,
            70..85 => Capitals::Names,
            _ => Capitals::None,
        };
        Ok(Self { capitals, is_closed: generator.randint(&[1], 0, 4)?[[0]] > 0 })
    }

    /// The style that a text is in.
    fn of(text: &str) -> Self {
        let capitals = match text.chars().next() {
            Some(first) if first.is_uppercase() => Capitals::Sentence,
            _ if text.contains(char::is_uppercase) => Capitals::Names,
            _ => Capitals::None,
        };
        Self { capitals, is_closed: text.ends_with(SIGNS) }
    }

    /// Words of the grammar in this style, still with spaces between.
    fn put(self, words: &str, language: Language) -> String {
        let words = match self.capitals {
            Capitals::Sentence => spaced(&joined(words, language)),
            Capitals::Names => words.to_owned(),
            Capitals::None => words.to_lowercase(),
        };
        if self.is_closed { words } else { words.trim_end_matches(SIGNS).trim_end().to_owned() }
    }
}

/// All that is right for a source in pieces, in its style; empty for a sentence that is not in the grammar.
pub fn references(source: &str) -> Vec<String> {
    let text = english().joined(source);
    let style = Style::of(&text);
    let right = Grammar::shipped().map_or_else(|_| Vec::new(), |grammar| grammar.translations(&text));
    right.iter().map(|words| french().cut(&style.put(words, Language::French))).collect()
}

/// An English sentence as a person writes it, in pieces: *do not* for *don't*.
pub fn read_english(text: &str) -> String {
    let words = Grammar::shipped().map_or_else(|_| spaced(text), |grammar| grammar.words_of(text));
    english().cut(&words)
}

/// A French sentence as a person writes it, in pieces.
pub fn read_french(text: &str) -> String {
    french().cut(&spaced(text))
}

/// English pieces as a person writes them.
pub fn english_text(pieces: &str) -> String {
    closed(&english().joined(pieces), Language::English)
}

/// French pieces as a person writes them.
pub fn french_text(pieces: &str) -> String {
    closed(&french().joined(pieces), Language::French)
}

/// What a dictionary makes of a sentence in pieces, word by word: the measure of how little that is.
pub fn word_by_word(source: &str) -> String {
    let text = english().joined(source);
    let words = Grammar::shipped().map_or_else(|_| String::new(), |grammar| grammar.word_by_word(&text));
    french().cut(&Style::of(&text).put(&words, Language::French))
}

/// Draws a sentence and its translation.
///
/// # Errors
/// Never for the grammar that is shipped.
pub fn draw(generator: &mut Generator) -> Result<Pair> {
    let grammar = Grammar::shipped().map_err(|error| Error::Value(error.to_string()))?;
    let mut random = |below: u64| generator.randint(&[1], 0, below as i64).map_or(0, |drawn| drawn[[0]] as u64);
    let sentence = grammar.draw(&mut random).map_err(Error::Value)?;
    let english = Style::draw(generator)?.put(&sentence.english, Language::English);
    // *I* is large in any style: a sentence that begins with it begins as others do.
    let french = Style::of(&english).put(&sentence.french, Language::French);
    Ok(Pair { sentence, english, french })
}

/// Whether this adjective and this noun never stand together in what is learned from, *the car is red* included.
pub fn is_unseen(sentence: &Sentence) -> bool {
    let unseen = |(adjective, noun): &(String, String)| {
        super::hash(&format!("{adjective} + {noun}")).is_multiple_of(UNSEEN_ONE_IN)
    };
    sentence.compositions.iter().any(unseen)
}

/// The pieces of English.
pub fn english() -> &'static Pieces {
    static PIECES: LazyLock<Pieces> =
        LazyLock::new(|| of_merges(include_str!("../../../assets/grammar/english.merges")));
    &PIECES
}

/// The pieces of French.
pub fn french() -> &'static Pieces {
    static PIECES: LazyLock<Pieces> =
        LazyLock::new(|| of_merges(include_str!("../../../assets/grammar/french.merges")));
    &PIECES
}

#[expect(clippy::panic, reason = "a test reads what is shipped, so this never happens to anybody")]
fn of_merges(merges: &str) -> Pieces {
    Pieces::read(merges).unwrap_or_else(|error| panic!("{error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pair_is_right_in_its_own_style() {
        let mut generator = Generator::manual_seed(7);
        for _ in 0..500 {
            let pair = draw(&mut generator).unwrap();
            let right = references(&english().cut(&pair.english));
            assert!(right.contains(&french().cut(&pair.french)), "{}: {}, not {right:?}", pair.english, pair.french);
        }
    }

    #[test]
    fn a_translation_is_written_as_its_source() {
        let text =
            |source: &str| references(&read_english(source)).iter().map(|right| french_text(right)).collect::<Vec<_>>();
        assert_eq!(text("The small red house is old."), ["La petite maison rouge est vieille."]);
        assert_eq!(text("the small red house"), ["la petite maison rouge"]);
        assert_eq!(text("Paul doesn't sleep"), ["Paul ne dort pas"]);
        assert_eq!(text("paul doesn't sleep."), ["paul ne dort pas."]);
        assert_eq!(text("the house red"), [""; 0]);
    }

    #[test]
    fn pieces_know_the_pieces_that_they_stand_for() {
        let mut generator = Generator::manual_seed(8);
        let pairs: Vec<Pair> = (0..300).map(|_| draw(&mut generator).unwrap()).collect();
        for pair in &pairs {
            let [read, written] =
                [english().cut(&pair.english), french().cut(&pair.french)].map(|pieces| pieces.split(' ').count());
            let alignment = pair.alignment();
            assert_eq!(alignment.len(), written, "{}", pair.french);
            assert!(alignment.iter().flatten().all(|&place| place < read), "{}", pair.english);
        }
        // A name is the same in both languages.
        let named = pairs.iter().filter_map(|pair| {
            let (english, french) = (english().cut(&pair.english), french().cut(&pair.french));
            let place = |text: &str, name: &str| text.split(' ').position(|piece| piece == name);
            Some((pair.alignment()[place(&french, "Paul")?].clone(), place(&english, "Paul")?))
        });
        let named: Vec<_> = named.collect();
        assert!(!named.is_empty() && named.iter().all(|(aligned, place)| aligned == &[*place]), "{named:?}");
    }

    #[test]
    fn a_dictionary_knows_words_and_nothing_else() {
        assert_eq!(french_text(&word_by_word(&read_english("Red cars sleep."))), "Rouge voitures dormir.");
    }
}
