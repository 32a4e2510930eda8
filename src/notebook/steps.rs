//! One run of a cell as a debugger walks through it: modules, the stages that they name, and the single operations of a stage.
//!
//! Nothing runs again for it. The steps are read off the record, so what is shown at a step is what was computed there.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use crate::notebook::evaluate::TaskRun;
use crate::tensor::{Node, SourceSpan, Tensor};

/// What a step is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StepKind {
    /// A module that ran: its steps are inside.
    Module,
    /// A value that was given a name.
    Stage,
    /// One operation on the way to a stage.
    Operation,
}

/// One step. Those inside it follow it, one deeper.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunStep {
    /// What it is.
    pub kind: StepKind,
    /// How many steps it is inside of.
    pub depth: usize,
    /// What it is called there: `self_attn`, `weights`, `matmul`.
    pub name: String,
    /// Its full name, where it has one: `encoder.layers.0.self_attn.weights`.
    pub path: Option<Arc<str>>,
    /// The node of the record that holds what came out.
    pub node: u32,
    /// The step that it is inside of.
    outer: Option<usize>,
}

/// All steps of a run, each before those inside it, else in the order in which they happened.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Steps(Vec<RunStep>);

/// The kind of a step, its name, and its full name or that of the module around it.
type StepKey<'s> = (StepKind, &'s str, Option<&'s str>);

impl Steps {
    /// Reads the steps off the record of a run.
    pub fn of(run: &TaskRun) -> Self {
        let mut reader = StepReader { source: &run.source, ..StepReader::default() };
        for (number, node) in (0..).zip(run.tape.nodes()) {
            reader.read(number, node);
        }
        reader.close(0);
        let mut outer: Vec<usize> = Vec::new();
        for (place, step) in reader.steps.iter_mut().enumerate() {
            outer.truncate(step.depth);
            step.outer = outer.last().copied();
            outer.push(place);
        }
        Self(reader.steps)
    }

    /// The steps.
    pub fn all(&self) -> &[RunStep] {
        &self.0
    }

    /// The step that holds the value of a node, or the last before it.
    pub fn at_node(&self, node: u32) -> usize {
        let exact = self.0.iter().position(|step| step.node == node && step.kind != StepKind::Module);
        exact.unwrap_or_else(|| self.0.iter().rposition(|step| step.node <= node).unwrap_or(0))
    }

    /// The first step inside this one.
    pub fn enter(&self, at: usize) -> Option<usize> {
        let (here, next) = (self.0.get(at)?, self.0.get(at + 1)?);
        (next.depth > here.depth).then_some(at + 1)
    }

    /// The step that this one is inside of.
    pub fn out(&self, at: usize) -> Option<usize> {
        self.0.get(at)?.outer
    }

    /// The outermost step around one that lies in a range of them.
    pub fn outermost(&self, at: usize, within: &Range<usize>) -> usize {
        let is_within = |outer: &usize| *outer >= within.start && self.end(*outer) <= within.end;
        std::iter::successors(Some(at), |at| self.out(*at).filter(is_within)).last().unwrap_or(at)
    }

    /// The next step that is not inside this one: beside it, or behind what it is inside of.
    pub fn over(&self, at: usize) -> Option<usize> {
        let depth = self.0.get(at)?.depth;
        (at + 1..self.0.len()).find(|next| self.0[*next].depth <= depth)
    }

    /// The first step behind this one and all that are inside it, or how many steps there are.
    pub fn end(&self, at: usize) -> usize {
        self.over(at).unwrap_or(self.0.len())
    }

    /// The steps right inside one, or the outermost.
    pub fn inner(&self, outer: Option<usize>) -> Vec<usize> {
        let first = outer.map_or_else(|| (!self.0.is_empty()).then_some(0), |outer| self.enter(outer));
        let beside = |place: &usize| self.over(*place).filter(|next| self.out(*next) == outer);
        std::iter::successors(first, beside).collect()
    }

