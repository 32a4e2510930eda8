//! What is no number, and the names that a piece of code reads: so reasons go on where no formula does, from the length of a list
//! of words to the sentence that somebody typed.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::{ElementRef, NamedValue, RecordedNode, SourceExpression, WhyAnswer, WhyNote, WhyQuery, on_one_line};
use crate::lang::{self, Control, ControlKind, Statement, Value};
use crate::notebook::evaluate::{EvaluationOutcome, EvaluationTask, TaskRun};
use crate::notebook::graph::is_private;
use crate::notebook::lesson::Program;
use crate::tensor::{Explanation, Leaf};

/// How much of a value is shown, in characters.
const MAX_LENGTH: usize = 120;
/// How much longer it may be before its lines are joined and its columns close up.
const LINES: usize = 16;

/// A value as a whole, by its name.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct NamedWhole {
    /// The cell that gave the name.
    pub task: EvaluationTask,
    /// The name.
    pub name: Arc<str>,
}

impl NamedWhole {
    /// The value as its cell has it now.
    pub fn value<'o>(&self, outcome: &'o EvaluationOutcome) -> Option<&'o Value> {
        Some(&outcome.report(&self.task).run.as_ref()?.values.get(&self.name)?.value)
    }
}

/// Whether a value is a text, or a list of texts: what chooses a number without being one.
pub(super) fn is_text(value: &Value) -> bool {
    let is_list_of_texts = |items: crate::lang::value::Items| !items.is_empty() && items.iter().all(is_text);
    matches!(value, Value::Str(_)) || value.items().is_some_and(is_list_of_texts)
}

/// What the code that made `found` reads, as far as `is_wanted`.
pub(super) fn reads(
    outcome: &EvaluationOutcome,
    found: &RecordedNode<'_>,
    is_wanted: &dyn Fn(&Value) -> bool,
) -> Vec<NamedValue> {
    let reader =
        ProvenanceReader { outcome, task: found.task, run: found.run, before: Some(found.element.origin.node) };
    let read_by = |text: &str| {
        let mut reads = reader.values(lang::parse(text).program.as_slice(), is_wanted);
        reads.retain(|named| match &named.asked {
            Some(WhyQuery::Element(ElementRef { origin, .. }) | WhyQuery::Whole(origin)) => {
                *origin != found.element.origin
            }
            _ => true,
        });
        reads
    };
    let reads = found.expression().map(read_by).unwrap_or_default();
    // Inside of a function the names may be its own, of which nothing is known: then it is what the cell reads.
    let is_counted = matches!(found.node.operation.leaf(), Some(Leaf::Given(text)) if !is_plain(text));
    if reads.is_empty() && is_counted { read_by(&found.run.source) } else { reads }
}

/// Whether an expression names nothing but what is always there: `-inf`, `2 * pi`.
pub(super) fn is_plain(expression: &str) -> bool {
    !expression.is_empty() && lang::names(&lang::parse(expression).program).uses.is_empty()
}

/// Why a value that is no number is what it is: the statement that made it, and what that reads.
pub(super) fn why(outcome: &EvaluationOutcome, held: &NamedWhole) -> Option<WhyAnswer> {
    let report = outcome.report(&held.task);
    let (run, program) = (report.run.as_deref()?, report.ran()?);
    let value = &run.values.get(&held.name)?.value;
    let statement = defining(&program, &held.name);
    let control = lang::controls(&program.parsed.program).into_iter().find(|control| control.name == held.name);
    let reader = ProvenanceReader { outcome, task: &held.task, run, before: None };
    let reads = statement.map(|statement| reader.values(std::slice::from_ref(statement), &|_| true));
    let mut reads = reads.unwrap_or_default();
    reads.retain(|named| named.name != *held.name);
    let note = match (&control, reads.is_empty()) {
        (Some(control), _) => WhyNote::Source(Leaf::Control(kind(control))),
        (None, true) => WhyNote::Source(Leaf::Literal),
        (None, false) => WhyNote::Code,
    };
    let made_in = statement.map(|statement| {
        let text = statement.span.of(&run.source);
        let line = run.source.get(..statement.span.start as usize).map_or(0, |before| before.matches('\n').count()) + 1;
        SourceExpression { block: Arc::clone(held.task.block()), text: on_one_line(text), line }
    });
    Some(WhyAnswer {
        subject: reader.held(&held.name, value),
        shape: value.description(),
        explanation: Explanation {
            operation: control.as_ref().map_or("value", kind).to_owned(),
            value: f64::NAN,
            is_real: false,
            textbook: None,
            computed: None,
            remark: None,
            leaf: None,
        },
        note: Some(note),
        operands: Vec::new(),
        reads,
        made_in,
    })
}

fn kind(control: &Control) -> &'static str {
    match control.kind {
        ControlKind::Slider(_) => "slider",
        ControlKind::Text(_) => "text",
        ControlKind::Choice(_) => "choice",
        ControlKind::Toggle(_) => "toggle",
        ControlKind::Matrix(_) => "matrix",
        ControlKind::Mask(_) => "mask",
    }
}

