//! BERT's tokenizer.
//!
//! The text goes through stages: special tokens are found and kept whole, control characters are dropped, ideographs set apart,
//! accents stripped, capitals lowered; then words are split at white space and around punctuation. Each word is cut from the left
//! into the longest pieces that the vocabulary holds; a piece that does not begin the word is written with `##`.
//!
//! BERT's own code, and the two of Hugging Face, differ in a few characters. This one follows the `tokenizers` library, which is
//! what `BertTokenizer` runs today: private-use characters are dropped, unassigned ones are not, and each character is lowered by
//! itself (a final Σ becomes σ, not ς).

mod normalize;
mod pair;
mod special;

use super::encoding::{Encoding, Step, Token, Word};
use super::stage::{Change, Piece, Span, Stage};
use super::{Result, Special, Tokenizer, Vocabulary};
pub use pair::Pair;

/// The tokens that mean something to BERT. The first three must be in every vocabulary.
const SPECIAL: [&str; 5] = [UNKNOWN, BEGIN, END, "[PAD]", "[MASK]"];
const UNKNOWN: &str = "[UNK]";
const BEGIN: &str = "[CLS]";
const END: &str = "[SEP]";
/// What stands before a piece that continues a word.
const CONTINUES: &str = "##";

/// What can be chosen. The default is that of `bert-base-uncased`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Whether accents are stripped and capitals lowered.
    pub lowercase: bool,
    /// A word of more characters is unknown as a whole.
    pub longest_word: usize,
}

impl Default for Options {
    fn default() -> Self {
        Self { lowercase: true, longest_word: 100 }
    }
}

/// BERT's tokenizer with a vocabulary.
///
/// ```
/// use glassformer::text::{Step, Tokenizer, Vocabulary, WordPiece};
///
/// let vocabulary = Vocabulary::new(["[UNK]", "[CLS]", "[SEP]", "la", "##it", "##i", "cafe"])?;
/// let encoding = WordPiece::new(vocabulary)?.encode("Café lait");
/// assert_eq!(encoding.texts(), ["[CLS]", "cafe", "la", "##it", "[SEP]"]);
/// assert_eq!(encoding.tokens[1].span, 0..5); // the five bytes of Café
///
/// // What the stages made of the text:
/// let stages: Vec<_> = encoding.stages.iter().map(|stage| (stage.name, stage.text.as_str())).collect();
/// assert_eq!(stages[3], ("accents", "Cafe lait"));
/// assert_eq!(stages[4], ("lower case", "cafe lait"));
///
/// // `lait` is not there, nor is `lai`; `la` is, and then `##it`.
/// let word = &encoding.words[1];
/// assert_eq!(word.steps[0], Step::Match { at: 5..7, tried: 2, id: Some(3) });
/// assert_eq!(word.steps[1], Step::Match { at: 7..9, tried: 0, id: Some(4) });
/// # Ok::<(), glassformer::text::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct WordPiece {
    vocabulary: Vocabulary,
    options: Options,
    unknown: u32,
    begin: u32,
    end: u32,
    /// The most characters that a token of the vocabulary has: longer candidates need not be looked up.
    longest: usize,
}

impl WordPiece {
    /// The tokenizer of `bert-base-uncased` with this vocabulary.
    ///
    /// # Errors
    /// When `[UNK]`, `[CLS]` or `[SEP]` is not in it.
    pub fn new(vocabulary: Vocabulary) -> Result<Self> {
        Self::with(vocabulary, Options::default())
    }

    /// The tokenizer with other options.
    ///
    /// # Errors
    /// When `[UNK]`, `[CLS]` or `[SEP]` is not in the vocabulary.
    pub fn with(vocabulary: Vocabulary, options: Options) -> Result<Self> {
        let unknown = vocabulary.need(UNKNOWN, "for words that cannot be split into known pieces")?;
        let begin = vocabulary.need(BEGIN, "at the beginning of every sequence")?;
        let end = vocabulary.need(END, "at the end of every sequence")?;
        let special: Vec<_> = SPECIAL.into_iter().filter(|token| vocabulary.id(token).is_some()).collect();
        let longest = vocabulary.entries().map(|(_, token)| token.chars().count()).max().unwrap_or(0);
        Ok(Self { vocabulary: vocabulary.with_special(&special)?, options, unknown, begin, end, longest })
    }

    /// The tokens of a text without `[CLS]` and `[SEP]`.
    pub fn tokenize(&self, text: &str) -> Encoding {
        let mut encoding = Encoding { stages: self.stages(text), ..Encoding::default() };
        // The last stage that writes knows where each character came from; the two after it only cut.
        let [.., source, _, last] = encoding.stages.as_slice() else { return encoding };
        for piece in &last.pieces {
            let first = encoding.tokens.len();
            let steps = match piece.change {
                Change::Special => vec![self.whole(last, piece)],
                Change::Dropped => continue,
                _ => self.matches(&last.text, &piece.at),
            };
            encoding.tokens.extend(self.tokens(&steps, |at| source.span_of(at)));
            let tokens = first..encoding.tokens.len();
            encoding.words.push(Word { at: piece.at.clone(), tokens, start: vec![piece.at.clone()], steps });
        }
        encoding
    }

