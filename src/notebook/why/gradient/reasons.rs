//! Why a gradient is what it is: by the chain rule, from the gradients of everything that reads the number.

use super::{Gradient, step};
use crate::notebook::evaluate::EvaluationOutcome;
use crate::notebook::why::{
    ElementRef, NamedValue, RecordedNode, WhyAnswer, WhyNote, WhyQuery, found, is_taken_over, provenance, uses,
};
use crate::tensor::ops::gradient::{
    MAX_TERMS, PartialDerivative, ReaderView, TermSearch, chain_rule_term, is_one, sum_of,
};
use crate::tensor::{DType, Explanation, Expr, Leaf, Node, Operand, Origin, digits};

/// Why a number has no gradient.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Without {
    /// It is a whole number.
    Whole,
    /// It is true or false.
    Truth,
    /// It is a text.
    Text,
    /// The output is not made from it.
    Apart,
    /// No formula leads from it to the output, but the output is made with something that code counted or took out of a tensor.
    Counted(String),
    /// The output is made from it by a step that moves in jumps, which is named.
    Jump(String),
    /// The output is made from a copy of it.
    Copied,
    /// PyTorch does not differentiate an operation by which the output is made from it, which is named.
    Underivable(&'static str),
}

/// What is said of a gradient beside its formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GradientNote {
    /// It is how fast the output moves with what reads the number, times how fast that moves with it.
    ChainRule,
    /// It is that of the output with respect to itself.
    Output,
    /// The number stands beside the output, and does not move it.
    Beside,
    /// What reads the number does not move with it, or does not move the output.
    Still,
    /// There is none, and this is why.
    None(Without),
    /// Only numbers have one, and this is a value as a whole.
    Whole,
}

impl Without {
    /// What a dtype alone says.
    pub fn of_dtype(dtype: DType) -> Option<Self> {
        match dtype {
            DType::F16 | DType::BF16 | DType::F32 | DType::F64 | DType::C64 => None,
            DType::Bool => Some(Self::Truth),
            DType::I64 | DType::I32 | DType::U8 => Some(Self::Whole),
        }
    }
}

/// Why an element has no gradient; `None` where it has one.
pub fn without(outcome: &EvaluationOutcome, gradient: &Gradient, element: &ElementRef) -> Option<Without> {
    let (_, node) = step(outcome, element.origin)?;
    if let Some(without) = Without::of_dtype(node.value.dtype()) {
        return Some(without);
    }
    if let Some(operation) = gradient.underivable(element.origin) {
        return Some(Without::Underivable(operation));
    }
    if gradient.at(element.origin).is_some() {
        return None;
    }
    let way = uses::way(outcome, element, &gradient.output);
    if way.is_empty() {
        let behind = uses::behind(outcome, &gradient.output);
        let counted = behind.into_iter().find_map(|node| match node.operation.leaf()? {
            Leaf::Given(text) if !text.is_empty() && !provenance::is_plain(text) => Some(text.to_string()),
            _ => None,
        });
        return Some(counted.map_or(Without::Apart, Without::Counted));
    }
    let jump = way.iter().find(|node| !node.value.dtype().is_float());
    let name = |node: &&Node| node.operation.name().to_owned();
    Some(jump.map(name).map_or(Without::Copied, Without::Jump))
}

/// The gradient of the output with respect to something, and by which ways it comes about.
pub fn why(outcome: &EvaluationOutcome, gradient: &Gradient, subject: &WhyQuery) -> Option<WhyAnswer> {
    match subject {
        WhyQuery::Element(element) => why_element(outcome, gradient, element),
        WhyQuery::Whole(_) | WhyQuery::Named(_) => {
            let mut why = super::super::why(outcome, subject)?;
            let is_text = |held: &provenance::NamedWhole| {
                let run = outcome.report(&held.task).run.as_ref();
                run.and_then(|run| run.values.get(&held.name))
                    .is_some_and(|binding| provenance::is_text(&binding.value))
            };
            let slope = match subject {
                WhyQuery::Named(held) if is_text(held) => GradientNote::None(Without::Text),
                _ => GradientNote::Whole,
            };
            why.note = Some(WhyNote::Slope(slope));
            (why.operands, why.reads) = (Vec::new(), Vec::new());
            Some(why)
        }
    }
}

fn why_element(outcome: &EvaluationOutcome, gradient: &Gradient, element: &ElementRef) -> Option<WhyAnswer> {
    let found = found(outcome, element)?;
    let without = without(outcome, gradient, element);
    let value = match &without {
        Some(_) => 0.0,
        None => gradient.at(element.origin)?.at(&element.index),
    };
    let terms = Terms::of(outcome, gradient, element, value);
    let has_none = !matches!(without, None | Some(Without::Apart));
    let slope = match without {
        Some(without) => GradientNote::None(without),
        None if *element == gradient.output => GradientNote::Output,
        None if element.origin == gradient.output.origin => GradientNote::Beside,
        None if terms.list.is_empty() && terms.rest == 0.0 => GradientNote::Still,
        None => GradientNote::ChainRule,
    };
    let named = found.named(outcome);
    let shown = (!has_none).then(|| digits::real(value));
    let explanation = Explanation {
        operation: format!("d {} / d {}", gradient.name, named.name),
        value,
        is_real: true,
        textbook: (!has_none && !terms.list.is_empty()).then(|| terms.formula()),
        computed: None,
        remark: None,
        leaf: None,
    };
    Some(WhyAnswer {
        subject: NamedValue { value: shown, ..named },
        shape: String::new(),
        note: Some(WhyNote::Slope(slope)),
        operands: terms.list.iter().map(|term| term.named.clone()).collect(),
        reads: Vec::new(),
        made_in: found.source(outcome),
        explanation,
    })
}

