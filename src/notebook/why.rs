//! Why a number of the page is what it is: an explanation whose operands are elements of the page, each of which can be asked
//! in its turn, down to what somebody typed.
//!
//! A cell's record ends where the cell ends: what it took from other cells stands in it by name, as computed elsewhere. Here
//! those ends are tied together: such a name is looked up where the page defines it now, so a chain of reasons runs through all cells.
//! Steps that only move a number (a transpose, a slice) and have no name of their own are passed over.
//!
//! Not all that a number comes from is a number: a length is counted, a row is chosen by a word. There the chain goes on with
//! the names that the code reads at that place (`provenance`), until a text that was typed or a literal.

mod first_nan;
pub mod gradient;
mod note;
mod provenance;
#[cfg(test)]
mod tests;
mod uses;

use std::sync::Arc;

pub use first_nan::{Among, FirstNan, NanCause, first_nan};
pub use gradient::{Gradient, GradientOutput};
pub use note::WhyNote;
pub use provenance::NamedWhole;
pub use uses::{DependentNumber, DependentValue, Uses, uses};

use gradient::GradientNote;

use crate::lang::Value;
use crate::notebook::evaluate::{EvaluationOutcome, EvaluationTask, TaskReport, TaskRun, TaskState};
use crate::notebook::lesson::BlockId;
use crate::notebook::veils::VEIL;
use crate::tensor::{Axis, Explanation, Expr, Leaf, Node, Origin, Tensor, digits};

/// How many steps may lie between two numbers that are shown: more would be a circle.
const MAX_HOPS: usize = 256;

/// One element of one value of the page.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ElementRef {
    /// What made the value.
    pub origin: Origin,
    /// Which element of it.
    pub index: Vec<usize>,
}

/// What can be asked why.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum WhyQuery {
    /// A number.
    Element(ElementRef),
    /// A tensor as a whole, of which only the shape counts.
    Whole(Origin),
    /// What is no number: a text, a list of words.
    Named(NamedWhole),
}

/// A number or a value as a reader knows it.
#[derive(Clone, Debug, PartialEq)]
pub struct NamedValue {
    /// What the value is called: its name, or the expression that made it; of a constant the operation.
    pub name: String,
    /// Whether it is a number of an operation, such as what a mask puts in, and no value of the page.
    pub is_constant: bool,
    /// Which element: `query sat reads key cat`, or empty for a single number.
    pub place: String,
    /// Its value as it is printed; none where a gradient is asked for and there is none.
    pub value: Option<String>,
    /// What it is to those who ask on; none for a number that belongs to the operation itself.
    pub asked: Option<WhyQuery>,
}

impl NamedValue {
    /// The element, if it is one.
    pub fn element(&self) -> Option<&ElementRef> {
        match &self.asked {
            Some(WhyQuery::Element(element)) => Some(element),
            _ => None,
        }
    }

    /// Whether a question hides the value.
    pub fn is_hidden(&self) -> bool {
        self.value.as_deref() == Some(VEIL)
    }
}

/// Why one element is what it is.
#[derive(Clone, Debug, PartialEq)]
pub struct WhyAnswer {
    /// The element itself.
    pub subject: NamedValue,
    /// The shape of the value it belongs to, `[query 6, key 6]`, or what kind of value it is.
    pub shape: String,
    /// The formulas.
    pub explanation: Explanation,
    /// What is said of it beside them.
    pub note: Option<WhyNote>,
    /// What it is made of, in the order of the formula; each number once.
    pub operands: Vec<NamedValue>,
    /// What the code reads there besides: the words that choose a row, the list whose length is taken.
    pub reads: Vec<NamedValue>,
    /// Where in which block it was made.
    pub made_in: Option<SourceExpression>,
}

impl WhyAnswer {
    /// All ways down: operands, then what is read.
    pub fn ways(&self) -> impl Iterator<Item = &NamedValue> {
        self.operands.iter().chain(&self.reads)
    }

    /// Whether it shows how the number was calculated: it was not only typed or copied, and no question hides what it is made of.
    pub fn shows_calculation(&self) -> bool {
        let formula = self.explanation.textbook.as_ref();
        let is_calculated = formula.is_some_and(|formula| !matches!(formula, Expr::Element(_) | Expr::Exact(_)));
        is_calculated && !self.operands.iter().any(NamedValue::is_hidden)
    }
}

/// The expression that made a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceExpression {
    /// The block.
    pub block: BlockId,
    /// The expression, on one line.
    pub text: String,
    /// The line of the block's source, from 1.
    pub line: usize,
}

