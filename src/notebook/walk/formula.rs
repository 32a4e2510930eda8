//! The formula of a step, read off the record: `scores = q · kᵀ ÷ √4`, with the tensors that it names and the elements of each
//! that make one element of the result.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::outline::is_shape_only;
use crate::lang::class::DATA_FIELD;
use crate::notebook::steps::last_name;
use crate::tensor::{Leaf, Node, Tape, Tensor, digits};

/// How many operations without a name of their own one formula joins.
const MOST_JOINED: usize = 4;
/// How many elements of one tensor are followed back.
const MOST_ELEMENTS: usize = 4096;

/// What a step computed, and from what.
#[derive(Clone, Debug, Default)]
pub struct StepFormula {
    /// The right side: `q · kᵀ`.
    pub text: String,
    /// The tensors that it names, in its order, each once; single numbers are left out.
    pub operands: Vec<StepOperand>,
}

/// Elements of a tensor, each by its index.
pub type Elements = BTreeSet<Vec<usize>>;

/// A tensor in a formula.
#[derive(Clone, Debug)]
pub struct StepOperand {
    /// What it is called there.
    pub name: Arc<str>,
    /// Its values.
    pub tensor: Tensor,
    /// The elements of it that make the asked element of the result.
    pub lit: Elements,
    /// The name of another cell's value, where it is one or a part of one.
    pub taken_from: Option<Arc<str>>,
}

impl StepFormula {
    /// The formula of a node of a record, and what makes these elements of its value; nothing where it was not computed.
    pub fn of(tape: &Tape, node: u32, elements: &Elements) -> Option<Self> {
        let computed = tape.nodes().get(node as usize).filter(|node| node.operation.leaf().is_none())?;
        let mut reader = FormulaReader { tape, operands: Vec::new(), left: MOST_JOINED };
        // What only changes the shape has no formula: it is the same numbers again.
        let piece = if is_shape_only(computed.operation.name()) {
            reader.input(computed, 0, elements)
        } else {
            reader.joined(computed, elements)
        };
        Some(Self { text: piece.text, operands: reader.operands })
    }
}

/// The elements of a node's value that these elements of a later node are made of; none where they are too many.
pub fn made_of(tape: &Tape, later: u32, elements: Elements, node: u32) -> Elements {
    let mut open = BTreeMap::from([(later, elements)]);
    // The later ones first: each is asked once, for all that is wanted of it.
    while let Some((number, elements)) = open.pop_last() {
        if number == node {
            return elements;
        }
        if elements.len() > MOST_ELEMENTS {
            return Elements::new();
        }
        let Some(here) = tape.nodes().get(number as usize) else { continue };
        for (place, input) in here.inputs.iter().enumerate() {
            let made_by = input.origin().filter(|origin| tape.node(*origin).is_some() && origin.node >= node);
            if let Some(origin) = made_by {
                open.entry(origin.node).or_default().extend(operands(tape, here, place, &elements));
            }
        }
    }
    Elements::new()
}

/// The elements of an input that these elements of the value are made of.
fn operands(tape: &Tape, node: &Node, input: usize, elements: &Elements) -> Elements {
    let Some(origin) = node.value.origin() else { return Elements::new() };
    let explained = elements.iter().filter_map(|index| tape.explain(origin, index));
    let operands = explained.flat_map(|explanation| explanation.operands());
    operands.filter(|operand| operand.input == input).map(|operand| operand.index).collect()
}

/// A piece of a formula, and how tightly it holds together: a sum needs brackets in a product, a product in a power.
struct Piece {
    text: String,
    binding: Binding,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Binding {
    Sum,
    Product,
    Whole,
}

struct FormulaReader<'t> {
    tape: &'t Tape,
    operands: Vec<StepOperand>,
    left: usize,
}