/// One way by which an element moves the output: something reads it.
struct GradientTerm {
    named: NamedValue,
    index: Vec<usize>,
    /// The output's gradient with respect to what reads it.
    gradient: f64,
    /// How fast that moves with the element.
    slope: f64,
}

/// All of them.
struct Terms<'a> {
    outcome: &'a EvaluationOutcome,
    gradient: &'a Gradient,
    list: Vec<GradientTerm>,
    search: TermSearch,
    /// What the ways that are not listed make together.
    rest: f64,
}

impl<'a> Terms<'a> {
    fn of(outcome: &'a EvaluationOutcome, gradient: &'a Gradient, element: &ElementRef, value: f64) -> Self {
        let search = if value.is_finite() { TermSearch::without_zeros() } else { TermSearch::with_zeros(MAX_TERMS) };
        let mut terms = Self { outcome, gradient, list: Vec::new(), search, rest: 0.0 };
        let is_complete = terms.through(element, super::super::MAX_HOPS);
        if !is_complete {
            let listed: f64 = terms.list.iter().map(|term| term.gradient * term.slope).sum();
            terms.rest = value - listed;
        }
        terms
    }

    /// Adds everything that reads an element. Steps that only move it and have no name are passed over. Whether that is all.
    fn through(&mut self, element: &ElementRef, hops: usize) -> bool {
        let mut is_complete = true;
        for reader in self.gradient.readers(element.origin) {
            let Some((_, node)) = step(self.outcome, *reader) else { continue };
            if is_taken_over(node) && element.origin.tape != reader.tape {
                is_complete &= self.pass(ElementRef { origin: *reader, index: element.index.clone() }, 1.0, hops);
                continue;
            }
            let (slopes, all) = self.slopes(*reader, element);
            is_complete &= all;
            for PartialDerivative { index, is_imaginary, slope } in slopes {
                // A term shows one number of each element, the real part.
                is_complete &= !is_imaginary && self.pass(ElementRef { origin: *reader, index }, slope, hops);
            }
        }
        is_complete
    }

    /// Adds an element that reads the asked one, or what reads that, if it is a mere move.
    fn pass(&mut self, reader: ElementRef, slope: f64, hops: usize) -> bool {
        let Some(found) = found(self.outcome, &reader) else { return false };
        if is_one(slope) && hops > 0 && is_move(self.outcome, &found) && reader != self.gradient.output {
            return self.through(&reader, hops - 1);
        }
        if self.list.len() >= MAX_TERMS {
            return false;
        }
        let gradient = self.gradient.at(reader.origin).map_or(0.0, |gradient| gradient.at(&reader.index));
        let named = NamedValue { value: Some(digits::real(gradient)), ..found.named(self.outcome) };
        self.list.push(GradientTerm { named, index: reader.index, gradient, slope });
        true
    }

    /// Which elements of a step read an element, if the output moves with them, and how fast each moves with it. Whether these are all.
    fn slopes(&mut self, reader: Origin, element: &ElementRef) -> (Vec<PartialDerivative>, bool) {
        let Some((_, node)) = step(self.outcome, reader) else { return (Vec::new(), false) };
        let Some(gradient) = self.gradient.at(reader) else { return (Vec::new(), true) };
        let inputs = node.inputs.iter().enumerate();
        let places: Vec<usize> =
            inputs.filter(|(_, input)| input.origin() == Some(element.origin)).map(|(place, _)| place).collect();
        let (operation, inputs, value) = (&*node.operation, &*node.inputs, &node.value);
        let reader = ReaderView { operation, inputs, value, places: &places, gradient };
        reader.slopes(&element.index, &mut self.search)
    }

    /// `0.200 · 0.450 + …`, each gradient with its slope.
    fn formula(&self) -> Expr {
        let mut terms: Vec<Expr> = self.list.iter().enumerate().map(|(number, term)| term.expr(number)).collect();
        if self.rest != 0.0 {
            terms.push(Expr::Real(self.rest));
        }
        sum_of(terms)
    }
}

impl GradientTerm {
    fn expr(&self, number: usize) -> Expr {
        let value = self.gradient;
        let gradient = Expr::Element(Operand { input: number, index: self.index.clone(), value, is_real: true });
        chain_rule_term(gradient, self.slope)
    }
}

/// Whether a step has no name and hands a number on as it is.
fn is_move(outcome: &EvaluationOutcome, found: &RecordedNode<'_>) -> bool {
    let RecordedNode { node, element, run, .. } = found;
    let is_bound = || found.bound(outcome).is_some();
    if is_taken_over(node) {
        return !is_bound();
    }
    node.name.is_none()
        && !is_bound()
        && matches!(
            run.tape.explain(element.origin, &element.index).and_then(|why| why.textbook),
            Some(Expr::Element(_))
        )
}
