//! The other way: what depends on a number.
//!
//! An element depends on another when its formula reads it, directly or through others. That is what the records say, not what a
//! nudge would show: a product with a weight of 0 and a score that a mask hides are read, so they count. What the code of a cell
//! decides with `if`, and what it counts, is no formula and does not count.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use super::{ElementRef, elsewhere};
use crate::lang::Value;
use crate::notebook::evaluate::{EvaluationOutcome, EvaluationTask, TaskReport, TaskRun};
use crate::notebook::graph::is_private;
use crate::notebook::lesson::BlockId;
use crate::tensor::ops::matmul::places;
use crate::tensor::ravel::ravel;
use crate::tensor::{Node, Origin, Tensor};

/// How many operands are looked at before the search gives up: some tenths of a second.
const MAX_READ: usize = 1_000_000;

/// What depends on one element.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Uses {
    /// Every value of the page that does, in the order in which they were made.
    pub values: Vec<DependentValue>,
    /// Every computed number of the prose that does, in the order of their blocks' names.
    pub words: Vec<DependentNumber>,
    /// Whether the search came to its end.
    pub is_whole: bool,
}

/// A value of the page that depends on an element.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DependentValue {
    /// Its name.
    pub name: Arc<str>,
    /// The block that made it.
    pub block: BlockId,
    /// Its elements that depend on it, in row-major order; never none.
    pub elements: Vec<ElementRef>,
    /// How many elements it has.
    pub count: usize,
}

/// A computed number of the prose that depends on an element.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DependentNumber {
    /// The block whose text it stands in.
    pub block: BlockId,
    /// Which of its computed numbers it is.
    pub index: usize,
    /// The number as the text shows it.
    pub text: String,
}

impl DependentValue {
    /// `6 of 36`, or `all 12`.
    pub fn share(&self) -> String {
        let (some, all) = (self.elements.len(), self.count);
        if some == all {
            if all == 1 { "1".to_owned() } else { format!("all {all}") }
        } else {
            format!("{some} of {all}")
        }
    }
}

/// Finds all that depends on an element, through every cell.
pub fn uses(outcome: &EvaluationOutcome, element: &ElementRef) -> Uses {
    let mut spread = Spread::from(outcome, element);
    let mut values = Vec::new();
    for (task, run) in in_order(outcome) {
        spread.through(run);
        values.extend(spread.values(task, run, element));
    }
    let words = outcome.reports().iter().filter_map(|(task, report)| spread.words(task, report)).collect();
    Uses { values, words, is_whole: spread.read < MAX_READ }
}

/// The steps through which one element reaches another, the other's included, in their order; none where it does not.
pub(super) fn way<'a>(outcome: &'a EvaluationOutcome, from: &ElementRef, to: &ElementRef) -> Vec<&'a Node> {
    let mut ahead = Spread::from(outcome, from);
    for (_, run) in in_order(outcome) {
        ahead.through(run);
    }
    let end = super::run_of(outcome, to.origin).and_then(|(_, run)| run.tape.node(to.origin));
    let end = end.and_then(|node| flat(&node.value, &to.index));
    let is_reached = |end: usize| ahead.marked.get(&to.origin).is_some_and(|marked| marked.contains_key(&end));
    if !end.is_some_and(is_reached) {
        return Vec::new();
    }
    let is_ahead = |node: &&Node| node.value.origin().is_some_and(|origin| ahead.marked.contains_key(&origin));
    behind(outcome, to).into_iter().filter(is_ahead).collect()
}

/// All steps by which an element was made, in their order.
pub(super) fn behind<'a>(outcome: &'a EvaluationOutcome, element: &ElementRef) -> Vec<&'a Node> {
    let order = in_order(outcome);
    let steps = order.iter().rev().flat_map(|(_, run)| run.tape.nodes().iter().rev().map(move |node| (run, node)));
    let mut known = BTreeSet::from([element.origin]);
    let mut found = Vec::new();
    for (run, node) in steps {
        if node.value.origin().is_some_and(|origin| known.contains(&origin)) {
            known.extend(node.inputs.iter().filter_map(Tensor::origin));
            known.extend(super::enters(outcome, run, node).map(|(_, from)| from));
            found.push(node);
        }
    }
    found.reverse();
    found
}

/// The runs whose values the page shows, each after those that it takes something from.
pub(super) fn in_order(outcome: &EvaluationOutcome) -> Vec<(&EvaluationTask, &TaskRun)> {
    let mut waiting: Vec<(&EvaluationTask, &TaskRun)> = runs(outcome).collect();
    let mut order = Vec::with_capacity(waiting.len());
    // What takes from others waits for them; the cells of a page hold no circle.
    while let Some(ready) = waiting.iter().position(|(_, run)| !waits(outcome, run, &waiting)) {
        order.push(waiting.remove(ready));
    }
    order
}

/// The runs whose values the page shows.
fn runs(outcome: &EvaluationOutcome) -> impl Iterator<Item = (&EvaluationTask, &TaskRun)> {
    let reports = outcome.reports().iter();
    let shown = reports.filter(|(task, _)| matches!(task, EvaluationTask::Cell(_) | EvaluationTask::Attempt(_)));
    shown.filter_map(|(task, report)| Some((task, report.run.as_deref()?)))
}

