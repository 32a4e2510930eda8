//! What models are trained on here: five small tasks, whose examples a seeded generator makes.
//!
//! Copying, reversing and sorting letters show what attention does at its plainest; dates are written anew in one form; and a small
//! grammar is [translated](translation) from English to French.
//!
//! Which examples are learned from and which are only tested with is decided by the example itself ([`Part`]), by a hash of its
//! source: so no sentence can be in both, whatever is drawn and in whichever order.

pub mod dates;
pub mod pieces;
pub mod score;
pub mod translation;
pub mod words;

use std::collections::HashSet;
use std::fmt;
use std::str::FromStr;

use words::Words;

use crate::tensor::Result;
use crate::tensor::random::Generator;

/// A task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    /// Letters as they are.
    Copy,
    /// Letters from the last to the first.
    Reverse,
    /// Letters in alphabetical order.
    Sort,
    /// Dates in many forms to year, month, day.
    Dates,
    /// English to French.
    Translation,
}

/// An example: words with spaces between.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Example {
    /// What is read.
    pub source: String,
    /// What is to be written.
    pub target: String,
}

/// What an example may be used for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// To learn from.
    Training,
    /// To see how well it goes meanwhile.
    Validation,
    /// To be scored by, once.
    Test,
    /// Also only to be scored by: a translation with an adjective and a noun that never stand together in what is learned from.
    Unseen,
}

/// The letters of the three tasks on letters.
const LETTERS: &str = "a b c d e f g h i j k l m n o p q r s t u v w x y z";
/// How many letters a source has.
const LENGTHS: (i64, i64) = (2, 10);
/// One in so many examples is tested with, and as many again serve as validation.
const ONE_IN: u64 = 12;
/// A generator that finds nothing in so many draws will not find anything.
const PATIENCE: usize = 100_000;