impl FormulaReader<'_> {
    /// A computed node by its operation.
    fn joined(&mut self, node: &Node, lit: &Elements) -> Piece {
        let pieces: Vec<Piece> = (0..node.inputs.len()).map(|input| self.input(node, input, lit)).collect();
        let operator = match node.operation.name() {
            "matmul" | "mul" | "einsum" | "dot" => Some((" · ", Binding::Product)),
            "div" => Some((" ÷ ", Binding::Product)),
            "add" => Some((" + ", Binding::Sum)),
            "sub" => Some((" − ", Binding::Sum)),
            _ => None,
        };
        match (operator, pieces.as_slice()) {
            (Some((sign, binding)), [left, right]) => {
                // What stands behind a minus or a division keeps its brackets.
                let tight = if sign == " − " || sign == " ÷ " { Binding::Whole } else { binding };
                let text = format!("{}{sign}{}", bracketed(left, binding), bracketed(right, tight));
                Piece { text, binding }
            }
            (_, pieces) => {
                let listed: Vec<&str> = pieces.iter().map(|piece| &*piece.text).collect();
                let text = format!("{}({})", node.operation.name(), listed.join(", "));
                Piece { text, binding: Binding::Whole }
            }
        }
    }

    /// One input of a node: by its name, or by what it was computed with, if that has none.
    fn input(&mut self, node: &Node, input: usize, lit: &Elements) -> Piece {
        let Some(tensor) = node.inputs.get(input) else { return whole(String::new()) };
        let lit = operands(self.tape, node, input, lit);
        let made_by = tensor.origin().and_then(|origin| self.tape.node(origin));
        let is_free = |made: &&Node| made.name.is_none() && made.operation.leaf().is_none();
        let joins = made_by.filter(is_free).filter(|made| !is_shape_only(made.operation.name()));
        if let Some(made) = joins.filter(|_| self.left > 0) {
            self.left -= 1;
            return self.joined(made, &lit);
        }
        let name = self.name(tensor, made_by).unwrap_or_else(|| parameter_name(node, input, tensor).to_owned());
        let taken_from = made_by.and_then(|made| taken_from(self.tape, made));
        self.operand(StepOperand { name: name.into(), tensor: tensor.clone(), lit, taken_from })
    }

    fn operand(&mut self, operand: StepOperand) -> Piece {
        let written = whole(operand.name.to_string());
        if operand.tensor.ndim() == 0 {
            return written;
        }
        let is_it =
            |known: &&mut StepOperand| known.tensor.origin() == operand.tensor.origin() && known.name == operand.name;
        match self.operands.iter_mut().find(is_it) {
            Some(known) => known.lit.extend(operand.lit),
            None => self.operands.push(operand),
        }
        written
    }

    /// The name of a tensor, or of what it only shows in another shape: `kᵀ`.
    fn name(&self, tensor: &Tensor, made_by: Option<&Node>) -> Option<String> {
        let mut turns = 0;
        for node in made_by.into_iter().flat_map(|made| behind_shapes(self.tape, made)) {
            if let Some(name) = own_name(node) {
                return Some(format!("{name}{}", if turns % 2 == 1 { "ᵀ" } else { "" }));
            }
            if node.name.as_deref() == Some(DATA_FIELD) {
                return None;
            }
            turns += usize::from(node.operation.name() == "transpose");
        }
        Some(if tensor.ndim() == 0 { number_text(tensor) } else { tensor.shape_text() })
    }
}

/// The last part of a node's name, or what it was taken over as.
fn own_name(node: &Node) -> Option<String> {
    let name = node.name.as_deref().filter(|name| *name != DATA_FIELD).or_else(|| match node.operation.leaf()? {
        Leaf::Outer(name) | Leaf::Given(name) | Leaf::Part { of: name, .. } => {
            Some(&**name).filter(|name| !name.is_empty())
        }
        _ => None,
    })?;
    // An expression of the code is no path: `sqrt(K.shape[1])`.
    let is_path = name.chars().all(|letter| letter.is_alphanumeric() || matches!(letter, '_' | '.'));
    Some(if is_path { last_name(name) } else { name }.to_owned())
}

/// The name of the other cell's value that a node takes over, or shows in another shape.
fn taken_from(tape: &Tape, made: &Node) -> Option<Arc<str>> {
    behind_shapes(tape, made).find_map(|node| match node.operation.leaf()? {
        Leaf::Outer(name) | Leaf::Part { of: name, .. } => Some(Arc::clone(name)),
        _ => None,
    })
}

