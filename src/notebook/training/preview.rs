//! A look at what a model can do at a moment: what it writes for some sentences, and where it reads while it is led through them.

use std::ops::Range;
use std::sync::Arc;

use crate::nn::Parameters;
use crate::nn::stages::{self, AttentionPlace};
use crate::nn::tasks::Example;
use crate::nn::tasks::words::{BEGIN, PAD};
use crate::nn::training::{Batch, Course};
use crate::tensor::{Result, Tape, Tensor, tape};

use super::{ParameterGroup, ParameterGroups, PartReading, ValueSpread};

/// How the end of a sentence is shown.
pub const END: &str = "·";
/// How the start is shown that the decoder is given.
pub const START: &str = "›";
/// How a word is shown that is none.
const UNKNOWN: &str = "?";

/// What a model makes of some sentences.
#[derive(Clone, Debug, PartialEq)]
pub struct ModelPreview {
    /// After how many steps.
    pub step: u64,
    /// All heads, in the order in which their weights are kept.
    pub heads: Arc<[PreviewHead]>,
    /// The sentences.
    pub samples: Vec<PreviewSentence>,
    /// What each part of the model is like, in the order of its [`ParameterGroups`].
    pub parts: Vec<PartReading>,
    /// The loss on all validation examples, where it was asked for.
    pub validation_loss: Option<f64>,
}

/// A head of an attention.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PreviewHead {
    /// In which attention.
    pub place: AttentionPlace,
    /// In which layer, from 0.
    pub layer: usize,
    /// Its number there, from 0.
    pub head: usize,
}

/// One sentence.
#[derive(Clone, Debug, PartialEq)]
pub struct PreviewSentence {
    /// What is read, and its end.
    pub source: Arc<[Arc<str>]>,
    /// What is to be written, and its end.
    pub wanted: Arc<[Arc<str>]>,
    /// What the decoder is given while it is led: the start, and what is to be written without its end.
    pub given: Arc<[Arc<str>]>,
    /// What the model writes by itself.
    pub written: Arc<[Arc<str>]>,
    /// The same as one text, in which a word that is none has the name that the vocabulary has for it.
    pub text: Arc<str>,
    /// Where each head reads while the right words are given, in the order of [`ModelPreview::heads`]: row by row, of the rows and
    /// columns that [`PreviewSentence::axes`] has for its attention.
    pub attention: Vec<Arc<[f32]>>,
}

impl ModelPreview {
    /// Looks at what the course's model does with these examples now, and at its parts after an update at this learning rate.
    ///
    /// # Errors
    /// When the model is of another vocabulary.
    pub fn at(course: &Course, examples: &[Example], groups: &ParameterGroups, rate: f64) -> Result<Self> {
        let model = &course.trainer.model;
        let sources: Vec<&str> = examples.iter().map(|example| example.source.as_str()).collect();
        let written = course.vocabularies.write(model, &sources)?;
        let pairs: Vec<_> = examples.iter().map(|example| course.vocabularies.encode(example)).collect();
        let tape = led(course, &Batch::of(&pairs, PAD, BEGIN)?)?;
        let attentions = attentions(course, &tape);
        let heads = attentions.iter().flat_map(|(place, layer, weights)| {
            let (place, layer) = (*place, *layer);
            (0..weights.shape()[1]).map(move |head| PreviewHead { place, layer, head })
        });
        let samples = examples.iter().zip(&written).enumerate().map(|(at, (example, written))| {
            let (source, wanted) = (ended(&example.source), ended(&example.target));
            let given =
                std::iter::once(Arc::from(START)).chain(wanted.iter().take(wanted.len() - 1).cloned()).collect();
            let text = written.as_str().into();
            let written = words(written).collect();
            let mut sample = PreviewSentence { source, wanted, given, written, text, attention: Vec::new() };
            sample.attention = attentions
                .iter()
                .flat_map(|(place, _, weights)| {
                    let (rows, columns) = sample.axes(*place);
                    of_heads(weights, at, rows.len(), columns.len())
                })
                .collect();
            sample
        });
        let (heads, samples) = (heads.collect(), samples.collect::<Vec<_>>());
        let parts = part_readings(course, groups, rate, |group| activations(&tape, group, &samples));
        Ok(Self { step: course.trainer.steps(), heads, samples, parts, validation_loss: None })
    }

    /// Which attentions it has, each with its heads by their places in [`ModelPreview::heads`].
    pub fn attentions(&self) -> Vec<(AttentionPlace, usize, Range<usize>)> {
        let mut attentions: Vec<(AttentionPlace, usize, Range<usize>)> = Vec::new();
        for (at, head) in self.heads.iter().enumerate() {
            match attentions.last_mut() {
                Some((place, layer, heads)) if (*place, *layer) == (head.place, head.layer) => heads.end = at + 1,
                _ => attentions.push((head.place, head.layer, at..at + 1)),
            }
        }
        attentions
    }
}

