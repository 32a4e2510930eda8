//! The gradient of a step as a step of its own, which explains itself by the chain rule.
//!
//! The backward functions of operations compute with raw arrays, and in half precision with wider ones, so most of what they do leaves
//! no trace on the tape. If their arithmetic were recorded, half of all chains of reasons would end in nothing. So
//! `loss.backward()` records one [`GradientStep`] for each gradient: it holds the readers of the value (the steps that the value went
//! into) with the gradients that arrived at them, and works out the factors only when somebody asks why.
//!
//! The page's own question for gradients (`notebook/why/gradient`) multiplies the same factors, so they are found here.

#[cfg(test)]
mod tests;

use std::slice::from_ref;
use std::sync::Arc;

use num_complex::Complex32;

use super::matmul::places;
use super::{Elements, GradientReads, Operation, complex, same, widened};
use crate::tensor::array::Element;
use crate::tensor::budget::OperationCost;
use crate::tensor::explain::{Expr, Operator, Reason, Remark, ScalarFunction, element};
use crate::tensor::ravel::ravel;
use crate::tensor::tape::{self, Origin};
use crate::tensor::{Array, DType, Error, Result, Tensor};

/// How many operands of formulas are looked at for one explanation: some hundredths of a second.
const MAX_READ: usize = 200_000;
/// How many terms one explanation lists; the rest is one number.
pub(crate) const MAX_TERMS: usize = 512;
/// How many terms are listed of a sum that is 0 because each of them is: as many as are printed.
const MAX_ZEROS: usize = crate::tensor::explain::MAX_TERMS;

/// One step that read a value, as backward met it: what the chain rule needs of it.
#[derive(Clone, Debug)]
pub(crate) struct ReaderStep {
    /// What it does.
    pub operation: Arc<dyn Operation>,
    /// What it was given.
    pub inputs: Vec<Tensor>,
    /// What it made.
    pub value: Tensor,
    /// Which of its inputs are the value that it read.
    pub places: Vec<usize>,
    /// The output's gradient with respect to what it made.
    pub gradient: Tensor,
}

impl ReaderStep {
    /// A gradient that was given for the value itself, as `y.backward(gradient)` gives it. It counts as that of a copy of the value, so
    /// that it can be added to what arrives from other steps.
    pub(crate) fn seed(value: &Tensor, gradient: Tensor) -> Self {
        let operation = Arc::new(same::Same::Clone);
        Self { operation, inputs: vec![value.clone()], value: value.clone(), places: vec![0], gradient }
    }
}

/// Records the gradient of the value that the step `of` made, as the sum of what its readers hand back, and gives it its origin. The
/// order is that in which it was added up. Of `further` readers only the gradients are known. Without a tape the gradient stays as it is.
pub(crate) fn gradient_step(of: Origin, readers: Vec<ReaderStep>, further: Vec<Tensor>, gradient: Tensor) -> Tensor {
    let (mut step, mut inputs) = GradientStep::new(of, readers);
    step.knows_all = further.is_empty();
    inputs.extend(further);
    tape::push(Arc::new(step), inputs, gradient)
}

/// The gradient of one value: the sum of what each of its readers hands back.
#[derive(Debug)]
pub(crate) struct GradientStep {
    /// The step that made the value, or the leaf.
    of: Origin,
    readers: Box<[GradientReader]>,
    /// Whether these are all readers of the value.
    knows_all: bool,
}

/// A reader whose tensors are inputs of the gradient's step: first the reader's gradient, then its inputs, then its value.
#[derive(Debug)]
struct GradientReader {
    operation: Arc<dyn Operation>,
    /// The input of the gradient's step that is the reader's gradient.
    first: usize,
    /// How many inputs the reader has.
    count: usize,
    /// Which of them are the value whose gradient this is.
    places: Vec<usize>,
}

impl GradientReader {
    /// The reader by some of its places; `None` if the inputs are not those of the step.
    fn view<'a>(&'a self, inputs: &'a [Tensor], places: &'a [usize]) -> Option<ReaderView<'a>> {
        let (gradient, rest) = inputs.get(self.first..)?.split_first()?;
        let (inputs, rest) = rest.split_at_checked(self.count)?;
        Some(ReaderView { operation: &*self.operation, inputs, value: rest.first()?, places, gradient })
    }
}

