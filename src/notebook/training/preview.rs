//! A look at what a model can do at a moment: what it writes for some sentences, and where it reads while it is led through them.

use std::sync::Arc;

use crate::nn::stages;
use crate::nn::tasks::Example;
use crate::nn::tasks::words::{BEGIN, PAD};
use crate::nn::training::{Batch, Course};
use crate::tensor::{Result, Tensor, tape};

/// How the end of a sentence is shown.
pub const END: &str = "·";
/// How a word is shown that is none.
const UNKNOWN: &str = "?";

/// What a model makes of some sentences.
#[derive(Clone, Debug, PartialEq)]
pub struct ModelPreview {
    /// After how many steps.
    pub step: u64,
    /// How many decoder layers and heads there are.
    pub heads: (usize, usize),
    /// The sentences.
    pub samples: Vec<PreviewSentence>,
}

/// One sentence.
#[derive(Clone, Debug, PartialEq)]
pub struct PreviewSentence {
    /// What is read, and its end.
    pub source: Arc<[Arc<str>]>,
    /// What is to be written, and its end.
    pub wanted: Arc<[Arc<str>]>,
    /// What the model writes by itself.
    pub written: Arc<[Arc<str>]>,
    /// The same as one text, in which a word that is none has the name that the vocabulary has for it.
    pub text: Arc<str>,
    /// Where each head of each decoder layer reads while the right words are given: a row for each of `wanted`, a column for each of
    /// `source`. Head by head, the first layer's first. Empty where the model's attention has no such stage.
    pub attention: Vec<Arc<[f32]>>,
}

impl ModelPreview {
    /// Looks at what the course's model does with these examples now.
    ///
    /// # Errors
    /// When the model is of another vocabulary.
    pub fn at(course: &Course, examples: &[Example]) -> Result<Self> {
        let model = &course.trainer.model;
        let sources: Vec<&str> = examples.iter().map(|example| example.source.as_str()).collect();
        let written = course.vocabularies.write(model, &sources)?;
        let pairs: Vec<_> = examples.iter().map(|example| course.vocabularies.encode(example)).collect();
        let layers = cross_attention(course, &Batch::of(&pairs, PAD, BEGIN)?)?;
        let heads = layers.first().map_or(0, |layer| layer.shape()[1]);
        let samples = examples.iter().zip(&written).enumerate().map(|(at, (example, written))| {
            let (source, wanted) = (ended(&example.source), ended(&example.target));
            let attention = of_heads(&layers, at, wanted.len(), source.len());
            PreviewSentence {
                source,
                wanted,
                written: words(written).collect(),
                text: written.as_str().into(),
                attention,
            }
        });
        Ok(Self { step: course.trainer.steps(), heads: (layers.len(), heads), samples: samples.collect() })
    }
}

impl PreviewSentence {
    /// Whether all of it is right.
    pub fn is_right(&self) -> bool {
        self.written.iter().eq(self.wanted.iter().take(self.wanted.len().saturating_sub(1)))
    }

    /// The weight of a head at a row and a column; 0 where there is none.
    pub fn weight(&self, head: usize, row: usize, column: usize) -> f64 {
        let place = row * self.source.len() + column;
        self.attention.get(head).and_then(|weights| weights.get(place)).copied().map_or(0.0, f64::from)
    }
}

/// The weights of the decoder's layers over the memory, each (sentence, head, row, column), while the right words are given.
fn cross_attention(course: &Course, batch: &Batch) -> Result<Vec<Tensor>> {
    let model = &course.trainer.model;
    let (forward, tape) = tape::record(|| {
        let masks = model.masks(&batch.src, &batch.given)?;
        model.vectors(&batch.src, &batch.given, &masks)
    });
    forward?;
    let weights = |layer: usize| stages::find(&tape, &format!("decoder.layers.{layer}.multihead_attn.weights"));
    Ok((0..model.config.dec_layers).map_while(weights).filter(|weights| weights.shape().len() == 4).collect())
}

/// One sentence's weights, head by head, without its padding.
fn of_heads(layers: &[Tensor], sentence: usize, rows: usize, columns: usize) -> Vec<Arc<[f32]>> {
    let mut heads = Vec::new();
    for layer in layers {
        let (shape, values) = (layer.shape(), layer.to_f32());
        for head in 0..shape[1] {
            let at = |row: usize, column: usize| ((sentence * shape[1] + head) * shape[2] + row) * shape[3] + column;
            let weights = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
            heads.push(weights.map(|(row, column)| values[at(row, column)]).collect());
        }
    }
    heads
}

/// The words of a text; one that is not in the vocabulary is a question mark.
fn words(text: &str) -> impl Iterator<Item = Arc<str>> {
    text.split_whitespace().map(|word| Arc::from(if word.starts_with('[') { UNKNOWN } else { word }))
}

fn ended(text: &str) -> Arc<[Arc<str>]> {
    words(text).chain([Arc::from(END)]).collect()
}
