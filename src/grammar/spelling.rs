//! Words that change beside others: *a* and *an*, *le* and *l'*, *à le* and *au*; and sentences as they are written.

use std::collections::{HashMap, HashSet};

use super::source::{Result, SourceLine};

/// What parts the two shapes of a word, the second of which stands before a vowel.
pub(super) const ALTERNATIVE: char = '~';
/// What marks a word that may become one with the word before it.
const JOINS: char = '°';

/// A word in the making of a sentence, and what it stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SentenceWord {
    /// As the grammar writes it: `°le~l'`.
    pub(super) text: String,
    /// The nodes of the derivation that it comes from.
    pub(super) origins: Vec<usize>,
}

/// How the words of a language change beside one another.
#[derive(Clone, Debug, Default)]
pub(super) struct SpellingRules {
    vowels: HashSet<char>,
    /// Words that begin with the letter of a vowel, and before which nothing changes.
    consonant_words: HashSet<String>,
    /// Words that begin with another letter, and before which words change.
    vowel_words: HashSet<String>,
    /// Two neighbors and what they become.
    contractions: HashMap<(String, String), String>,
    /// Short forms that a person writes, and the words that each may stand for, the usual ones first.
    expansions: HashMap<String, Vec<String>>,
}

impl SpellingRules {
    /// Takes in a line of the section `[spelling]`.
    pub(super) fn read(&mut self, line: &SourceLine<'_>) -> Result<()> {
        let (left, right) = line.sides()?;
        let words = || right.split_whitespace().map(str::to_owned);
        match left.split_once(' ').unwrap_or((left, "")) {
            ("vowels", "") => self.vowels.extend(right.chars().filter(|c| !c.is_whitespace())),
            ("consonant-words", "") => self.consonant_words.extend(words()),
            ("vowel-words", "") => self.vowel_words.extend(words()),
            ("contraction", pair) => {
                let (first, second) =
                    pair.split_once(' ').ok_or_else(|| line.error("a contraction joins two words: `à °le = au`"))?;
                self.contractions.insert((first.to_owned(), second.to_owned()), right.to_owned());
            }
            ("expand", short) => {
                let long = right.split(" | ").map(|words| words.trim().to_lowercase());
                self.expansions.insert(short.to_lowercase(), long.collect());
            }
            (other, _) => {
                return Err(line.error(format!(
                    "`{other}` is not a rule of spelling: vowels, consonant-words, vowel-words, contraction, expand"
                )));
            }
        }
        Ok(())
    }

    /// Whether words change before this one.
    pub(super) fn begins_with_vowel(&self, word: &str) -> bool {
        let word = word.trim_start_matches(JOINS).to_lowercase();
        if self.vowel_words.contains(&word) {
            return true;
        }
        word.chars().next().is_some_and(|first| self.vowels.contains(&first)) && !self.consonant_words.contains(&word)
    }

    /// Words in their final shape: first what stands before a vowel, then what becomes one.
    pub(super) fn finish(&self, words: Vec<SentenceWord>) -> Vec<SentenceWord> {
        let mut shaped: Vec<SentenceWord> = Vec::with_capacity(words.len());
        for mut word in words.into_iter().rev() {
            if let Some((plain, before_vowel)) = word.text.split_once(ALTERNATIVE) {
                let vowel = shaped.last().is_some_and(|next| self.begins_with_vowel(&next.text));
                // *°le~l'*: what leans on the next word does not join with the word before it.
                word.text = String::from(if vowel { before_vowel } else { plain });
            }
            shaped.push(word);
        }
        let mut finished: Vec<SentenceWord> = Vec::with_capacity(shaped.len());
        for mut word in shaped.into_iter().rev() {
            let pair = finished.last().map(|last| (last.text.clone(), word.text.clone()));
            match pair.and_then(|pair| self.contractions.get(&pair)) {
                Some(both) => {
                    let before = finished.pop().map_or_else(Vec::new, |last| last.origins);
                    word.origins.splice(0..0, before);
                    let parts = both
                        .split(' ')
                        .map(|text| SentenceWord { text: text.to_owned(), origins: word.origins.clone() });
                    finished.extend(parts);
                }
                None => finished.push(word),
            }
        }
        for word in &mut finished {
            if word.text.starts_with(JOINS) {
                word.text = word.text.trim_start_matches(JOINS).to_owned();
            }
        }
        finished
    }

    /// The words that a short form may stand for, *do not* for *don't*, *it is* and *it has* for *it's*; none for another word.
    pub(super) fn expanded(&self, word: &str) -> &[String] {
        self.expansions.get(word).map_or(&[], Vec::as_slice)
    }
}

/// The shapes that a word of the grammar can have.
pub(super) fn shapes(text: &str) -> impl Iterator<Item = &str> {
    text.trim_start_matches(JOINS).split(ALTERNATIVE)
}
