//! A trained model in use: a sentence goes in, its translation comes out, and with it all that the model looked at.
//!
//! ```
//! use glassformer::nn::{Translator, shipped, stages};
//!
//! let translator = Translator::new(shipped::translator()?)?;
//! let source = translator.read("The small red house.")?;
//! let path = translator.write(&source)?;
//! assert_eq!(translator.text(&source, &path.ids), "La petite maison rouge.");
//!
//! let tape = translator.trace(&source, &path.ids)?;
//! let weights = stages::find(&tape, "decoder.layers.1.multihead_attn.weights").unwrap();
//! assert_eq!(weights.shape_text(), "[batch 1, head 4, target 6, source 6]"); // the stop and [EOS] are read and written, too
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::decoding::{self, Autoregressive, Beam, BeamSearch, LengthPenalty, Path, Recomputed};
use super::intervention::{self, Intervention};
use super::tasks::score::{Unknown, Vocabularies};
use super::tasks::translation;
use super::{Task, Transformer};
use crate::grammar::capitalized;
use crate::tensor::{Axis, Error, Result, Tape, Tensor};

/// A model that was trained to translate, and its words.
#[derive(Clone, Debug)]
pub struct Translator<'a> {
    /// The model.
    pub model: &'a Transformer,
    /// What it reads and writes.
    pub words: Vocabularies,
    /// How a sentence becomes words.
    pub spelling: Spelling,
    /// What is changed in everything that it computes.
    pub interventions: Vec<Intervention>,
}

/// How a sentence becomes words, and words a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spelling {
    /// As the [grammar](super::tasks::translation) writes English and French.
    Grammar,
    /// As words with spaces between; one that is not known as it stands is tried in small letters.
    Spaces,
}

/// A sentence as the model reads it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// Its words as they were written, but small; then `[EOS]`, and what else is read around them.
    pub words: Vec<String>,
    /// Their ids.
    pub ids: Vec<i64>,
    /// Those that the model does not know.
    pub unknown: Vec<Unknown>,
    /// Whether it began with a capital letter: then its translation does.
    pub is_capitalized: bool,
    /// Whether it ended with an exclamation mark, for which the model reads a full stop.
    pub is_exclaimed: bool,
}

impl Source {
    /// A translation with what the sentence has on paper alone: a capital letter at the beginning, an exclamation mark at the end.
    pub fn on_paper(&self, translation: String) -> String {
        let translation = match translation.strip_suffix('.') {
            Some(stated) if self.is_exclaimed => format!("{stated} !"),
            _ => translation,
        };
        if self.is_capitalized { capitalized(&translation) } else { translation }
    }
}

impl<'a> Translator<'a> {
    /// A translator with this model.
    ///
    /// # Errors
    /// When the model knows another number of words than the grammar has.
    pub fn new(model: &'a Transformer) -> Result<Self> {
        Self::with(model, Vocabularies::of(Task::Translation), Task::Translation.name(), Spelling::Grammar)
    }

    /// A translator with this model and these words, which are those of `whose`.
    ///
    /// # Errors
    /// When the model knows another number of words.
    pub fn with(model: &'a Transformer, words: Vocabularies, whose: &str, spelling: Spelling) -> Result<Self> {
        words.fit(&model.config, whose)?;
        Ok(Self { model, words, spelling, interventions: Vec::new() })
    }

    /// A sentence as a person writes it.
    ///
    /// # Errors
    /// When there is no word in it, or there are more than the model has positions for.
    pub fn read(&self, sentence: &str) -> Result<Source> {
        let sources = &self.words.sources;
        let text = match self.spelling {
            Spelling::Grammar => translation::read_english(sentence),
            Spelling::Spaces => sources.respelled(sentence),
        };
        let count = text.split_whitespace().count();
        let (ids, most) = (sources.ids(&text), self.model.config.max_len);
        if count == 0 {
            let example = match self.spelling {
                Spelling::Grammar => ", such as \"the small red house\"",
                Spelling::Spaces => "",
            };
            return Err(Error::Value(format!("there is nothing to translate: write a sentence{example}")));
        }
        if ids.len() > most {
            let most = most.saturating_sub(ids.len() - count);
            return Err(Error::Value(format!(
                "the sentence has {count} words, but this model reads at most {most}: shorten it"
            )));
        }
        let unknown = self.words.unknown(&text);
        if let (Some(first), None) = (unknown.first(), sources.special().unknown) {
            return Err(Error::Value(format!(
                "\"{}\", word {}, is not in the vocabulary, which has no token for unknown words",
                first.word,
                first.place + 1
            )));
        }
        let words = sources.around(&text);
        let is_capitalized = sentence.trim_start().starts_with(char::is_uppercase);
        let is_exclaimed = translation::is_exclaimed(sentence);
        Ok(Source { words, ids, unknown, is_capitalized, is_exclaimed })
    }

