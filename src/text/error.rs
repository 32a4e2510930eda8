//! What can be wrong with a vocabulary, with merges or with ids: said with the place and the way out.

use std::fmt;

/// Why a tokenizer could not be built, or ids not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// A token that the vocabulary names twice.
    Duplicate {
        /// The token.
        token: String,
        /// The ids that it was given.
        ids: (u32, u32),
    },
    /// Two tokens with one id.
    SharedId {
        /// The id.
        id: u32,
        /// The tokens.
        tokens: (String, String),
    },
    /// An empty token.
    Blank {
        /// Its id, which is the number of its line counted from 0.
        id: u32,
    },
    /// A vocabulary that is not JSON, or not an object of ids.
    Json(String),
    /// A token that the tokenizer cannot do without.
    Missing {
        /// The token.
        token: String,
        /// What it is needed for.
        needed: &'static str,
    },
    /// A line of merges that does not hold two tokens.
    MergeLine {
        /// The line, counted from 1.
        line: usize,
        /// What it says.
        text: String,
    },
    /// A merge that cannot be one: of a token that is not there, or for the second time.
    Merge {
        /// Which merge, counted from 1.
        number: usize,
        /// The two tokens.
        pair: (String, String),
        /// What is wrong with it.
        why: String,
    },
    /// An id outside the vocabulary.
    Id {
        /// The id.
        id: u32,
        /// How many tokens there are.
        size: usize,
    },
    /// More tokens than ids.
    TooMany,
    /// A limit of length that has no room for the special tokens.
    Limit {
        /// The limit.
        limit: usize,
        /// What must fit.
        needed: usize,
    },
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Duplicate { token, ids: (first, second) } => write!(
                f,
                "the vocabulary has the token {token:?} twice, as id {first} and as id {second}: a token has one id; remove one of them"
            ),
            Self::SharedId { id, tokens: (first, second) } => write!(
                f,
                "the vocabulary gives the id {id} to both {first:?} and {second:?}: give one of them an unused id"
            ),
            Self::Blank { id } => write!(
                f,
                "token {id} of the vocabulary (line {} of its file) is empty: no text has an empty token; remove the line",
                u64::from(*id) + 1
            ),
            Self::Json(why) => {
                write!(f, "the vocabulary is not JSON of the form {{\"token\": id, ...}}: {why}")
            }
            Self::Missing { token, needed } => {
                write!(f, "the vocabulary has no token {token:?}, which is needed {needed}; add it")
            }
            Self::MergeLine { line, text } => {
                write!(f, "line {line} of the merges is {text:?}: a merge is two tokens with one space between them")
            }
            Self::Merge { number, pair: (left, right), why } => {
                write!(f, "merge {number} joins {left:?} and {right:?}, and {why}")
            }
            Self::Id { id, size } => {
                write!(
                    f,
                    "there is no token with the id {id} in this vocabulary of {size}: use ids from the same tokenizer"
                )
            }
            Self::TooMany => write!(f, "the vocabulary has more tokens than 32 bits can number"),
            Self::Limit { limit, needed } => write!(
                f,
                "a limit of {limit} tokens is too small even for the {needed} special tokens; allow at least {needed}"
            ),
        }
    }
}

impl std::error::Error for Error {}
