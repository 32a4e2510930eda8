//! What became of a continuation of a beam search, in words, and why. Both front ends ask here, so both say the same.

use super::{say, word};
use crate::nn::decoding::{BeamSearch, Fate};

/// A search as it is known after one of its steps.
#[derive(Clone, Copy, Debug)]
pub struct FateWords<'a> {
    /// The search.
    pub search: &'a BeamSearch,
    /// The step, from 0: what was kept before it and led nowhere is known to be dropped.
    pub step: usize,
}

impl FateWords<'_> {
    /// What became of a node: *kept*, *finished*, *dropped*, *abandoned*.
    pub fn fate(&self, node: usize) -> &'static str {
        match self.search.fate(node) {
            Fate::GoesOn if self.is_dead_end(node) => word!("beam-dropped"),
            Fate::GoesOn => word!("beam-goes-on"),
            Fate::Ends => word!("beam-ends"),
            Fate::Dropped { .. } => word!("beam-dropped"),
            Fate::GivenUp => word!("beam-given-up"),
        }
    }

    /// Why that became of it, and against which other sequence it lost. `text` says the sequence that ends at a node, and `number` how a
    /// number is written, given its digits.
    pub fn reason(&self, node: usize, text: impl Fn(usize) -> String, number: impl Fn(&str) -> String) -> String {
        let (search, written) = (self.search, |value: f64| number(&hundredths(value)));
        let Some(of) = search.nodes.get(node) else { return String::new() };
        match search.fate(node) {
            Fate::GoesOn if self.is_dead_end(node) => {
                say!("beam-why-dead-end", count = search.looked_at(of.step.map_or(0, |step| step + 1)).count())
            }
            Fate::GoesOn => say!("beam-why-goes-on", width = search.width),
            Fate::GivenUp => word!("beam-why-given-up").to_owned(),
            Fate::Ends => say!("beam-why-ends", sum = written(of.sum), score = written(of.score)),
            Fate::Dropped { winner } if of.token == search.eos => {
                say!("beam-why-no-end", width = search.width, text = text(winner))
            }
            Fate::Dropped { winner } => {
                // What is printed is compared: 0.49 of -8.16 and -8.65, whatever their further digits say.
                let printed = |node: usize| (search.nodes[node].sum * 100.0).round() / 100.0;
                say!("beam-why-dropped", less = written(printed(winner) - printed(node)), text = text(winner))
            }
        }
    }

    fn is_dead_end(&self, node: usize) -> bool {
        self.search.is_dead_end(node, self.step)
    }
}

/// The digits of a log-probability, a sum of them or a score: `-0.31`.
pub fn hundredths(number: f64) -> String {
    format!("{number:.2}")
}