/// The element of a value that the page shows, when the value was made under a record.
pub fn element(tensor: &Tensor, index: &[usize]) -> Option<ElementRef> {
    Some(ElementRef { origin: tensor.origin()?, index: index.to_vec() })
}

/// Why something is what it is; `None` when the page no longer knows how it was made.
pub fn why(outcome: &EvaluationOutcome, subject: &WhyQuery) -> Option<WhyAnswer> {
    match subject {
        WhyQuery::Element(element) => why_element(outcome, element),
        WhyQuery::Whole(origin) => why_whole(outcome, *origin),
        WhyQuery::Named(held) => provenance::why(outcome, held),
    }
}

/// Why an element is what it is.
pub fn why_element(outcome: &EvaluationOutcome, element: &ElementRef) -> Option<WhyAnswer> {
    let found = resolve(outcome, element)?;
    let explanation = found.run.tape.explain(found.element.origin, &found.element.index)?;
    let operands = explanation.operands();
    let operands = operands.iter().map(|operand| {
        let input = &found.node.inputs[operand.input];
        named(outcome, input, &operand.index).unwrap_or_else(|| NamedValue {
            name: found.node.operation.name().to_owned(),
            is_constant: true,
            place: place_text(input.axes(), &operand.index),
            value: Some(operand.text()),
            asked: None,
        })
    });
    let operands: Vec<NamedValue> = operands.collect();
    let reads = found.reads(outcome);
    Some(WhyAnswer {
        note: note_of(found.node, &explanation),
        subject: found.named(outcome),
        shape: found.shape(outcome),
        operands,
        reads,
        made_in: found.source(outcome),
        explanation,
    })
}

/// Where a tensor as a whole comes from: its shape is that of what it was made of.
fn why_whole(outcome: &EvaluationOutcome, origin: Origin) -> Option<WhyAnswer> {
    let found = whole(outcome, origin)?;
    let node = found.node;
    let mut operands: Vec<NamedValue> = Vec::new();
    for input in node.inputs.iter().filter_map(Tensor::origin).filter_map(|origin| whole(outcome, origin)) {
        let input = input.named_whole(outcome);
        if !operands.contains(&input) {
            operands.push(input);
        }
    }
    let shape = found.shape(outcome);
    let note = node.operation.leaf().map_or_else(|| WhyNote::Whole(shape.clone()), source);
    let explanation = Explanation {
        operation: node.operation.name().to_owned(),
        value: f64::NAN,
        is_real: false,
        textbook: None,
        computed: None,
        remark: None,
        leaf: node.operation.leaf().cloned(),
    };
    let (subject, reads, made_in) = (found.named_whole(outcome), found.reads(outcome), found.source(outcome));
    Some(WhyAnswer { subject, shape, explanation, note: Some(note), operands, reads, made_in })
}

/// What is said of an element: where it comes from, how a gradient comes about, or what its operation adds.
fn note_of(node: &Node, explanation: &Explanation) -> Option<WhyNote> {
    let gradient = node.operation.gradient_of().map(|_| {
        let is_still = explanation.value == 0.0 && explanation.operands().is_empty();
        WhyNote::Slope(match is_still {
            // It is what backward() began with.
            false if node.inputs.is_empty() => GradientNote::Output,
            true => GradientNote::Still,
            false => GradientNote::ChainRule,
        })
    });
    let remark = || explanation.remark.clone().map(WhyNote::Operation);
    explanation.leaf.as_ref().map(source).or(gradient).or_else(remark)
}

/// Where a leaf comes from: an expression that names nothing of the page was written out, as a number is.
fn source(leaf: &Leaf) -> WhyNote {
    match leaf {
        Leaf::Given(text) if provenance::is_plain(text) => WhyNote::Source(Leaf::Literal),
        _ => WhyNote::Source(leaf.clone()),
    }
}

/// A node of the page's records.
struct RecordedNode<'a> {
    task: &'a EvaluationTask,
    run: &'a TaskRun,
    node: &'a Node,
    element: ElementRef,
    /// What it was called where it was used: `layer.weight` for a parameter that was made without a name.
    alias: Option<&'a Arc<str>>,
}

/// The step that made an element, whatever it is.
fn found<'a>(outcome: &'a EvaluationOutcome, element: &ElementRef) -> Option<RecordedNode<'a>> {
    let (task, run) = run_of(outcome, element.origin)?;
    let node = run.tape.node(element.origin)?;
    Some(RecordedNode { task, run, node, element: element.clone(), alias: None })
}

