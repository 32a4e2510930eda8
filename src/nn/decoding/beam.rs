//! Beam search: several sequences are written side by side, and at each step the likeliest continuations of all of them live on.
//! A batch of sources is searched together, each with a beam and a tree of its own.
//!
//! The sum of log-probabilities falls with every token, so among finished sequences a plain sum prefers short ones. A length penalty
//! divides it; the paper uses that of GNMT (Wu et al., 2016, equation 14) with alpha 0.6 and a beam of 4 (section 6.1).
//!
//! Nothing is thrown away: every continuation that was looked at is a node of a tree, with what became of it.
//!
//! ```
//! use glassformer::nn::decoding::{Beam, Bounds, LengthPenalty, State, Table, greedy};
//! use glassformer::tensor::Tensor;
//!
//! // Of the tokens 0, 1 (end), 2 and 3: 2 looks better than 3 at first, but after 2 nothing is likely.
//! let first = [[0.0, -9.0, 1.0, 0.8], [0.0; 4], [0.0; 4], [0.0; 4]];
//! let second = [[0.0; 4], [0.0; 4], [0.0, 0.5, 0.0, 0.0], [0.0, 3.0, 0.0, 0.0]];
//! let logits = Tensor::from_f32(&[2, 4, 4], [first, second].concat().concat())?;
//! let bounds = Bounds { bos: 0, eos: 1, max_new: 2 };
//! let greedy = greedy(&mut Table::new(logits.clone())?, 1, bounds)?.remove(0);
//! let search = Beam { width: 2, penalty: LengthPenalty::GNMT }.search(&mut Table::new(logits)?, 1, bounds)?.remove(0);
//! assert_eq!(greedy.ids, [0, 2, 1]);
//! assert_eq!(search.best[0].ids, [0, 3, 1]);
//! assert!(search.best[0].sum > greedy.sum_log_prob());
//! let end = &search.nodes[search.best[0].node];
//! assert_eq!((end.token, end.state, search.nodes[end.parent.unwrap()].token), (1, State::Finished, 3));
//! # Ok::<(), glassformer::tensor::Error>(())
//! ```

use super::{Autoregressive, Bounds, log_probabilities};
use crate::tensor::{Error, Result, Tensor};

/// What a sum of log-probabilities is divided by before sequences of different length are compared.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LengthPenalty {
    /// 1: the likeliest sequence is the best.
    None,
    /// `((5 + length) / 6)^alpha`
    Gnmt(f64),
    /// `length^alpha`, as in Hugging Face's `generate`.
    Power(f64),
}

impl LengthPenalty {
    /// The paper's.
    pub const GNMT: Self = Self::Gnmt(0.6);

    /// The score of a sequence of that many tokens, `[EOS]` counted and `[BOS]` not.
    ///
    /// ```
    /// use glassformer::nn::decoding::LengthPenalty;
    ///
    /// assert_eq!(format!("{:.3}", LengthPenalty::GNMT.score(-3.0, 7)), "-1.979"); // -3 / (12 / 6)^0.6
    /// ```
    pub fn score(self, sum: f64, length: usize) -> f64 {
        let length = length as f64;
        match self {
            Self::None => sum,
            Self::Gnmt(alpha) => sum / ((5.0 + length) / 6.0).powf(alpha),
            Self::Power(alpha) => sum / length.powf(alpha),
        }
    }

    /// The best that a sequence can come to whose sum is this now, if every token from here to the limit were certain.
    fn hope(self, sum: f64, length: usize, limit: usize) -> f64 {
        (length..=limit).map(|length| self.score(sum, length)).fold(f64::NEG_INFINITY, f64::max)
    }
}

/// How to search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Beam {
    /// How many sequences are written side by side, and how many are wanted: k. With 1 it is greedy decoding.
    pub width: usize,
    /// What finished sequences are ranked by. Unfinished ones all have the same length and are ranked by their sums.
    pub penalty: LengthPenalty,
}

/// What became of a continuation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum State {
    /// It was among the best of its step, and the search went on from it, or could have.
    Alive,
    /// It is a whole sequence: it ends with `[EOS]`, or was alive when the limit came.
    Finished,
    /// There were better ones.
    Pruned,
}

/// What became of a continuation in its own step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It is among the best k, and the search goes on from it.
    GoesOn,
    /// It is a whole sequence.
    Ends,
    /// There were better ones; this node is the last of those.
    Dropped {
        /// The one that it would have had to beat.
        winner: usize,
    },
    /// It was among the best k of the last step, but nothing that follows it could become better than the sequences that were found.
    GivenUp,
}

/// One continuation: a token after the sequence of its parent.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// The id.
    pub token: i64,
    /// The node that it continues; `None` for `[BOS]`.
    pub parent: Option<usize>,
    /// The step at which it was looked at, from 0; `None` for `[BOS]`.
    pub step: Option<usize>,
    /// The token's log-probability.
    pub log_prob: f64,
    /// The sum of log-probabilities from `[BOS]` to here.
    pub sum: f64,
    /// The sum after the length penalty.
    pub score: f64,
    /// What became of it.
    pub state: State,
}

