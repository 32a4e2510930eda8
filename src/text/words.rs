//! A word is a token.

use super::encoding::{Encoding, Token, Word};
use super::stage::{Change, Piece, Stage};
use super::{Order, Result, Special, Tokenizer, Vocabulary};

/// Splits a text at white space, as Python's `text.split()`: each word is a token, and a word that the vocabulary lacks is unknown.
///
/// ```
/// use glassformer::text::{Order, Special, Tokenizer, Words};
///
/// let words = Words::learn("I am go to school", Order::Appearance, &["[UNK]"], "[UNK]")?;
/// assert_eq!(words.encode("I go to  school").ids(), [1, 3, 4, 5]);
/// assert_eq!(words.encode("I go home").texts(), ["I", "go", "[UNK]"]);
/// assert_eq!(words.decode(&[1, 3, 0], Special::Keep)?, "I go [UNK]");
/// # Ok::<(), glassformer::text::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Words {
    vocabulary: Vocabulary,
    unknown: u32,
}

impl Words {
    /// A tokenizer with this vocabulary, in which `unknown` stands for every word that is not there.
    ///
    /// # Errors
    /// When `unknown` is not in it.
    pub fn new(vocabulary: Vocabulary, unknown: &str) -> Result<Self> {
        Ok(Self { unknown: vocabulary.need(unknown, "for unknown words")?, vocabulary })
    }

    /// A tokenizer with the words of a text, behind the special tokens.
    ///
    /// # Errors
    /// When a special token is empty or there twice, or `unknown` is not among them and not in the text.
    pub fn learn(text: &str, order: Order, special: &[&str], unknown: &str) -> Result<Self> {
        Self::new(Vocabulary::build(text.split_whitespace(), order, 1, special)?, unknown)
    }
}

impl Tokenizer for Words {
    fn vocabulary(&self) -> &Vocabulary {
        &self.vocabulary
    }

    fn encode(&self, text: &str) -> Encoding {
        let words = Stage::given(text).cut("words", text, word);
        whole_pieces(&self.vocabulary, self.unknown, words)
    }

    fn decode(&self, ids: &[u32], special: Special) -> Result<String> {
        Ok(self.vocabulary.read(ids, special)?.join(" "))
    }
}

/// The white space or the word at the beginning.
pub(super) fn word(rest: &str) -> (usize, Change) {
    let space = rest.len() - rest.trim_start().len();
    if space > 0 {
        return (space, Change::Dropped);
    }
    (rest.find(char::is_whitespace).unwrap_or(rest.len()), Change::Kept)
}

/// The encoding in which each piece that is not dropped is a token.
pub(super) fn whole_pieces(vocabulary: &Vocabulary, unknown: u32, stage: Stage) -> Encoding {
    let mut encoding = Encoding::default();
    for Piece { at, span, .. } in stage.pieces.iter().filter(|piece| piece.change != Change::Dropped) {
        let id = vocabulary.id(&stage.text[at.clone()]).unwrap_or(unknown);
        let place = encoding.tokens.len();
        encoding.tokens.push(Token { id, text: vocabulary.text(id), span: span.clone() });
        encoding.words.push(Word {
            at: at.clone(),
            tokens: place..place + 1,
            start: vec![at.clone()],
            steps: Vec::new(),
        });
    }
    encoding.stages = vec![stage];
    encoding
}