/// The step that a reader wants to see for an element: names of other cells are looked up, mere moves without a name are passed over.
fn resolve<'a>(outcome: &'a EvaluationOutcome, element: &ElementRef) -> Option<RecordedNode<'a>> {
    let mut element = element.clone();
    let mut alias = None;
    for _ in 0..MAX_HOPS {
        let here = found(outcome, &element)?;
        alias = match next(outcome, here.run, here.node, &element) {
            Some(further) => {
                element = further;
                here.node.name.as_ref().or(alias)
            }
            None => return Some(RecordedNode { alias, ..here }),
        };
    }
    None
}

/// The step that made a tensor, looked up where the page defines it.
fn whole(outcome: &EvaluationOutcome, origin: Origin) -> Option<RecordedNode<'_>> {
    let mut origin = origin;
    let mut alias = None;
    for _ in 0..MAX_HOPS {
        let (task, run) = run_of(outcome, origin)?;
        let node = run.tape.node(origin)?;
        match elsewhere(outcome, node) {
            Some(further) if further != origin => origin = further,
            _ => {
                return Some(RecordedNode {
                    task,
                    run,
                    node,
                    element: ElementRef { origin, index: Vec::new() },
                    alias,
                });
            }
        }
        alias = node.name.as_ref().or(alias);
    }
    None
}

fn next(outcome: &EvaluationOutcome, run: &TaskRun, node: &Node, element: &ElementRef) -> Option<ElementRef> {
    if node.operation.leaf().is_some() {
        let further = elsewhere(outcome, node).filter(|further| *further != element.origin)?;
        let further = ElementRef { origin: further, index: element.index.clone() };
        // An old value was made of what its cell took over then, whatever the page has there now.
        let is_same =
            found(outcome, &further).is_some_and(|there| same_element(&there.node.value, node, &element.index));
        return is_same.then_some(further);
    }
    if node.name.is_some() {
        return None;
    }
    let Some(Expr::Element(operand)) = run.tape.explain(element.origin, &element.index)?.textbook else {
        return None;
    };
    let origin = node.inputs.get(operand.input)?.origin()?;
    Some(ElementRef { origin, index: operand.index })
}

/// Where a value that was taken over was made: what its name means on the page now.
fn elsewhere(outcome: &EvaluationOutcome, node: &Node) -> Option<Origin> {
    match node.operation.leaf()? {
        Leaf::Outer(name) => match &outcome.definition(name)?.1.value {
            Value::Tensor(tensor) if tensor.now().shape() != node.value.shape() => None,
            value => value.origin(),
        },
        Leaf::Part { origin, .. } if run_of(outcome, *origin).is_some() => Some(*origin),
        Leaf::Part { origin, .. } => twin(outcome, *origin, &node.value),
        _ => None,
    }
}

/// The step that stands for one of a record that is gone: its cell ran again and came to the same values, most often by the same
/// steps.
fn twin(outcome: &EvaluationOutcome, lost: Origin, value: &Tensor) -> Option<Origin> {
    let runs = || outcome.reports().iter().filter(|(task, _)| matches!(task, EvaluationTask::Cell(_)));
    let records = || runs().filter_map(|(_, report)| Some(&report.run.as_deref()?.tape));
    let is_same = |node: &&Node| !is_taken_over(node) && node.value.same_bits(value);
    let at_same_place = records().filter_map(|record| record.nodes().get(lost.node as usize)).find(is_same);
    let anywhere = || records().flat_map(|record| record.nodes()).find(is_same);
    at_same_place.or_else(anywhere)?.value.origin()
}

/// What a step brings into its record from others: the origin under which the record knows it, and where the page has it now. A
/// function that was defined in another cell brings its own values along.
fn enters<'a>(
    outcome: &'a EvaluationOutcome,
    run: &'a TaskRun,
    node: &'a Node,
) -> impl Iterator<Item = (Origin, Origin)> + 'a {
    let is_outside = |origin: &Origin| origin.tape != run.tape.id();
    let taken = is_taken_over(node).then(|| node.value.origin().zip(elsewhere(outcome, node))).flatten();
    let brought = node.inputs.iter().filter_map(move |input| {
        let origin = input.origin().filter(is_outside)?;
        let is_known = run_of(outcome, origin).is_some();
        Some((origin, if is_known { origin } else { twin(outcome, origin, input)? }))
    });
    taken.into_iter().chain(brought).filter(move |(_, from)| is_outside(from))
}