impl GradientStep {
    /// The step for a value that these readers read, and its inputs.
    pub(crate) fn new(of: Origin, readers: Vec<ReaderStep>) -> (Self, Vec<Tensor>) {
        let mut inputs = Vec::new();
        let mut kept = Vec::with_capacity(readers.len());
        for ReaderStep { operation, inputs: given, value, places, gradient } in readers {
            kept.push(GradientReader { operation, first: inputs.len(), count: given.len(), places });
            inputs.push(gradient);
            inputs.extend(given);
            inputs.push(value);
        }
        (Self { of, readers: kept.into(), knows_all: true }, inputs)
    }

    /// The terms of an element, one list for each summand that is rounded by itself, and whether these are all.
    fn terms(
        &self,
        inputs: &[Tensor],
        value: &Tensor,
        index: &[usize],
        search: &mut TermSearch,
    ) -> (Vec<Vec<Expr>>, bool) {
        let is_half = value.dtype().is_half();
        let (mut summands, mut is_complete) = (Vec::new(), true);
        for reader in &self.readers {
            // In half precision, what is handed to each place of a reader is rounded before it is added.
            let together = if is_half { 1 } else { reader.places.len().max(1) };
            for places in reader.places.chunks(together) {
                let Some(view) = reader.view(inputs, places) else { continue };
                let (partials, all) = view.slopes(index, search);
                is_complete &= all;
                let term = |partial: &PartialDerivative| {
                    let gradient = if partial.is_imaginary {
                        complex::part(inputs, reader.first, &partial.index, true)
                    } else {
                        element(inputs, reader.first, &partial.index)
                    };
                    chain_rule_term(gradient, partial.slope)
                };
                if !partials.is_empty() {
                    summands.push(partials.iter().map(term).collect());
                }
            }
        }
        (summands, is_complete)
    }
}

impl Operation for GradientStep {
    fn name(&self) -> &'static str {
        "gradient"
    }

    fn elements(&self) -> Elements {
        Elements::Moved
    }

    /// Backward asks for what each step costs before it computes.
    fn cost(&self, _: &[&Tensor]) -> OperationCost {
        OperationCost::NOTHING
    }

    fn forward(&self, _: &[&Tensor]) -> Result<Tensor> {
        Err(Error::Value("a gradient is computed by backward(), not by a step".to_owned()))
    }

    fn reads(&self) -> GradientReads {
        GradientReads::NOTHING
    }

    fn backward(&self, inputs: &[Tensor], _: &Tensor, _: &Tensor) -> Result<Vec<Option<Tensor>>> {
        Ok(vec![None; inputs.len()])
    }

    fn is_detached(&self) -> bool {
        true
    }

    fn gradient_of(&self) -> Option<Origin> {
        Some(self.of)
    }

    /// The chain rule: over all elements that were computed from this one, the sum of the gradient of each times how fast it moves with
    /// this one. Where every term is 0, some are listed all the same: one of their factors says why.
    fn explain(&self, inputs: &[Tensor], value: &Tensor, index: &[usize]) -> Reason {
        let sum = value.at(index);
        let mut search = if sum.is_finite() { TermSearch::without_zeros() } else { TermSearch::with_zeros(MAX_TERMS) };
        let (mut summands, all_listed) = self.terms(inputs, value, index, &mut search);
        let is_complete = all_listed && self.knows_all;
        if summands.is_empty() && sum == 0.0 {
            summands = self.terms(inputs, value, index, &mut TermSearch::with_zeros(MAX_ZEROS)).0;
        }
        let listed: f64 = summands.iter().flatten().map(Expr::value).sum();
        let rest = if is_complete && !summands.is_empty() { 0.0 } else { sum - listed };
        if rest != 0.0 {
            summands.push(vec![Expr::Real(rest)]);
        }
        if summands.is_empty() {
            // Nothing that the output depends on was computed from this element.
            return Expr::Exact(0.0).into();
        }
        let is_one_element = matches!(&*summands, [terms] if matches!(&**terms, [Expr::Element(_)]));
        let reason = Reason::from(rounded_sum(summands, value.dtype()));
        if is_one_element { reason.remarking(Remark::Moved) } else { reason }
    }
}

