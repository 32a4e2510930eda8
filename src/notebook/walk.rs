//! A walk through one run of a cell, as a debugger walks: where one can stop, what each stop is there for, and its formula.
//!
//! It joins the [steps](super::steps) of the run with the [Transformer](super::architecture) that they make.

pub mod attention;
pub mod formula;
pub mod meaning;
pub mod outline;
pub mod pieces;

use std::sync::Arc;

use self::attention::WrittenAttention;
use self::formula::{Elements, StepFormula};
use self::outline::{Outline, Stop, StopPart};
use super::architecture::{Architecture, LayerPartRole};
use super::evaluate::TaskRun;
use super::steps::{RunStep, StepKind, Steps, value};
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
    /// The attentions that somebody wrote out.
    pub attentions: Arc<Vec<WrittenAttention>>,
}

impl Walk {
    /// Reads the steps off a run.
    pub fn of(run: &Arc<TaskRun>) -> Self {
        let steps = Steps::of(run);
        let architecture = Arc::new(Architecture::of(&steps, run));
        let attentions = Arc::new(WrittenAttention::all(&run.tape));
        Self { run: Arc::clone(run), steps: Arc::new(steps), architecture, attentions }
    }

    /// Where a reader stops: at the parts, or at every single step.
    pub fn outline(&self, is_whole: bool) -> Outline {
        if is_whole {
            return Outline::whole(&self.steps);
        }
        // Beside a drawn model, counting and cutting words into pieces are no steps of their own.
        let is_counting = |step: &RunStep| {
            let value = value(&self.run, step).filter(|_| !self.architecture.is_empty());
            value.is_some_and(|value| value.ndim() == 0 && !value.dtype().is_float())
        };
        Outline::folded(&self.steps, &self.architecture, &is_counting)
    }

    /// What came out of a step.
    pub fn value(&self, at: usize) -> Option<&Tensor> {
        value(&self.run, self.steps.all().get(at)?)
    }

    /// The formula of a stop, and what makes the element at `index` of its value. That of a part is the one of the step inside it
    /// that the part is there for.
    pub fn formula(&self, stop: &Stop, index: &[usize]) -> Option<StepFormula> {
        let tape = &self.run.tape;
        let (whole, heart) = (self.steps.all().get(stop.at)?.node, self.heart(stop)?.node);
        let elements = formula::made_of(tape, whole, Elements::from([index.to_vec()]), heart);
        StepFormula::of(tape, heart, &elements)
    }

    /// The same without asking for any element, which costs nothing.
    pub fn plain_formula(&self, stop: &Stop) -> Option<StepFormula> {
        StepFormula::of(&self.run.tape, self.heart(stop)?.node, &Elements::new())
    }

    /// The step that a stop is there for: of an attention where the values are mixed, of a sum and a norm the sum, else its last.
    pub fn heart(&self, stop: &Stop) -> Option<&RunStep> {
        let inside = self.steps.all().get(stop.first..stop.end).unwrap_or_default();
        let sought = |step: &&RunStep| match &stop.part {
            Some(StopPart::Layer(LayerPartRole::Attention | LayerPartRole::MaskedAttention | LayerPartRole::Cross)) => {
                step.name == "heads"
            }
            Some(StopPart::Layer(LayerPartRole::AddNorm)) => step.kind == StepKind::Stage,
            _ => false,
        };
        inside.iter().find(sought).or_else(|| self.steps.all().get(stop.at))
    }
}