    /// Whether two steps are the same but for when they happened: of one name, in modules of one name.
    pub fn is_same(&self, one: usize, other: usize) -> bool {
        self.key(one) == self.key(other)
    }

    /// A step of this run in another run of the same code: the one of its name that happened there after as many of that name. If
    /// there is none, the nearest before it of which there is one; and whether it is the step itself.
    pub fn nearest_in(&self, other: &Self, at: usize) -> (usize, bool) {
        let mut known: HashMap<StepKey<'_>, Vec<usize>> = HashMap::new();
        for (place, key) in other.keys() {
            known.entry(key).or_default().push(place);
        }
        let mut counts: HashMap<StepKey<'_>, usize> = HashMap::new();
        let mut nearest = (0, false);
        for (place, key) in self.keys().take(at + 1) {
            let count = counts.entry(key).or_default();
            if let Some(found) = known.get(&key).and_then(|places| places.get(*count)) {
                nearest = (*found, place == at);
            }
            *count += 1;
        }
        nearest
    }

    /// What tells a step from all others but for when it happened.
    fn key(&self, at: usize) -> Option<StepKey<'_>> {
        let step = self.0.get(at)?;
        let outer = step.outer.and_then(|outer| self.0.get(outer)?.path.as_deref());
        Some((step.kind, &step.name, step.path.as_deref().or(outer)))
    }

    fn keys(&self) -> impl Iterator<Item = (usize, StepKey<'_>)> {
        (0..self.0.len()).filter_map(|place| Some((place, self.key(place)?)))
    }
}

/// The value of a step.
pub fn value<'a>(run: &'a TaskRun, step: &RunStep) -> Option<&'a Tensor> {
    run.tape.nodes().get(step.node as usize).map(|node| &node.value)
}

/// Sorts nodes into modules and stages as they come.
#[derive(Default)]
struct StepReader<'r> {
    /// What the cell says.
    source: &'r str,
    steps: Vec<RunStep>,
    /// The modules that are running: their names, and where their steps stand.
    open: Vec<(String, usize)>,
    /// The nodes since the last stage: its operations, and where they are written.
    pending: Vec<(RunStep, Option<SourceSpan>)>,
}