/// The last statement of a cell that gives a name its value.
fn defining<'p>(program: &'p Program, name: &str) -> Option<&'p Statement> {
    let statements = program.parsed.program.iter().rev();
    statements.into_iter().find(|statement| lang::names(std::slice::from_ref(*statement)).makes(name))
}

/// A place in a cell from which names are read.
struct ProvenanceReader<'a> {
    outcome: &'a EvaluationOutcome,
    task: &'a EvaluationTask,
    run: &'a TaskRun,
    /// The step that is explained: variables of functions are looked for before it.
    before: Option<u32>,
}

impl ProvenanceReader<'_> {
    /// The values that some code reads; of functions what they read in their turn.
    fn values(&self, code: &[Statement], is_wanted: &dyn Fn(&Value) -> bool) -> Vec<NamedValue> {
        let mut found: Vec<NamedValue> = Vec::new();
        let mut seen = BTreeSet::new();
        let mut programs: BTreeMap<EvaluationTask, Option<Arc<Program>>> = BTreeMap::new();
        let mut rest: Vec<(EvaluationTask, Arc<str>)> = names_of(code).map(|name| (self.task.clone(), name)).collect();
        rest.reverse();
        while let Some((reader, name)) = rest.pop() {
            let Some((task, value)) = self.lookup(&reader, &name) else {
                found.extend(self.local(&name, is_wanted).filter(|_| reader == *self.task));
                continue;
            };
            if !seen.insert((task.clone(), Arc::clone(&name))) {
                continue;
            }
            match value {
                Value::Function(_) | Value::Class(_) => {
                    let read = || self.outcome.report(&task).ran();
                    let program = programs.entry(task.clone()).or_insert_with(read);
                    let body = program.as_ref().and_then(|program| defining(program, &name));
                    let names = body.into_iter().flat_map(|body| names_of(std::slice::from_ref(body)));
                    rest.extend(names.map(|name| (task.clone(), name)));
                }
                Value::Builtin(_) | Value::Module(_) | Value::DType(_) | Value::Stub(_) => {}
                value if is_wanted(value) => {
                    let named = ProvenanceReader { task: &task, ..*self }.named(&name, value);
                    if !found.contains(&named) {
                        found.push(named);
                    }
                }
                _ => {}
            }
        }
        found
    }

    /// What a name means in a cell, and whose it is.
    fn lookup(&self, reader: &EvaluationTask, name: &Arc<str>) -> Option<(EvaluationTask, &Value)> {
        let own = self.outcome.report(reader).run.as_ref().and_then(|run| run.values.get(name));
        if let Some(binding) = own {
            return Some((reader.clone(), &binding.value));
        }
        let (block, binding) = self.outcome.definition(name).filter(|_| !is_private(name))?;
        Some((EvaluationTask::Cell(Arc::clone(block)), &binding.value))
    }

    /// A variable of a function, as the record knows it: the step of this name that came last.
    fn local(&self, name: &str, is_wanted: &dyn Fn(&Value) -> bool) -> Option<NamedValue> {
        let before = self.before?;
        let origin = |node: &crate::tensor::Node| node.value.origin().filter(|origin| origin.node < before);
        let mut names = self.run.tape.names().rev().filter(|(known, _)| *known == name);
        let (origin, node) = names.find_map(|(_, node)| Some((origin(node)?, node)))?;
        if !is_wanted(&Value::from(node.value.clone())) {
            return None;
        }
        let subject = match node.value.ndim() {
            0 => WhyQuery::Element(ElementRef { origin, index: Vec::new() }),
            _ => WhyQuery::Whole(origin),
        };
        super::why(self.outcome, &subject).map(|why| why.subject)
    }

    fn named(&self, name: &Arc<str>, value: &Value) -> NamedValue {
        let subject = match (value, value.origin()) {
            (Value::Tensor(tensor), Some(origin)) if tensor.ndim() > 0 => Some(WhyQuery::Whole(origin)),
            (_, Some(origin)) => Some(WhyQuery::Element(ElementRef { origin, index: Vec::new() })),
            (_, None) => None,
        };
        let known = subject.and_then(|subject| super::why(self.outcome, &subject));
        known.map_or_else(|| self.held(name, value), |why| why.subject)
    }

    fn held(&self, name: &Arc<str>, value: &Value) -> NamedValue {
        // A dict may hold all the weights of a model: of them no more is written than can be shown.
        let (text, is_whole) = value.beginning(LINES * MAX_LENGTH);
        let text = on_one_line(&text);
        let cut: String = text.chars().take(MAX_LENGTH).collect();
        let value = if cut.len() < text.len() || !is_whole { format!("{cut}…") } else { text };
        let held = NamedWhole { task: self.task.clone(), name: Arc::clone(name) };
        let (name, asked) = (name.to_string(), Some(WhyQuery::Named(held)));
        NamedValue { name, is_constant: false, place: String::new(), value: Some(value), asked }
    }
}

/// The names that some code takes from around it.
fn names_of(code: &[Statement]) -> impl Iterator<Item = Arc<str>> {
    let names = lang::names(code);
    names.uses.into_iter().map(|(name, _)| name)
}
