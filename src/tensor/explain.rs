//! Why a number is what it is: a formula with the real numbers filled in, and the elements it was made from.
//!
//! The formula is a small tree, so a screen can set it as fractions, a test can evaluate it, and every number in it that came
//! from a tensor can be asked in its turn. Long sums are printed with their largest terms and the rest as one number, but the
//! tree holds all of them.

mod function;
mod print;
mod remark;

use std::collections::HashSet;
use std::fmt;
use std::sync::Arc;

use super::DType;
use super::digits;
use super::tape::{Leaf, Node};

pub use function::{Operator, ScalarFunction};
pub use print::{MAX_TERMS, split_arguments, split_terms};
pub use remark::{Otherwise, Remark};

/// One element of an operation's input.
#[derive(Clone, Debug, PartialEq)]
pub struct Operand {
    /// Which input.
    pub input: usize,
    /// Which element of it.
    pub index: Vec<usize>,
    /// Its value.
    pub value: f64,
    /// Whether it is printed rounded, as real numbers are, or as it is: whole numbers, truth values.
    pub is_real: bool,
}

/// A formula with the real numbers filled in.
#[derive(Clone, Debug, PartialEq)]
pub enum Expr {
    /// A number taken from an input.
    Element(Operand),
    /// An exact number of the formula itself: the 2 of a square, an epsilon, a count.
    Exact(f64),
    /// A real number of the formula itself, printed rounded: a slope.
    Real(f64),
    /// A function of other formulas.
    Call(ScalarFunction, Vec<Expr>),
    /// Two formulas joined by an operator.
    Binary(Operator, Box<Expr>, Box<Expr>),
    /// A sum of any number of terms.
    Sum(Vec<Expr>),
    /// A number with a name of its own (a mean, a largest score), printed as its value and defined beneath.
    Named(Arc<Definition>),
}

/// A number of a formula with a name of its own. However many terms use it, it is kept and computed once: the mean stands in every
/// term of a variance, and a formula with a copy in each would grow with the square of their number.
#[derive(Debug, PartialEq)]
pub struct Definition {
    /// What it is called.
    pub name: &'static str,
    /// What it is.
    pub formula: Expr,
    value: f64,
}

impl Expr {
    /// A function of one argument.
    pub fn call(function: ScalarFunction, of: Expr) -> Self {
        Self::Call(function, vec![of])
    }

    /// Two formulas joined by an operator.
    #[must_use]
    pub fn join(self, operator: Operator, right: Expr) -> Self {
        Self::Binary(operator, Box::new(self), Box::new(right))
    }

    /// This formula as a number with a name.
    #[must_use]
    pub fn named(self, name: &'static str) -> Self {
        Self::Named(Arc::new(Definition { name, value: self.value(), formula: self }))
    }

    /// The mean of some terms.
    pub fn mean(terms: Vec<Expr>) -> Self {
        let count = terms.len() as f64;
        Self::Sum(terms).join(Operator::Div, Self::Exact(count))
    }

    /// What the formula gives in double precision.
    pub fn value(&self) -> f64 {
        match self {
            Self::Element(operand) => operand.value,
            Self::Exact(x) | Self::Real(x) => *x,
            Self::Call(function, arguments) => function.of(&arguments.iter().map(Self::value).collect::<Vec<_>>()),
            Self::Binary(operator, a, b) => operator.of(a.value(), b.value()),
            Self::Sum(terms) => terms.iter().map(Self::value).sum(),
            Self::Named(number) => number.value,
        }
    }

    /// Every element that the formula uses, each once, in reading order; numbers with names are looked into.
    pub fn operands(&self) -> Vec<Operand> {
        let mut found = Vec::new();
        let (mut seen, mut known) = (HashSet::new(), HashSet::new());
        let mut rest = vec![self];
        while let Some(expr) = rest.pop() {
            match expr {
                Self::Element(operand) => {
                    if seen.insert((operand.input, operand.index.clone())) {
                        found.push(operand.clone());
                    }
                }
                Self::Exact(_) | Self::Real(_) => {}
                Self::Call(_, parts) | Self::Sum(parts) => rest.extend(parts.iter().rev()),
                Self::Binary(_, a, b) => rest.extend([b.as_ref(), a.as_ref()]),
                Self::Named(number) => rest.extend(known.insert(Arc::as_ptr(number)).then_some(&number.formula)),
            }
        }
        found
    }

    /// The definitions of the numbers with names, innermost first, each once.
    pub fn definitions(&self) -> Vec<(&'static str, &Expr)> {
        let mut found: Vec<(&'static str, &Expr)> = Vec::new();
        self.define(&mut found);
        found
    }

    fn define<'a>(&'a self, found: &mut Vec<(&'static str, &'a Expr)>) {
        match self {
            Self::Element(_) | Self::Exact(_) | Self::Real(_) => {}
            Self::Call(_, parts) | Self::Sum(parts) => parts.iter().for_each(|part| part.define(found)),
            Self::Binary(_, a, b) => [a, b].into_iter().for_each(|part| part.define(found)),
            Self::Named(number) => {
                if found.iter().all(|(known, _)| *known != number.name) {
                    number.formula.define(found);
                    found.push((number.name, &number.formula));
                }
            }
        }
    }
}