impl PreviewSentence {
    /// Whether all of it is right.
    pub fn is_right(&self) -> bool {
        self.written.iter().eq(self.wanted.iter().take(self.wanted.len().saturating_sub(1)))
    }

    /// The words at the rows of an attention's weights, and those at the columns: what is read. A row of the decoder is what is written
    /// there.
    pub fn axes(&self, place: AttentionPlace) -> (&[Arc<str>], &[Arc<str>]) {
        match place {
            AttentionPlace::Encoder => (&self.source, &self.source),
            AttentionPlace::Decoder => (&self.wanted, &self.given),
            AttentionPlace::Cross => (&self.wanted, &self.source),
        }
    }

    /// The weight of a head at a row and a column of so many; 0 where there is none.
    pub fn weight(&self, head: usize, (row, column): (usize, usize), columns: usize) -> f64 {
        let weights = self.attention.get(head);
        weights.and_then(|weights| weights.get(row * columns + column)).copied().map_or(0.0, f64::from)
    }
}

/// The steps of the model while the right words are given.
fn led(course: &Course, batch: &Batch) -> Result<Tape> {
    let model = &course.trainer.model;
    let (forward, tape) = tape::record(|| {
        let masks = model.masks(&batch.src, &batch.given)?;
        model.vectors(&batch.src, &batch.given, &masks)
    });
    forward.map(|_| tape)
}

/// The weights of all attentions, each (sentence, head, row, column): those over the memory first, because they show best what the
/// model has learned.
fn attentions(course: &Course, tape: &Tape) -> Vec<(AttentionPlace, usize, Tensor)> {
    let model = &course.trainer.model;
    let (encoder, decoder) = (model.config.enc_layers, model.config.dec_layers);
    let places =
        [(AttentionPlace::Cross, decoder), (AttentionPlace::Decoder, decoder), (AttentionPlace::Encoder, encoder)];
    let all = places.into_iter().flat_map(|(place, layers)| (0..layers).map(move |layer| (place, layer)));
    let found = all.filter_map(|(place, layer)| {
        let weights = stages::find(tape, &format!("{}.weights", place.module(layer)))?;
        (weights.shape().len() == 4).then_some((place, layer, weights))
    });
    found.collect()
}

/// What each part of the model is like.
fn part_readings(
    course: &Course,
    groups: &ParameterGroups,
    rate: f64,
    activations: impl Fn(&ParameterGroup) -> Option<ValueSpread>,
) -> Vec<PartReading> {
    let trainer = &course.trainer;
    let mut model = trainer.model.clone();
    let parameters = model.parameters();
    let moved = trainer.recipe.adam.update_lengths(&trainer.moments, &parameters, rate);
    let mut weights = vec![Vec::new(); groups.names().len()];
    for (at, (_, parameter)) in parameters.iter().enumerate() {
        weights[groups.of_parameter(at)].extend_from_slice(&parameter.to_f32());
    }
    let moved = groups.lengths(&moved);
    let reading = |((group, weights), moved): ((&ParameterGroup, Vec<f32>), f64)| {
        let length = weights.iter().map(|w| f64::from(*w).powi(2)).sum::<f64>().sqrt();
        let update = (trainer.steps() > 0 && length > 0.0).then_some(moved / length);
        PartReading { update, weights: ValueSpread::of(&weights), activations: activations(group) }
    };
    groups.names().iter().zip(weights).zip(moved).map(reading).collect()
}

/// What a layer hands on for these sentences, without their padding.
fn activations(tape: &Tape, group: &ParameterGroup, samples: &[PreviewSentence]) -> Option<ValueSpread> {
    let path = group.stage()?;
    let output = stages::find(tape, &path)?;
    let &[_, positions, features] = output.shape() else { return None };
    let length = |sample: &PreviewSentence| {
        if path.starts_with("encoder") { sample.source.len() } else { sample.wanted.len() }
    };
    let values = output.to_f32();
    let rows = values.chunks(positions * features).zip(samples);
    let numbers: Vec<f32> =
        rows.flat_map(|(row, sample)| row.iter().take(length(sample) * features).copied()).collect();
    Some(ValueSpread::of(&numbers))
}

/// One sentence's weights in an attention, head by head, without its padding.
fn of_heads(weights: &Tensor, sentence: usize, rows: usize, columns: usize) -> Vec<Arc<[f32]>> {
    let (shape, values) = (weights.shape(), weights.to_f32());
    let of_head = |head: usize| {
        let at = |row: usize, column: usize| ((sentence * shape[1] + head) * shape[2] + row) * shape[3] + column;
        let places = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
        places.map(|(row, column)| values[at(row, column)]).collect()
    };
    (0..shape[1]).map(of_head).collect()
}

/// The words of a text; one that is not in the vocabulary is a question mark.
fn words(text: &str) -> impl Iterator<Item = Arc<str>> {
    text.split_whitespace().map(|word| Arc::from(if word.starts_with('[') { UNKNOWN } else { word }))
}

fn ended(text: &str) -> Arc<[Arc<str>]> {
    words(text).chain([Arc::from(END)]).collect()
}
