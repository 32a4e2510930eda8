//! A character is a token.

use super::encoding::Encoding;
use super::stage::{Change, Stage};
use super::words::whole_pieces;
use super::{Order, Result, Special, Tokenizer, Vocabulary};

/// Takes a text apart into its characters (Unicode's code points, as Python's `list(text)`), spaces included.
///
/// ```
/// use glassformer::text::{Characters, Order, Special, Tokenizer};
///
/// let characters = Characters::learn("hello world", Order::Frequency, &["[UNK]"], "[UNK]")?;
/// assert_eq!(characters.vocabulary().tokens(), ["[UNK]", "l", "o", "h", "e", " ", "w", "r", "d"]);
/// let encoding = characters.encode("hé");
/// assert_eq!(encoding.ids(), [3, 0]);
/// assert_eq!(encoding.tokens[1].span, 1..3);
/// assert_eq!(characters.decode(&[3, 2, 1, 4], Special::Keep)?, "hole");
/// # Ok::<(), glassformer::text::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Characters {
    vocabulary: Vocabulary,
    unknown: u32,
}

impl Characters {
    /// A tokenizer with this vocabulary, in which `unknown` stands for every character that is not there.
    ///
    /// # Errors
    /// When `unknown` is not in it.
    pub fn new(vocabulary: Vocabulary, unknown: &str) -> Result<Self> {
        Ok(Self { unknown: vocabulary.need(unknown, "for unknown characters")?, vocabulary })
    }

    /// A tokenizer with the characters of a text, behind the special tokens.
    ///
    /// # Errors
    /// When a special token is empty or there twice, or `unknown` is not among them.
    pub fn learn(text: &str, order: Order, special: &[&str], unknown: &str) -> Result<Self> {
        let characters = text.char_indices().map(|(at, c)| &text[at..at + c.len_utf8()]);
        Self::new(Vocabulary::build(characters, order, 1, special)?, unknown)
    }
}

impl Tokenizer for Characters {
    fn vocabulary(&self) -> &Vocabulary {
        &self.vocabulary
    }

    fn encode(&self, text: &str) -> Encoding {
        let first = |rest: &str| (rest.chars().next().map_or(0, char::len_utf8), Change::Kept);
        whole_pieces(&self.vocabulary, self.unknown, Stage::given(text).cut("characters", text, first))
    }

    fn decode(&self, ids: &[u32], special: Special) -> Result<String> {
        Ok(self.vocabulary.read(ids, special)?.concat())
    }
}