/// The sum of some sums. In half precision each is rounded, and so is what they come to after each addition.
fn rounded_sum(summands: Vec<Vec<Expr>>, dtype: DType) -> Expr {
    let Some(rounding) = ScalarFunction::rounding(dtype).filter(|_| summands.len() > 1) else {
        return sum_of(summands.into_iter().flatten().collect());
    };
    let round = |formula: Expr| match formula {
        Expr::Element(_) => formula,
        _ => Expr::call(rounding, formula),
    };
    let rounded = summands.into_iter().map(|terms| round(sum_of(terms)));
    rounded.reduce(|sum, summand| round(Expr::Sum(vec![sum, summand]))).unwrap_or(Expr::Exact(0.0))
}

/// A sum as a formula; a single term is not put into one.
pub(crate) fn sum_of(mut terms: Vec<Expr>) -> Expr {
    if terms.len() == 1 { terms.swap_remove(0) } else { Expr::Sum(terms) }
}

/// A gradient times how fast that element moves: `0.200 · 0.450`. A gradient that is handed on one for one stands alone.
pub(crate) fn chain_rule_term(gradient: Expr, slope: f64) -> Expr {
    if is_one(slope) { gradient } else { gradient.join(Operator::Mul, Expr::Real(slope)) }
}

/// Whether a number is handed on one for one.
pub(crate) fn is_one(slope: f64) -> bool {
    slope.to_bits() == 1.0_f64.to_bits()
}

/// What a search for the terms of one explanation takes in, and what it has looked at so far.
#[derive(Debug)]
pub(crate) struct TermSearch {
    /// Whether a factor of 0 makes a term that is listed. Times infinity it makes NaN, and then it has to be seen.
    lists_zeros: bool,
    max_terms: usize,
    terms: usize,
    read: usize,
}

impl TermSearch {
    /// A search for terms that are not 0.
    pub(crate) fn without_zeros() -> Self {
        Self { lists_zeros: false, max_terms: MAX_TERMS, terms: 0, read: 0 }
    }

    /// A search for up to so many terms, whether they are 0 or not.
    pub(crate) fn with_zeros(max_terms: usize) -> Self {
        Self { lists_zeros: true, max_terms, ..Self::without_zeros() }
    }

    fn is_over(&self) -> bool {
        self.read >= MAX_READ || self.terms >= self.max_terms
    }
}

/// How fast one element of a reader's value moves with an element that the reader reads.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct PartialDerivative {
    /// The element of the reader's value.
    pub index: Vec<usize>,
    /// Whether its imaginary part is meant, which a complex number has besides the real one.
    pub is_imaginary: bool,
    /// How fast it moves.
    pub slope: f64,
}

/// A step that reads a value, and the gradient that arrived at it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ReaderView<'a> {
    /// What it does.
    pub operation: &'a dyn Operation,
    /// What it was given.
    pub inputs: &'a [Tensor],
    /// What it made.
    pub value: &'a Tensor,
    /// Which of its inputs are the value that it reads.
    pub places: &'a [usize],
    /// The output's gradient with respect to what it made.
    pub gradient: &'a Tensor,
}