    /// What becomes of the text before it is looked up.
    fn stages(&self, text: &str) -> Vec<Stage> {
        let names = self.vocabulary.special();
        let mut stages = vec![Stage::given(text).cut("special tokens", text, |rest| special::next(rest, &names))];
        let mut then = |stage: fn(&Stage, &str) -> Stage| {
            if let Some(before) = stages.last() {
                let after = stage(before, text);
                stages.push(after);
            }
        };
        then(normalize::clean);
        then(normalize::set_apart);
        if self.options.lowercase {
            then(normalize::strip_accents);
            then(normalize::lower);
        }
        then(normalize::words);
        if let [.., source, words] = stages.as_slice() {
            let last = normalize::punctuation(words, source, text);
            stages.push(last);
        }
        stages
    }

    /// A special token of the text.
    fn whole(&self, stage: &Stage, piece: &Piece) -> Step {
        Step::Match { at: piece.at.clone(), tried: 0, id: self.vocabulary.id(stage.text_of(piece)) }
    }

    /// The matches of a word, from left to right. The last one is without an id if nothing fits.
    fn matches(&self, text: &str, word: &Span) -> Vec<Step> {
        if text[word.clone()].chars().count() > self.options.longest_word {
            return vec![Step::Match { at: word.clone(), tried: 0, id: None }];
        }
        let mut steps = Vec::new();
        let mut start = word.start;
        while start < word.end {
            let mut tried = 0;
            let found = self.candidates(&text[word.clone()], start - word.start).find_map(|(length, candidate)| {
                let id = self.vocabulary.id(&candidate);
                tried += usize::from(id.is_none());
                id.map(|id| (length, id))
            });
            let end = found.map_or(word.end, |(length, _)| start + length);
            steps.push(Step::Match { at: start..end, tried, id: found.map(|(_, id)| id) });
            start = end;
        }
        steps
    }

    /// The pieces that a word could go on with at a byte, the longest first: the bytes that each takes, and as the vocabulary
    /// would write it. None is longer than the longest token of the vocabulary.
    ///
    /// ```
    /// use glassformer::text::{Vocabulary, WordPiece};
    ///
    /// let bert = WordPiece::new(Vocabulary::new(["[UNK]", "[CLS]", "[SEP]", "play", "##ing"])?)?;
    /// let candidates: Vec<_> = bert.candidates("played", 4).collect();
    /// assert_eq!(candidates, [(2, "##ed".to_owned()), (1, "##e".to_owned())]);
    /// # Ok::<(), glassformer::text::Error>(())
    /// ```
    pub fn candidates<'a>(&self, word: &'a str, start: usize) -> impl Iterator<Item = (usize, String)> + use<'a> {
        let rest = word.get(start..).unwrap_or_default();
        let mark = if start == 0 { "" } else { CONTINUES };
        let room = self.longest.saturating_sub(mark.len());
        let ends: Vec<usize> = rest.char_indices().take(room).map(|(at, c)| at + c.len_utf8()).collect();
        ends.into_iter().rev().map(move |end| (end, format!("{mark}{}", &rest[..end])))
    }

    /// The tokens of a word's matches. If any part is unknown, so is all of the word.
    fn tokens(&self, steps: &[Step], span_of: impl Fn(&Span) -> Span) -> Vec<Token> {
        let mut tokens = Vec::new();
        let mut whole: Option<Span> = None;
        let mut is_unknown = false;
        for step in steps {
            let Step::Match { at, id, .. } = step else { continue };
            whole = Some(whole.map_or(at.start, |whole| whole.start)..at.end);
            is_unknown |= id.is_none();
            tokens.extend(id.map(|id| self.token(id, span_of(at))));
        }
        match whole {
            Some(at) if is_unknown => vec![self.token(self.unknown, span_of(&at))],
            _ => tokens,
        }
    }

    fn token(&self, id: u32, span: Span) -> Token {
        Token { id, text: self.vocabulary.text(id), span }
    }
}

impl Tokenizer for WordPiece {
    fn vocabulary(&self) -> &Vocabulary {
        &self.vocabulary
    }

    /// The tokens of a text between `[CLS]` and `[SEP]`.
    fn encode(&self, text: &str) -> Encoding {
        let mut encoding = self.tokenize(text);
        encoding.tokens.insert(0, self.token(self.begin, 0..0));
        encoding.tokens.push(self.token(self.end, text.len()..text.len()));
        for word in &mut encoding.words {
            word.tokens = word.tokens.start + 1..word.tokens.end + 1;
        }
        encoding
    }

    /// Words with a space between them, their pieces put together again; `.`, `,`, `?` and `!` follow the word before them. What
    /// the tokens no longer know, such as capitals, does not come back.
    fn decode(&self, ids: &[u32], special: Special) -> Result<String> {
        let mut text = String::new();
        for (place, token) in self.vocabulary.read(ids, special)?.into_iter().enumerate() {
            match token.strip_prefix(CONTINUES) {
                Some(piece) if place > 0 => text.push_str(piece),
                _ if place == 0 || follows_closely(token) => text.push_str(token),
                _ => {
                    text.push(' ');
                    text.push_str(token);
                }
            }
        }
        Ok(text)
    }
}

/// Whether a token is written without a space before it.
fn follows_closely(token: &str) -> bool {
    [".", "?", "!", ",", "n't", "'m", "'s", "'ve", "'re"].iter().any(|mark| token.starts_with(mark))
}
