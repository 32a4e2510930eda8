//! Words in pieces: byte-pair encoding over bytes, learned from the sentences of a task, so that no text has an unknown token.
//!
//! A frequent word is one piece, a rare one several, and what was never seen comes down to its bytes. Pieces are shown so that a person
//! can read them: `neigh ·bors`, where `·` marks what goes on with the word before it.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use crate::tensor::{Error, Result};
use crate::text::byte_level::{Cut, alphabet};
use crate::text::byte_pair::parse_merges;
use crate::text::{ByteLevel, Tokenizer, Vocabulary};

/// The mark of a piece that goes on with the word before it.
pub const GOES_ON: char = '·';

/// The pieces of one language.
#[derive(Debug)]
pub struct Pieces {
    tokenizer: ByteLevel,
    /// What was cut before: a task has few different words.
    known: Mutex<HashMap<String, String>>,
}

impl Pieces {
    /// Pieces by merges, two to a line, the first learned first.
    ///
    /// # Errors
    /// When a line is not a merge of what is there.
    pub fn read(merges: &str) -> Result<Self> {
        let wrong = |error: crate::text::Error| Error::Value(error.to_string());
        let merges = parse_merges(merges).map_err(wrong)?;
        let joined = merges.iter().map(|(left, right)| format!("{left}{right}"));
        let vocabulary =
            Vocabulary::new(alphabet::characters().into_iter().map(String::from).chain(joined)).map_err(wrong)?;
        let tokenizer = ByteLevel::new(vocabulary, &merges).map_err(wrong)?.with_cut(Cut::Spaces);
        Ok(Self { tokenizer, known: Mutex::default() })
    }

    /// The merges that are learned from sentences, words with spaces between, as [`read`](Self::read) reads them.
    ///
    /// # Errors
    /// Never: the signature is that of every vocabulary.
    pub fn learn<'a>(sentences: impl IntoIterator<Item = &'a str>, merges: usize) -> Result<String> {
        let text: String = sentences.into_iter().flat_map(|sentence| [" ", sentence]).collect();
        let training = ByteLevel::train_with(Cut::Spaces, &text, merges, 2);
        let training = training.map_err(|error| Error::Value(error.to_string()))?;
        Ok(training.merges.iter().flat_map(|(left, right)| [left.as_str(), " ", right.as_str(), "\n"]).collect())
    }

    /// All pieces as they are shown, in the order of their ids.
    pub fn list(&self) -> Vec<String> {
        let vocabulary = self.tokenizer.vocabulary();
        vocabulary.tokens().into_iter().map(shown).collect()
    }

    /// A sentence, words with spaces between, in pieces.
    ///
    /// ```
    /// use glassformer::nn::tasks::pieces::Pieces;
    ///
    /// let merges = Pieces::learn(["we sing", "we sell", "we sing"], 8)?;
    /// let pieces = Pieces::read(&merges)?;
    /// assert_eq!(pieces.cut("we sings"), "we sing ·s");
    /// assert_eq!(pieces.joined("we sing ·s"), "we sings");
    /// # Ok::<(), glassformer::tensor::Error>(())
    /// ```
    pub fn cut(&self, sentence: &str) -> String {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let mut cut = Vec::new();
        for word in sentence.split_whitespace() {
            let pieces = known.entry(word.to_owned()).or_insert_with(|| {
                let tokens = self.tokenizer.encode(&format!(" {word}"));
                tokens.texts().into_iter().map(shown).collect::<Vec<_>>().join(" ")
            });
            cut.push(pieces.clone());
        }
        cut.join(" ")
    }

    /// The sentence of pieces. Bytes that are no text become U+FFFD.
    pub fn joined(&self, pieces: &str) -> String {
        let bytes: Vec<u8> = pieces.split_whitespace().map(hidden).flat_map(|token| alphabet::bytes(&token)).collect();
        String::from_utf8_lossy(&bytes).trim_start().to_owned()
    }
}

/// A token as a person reads it: without the space before a word, with a mark where it goes on with one. What is no text by itself stays
/// as it is.
fn shown(token: &str) -> String {
    let spelled = alphabet::bytes(token);
    match std::str::from_utf8(&spelled) {
        Ok(text) if text.starts_with(' ') && text.len() > 1 => text[1..].to_owned(),
        Ok(text) if !text.contains(char::is_whitespace) && !text.contains(char::is_control) => {
            format!("{GOES_ON}{text}")
        }
        _ => format!("{GOES_ON}{GOES_ON}{token}"),
    }
}

/// The token that is shown so.
fn hidden(shown: &str) -> String {
    if let Some(token) = shown.strip_prefix("··") {
        return token.to_owned();
    }
    let (space, text) = shown.strip_prefix(GOES_ON).map_or((" ", shown), |text| ("", text));
    format!("{space}{text}").bytes().map(alphabet::character).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_text_comes_back() {
        let pieces = Pieces::read(&Pieces::learn(["le chat dort .", "l' école est là ."], 20).unwrap()).unwrap();
        let list = pieces.list();
        for text in ["le chat dort .", "l' école", "œuf ☃ 日本 ·s ··x Ġ", "a"] {
            let cut = pieces.cut(text);
            assert_eq!(pieces.joined(&cut), text);
            assert!(cut.split(' ').all(|piece| list.iter().any(|known| known == piece)), "{cut}");
        }
        let different: std::collections::HashSet<&String> = list.iter().collect();
        assert_eq!(different.len(), list.len());
    }
}
