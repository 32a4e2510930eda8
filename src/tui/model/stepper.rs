//! Stepping through the run of one cell.

use std::sync::Arc;

use crate::notebook::evaluate::Run;
use crate::notebook::lesson::BlockId;
use crate::notebook::steps::{Step, Steps, value};
use crate::notebook::why::Source;
use crate::tensor::Tensor;

/// One of the two stacks of layers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stack {
    /// The layers that read the source.
    Encoder,
    /// The layers that write the target.
    Decoder,
}

impl Stack {
    /// The stack to which the path of a module belongs, and the path inside it.
    pub fn of(path: &str) -> Option<(Self, &str)> {
        let inside = |name: &str| {
            let at = path.find(name).filter(|at| *at == 0 || path[..*at].ends_with('.'))?;
            path[at + name.len()..].strip_prefix('.')
        };
        let decoder = inside("decoder").map(|rest| (Self::Decoder, rest));
        decoder.or_else(|| inside("encoder").map(|rest| (Self::Encoder, rest)))
    }

    fn has(self, step: &Step) -> bool {
        step.path.as_deref().and_then(Self::of).is_some_and(|(stack, _)| stack == self)
    }
}

/// Where a reader stands in a run.
#[derive(Debug, Clone)]
pub struct Stepper {
    /// The cell that ran.
    pub block: BlockId,
    /// The run.
    pub run: Arc<Run>,
    /// Its steps, at least one.
    pub steps: Steps,
    /// The step that the reader is at.
    pub at: usize,
    /// The stacks that ran in this cell, the encoder first.
    pub stacks: Vec<Stack>,
}

impl Stepper {
    /// At the first step of a run; nothing where it has none.
    pub fn new(block: BlockId, run: Arc<Run>) -> Option<Self> {
        let steps = Steps::of(&run);
        let ran = |stack: &Stack| steps.all().iter().any(|step| stack.has(step));
        let stacks = [Stack::Encoder, Stack::Decoder].into_iter().filter(ran).collect();
        (!steps.all().is_empty()).then_some(Self { block, run, steps, at: 0, stacks })
    }

    /// The step.
    pub fn step(&self) -> Option<&Step> {
        self.steps.all().get(self.at)
    }

    /// What came out of it.
    pub fn value(&self) -> Option<&Tensor> {
        value(&self.run, self.step()?)
    }

    /// The names of the modules that the step is inside of, the outermost first.
    pub fn inside(&self) -> Vec<&str> {
        let mut names = Vec::new();
        let mut at = self.at;
        while let Some(outer) = self.steps.out(at) {
            names.extend(self.steps.all().get(outer).map(|step| &*step.name));
            at = outer;
        }
        names.reverse();
        names
    }

    /// What the step is called on the page: its full name, or that of its operation.
    pub fn title(&self) -> Arc<str> {
        let step = self.step();
        step.and_then(|step| step.path.clone()).or_else(|| Some(step?.name.as_str().into())).unwrap_or_default()
    }

    /// The expression that made the value, and where it stands.
    pub fn source(&self) -> Option<Source> {
        let node = self.run.record.nodes().get(self.step()?.node as usize)?;
        Source::of(&self.block, &self.run, node)
    }

    /// The same place in a newer run of the same cell: the step of the same name, or of the same number.
    pub fn moved_to(&self, run: &Arc<Run>) -> Option<Self> {
        let mut fresh = Self::new(Arc::clone(&self.block), Arc::clone(run))?;
        let same = |step: &Step| self.step().is_some_and(|own| own.path.is_some() && own.path == step.path);
        let last = fresh.steps.all().len() - 1;
        fresh.at = fresh.steps.all().iter().position(same).unwrap_or(self.at).min(last);
        Some(fresh)
    }
}
