//! The passes through a model of a run that writes token after token: what is read before a text, and what makes each of its tokens.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use super::Architecture;
use crate::notebook::evaluate::TaskRun;
use crate::notebook::steps::{Steps, value};
use crate::tensor::Tensor;

/// One pass through a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ModelPass {
    /// What is read before the first token of a text, by the round that makes this token.
    Reading(usize),
    /// All that makes a token, by its round from 0 over all texts.
    Token(usize),
}

/// What makes one token.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Round {
    /// Its first step.
    start: usize,
    /// What the last row of the model's output is called here: it was written in the round before.
    last_row: Option<Arc<str>>,
}

/// A text that a run writes.
#[derive(Clone, Debug, PartialEq, Eq)]
struct WrittenText {
    /// The steps before its first round that read what is to be written about.
    reading: Range<usize>,
    /// Its rounds, by their places in all of them: one at least.
    rounds: Range<usize>,
}

/// Where a run begins to make another token; nothing where it makes none. A run may write several texts, one after the other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Rounds {
    /// In the order in which they ran.
    rounds: Vec<Round>,
    texts: Vec<WrittenText>,
}

impl Rounds {
    /// How many texts are written.
    pub(super) fn texts(&self) -> usize {
        self.texts.len()
    }

    /// One text more, with what is read before it.
    fn add(&mut self, reading: Range<usize>, rounds: Vec<Round>) {
        let first = self.rounds.len();
        self.rounds.extend(rounds);
        self.texts.push(WrittenText { reading, rounds: first..self.rounds.len() });
    }

    /// The first step of a text.
    fn begin(&self, text: &WrittenText) -> usize {
        if text.reading.is_empty() { self.rounds[text.rounds.start].start } else { text.reading.start }
    }

    /// The text that is read or written at a step; before the first, the first.
    fn text_at(&self, step: usize) -> Option<&WrittenText> {
        self.texts.iter().rfind(|text| self.begin(text) <= step).or(self.texts.first())
    }

    /// The text that a round belongs to.
    fn text_of(&self, round: usize) -> Option<&WrittenText> {
        self.texts.iter().find(|text| text.rounds.contains(&round))
    }

    /// The round that a step belongs to.
    pub(super) fn round_at(&self, step: usize) -> Option<usize> {
        let text = self.text_at(step)?;
        text.rounds.clone().rfind(|round| self.rounds[*round].start <= step)
    }

    /// Which token of its text a step belongs to, from 0, and how many the text has.
    pub(super) fn at(&self, step: usize) -> Option<(Option<usize>, usize)> {
        let all = self.text_at(step)?.rounds.len();
        Some((self.round_at(step).map(|round| self.place(round)), all))
    }

    /// The round so many on from a step: from what is read before a text, one on is its first round.
    pub(super) fn from(&self, step: usize, by: isize) -> Option<usize> {
        let first = self.text_at(step)?.rounds.start as isize;
        let before_text = if by > 0 { first - 1 } else { first };
        let here = self.round_at(step).map_or(before_text, |round| round as isize);
        usize::try_from(here.checked_add(by)?).ok().filter(|there| *there < self.rounds.len())
    }

    /// The steps of a round: up to the next one, or to what is read before the next text.
    pub(super) fn bounds(&self, steps: &Steps, round: usize) -> Option<Range<usize>> {
        let start = self.rounds.get(round)?.start;
        let next_text = self.texts.iter().find(|text| text.rounds.start == round + 1).map(|text| self.begin(text));
        let next = || self.rounds.get(round + 1).map(|next| next.start);
        Some(start..next_text.or_else(next).unwrap_or(steps.all().len()))
    }

    /// The pass that all of these steps of a run belong to.
    pub(super) fn pass_of(&self, steps: &Steps, within: Range<usize>) -> Option<ModelPass> {
        let holds = |whole: &Range<usize>| whole.start <= within.start && within.end <= whole.end;
        let text = self.text_at(within.start)?;
        if within.end <= text.reading.end && within.end > text.reading.start {
            return Some(ModelPass::Reading(text.rounds.start));
        }
        let round = self.round_at(within.start)?;
        self.bounds(steps, round).filter(holds).map(|_| ModelPass::Token(round))
    }

    /// The place of a round in its text, from 0.
    pub(super) fn place(&self, round: usize) -> usize {
        self.text_of(round).map_or(0, |text| round - text.rounds.start)
    }