/// A node, and what it only shows in another shape, one after the other.
pub(super) fn behind_shapes<'t>(tape: &'t Tape, made: &'t Node) -> impl Iterator<Item = &'t Node> {
    std::iter::successors(Some(made), |node| {
        let input = node.inputs.first().filter(|_| is_shape_only(node.operation.name()));
        input.and_then(Tensor::origin).and_then(|origin| tape.node(origin))
    })
}

/// What modules call the parameter at this input: it was made without a name.
fn parameter_name(node: &Node, input: usize, tensor: &Tensor) -> &'static str {
    let is_weight = if node.operation.name() == "layer_norm" { input == 1 } else { tensor.ndim() > 1 };
    if is_weight { "weight" } else { "bias" }
}

fn number_text(tensor: &Tensor) -> String {
    let number = |value: f64| if value.fract() == 0.0 { digits::exact(value) } else { digits::real(value) };
    tensor.to_vec().first().copied().map_or_else(String::new, number)
}

fn whole(text: String) -> Piece {
    Piece { text, binding: Binding::Whole }
}

fn bracketed(piece: &Piece, least: Binding) -> String {
    if piece.binding < least { format!("({})", piece.text) } else { piece.text.clone() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tensor::tape;

    fn named(name: &str, rows: usize, columns: usize) -> Tensor {
        let numbers = (0..rows * columns).map(|at| at as f32 + 1.0).collect();
        let made = tape::leaf(Tensor::from_f32(&[rows, columns], numbers).unwrap(), Leaf::Literal);
        tape::name(&made, name);
        made
    }

    /// The formula, and each operand with what is lit of it.
    fn written(tape: &Tape, node: &Tensor, index: &[usize]) -> (String, Vec<(String, Elements)>) {
        let formula = StepFormula::of(tape, node.origin().unwrap().node, &Elements::from([index.to_vec()])).unwrap();
        let operand = |operand: &StepOperand| (operand.name.to_string(), operand.lit.clone());
        (formula.text.clone(), formula.operands.iter().map(operand).collect())
    }

    /// What attention does, with names as a learner gives them.
    fn scores() -> (Tensor, Tape) {
        tape::record(|| {
            let [q, k] = ["q", "k"].map(|name| named(name, 2, 3));
            let scores = q.matmul(&k.transpose(0, 1).unwrap()).unwrap().div(&Tensor::number(2.0)).unwrap();
            tape::name(&scores, "scores");
            scores
        })
    }

    #[test]
    fn a_product_is_made_of_a_row_and_a_column() {
        let (scores, tape) = scores();
        let (text, operands) = written(&tape, &scores, &[1, 0]);
        assert_eq!(text, "q · kᵀ ÷ 2");
        let row = Elements::from([vec![1, 0], vec![1, 1], vec![1, 2]]);
        let column = Elements::from([vec![0, 0], vec![1, 0], vec![2, 0]]);
        assert_eq!(operands, [("q".to_owned(), row), ("kᵀ".to_owned(), column)]);
    }

    #[test]
    fn a_sum_in_a_product_has_brackets_and_a_product_in_a_sum_has_none() {
        let (values, tape) = tape::record(|| {
            let [a, b] = ["a", "b"].map(|name| named(name, 2, 2));
            let outer = a.add(&b).unwrap().mul(&b).unwrap();
            let inner = a.mul(&b).unwrap().add(&b).unwrap();
            let twice = a.sub(&b.sub(&a).unwrap()).unwrap();
            [outer, inner, twice]
        });
        let text = |at: usize| written(&tape, &values[at], &[0, 0]).0;
        assert_eq!([text(0), text(1), text(2)], ["(a + b) · b", "a · b + b", "a − (b − a)"]);
    }

    #[test]
    fn elements_are_followed_back_over_many_steps() {
        let (scores, tape) = scores();
        let (later, q) = (scores.origin().unwrap().node, tape.named("q").unwrap().value.origin().unwrap().node);
        let elements = made_of(&tape, later, Elements::from([vec![1, 0]]), q);
        assert_eq!(elements.into_iter().collect::<Vec<_>>(), [[1, 0], [1, 1], [1, 2]]);
        assert!(
            made_of(&tape, q, Elements::from([vec![1, 0]]), later).is_empty(),
            "nothing is made of what comes later"
        );
    }
}
