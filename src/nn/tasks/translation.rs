//! English to French: sentences of a [grammar](crate::grammar) that cannot be translated word by word.
//!
//! - Adjectives change place and agree: *the small red houses*, *les petites maisons rouges*.
//! - Verbs are conjugated, and in the past with two auxiliaries: *she left*, *elle est partie*.
//! - A negation goes around the verb, pronouns before it: *I have not seen her*, *je ne l'ai pas vue*.
//! - Words melt together: *l'*, *n'*, *qu'*; *au*, *du*.
//! - What a word means, other words tell, near or far: the *bank* of a fisherman and of a cashier; the gender of *it*.
//!
//! A sentence is read and written in [pieces](super::pieces), parted by spaces.

use std::sync::{LazyLock, Mutex, PoisonError};

use super::Part;
use super::pieces::Pieces;
use crate::grammar::{Grammar, Language, Sentence, capitalized, closed, spaced};
use crate::tensor::random::Generator;
use crate::tensor::{Error, Result};

/// One in so many pairs of an adjective and a noun is never learned from.
const UNSEEN_ONE_IN: u64 = 20;
/// Sentences of so few words and signs are all learned from: *who is he?* is too little to be kept from it.
const SHORT: usize = 4;
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
        let (read, written) = self.words_of_pieces();
        let aligned = |word: usize| self.sentence.alignment.get(word).cloned().unwrap_or_default();
        related(&written, &read, aligned)
    }

    /// For each piece of the English the places of the pieces of a word that its own is related to, as
    /// [`Sentence::subjects`](crate::grammar::Sentence::subjects) says.
    pub fn related_in_english(&self, relation: &[[usize; 2]]) -> Vec<Vec<usize>> {
        let (read, _) = self.words_of_pieces();
        related(&read, &read, |word| others(relation, word))
    }

    /// For each piece of the French the places of the pieces of words that stand for what its own is related to.
    pub fn related_in_french(&self, relation: &[[usize; 2]]) -> Vec<Vec<usize>> {
        let (_, written) = self.words_of_pieces();
        let alignment = &self.sentence.alignment;
        related(&written, &written, |word| {
            let stands_for = alignment.get(word).map_or(&[][..], Vec::as_slice);
            let wanted: Vec<usize> = stands_for.iter().flat_map(|&word| others(relation, word)).collect();
            (0..alignment.len()).filter(|&at| alignment[at].iter().any(|word| wanted.contains(word))).collect()
        })
    }

    /// Of each piece the place of the word that it is of, in both languages.
    fn words_of_pieces(&self) -> (Vec<usize>, Vec<usize>) {
        let words_of = |pieces: &Pieces, text: &str| -> Vec<usize> {
            let words = text.split_whitespace().enumerate();
            words.flat_map(|(at, word)| vec![at; pieces.cut(word).split(' ').count()]).collect()
        };
        (words_of(english(), &self.english), words_of(french(), &self.french))
    }
}

/// What a word is related to.
fn others(relation: &[[usize; 2]], word: usize) -> Vec<usize> {
    relation.iter().filter(|[one, _]| *one == word).map(|[_, other]| *other).collect()
}

/// For each piece the places of those pieces whose word is one of the words that its own leads to. Of a piece `words` and `others` say
/// which word it is of.
fn related(words: &[usize], others: &[usize], leads_to: impl Fn(usize) -> Vec<usize>) -> Vec<Vec<usize>> {
    let of_word = |&word: &usize| {
        let wanted = leads_to(word);
        (0..others.len()).filter(|&at| wanted.contains(&others[at])).collect()
    };
    words.iter().map(of_word).collect()
}

/// How a sentence is written. A translation is as its source is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Style {
    /// Whether names are small too, as people type who are in a hurry.
    is_small: bool,
    /// Whether it ends with a full stop or a question mark.
    is_closed: bool,
}

impl Style {
    fn draw(generator: &mut Generator) -> Result<Self> {
        let one_in = |count: i64, generator: &mut Generator| Ok(generator.randint(&[1], 0, count)?[[0]] == 0);
        Ok(Self { is_small: one_in(8, generator)?, is_closed: !one_in(4, generator)? })
    }

    /// The style that a text is in.
    fn of(text: &str) -> Self {
        Self { is_small: !text.contains(char::is_uppercase), is_closed: text.ends_with(SIGNS) }
    }

    /// Words of the grammar in this style, still with spaces between.
    fn put(self, words: &str) -> String {
        let words = if self.is_small { words.to_lowercase() } else { words.to_owned() };
        if self.is_closed { words } else { words.trim_end_matches(SIGNS).trim_end().to_owned() }
    }
}

/// Words without the capital letter of their beginning, which is put on paper alone: no model need learn it. Names and *I* keep theirs.
fn uncapitalized(words: &str, language: Language) -> String {
    let first = words.split(' ').next().unwrap_or_default();
    let is_name = || Grammar::shipped().is_ok_and(|grammar| grammar.names(language).contains(first));
    let mut letters = words.chars();
    match letters.next() {
        Some(letter) if letter.is_uppercase() && !is_name() => letter.to_lowercase().chain(letters).collect(),
        _ => words.to_owned(),
    }
}

/// All that is right for a source in pieces, in its style; empty for a sentence that is not in the grammar.
pub fn references(source: &str) -> Vec<String> {
    let text = english().joined(source);
    let style = Style::of(&text);
    let right = Grammar::shipped().map_or_else(|_| Vec::new(), |grammar| grammar.translations(&text));
    right.iter().map(|words| french().cut(&style.put(words))).collect()
}