    /// What the model writes, the likeliest word each time.
    ///
    /// # Errors
    /// When its logits are no distribution.
    pub fn write(&self, source: &Source) -> Result<Path> {
        let mut paths = decoding::greedy(self.after(source)?.as_mut(), 1, self.words.bounds())?;
        Ok(paths.remove(0))
    }

    /// A beam search of that width, ranked as in the paper.
    ///
    /// # Errors
    /// When the width is 0, or the logits are no distribution.
    pub fn search(&self, source: &Source, width: usize) -> Result<BeamSearch> {
        let beam = Beam { width, penalty: LengthPenalty::GNMT };
        Ok(beam.search(self.after(source)?.as_mut(), 1, self.words.bounds())?.remove(0))
    }

    /// The model after a source. What is changed in it may concern every position, so nothing is remembered then.
    fn after(&self, source: &Source) -> Result<Box<dyn Autoregressive + '_>> {
        let src = labelled(&source.ids, &source.words)?;
        if self.interventions.is_empty() {
            return decoding::after(self.model, &src);
        }
        let (model, _) = intervention::under(self.interventions.clone(), || Recomputed::new(self.model, &src));
        Ok(Box::new(Changed { model: model?, interventions: self.interventions.clone() }))
    }

    /// One pass over a sentence and what was written, `[BOS]` first, whose tape has every stage by name. Row i of the decoder's
    /// stages is the step at which word i was chosen; the last word, after which nothing was asked, is not read.
    ///
    /// # Errors
    /// When nothing was written.
    pub fn trace(&self, source: &Source, ids: &[i64]) -> Result<Tape> {
        let given = ids.split_last().map_or(ids, |(_, given)| given);
        let words: Vec<String> = given.iter().map(|&id| self.words.targets.word(id).to_owned()).collect();
        let (src, tgt) = (labelled(&source.ids, &source.words)?, labelled(given, &words)?);
        let (logits, tape) = intervention::under(self.interventions.clone(), || self.model.forward(&src, &tgt));
        logits.map(|_| tape)
    }

    /// The words that were written, those of the ends included.
    pub fn written(&self, ids: &[i64]) -> Vec<String> {
        ids.iter().skip(1).map(|&id| self.words.targets.word(id).to_owned()).collect()
    }

    /// What was written after a source, as a sentence.
    pub fn text(&self, source: &Source, ids: &[i64]) -> String {
        let text = self.words.targets.text(ids);
        match self.spelling {
            Spelling::Grammar => source.on_paper(translation::french_text(&text)),
            Spelling::Spaces => text,
        }
    }
}

/// A model in which something is changed, one tape a step.
struct Changed<'a> {
    model: Recomputed<'a>,
    interventions: Vec<Intervention>,
}

impl Autoregressive for Changed<'_> {
    fn step(&mut self, tokens: &[i64]) -> Result<Tensor> {
        let Self { model, interventions } = self;
        intervention::under(interventions.clone(), || model.step(tokens)).0.map(Tensor::detach)
    }

    fn reorder(&mut self, rows: &[usize]) -> Result<()> {
        self.model.reorder(rows)
    }
}

/// Ids of one sequence, (1, n), that know their words.
fn labelled(ids: &[i64], words: &[String]) -> Result<Tensor> {
    let ids = Tensor::from_i64(&[1, ids.len()], ids.to_vec())?;
    Ok(ids.with_axes(vec![Axis::default(), Axis::default().with_labels(words)]))
}
