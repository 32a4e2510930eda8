//! Why a number is what it is: a formula with the real numbers filled in, and the elements it was made from.
//!
//! The formula is a small tree, so a screen can set it as fractions, a test can evaluate it, and every number in it that came
//! from a tensor can be asked in its turn. Long sums are printed with their largest terms and the rest as one number, but the
//! tree holds all of them.

use std::cmp::Ordering;
use std::fmt;

use super::digits;
use super::record::{Leaf, Node};

/// A sum or a maximum of more terms than this is printed with its largest terms and the rest as one.
pub const MOST_TERMS: usize = 8;

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

/// A function that formulas call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Function {
    /// e to the power of x.
    Exp,
    /// The natural logarithm.
    Ln,
    /// The square root.
    Sqrt,
    /// The size without the sign.
    Abs,
    /// The hyperbolic tangent.
    Tanh,
    /// The error function.
    Erf,
    /// The sine.
    Sin,
    /// The cosine.
    Cos,
    /// The largest of the arguments.
    Max,
    /// The smallest of the arguments.
    Min,
    /// The place of the largest argument, counted from 0.
    ArgMax,
    /// The place of the smallest argument, counted from 0.
    ArgMin,
    /// The second argument if the first is true, else the third.
    Where,
    /// 1 if the argument is not zero.
    Truth,
    /// The argument cut to a whole number.
    Trunc,
    /// The largest whole number that is not larger.
    Floor,
    /// The argument in single precision.
    Float32,
    /// Whether all arguments are true.
    All,
    /// Whether any argument is true.
    Any,
}

/// An operator that formulas use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    /// `+`
    Add,
    /// `-`
    Sub,
    /// `·`
    Mul,
    /// `/`
    Div,
    /// `^`
    Pow,
    /// `mod`, with the sign of the divisor
    Mod,
    /// `=`
    Eq,
    /// `≠`
    Ne,
    /// `<`
    Lt,
    /// `≤`
    Le,
    /// `>`
    Gt,
    /// `≥`
    Ge,
    /// `and`
    And,
    /// `or`
    Or,
    /// `xor`
    Xor,
}

/// A formula with the real numbers filled in.
#[derive(Clone, Debug, PartialEq)]
pub enum Expr {
    /// A number taken from an input.
    Element(Operand),
    /// An exact number of the formula itself: the 2 of a square, an epsilon, a count.
    Exact(f64),
    /// A function of other formulas.
    Call(Function, Vec<Expr>),
    /// Two formulas joined by an operator.
    Binary(Operator, Box<Expr>, Box<Expr>),
    /// A sum of any number of terms.
    Sum(Vec<Expr>),
    /// A number with a name of its own (a mean, a largest score), printed as its value and defined beneath.
    Named(&'static str, Box<Expr>),
}

impl Expr {
    /// A function of one argument.
    pub fn call(function: Function, of: Expr) -> Self {
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
        Self::Named(name, Box::new(self))
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
            Self::Exact(x) => *x,
            Self::Call(function, arguments) => function.of(&arguments.iter().map(Self::value).collect::<Vec<_>>()),
            Self::Binary(operator, a, b) => operator.of(a.value(), b.value()),
            Self::Sum(terms) => terms.iter().map(Self::value).sum(),
            Self::Named(_, of) => of.value(),
        }
    }