/// The machine's way to a number, where it differs from the textbook's.
#[derive(Clone, Debug, PartialEq)]
pub struct AsComputed {
    /// The formula that is really evaluated.
    pub formula: Expr,
    /// Why it is evaluated so.
    pub reason: Otherwise,
}

/// Why one element has its value.
#[derive(Clone, Debug, PartialEq)]
pub struct Explanation {
    /// The operation: `softmax`, `matmul`, or for an input of the page where it comes from.
    pub operation: String,
    /// The element's value.
    pub value: f64,
    /// Whether it is a real number.
    pub is_real: bool,
    /// The formula of the textbook with the numbers filled in; `None` for a value that was not computed.
    pub textbook: Option<Expr>,
    /// How the machine did it, where that differs.
    pub computed: Option<AsComputed>,
    /// What the operation adds: what was moved from where, what was masked.
    pub remark: Option<Remark>,
    /// Set when the value was not computed: a literal, a control, a parameter.
    pub leaf: Option<Leaf>,
}

impl Explanation {
    pub(crate) fn of(node: &Node, index: &[usize]) -> Self {
        let formula = node.operation.explain(&node.inputs, &node.value, index).rounded_to(node.value.dtype());
        Self {
            operation: node.operation.name().to_owned(),
            value: node.value.at(index),
            is_real: node.value.dtype().is_float(),
            textbook: formula.textbook,
            computed: formula.computed,
            remark: formula.remark,
            leaf: node.operation.leaf().cloned(),
        }
    }

    /// The value as it is printed.
    pub fn value_text(&self) -> String {
        if self.is_real { digits::real(self.value) } else { digits::exact(self.value) }
    }

    /// The elements that the value was made from.
    pub fn operands(&self) -> Vec<Operand> {
        self.textbook.as_ref().map(Expr::operands).unwrap_or_default()
    }
}

/// The textbook form on one line: `0.499 = exp(1.21) / (exp(-0.400) + exp(1.21) + exp(0.990))`.
impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.textbook {
            Some(formula) => write!(f, "{} = {formula}", self.value_text()),
            None => write!(f, "{}", self.value_text()),
        }
    }
}

/// What an operation says of one element of its value.
#[derive(Debug, Default)]
pub struct Reason {
    /// The formula of the textbook.
    pub textbook: Option<Expr>,
    /// How the machine did it, where that differs.
    pub computed: Option<AsComputed>,
    /// What is to be added.
    pub remark: Option<Remark>,
}

impl From<Expr> for Reason {
    fn from(textbook: Expr) -> Self {
        Self { textbook: Some(textbook), ..Self::default() }
    }
}

impl Reason {
    /// A value of half precision is computed in float32 and rounded once, which its formula says; what was only moved was not rounded.
    fn rounded_to(mut self, dtype: DType) -> Self {
        let Some(function) = ScalarFunction::rounding(dtype) else { return self };
        let round = |formula: Expr| match formula {
            Expr::Element(_) => formula,
            Expr::Call(known, _) if known == function || known == ScalarFunction::Where => formula,
            _ => Expr::call(function, formula),
        };
        self.textbook = self.textbook.map(round);
        self.computed = self.computed.map(|computed| AsComputed { formula: round(computed.formula), ..computed });
        self
    }

    /// Adds the machine's way.
    #[must_use]
    pub fn computed_as(mut self, formula: Expr, reason: Otherwise) -> Self {
        self.computed = Some(AsComputed { formula, reason });
        self
    }

    /// Adds a remark.
    #[must_use]
    pub fn remarking(mut self, remark: Remark) -> Self {
        self.remark = Some(remark);
        self
    }
}

/// The element of `inputs[input]` at `index` as a part of a formula. A number of the language that is whole is printed as it was
/// written, `2` and not `2.00`: it is exact, and a power needs to know.
pub(crate) fn element(inputs: &[super::Tensor], input: usize, index: &[usize]) -> Expr {
    let Some(tensor) = inputs.get(input) else { return Expr::Exact(f64::NAN) };
    let value = tensor.at(index);
    let is_whole_number = tensor.is_number() && value.fract() == 0.0;
    Expr::Element(Operand {
        input,
        index: index.to_vec(),
        value,
        is_real: tensor.dtype().is_float() && !is_whole_number,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The numbers with names that stand in a formula, each as often as it stands there.
    fn named(formula: &Expr) -> Vec<*const Definition> {
        match formula {
            Expr::Element(_) | Expr::Exact(_) | Expr::Real(_) => Vec::new(),
            Expr::Call(_, parts) | Expr::Sum(parts) => parts.iter().flat_map(named).collect(),
            Expr::Binary(_, a, b) => [named(a), named(b)].concat(),
            Expr::Named(number) => vec![Arc::as_ptr(number)],
        }
    }

    #[test]
    fn a_name_that_many_terms_use_is_kept_once() {
        let terms = [1.0, 2.0, 6.0].map(Expr::Real);
        let mean = Expr::mean(terms.to_vec()).named("mean");
        let squares = terms.map(|x| x.join(Operator::Sub, mean.clone()).join(Operator::Pow, Expr::Exact(2.0)));
        let variance = Expr::mean(squares.to_vec());
        let names = named(&variance);
        assert_eq!(names.len(), 3);
        assert!(names.iter().all(|name| *name == names[0]));
        assert_eq!(variance.definitions().len(), 1);
        assert!((variance.value() - 14.0 / 3.0).abs() < 1e-12);
    }
}
