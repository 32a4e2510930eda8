//! How well a model does a task: it writes greedily, and what it writes is right or wrong as a whole.

use super::words::{BEGIN, END, PAD, Words};
use super::{Example, Task};
use crate::nn::decoding::{self, Bounds};
use crate::nn::{Config, Transformer, batch, nearest};
use crate::tensor::{Error, Result};

/// How many sentences are written side by side.
const SIDE_BY_SIDE: usize = 64;
/// How much longer than the longest that was learned a target may be.
const LONGER: usize = 4;

/// A source and all that is right for it: many a sentence has several translations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestSentence {
    /// What is read.
    pub source: String,
    /// What may be written, each as a whole; the first is the usual one.
    pub references: Vec<String>,
}

/// What came out.
#[derive(Clone, Debug, Default)]
pub struct Score {
    /// How many there were.
    pub total: usize,
    /// What was written otherwise than it should be: the sentence, and what the model wrote.
    pub wrong: Vec<(TestSentence, String)>,
}

impl TestSentence {
    /// An example of a task with all that is right for it, its own target first.
    pub fn of(task: Task, example: &Example) -> Self {
        let mut references = vec![example.target.clone()];
        if task == Task::Translation {
            let others = super::translation::references(&example.source);
            references.extend(others.into_iter().filter(|other| *other != example.target));
        }
        Self { source: example.source.clone(), references }
    }

    /// Whether that is one of the right ones, however its words are cut into pieces.
    ///
    /// ```
    /// use glassformer::nn::tasks::score::TestSentence;
    ///
    /// let references = vec!["tu dors".to_owned(), "vous dormez".to_owned()];
    /// let sentence = TestSentence { source: "you sleep".to_owned(), references };
    /// assert!(sentence.accepts("vous dormez") && !sentence.accepts("tu dormez"));
    /// assert!(sentence.accepts("vous dorm ·ez"));
    /// ```
    pub fn accepts(&self, written: &str) -> bool {
        self.references.iter().any(|reference| reference == written || joined(reference) == joined(written))
    }
}

/// Pieces with those that go on with a word close to it.
fn joined(pieces: &str) -> String {
    pieces.replace(" ·", "")
}

impl Score {
    /// How many were right from the first word to the last.
    pub fn right(&self) -> usize {
        self.total - self.wrong.len()
    }

    /// Their share, 0 to 1; not a number when there were none.
    pub fn share(&self) -> f64 {
        self.right() as f64 / self.total as f64
    }

    /// Scores any way of writing.
    pub fn of(sentences: &[TestSentence], write: impl Fn(&str) -> String) -> Self {
        let written = sentences.iter().map(|sentence| write(&sentence.source));
        Self::compared(sentences, written)
    }

    fn compared(sentences: &[TestSentence], written: impl Iterator<Item = String>) -> Self {
        let wrong = sentences.iter().zip(written).filter(|(sentence, written)| !sentence.accepts(written));
        Self { total: sentences.len(), wrong: wrong.map(|(sentence, written)| (sentence.clone(), written)).collect() }
    }
}

/// A word that a model does not know. It reads that something stands there, and not what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unknown {
    /// The word.
    pub word: String,
    /// Which one it is, from 0.
    pub place: usize,
    /// A known word that looks like it.
    pub nearest: Option<String>,
}

/// A task's vocabularies.
#[derive(Clone, Debug)]
pub struct Vocabularies {
    /// What is read.
    pub sources: Words,
    /// What is written.
    pub targets: Words,
    longest: usize,
}

impl Vocabularies {
    /// Those of a task.
    pub fn of(task: Task) -> Self {
        Self { sources: task.sources(), targets: task.targets(), longest: task.longest() }
    }

    /// Whether a model of that configuration knows these words, which are those of `whose`.
    ///
    /// # Errors
    /// When it knows another number of them.
    pub fn fit(&self, config: &Config, whose: &str) -> Result<()> {
        let (knows, has) = ([config.v_src, config.v_tgt], [self.sources.len(), self.targets.len()]);
        if knows == has {
            return Ok(());
        }
        Err(Error::Value(format!(
            "the model has {} source and {} target tokens, but {whose} has {} and {}: it was trained for another task",
            knows[0], knows[1], has[0], has[1]
        )))
    }

    /// Any others; a target has at most so many words.
    pub fn with(sources: Words, targets: Words, longest: usize) -> Self {
        Self { sources, targets, longest }
    }

    /// An example as ids: source and target, both with their end.
    pub fn encode(&self, example: &Example) -> (Vec<i64>, Vec<i64>) {
        (self.sources.ids(&example.source), self.targets.ids(&example.target))
    }

    /// The words of a text that are not in the source's vocabulary.
    pub fn unknown(&self, source: &str) -> Vec<Unknown> {
        let words = source.split_whitespace().enumerate().filter(|(_, word)| self.sources.is_unknown(word));
        let unknown = |(place, word): (usize, &str)| {
            let known = self.sources.list().iter().map(String::as_str).filter(|known| !known.starts_with('['));
            Unknown { word: word.to_owned(), place, nearest: nearest(word, known).map(str::to_owned) }
        };
        words.map(unknown).collect()
    }

    /// What the model writes after each of these sources, the likeliest word each time.
    ///
    /// # Errors
    /// When the model is of another vocabulary.
    pub fn write(&self, model: &Transformer, sources: &[&str]) -> Result<Vec<String>> {
        let mut written = Vec::with_capacity(sources.len());
        for chunk in sources.chunks(SIDE_BY_SIDE) {
            let ids: Vec<Vec<i64>> = chunk.iter().map(|source| self.sources.ids(source)).collect();
            let mut model = decoding::after(model, &batch::pad(&ids, PAD)?)?;
            let paths = decoding::greedy(model.as_mut(), chunk.len(), self.bounds())?;
            written.extend(paths.into_iter().map(|path| self.targets.text(&path.ids)));
        }
        Ok(written)
    }

    /// Where what is written begins and ends.
    pub fn bounds(&self) -> Bounds {
        let special = self.targets.special();
        Bounds { bos: special.begin.unwrap_or(BEGIN), eos: special.end.unwrap_or(END), max_new: self.longest + LONGER }
    }

    /// Scores a model on sentences.
    ///
    /// # Errors
    /// When the model is of another vocabulary.
    pub fn score(&self, model: &Transformer, sentences: &[TestSentence]) -> Result<Score> {
        let sources: Vec<&str> = sentences.iter().map(|sentence| sentence.source.as_str()).collect();
        Ok(Score::compared(sentences, self.write(model, &sources)?.into_iter()))
    }
}
