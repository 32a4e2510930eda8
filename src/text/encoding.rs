//! What a tokenizer returns: the tokens, and how they came to be.

use std::ops::Range;
use std::sync::Arc;

use super::stage::{Span, Stage};

/// A token of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// Its id in the vocabulary.
    pub id: u32,
    /// The vocabulary's text for that id, such as `##able`.
    pub text: Arc<str>,
    /// The bytes of the input that it came from; empty for what the tokenizer added, such as `[CLS]`.
    pub span: Span,
}

/// How a word became tokens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// The bytes of the last stage's text.
    pub at: Span,
    /// Which tokens of the encoding it became.
    pub tokens: Range<usize>,
    /// The parts that it began as: its characters or bytes if they are merged, else the word as a whole.
    pub start: Vec<Span>,
    /// What was done, in order. Nothing, if the word is a token as it is.
    pub steps: Vec<Step>,
}

impl Word {
    /// The parts of the word after so many steps, as bytes of the last stage's text.
    ///
    /// ```
    /// use glassformer::text::{BytePair, Tokenizer};
    ///
    /// let training = BytePair::train(&[("low", 5), ("lot", 2)], 2, 1, &["[UNK]"])?;
    /// let encoding = BytePair::new(training.vocabulary, &training.merges, "[UNK]")?.encode("low");
    /// let word = &encoding.words[0];
    /// let parts = |steps| word.parts(steps).iter().map(|at| encoding.text_at(at)).collect::<Vec<_>>();
    /// assert_eq!(parts(0), ["l", "o", "w</w>"]);
    /// assert_eq!(parts(1), ["lo", "w</w>"]);
    /// assert_eq!(parts(2), ["low</w>"]);
    /// # Ok::<(), glassformer::text::Error>(())
    /// ```
    pub fn parts(&self, steps: usize) -> Vec<Span> {
        let mut parts = self.start.clone();
        for step in self.steps.iter().take(steps) {
            match step {
                Step::Merge { left, right, .. } => {
                    let place = parts.partition_point(|part| part.start < left.start);
                    let after = parts.len().min(place + 2);
                    parts.splice(place..after, std::iter::once(left.start..right.end));
                }
                Step::Match { at, .. } => {
                    let end = parts.pop().map_or(at.end, |rest| rest.end);
                    parts.push(at.clone());
                    parts.extend((at.end < end).then_some(at.end..end));
                }
            }
        }
        parts
    }
}

/// A step from a word to its tokens. Stretches are bytes of the last stage's text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// `WordPiece` looked for the longest piece that the vocabulary holds, from the place where the last one ended.
    Match {
        /// What was found; if nothing was, all that was left of the word.
        at: Span,
        /// How many longer candidates the vocabulary did not have.
        tried: usize,
        /// The id, if something was found.
        id: Option<u32>,
    },
    /// Byte-pair encoding joined two neighbours.
    Merge {
        /// The number of the merge in the order in which they were learned, from 0. The lowest of those possible goes first.
        rank: usize,
        /// The left one.
        left: Span,
        /// The right one, which begins where the left one ends.
        right: Span,
        /// The id of what they are together.
        id: u32,
    },
}

/// The tokens of a text and the way to them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Encoding {
    /// The tokens, in the order of the text.
    pub tokens: Vec<Token>,
    /// What the text was after each stage, the first one first.
    pub stages: Vec<Stage>,
    /// How each word became tokens, in the order of the text.
    pub words: Vec<Word>,
}

impl Encoding {
    /// The ids: what a model reads.
    pub fn ids(&self) -> Vec<u32> {
        self.tokens.iter().map(|token| token.id).collect()
    }

    /// The texts of the tokens.
    pub fn texts(&self) -> Vec<&str> {
        self.tokens.iter().map(|token| &*token.text).collect()
    }

    /// The text of a word, as the last stage left it.
    pub fn text_of(&self, word: &Word) -> &str {
        self.text_at(&word.at)
    }

    /// What a step looked at or made, as the last stage's text has it.
    pub fn text_at(&self, at: &Span) -> &str {
        self.stages.last().and_then(|stage| stage.text.get(at.clone())).unwrap_or_default()
    }
}