    /// The token that a round wrote, where the next one reads it with a name.
    pub(super) fn written(&self, round: usize) -> Option<Arc<str>> {
        let next = self.text_of(round).filter(|text| text.rounds.contains(&(round + 1))).map(|_| round + 1)?;
        self.rounds[next].last_row.clone()
    }

    /// The tokens of the text at a step, as far as they have names.
    pub(super) fn text(&self, step: usize) -> Vec<Option<Arc<str>>> {
        let rounds = self.text_at(step).map(|text| text.rounds.clone()).unwrap_or_default();
        rounds.map(|round| self.written(round)).collect()
    }
}

impl Architecture {
    /// A run that makes token after token lets one stack run again and again, over one row more each time.
    pub(super) fn find_rounds(&mut self, steps: &Steps, run: &TaskRun) {
        let Some(writer) = (0..self.stacks.len()).max_by_key(|stack| self.stacks[*stack].runs) else { return };
        let starts: Vec<usize> = self.roots.iter().filter(|(_, own)| **own == writer).map(|(root, _)| *root).collect();
        let rows = |root: &usize| {
            let shape = value(run, steps.all().get(*root)?)?.shape();
            shape.len().checked_sub(2).map(|axis| shape[axis])
        };
        let rows: Option<Vec<usize>> = starts.iter().map(rows).collect();
        let mut behind = 0;
        for text in rows.and_then(|rows| texts(&rows)).unwrap_or_default() {
            let starts = &starts[text];
            let Some((first, last)) = starts.first().zip(starts.last()) else { return };
            self.add_text(steps, run, starts, behind..*first);
            behind = steps.end(*last);
        }
    }

    /// A text that one stack writes from these steps on, `before` which there may be something to read.
    fn add_text(&mut self, steps: &Steps, run: &TaskRun, starts: &[usize], before: Range<usize>) {
        let most = self.stacks.iter().map(|stack| stack.runs).max().unwrap_or(0);
        // What was read once belongs to no token.
        let is_read_once = |(_, stack): &(&usize, &usize)| self.stacks[**stack].runs < most;
        let is_entrance = |at: &usize| self.ends.get(at).is_some_and(|(_, part)| part.is_entrance());
        let read = self.roots.range(before.clone()).rfind(is_read_once).map(|(root, _)| *root);
        let mut from = read.map_or(before.start, |read| steps.end(read));
        let mut rounds = Vec::new();
        for (number, start) in starts.iter().copied().enumerate() {
            // What is looked up for it belongs to it, too, with what that is computed from.
            let first = (from..start).find(is_entrance).unwrap_or(start);
            let next = starts.get(number + 1).copied().unwrap_or(steps.all().len());
            let first = first_used(steps, run, steps.outermost(first, &(from..next)), from..start);
            from = steps.end(start);
            let given = steps.all().get(start).and_then(|step| value(run, step));
            let rows = given.and_then(|given| given.axes().iter().rev().nth(1)?.labels.as_deref());
            rounds.push(Round { start: first, last_row: rows.and_then(<[_]>::last).cloned() });
        }
        let reading = read.zip(rounds.first()).map(|(_, Round { start: end, .. })| {
            let drawn = |at: &usize| is_entrance(at) || self.roots.contains_key(at);
            let first = before.clone().find(drawn).unwrap_or(*end);
            let stack = self.roots.range(before.clone()).next().map_or(*end, |(root, _)| *root);
            first_used(steps, run, steps.outermost(first, &(before.start..stack)), before.start..stack)..*end
        });
        self.rounds.add(reading.unwrap_or(0..0), rounds);
    }
}

/// Splits the runs of a stack, by the rows of each, into texts: within one, each run has a row more than the run before, and each
/// begins with as many. Nothing if that is not so, or no text has two.
fn texts(rows: &[usize]) -> Option<Vec<Range<usize>>> {
    let first = rows.first()?;
    let mut starts = Vec::new();
    for (at, own) in rows.iter().enumerate() {
        let goes_on = at.checked_sub(1).is_some_and(|before| *own == rows[before] + 1);
        match own {
            _ if goes_on => {}
            own if own == first => starts.push(at),
            _ => return None,
        }
    }
    let ends = starts.iter().copied().skip(1).chain([rows.len()]);
    let texts: Vec<Range<usize>> = starts.iter().copied().zip(ends).map(|(start, end)| start..end).collect();
    texts.iter().any(|text| text.len() > 1).then_some(texts)
}

/// The first of the steps before `first`, at its level and one right behind the other, that `first` or another one `within` these steps is
/// computed from.
fn first_used(steps: &Steps, run: &TaskRun, first: usize, within: Range<usize>) -> usize {
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
