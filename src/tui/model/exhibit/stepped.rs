//! What a cell shows more of while somebody steps through its run: the value of the step, what that was computed from, and the
//! Transformer that ran.

use std::sync::Arc;

use super::{Exhibits, Figure, MOST_LOOKED_AT};
use crate::notebook::evaluate::TaskRun;
use crate::notebook::lesson::{Display, ViewKind};
use crate::notebook::walk::Walk;
use crate::notebook::walk::formula::StepOperand;
use crate::tensor::Tensor;
use crate::tui::model::stepper::Stepper;

/// The Transformer of a run, to be drawn as the paper does.
#[derive(Debug, Clone)]
pub struct Diagram {
    /// The run.
    pub walk: Walk,
    /// Where in it a reader stands.
    pub stepper: Option<Stepper>,
    /// The words that it wrote, one a token, where the cell shows as many.
    pub written: Vec<Arc<str>>,
}

impl Exhibits {
    /// The value of the step that the reader is at: one that the block shows already, or another one.
    pub fn add_live(&mut self, name: Arc<str>, value: &Tensor, run: &TaskRun) {
        let shown = self.figures.iter_mut().find(|figure| figure.origin.is_some() && figure.origin == value.origin());
        if let Some(figure) = shown {
            figure.live = true;
            return;
        }
        let figure = Figure::new(name, value.clone(), value.origin(), run, &Display::default());
        self.figures.push(Figure { live: true, ..figure });
    }

    /// What the value of the step that the reader is at was computed from.
    pub fn add_operands(&mut self, stepper: &Stepper) {
        let formula = stepper.stop().and_then(|stop| stepper.walk.plain_formula(stop));
        let operands = formula.map(|formula| formula.operands).unwrap_or_default();
        let figure = |operand: StepOperand| {
            let origin = operand.tensor.origin();
            Figure::new(operand.name, operand.tensor, origin, &stepper.walk.run, &Display::default())
        };
        self.operands =
            operands.into_iter().filter(|operand| operand.tensor.len() <= MOST_LOOKED_AT).map(figure).collect();
    }

    /// The Transformer that ran, while somebody steps through it or where the lesson asks for it.
    pub fn add_diagram(&mut self, stepper: Option<&Stepper>, display: &Display) {
        let is_asked = display.view == Some(ViewKind::Diagram) && self.veil.is_none();
        let asked = || self.basis.run.as_ref().filter(|_| is_asked).map(Walk::of);
        let Some(walk) = stepper.map(|stepper| stepper.walk.clone()).or_else(asked) else { return };
        let tokens = walk.architecture.round(0).map_or(0, |(_, all)| all);
        let axes = self.figures.iter().flat_map(|figure| figure.tensor.axes());
        let mut labels = axes.filter_map(|axis| axis.labels.as_deref());
        let written = labels.find(|labels| tokens > 0 && labels.len() == tokens).unwrap_or_default().to_vec();
        let is_drawn = !walk.architecture.is_empty();
        self.diagram = is_drawn.then(|| Diagram { walk, stepper: stepper.cloned(), written });
    }
}