/// A whole sequence that was found.
#[derive(Clone, Debug, PartialEq)]
pub struct Hypothesis {
    /// `[BOS]` and what follows, `[EOS]` included if it came to that.
    pub ids: Vec<i64>,
    /// The logarithm of its probability.
    pub sum: f64,
    /// The same after the length penalty: what it is ranked by.
    pub score: f64,
    /// Its last node.
    pub node: usize,
}

/// A search and all that it looked at.
#[derive(Clone, Debug)]
pub struct BeamSearch {
    /// The tree: parents stand before their children, the node of `[BOS]` first. Of each step the best 2k continuations are here,
    /// the best first.
    pub nodes: Vec<Node>,
    /// The nodes that were alive after each step, the best first.
    pub alive: Vec<Vec<usize>>,
    /// The best k whole sequences, the best first.
    pub best: Vec<Hypothesis>,
    /// How many sequences were written side by side: k.
    pub width: usize,
    /// The token that ends a sequence.
    pub eos: i64,
}

/// A continuation before it is a node: of which living sequence, by its place among them, with which token.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    beam: usize,
    token: usize,
    log_prob: f64,
    sum: f64,
}

impl Beam {
    /// Searches, for each of `rows` rows, for what follows `[BOS]`.
    ///
    /// At each step the best 2k continuations of all living sequences of a row are looked at. `[EOS]` among the first k of them
    /// finishes a sequence; the first k that are no `[EOS]` live on. A row's search ends at the limit, where the living count as
    /// finished, or when k sequences are finished and no living one can become better than they are; it then takes no further
    /// part. Of equal sums the earlier sequence is better, then the smaller id.
    ///
    /// # Errors
    /// When the width is 0, the model refuses a step, or its logits are no distribution.
    pub fn search(self, model: &mut dyn Autoregressive, rows: usize, bounds: Bounds) -> Result<Vec<BeamSearch>> {
        if self.width == 0 {
            return Err(Error::Value("beam search needs a width of 1 or more".to_owned()));
        }
        let mut searches = vec![BeamSearch::new(self.width, bounds); rows];
        let mut open: Vec<usize> = (0..rows).collect();
        for step in 0..bounds.max_new {
            if open.is_empty() {
                break;
            }
            let tokens: Vec<i64> = open.iter().flat_map(|&row| searches[row].last_tokens()).collect();
            let log_probs = log_probabilities(&model.step(&tokens)?)?;
            // The model's rows are the living sequences of one open search after those of another.
            let (mut first, mut go_on, mut still_open) = (0, Vec::new(), Vec::new());
            for row in open {
                let search = &mut searches[row];
                let count = search.living().len();
                let candidates = self.candidates(search, &log_probs.narrow(0, first, count)?);
                let beams = self.advance(search, step, &candidates, bounds.eos);
                if !self.is_settled(search, step + 1, bounds.max_new) {
                    go_on.extend(beams.into_iter().map(|beam| first + beam));
                    still_open.push(row);
                }
                first += count;
            }
            model.reorder(&go_on)?;
            open = still_open;
        }
        for row in open {
            for node in searches[row].living().to_vec() {
                self.finish(&mut searches[row], node);
            }
        }
        Ok(searches)
    }

    /// The best 2k continuations, the best first.
    fn candidates(self, search: &BeamSearch, log_probs: &Tensor) -> Vec<Candidate> {
        let (living, vocabulary) = (search.living(), log_probs.shape()[1].max(1));
        let continued = |(place, log_prob): (usize, f64)| {
            let (beam, token) = (place / vocabulary, place % vocabulary);
            Candidate { beam, token, log_prob, sum: search.nodes[living[beam]].sum + log_prob }
        };
        let all = log_probs.to_vec().into_iter().enumerate().map(continued);
        let mut possible: Vec<Candidate> = all.filter(|candidate| candidate.sum > f64::NEG_INFINITY).collect();
        let better = |a: &Candidate, b: &Candidate| {
            b.sum.total_cmp(&a.sum).then(a.beam.cmp(&b.beam)).then(a.token.cmp(&b.token))
        };
        let looked_at = self.width.saturating_mul(2);
        if looked_at < possible.len() {
            possible.select_nth_unstable_by(looked_at, better);
            possible.truncate(looked_at);
        }
        possible.sort_unstable_by(better);
        possible
    }

    /// Decides what becomes of each candidate, and gives the places of the living sequences that go on.
    fn advance(self, search: &mut BeamSearch, step: usize, candidates: &[Candidate], eos: i64) -> Vec<usize> {
        let (living, mut beams, mut next) = (search.living().to_vec(), Vec::new(), Vec::new());
        for (rank, candidate) in candidates.iter().enumerate() {
            let (node, token) = (search.nodes.len(), candidate.token as i64);
            let lives = token != eos && next.len() < self.width;
            search.nodes.push(Node {
                token,
                parent: Some(living[candidate.beam]),
                step: Some(step),
                log_prob: candidate.log_prob,
                sum: candidate.sum,
                score: self.penalty.score(candidate.sum, step + 1),
                state: if lives { State::Alive } else { State::Pruned },
            });
            if lives {
                beams.push(candidate.beam);
                next.push(node);
            } else if token == eos && rank < self.width {
                self.finish(search, node);
            }
        }
        search.alive.push(next);
        beams
    }