/// Whether a run takes something from one that is still to come.
fn waits(outcome: &EvaluationOutcome, run: &TaskRun, waiting: &[(&EvaluationTask, &TaskRun)]) -> bool {
    let mut entering = run.tape.nodes().iter().flat_map(|node| super::enters(outcome, run, node));
    entering.any(|(_, from)| waiting.iter().any(|(_, other)| other.tape.id() == from.tape))
}

/// Where an element stands in row-major order.
fn flat(tensor: &Tensor, index: &[usize]) -> Option<usize> {
    super::is_inside(tensor, index).then(|| ravel(index, tensor.shape()))
}

/// The elements of every value that have been reached, in row-major order.
struct Spread<'a> {
    outcome: &'a EvaluationOutcome,
    marked: HashMap<Origin, BTreeMap<usize, Vec<usize>>>,
    read: usize,
}

impl<'a> Spread<'a> {
    /// One element, and nothing that reads it yet.
    fn from(outcome: &'a EvaluationOutcome, element: &ElementRef) -> Self {
        let node = super::run_of(outcome, element.origin).and_then(|(_, run)| run.tape.node(element.origin));
        let at = node.and_then(|node| flat(&node.value, &element.index));
        let marked = at.map(|at| (element.origin, BTreeMap::from([(at, element.index.clone())])));
        Self { outcome, marked: marked.into_iter().collect(), read: 0 }
    }

    /// Follows the steps of one run.
    fn through(&mut self, run: &TaskRun) {
        for node in run.tape.nodes() {
            let Some(origin) = node.value.origin().filter(|_| self.read < MAX_READ) else { continue };
            let reached = if super::is_taken_over(node) {
                elsewhere(self.outcome, node).and_then(|from| self.marked.get(&from).cloned())
            } else {
                self.reached(run, node, origin)
            };
            if let Some(reached) = reached.filter(|reached| !reached.is_empty()) {
                self.marked.entry(origin).or_default().extend(reached);
            }
        }
    }

    /// The elements of a step whose formula reads a marked one.
    fn reached(&mut self, run: &TaskRun, node: &Node, origin: Origin) -> Option<BTreeMap<usize, Vec<usize>>> {
        let marked: Vec<_> = node.inputs.iter().map(|input| self.marked.get(&input.origin()?)).collect();
        if marked.iter().all(Option::is_none) {
            return None;
        }
        let mut read = 0;
        let mut reached = BTreeMap::new();
        for (at, index) in places(node.value.shape()).enumerate() {
            let operands = run.tape.explain(origin, &index)?.operands();
            read += operands.len() + 1;
            let is_reached = operands.iter().any(|operand| {
                let input = node.inputs.get(operand.input).and_then(|input| flat(input, &operand.index));
                let marked = marked.get(operand.input).copied().flatten();
                marked.zip(input).is_some_and(|(marked, at)| marked.contains_key(&at))
            });
            if is_reached {
                reached.insert(at, index);
            }
            if self.read + read >= MAX_READ {
                break;
            }
        }
        self.read += read;
        Some(reached)
    }

    /// A computed number of the prose, if what it was formatted from was reached: a step whose value no further step reads.
    fn words(&mut self, task: &EvaluationTask, report: &TaskReport) -> Option<DependentNumber> {
        let EvaluationTask::Number(block, index) = task else { return None };
        let run = report.current()?;
        self.through(run);
        let nodes = run.tape.nodes();
        let read: BTreeSet<Origin> = nodes.iter().flat_map(|node| &node.inputs).filter_map(Tensor::origin).collect();
        // A whole tensor that no step reads is there for its length or its shape.
        let is_formatted = |node: &&Node| !super::is_taken_over(node) || node.value.len() == 1;
        let mut ends = nodes.iter().filter(is_formatted).filter_map(|node| node.value.origin());
        let is_reached = ends.any(|origin| !read.contains(&origin) && self.marked.contains_key(&origin));
        is_reached.then(|| DependentNumber {
            block: Arc::clone(block),
            index: *index,
            text: report.text().unwrap_or_default().to_owned(),
        })
    }

    /// The values of a run that were reached, in the order of their making.
    fn values(&self, task: &EvaluationTask, run: &TaskRun, of: &ElementRef) -> Vec<DependentValue> {
        let bindings = run.values.iter().filter(|(name, _)| !is_private(name));
        let mut values: Vec<(Origin, DependentValue)> = bindings
            .filter_map(|(name, binding)| {
                let origin = binding.value.origin().filter(|origin| *origin != of.origin)?;
                let count = match &binding.value {
                    Value::Tensor(tensor) => tensor.now().len(),
                    _ => 1,
                };
                let reached = self.marked.get(&origin)?;
                let elements = reached.values().map(|index| ElementRef { origin, index: index.clone() }).collect();
                let block = Arc::clone(task.block());
                Some((origin, DependentValue { name: Arc::clone(name), block, elements, count }))
            })
            .collect();
        values.sort_by_key(|(origin, _)| *origin);
        values.into_iter().map(|(_, value)| value).collect()
    }
}