impl StepReader<'_> {
    fn read(&mut self, number: u32, node: &Node) {
        match (&node.name, node.operation.leaf()) {
            // The value of a parameter that is made is no step of what is computed with it.
            (Some(path), _) if path.starts_with('(') => self.pending.clear(),
            // What was not computed is no step, unless the cell itself named it; a dot is in the names of parameters.
            (Some(path), Some(_)) if path.contains('.') => {}
            (None, Some(_)) => {}
            (Some(path), _) => self.stage(number, path, node.place),
            (None, None) => {
                let name = node.operation.name().to_owned();
                let step = RunStep { kind: StepKind::Operation, depth: 0, name, path: None, node: number, outer: None };
                self.pending.push((step, node.place));
            }
        }
    }

    fn stage(&mut self, node: u32, path: &Arc<str>, place: Option<SourceSpan>) {
        let names = segments(path);
        // A module's output bears the module's own name, and ends it.
        if names.len() == self.open.len() && self.open.iter().zip(&names).all(|((open, _), name)| open == name) {
            self.operations(node);
            self.finish(node);
            return;
        }
        let Some((name, modules)) = names.split_last() else { return };
        let mut common = self.open.iter().zip(modules).take_while(|((open, _), name)| open == *name).count();
        if modules.get(common).is_some_and(|module| self.is_anew(common, module)) {
            common -= 1;
        }
        self.close(common);
        if let Some(called) = modules.get(common..)
            && let Some(place) = place.filter(|place| self.calls(*place, called))
        {
            self.arguments(place);
        }
        for (depth, module) in modules.iter().enumerate().skip(common) {
            let path = Some(modules[..=depth].join(".").into());
            self.open.push((module.clone(), self.steps.len()));
            self.steps.push(RunStep { kind: StepKind::Module, depth, name: module.clone(), path, node, outer: None });
        }
        let depth = self.open.len();
        self.steps.push(RunStep {
            kind: StepKind::Stage,
            depth,
            name: name.clone(),
            path: Some(Arc::clone(path)),
            node,
            outer: None,
        });
        self.operations(node);
    }

    /// Puts the operations that led to a stage, or to a module's output, inside it; one alone would only say it twice.
    fn operations(&mut self, stage: u32) {
        let inside = self.open.len() + 1;
        let operations = self.pending.drain(..).map(|(step, _)| step).filter(|step| step.node != stage);
        self.steps.extend(operations.map(|step| RunStep { depth: inside, ..step }));
    }

    /// Whether the innermost of the first `common` open modules runs another time if this one comes next in it: layers run in the
    /// order of their numbers, and what stands behind them comes last.
    fn is_anew(&self, common: usize, module: &str) -> bool {
        let Some((_, place)) = common.checked_sub(1).and_then(|last| self.open.get(last)) else { return false };
        let Some((list, number)) = numbered(module) else { return false };
        let inner = self.steps.iter().skip(place + 1).filter(|step| step.depth == common);
        let inner: Vec<&RunStep> = inner.filter(|step| step.kind != StepKind::Operation).collect();
        let known = inner.iter().rev().enumerate().find_map(|(back, step)| {
            numbered(&step.name).filter(|(own, _)| *own == list).map(|(_, number)| (back, number))
        });
        known.is_some_and(|(back, last)| number < last || (number == last && back > 0))
    }

    /// Whether the code at a place calls one of these modules: `self.core(x)` calls `core`, `blocks[0](x)` calls `blocks.0`.
    fn calls(&self, place: SourceSpan, modules: &[String]) -> bool {
        let text = self.source.get(place.start as usize..place.end as usize).unwrap_or_default();
        let Some((callee, _)) = text.split_once('(').filter(|_| text.ends_with(')')) else { return false };
        let callee = callee.trim_end().replace('[', ".").replace(']', "");
        modules.iter().any(|module| module == last_name(&callee))
    }

    /// What a module computes stands where it is called; what stands elsewhere was computed before, for the call.
    fn arguments(&mut self, call: SourceSpan) {
        let count = self.pending.iter().take_while(|(_, place)| *place != Some(call)).count();
        let depth = self.open.len();
        self.steps.extend(self.pending.drain(..count).map(|(step, _)| RunStep { depth, ..step }));
    }

    /// Ends the innermost module, which gave this node.
    fn finish(&mut self, node: u32) {
        if let Some(module) = self.open.pop().and_then(|(_, place)| self.steps.get_mut(place)) {
            module.node = node;
        }
    }

    /// Ends all modules but the outer `keep`; what such a module gave last stands for its output.
    fn close(&mut self, keep: usize) {
        while self.open.len() > keep {
            let Some((_, place)) = self.open.pop() else { return };
            let last = self.steps.iter().skip(place + 1).map(|step| step.node).max();
            if let (Some(module), Some(last)) = (self.steps.get_mut(place), last) {
                module.node = last;
            }
        }
    }
}

/// `layers` and 0 of `layers.0`.
fn numbered(name: &str) -> Option<(&str, usize)> {
    let (list, number) = name.rsplit_once('.')?;
    Some((list, number.parse().ok()?))
}

/// The last part of the name of a step: `layers.0` of `encoder.layers.0`.
pub fn last_name(path: &str) -> &str {
    let is_end = |(_, rest): &(usize, &str)| !rest.starts_with(|first: char| first.is_ascii_digit());
    let ends = path.rmatch_indices('.').map(|(at, _)| (at, &path[at + 1..]));
    ends.into_iter().find(is_end).map_or(path, |(_, rest)| rest)
}

