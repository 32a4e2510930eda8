//! The words of a language as ids.

use std::collections::HashMap;

/// The ids of the tokens that are no words: they come first in every vocabulary.
pub const PAD: i64 = 0;
/// What a target begins with.
pub const BEGIN: i64 = 1;
/// What a source and a target end with.
pub const END: i64 = 2;
/// What stands for a word that is not in the vocabulary.
pub const UNKNOWN: i64 = 3;
const SPECIAL: [&str; 4] = ["[PAD]", "[BOS]", "[EOS]", "[UNK]"];

/// A vocabulary.
///
/// ```
/// use glassformer::nn::tasks::words::{END, UNKNOWN, Words};
///
/// let words = Words::new(["the", "cat"]);
/// assert_eq!(words.ids("the cat"), [4, 5, END]);
/// assert_eq!(words.ids("the dog"), [4, UNKNOWN, END]);
/// assert_eq!(words.text(&[5, 4, END]), "cat the");
/// ```
#[derive(Clone, Debug)]
pub struct Words {
    words: Vec<String>,
    ids: HashMap<String, i64>,
}

impl Words {
    /// A vocabulary of these words in this order, behind the special tokens. What stands twice counts once.
    pub fn new<'a>(words: impl IntoIterator<Item = &'a str>) -> Self {
        let mut all = Self { words: Vec::new(), ids: HashMap::new() };
        for word in SPECIAL.into_iter().chain(words) {
            if !all.ids.contains_key(word) {
                all.ids.insert(word.to_owned(), all.words.len() as i64);
                all.words.push(word.to_owned());
            }
        }
        all
    }

    /// How many there are, the special ones included.
    pub fn len(&self) -> usize {
        self.words.len()
    }

    /// Never: there are always the special ones.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// The words in the order of their ids.
    pub fn list(&self) -> &[String] {
        &self.words
    }

    /// The id of a word, [`UNKNOWN`] where it has none.
    pub fn id(&self, word: &str) -> i64 {
        self.ids.get(word).copied().unwrap_or(UNKNOWN)
    }

    /// The ids of a text whose words have spaces between, and [`END`].
    pub fn ids(&self, text: &str) -> Vec<i64> {
        text.split_whitespace().map(|word| self.id(word)).chain([END]).collect()
    }

    /// The word of an id; that of [`UNKNOWN`] for one that is not there.
    pub fn word(&self, id: i64) -> &str {
        usize::try_from(id).ok().and_then(|id| self.words.get(id)).map_or(SPECIAL[UNKNOWN as usize], String::as_str)
    }

    /// The words of ids with spaces between, without what stands at the ends.
    pub fn text(&self, ids: &[i64]) -> String {
        let words = ids.iter().filter(|id| ![PAD, BEGIN, END].contains(*id)).map(|&id| self.word(id));
        words.collect::<Vec<_>>().join(" ")
    }
}