    /// Makes a node the end of a whole sequence, and keeps the best k of those.
    fn finish(self, search: &mut BeamSearch, node: usize) {
        search.nodes[node].state = State::Finished;
        let Node { sum, score, .. } = search.nodes[node];
        let place = search.best.partition_point(|other| other.score >= score);
        search.best.insert(place, Hypothesis { ids: search.ids(node), sum, score, node });
        search.best.truncate(self.width);
    }

    /// Whether no living sequence can still get among the best.
    fn is_settled(self, search: &BeamSearch, length: usize, limit: usize) -> bool {
        // The best of the living stands first.
        let Some(&best) = search.living().first() else { return true };
        let hope = self.penalty.hope(search.nodes[best].sum, (length + 1).min(limit), limit);
        search.best.len() == self.width && search.best.iter().all(|other| other.score >= hope)
    }
}

impl BeamSearch {
    /// A tree of `[BOS]` alone.
    fn new(width: usize, bounds: Bounds) -> Self {
        let token = bounds.bos;
        let root = Node { token, parent: None, step: None, log_prob: 0.0, sum: 0.0, score: 0.0, state: State::Alive };
        Self { nodes: vec![root], alive: Vec::new(), best: Vec::new(), width, eos: bounds.eos }
    }

    /// The nodes that go on, the best first: `[BOS]` before the first step.
    fn living(&self) -> &[usize] {
        self.alive.last().map_or(&[0], Vec::as_slice)
    }

    /// What the model is given: the token of each living node.
    fn last_tokens(&self) -> impl Iterator<Item = i64> {
        self.living().iter().map(|&node| self.nodes[node].token)
    }

    /// The nodes from `[BOS]` to this one.
    pub fn path(&self, node: usize) -> Vec<usize> {
        let mut path: Vec<usize> = std::iter::successors(Some(node), |node| self.nodes[*node].parent).collect();
        path.reverse();
        path
    }

    /// The sequence that ends at a node, `[BOS]` first.
    pub fn ids(&self, node: usize) -> Vec<i64> {
        self.path(node).into_iter().map(|node| self.nodes[node].token).collect()
    }

    /// How many steps the search took.
    pub fn steps(&self) -> usize {
        self.alive.len()
    }

    /// The nodes that were looked at in a step, from 0, the best first.
    pub fn looked_at(&self, step: usize) -> impl Iterator<Item = usize> {
        (0..self.nodes.len()).filter(move |&node| self.nodes[node].step == Some(step))
    }

    /// What became of a node in its own step, and whom it lost against. `[BOS]` has no step, and goes on.
    ///
    /// A token lives on when it is among the first k of its step that end nothing. `[EOS]` ends a sequence when it is among the first k of all.
    pub fn fate(&self, node: usize) -> Fate {
        let Some(step) = self.nodes[node].step else { return Fate::GoesOn };
        let is_last = step + 1 == self.steps();
        match self.nodes[node].state {
            State::Finished => Fate::Ends,
            State::Alive if is_last => Fate::GivenUp,
            State::Alive => Fate::GoesOn,
            State::Pruned => {
                let last_of_first = || self.looked_at(step).nth(self.width.saturating_sub(1));
                let last_living = || self.alive[step].last().copied();
                let winner = if self.nodes[node].token == self.eos { last_of_first() } else { last_living() };
                // There is one, or this would not have been dropped.
                Fate::Dropped { winner: winner.unwrap_or(node) }
            }
        }
    }

    /// Whether a node was kept at its own step, but nothing that continues it was among what the next step looked at; known once that
    /// step, at the latest `step`, is over.
    pub fn is_dead_end(&self, node: usize, step: usize) -> bool {
        self.fate(node) == Fate::GoesOn && self.nodes[node].step < Some(step) && self.children(node).next().is_none()
    }

    /// The best k whole sequences that were found up to a step, by their last nodes, the best first.
    pub fn found(&self, step: usize) -> Vec<usize> {
        let is_found = |node: &usize| self.nodes[*node].step <= Some(step) && self.fate(*node) == Fate::Ends;
        let mut found: Vec<usize> = (0..self.nodes.len()).filter(is_found).collect();
        found.sort_by(|one, other| self.nodes[*other].score.total_cmp(&self.nodes[*one].score));
        found.truncate(self.width);
        found
    }

    /// The nodes that continue a node, the best first.
    pub fn children(&self, node: usize) -> impl Iterator<Item = usize> {
        (0..self.nodes.len()).filter(move |&child| self.nodes[child].parent == Some(node))
    }
}