/// `encoder`, `layers.0`, `self_attn`, `weights`: a number belongs to the name before it.
fn segments(path: &str) -> Vec<String> {
    let mut segments: Vec<String> = Vec::new();
    for part in path.split('.') {
        match segments.last_mut() {
            Some(last) if !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit()) => {
                last.push('.');
                last.push_str(part);
            }
            _ => segments.push(part.to_owned()),
        }
    }
    segments
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notebook::document::Document;
    use crate::notebook::evaluate::{EvaluationOutcome, EvaluationTask, evaluate_now};
    use crate::notebook::lesson::Lesson;

    fn run(source: &str) -> Arc<TaskRun> {
        let text = format!("---\ntitle: T\nid: t\n---\n```python\n#| label: c\n{source}\n```\n");
        let page = Document::new(Arc::new(Lesson::read("t.md", &text).unwrap()));
        let outcome = evaluate_now(&page.snapshot(), &EvaluationOutcome::default());
        let report = outcome.report(&EvaluationTask::Cell("c".into()));
        report.run.clone().unwrap_or_else(|| panic!("{:?}", report.state))
    }

    fn written(steps: &Steps) -> String {
        let line = |step: &RunStep| format!("{}{}", "  ".repeat(step.depth), step.name);
        steps.all().iter().map(line).collect::<Vec<_>>().join("\n")
    }

    const ATTENTION: &str = "\
x = torch.ones(3, 4)
q = x @ x.T
w = softmax(q / 2, dim=-1)
y = w @ x";

    #[test]
    fn a_stage_holds_the_operations_that_led_to_it() {
        let steps = Steps::of(&run(ATTENTION));
        assert_eq!(written(&steps), "x\nq\n  transpose\nw\n  div\ny");
    }

    #[test]
    fn modules_are_nested_by_their_paths_and_end_with_their_output() {
        let run = run(
            "torch.manual_seed(0)\nlayer = nn.TransformerEncoderLayer(4, 2, 8, 0.0, batch_first=True)\ny = layer(torch.ones(1, 3, 4))",
        );
        let steps = Steps::of(&run);
        let names: Vec<_> = steps.all().iter().filter(|step| step.depth < 3).map(|step| &*step.name).collect();
        assert!(names.contains(&"self_attn") && names.contains(&"weights"), "{}", written(&steps));
        for (place, step) in steps.all().iter().enumerate() {
            let inner = (place + 1..steps.over(place).unwrap_or(steps.all().len())).map(|at| &steps.all()[at]);
            assert!(inner.clone().all(|inner| inner.depth > step.depth), "{}", written(&steps));
            if step.kind == StepKind::Module {
                assert!(
                    inner.clone().count() > 0 && inner.clone().all(|inner| inner.node <= step.node),
                    "{}",
                    step.name
                );
            }
        }
    }

    #[test]
    fn what_is_computed_for_a_call_comes_before_the_module() {
        let steps = Steps::of(&run(
            "torch.manual_seed(0)\nlayer = nn.TransformerEncoderLayer(4, 2, 8, 0.0, batch_first=True)\nseen = torch.ones(3, 3).bool()\ny = layer(torch.ones(1, 3, 4) * 2, ~seen)",
        ));
        let first: Vec<_> = steps.all().iter().filter(|step| step.depth < 2).map(|step| &*step.name).take(5).collect();
        assert_eq!(first, ["seen", "mul", "not", "layer", "self_attn"], "{}", written(&steps));
    }

    #[test]
    fn a_loop_runs_a_module_anew_each_time() {
        let run = run(
            "torch.manual_seed(0)\nstack = nn.TransformerEncoder(nn.TransformerEncoderLayer(4, 2, 8, 0.0), 2)\nouts = [stack(torch.ones(3, 1, 4)) for k in range(3)]",
        );
        let steps = Steps::of(&run);
        let runs: Vec<_> = steps.all().iter().filter(|step| step.depth < 2).map(|step| &*step.name).collect();
        assert_eq!(runs, ["stack", "layers.0", "layers.1"].repeat(3), "{}", written(&steps));
    }
}
