//! Two texts in one sequence: a question and its answer, a sentence and the next.

use std::cmp::min;

use super::WordPiece;
use crate::text::encoding::{Encoding, Token};
use crate::text::{Error, Result};

/// `[CLS] first [SEP] second [SEP]`, with what tells the two texts apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pair {
    /// All tokens. The span of each belongs to the text that its type says.
    pub tokens: Vec<Token>,
    /// 0 for the first text and its two special tokens, 1 for the second and its `[SEP]`.
    pub type_ids: Vec<u32>,
    /// How the first text became its tokens.
    pub first: Encoding,
    /// How the second text became its tokens.
    pub second: Encoding,
}

impl Pair {
    /// The ids: what a model reads.
    pub fn ids(&self) -> Vec<u32> {
        self.tokens.iter().map(|token| token.id).collect()
    }

    /// The texts of the tokens.
    pub fn texts(&self) -> Vec<&str> {
        self.tokens.iter().map(|token| &*token.text).collect()
    }
}

impl WordPiece {
    /// Two texts in one sequence, of at most `limit` tokens if there is a limit: the longer text is cut first, then both.
    ///
    /// ```
    /// use glassformer::text::{Vocabulary, WordPiece};
    ///
    /// let bert = WordPiece::new(Vocabulary::new(["[UNK]", "[CLS]", "[SEP]", "how", "are", "you", "?"])?)?;
    /// let pair = bert.encode_pair("How are you?", "you?", None)?;
    /// assert_eq!(pair.texts(), ["[CLS]", "how", "are", "you", "?", "[SEP]", "you", "?", "[SEP]"]);
    /// assert_eq!(pair.type_ids, [0, 0, 0, 0, 0, 0, 1, 1, 1]);
    /// let pair = bert.encode_pair("How are you?", "you?", Some(7))?;
    /// assert_eq!(pair.texts(), ["[CLS]", "how", "are", "[SEP]", "you", "?", "[SEP]"]);
    /// # Ok::<(), glassformer::text::Error>(())
    /// ```
    ///
    /// # Errors
    /// When the limit is below 3, the number of special tokens.
    pub fn encode_pair(&self, first: &str, second: &str, limit: Option<usize>) -> Result<Pair> {
        let ends = (first.len(), second.len());
        let (first, second) = (self.tokenize(first), self.tokenize(second));
        let lengths = (first.tokens.len(), second.tokens.len());
        let (m, n) = match limit {
            Some(limit) => share(lengths, limit.checked_sub(3).ok_or(Error::Limit { limit, needed: 3 })?),
            None => lengths,
        };
        let end = |at: usize| self.token(self.end, at..at);
        let mut tokens = vec![self.token(self.begin, 0..0)];
        tokens.extend_from_slice(&first.tokens[..m]);
        tokens.push(end(ends.0));
        tokens.extend_from_slice(&second.tokens[..n]);
        tokens.push(end(ends.1));
        let type_ids = (0..tokens.len()).map(|place| u32::from(place >= m + 2)).collect();
        Ok(Pair { tokens, type_ids, first, second })
    }
}

/// How many tokens of two texts stay when together they may have `room`: the shorter is cut only when the longer has come down to
/// it, and an odd one goes to the longer.
fn share((first, second): (usize, usize), room: usize) -> (usize, usize) {
    if first + second <= room {
        return (first, second);
    }
    let shorter = min(min(first, second), room / 2);
    let longer = room - shorter;
    if first > second { (longer, shorter) } else { (shorter, longer) }
}