    /// Every element that the formula uses, each once, in reading order; numbers with names are looked into.
    pub fn operands(&self) -> Vec<Operand> {
        let mut found = Vec::new();
        let mut seen = std::collections::HashSet::new();
        let mut rest = vec![self];
        while let Some(expr) = rest.pop() {
            match expr {
                Self::Element(operand) => {
                    if seen.insert((operand.input, operand.index.clone())) {
                        found.push(operand.clone());
                    }
                }
                Self::Exact(_) => {}
                Self::Call(_, parts) | Self::Sum(parts) => rest.extend(parts.iter().rev()),
                Self::Binary(_, a, b) => rest.extend([b.as_ref(), a.as_ref()]),
                Self::Named(_, of) => rest.push(of),
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
            Self::Element(_) | Self::Exact(_) => {}
            Self::Call(_, parts) | Self::Sum(parts) => parts.iter().for_each(|part| part.define(found)),
            Self::Binary(_, a, b) => [a, b].into_iter().for_each(|part| part.define(found)),
            Self::Named(name, of) => {
                if found.iter().all(|(known, _)| known != name) {
                    of.define(found);
                    found.push((name, of));
                }
            }
        }
    }

    fn binding(&self) -> u8 {
        match self {
            Self::Binary(Operator::Or | Operator::Xor, ..) => 1,
            Self::Binary(Operator::And, ..) => 2,
            Self::Binary(
                Operator::Eq | Operator::Ne | Operator::Lt | Operator::Le | Operator::Gt | Operator::Ge,
                ..,
            ) => 3,
            Self::Sum(terms) if terms.len() != 1 => 4,
            Self::Binary(Operator::Add | Operator::Sub, ..) => 4,
            Self::Binary(Operator::Mul | Operator::Div | Operator::Mod, ..) => 5,
            Self::Binary(Operator::Pow, ..) => 6,
            Self::Element(_) | Self::Exact(_) | Self::Named(..)
                if self.value().is_sign_negative() && self.value() != 0.0 =>
            {
                5
            }
            _ => 7,
        }
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, least: u8) -> fmt::Result {
        if self.binding() < least {
            f.write_str("(")?;
            self.write(f, 0)?;
            return f.write_str(")");
        }
        match self {
            Self::Element(operand) => f.write_str(&operand.text()),
            Self::Exact(x) => f.write_str(&digits::exact(*x)),
            Self::Named(_, of) => f.write_str(&digits::real(of.value())),
            Self::Call(function, arguments) => write_list(f, function.name(), arguments),
            Self::Binary(operator, a, b) => {
                let binding = self.binding();
                a.write(f, if *operator == Operator::Pow { 7 } else { binding })?;
                write!(f, " {} ", operator.sign())?;
                b.write(f, binding + 1)
            }
            Self::Sum(terms) => write_sum(f, terms, least),
        }
    }
}

/// The terms to print, in their order, and those to print as one: all but the largest of a long list.
pub fn split_terms(terms: &[Expr]) -> (Vec<&Expr>, Vec<&Expr>) {
    if terms.len() <= MOST_TERMS {
        return (terms.iter().collect(), Vec::new());
    }
    let mut by_size: Vec<usize> = (0..terms.len()).collect();
    let size = |place: &usize| terms[*place].value().abs();
    by_size.sort_by(|a, b| size(b).partial_cmp(&size(a)).unwrap_or(Ordering::Equal));
    let mut shown = by_size[..MOST_TERMS - 2].to_vec();
    shown.sort_unstable();
    let rest = (0..terms.len()).filter(|place| !shown.contains(place)).map(|place| &terms[place]).collect();
    (shown.into_iter().map(|place| &terms[place]).collect(), rest)
}

fn write_sum(f: &mut fmt::Formatter<'_>, terms: &[Expr], least: u8) -> fmt::Result {
    let (shown, rest) = split_terms(terms);
    if terms.is_empty() {
        return f.write_str("0");
    }
    for (place, term) in shown.iter().enumerate() {
        if place > 0 {
            f.write_str(" + ")?;
        }
        term.write(f, if terms.len() == 1 { least } else { 5 })?;
    }
    if !rest.is_empty() {
        let sum: f64 = rest.iter().map(|term| term.value()).sum();
        write!(f, " + {} [{} more]", digits::real(sum), rest.len())?;
    }
    Ok(())
}

fn write_list(f: &mut fmt::Formatter<'_>, name: &str, arguments: &[Expr]) -> fmt::Result {
    let may_shorten = matches!(name, "max" | "min");
    let (shown, rest) = if may_shorten { split_terms(arguments) } else { (arguments.iter().collect(), Vec::new()) };
    write!(f, "{name}(")?;
    for (place, argument) in shown.iter().enumerate() {
        if place > 0 {
            f.write_str(", ")?;
        }
        argument.write(f, 0)?;
    }
    if !rest.is_empty() {
        let values = rest.iter().map(|term| term.value());
        let of_rest =
            if name == "max" { values.fold(f64::NEG_INFINITY, f64::max) } else { values.fold(f64::INFINITY, f64::min) };
        write!(f, ", {} [{} more]", digits::real(of_rest), rest.len())?;
    }
    f.write_str(")")
}

impl fmt::Display for Expr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, 0)
    }
}

impl Operand {
    /// The value as it is printed.
    pub fn text(&self) -> String {
        if self.is_real { digits::real(self.value) } else { digits::exact(self.value) }
    }
}

