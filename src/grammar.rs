//! A grammar of two languages at once, written as data: it draws sentences with their translation, and recognizes them.
//!
//! The files are in `assets/grammar/`, each of which says at its top how it is read:
//!
//! - `features.txt`: what is distinguished (gender, number, kind of thing, topic), and the classes of words;
//! - `english.txt`, `french.txt`: inflection and spelling;
//! - `lexicon.txt`: words of both languages that mean the same;
//! - `patterns.txt`: rules by which phrases are put together in both languages at once.
//!
//! A rule is a pair of a synchronous context-free grammar (Aho and Ullman, 1969; Chiang, 2007) whose categories have features, which are
//! *unified*: a set of values for each that only shrinks (as in definite clause grammars; Pereira and Warren, 1980). So the gender of a
//! noun reaches its article and its adjective, and what a verb is done to is of a kind that it can be done to.
//!
//! The random numbers that it draws with are given by the caller, so this room names no other.

mod cells;
mod check;
mod derivation;
mod features;
mod generate;
mod inflection;
mod lexicon;
mod neighbors;
mod patterns;
mod recognize;
mod source;
mod spelling;
mod written;

pub use check::Size;
pub use generate::Random;
pub use neighbors::Neighbor;
pub use source::{Error, Result};
pub use written::{capitalized, closed, joined, spaced};

use std::collections::BTreeSet;

use features::Features;
use inflection::Inflection;
use lexicon::LexiconEntry;
use patterns::Patterns;

/// The files of a grammar and their texts.
#[derive(Clone, Copy, Debug)]
pub struct Files<'a> {
    /// `features.txt`
    pub features: &'a str,
    /// `english.txt`
    pub english: &'a str,
    /// `french.txt`
    pub french: &'a str,
    /// `lexicon.txt`
    pub lexicon: &'a str,
    /// `patterns.txt`
    pub patterns: &'a str,
}

/// A grammar.
#[derive(Clone, Debug)]
pub struct Grammar {
    features: Features,
    english: Inflection,
    french: Inflection,
    lexicon: Vec<LexiconEntry>,
    /// The words of each class.
    by_class: Vec<Vec<usize>>,
    patterns: Patterns,
    surfaces: recognize::Surfaces,
}

/// One of the two languages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// What is read.
    English,
    /// What is written.
    French,
}

/// A sentence in both languages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sentence {
    /// As the grammar has it: words with spaces between, small but for names, punctuation by itself.
    pub english: String,
    /// Its translation.
    pub french: String,
    /// For each French word the places of the English words that it stands for, from 0; empty for none.
    pub alignment: Vec<Vec<usize>>,
    /// Adjectives and the nouns that they are said of, by their English lemmas.
    pub compositions: Vec<(String, String)>,
    /// The same as places of English words, from 0: an adjective and its noun.
    pub nouns: Vec<[usize; 2]>,
    /// A verb and a noun that is its subject, as places of English words.
    pub subjects: Vec<[usize; 2]>,
}

/// A sentence that is begun so often and cannot be drawn never will be.
const PATIENCE: usize = 1_000;
/// No sentence that is drawn has more words and signs in English.
const MAX_WORDS: usize = 20;

impl Grammar {
    /// Reads a grammar.
    ///
    /// # Errors
    /// At the first line that cannot be understood.
    pub fn read(files: &Files<'_>) -> Result<Self> {
        let features = Features::read("features.txt", files.features)?;
        let english = Inflection::read("english.txt", files.english, &features)?;
        let french = Inflection::read("french.txt", files.french, &features)?;
        let lexicon = lexicon::read("lexicon.txt", files.lexicon, &features, [&english, &french])?;
        let patterns = Patterns::read("patterns.txt", files.patterns, &features, [&english, &french])?;
        let of_class = |class| (0..lexicon.len()).filter(|&entry: &usize| lexicon[entry].class == class).collect();
        let by_class = (0..features.classes.len()).map(of_class).collect();
        let surfaces = recognize::Surfaces::of(&lexicon);
        Ok(Self { features, english, french, lexicon, by_class, patterns, surfaces })
    }

    /// The grammar of the translation task.
    ///
    /// # Errors
    /// Never for what is shipped, which a test reads.
    pub fn shipped() -> std::result::Result<&'static Self, &'static Error> {
        static READ: std::sync::LazyLock<Result<Grammar>> = std::sync::LazyLock::new(|| Grammar::read(&FILES));
        READ.as_ref()
    }

    /// Draws a sentence. `random` gives a number below the one that it is given.
    ///
    /// # Errors
    /// When no sentence was found, or a word lacks a form that a pattern asks for: the error says which.
    pub fn draw(&self, random: &mut impl Random) -> std::result::Result<Sentence, String> {
        for _ in 0..PATIENCE {
            let Some(derivation) = generate::SentenceDrawing::new(self, &mut *random).sentence() else { continue };
            let sentence = self.sentence(&derivation);
            let sentence = sentence.map_err(|missing| {
                format!("`{}` has no form that a pattern requires: add it to the lexicon", missing.0)
            })?;
            if sentence.english.split(' ').count() <= MAX_WORDS {
                return Ok(sentence);
            }
        }
        Err("no sentence could be generated: a pattern requires words that the lexicon does not contain".to_owned())
    }

    /// What a dictionary makes of a sentence: each word that the lexicon has becomes the first French word that stands for it.
    pub fn word_by_word(&self, english: &str) -> String {
        let word = |word: &str| {
            let Some((entry, form)) = self.surfaces.first_of(&word.to_lowercase()) else { return word.to_owned() };
            let forms = &self.lexicon[entry].french;
            let french = forms.get(form).or(forms.first()).map_or("", |(_, form)| form);
            french.split(spelling::ALTERNATIVE).next().unwrap_or_default().to_owned()
        };
        english.split_whitespace().map(word).collect::<Vec<_>>().join(" ")
    }

    /// What an English form may mean, by the French lemmas: more than one where only the other words of a sentence tell.
    ///
    /// ```
    /// let grammar = glassformer::grammar::Grammar::shipped()?;
    /// assert_eq!(grammar.meanings("banks").into_iter().collect::<Vec<_>>(), ["banque", "rive"]);
    /// # Ok::<(), &glassformer::grammar::Error>(())
    /// ```
    pub fn meanings(&self, english: &str) -> BTreeSet<&str> {
        let entries = self.surfaces.all_of(english).map(|entry| &self.lexicon[entry].french);
        entries.filter_map(|forms| forms.first()).map(|(_, form)| &**form).collect()
    }

    /// The words that have a capital letter wherever they stand: names, and *I*.
    pub fn names(&self, language: Language) -> BTreeSet<&str> {
        let forms = self.lexicon.iter().flat_map(|entry| match language {
            Language::English => &entry.english,
            Language::French => &entry.french,
        });
        let own = if language == Language::English { Some("I") } else { None };
        forms.map(|(_, form)| &**form).chain(own).filter(|form| form.starts_with(char::is_uppercase)).collect()
    }

    fn inflection(&self, language: Language) -> &Inflection {
        match language {
            Language::English => &self.english,
            Language::French => &self.french,
        }
    }
}

/// What is shipped.
const FILES: Files<'static> = Files {
    features: include_str!("../assets/grammar/features.txt"),
    english: include_str!("../assets/grammar/english.txt"),
    french: include_str!("../assets/grammar/french.txt"),
    lexicon: include_str!("../assets/grammar/lexicon.txt"),
    patterns: include_str!("../assets/grammar/patterns.txt"),
};

#[cfg(test)]
mod tests;
