//! Byte-pair encoding: the tokens are learned from a text by joining, again and again, the two neighbours that are most often side
//! by side (Sennrich, Haddow and Birch, 2016; the Transformer paper uses it with 37000 tokens).
//!
//! Here as in that paper the parts of a word are characters, and the last one carries [`END_OF_WORD`], so that `est` inside a word
//! and `est</w>` at its end are different tokens.

mod merges;
mod train;

use std::iter::once;

pub use merges::{Merges, parse_merges};
pub(super) use train::learn as train_on;
pub use train::{Pair, Training, TrainingStep};

use super::encoding::{Encoding, Token, Word};
use super::stage::{Change, Span, Stage, Writer};
use super::words::word;
use super::{Result, Special, Tokenizer, Vocabulary};

/// What the last part of a word ends with.
pub const END_OF_WORD: &str = "</w>";

/// Byte-pair encoding with a vocabulary and merges. Words are what white space separates.
///
/// ```
/// use glassformer::text::{BytePair, Special, Step, Tokenizer};
///
/// let training = BytePair::train(&[("low", 5), ("lower", 2), ("newest", 6), ("widest", 3)], 10, 1, &["[UNK]"])?;
/// let merges: Vec<_> = training.merges.iter().map(|(left, right)| format!("{left} {right}")).collect();
/// assert_eq!(merges[..4], ["e s", "es t</w>", "l o", "e w"]);
///
/// let tokenizer = BytePair::new(training.vocabulary, &training.merges, "[UNK]")?;
/// let encoding = tokenizer.encode("lowest cow");
/// assert_eq!(encoding.texts(), ["lo", "w", "est</w>", "[UNK]", "o", "w</w>"]);
/// assert_eq!(encoding.tokens[2].span, 3..6);
/// // `lowest`: merge 0 is e + s, merge 1 is es + t</w>, merge 2 is l + o.
/// let ranks: Vec<_> = encoding.words[0].steps.iter().map(|step| match step {
///     Step::Merge { rank, .. } => *rank,
///     Step::Match { .. } => unreachable!("that is WordPiece"),
/// }).collect();
/// assert_eq!(ranks, [0, 1, 2]);
/// assert_eq!(tokenizer.decode(&encoding.ids()[..3], Special::Keep)?, "lowest");
/// # Ok::<(), glassformer::text::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct BytePair {
    vocabulary: Vocabulary,
    merges: Merges,
    unknown: u32,
}

impl BytePair {
    /// A tokenizer with these merges, the first learned first, in which `unknown` stands for every character that is not in the
    /// vocabulary.
    ///
    /// # Errors
    /// When `unknown` is not in the vocabulary, or a merge is of tokens that are not, or is there twice.
    pub fn new(vocabulary: Vocabulary, merges: &[(String, String)], unknown: &str) -> Result<Self> {
        let merges = Merges::new(merges, &vocabulary)?;
        let unknown = vocabulary.need(unknown, "for unknown characters")?;
        Ok(Self { vocabulary, merges, unknown })
    }

    /// Learns merges from words and how often each is there: at most `merges`, of pairs that are there `least` times or more.
    /// [`count`](super::vocabulary::count) counts the words of a text.
    ///
    /// The vocabulary has the special tokens first, then every character, then every character that ends a word, both in the
    /// order of their code points, then what the merges made.
    ///
    /// # Errors
    /// When a special token is empty or there twice.
    pub fn train(words: &[(&str, u64)], merges: usize, least: u64, special: &[&str]) -> Result<Training> {
        let mut characters: Vec<String> = words.iter().flat_map(|(word, _)| word.chars()).map(String::from).collect();
        let mut last: Vec<String> = words.iter().filter_map(|(word, _)| word.chars().last()).map(ended).collect();
        let mut tokens: Vec<&str> = special.to_vec();
        for part in [&mut characters, &mut last] {
            part.sort_unstable();
            part.dedup();
            tokens.extend(part.iter().map(String::as_str).filter(|token| !special.contains(token)));
        }
        let vocabulary = Vocabulary::new(tokens)?.with_special(special)?;
        let words = words.iter().filter(|(word, _)| !word.is_empty());
        train::learn(vocabulary, words.map(|&(word, count)| (word.to_owned(), symbols(word), count)), merges, least)
    }

    /// Marks the end of each word and leaves the white space out. With it, the words' characters.
    fn mark_ends(words: &Stage, text: &str) -> (Stage, Vec<Vec<Span>>) {
        let mut writer = Writer::new("ends of words", text);
        let mut characters = Vec::new();
        for piece in words.pieces.iter().filter(|piece| piece.change == Change::Kept) {
            let word = words.text_of(piece);
            let last = word.chars().last().map_or(0, char::len_utf8);
            let (rest, last) = word.split_at(word.len() - last);
            let start = writer.stage.text.len();
            let middle = piece.span.start + rest.len();
            if !rest.is_empty() {
                writer.write(rest, piece.span.start..middle, Change::Kept);
            }
            writer.write(&format!("{last}{END_OF_WORD}"), middle..piece.span.end, Change::Ended);
            let begins = rest.char_indices().map(|(at, c)| start + at..start + at + c.len_utf8());
            characters.push(begins.chain(once(start + rest.len()..writer.stage.text.len())).collect());
        }
        (writer.stage, characters)
    }
}

impl Tokenizer for BytePair {
    fn vocabulary(&self) -> &Vocabulary {
        &self.vocabulary
    }

    fn encode(&self, text: &str) -> Encoding {
        let words = Stage::given(text).cut("words", text, word);
        let (marked, characters) = Self::mark_ends(&words, text);
        self.merges.encode(vec![words, marked], characters, &self.vocabulary, self.unknown)
    }

    /// Words with one space between them: which white space was there is not known any more.
    fn decode(&self, ids: &[u32], special: Special) -> Result<String> {
        let text = self.vocabulary.read(ids, special)?.concat().replace(END_OF_WORD, " ");
        Ok(text.strip_suffix(' ').unwrap_or(&text).to_owned())
    }
}

/// A character at the end of a word.
fn ended(last: char) -> String {
    format!("{last}{END_OF_WORD}")
}

/// The parts of a word before any merge.
fn symbols(word: &str) -> Vec<String> {
    let mut symbols: Vec<String> = word.chars().map(String::from).collect();
    if let Some(last) = symbols.last_mut() {
        last.push_str(END_OF_WORD);
    }
    symbols
}