impl ReaderView<'_> {
    /// Which elements of the reader's value were computed from the element at `index` of the value that it reads, and how fast each of
    /// them moves with it; those that do not move the output are left out. The second part says whether these are all.
    pub(crate) fn slopes(&self, index: &[usize], search: &mut TermSearch) -> (Vec<PartialDerivative>, bool) {
        let parts: &[bool] = if self.value.dtype().is_complex() { &[false, true] } else { &[false] };
        let mut found = Vec::new();
        for at in places(self.value.shape()) {
            let arrives = |is_imaginary: bool| {
                let imaginary = || complex::part(from_ref(self.gradient), 0, &at, true).value();
                let gradient = if is_imaginary { imaginary() } else { self.gradient.at(&at) };
                gradient != 0.0
            };
            let wanted: Vec<bool> = parts.iter().copied().filter(|part| search.lists_zeros || arrives(*part)).collect();
            if wanted.is_empty() {
                continue;
            }
            if search.is_over() {
                return (found, false);
            }
            if !self.may_read(&at, index, search) {
                continue;
            }
            for is_imaginary in wanted {
                let slope = self.slope(&at, is_imaginary, index);
                if let Some(slope) = slope.filter(|slope| search.lists_zeros || *slope != 0.0) {
                    search.terms += 1;
                    found.push(PartialDerivative { index: at.clone(), is_imaginary, slope });
                }
            }
        }
        (found, true)
    }

    /// Whether the element at `at` of the reader's value may have been computed from the element at `index` that it reads.
    fn may_read(&self, at: &[usize], index: &[usize], search: &mut TermSearch) -> bool {
        if self.value.dtype().is_complex() {
            // A complex number is explained by its real part, so the formula does not list all that it was computed from.
            search.read += self.value.len();
            return true;
        }
        let formula = self.operation.explain(self.inputs, self.value, at).textbook;
        let operands = formula.map(|formula| formula.operands()).unwrap_or_default();
        search.read += operands.len() + 1;
        operands.iter().any(|operand| self.places.contains(&operand.input) && operand.index == index)
    }

    /// How fast an element of the reader's value moves with an element that it reads, by the operation's own gradient. What half
    /// precision would make of the slope is left out: only the product is rounded.
    fn slope(&self, at: &[usize], is_imaginary: bool, index: &[usize]) -> Option<f64> {
        let one = one_at(self.value, at).ok()?;
        let one = if is_imaginary { turned(&one) } else { one };
        let parts = tape::pause(|| unrounded(self.operation, self.inputs, self.value, &one)).ok()?;
        let own = self.places.iter().filter(|&&place| self.inputs.get(place).is_some_and(takes_gradient));
        Some(own.filter_map(|&place| parts.get(place)?.as_ref()).fold(0.0, |sum, part| sum + part.at(index)))
    }
}

/// Zeros of a tensor's shape and dtype, with a one at an index.
///
/// # Errors
/// When there is no such element.
pub(crate) fn one_at(tensor: &Tensor, index: &[usize]) -> Result<Tensor> {
    let mut values = vec![0.0; tensor.len()];
    let one = values.get_mut(ravel(index, tensor.shape()));
    *one.ok_or_else(|| Error::Value("there is no such element".to_owned()))? = 1.0;
    Tensor::from_f64(tensor.shape(), values)?.to(tensor.dtype())
}

/// Complex numbers times i.
fn turned(x: &Tensor) -> Tensor {
    let Array::C64(values) = x.array() else { return x.clone() };
    Tensor::new(Complex32::array(values.mapv(|z| z * Complex32::I)))
}

fn takes_gradient(input: &Tensor) -> bool {
    input.dtype().takes_gradient()
}

/// What a gradient with respect to the value of a step is with respect to each of its inputs. Half precision is differentiated in float32,
/// and what comes of it is not rounded yet.
fn unrounded(
    operation: &dyn Operation,
    inputs: &[Tensor],
    value: &Tensor,
    gradient: &Tensor,
) -> Result<Vec<Option<Tensor>>> {
    let is_half = inputs.iter().any(|input| input.dtype().is_half());
    if !is_half || operation.elements() == Elements::Moved {
        return operation.backward(inputs, value, gradient);
    }
    let inputs: Vec<Tensor> = inputs.iter().map(widened).collect();
    operation.backward(&inputs, &widened(value), &widened(gradient))
}

/// What a gradient with respect to the value of a step is with respect to each of its inputs, in the input's dtype; `None` where none
/// passes.
///
/// # Errors
/// When the operation refuses; never for a gradient of the value's shape.
pub(crate) fn handed(
    operation: &dyn Operation,
    inputs: &[Tensor],
    value: &Tensor,
    gradient: &Tensor,
) -> Result<Vec<Option<Tensor>>> {
    let parts = unrounded(operation, inputs, value, gradient)?;
    let to = |(input, part): (&Tensor, Option<Tensor>)| {
        part.filter(|_| takes_gradient(input)).map(|part| part.to(input.dtype())).transpose()
    };
    inputs.iter().zip(parts).map(to).collect()
}
