//! Tokens and their ids.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use super::{Error, Result};

/// In which order the tokens of a text get their ids.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// As they first appear.
    Appearance,
    /// The most frequent first; among equals, as they first appear.
    Frequency,
}

/// A vocabulary: each token has one id, and each id one token.
///
/// ```
/// use glassformer::text::{Order, Vocabulary};
///
/// let words = "to be or not to be".split(' ');
/// let vocabulary = Vocabulary::build(words, Order::Frequency, 1, &["<pad>", "<unk>"])?;
/// assert_eq!(vocabulary.tokens(), ["<pad>", "<unk>", "to", "be", "or", "not"]);
/// assert_eq!(vocabulary.id("be"), Some(3));
/// # Ok::<(), glassformer::text::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Vocabulary {
    ids: HashMap<Arc<str>, u32>,
    tokens: BTreeMap<u32, Arc<str>>,
    special: HashSet<u32>,
}

impl Vocabulary {
    /// The vocabulary of a list of tokens: the id of each is its place.
    ///
    /// # Errors
    /// When a token is empty or there twice.
    pub fn new<T: AsRef<str>>(tokens: impl IntoIterator<Item = T>) -> Result<Self> {
        let mut vocabulary = Self::default();
        for (place, token) in tokens.into_iter().enumerate() {
            let id = u32::try_from(place).map_err(|_| Error::TooMany)?;
            vocabulary.insert(token.as_ref(), id)?;
        }
        Ok(vocabulary)
    }

    /// A vocabulary whose ids need not be without gaps.
    ///
    /// # Errors
    /// When a token is empty, or a token or an id is there twice.
    pub fn with_ids<T: AsRef<str>>(tokens: impl IntoIterator<Item = (T, u32)>) -> Result<Self> {
        let mut vocabulary = Self::default();
        for (token, id) in tokens {
            vocabulary.insert(token.as_ref(), id)?;
        }
        Ok(vocabulary)
    }

    /// The vocabulary of a file such as BERT's `vocab.txt`: a token a line, the first with id 0.
    ///
    /// # Errors
    /// When a line is empty or there twice.
    pub fn parse(file: &str) -> Result<Self> {
        let lines = file.strip_suffix('\n').unwrap_or(file);
        if lines.is_empty() {
            return Ok(Self::default());
        }
        Self::new(lines.split('\n').map(|line| line.strip_suffix('\r').unwrap_or(line)))
    }

    /// The vocabulary of a file such as GPT-2's `vocab.json`: an object of tokens and their ids.
    ///
    /// # Errors
    /// When it is no such object, a token is empty, or a token or an id is there twice.
    pub fn from_json(file: &str) -> Result<Self> {
        let Pairs(pairs) = serde_json::from_str(file).map_err(|error| Error::Json(error.to_string()))?;
        Self::with_ids(pairs)
    }