/// Whether an English sentence, as a person writes it, is of the grammar.
pub fn is_known(text: &str) -> bool {
    /// A screen asks again and again for the sentence that it shows.
    static LAST: Mutex<Option<(String, bool)>> = Mutex::new(None);
    let mut last = LAST.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((asked, known)) = &*last
        && asked == text
    {
        return *known;
    }
    let known = Grammar::shipped().is_ok_and(|grammar| !grammar.translations(&stated(text)).is_empty());
    *last = Some((text.to_owned(), known));
    known
}

/// Whether a text ends with an exclamation mark.
pub fn is_exclaimed(text: &str) -> bool {
    text.trim_end().ends_with('!')
}

/// A text with full stops where it exclaims: a mark that is on paper alone, as the capital letter of the beginning is.
pub fn stated(text: &str) -> String {
    text.replace('!', ".")
}

/// An English sentence as a person writes it, in pieces: *do not* for *don't*, small at its beginning, with a full stop for an exclamation
/// mark.
pub fn read_english(text: &str) -> String {
    let text = stated(text);
    let words = Grammar::shipped().map_or_else(|_| spaced(&text), |grammar| grammar.words_of(&text));
    english().cut(&uncapitalized(&words, Language::English))
}

/// A French sentence as a person writes it, in pieces.
pub fn read_french(text: &str) -> String {
    french().cut(&uncapitalized(&spaced(&stated(text)), Language::French))
}

/// English pieces as a person writes them.
pub fn english_text(pieces: &str) -> String {
    closed(&english().joined(pieces), Language::English)
}

/// The same as a sentence, which begins with a capital letter.
pub fn english_sentence(pieces: &str) -> String {
    capitalized(&english_text(pieces))
}

/// French pieces as a person writes them.
pub fn french_text(pieces: &str) -> String {
    closed(&french().joined(pieces), Language::French)
}

/// What a dictionary makes of a sentence in pieces, word by word: the measure of how little that is.
pub fn word_by_word(source: &str) -> String {
    let text = english().joined(source);
    let words = Grammar::shipped().map_or_else(|_| String::new(), |grammar| grammar.word_by_word(&text));
    french().cut(&Style::of(&text).put(&words))
}

/// Draws a sentence and its translation.
///
/// # Errors
/// Never for the grammar that is shipped.
pub fn draw(generator: &mut Generator) -> Result<Pair> {
    let grammar = Grammar::shipped().map_err(|error| Error::Value(error.to_string()))?;
    let mut random = |below: u64| generator.randint(&[1], 0, below as i64).map_or(0, |drawn| drawn[[0]] as u64);
    let sentence = grammar.draw(&mut random).map_err(Error::Value)?;
    let english = Style::draw(generator)?.put(&sentence.english);
    let french = Style::of(&english).put(&sentence.french);
    Ok(Pair { sentence, english, french })
}

/// The part that a sentence belongs to.
pub fn part_of(sentence: &Sentence) -> Part {
    if is_unseen(sentence) {
        Part::Unseen
    } else if sentence.english.split(' ').count() <= SHORT {
        Part::Training
    } else {
        super::part(&sentence.english)
    }
}

/// Whether this adjective and this noun never stand together in what is learned from, *the car is red* included.
fn is_unseen(sentence: &Sentence) -> bool {
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
        assert_eq!(text("The small red house is old."), ["la petite maison rouge est vieille."]);
        assert_eq!(text("I see Paul."), ["je vois Paul."]);
        assert_eq!(text("the small red house"), ["la petite maison rouge"]);
        assert_eq!(text("Paul doesn't sleep"), ["Paul ne dort pas"]);
        assert_eq!(text("paul doesn't sleep."), ["paul ne dort pas."]);
        assert_eq!(text("the house red"), [""; 0]);
    }

    #[test]
    fn the_capital_of_the_beginning_is_on_paper_alone() {
        let mut generator = Generator::manual_seed(9);
        for _ in 0..1000 {
            let Sentence { english, french, .. } = draw(&mut generator).unwrap().sentence;
            for (words, language) in [(english, Language::English), (french, Language::French)] {
                assert_eq!(uncapitalized(&capitalized(&words), language), words);
            }
        }
    }

    #[test]
    fn pieces_know_the_pieces_that_they_stand_for() {
        let mut generator = Generator::manual_seed(8);
        let pairs: Vec<Pair> = (0..1000).map(|_| draw(&mut generator).unwrap()).collect();
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
    fn an_adjective_leads_to_its_noun_and_a_verb_to_its_subject() {
        let mut generator = Generator::manual_seed(8);
        let mut found = 0;
        for _ in 0..300 {
            let pair = draw(&mut generator).unwrap();
            let words: Vec<&str> = pair.english.split(' ').collect();
            let pieces = english().cut(&pair.english);
            let pieces: Vec<&str> = pieces.split(' ').collect();
            let alignment = pair.alignment();
            for relation in pair.sentence.subjects.iter().chain(&pair.sentence.nouns) {
                let [one, other] = *relation;
                let place: usize = words[..one].iter().map(|word| english().cut(word).split(' ').count()).sum();
                let linked = pair.related_in_english(&[*relation])[place].clone();
                let text = linked.iter().map(|&at| pieces[at]).collect::<Vec<_>>().join(" ");
                assert_eq!(english().joined(&text), words[other], "{}", pair.english);
                // What stands for the one leads to what stands for the other.
                for piece in pair.related_in_french(&[*relation]).into_iter().flatten() {
                    assert!(alignment[piece].iter().any(|at| linked.contains(at)), "{}", pair.french);
                    found += 1;
                }
            }
        }
        assert!(found > 100, "{found}");
    }

    #[test]
    fn a_dictionary_knows_words_and_nothing_else() {
        assert_eq!(french_text(&word_by_word(&read_english("Red cars sleep."))), "rouge voitures dormir.");
    }
}
