//! Tokenizers that show their work: text in, tokens and ids out, with every step between them.
//!
//! A model does not read text, it reads ids. Each tokenizer here says how it gets from one to the other:
//!
//! - [`Words`] and [`Characters`]: a word or a character is a token; the vocabulary is built from a text.
//! - [`WordPiece`]: BERT's. The text is cleaned and lower-cased, and each word is cut into the longest pieces that the vocabulary
//!   holds.
//! - [`BytePair`]: the byte-pair encoding of the Transformer paper, learned merge by merge from a small text.
//! - [`ByteLevel`]: GPT-2's. The same merges over bytes, so that no text is unknown.
//!
//! All of them return an [`Encoding`]: the tokens, what each [`Stage`] made of the text, and how each word became its tokens.
//! Whatever a stage changes keeps the [`Span`] of bytes of the input that it came from, so a token always points back to its text.
//!
//! ```
//! use glassformer::text::{Special, Tokenizer, Vocabulary, WordPiece};
//!
//! let vocabulary = Vocabulary::parse("[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\n!\nun\n##aff\n##able")?;
//! let bert = WordPiece::new(vocabulary)?;
//! let encoding = bert.encode("Unaffable!");
//! assert_eq!(encoding.texts(), ["[CLS]", "un", "##aff", "##able", "!", "[SEP]"]);
//! assert_eq!(encoding.ids(), [2, 6, 7, 8, 5, 3]);
//! assert_eq!(encoding.tokens[2].span, 2..5);
//! assert_eq!(bert.decode(&encoding.ids(), Special::Skip)?, "unaffable!");
//! # Ok::<(), glassformer::text::Error>(())
//! ```
//!
//! This room uses nothing of the others.

pub mod batch;
pub mod byte_level;
pub mod byte_pair;
pub(crate) mod category;
mod characters;
mod encoding;
mod error;
mod stage;
pub mod vocabulary;
pub mod wordpiece;
mod words;

pub use batch::Batch;
pub use byte_level::ByteLevel;
pub use byte_pair::BytePair;
pub use characters::Characters;
pub use encoding::{Encoding, Step, Token, Word};
pub use error::Error;
pub use stage::{Change, Piece, Span, Stage};
pub use vocabulary::{Order, Vocabulary};
pub use wordpiece::WordPiece;
pub use words::Words;

/// A result of this room.
pub type Result<T> = std::result::Result<T, Error>;

/// What becomes of special tokens, such as `[CLS]`, when ids are read back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Special {
    /// They are written out.
    Keep,
    /// They are left out, `[UNK]` too: it says nothing about the text that was there.
    Skip,
}

/// What all tokenizers can do.
pub trait Tokenizer {
    /// The tokens and the ids that they stand for.
    fn vocabulary(&self) -> &Vocabulary;

    /// The tokens of a text, and every step that led to them. Any text has tokens: what the vocabulary lacks is unknown.
    fn encode(&self, text: &str) -> Encoding;

    /// The text of ids.
    ///
    /// # Errors
    /// When the vocabulary has no such id.
    fn decode(&self, ids: &[u32], special: Special) -> Result<String>;
}