impl Function {
    /// The name in formulas.
    pub fn name(self) -> &'static str {
        match self {
            Self::Exp => "exp",
            Self::Ln => "ln",
            Self::Sqrt => "sqrt",
            Self::Abs => "abs",
            Self::Tanh => "tanh",
            Self::Erf => "erf",
            Self::Sin => "sin",
            Self::Cos => "cos",
            Self::Max => "max",
            Self::Min => "min",
            Self::ArgMax => "argmax",
            Self::ArgMin => "argmin",
            Self::Where => "where",
            Self::Truth => "bool",
            Self::Trunc => "trunc",
            Self::Floor => "floor",
            Self::Float32 => "float32",
            Self::All => "all",
            Self::Any => "any",
        }
    }

    /// The function's value.
    pub fn of(self, x: &[f64]) -> f64 {
        let first = x.first().copied().unwrap_or(f64::NAN);
        let truth = |is: bool| f64::from(u8::from(is));
        match self {
            Self::Exp => first.exp(),
            Self::Ln => first.ln(),
            Self::Sqrt => first.sqrt(),
            Self::Abs => first.abs(),
            Self::Tanh => first.tanh(),
            Self::Erf => libm::erf(first),
            Self::Sin => first.sin(),
            Self::Cos => first.cos(),
            Self::Max => x.iter().copied().fold(f64::NEG_INFINITY, largest),
            Self::Min => -x.iter().map(|x| -x).fold(f64::NEG_INFINITY, largest),
            Self::ArgMax => place_of_largest(x.iter().copied()) as f64,
            Self::ArgMin => place_of_largest(x.iter().map(|x| -x)) as f64,
            Self::Where => x.get(if first == 0.0 { 2 } else { 1 }).copied().unwrap_or(f64::NAN),
            Self::Truth => truth(first != 0.0),
            Self::Trunc => first.trunc(),
            Self::Floor => first.floor(),
            Self::Float32 => f64::from(first as f32),
            Self::All => truth(x.iter().all(|x| *x != 0.0)),
            Self::Any => truth(x.iter().any(|x| *x != 0.0)),
        }
    }
}

/// The larger of two numbers; NaN when one of them is, as in PyTorch.
fn largest(a: f64, b: f64) -> f64 {
    if a.is_nan() || a > b { a } else { b }
}

fn place_of_largest(values: impl Iterator<Item = f64>) -> usize {
    let mut best = (0, f64::NEG_INFINITY);
    for (place, value) in values.enumerate() {
        if !best.1.is_nan() && (value.is_nan() || value > best.1) {
            best = (place, value);
        }
    }
    best.0
}

impl Operator {
    /// The sign in formulas.
    pub fn sign(self) -> &'static str {
        match self {
            Self::Add => "+",
            Self::Sub => "-",
            Self::Mul => "·",
            Self::Div => "/",
            Self::Pow => "^",
            Self::Mod => "mod",
            Self::Eq => "=",
            Self::Ne => "≠",
            Self::Lt => "<",
            Self::Le => "≤",
            Self::Gt => ">",
            Self::Ge => "≥",
            Self::And => "and",
            Self::Or => "or",
            Self::Xor => "xor",
        }
    }

    /// The operator's value.
    pub fn of(self, a: f64, b: f64) -> f64 {
        let truth = |is: bool| f64::from(u8::from(is));
        match self {
            Self::Add => a + b,
            Self::Sub => a - b,
            Self::Mul => a * b,
            Self::Div => a / b,
            Self::Pow => a.powf(b),
            Self::Mod => a - (a / b).floor() * b,
            #[expect(clippy::float_cmp, reason = "the comparison of the formula is exact, as the operation's is")]
            Self::Eq => truth(a == b),
            #[expect(clippy::float_cmp, reason = "the comparison of the formula is exact, as the operation's is")]
            Self::Ne => truth(a != b),
            Self::Lt => truth(a < b),
            Self::Le => truth(a <= b),
            Self::Gt => truth(a > b),
            Self::Ge => truth(a >= b),
            Self::And => truth(a != 0.0 && b != 0.0),
            Self::Or => truth(a != 0.0 || b != 0.0),
            Self::Xor => truth((a != 0.0) != (b != 0.0)),
        }
    }
}

/// The machine's way to a number, where it differs from the textbook's.
#[derive(Clone, Debug, PartialEq)]
pub struct AsComputed {
    /// The formula that is really evaluated.
    pub formula: Expr,
    /// Why it is evaluated so.
    pub reason: &'static str,
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
    /// What the operation adds in words: what was moved from where, what was masked.
    pub note: Option<String>,
    /// Set when the value was not computed: a literal, a control, a parameter.
    pub leaf: Option<Leaf>,
}

impl Explanation {
    pub(crate) fn of(node: &Node, index: &[usize]) -> Self {
        let formula = node.operation.explain(&node.inputs, &node.value, index);
        Self {
            operation: node.operation.name().to_owned(),
            value: node.value.at(index),
            is_real: node.value.dtype().is_float(),
            textbook: formula.textbook,
            computed: formula.computed,
            note: formula.note,
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
    /// What is to be added in words.
    pub note: Option<String>,
}

impl From<Expr> for Reason {
    fn from(textbook: Expr) -> Self {
        Self { textbook: Some(textbook), ..Self::default() }
    }
}

impl Reason {
    /// Adds the machine's way.
    #[must_use]
    pub fn computed_as(mut self, formula: Expr, reason: &'static str) -> Self {
        self.computed = Some(AsComputed { formula, reason });
        self
    }

    /// Adds a remark in words.
    #[must_use]
    pub fn noting(mut self, note: impl Into<String>) -> Self {
        self.note = Some(note.into());
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
