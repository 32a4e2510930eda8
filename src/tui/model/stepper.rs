//! Stepping through the run of one cell.

use std::sync::Arc;

use crate::notebook::architecture::Architecture;
use crate::notebook::evaluate::{EvaluationOutcome, TaskRun};
use crate::notebook::lesson::BlockId;
use crate::notebook::steps::{RunStep, Steps, value};
use crate::notebook::why::SourceExpression;
use crate::tensor::Tensor;

/// A run with its steps, read once.
#[derive(Debug, Clone)]
pub struct Walk {
    /// The run.
    pub run: Arc<TaskRun>,
    /// Its steps.
    pub steps: Arc<Steps>,
    /// The Transformer among them.
    pub architecture: Arc<Architecture>,
}

impl Walk {
    /// Reads the steps off a run.
    pub fn of(run: &Arc<TaskRun>) -> Self {
        let steps = Steps::of(run);
        let architecture = Arc::new(Architecture::of(&steps, run));
        Self { run: Arc::clone(run), steps: Arc::new(steps), architecture }
    }

    /// What came out of a step.
    pub fn value(&self, at: usize) -> Option<&Tensor> {
        value(&self.run, self.steps.all().get(at)?)
    }
}

/// Where a reader stands in a run.
#[derive(Debug, Clone)]
pub struct Stepper {
    /// The cell that ran.
    pub block: BlockId,
    /// Its run, of at least one step.
    pub walk: Walk,
    /// The step that the reader is at.
    pub at: usize,
    /// Where the reader went, while the newer run has no such step: then `at` is the nearest one before it.
    gone: Option<(Arc<Steps>, usize)>,
}

impl Stepper {
    /// At the first step of a run; nothing where it has none.
    pub fn new(block: BlockId, run: &Arc<TaskRun>) -> Option<Self> {
        let walk = Walk::of(run);
        (!walk.steps.all().is_empty()).then_some(Self { block, walk, at: 0, gone: None })
    }

    /// The steps.
    pub fn steps(&self) -> &Steps {
        &self.walk.steps
    }

    /// The step.
    pub fn step(&self) -> Option<&RunStep> {
        self.steps().all().get(self.at)
    }

    /// Goes to a step, or to the last.
    pub fn go(&mut self, to: usize) {
        self.at = to.min(self.steps().all().len().saturating_sub(1));
        self.gone = None;
    }

    /// What came out of the step.
    pub fn value(&self) -> Option<&Tensor> {
        self.walk.value(self.at)
    }

    /// The names of the modules that the step is inside of, the outermost first.
    pub fn inside(&self) -> Vec<&str> {
        let around = std::iter::successors(self.steps().out(self.at), |at| self.steps().out(*at));
        let mut names: Vec<&str> =
            around.filter_map(|outer| self.steps().all().get(outer)).map(|step| &*step.name).collect();
        names.reverse();
        names
    }

    /// What the step is called on the page: its full name, or that of its operation.
    pub fn title(&self) -> Arc<str> {
        let step = self.step();
        step.and_then(|step| step.path.clone()).or_else(|| Some(step?.name.as_str().into())).unwrap_or_default()
    }

    /// The expression that made the value, and where on the page it stands.
    pub fn source(&self, outcome: &EvaluationOutcome) -> Option<SourceExpression> {
        let node = self.walk.run.tape.nodes().get(self.step()?.node as usize)?;
        SourceExpression::of(outcome, &self.block, &self.walk.run, node)
    }

    /// The name of the step that the reader went to, if the run has it no more.
    pub fn gone(&self) -> Option<&str> {
        let (steps, at) = self.gone.as_ref()?;
        steps.all().get(*at).map(|step| step.path.as_deref().unwrap_or(&step.name))
    }

    /// The same place in a newer run of the same cell, or the nearest before it. It is found again when it comes back.
    pub fn moved_to(&self, run: &Arc<TaskRun>) -> Option<Self> {
        let fresh = Self::new(Arc::clone(&self.block), run)?;
        let (steps, went) = self.gone.clone().unwrap_or_else(|| (Arc::clone(&self.walk.steps), self.at));
        let (at, is_same) = steps.nearest_in(&fresh.walk.steps, went);
        Some(Self { at, gone: (!is_same).then_some((steps, went)), ..fresh })
    }
}
