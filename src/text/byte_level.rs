//! GPT-2's tokenizer: byte-pair encoding over bytes.
//!
//! A text is cut into words by a [pattern], each with the space before it. The bytes of a word are written as
//! [characters that can be seen](alphabet), a space as `Ġ`, and are joined by the merges. Every byte has its token, so nothing is
//! unknown, and ids always read back as the text that they came from.

pub mod alphabet;
pub mod pattern;

use super::byte_pair::{Merges, Training, train_on};
use super::encoding::Encoding;
use super::stage::{Change, Span, Stage, Writer};
use super::{Result, Special, Tokenizer, Vocabulary, vocabulary};

/// GPT-2's tokenizer with a vocabulary and merges.
///
/// ```
/// use glassformer::text::{ByteLevel, Special, Tokenizer};
///
/// let training = ByteLevel::train("the cat sat on the mat, the cat", 4, 2)?;
/// let gpt = ByteLevel::new(training.vocabulary, &training.merges)?;
/// let encoding = gpt.encode("the cât");
/// assert_eq!(encoding.stages[0].pieces.len(), 2); // "the" and " cât"
/// assert_eq!(encoding.stages[1].text, "theĠcÃ¢t");
/// assert_eq!(encoding.texts(), ["the", "Ġ", "c", "Ã", "¢", "t"]);
/// assert_eq!(encoding.tokens[3].span, 5..6); // the first of the two bytes of â
/// assert_eq!(gpt.decode(&encoding.ids(), Special::Keep)?, "the cât");
/// # Ok::<(), glassformer::text::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct ByteLevel {
    vocabulary: Vocabulary,
    merges: Merges,
    cut: Cut,
}

/// How a text is cut into words before bytes are joined.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Cut {
    /// By GPT-2's [pattern]: letters, digits and signs apart.
    #[default]
    Pattern,
    /// At spaces alone, each word with the space before it.
    Spaces,
}

impl Cut {
    /// The length of the first word of a text, in bytes.
    fn first(self, rest: &str) -> usize {
        match self {
            Self::Pattern => pattern::first(rest),
            Self::Spaces => {
                let start = rest.find(|c| c != ' ').unwrap_or(rest.len());
                rest[start..].find(' ').map_or(rest.len(), |end| start + end)
            }
        }
    }

    /// The words of a text.
    fn words(self, text: &str) -> impl Iterator<Item = &str> {
        pattern::pieces(text, move |rest| self.first(rest))
    }
}

impl ByteLevel {
    /// A tokenizer with these merges, the first learned first.
    ///
    /// # Errors
    /// When a byte has no token, or a merge is of tokens that are not in the vocabulary, or is there twice.
    pub fn new(vocabulary: Vocabulary, merges: &[(String, String)]) -> Result<Self> {
        for byte in 0..=u8::MAX {
            vocabulary.need(&alphabet::character(byte).to_string(), "to write every byte")?;
        }
        Ok(Self { merges: Merges::new(merges, &vocabulary)?, vocabulary, cut: Cut::default() })
    }

    /// The same tokenizer with another way to cut a text into words.
    #[must_use]
    pub fn with_cut(mut self, cut: Cut) -> Self {
        self.cut = cut;
        self
    }

    /// Learns merges from a text: at most `merges`, of pairs that are there `least` times or more. The first 256 ids are the
    /// bytes, in the order of the characters that stand for them.
    ///
    /// # Errors
    /// Never; the signature is that of every vocabulary.
    pub fn train(text: &str, merges: usize, least: u64) -> Result<Training> {
        Self::train_with(Cut::default(), text, merges, least)
    }

    /// The same of words that are cut in another way.
    ///
    /// # Errors
    /// As [`train`](Self::train).
    pub fn train_with(cut: Cut, text: &str, merges: usize, least: u64) -> Result<Training> {
        let bytes = Vocabulary::new(alphabet::characters().into_iter().map(String::from))?;
        let symbols = |word: &str| word.bytes().map(|byte| alphabet::character(byte).to_string()).collect();
        let words = vocabulary::count(cut.words(text)).into_iter();
        train_on(bytes, words.map(|(word, count)| (word.to_owned(), symbols(word), count)), merges, least)
    }

    /// The bytes of ids: those of some ids alone need not be text.
    ///
    /// # Errors
    /// When the vocabulary has no such id.
    pub fn decode_bytes(&self, ids: &[u32], special: Special) -> Result<Vec<u8>> {
        Ok(self.vocabulary.read(ids, special)?.into_iter().flat_map(alphabet::bytes).collect())
    }

    /// Writes the bytes of each word as characters. With it, where each byte is written, word by word.
    fn spell(words: &Stage, text: &str) -> (Stage, Vec<Vec<Span>>) {
        let mut writer = Writer::new("bytes", text);
        let mut spelled = Vec::with_capacity(words.pieces.len());
        let mut written = [0; 4];
        for piece in &words.pieces {
            let mut bytes = Vec::with_capacity(piece.span.len());
            for (place, byte) in piece.span.clone().zip(words.text_of(piece).bytes()) {
                let character = alphabet::character(byte);
                let change =
                    if character == char::from(byte) && byte.is_ascii() { Change::Kept } else { Change::Spelled };
                let start = writer.stage.text.len();
                writer.write(character.encode_utf8(&mut written), place..place + 1, change);
                bytes.push(start..writer.stage.text.len());
            }
            spelled.push(bytes);
        }
        (writer.stage, spelled)
    }
}

impl Tokenizer for ByteLevel {
    fn vocabulary(&self) -> &Vocabulary {
        &self.vocabulary
    }

    fn encode(&self, text: &str) -> Encoding {
        let words = Stage::given(text).cut("words", text, |rest| (self.cut.first(rest), Change::Kept));
        let (spelled, bytes) = Self::spell(&words, text);
        // Every byte has a token, so there is nothing that id 0 could stand for.
        self.merges.encode(vec![words, spelled], bytes, &self.vocabulary, 0)
    }

    /// The text of ids. Bytes that are no UTF-8, from a character that was cut, become U+FFFD.
    fn decode(&self, ids: &[u32], special: Special) -> Result<String> {
        Ok(String::from_utf8_lossy(&self.decode_bytes(ids, special)?).into_owned())
    }
}
