//! What each head does, in numbers: how much of its look goes to the token before, to the same place, to the ends, and, where the
//! target reads the source, to the words that the grammar knows to mean the same. Means over the queries of many sentences.
//!
//! A head whose every query sees m keys and that looks at all alike gives each key 1/m: what is far above that is a habit.

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
    /// To the key of the same place.
    pub same: f64,
    /// To the first key.
    pub first: f64,
    /// To the last key: `[EOS]` of the source. `None` where later keys are hidden.
    pub last: Option<f64>,
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

/// Everything that is summed of one head: previous, same, first, last, aligned.
type Sums = [Mean; 5];

/// The habits of all heads of a translator over these sentences, whose translations it is given.
///
/// # Errors
/// When there are no sentences, or the model has other heads than it says.
pub fn habits(translator: &Translator<'_>, sentences: &[Pair]) -> Result<Vec<Habits>> {
    let config = &translator.model.config;
    let stack = |stack: &str, layers: usize, part: &str| {
        (0..layers).map(|layer| format!("{stack}.layers.{layer}.{part}")).collect::<Vec<_>>()
    };
    let mut modules: Vec<(String, usize)> = Vec::new();
    modules.extend(stack("encoder", config.enc_layers, "self_attn").into_iter().map(|name| (name, config.heads)));
    for part in ["self_attn", "multihead_attn"] {
        modules.extend(stack("decoder", config.dec_layers, part).into_iter().map(|name| (name, config.dec_heads())));
    }
    let mut sums: Vec<Vec<Sums>> = modules.iter().map(|(_, heads)| vec![Sums::default(); *heads]).collect();
    for sentence in sentences {
        let source = translator.read(&sentence.english)?;
        let french = translation::french().cut(&sentence.french);
        let ids: Vec<i64> = [BEGIN].into_iter().chain(translator.words.targets.ids(&french)).collect();
        let alignment = sentence.alignment();
        let tape = translator.trace(&source, &ids)?;
        for ((module, _), sums) in modules.iter().zip(&mut sums) {
            let aligned: &[Vec<usize>] = if is_cross(module) { &alignment } else { &[] };
            add(&weights(&tape, module)?, aligned, sums)?;
        }
    }
    if sentences.is_empty() {
        return Err(Error::Value("habits are means over sentences, and there are none".to_owned()));
    }
    let of_module = |((module, _), sums): ((String, usize), Vec<Sums>)| {
        let (is_causal, is_cross) = (module.ends_with("self_attn") && module.starts_with("decoder"), is_cross(&module));
        let of_head = move |(head, [previous, same, first, last, aligned]): (usize, Sums)| Habits {
            module: module.clone(),
            head,
            previous: previous.get(),
            same: same.get(),
            first: first.get(),
            last: (!is_causal).then(|| last.get()),
            aligned: is_cross.then(|| aligned.get()),
        };
        sums.into_iter().enumerate().map(of_head)
    };
    Ok(modules.into_iter().zip(sums).flat_map(of_module).collect())
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

fn add(weights: &Tensor, alignment: &[Vec<usize>], sums: &mut [Sums]) -> Result<()> {
    let [heads, queries, keys] = *weights.shape() else {
        return Err(Error::Value(format!("weights are (heads, queries, keys), not {:?}", weights.shape())));
    };
    for (head, sums) in sums.iter_mut().enumerate().take(heads) {
        let [previous, same, first, last, aligned] = sums;
        for query in 0..queries {
            let share = |key: usize| weights.at(&[head, query, key]);
            if (1..=keys).contains(&query) {
                previous.add(share(query - 1));
            }
            if query < keys {
                same.add(share(query));
            }
            first.add(share(0));
            last.add(share(keys - 1));
            if let Some(words) = alignment.get(query).filter(|words| !words.is_empty()) {
                aligned.add(words.iter().map(|&key| share(key)).sum());
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
        add(&weights, &[vec![0], vec![], vec![0, 1]], &mut sums).unwrap();
        let means = sums[0].map(|mean| format!("{:.3}", mean.get()));
        assert_eq!(means, ["0.625", "0.625", "0.750", "0.250", "1.000"]);
    }
}
