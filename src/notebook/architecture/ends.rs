//! What of a run stands below and above its stacks: embeddings and positions, the projection to words and the softmax behind it.

use std::ops::Range;

use super::{Architecture, DiagramPart};
use crate::notebook::evaluate::TaskRun;
use crate::notebook::steps::{StepKind, Steps};

/// What a softmax is called.
const SOFTMAX: [&str; 2] = ["softmax", "log_softmax"];

impl Architecture {
    /// What stands below and above the stacks.
    pub(super) fn find_ends(&mut self, steps: &Steps, run: &TaskRun) {
        let runs: Vec<(usize, usize)> = self.roots.iter().map(|(root, stack)| (*root, *stack)).collect();
        let mut from = 0;
        for (number, (root, stack)) in runs.iter().copied().enumerate() {
            self.find_entrances(steps, run, from..root, stack);
            let next = runs.get(number + 1).map_or(steps.all().len(), |(root, _)| *root);
            from = self.find_exits(steps, run, steps.end(root)..next, stack);
        }
    }

    /// Embeddings and positions before a stack. An encoder's own come first, and behind them may be those of its decoder.
    fn find_entrances(&mut self, steps: &Steps, run: &TaskRun, before: Range<usize>, stack: usize) {
        for (part, names) in
            [(DiagramPart::Embedding, ["embedding", "lookup"]), (DiagramPart::Positions, ["sin", "cos"])]
        {
            let is_part = |at: &usize| is_named(steps, run, *at, &names);
            let mut groups: Vec<usize> = Vec::new();
            for at in before.clone().filter(is_part) {
                let outer = steps.outermost(at, &before);
                if groups.last() != Some(&outer) {
                    groups.push(outer);
                }
            }
            let own = if self.stacks[stack].crosses { 0 } else { groups.len().div_ceil(2) };
            let partner = self.partner(stack).filter(|_| groups.len() > 1);
            for (number, outer) in groups.iter().enumerate() {
                let owner = if number < own { stack } else { partner.filter(|_| own > 0).unwrap_or(stack) };
                self.mark(steps, *outer, owner, part);
            }
        }
    }

    /// The projection to words and the softmax behind a stack, before anything is looked up again. Returns where they end.
    fn find_exits(&mut self, steps: &Steps, run: &TaskRun, behind: Range<usize>, stack: usize) -> usize {
        let next = behind.clone().find(|at| is_named(steps, run, *at, &["lookup", "embedding", "sin", "cos"]));
        let end = next.map_or(behind.end, |next| steps.outermost(next, &behind));
        // What an encoder gives goes to its decoder.
        if !self.stacks[stack].crosses && self.partner(stack).is_some() {
            return end.min(behind.start);
        }
        let first_of = |names: &[&str]| (behind.start..end).find(|at| is_named(steps, run, *at, names));
        let (linear, softmax) = (first_of(&["matmul", "linear"]), first_of(&SOFTMAX));
        if let Some(linear) = linear {
            let before = behind.start..softmax.filter(|softmax| *softmax > linear).unwrap_or(behind.end);
            self.mark(steps, steps.outermost(linear, &before), stack, DiagramPart::Linear);
        }
        if let Some(softmax) = softmax {
            self.mark(steps, whole_softmax(steps, run, softmax, &behind), stack, DiagramPart::Softmax);
        }
        end
    }

    /// A step and all inside it belong to this part.
    fn mark(&mut self, steps: &Steps, outer: usize, stack: usize, part: DiagramPart) {
        for at in outer..steps.end(outer) {
            self.ends.entry(at).or_insert((stack, part));
        }
        if !self.stacks[stack].ends.contains(&part) {
            self.stacks[stack].ends.push(part);
        }
    }
}

/// Whether a step or its operation bears one of these names.
fn is_named(steps: &Steps, run: &TaskRun, at: usize, names: &[&str]) -> bool {
    let Some(step) = steps.all().get(at) else { return false };
    let operation = run.tape.nodes().get(step.node as usize).map(|node| node.operation.name());
    let is_module = step.kind == StepKind::Module;
    names.contains(&step.name.as_str()) || (!is_module && operation.is_some_and(|name| names.contains(&name)))
}

/// The outermost step around a softmax that is nothing but it: the module that it stands for, a function of its name, a name for its
/// value. Of the token that is chosen by it a softmax is a part, not the whole.
fn whole_softmax(steps: &Steps, run: &TaskRun, at: usize, within: &Range<usize>) -> usize {
    let outermost = steps.outermost(at, within);
    let is_it = |outer: &usize| {
        let is_module = steps.all().get(*outer).is_some_and(|step| step.kind == StepKind::Module);
        *outer >= outermost && (is_module || is_named(steps, run, *outer, &SOFTMAX))
    };
    std::iter::successors(Some(at), |at| steps.out(*at).filter(is_it)).last().unwrap_or(at)
}
