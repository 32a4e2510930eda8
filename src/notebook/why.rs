//! Why a number of the page is what it is: an explanation whose operands are elements of the page, each of which can be asked
//! in its turn, down to what somebody typed.
//!
//! A cell's record ends where the cell ends: what it took from other cells stands in it by name, as computed elsewhere. Here
//! those ends are tied together: such a name is looked up where the page defines it now, so a chain of reasons runs through all cells.
//! Steps that only move a number (a transpose, a slice) and have no name of their own are passed over.

mod birth;

use std::sync::Arc;

pub use birth::birth;

use crate::lang::Value;
use crate::notebook::evaluate::{Outcome, Run, Task};
use crate::notebook::lesson::BlockId;
use crate::tensor::{Axis, Explanation, Expr, Leaf, Node, Origin, Tensor};

/// How many steps may lie between two numbers that are shown: more would be a circle.
const MOST_HOPS: usize = 256;

/// One element of one value of the page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Element {
    /// What made the value.
    pub origin: Origin,
    /// Which element of it.
    pub index: Vec<usize>,
}

/// An element as a reader knows it.
#[derive(Clone, Debug, PartialEq)]
pub struct Named {
    /// What the value is called: its name, or the expression that made it.
    pub name: String,
    /// Which element: `query sat reads key cat`, or empty for a single number.
    pub place: String,
    /// Its value as it is printed.
    pub value: String,
    /// The element, when it can be asked why.
    pub element: Option<Element>,
}

/// Why one element is what it is.
#[derive(Clone, Debug, PartialEq)]
pub struct Why {
    /// The element itself.
    pub subject: Named,
    /// The shape of the value it belongs to: `[query 6, key 6]`.
    pub shape: String,
    /// The formulas.
    pub explanation: Explanation,
    /// What it is made of, in the order of the formula; each number once.
    pub operands: Vec<Named>,
    /// Where in which block it was made.
    pub made_in: Option<Source>,
}

/// The expression that made a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// The block.
    pub block: BlockId,
    /// The expression, on one line.
    pub text: String,
    /// The line of the block's source, from 1.
    pub line: usize,
}

/// The element of a value that the page shows, when the value was made under a record.
pub fn element(tensor: &Tensor, index: &[usize]) -> Option<Element> {
    Some(Element { origin: tensor.origin()?, index: index.to_vec() })
}

/// Why an element is what it is; `None` when the page no longer knows how it was made.
pub fn why(outcome: &Outcome, element: &Element) -> Option<Why> {
    let found = resolve(outcome, element)?;
    let explanation = found.run.record.explain(found.element.origin, &found.element.index)?;
    let operands = explanation.operands();
    let operands = operands.iter().map(|operand| {
        let input = &found.node.inputs[operand.input];
        named(outcome, input, &operand.index).unwrap_or_else(|| Named {
            name: "a number".to_owned(),
            place: place_text(input.axes(), &operand.index),
            value: operand.text(),
            element: None,
        })
    });
    Some(Why {
        subject: found.named(outcome),
        shape: found.shape(outcome),
        operands: operands.collect(),
        made_in: found.source(),
        explanation,
    })
}

/// A node of the page's records.
struct Found<'a> {
    task: &'a Task,
    run: &'a Run,
    node: &'a Node,
    element: Element,
}

/// The step that a reader wants to see for an element: names of other cells are looked up, mere moves without a name are passed over.
fn resolve<'a>(outcome: &'a Outcome, element: &Element) -> Option<Found<'a>> {
    let mut element = element.clone();
    for _ in 0..MOST_HOPS {
        let (task, run) = run_of(outcome, element.origin)?;
        let node = run.record.node(element.origin)?;
        match next(outcome, run, node, &element) {
            Some(further) => element = further,
            None => return Some(Found { task, run, node, element }),
        }
    }
    None
}

fn next(outcome: &Outcome, run: &Run, node: &Node, element: &Element) -> Option<Element> {
    if let Some(Leaf::Outer(name)) = node.operation.leaf() {
        let (_, binding) = outcome.definition(name)?;
        let further = binding.value.origin()?;
        return (further != element.origin).then(|| Element { origin: further, index: element.index.clone() });
    }
    if node.name.is_some() {
        return None;
    }
    let Some(Expr::Element(operand)) = run.record.explain(element.origin, &element.index)?.textbook else {
        return None;
    };
    let origin = node.inputs.get(operand.input)?.origin()?;
    Some(Element { origin, index: operand.index })
}

fn run_of(outcome: &Outcome, origin: Origin) -> Option<(&Task, &Run)> {
    let runs = outcome.reports().iter().filter_map(|(task, report)| Some((task, report.run.as_deref()?)));
    runs.into_iter().find(|(_, run)| run.record.id() == origin.record)
}

/// An operand as a reader knows it: where it stands on the page, or at least its value.
fn named(outcome: &Outcome, tensor: &Tensor, index: &[usize]) -> Option<Named> {
    let element = element(tensor, index)?;
    Some(resolve(outcome, &element)?.named(outcome))
}

impl Found<'_> {
    /// The name that the page binds the value to, or the one that the record gave it.
    fn bound<'b>(&self, outcome: &'b Outcome) -> Option<(&'b Arc<str>, &'b Value)> {
        let run = outcome.report(self.task).run.as_ref()?;
        run.values
            .iter()
            .find(|(_, binding)| binding.value.origin() == Some(self.element.origin))
            .map(|(name, binding)| (name, &binding.value))
    }

    fn axes(&self, outcome: &Outcome) -> Vec<Axis> {
        match self.bound(outcome) {
            Some((_, Value::Tensor(tensor))) => tensor.axes().to_vec(),
            _ => self.node.value.axes().to_vec(),
        }
    }

    fn shape(&self, outcome: &Outcome) -> String {
        self.node.value.clone().with_axes(self.axes(outcome)).shape_text()
    }

    fn named(&self, outcome: &Outcome) -> Named {
        let bound = self.bound(outcome).map(|(name, _)| name.to_string());
        let recorded = self.node.name.as_ref().map(ToString::to_string);
        let name =
            bound.or(recorded).or_else(|| self.snippet()).unwrap_or_else(|| self.node.operation.name().to_owned());
        let explanation = self.run.record.explain(self.element.origin, &self.element.index);
        Named {
            name,
            place: place_text(&self.axes(outcome), &self.element.index),
            value: explanation.map(|explanation| explanation.value_text()).unwrap_or_default(),
            element: Some(self.element.clone()),
        }
    }

    fn snippet(&self) -> Option<String> {
        let place = self.node.place?;
        let text = self.run.source.get(place.start as usize..place.end as usize)?;
        Some(text.split_whitespace().collect::<Vec<_>>().join(" "))
    }

    fn source(&self) -> Option<Source> {
        let place = self.node.place?;
        let line = self.run.source.get(..place.start as usize)?.matches('\n').count() + 1;
        Some(Source { block: Arc::clone(self.task.block()), text: self.snippet()?, line })
    }
}

/// Which element of a tensor, in words: `query sat, key cat`; `2, 1` where nothing is known about the axes.
pub fn place_text(axes: &[Axis], index: &[usize]) -> String {
    let one = |(axis, &place): (&Axis, &usize)| {
        let label = axis.label(place).map_or_else(|| place.to_string(), ToOwned::to_owned);
        axis.name.as_ref().map_or_else(|| label.clone(), |name| format!("{name} {label}"))
    };
    index
        .iter()
        .enumerate()
        .map(|(at, place)| one((axes.get(at).unwrap_or(&Axis::default()), place)))
        .collect::<Vec<_>>()
        .join(", ")
}
