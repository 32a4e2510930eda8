//! The other question to a page: how fast does one number of it move with every number that it was made from?
//!
//! Each record reads its own gradients. Where it ends, at a value that was taken from another cell, what has arrived there is
//! the seed of that cell's reading, and values that several cells read get the sum. So the chain goes through the whole page, down to the
//! literals that a learner typed. The slopes of single steps, which an explanation multiplies, come from the same operations.

mod reasons;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

pub use reasons::{GradientNote, Without, why, without};

use super::{ElementRef, RecordedNode, enters, found, is_inside, uses};
use crate::notebook::evaluate::{EvaluationOutcome, EvaluationTask, TaskRun};
use crate::tensor::ops::gradient::one_at;
use crate::tensor::{Error, GradientSeed, Gradients, Node, Origin, Result, Tensor};

/// How many multiplications and additions a reading may cost, so that it comes within about a second.
const MAX_WORK: usize = 500_000_000;

/// What comes of reading one: the gradient, or why there is none.
pub type GradientResult = std::result::Result<Arc<Gradient>, NoGradient>;

/// The gradient of one number with respect to everything on its page.
#[derive(Debug)]
pub struct Gradient {
    /// The number.
    output: ElementRef,
    /// What it is called: `output[sat, thing]`.
    name: String,
    gradients: Gradients,
    /// By each step the steps of the page that read it and that the output depends on.
    readers: HashMap<Origin, Vec<Origin>>,
}

/// The number whose gradient is read, as it is found again after its cell has run anew.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GradientOutput {
    task: EvaluationTask,
    /// The name on the page; without one it is a step between two names.
    name: Option<Arc<str>>,
    node: u32,
    index: Vec<usize>,
}

impl GradientOutput {
    /// An element of the page; `None` where the page does not know how it was made.
    pub fn of(outcome: &EvaluationOutcome, element: &ElementRef) -> Option<Self> {
        let found = found(outcome, element)?;
        let name = found.bound(outcome).map(|(name, _)| Arc::clone(name));
        Some(Self { task: found.task.clone(), name, node: element.origin.node, index: element.index.clone() })
    }

    /// The element on the page as it is now; `None` when it is gone.
    pub fn element(&self, outcome: &EvaluationOutcome) -> Option<ElementRef> {
        let run = outcome.report(&self.task).run.as_ref()?;
        let origin = match &self.name {
            Some(name) => run.values.get(name)?.value.origin()?,
            None => Origin { tape: run.tape.id(), node: self.node },
        };
        let value = &run.tape.node(origin)?.value;
        is_inside(value, &self.index).then(|| ElementRef { origin, index: self.index.clone() })
    }
}

/// Why no gradient is read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoGradient {
    /// Nothing is known of how the number was made.
    Lost,
    /// The number has none.
    Without {
        /// What it is called.
        name: String,
        /// Why it has none.
        why: Without,
    },
    /// The page is too large: it would cost so many multiplications and additions.
    TooLarge(usize),
    /// An operation refused.
    Refused(Error),
    /// The system has no thread to give, and says why.
    NoThread(String),
    /// Whoever read it has broken down.
    Broken,
}

/// Reads the gradient of an element through all cells.
///
/// # Errors
/// It is no real number, nothing is known of it, or the page is too large.
pub fn gradient(outcome: &EvaluationOutcome, output: &ElementRef) -> std::result::Result<Gradient, NoGradient> {
    let Some(found) = found(outcome, output).filter(|found| is_inside(&found.node.value, &output.index)) else {
        return Err(NoGradient::Lost);
    };
    let name = short_name(&found, outcome);
    if let Some(why) = Without::of_dtype(found.node.value.dtype()) {
        return Err(NoGradient::Without { name, why });
    }
    let work: usize = uses::in_order(outcome).iter().flat_map(|(_, run)| run.tape.nodes()).map(work_of).sum();
    if work > MAX_WORK {
        return Err(NoGradient::TooLarge(work));
    }
    let seed = one_at(&found.node.value, &output.index);
    let mut gradient =
        Gradient { output: output.clone(), name, gradients: Gradients::default(), readers: HashMap::new() };
    seed.and_then(|seed| gradient.read(outcome, seed)).map_err(NoGradient::Refused)?;
    Ok(gradient)
}

