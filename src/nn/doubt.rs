//! When a translation is not to be trusted. The recognizer of the [grammar](crate::grammar) says exactly whether a sentence lies outside of
//! what was learned, and inside of it whether the translation is one of those that are right. What the model itself can say is less: the
//! piece of which it was least sure says whether it guessed.

use super::stages;
use super::tasks::score::TestSentence;
use super::tasks::translation;
use super::translator::{Source, Translator};
use crate::tensor::{Error, Result, Tape};

/// A translation is unsure if one of its pieces has a smaller probability than this: the highest threshold that doubts at most one in twenty
/// of the right translations of 15,000 sentences that the model had not learned from (`tests/translator.rs` measures what it finds). Label
/// smoothing keeps the model from more than some 0.9.
pub const SURE_FROM: f64 = 0.56;

/// Why a translation may be wrong.
#[derive(Clone, Debug, PartialEq)]
pub enum Doubt {
    /// The sentence is not of the grammar: nothing like it was learned.
    Outside,
    /// The grammar translates the sentence otherwise.
    Wrong {
        /// What is right, written as the sentence is; the usual translation where there are several.
        right: String,
    },
    /// It is right, and one piece was little more than a guess.
    Unsure {
        /// Which piece that was written, from 0.
        place: usize,
        /// Its probability, 0 to 1.
        probability: f64,
    },
}

/// What there is to doubt in the translation `ids`, `[BOS]` first, of a sentence of the task as its reader wrote it. The tape is that of
/// [`Translator::trace`].
///
/// ```
/// use glassformer::nn::doubt::{Doubt, doubt};
/// use glassformer::nn::{Translator, shipped};
///
/// let translator = Translator::new(shipped::translator()?)?;
/// let doubt_of = |sentence: &str| {
///     let source = translator.read(sentence)?;
///     let ids = translator.write(&source)?.ids;
///     doubt(&translator, sentence, &source, &ids, &translator.trace(&source, &ids)?)
/// };
/// assert_eq!(doubt_of("The small red house is old.")?, None);
/// assert_eq!(doubt_of("House small the old is.")?, Some(Doubt::Outside));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the tape has no logits.
pub fn doubt(
    translator: &Translator<'_>,
    sentence: &str,
    source: &Source,
    ids: &[i64],
    tape: &Tape,
) -> Result<Option<Doubt>> {
    let pieces = translation::read_english(sentence);
    let asked = TestSentence { references: translation::references(&pieces), source: pieces };
    let Some(usual) = asked.references.first() else { return Ok(Some(Doubt::Outside)) };
    if !asked.accepts(&translator.words.targets.text(ids)) {
        return Ok(Some(Doubt::Wrong { right: source.on_paper(translation::french_text(usual)) }));
    }
    let least = least_sure(ids, tape)?;
    Ok(least
        .filter(|(_, probability)| *probability < SURE_FROM)
        .map(|(place, probability)| Doubt::Unsure { place, probability }))
}

/// The piece that was written with the smallest probability, and that.
///
/// # Errors
/// When the tape has no logits.
pub fn least_sure(ids: &[i64], tape: &Tape) -> Result<Option<(usize, f64)>> {
    let logits = stages::find(tape, "generator.logits");
    let logits = logits.ok_or_else(|| Error::Value("there is no stage generator.logits".to_owned()))?;
    let log_probs = logits.select(0, 0)?.log_softmax(-1)?;
    let written = ids.iter().skip(1).enumerate();
    let probabilities = written.map(|(place, &id)| (place, log_probs.at(&[place, id as usize]).exp()));
    Ok(probabilities.min_by(|one, other| one.1.total_cmp(&other.1)))
}
