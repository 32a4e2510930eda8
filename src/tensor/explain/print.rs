//! How a formula is printed on one line, and what of it needs brackets.

use std::cmp::Ordering;
use std::fmt;

use super::{Expr, Operand, Operator, ScalarFunction};
use crate::tensor::digits;

/// A sum or a maximum of more terms than this is printed with its largest terms and the rest as one.
pub const MAX_TERMS: usize = 8;

/// How tightly a part of a formula binds; one that binds less tightly than its place asks for is put in brackets.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Precedence {
    Or,
    And,
    Compare,
    Sum,
    Product,
    Power,
    Atom,
}

impl Expr {
    /// Whether it needs brackets as the left or the right side of an operator.
    pub fn needs_brackets(&self, operator: Operator, is_right: bool) -> bool {
        self.binding() < operator.least(is_right)
    }

    fn binding(&self) -> Precedence {
        match self {
            Self::Binary(operator, ..) => operator.binding(),
            Self::Call(ScalarFunction::Not, _) => Precedence::Compare,
            Self::Sum(terms) if terms.len() != 1 => Precedence::Sum,
            // A negative number needs brackets in a power, and after a sign.
            Self::Element(_) | Self::Exact(_) | Self::Real(_) | Self::Named(..) if self.value() < 0.0 => {
                Precedence::Product
            }
            _ => Precedence::Atom,
        }
    }
}

impl Operator {
    fn binding(self) -> Precedence {
        match self {
            Self::Or | Self::Xor | Self::BitOr | Self::BitXor => Precedence::Or,
            Self::And | Self::BitAnd => Precedence::And,
            Self::Eq | Self::Ne | Self::Lt | Self::Le | Self::Gt | Self::Ge => Precedence::Compare,
            Self::Add | Self::Sub => Precedence::Sum,
            Self::Mul | Self::Div | Self::Mod => Precedence::Product,
            Self::Pow => Precedence::Power,
        }
    }

    /// How tightly each of its sides must bind.
    fn least(self, is_right: bool) -> Precedence {
        match self {
            Self::Pow if !is_right => Precedence::Atom,
            _ if is_right => self.binding().tighter(),
            _ => self.binding(),
        }
    }
}

impl Precedence {
    fn tighter(self) -> Self {
        match self {
            Self::Or => Self::And,
            Self::And => Self::Compare,
            Self::Compare => Self::Sum,
            Self::Sum => Self::Product,
            Self::Product => Self::Power,
            Self::Power | Self::Atom => Self::Atom,
        }
    }
}

/// Writes a formula.
struct Printer(String);

impl Printer {
    fn text(&mut self, text: &str) {
        self.0.push_str(text);
    }

    /// A number that stands for all terms that are not printed.
    fn rest(&mut self, value: f64, count: usize) {
        self.text(&format!("{} [{count} more]", digits::real(value)));
    }

    fn formula(&mut self, formula: &Expr, least: Precedence) {
        if formula.binding() < least {
            self.text("(");
            self.formula(formula, Precedence::Or);
            return self.text(")");
        }
        match formula {
            Expr::Element(operand) => self.text(&operand.text()),
            Expr::Exact(x) => self.text(&digits::exact(*x)),
            Expr::Real(x) => self.text(&digits::real(*x)),
            Expr::Named(_) => self.text(&digits::real(formula.value())),
            Expr::Call(ScalarFunction::Not, arguments) => {
                self.text("not ");
                for of in arguments {
                    self.formula(of, Precedence::Sum);
                }
            }
            Expr::Call(function, arguments) => self.call(*function, arguments),
            Expr::Binary(operator, a, b) => {
                self.formula(a, operator.least(false));
                self.text(&format!(" {} ", operator.sign()));
                self.formula(b, operator.least(true));
            }
            Expr::Sum(terms) => self.sum(terms, least),
        }
    }

    fn sum(&mut self, terms: &[Expr], least: Precedence) {
        let (shown, rest) = split_terms(terms);
        if terms.is_empty() {
            self.text("0");
        }
        for (place, term) in shown.iter().enumerate() {
            if place > 0 {
                self.text(" + ");
            }
            self.formula(term, if terms.len() == 1 { least } else { Precedence::Product });
        }
        if !rest.is_empty() {
            let sum: f64 = rest.iter().map(|term| term.value()).sum();
            self.text(" + ");
            self.rest(sum, rest.len());
        }
    }

    fn call(&mut self, function: ScalarFunction, arguments: &[Expr]) {
        let (shown, rest) = split_arguments(function, arguments);
        self.text(&format!("{}(", function.name()));
        for (place, argument) in shown.iter().enumerate() {
            if place > 0 {
                self.text(", ");
            }
            self.formula(argument, Precedence::Or);
        }
        if !rest.is_empty() {
            let values: Vec<f64> = rest.iter().map(|term| term.value()).collect();
            self.text(", ");
            self.rest(function.of(&values), rest.len());
        }
        self.text(")");
    }
}

/// The terms to print, in their order, and those to print as one: all but the largest of a long list.
pub fn split_terms(terms: &[Expr]) -> (Vec<&Expr>, Vec<&Expr>) {
    if terms.len() <= MAX_TERMS {
        return (terms.iter().collect(), Vec::new());
    }
    let sizes: Vec<f64> = terms.iter().map(|term| term.value().abs()).collect();
    let mut by_size: Vec<usize> = (0..terms.len()).collect();
    by_size.sort_by(|a, b| sizes[*b].partial_cmp(&sizes[*a]).unwrap_or(Ordering::Equal));
    let shown = &by_size[..MAX_TERMS - 2];
    let (shown, rest): (Vec<usize>, Vec<usize>) = (0..terms.len()).partition(|place| shown.contains(place));
    let pick = |places: Vec<usize>| places.into_iter().map(|place| &terms[place]).collect();
    (pick(shown), pick(rest))
}

/// The arguments of a function to print, and those to print as one, of which there are some only where that has a meaning.
pub fn split_arguments(function: ScalarFunction, arguments: &[Expr]) -> (Vec<&Expr>, Vec<&Expr>) {
    if function.gathers() { split_terms(arguments) } else { (arguments.iter().collect(), Vec::new()) }
}

impl fmt::Display for Expr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut printer = Printer(String::new());
        printer.formula(self, Precedence::Or);
        f.write_str(&printer.0)
    }
}

impl Operand {
    /// The value as it is printed.
    pub fn text(&self) -> String {
        if self.is_real { digits::real(self.value) } else { digits::exact(self.value) }
    }
}
