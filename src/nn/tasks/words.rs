//! The words of a language as ids.

mod foreign;

use std::collections::HashMap;

pub use foreign::{Ends, Found, Lists};

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
    list: Vec<String>,
    ids: HashMap<String, i64>,
    special: Special,
}

/// The tokens of a vocabulary that are no words, by their ids.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Special {
    /// What fills up short sequences, if there is such a token.
    pub pad: Option<i64>,
    /// What a target begins with.
    pub begin: Option<i64>,
    /// What ends a sequence.
    pub end: Option<i64>,
    /// What stands for a word that is not in the vocabulary.
    pub unknown: Option<i64>,
    /// Whether a sequence that is read begins with `begin`, too.
    pub reads_begin: bool,
    /// Whether it ends with `end`.
    pub reads_end: bool,
}

/// Those of this program's own vocabularies.
const OWN: Special = Special {
    pad: Some(PAD),
    begin: Some(BEGIN),
    end: Some(END),
    unknown: Some(UNKNOWN),
    reads_begin: false,
    reads_end: true,
};

impl Words {
    /// A vocabulary of these words in this order, behind the special tokens. What stands twice counts once.
    pub fn new<'a>(words: impl IntoIterator<Item = &'a str>) -> Self {
        let mut all = Self { list: Vec::new(), ids: HashMap::new(), special: OWN };
        for word in SPECIAL.into_iter().chain(words) {
            if !all.ids.contains_key(word) {
                all.ids.insert(word.to_owned(), all.list.len() as i64);
                all.list.push(word.to_owned());
            }
        }
        all
    }

    /// A vocabulary in which every id has its word, and each word stands once.
    pub fn of(words: Vec<String>, special: Special) -> Self {
        let ids = words.iter().enumerate().map(|(id, word)| (word.clone(), id as i64)).collect();
        Self { list: words, ids, special }
    }

    /// The tokens that are no words.
    pub fn special(&self) -> Special {
        self.special
    }

    /// How many there are, the special ones included.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Never: there are always the special ones.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The words in the order of their ids.
    pub fn list(&self) -> &[String] {
        &self.list
    }

    /// The id of a word that is there.
    pub fn find(&self, word: &str) -> Option<i64> {
        self.ids.get(word).copied()
    }

    /// The id of a word, that of the unknown token where it has none.
    pub fn id(&self, word: &str) -> i64 {
        self.find(word).or(self.special.unknown).unwrap_or(UNKNOWN)
    }

    /// Whether a word that is read as it stands is not known.
    pub fn is_unknown(&self, word: &str) -> bool {
        self.find(word).is_none_or(|id| Some(id) == self.special.unknown)
    }

    /// A text whose words, where they are not known as they stand, are written small if that makes them known.
    pub fn respelled(&self, text: &str) -> String {
        let word = |word: &str| {
            let small = word.to_lowercase();
            if self.find(word).is_none() && self.find(&small).is_some() { small } else { word.to_owned() }
        };
        text.split_whitespace().map(word).collect::<Vec<_>>().join(" ")
    }

    /// The words of a text as they are read: with the tokens around them.
    pub fn around(&self, text: &str) -> Vec<String> {
        let Special { begin, end, reads_begin, reads_end, .. } = self.special;
        let token = |id: i64| self.word(id).to_owned();
        let (begin, end) = (begin.filter(|_| reads_begin).map(token), end.filter(|_| reads_end).map(token));
        begin.into_iter().chain(text.split_whitespace().map(str::to_owned)).chain(end).collect()
    }

    /// The ids of a text whose words have spaces between, with what is read around them: [`END`] behind.
    pub fn ids(&self, text: &str) -> Vec<i64> {
        let Special { begin, end, reads_begin, reads_end, .. } = self.special;
        let (begin, end) = (begin.filter(|_| reads_begin), end.filter(|_| reads_end));
        begin.into_iter().chain(text.split_whitespace().map(|word| self.id(word))).chain(end).collect()
    }

    /// The word of an id; that of [`UNKNOWN`] for one that is not there.
    pub fn word(&self, id: i64) -> &str {
        usize::try_from(id).ok().and_then(|id| self.list.get(id)).map_or(SPECIAL[UNKNOWN as usize], String::as_str)
    }

    /// The words of ids with spaces between, without what stands at the ends.
    pub fn text(&self, ids: &[i64]) -> String {
        let Special { pad, begin, end, .. } = self.special;
        let words = ids.iter().filter(|&&id| ![pad, begin, end].contains(&Some(id))).map(|&id| self.word(id));
        words.collect::<Vec<_>>().join(" ")
    }
}
