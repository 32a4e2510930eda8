//! A model that a learner trained in PyTorch, with its words: read once, for every command and for the screen.

use serde_json::{Map, Value};

use super::tasks::score::Vocabularies;
use super::tasks::words::{Found, Lists};
use super::translator::Spelling;
use super::weights::{self, File, Foreign, Said, adopt};
use super::{Transformer, Translator, shipped};
use crate::tensor;

/// The most numbers that a model on a page may have: beyond that a keystroke is answered too late.
const MOST: usize = 50_000_000;

/// A translator that somebody trained.
#[derive(Clone, Debug)]
pub struct Learned {
    /// What its file says, and what it leaves open.
    pub foreign: Foreign,
    /// The model.
    pub model: Transformer,
    /// Its vocabularies as they stand in their file: source and target.
    pub lists: [Found; 2],
    /// The same as words.
    pub words: Vocabularies,
}

impl Learned {
    /// A model from the tensors of a file and two vocabularies; `more` is said of it beside what the file says.
    ///
    /// # Errors
    /// When there is no `nn.Transformer`, its tensors do not fit, something must be said that is not, or the vocabularies are of
    /// another model.
    pub fn new(file: File, more: Map<String, Value>, [source, target]: [Found; 2]) -> Result<Self, weights::Error> {
        let said = Said::in_file(&file)?.and(more)?;
        let mut foreign = adopt(file, &said)?;
        let wrong = |error: tensor::Error| weights::Error::Config(error.to_string());
        let sources = source.words(&foreign.ends, false).map_err(wrong)?;
        let targets = target.words(&foreign.ends, true).map_err(wrong)?;
        let (has, knows) = ([sources.len(), targets.len()], [foreign.config.v_src, foreign.config.v_tgt]);
        if has != knows {
            return Err(weights::Error::Config(format!(
                "the model has {} source tokens and {} target tokens, but the vocabulary has {} and {}: it belongs to another model",
                knows[0], knows[1], has[0], has[1]
            )));
        }
        // Padding is hidden by its id, which must mean it in both languages.
        let pads = [sources.special().pad, targets.special().pad];
        foreign.config.pad = pads[0].filter(|_| pads[0] == pads[1]).unwrap_or(-1);
        let model = weights::load_from(&foreign.file, "", &foreign.config)?;
        let longest = foreign.config.max_len.saturating_sub(LONGER);
        let words = Vocabularies::with(sources, targets, longest.min(LONGEST));
        Ok(Self { foreign, model, lists: [source, target], words })
    }

    /// The translator inside the program, read as any other.
    ///
    /// # Errors
    /// Never for what is shipped, which a test reads.
    pub fn shipped() -> Result<Self, weights::Error> {
        let file = shipped::tensors().map_err(Clone::clone)?.clone().widened()?;
        let lists = Lists::read(shipped::bytes(shipped::WORDS).unwrap_or_default());
        let Lists { source, target } = lists.map_err(|error| weights::Error::Config(error.to_string()))?;
        Self::new(file, Map::new(), [source, target])
    }

    /// The model at work.
    ///
    /// # Errors
    /// Never: that model and words fit was seen when it was read.
    pub fn translator(&self) -> tensor::Result<Translator<'_>> {
        Translator::with(&self.model, self.words.clone(), "the vocabulary", Spelling::Spaces)
    }

    /// Whether it is small enough for a page on which every keystroke runs it.
    ///
    /// # Errors
    /// When it is not; the sentence says what to do.
    pub fn fits_a_page(&self) -> Result<(), String> {
        let numbers = self.foreign.file.numbers();
        if numbers <= MOST {
            return Ok(());
        }
        Err(format!(
            "the model has {numbers} parameters, but a page can run at most {MOST} after each keystroke: use `glassformer translate \
             --weights` for larger models"
        ))
    }
}

/// How many words are written at most, however many positions there are.
pub const LONGEST: usize = 96;
/// What [`Vocabularies::bounds`] adds.
const LONGER: usize = 4;