    /// The vocabulary of the tokens of a text: the special ones first, then those that are there `least` times or more.
    ///
    /// # Errors
    /// When a token is empty or a special one is named twice.
    pub fn build<'a>(
        tokens: impl IntoIterator<Item = &'a str>,
        order: Order,
        least: usize,
        special: &[&str],
    ) -> Result<Self> {
        let mut counts = count(tokens);
        counts.retain(|(token, times)| *times >= least as u64 && !special.contains(token));
        if order == Order::Frequency {
            counts.sort_by_key(|(_, times)| std::cmp::Reverse(*times)); // stable: equals stay in their order
        }
        Self::new(special.iter().copied().chain(counts.into_iter().map(|(token, _)| token)))?.with_special(special)
    }

    /// Declares tokens special: they are no part of the text itself.
    ///
    /// # Errors
    /// When one is not in the vocabulary.
    pub fn with_special(mut self, special: &[&str]) -> Result<Self> {
        for token in special {
            let id = self.need(token, "as a special token")?;
            self.special.insert(id);
        }
        Ok(self)
    }

    /// Adds a token.
    fn insert(&mut self, token: &str, id: u32) -> Result<()> {
        if token.is_empty() {
            return Err(Error::Blank { id });
        }
        if let Some(&first) = self.ids.get(token) {
            return Err(Error::Duplicate { token: token.to_owned(), ids: (first, id) });
        }
        let token: Arc<str> = token.into();
        if let Some(first) = self.tokens.insert(id, Arc::clone(&token)) {
            return Err(Error::SharedId { id, tokens: (first.to_string(), token.to_string()) });
        }
        self.ids.insert(token, id);
        Ok(())
    }

    /// Gives a token the next free id, or finds the one that it has.
    pub(super) fn add(&mut self, token: &str) -> Result<u32> {
        if let Some(id) = self.id(token) {
            return Ok(id);
        }
        let id = match self.tokens.last_key_value() {
            Some((last, _)) => last.checked_add(1).ok_or(Error::TooMany)?,
            None => 0,
        };
        self.insert(token, id).map(|()| id)
    }

    /// The id of a token.
    pub fn id(&self, token: &str) -> Option<u32> {
        self.ids.get(token).copied()
    }

    /// The token of an id.
    pub fn token(&self, id: u32) -> Option<&Arc<str>> {
        self.tokens.get(&id)
    }

    /// Whether a special token has this id.
    pub fn is_special(&self, id: u32) -> bool {
        self.special.contains(&id)
    }

    /// The special tokens, by id.
    pub fn special(&self) -> Vec<&str> {
        self.entries().filter(|(id, _)| self.is_special(*id)).map(|(_, token)| token).collect()
    }

    /// The ids and their tokens, by id.
    pub fn entries(&self) -> impl Iterator<Item = (u32, &str)> {
        self.tokens.iter().map(|(&id, token)| (id, &**token))
    }

    /// The tokens, by id.
    pub fn tokens(&self) -> Vec<&str> {
        self.entries().map(|(_, token)| token).collect()
    }

    /// How many tokens there are.
    pub fn len(&self) -> usize {
        self.tokens.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.tokens.is_empty()
    }

    /// The text of a token that is there.
    pub(super) fn text(&self, id: u32) -> Arc<str> {
        self.token(id).cloned().unwrap_or_default()
    }

    /// The id of a token that must be there.
    pub(super) fn need(&self, token: &str, needed: &'static str) -> Result<u32> {
        self.id(token).ok_or_else(|| Error::Missing { token: token.to_owned(), needed })
    }

    /// The tokens of ids, without the special ones if they are to be skipped.
    pub(super) fn read(&self, ids: &[u32], special: super::Special) -> Result<Vec<&str>> {
        let wanted = ids.iter().filter(|&&id| special == super::Special::Keep || !self.is_special(id));
        let token = |&id: &u32| self.token(id).map(|token| &**token).ok_or(Error::Id { id, size: self.len() });
        wanted.map(token).collect()
    }
}

/// How often each token is there, in the order in which they first appear.
///
/// ```
/// use glassformer::text::vocabulary::count;
///
/// assert_eq!(count("a rose is a rose".split(' ')), [("a", 2), ("rose", 2), ("is", 1)]);
/// ```
pub fn count<'a>(tokens: impl IntoIterator<Item = &'a str>) -> Vec<(&'a str, u64)> {
    let mut counts: Vec<(&str, u64)> = Vec::new();
    let mut places = HashMap::new();
    for token in tokens {
        let place = *places.entry(token).or_insert(counts.len());
        match counts.get_mut(place) {
            Some((_, times)) => *times += 1,
            None => counts.push((token, 1)),
        }
    }
    counts
}

/// The entries of a JSON object in order, those that are there twice too: a map would keep the last and say nothing.
struct Pairs(Vec<(String, u32)>);

impl<'de> serde::Deserialize<'de> for Pairs {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> std::result::Result<Self, D::Error> {
        struct Entries;
        impl<'de> serde::de::Visitor<'de> for Entries {
            type Value = Pairs;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("an object of tokens and their ids")
            }

            fn visit_map<A: serde::de::MapAccess<'de>>(self, mut map: A) -> std::result::Result<Pairs, A::Error> {
                let mut pairs = Vec::new();
                while let Some(pair) = map.next_entry()? {
                    pairs.push(pair);
                }
                Ok(Pairs(pairs))
            }
        }
        deserializer.deserialize_map(Entries)
    }
}