fn is_taken_over(node: &Node) -> bool {
    matches!(node.operation.leaf(), Some(Leaf::Outer(_) | Leaf::Part { .. }))
}

fn run_of(outcome: &EvaluationOutcome, origin: Origin) -> Option<(&EvaluationTask, &TaskRun)> {
    let runs = outcome.reports().iter().filter_map(|(task, report)| Some((task, report.run.as_deref()?)));
    runs.into_iter().find(|(_, run)| run.tape.id() == origin.tape)
}

/// An operand as a reader knows it: where it stands on the page, or at least its value.
fn named(outcome: &EvaluationOutcome, tensor: &Tensor, index: &[usize]) -> Option<NamedValue> {
    let element = element(tensor, index)?;
    Some(resolve(outcome, &element)?.named(outcome))
}

impl RecordedNode<'_> {
    /// The name that the page binds the value to, or the one that the record gave it.
    fn bound<'b>(&self, outcome: &'b EvaluationOutcome) -> Option<(&'b Arc<str>, &'b Value)> {
        let run = outcome.report(self.task).run.as_ref()?;
        run.values
            .iter()
            .find(|(_, binding)| binding.value.origin() == Some(self.element.origin))
            .map(|(name, binding)| (name, &binding.value))
    }

    fn axes(&self, outcome: &EvaluationOutcome) -> Vec<Axis> {
        match self.bound(outcome) {
            Some((_, Value::Tensor(tensor))) => tensor.now().axes().to_vec(),
            _ => self.node.value.axes().to_vec(),
        }
    }

    fn shape(&self, outcome: &EvaluationOutcome) -> String {
        if self.node.value.ndim() == 0 {
            return String::new();
        }
        self.node.value.clone().with_axes(self.axes(outcome)).shape_text()
    }

    fn name(&self, outcome: &EvaluationOutcome) -> String {
        self.given_name(outcome)
            .or_else(|| self.gradient_name(outcome))
            .or_else(|| self.snippet())
            .unwrap_or_else(|| self.node.operation.name().to_owned())
    }

    /// The name that the page, the record or the cell that it was taken from gave it.
    fn given_name(&self, outcome: &EvaluationOutcome) -> Option<String> {
        let bound = self.bound(outcome).map(|(name, _)| name.to_string());
        let recorded = || self.node.name.as_ref().or(self.alias).map(ToString::to_string);
        // What its cell took over then, and the page has no more.
        let taken = || match self.node.operation.leaf()? {
            Leaf::Outer(name) => Some(name.to_string()),
            Leaf::Part { of, .. } => Some(of.to_string()),
            _ => None,
        };
        bound.or_else(recorded).or_else(taken)
    }

    /// A gradient as code reads it: the name of the step whose gradient it is, and `.grad`.
    fn gradient_name(&self, outcome: &EvaluationOutcome) -> Option<String> {
        let mut of = self.node.operation.gradient_of()?;
        // Gradients of gradients without names can be many.
        for grads in 1..=MAX_HOPS {
            let made = found(outcome, &ElementRef { origin: of, index: Vec::new() })?;
            let given = made.given_name(outcome);
            let Some(further) = made.node.operation.gradient_of().filter(|_| given.is_none()) else {
                let name = given.unwrap_or_else(|| made.name(outcome));
                return Some(format!("{}{}", as_object(&name), ".grad".repeat(grads)));
            };
            of = further;
        }
        None
    }

    fn named(&self, outcome: &EvaluationOutcome) -> NamedValue {
        let (tensor, index) = (&self.node.value, &self.element.index);
        NamedValue {
            name: self.name(outcome),
            is_constant: false,
            place: place_text(&self.axes(outcome), index),
            value: Some(digits::of_type(tensor.at(index), tensor.dtype())),
            asked: Some(WhyQuery::Element(self.element.clone())),
        }
    }

    fn named_whole(&self, outcome: &EvaluationOutcome) -> NamedValue {
        NamedValue {
            name: self.name(outcome),
            is_constant: false,
            place: String::new(),
            value: Some(self.shape(outcome)),
            asked: Some(WhyQuery::Whole(self.element.origin)),
        }
    }

    /// The expression that made it, as it stands in the source of its cell.
    fn expression(&self) -> Option<&str> {
        let place = self.node.place?;
        self.run.source.get(place.start as usize..place.end as usize).filter(|text| !text.is_empty())
    }

    /// The expression as a name; of a step on the way to its value the operation as well: `masked_fill in shares(row)`.
    fn snippet(&self) -> Option<String> {
        let text = on_one_line(expression(self.run, self.node)?);
        Some(if self.is_on_the_way() { format!("{} in {text}", self.node.operation.name()) } else { text })
    }

    /// Whether another step of the same expression reads this one: a module takes several, and all have its call as their place.
    fn is_on_the_way(&self) -> bool {
        let origin = self.element.origin;
        let later = self.run.tape.nodes().iter().skip(origin.node as usize + 1);
        let mut same = later.take_while(|step| (step.place, &step.inner) == (self.node.place, &self.node.inner));
        same.any(|step| step.inputs.iter().any(|input| input.origin() == Some(origin)))
    }

    fn source(&self, outcome: &EvaluationOutcome) -> Option<SourceExpression> {
        SourceExpression::of(outcome, self.task.block(), self.run, self.node)
    }

    /// What the code reads where this was made: for a number that was counted everything, else what is no number.
    fn reads(&self, outcome: &EvaluationOutcome) -> Vec<NamedValue> {
        match self.node.operation.leaf() {
            Some(Leaf::Control(_) | Leaf::Random) => Vec::new(),
            Some(_) => provenance::reads(outcome, self, &|_| true),
            None => provenance::reads(outcome, self, &provenance::is_text),
        }
    }
}

