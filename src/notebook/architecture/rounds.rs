//! The passes through a model of a run that writes token after token: what is read once, and what makes each token.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use crate::notebook::evaluate::TaskRun;
use crate::notebook::steps::Steps;
use crate::tensor::Tensor;

/// One pass through a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ModelPass {
    /// What is read once, before the first token.
    Reading,
    /// All that makes a token, by its place from 0.
    Token(usize),
}

/// Where a run begins to make another token; nothing where it makes none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Rounds {
    /// The first step of each round.
    starts: Vec<usize>,
    /// What the last row of the model's output is called in each of them: it was written in the round before.
    last_rows: Vec<Option<Arc<str>>>,
    /// The steps before the first round that read what is to be written about.
    reading: Range<usize>,
}

impl Rounds {
    /// One round more, with its first step and the name of its last row.
    pub(super) fn add(&mut self, start: usize, last_row: Option<Arc<str>>) {
        self.starts.push(start);
        self.last_rows.push(last_row);
    }

    /// Finds what is read before the first round, by its first step and the first stack: it holds a stack.
    pub(super) fn find_reading(&mut self, first: usize, stack: usize) {
        let end = self.starts.first().copied().unwrap_or(0);
        self.reading = if stack < end { first..end } else { 0..0 };
    }

    /// Which round a step belongs to, from 0, and how many there are.
    pub(super) fn at(&self, step: usize) -> Option<(Option<usize>, usize)> {
        let begun = self.starts.iter().take_while(|start| **start <= step).count();
        (!self.starts.is_empty()).then_some((begun.checked_sub(1), self.starts.len()))
    }

    /// The steps of a round.
    pub(super) fn bounds(&self, steps: &Steps, round: usize) -> Option<Range<usize>> {
        let start = *self.starts.get(round)?;
        Some(start..self.starts.get(round + 1).copied().unwrap_or(steps.all().len()))
    }

    /// The pass that all of these steps belong to.
    pub(super) fn pass_of(&self, steps: Range<usize>) -> Option<ModelPass> {
        if steps.end <= self.reading.end && steps.end > self.reading.start {
            return Some(ModelPass::Reading);
        }
        let token = self.at(steps.start)?.0?;
        let is_whole = self.starts.get(token + 1).is_none_or(|next| steps.end <= *next);
        is_whole.then_some(ModelPass::Token(token))
    }

    /// The token that a round wrote, where the next one reads it with a name.
    pub(super) fn written(&self, round: usize) -> Option<Arc<str>> {
        self.last_rows.get(round + 1).cloned().flatten()
    }
}

/// The first of the steps before `first`, at its level and one right behind the other, that `first` or another one `within` these steps is
/// computed from.
pub(super) fn first_used(steps: &Steps, run: &TaskRun, first: usize, within: Range<usize>) -> usize {
    let nodes = |range: Range<usize>| steps.all().get(range).unwrap_or_default().iter().map(|step| step.node);
    let mut first = first;
    while let Some(before) = (within.start..first).rfind(|at| steps.out(*at) == steps.out(first)) {
        let made: BTreeSet<u32> = nodes(before..first).collect();
        let takes = |node: u32| {
            let inputs = run.tape.nodes().get(node as usize).map(|node| node.inputs.as_slice()).unwrap_or_default();
            inputs.iter().filter_map(Tensor::origin).any(|origin| made.contains(&origin.node))
        };
        if !nodes(first..within.end.max(first + 1)).any(takes) {
            break;
        }
        first = before;
    }
    first
}
