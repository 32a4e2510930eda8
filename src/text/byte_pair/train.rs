//! Learning merges: count the pairs of neighbours, join the most frequent everywhere, and again.

use std::collections::HashMap;
use std::sync::Arc;

use super::Vocabulary;
use crate::text::Result;

/// Two neighbours, by id.
pub type Pair = (u32, u32);

/// What was learned, and every step of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Training {
    /// The words and how often each is there.
    pub words: Vec<(String, u64)>,
    /// The parts of each word before the first step.
    pub start: Vec<Arc<[u32]>>,
    /// The steps, in order.
    pub steps: Vec<TrainingStep>,
    /// The merges, in order: the pair of each step, as text.
    pub merges: Vec<(String, String)>,
    /// All tokens: those at the beginning, then what the merges made.
    pub vocabulary: Vocabulary,
}

/// One merge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrainingStep {
    /// The pair that is joined: the most frequent; among equals, the one with the smaller ids.
    pub pair: Pair,
    /// How often it is there.
    pub count: u64,
    /// How many other pairs are there as often.
    pub tied: usize,
    /// The id of what it becomes.
    pub id: u32,
    /// The parts of each word after this step. Words in which nothing changed share theirs with the step before.
    pub words: Vec<Arc<[u32]>>,
}

impl Training {
    /// The parts of each word after so many steps, as text, in the order of [`words`](Self::words).
    ///
    /// ```
    /// use glassformer::text::BytePair;
    ///
    /// let training = BytePair::train(&[("hug", 3), ("pug", 2)], 2, 1, &[])?;
    /// assert_eq!(training.segmentation(0), [["h", "u", "g</w>"], ["p", "u", "g</w>"]]);
    /// assert_eq!(training.segmentation(1), [["h", "ug</w>"], ["p", "ug</w>"]]);
    /// assert_eq!((training.steps[0].count, training.steps[0].tied), (5, 0));
    /// # Ok::<(), glassformer::text::Error>(())
    /// ```
    pub fn segmentation(&self, steps: usize) -> Vec<Vec<&str>> {
        let words = match steps.checked_sub(1) {
            Some(last) => self.steps.get(last).map_or(&[][..], |step| &step.words),
            None => &self.start,
        };
        let text = |id: &u32| self.vocabulary.token(*id).map_or("", |token| token);
        words.iter().map(|parts| parts.iter().map(text).collect()).collect()
    }
}

/// Learns merges from words, each with the tokens that it begins as and how often it is there.
pub(in crate::text) fn learn(
    vocabulary: Vocabulary,
    words: impl Iterator<Item = (String, Vec<String>, u64)>,
    merges: usize,
    least: u64,
) -> Result<Training> {
    let mut training =
        Training { words: Vec::new(), start: Vec::new(), steps: Vec::new(), merges: Vec::new(), vocabulary };
    for (word, symbols, count) in words {
        training.words.push((word, count));
        let ids = symbols.iter().map(|symbol| training.vocabulary.add(symbol)).collect::<Result<_>>()?;
        training.start.push(ids);
    }
    for _ in 0..merges {
        let words = training.steps.last().map_or(&training.start, |step| &step.words);
        let Some((pair, count, tied)) = most_frequent(words, &training.words) else { break };
        if count < least.max(1) {
            break;
        }
        let texts = (training.vocabulary.text(pair.0).to_string(), training.vocabulary.text(pair.1).to_string());
        let id = training.vocabulary.add(&format!("{}{}", texts.0, texts.1))?;
        let words = words.iter().map(|parts| join(parts, pair, id)).collect();
        training.merges.push(texts);
        training.steps.push(TrainingStep { pair, count, tied, id, words });
    }
    Ok(training)
}

/// The pair that is there most often, how often, and how many others are as frequent.
fn most_frequent(words: &[Arc<[u32]>], counts: &[(String, u64)]) -> Option<(Pair, u64, usize)> {
    let mut pairs: HashMap<Pair, u64> = HashMap::new();
    for (parts, (_, times)) in words.iter().zip(counts) {
        for pair in parts.windows(2) {
            let count = pairs.entry((pair[0], pair[1])).or_default();
            *count = count.saturating_add(*times);
        }
    }
    let count = *pairs.values().max()?;
    let most = || pairs.iter().filter(|&(_, &times)| times == count).map(|(&pair, _)| pair);
    Some((most().min()?, count, most().count() - 1))
}

/// The parts of a word with every such pair joined, from left to right.
fn join(parts: &Arc<[u32]>, pair: Pair, id: u32) -> Arc<[u32]> {
    if !parts.windows(2).any(|two| (two[0], two[1]) == pair) {
        return Arc::clone(parts);
    }
    let mut joined = Vec::with_capacity(parts.len());
    let mut rest = &**parts;
    while let [first, after @ ..] = rest {
        let is_pair = after.first().is_some_and(|second| (*first, *second) == pair);
        joined.push(if is_pair { id } else { *first });
        rest = if is_pair { &after[1..] } else { after };
    }
    joined.into()
}
