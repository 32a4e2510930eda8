//! What each head is needed for: how many sentences a translator gets right without it, and how many when it is the only one that its
//! attention has left. A head whose loss costs nothing may still have looked at something: looking is not using.

use super::attentions;
use crate::nn::intervention::{Change, Intervention, under};
use crate::nn::tasks::score::TestSentence;
use crate::nn::translator::Translator;
use crate::tensor::Result;

/// How many sentences are written side by side, and forgotten.
const SIDE_BY_SIDE: usize = 64;

/// How many of the sentences are right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Costs {
    /// With all heads.
    pub right: usize,
    /// With heads switched off.
    pub heads: Vec<Cost>,
}

/// How many of the sentences are right when some heads are off.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cost {
    /// The attention: `decoder.layers.1.multihead_attn`.
    pub module: String,
    /// Which of its heads.
    pub head: usize,
    /// Without this head.
    pub without: usize,
    /// With this head alone of its attention.
    pub alone: usize,
}

/// Translates all sentences anew for each head, twice. `told` hears after each head how many are done, and how many there are.
///
/// # Errors
/// When the model is of another vocabulary.
pub fn costs(
    translator: &Translator<'_>,
    sentences: &[TestSentence],
    mut told: impl FnMut(usize, usize),
) -> Result<Costs> {
    let modules = attentions(&translator.model.config);
    let all: usize = modules.iter().map(|(_, heads)| heads).sum();
    let mut heads = Vec::with_capacity(all);
    for (module, count) in &modules {
        for head in 0..*count {
            let without = right(translator, sentences, module, &[head])?;
            let others: Vec<usize> = (0..*count).filter(|&other| other != head).collect();
            let alone = right(translator, sentences, module, &others)?;
            heads.push(Cost { module: module.clone(), head, without, alone });
            told(heads.len(), all);
        }
    }
    Ok(Costs { right: right(translator, sentences, "", &[])?, heads })
}

/// How many are right with these heads of an attention off.
fn right(translator: &Translator<'_>, sentences: &[TestSentence], module: &str, off: &[usize]) -> Result<usize> {
    let switch = |head: &usize| Intervention { stage: format!("{module}.heads.{head}"), change: Change::Off };
    let off: Vec<Intervention> = off.iter().map(switch).collect();
    let mut right = 0;
    for some in sentences.chunks(SIDE_BY_SIDE) {
        right += under(off.clone(), || translator.words.score(translator.model, some)).0?.right();
    }
    Ok(right)
}