impl Task {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Copy, Self::Reverse, Self::Sort, Self::Dates, Self::Translation];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Copy => "copy",
            Self::Reverse => "reverse",
            Self::Sort => "sort",
            Self::Dates => "dates",
            Self::Translation => "translation",
        }
    }

    /// What is read.
    pub fn sources(self) -> Words {
        match self {
            Self::Copy | Self::Reverse | Self::Sort => Words::new(LETTERS.split(' ')),
            Self::Dates => dates::sources(),
            Self::Translation => Words::new(translation::english().list().iter().map(String::as_str)),
        }
    }

    /// What is written.
    pub fn targets(self) -> Words {
        match self {
            Self::Copy | Self::Reverse | Self::Sort => Words::new(LETTERS.split(' ')),
            Self::Dates => dates::targets(),
            Self::Translation => Words::new(translation::french().list().iter().map(String::as_str)),
        }
    }

    /// A source as this task has it, of one that a person wrote.
    pub fn read_source(self, text: &str) -> String {
        if self == Self::Translation { translation::read_english(text) } else { text.trim().to_owned() }
    }

    /// A target as this task has it, of one that a person wrote.
    pub fn read_target(self, text: &str) -> String {
        if self == Self::Translation { translation::read_french(text) } else { text.trim().to_owned() }
    }

    /// A source as a person writes it.
    pub fn source_text(self, source: &str) -> String {
        if self == Self::Translation { translation::english_text(source) } else { source.to_owned() }
    }

    /// A target as a person writes it.
    pub fn target_text(self, target: &str) -> String {
        if self == Self::Translation { translation::french_text(target) } else { target.to_owned() }
    }

    /// Whether a source, as a person writes it, is one of this task: a sentence of the grammar, or words that are all known.
    ///
    /// ```
    /// use glassformer::nn::Task;
    ///
    /// assert!(Task::Translation.accepts("The small red house is old."));
    /// assert!(!Task::Translation.accepts("House small the old is."));
    /// assert!(Task::Sort.accepts("g l a s s") && !Task::Sort.accepts("g 1 a s s"));
    /// ```
    pub fn accepts(self, text: &str) -> bool {
        match self {
            Self::Translation => translation::is_known(text),
            _ => text.split_whitespace().all(|word| self.sources().list().iter().any(|known| known == word)),
        }
    }

    /// The longest source or target, the end token included.
    pub fn longest(self) -> usize {
        match self {
            Self::Copy | Self::Reverse | Self::Sort => LENGTHS.1 as usize + 1,
            Self::Dates => 32,
            Self::Translation => 56,
        }
    }

    /// An example of some part.
    ///
    /// # Errors
    /// Never: the signature is the generator's.
    pub fn draw(self, generator: &mut Generator) -> Result<(Example, Part)> {
        match self {
            Self::Dates => dates::draw(generator).map(|(example, day)| (example, part(&day))),
            Self::Translation => {
                let pair = translation::draw(generator)?;
                let part = translation::part_of(&pair.sentence);
                let (english, french) = (translation::english(), translation::french());
                Ok((Example { source: english.cut(&pair.english), target: french.cut(&pair.french) }, part))
            }
            letters => {
                let count = generator.randint(&[1], LENGTHS.0, LENGTHS.1 + 1)?[[0]] as usize;
                let places = generator.randint(&[count], 0, 26)?;
                let alphabet: Vec<&str> = LETTERS.split(' ').collect();
                let source: Vec<&str> = places.iter().map(|&place| alphabet[place as usize]).collect();
                let mut target = source.clone();
                match letters {
                    Self::Reverse => target.reverse(),
                    Self::Sort => target.sort_unstable(),
                    _ => {}
                }
                let source = source.join(" ");
                let part = part(&source);
                Ok((Example { source, target: target.join(" ") }, part))
            }
        }
    }

    /// So many examples of a part; fewer when there are hardly any.
    ///
    /// # Errors
    /// Never: the signature is the generator's.
    pub fn examples(self, wanted: Part, count: usize, generator: &mut Generator) -> Result<Vec<Example>> {
        let mut examples = Vec::with_capacity(count);
        let mut vain = 0;
        while examples.len() < count && vain < PATIENCE {
            let (example, part) = self.draw(generator)?;
            vain = if part == wanted { 0 } else { vain + 1 };
            if part == wanted {
                examples.push(example);
            }
        }
        Ok(examples)
    }

    /// So many different examples of a part, the same ones at every call.
    ///
    /// # Errors
    /// Never: the signature is the generator's.
    pub fn set(self, wanted: Part, count: usize) -> Result<Vec<Example>> {
        let mut generator = Generator::manual_seed(wanted as u64);
        let mut seen = HashSet::new();
        let mut vain = 0;
        let mut set = Vec::new();
        while set.len() < count && vain < PATIENCE {
            let (example, part) = self.draw(&mut generator)?;
            let is_new = part == wanted && seen.insert(example.source.clone());
            vain = if is_new { 0 } else { vain + 1 };
            if is_new {
                set.push(example);
            }
        }
        Ok(set)
    }
}

/// The part that a text falls into.
fn part(text: &str) -> Part {
    match hash(text) % ONE_IN {
        0 => Part::Test,
        1 => Part::Validation,
        _ => Part::Training,
    }
}

/// FNV-1a, 64 bits: the same on every machine, and for ever, as the division into parts must be. The last lines mix its lower bits.
fn hash(text: &str) -> u64 {
    let hash = text
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3));
    let hash = (hash ^ (hash >> 33)).wrapping_mul(0xff51_afd7_ed55_8ccd);
    hash ^ (hash >> 33)
}

/// One of some things.
fn pick<'a, T>(generator: &mut Generator, things: &'a [T]) -> Result<&'a T> {
    Ok(&things[generator.randint(&[1], 0, things.len() as i64)?[[0]] as usize])
}

impl fmt::Display for Task {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Task {
    type Err = String;

    fn from_str(word: &str) -> std::result::Result<Self, String> {
        let names = Self::ALL.map(Self::name).join(", ");
        Self::ALL.into_iter().find(|task| task.name() == word).ok_or(format!("the tasks are {names}"))
    }
}

#[cfg(test)]
mod tests;
