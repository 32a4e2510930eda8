//! The logit lens as a table: what the generator would say after each layer, at each step.

use serde_json::{Value, json};
use unicode_width::UnicodeWidthStr;

use super::picture::{self, left};
use crate::cli::json::number;
use crate::nn::{Translator, lens};
use crate::tensor::{Result, Tape, Tensor};

/// What would be said after a layer: at each step the likeliest word, and how likely it is.
pub(super) struct Layer {
    stage: String,
    words: Vec<(String, f64)>,
}

/// Of each layer of the decoder, what would be said after it.
pub(super) fn layers(translator: &Translator<'_>, tape: &Tape) -> Result<Vec<Layer>> {
    let of_stage = |(stage, probabilities): (String, Tensor)| {
        let probabilities = probabilities.select(0, 0)?;
        let likeliest = |step: usize| {
            let row = probabilities.select(0, step as i64)?;
            let word = row.argmax(-1, false)?.item()? as usize;
            Ok((translator.words.targets.word(word as i64).to_owned(), row.at(&[word])))
        };
        let words = (0..probabilities.shape()[0]).map(likeliest).collect::<Result<_>>()?;
        Ok(Layer { stage, words })
    };
    lens::words(translator.model, tape)?.into_iter().map(of_stage).collect()
}

/// A row for each word that was written, a column for each layer.
pub(super) fn text(written: &[String], layers: &[Layer]) -> String {
    let widest = |words: &mut dyn Iterator<Item = usize>| words.max().unwrap_or(0);
    let head = widest(&mut written.iter().map(|word| word.width()));
    let cell = |(word, share): &(String, f64)| format!("{word} {:.0}", 100.0 * share);
    let wide = |layer: &Layer| widest(&mut layer.words.iter().map(|said| cell(said).width())).max(layer.stage.width());
    let line = |name: &str, cells: Vec<String>| {
        picture::line(&left(name, head), layers.iter().zip(cells).map(|(layer, cell)| left(&cell, wide(layer))))
    };
    let row = |(step, name): (usize, &String)| {
        line(name, layers.iter().map(|layer| layer.words.get(step).map_or_else(String::new, cell)).collect())
    };
    let title = "The logit lens: what the language-model head would predict after each layer, in percent\n\n";
    let stages = line("", layers.iter().map(|layer| layer.stage.clone()).collect());
    format!("{title}{stages}{}", written.iter().enumerate().map(row).collect::<String>())
}

/// The same for programs.
pub(super) fn json(layers: &[Layer]) -> Value {
    let of_layer = |layer: &Layer| {
        let said = |(word, share): &(String, f64)| json!({ "word": word, "probability": number(*share) });
        json!({ "stage": layer.stage, "words": layer.words.iter().map(said).collect::<Vec<_>>() })
    };
    layers.iter().map(of_layer).collect()
}
