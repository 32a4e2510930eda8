//! What each head does, in numbers: how much of its look goes to the token before and behind, to the same place, to the ends; from a verb
//! to its subject, from an adjective to its noun; and, where the target reads the source, to the words that the grammar knows to mean the
//! same. Means over the queries of many sentences. What a head is needed for, [`costs`] measures.
//!
//! A head whose every query sees m keys and that looks at all alike gives each key 1/m: what is far above that is a habit.

pub mod costs;

use super::config::Config;
use super::stages;
use super::tasks::translation::{self, Pair};
use super::tasks::words::BEGIN;
use super::translator::Translator;
use crate::tensor::{Error, Result, Tape, Tensor};

/// The habits of one head: shares from 0 to 1.
#[derive(Clone, Debug, PartialEq)]
pub struct Habits {
    /// The attention that it belongs to: `decoder.layers.1.multihead_attn`.
    pub module: String,
    /// Which of its heads it is.
    pub head: usize,
    /// To the token before the query's own place.
    pub previous: f64,
    /// To the token behind it. `None` where later keys are hidden.
    pub next: Option<f64>,
    /// To the key of the same place.
    pub same: f64,
    /// To the first key.
    pub first: f64,
    /// To the last key: `[EOS]` of the source. `None` where later keys are hidden.
    pub last: Option<f64>,
    /// From a verb to the noun that is its subject. The decoder's row is the one that writes the verb. `None` for cross-attention.
    pub subject: Option<f64>,
    /// From an adjective to its noun, likewise.
    pub noun: Option<f64>,
    /// To the words that mean the same as the word that is written. `None` for self-attention.
    pub aligned: Option<f64>,
}

/// A sum and how many are in it.
#[derive(Clone, Copy, Debug, Default)]
struct Mean(f64, usize);

impl Mean {
    fn add(&mut self, share: f64) {
        *self = Self(self.0 + share, self.1 + 1);
    }

    fn get(self) -> f64 {
        self.0 / self.1 as f64
    }
}

/// Everything that is summed of one head: previous, next, same, first, last, subject, noun, aligned.
type Sums = [Mean; 8];

/// For each query the keys that something leads to; no query leads anywhere in an empty one.
type Links = Vec<Vec<usize>>;

/// All attentions of a model, each with how many heads it has.
fn attentions(config: &Config) -> Vec<(String, usize)> {
    let stack = |stack: &str, layers: usize, part: &str, heads: usize| {
        (0..layers).map(|layer| (format!("{stack}.layers.{layer}.{part}"), heads)).collect::<Vec<_>>()
    };
    let (encoder, decoder) = (config.heads, config.dec_heads());
    [
        stack("encoder", config.enc_layers, "self_attn", encoder),
        stack("decoder", config.dec_layers, "self_attn", decoder),
        stack("decoder", config.dec_layers, "multihead_attn", decoder),
    ]
    .concat()
}

/// The habits of all heads of a translator over these sentences, whose translations it is given.
///
/// # Errors
/// When there are no sentences, or the model has other heads than it says.
pub fn habits(translator: &Translator<'_>, sentences: &[Pair]) -> Result<Vec<Habits>> {
    let modules = attentions(&translator.model.config);
    let mut sums: Vec<Vec<Sums>> = modules.iter().map(|(_, heads)| vec![Sums::default(); *heads]).collect();
    for sentence in sentences {
        let source = translator.read(&sentence.english)?;
        let french = translation::french().cut(&sentence.french);
        let ids: Vec<i64> = [BEGIN].into_iter().chain(translator.words.targets.ids(&french)).collect();
        let [in_encoder, in_decoder, across] = links(sentence);
        let tape = translator.trace(&source, &ids)?;
        for ((module, _), sums) in modules.iter().zip(&mut sums) {
            let links = if is_cross(module) {
                &across
            } else if is_causal(module) {
                &in_decoder
            } else {
                &in_encoder
            };
            add(&weights(&tape, module)?, links, sums)?;
        }
    }
    if sentences.is_empty() {
        return Err(Error::Value("there are no sentences to average over".to_owned()));
    }
    let of_module = |((module, _), sums): ((String, usize), Vec<Sums>)| {
        let (is_causal, is_cross) = (is_causal(&module), is_cross(&module));
        let of_head =
            move |(head, [previous, next, same, first, last, subject, noun, aligned]): (usize, Sums)| Habits {
                module: module.clone(),
                head,
                previous: previous.get(),
                next: (!is_causal).then(|| next.get()),
                same: same.get(),
                first: first.get(),
                last: (!is_causal).then(|| last.get()),
                subject: (!is_cross).then(|| subject.get()),
                noun: (!is_cross).then(|| noun.get()),
                aligned: is_cross.then(|| aligned.get()),
            };
        sums.into_iter().enumerate().map(of_head)
    };
    Ok(modules.into_iter().zip(sums).flat_map(of_module).collect())
}

