//! What a cell shows more of while somebody steps through its run: the value of the step, what that was computed from, and the
//! Transformer that ran.

use std::sync::Arc;

use super::{Exhibits, Figure, MOST_LOOKED_AT};
use crate::notebook::lesson::{Display, ViewKind};
use crate::notebook::walk::Walk;
use crate::notebook::walk::formula::StepOperand;
use crate::tensor::Tensor;
use crate::tui::model::comparison::Side;
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
    /// The step that the reader is at: its value, and what that was computed from, without the values of other cells that `is_hidden`
    /// names. Beside another state of the page, which is `called` so, it is the same step there.
    pub fn add_step(&mut self, stepper: &Stepper, called: &str, is_hidden: impl Fn(&str) -> bool) {
        let there = self.basis.other.as_ref().and_then(|run| stepper.moved_to(run));
        let there = there.as_ref().filter(|there| there.gone().is_none());
        let (shown, against) = match there {
            Some(there) if self.basis.side == Side::Other => (there, Some(stepper)),
            _ => (stepper, there),
        };
        self.add_live(shown, against, called);
        self.add_operands(shown, is_hidden);
    }

    /// The value of a step: one that the block shows already, or another one.
    fn add_live(&mut self, shown: &Stepper, against: Option<&Stepper>, called: &str) {
        let Some(value) = shown.value() else { return };
        let known = self.figures.iter_mut().find(|figure| figure.origin.is_some() && figure.origin == value.origin());
        if let Some(figure) = known {
            figure.live = true;
            return;
        }
        let mut figure = live(shown, value);
        if let Some((against, value)) = against.and_then(|against| Some((against, against.value()?))) {
            figure.hold_beside(&live(against, value), self.basis.side, called);
        }
        self.figures.push(figure);
    }

    fn add_operands(&mut self, stepper: &Stepper, is_hidden: impl Fn(&str) -> bool) {
        let formula = stepper.stop().and_then(|stop| stepper.walk.plain_formula(stop));
        let operands = formula.map(|formula| formula.operands).unwrap_or_default();
        let figure = |operand: StepOperand| {
            let origin = operand.tensor.origin();
            Figure::new(operand.name, operand.tensor, origin, &stepper.walk.run, &Display::default())
        };
        let is_shown = |operand: &StepOperand| {
            operand.tensor.len() <= MOST_LOOKED_AT && !operand.taken_from.as_deref().is_some_and(&is_hidden)
        };
        self.operands = operands.into_iter().filter(is_shown).map(figure).collect();
    }

    /// The Transformer that ran, while somebody steps through it or where the lesson asks for it.
    pub fn add_diagram(&mut self, stepper: Option<&Stepper>, display: &Display) {
        let is_asked = display.view == Some(ViewKind::Diagram) && self.veil.is_none();
        let asked = || self.basis.run.as_ref().filter(|_| is_asked).map(Walk::of);
        let Some(walk) = stepper.map(|stepper| stepper.walk.clone()).or_else(asked) else { return };
        // The last token of a text has a name only where the lesson shows the text.
        let tokens = walk.architecture.text(stepper.map_or(0, Stepper::at));
        let is_text = |labels: &[Arc<str>]| {
            let mut pairs = tokens.iter().zip(labels);
            !tokens.is_empty()
                && labels.len() == tokens.len()
                && pairs.all(|(token, label)| token.as_ref().is_none_or(|token| token == label))
        };
        let axes = self.figures.iter().flat_map(|figure| figure.tensor.axes());
        let mut labels = axes.filter_map(|axis| axis.labels.as_deref());
        let written = labels.find(|labels| is_text(labels)).unwrap_or_default().to_vec();
        let is_drawn = stepper.map_or(!walk.architecture.is_empty(), Stepper::has_drawing);
        self.diagram = is_drawn.then(|| Diagram { walk, stepper: stepper.cloned(), written });
    }
}

/// The value of a step.
fn live(stepper: &Stepper, value: &Tensor) -> Figure {
    let figure = Figure::new(stepper.title(), value.clone(), value.origin(), &stepper.walk.run, &Display::default());
    Figure { live: true, ..figure }
}