impl Gradient {
    /// The number whose gradient this is.
    pub fn output(&self) -> &ElementRef {
        &self.output
    }

    /// What that is called: `output[sat, thing]`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The gradient with respect to what a step made, of its shape; `None` where none arrives.
    pub fn at(&self, origin: Origin) -> Option<&Tensor> {
        self.gradients.at(origin)
    }

    /// The operation by which a step has no gradient though the output depends on it: one that PyTorch does not differentiate.
    pub fn underivable(&self, origin: Origin) -> Option<&'static str> {
        self.gradients.underivable(origin)
    }

    /// Goes from record to record, the last cell first.
    fn read(&mut self, outcome: &EvaluationOutcome, seed: Tensor) -> Result<()> {
        let mut seeds = vec![GradientSeed { origin: self.output.origin, gradient: seed, underivable: None }];
        for (_, run) in uses::in_order(outcome).iter().rev() {
            let is_own = |seed: &GradientSeed| seed.origin.tape == run.tape.id();
            let own: Vec<_> = seeds.extract_if(.., |seed| is_own(seed)).collect();
            if own.is_empty() {
                continue;
            }
            let gradients = run.tape.gradients_of(own)?;
            // What came in from outside, by what it is here and where it was made.
            let mut taken: BTreeMap<Origin, Origin> = BTreeMap::new();
            for node in run.tape.nodes() {
                let Some(origin) = node.value.origin().filter(|origin| gradients.has_arrived(*origin)) else {
                    continue;
                };
                for input in node.inputs.iter().filter_map(Tensor::origin).collect::<BTreeSet<_>>() {
                    self.readers.entry(input).or_default().push(origin);
                }
                taken.extend(enters(outcome, run, node));
            }
            for (here, from) in taken {
                seeds.extend(gradients.seed(here, from));
                if here != from {
                    self.readers.entry(from).or_default().push(here);
                }
            }
            self.gradients.join(gradients);
        }
        Ok(())
    }

    /// The steps that read what a step made, in their order within each record.
    fn readers(&self, origin: Origin) -> &[Origin] {
        self.readers.get(&origin).map_or(&[], Vec::as_slice)
    }
}

/// About how many multiplications and additions the gradient of a step costs.
fn work_of(node: &Node) -> usize {
    let inner = match node.inputs.first() {
        Some(left) if node.operation.name() == "matmul" => left.shape().last().copied().unwrap_or(1),
        _ => 1,
    };
    node.value.len() * inner * 2
}

/// `output[sat, thing]`: the name and the places alone, where a whole sentence has no room.
fn short_name(found: &RecordedNode<'_>, outcome: &EvaluationOutcome) -> String {
    let axes = found.axes(outcome);
    let label = |(axis, place): (usize, &usize)| {
        // Where two places are called the same, the number says which.
        let known = axes
            .get(axis)
            .and_then(|axis| axis.label(*place).filter(|label| axis.place(*place).as_deref() == Some(*label)));
        known.map_or_else(|| place.to_string(), ToOwned::to_owned)
    };
    let places: Vec<String> = found.element.index.iter().enumerate().map(label).collect();
    let name = found.name(outcome);
    if places.is_empty() { name } else { format!("{name}[{}]", places.join(", ")) }
}

/// A run and a node of it.
fn step(outcome: &EvaluationOutcome, origin: Origin) -> Option<(&TaskRun, &Node)> {
    let (_, run) = super::run_of(outcome, origin)?;
    Some((run, run.tape.node(origin)?))
}