/// What leads from queries to keys (subject, noun, aligned) in the encoder, in the decoder, and across. A row of the decoder writes a
/// piece and has read those before it, `[BOS]` first.
fn links(pair: &Pair) -> [[Links; 3]; 3] {
    let relations = [&pair.sentence.subjects, &pair.sentence.nouns];
    let [subject, noun] = relations.map(|relation| pair.related_in_english(relation));
    let [written_subject, written_noun] = relations.map(|relation| {
        let pieces = pair.related_in_french(relation).into_iter().enumerate();
        let read = |(row, pieces): (usize, Vec<usize>)| {
            pieces.into_iter().filter(|&piece| piece < row).map(|at| at + 1).collect()
        };
        pieces.map(read).collect()
    });
    [
        [subject, noun, Links::new()],
        [written_subject, written_noun, Links::new()],
        [Links::new(), Links::new(), pair.alignment()],
    ]
}

fn is_causal(module: &str) -> bool {
    module.starts_with("decoder") && !is_cross(module)
}

fn is_cross(module: &str) -> bool {
    module.ends_with("multihead_attn")
}

/// The weights of one sentence: (heads, queries, keys). `module` is the attention, `decoder.layers.1.multihead_attn`.
///
/// # Errors
/// When the tape has no such attention.
pub fn weights(tape: &Tape, module: &str) -> Result<Tensor> {
    let weights = stages::find(tape, &format!("{module}.weights"));
    weights.ok_or_else(|| Error::Value(format!("there is no stage {module}.weights")))?.select(0, 0)
}

fn add(weights: &Tensor, links: &[Links; 3], sums: &mut [Sums]) -> Result<()> {
    let [heads, queries, keys] = *weights.shape() else {
        return Err(Error::Value(format!(
            "attention weights must have the shape (heads, queries, keys), not {:?}",
            weights.shape()
        )));
    };
    for (head, sums) in sums.iter_mut().enumerate().take(heads) {
        let [previous, next, same, first, last, linked @ ..] = sums;
        for query in 0..queries {
            let share = |key: usize| weights.at(&[head, query, key]);
            if (1..=keys).contains(&query) {
                previous.add(share(query - 1));
            }
            if query + 1 < keys {
                next.add(share(query + 1));
            }
            if query < keys {
                same.add(share(query));
            }
            first.add(share(0));
            last.add(share(keys - 1));
            for (sum, links) in linked.iter_mut().zip(links) {
                if let Some(words) = links.get(query).filter(|words| !words.is_empty()) {
                    sum.add(words.iter().map(|&key| share(key)).sum());
                }
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn habits_are_means_over_queries() {
        // One head, three queries, two keys.
        let weights = Tensor::from_f64(&[1, 3, 2], vec![1.0, 0.0, 0.75, 0.25, 0.5, 0.5]).unwrap();
        let mut sums = [Sums::default()];
        let links = [vec![vec![1]], vec![vec![], vec![0]], vec![vec![0], vec![], vec![0, 1]]];
        add(&weights, &links, &mut sums).unwrap();
        let means = sums[0].map(|mean| format!("{:.3}", mean.get()));
        assert_eq!(means, ["0.625", "0.000", "0.625", "0.750", "0.250", "0.000", "0.750", "1.000"]);
    }
}