impl SourceExpression {
    /// The expression of a block's run that made what this node of its record holds. It may stand in a function of another block.
    pub fn of(outcome: &EvaluationOutcome, block: &BlockId, run: &TaskRun, node: &Node) -> Option<Self> {
        let text = on_one_line(expression(run, node)?);
        let inner = node.inner.as_ref().and_then(|inner| Some((home(outcome, &inner.source)?, inner)));
        let (block, source, place) = match inner {
            Some((home, inner)) => (home, &inner.source, inner.place),
            None => (block, &run.source, node.place?),
        };
        let line = source.get(..place.start as usize)?.matches('\n').count() + 1;
        Some(Self { block: Arc::clone(block), text, line })
    }
}

/// Whether an element of a value is the one that a step took over.
fn same_element(value: &Tensor, taken: &Node, index: &[usize]) -> bool {
    is_inside(value, index)
        && is_inside(&taken.value, index)
        && value.at(index).to_bits() == taken.value.at(index).to_bits()
}

/// How the cell stands that made what is at an origin, where the page still knows it: any state but [`TaskState::Ok`] makes it an old
/// value.
pub fn standing(outcome: &EvaluationOutcome, origin: Origin) -> Option<(&BlockId, &TaskState)> {
    let (task, _) = run_of(outcome, origin)?;
    Some((task.block(), &outcome.report(task).state))
}

/// Whether a tensor has such an element.
fn is_inside(tensor: &Tensor, index: &[usize]) -> bool {
    index.len() == tensor.ndim() && index.iter().zip(tensor.shape()).all(|(at, size)| at < size)
}

/// The expression that made what a node holds: the innermost that is known.
fn expression<'a>(run: &'a TaskRun, node: &'a Node) -> Option<&'a str> {
    let (source, place) = match &node.inner {
        Some(inner) => (&inner.source, inner.place),
        None => (&run.source, node.place?),
    };
    source.get(place.start as usize..place.end as usize).filter(|text| !text.is_empty())
}

/// The block with this text.
fn home<'o>(outcome: &'o EvaluationOutcome, source: &Arc<str>) -> Option<&'o BlockId> {
    let of_text = |report: &TaskReport| report.run.as_ref().is_some_and(|run| run.source == *source);
    outcome.reports().iter().find(|(_, report)| of_text(report)).map(|(task, _)| task.block())
}

/// An expression as it stands before a dot: in brackets, unless it is a name.
fn as_object(expression: &str) -> String {
    let is_name = expression.chars().all(|character| character.is_alphanumeric() || matches!(character, '_' | '.'))
        && expression.starts_with(|character: char| !character.is_ascii_digit());
    if is_name { expression.to_owned() } else { format!("({expression})") }
}

fn on_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Which element of a tensor, in words: `query sat, key cat`; `2, 1` where nothing is known about the axes.
pub fn place_text(axes: &[Axis], index: &[usize]) -> String {
    let one = |(axis, &place): (&Axis, &usize)| {
        let label = axis.place(place).unwrap_or_else(|| place.to_string());
        axis.name.as_ref().map_or_else(|| label.clone(), |name| format!("{name} {label}"))
    };
    index
        .iter()
        .enumerate()
        .map(|(at, place)| one((axes.get(at).unwrap_or(&Axis::default()), place)))
        .collect::<Vec<_>>()
        .join(", ")
}
