//! Why a translation went wrong, as far as it can be shown: all that is right, where the model looked, and the nearest sentence that it
//! translates correctly, which differs in one word.

use super::heads;
use super::tasks::score::TestSentence;
use super::tasks::translation;
use super::translator::{Source, Translator};
use crate::grammar::{Grammar, Language, Neighbor, closed};
use crate::tensor::{Result, Tape};

/// How many sentences are tried for each word, before it is said that none was found.
const FOR_EACH_WORD: usize = 3;

/// What there is to say of a translation.
#[derive(Clone, Debug, PartialEq)]
pub struct Explanation {
    /// All that is right, written as the sentence is, the usual one first; empty outside of the grammar.
    pub right: Vec<String>,
    /// For each piece that was written, the end included, where the model looked most.
    pub looks: Vec<Look>,
    /// The nearest sentence that the model translates correctly, if one was found.
    pub nearest: Option<Nearest>,
}

/// Where the model looked when it wrote a piece.
#[derive(Clone, Debug, PartialEq)]
pub struct Look {
    /// The piece that was written.
    pub written: String,
    /// The piece of the source that got most of the cross-attention.
    pub read: String,
    /// How much that was: a mean over all layers and heads, 0 to 1.
    pub share: f64,
}

/// A sentence that differs in one word and is translated correctly.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nearest {
    /// The sentence.
    pub english: String,
    /// What the model writes, which is right.
    pub french: String,
    /// The word of the sentence that went wrong, and the word in its place.
    pub words: [String; 2],
}

/// Explains the translation `ids`, `[BOS]` first, of a sentence as a person wrote it. The tape is that of [`Translator::trace`].
///
/// # Errors
/// When the tape has no cross-attention, or the model is of another vocabulary.
pub fn explain(
    translator: &Translator<'_>,
    sentence: &str,
    source: &Source,
    ids: &[i64],
    tape: &Tape,
) -> Result<Explanation> {
    let right = translation::references(&translation::read_english(sentence));
    let right = right.iter().map(|reference| source.on_paper(translation::french_text(reference))).collect();
    let nearest = nearest(translator, sentence)?;
    Ok(Explanation { right, looks: looks(translator, source, ids, tape)?, nearest })
}

fn looks(translator: &Translator<'_>, source: &Source, ids: &[i64], tape: &Tape) -> Result<Vec<Look>> {
    let layers = translator.model.config.dec_layers;
    let mut shares: Vec<Vec<f64>> = Vec::new();
    for layer in 0..layers {
        let weights = heads::weights(tape, &format!("decoder.layers.{layer}.multihead_attn"))?;
        let mean = weights.mean(&[0], false)?;
        let [written, read] = [0, 1].map(|axis| mean.shape()[axis]);
        shares.resize(written, vec![0.0; read]);
        for (row, sums) in shares.iter_mut().enumerate() {
            sums.iter_mut().enumerate().for_each(|(at, sum)| *sum += mean.at(&[row, at]) / layers as f64);
        }
    }
    let look = |(written, shares): (String, Vec<f64>)| {
        let most = shares.into_iter().zip(&source.words).max_by(|one, other| one.0.total_cmp(&other.0))?;
        Some(Look { written, read: most.1.clone(), share: most.0 })
    };
    Ok(translator.written(ids).into_iter().zip(shares).filter_map(look).collect())
}

/// The first sentence with another word that is translated correctly: of each word the closest before the second closest of any.
fn nearest(translator: &Translator<'_>, sentence: &str) -> Result<Option<Nearest>> {
    let Ok(grammar) = Grammar::shipped() else { return Ok(None) };
    let neighbors = grammar.neighbors(&translation::stated(sentence), FOR_EACH_WORD);
    let turn = |at: usize| neighbors[..at].iter().filter(|other| other.place == neighbors[at].place).count();
    let mut order: Vec<usize> = (0..neighbors.len()).collect();
    order.sort_by_key(|&at| turn(at));
    for at in order {
        let Neighbor { english, was, is, .. } = &neighbors[at];
        let source = translator.read(english)?;
        let ids = translator.write(&source)?.ids;
        let written = translator.words.targets.text(&ids);
        let pieces = translation::read_english(english);
        let sentence = TestSentence { references: translation::references(&pieces), source: pieces };
        if sentence.accepts(&written) {
            let [english, french] = [closed(english, Language::English), translator.text(&source, &ids)];
            return Ok(Some(Nearest { english, french, words: [was.clone(), is.clone()] }));
        }
    }
    Ok(None)
}
