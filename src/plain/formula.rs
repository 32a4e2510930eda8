//! The formulas of *why*, which are trees with numbers, in words.

use crate::app::veils::{is_same_operand, reads_hidden};
use crate::tensor::explain::{self, Operator, ScalarFunction};
use crate::tensor::{Expr, Operand, digits};
use crate::words::{say, word};

use super::speech::{is_scientific, listed, number, said_digits};

/// Says formulas. What a question hides is said to be hidden in them.
#[derive(Clone, Copy, Debug)]
pub(super) struct FormulaSpeaker<'h> {
    /// The operands whose values are hidden.
    pub(super) hidden: &'h [Operand],
}

impl FormulaSpeaker<'_> {
    /// A formula with the real numbers in it.
    pub(super) fn formula(self, formula: &Expr) -> String {
        match formula {
            Expr::Element(operand) if self.hides(operand) => word!("plain-hidden-number").to_owned(),
            Expr::Element(operand) => said_digits(&operand.text()),
            Expr::Exact(x) => number(*x, false),
            Expr::Real(x) => number(*x, true),
            // What it is, is said behind the formula.
            Expr::Named(definition) => definition.name.to_owned(),
            Expr::Call(function, arguments) => self.call(*function, arguments),
            Expr::Binary(operator, a, b) => self.binary(*operator, a, b),
            Expr::Sum(terms) => self.sum(terms),
        }
    }

    /// A number that is computed from these formulas: that of a hidden one would tell it.
    pub(super) fn computed<'e>(self, value: f64, from: impl IntoIterator<Item = &'e Expr>) -> String {
        if reads_hidden(self.hidden, from) { word!("plain-hidden-number").to_owned() } else { number(value, true) }
    }

    fn hides(self, operand: &Operand) -> bool {
        self.hidden.iter().any(|hidden| is_same_operand(hidden, operand))
    }

    /// A part of a formula that must be heard as one thing.
    fn part(self, of: &Expr) -> String {
        let said = self.formula(of);
        match of {
            Expr::Binary(..) => bracketed(&said),
            Expr::Sum(terms) if terms.len() > 1 => bracketed(&said),
            // Its power of ten is a product, too.
            _ if printed(of).is_some_and(|printed| is_scientific(&printed)) && !self.is_hidden(of) => bracketed(&said),
            _ => said,
        }
    }

    /// A term of a sum: a number needs no brackets there, and a product binds tighter.
    fn term(self, of: &Expr) -> String {
        match of {
            Expr::Binary(Operator::Mul | Operator::Div | Operator::Pow, ..) => self.formula(of),
            _ if printed(of).is_some() => self.formula(of),
            _ => self.part(of),
        }
    }

    fn is_hidden(self, of: &Expr) -> bool {
        matches!(of, Expr::Element(operand) if self.hides(operand))
    }

    fn sum(self, terms: &[Expr]) -> String {
        if terms.is_empty() {
            return "0".to_owned();
        }
        let (shown, rest) = explain::split_terms(terms);
        if let Some(said) = self.powers(&shown, &rest) {
            return said;
        }
        let mut said: Vec<String> = shown.iter().map(|term| self.term(term)).collect();
        if !rest.is_empty() {
            said.push(self.rest(rest.iter().map(|term| term.value()).sum(), &rest));
        }
        added(&said)
    }

    /// A long sum of powers of e alone: "the sum of e to the power of each of 2.82, 0.130 and 0.339".
    fn powers(self, shown: &[&Expr], rest: &[&Expr]) -> Option<String> {
        const FEW: usize = 2;
        let of: Vec<String> =
            shown.iter().map(|term| exponent(term).map(|of| self.formula(of))).collect::<Option<_>>()?;
        if of.len() <= FEW {
            return None;
        }
        let said = say!("plain-sum-of-powers", list = listed(&of));
        if rest.is_empty() {
            return Some(said);
        }
        Some(added(&[said, self.rest(rest.iter().map(|term| term.value()).sum(), rest)]))
    }

    /// What many small terms come to.
    fn rest(self, value: f64, rest: &[&Expr]) -> String {
        say!("plain-more-terms", value = self.computed(value, rest.iter().copied()), count = rest.len())
    }

    fn binary(self, operator: Operator, a: &Expr, b: &Expr) -> String {
        let joined = |sign: &str| format!("{} {} {}", self.part(a), sign, self.part(b));
        match operator {
            Operator::Add => added(&[self.part(a), self.part(b)]),
            Operator::Sub => joined(word!("plain-sign-minus")),
            Operator::Mul => joined(word!("plain-sign-times")),
            Operator::Div
                if matches!(a, Expr::Binary(..) | Expr::Sum(_)) || matches!(b, Expr::Binary(..) | Expr::Sum(_)) =>
            {
                say!("plain-fraction", above = self.formula(a), below = self.formula(b))
            }
            Operator::Div => say!("plain-over", above = self.part(a), below = self.part(b)),
            Operator::Pow if self.formula(b) == "2" => format!("{} {}", self.part(a), word!("plain-sign-squared")),
            Operator::Pow => format!("{} {}", self.part(a), say!("plain-power", power = self.part(b))),
            Operator::Mod => joined(word!("plain-sign-mod")),
            Operator::Eq => joined(word!("plain-sign-equals")),
            Operator::Ne => joined(word!("plain-sign-unequal")),
            Operator::Lt => joined(word!("plain-sign-less")),
            Operator::Le => joined(word!("plain-sign-at-most")),
            Operator::Gt => joined(word!("plain-sign-greater")),
            Operator::Ge => joined(word!("plain-sign-at-least")),
            Operator::And => joined(word!("plain-and")),
            Operator::Or => joined(word!("plain-or")),
            Operator::Xor => joined(word!("plain-xor")),
            Operator::BitAnd => joined(word!("plain-bit-and")),
            Operator::BitOr => joined(word!("plain-bit-or")),
            Operator::BitXor => joined(word!("plain-bit-xor")),
        }
    }

    fn call(self, function: ScalarFunction, arguments: &[Expr]) -> String {
        let first = || arguments.first().map(|of| self.part(of)).unwrap_or_default();
        let list = || self.list(arguments, function);
        match function {
            ScalarFunction::Exp => say!("plain-exp", of = first()),
            ScalarFunction::Ln => say!("plain-ln", of = first()),
            ScalarFunction::Sqrt => say!("plain-sqrt", of = first()),
            ScalarFunction::Abs => say!("plain-abs", of = first()),
            ScalarFunction::Not => {
                say!("plain-opposite", of = arguments.first().map(|of| self.truth(of)).unwrap_or_default())
            }
            ScalarFunction::Max => say!("plain-greatest-of", list = list()),
            ScalarFunction::Min => say!("plain-least-of", list = list()),
            // Which of the two was taken would tell a condition that is hidden.
            ScalarFunction::Where if !reads_hidden(self.hidden, arguments.first()) => self.chosen(arguments),
            _ => say!("plain-function-of", name = function.name(), list = list()),
        }
    }

    /// The argument of a *not*: a truth value is said as one.
    fn truth(self, of: &Expr) -> String {
        match of {
            Expr::Element(operand) if self.hides(operand) || operand.is_real => self.part(of),
            Expr::Element(operand) => match &*operand.text() {
                "0" => word!("plain-no").to_owned(),
                "1" => word!("plain-yes").to_owned(),
                _ => self.part(of),
            },
            _ => self.part(of),
        }
    }

    /// Which of two it is: a listener need not decide whether 0 is 0.
    fn chosen(self, arguments: &[Expr]) -> String {
        let said: Vec<String> = arguments.iter().map(|of| self.part(of)).collect();
        let at = |place: usize| said.get(place).cloned().unwrap_or_default();
        let holds = arguments.first().is_some_and(|test| test.value() != 0.0);
        let (taken, other) = if holds { (at(1), at(2)) } else { (at(2), at(1)) };
        if holds { say!("plain-where-true", taken, other) } else { say!("plain-where-false", taken, other) }
    }

    /// The arguments of a function, of a greatest or least the many small ones as one.
    fn list(self, arguments: &[Expr], function: ScalarFunction) -> String {
        let (shown, rest) = explain::split_arguments(function, arguments);
        let item = |of: &Expr| if printed(of).is_some() { self.formula(of) } else { self.part(of) };
        let mut said: Vec<String> = shown.into_iter().map(item).collect();
        if !rest.is_empty() {
            let values: Vec<f64> = rest.iter().map(|term| term.value()).collect();
            said.push(self.rest(function.of(&values), &rest));
        }
        listed(&said)
    }
}

/// A number of a formula as it is printed; nothing for what is more than a number.
fn printed(of: &Expr) -> Option<String> {
    match of {
        Expr::Element(operand) => Some(operand.text()),
        Expr::Exact(x) => Some(digits::exact(*x)),
        Expr::Real(x) => Some(digits::real(*x)),
        _ => None,
    }
}

/// Terms with their signs between them: a minus stands in place of the plus.
fn added(terms: &[String]) -> String {
    let minus = format!("{} ", word!("plain-sign-minus"));
    let mut said = String::new();
    for term in terms {
        match (said.is_empty(), term.starts_with(&minus)) {
            (true, _) => said.push_str(term),
            (_, true) => said = format!("{said} {term}"),
            _ => said = format!("{said} {} {term}", word!("plain-sign-plus")),
        }
    }
    said
}

fn bracketed(said: &str) -> String {
    format!("{} {said} {}", word!("plain-open"), word!("plain-close"))
}

/// The number that e is raised to, if a term is such a power.
fn exponent(term: &Expr) -> Option<&Expr> {
    let Expr::Call(ScalarFunction::Exp, of) = term else { return None };
    of.first().filter(|of| matches!(of, Expr::Element(_) | Expr::Real(_) | Expr::Exact(_)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn formula(of: &Expr) -> String {
        FormulaSpeaker { hidden: &[] }.formula(of)
    }

    fn element(index: usize, value: f64, is_real: bool) -> Expr {
        Expr::Element(Operand { input: 0, index: vec![index], value, is_real })
    }

    #[test]
    fn a_formula_with_numbers_is_said() {
        let exp = |x: f64| Expr::call(ScalarFunction::Exp, Expr::Real(x));
        let share = exp(1.21).join(Operator::Div, Expr::Sum(vec![exp(-0.4), exp(1.21)]));
        assert_eq!(
            formula(&share),
            "fraction e to the power 1.21 over e to the power minus 0.400 plus e to the power 1.21, end of fraction"
        );
        let product = Expr::Real(0.5).join(Operator::Mul, Expr::Sum(vec![Expr::Exact(1.0), Expr::Exact(2.0)]));
        assert_eq!(formula(&product), "0.500 times open bracket 1 plus 2 close bracket");
        assert_eq!(formula(&Expr::Exact(3.0).join(Operator::Pow, Expr::Exact(2.0))), "3 squared");
    }

    #[test]
    fn a_minus_stands_for_the_plus_before_it() {
        let product = Expr::Real(-0.5).join(Operator::Mul, Expr::Real(2.0));
        let sum = Expr::Sum(vec![Expr::Real(1.5), Expr::Real(-32.4), product]);
        assert_eq!(formula(&sum), "1.50 minus 32.4 minus 0.500 times 2.00");
        assert_eq!(formula(&Expr::Sum(vec![Expr::Real(-1.5), Expr::Real(2.0)])), "minus 1.50 plus 2.00");
        let many = Expr::Sum((0..12).map(|place| Expr::Real(-f64::from(place) / 8.0)).collect());
        let said = formula(&many);
        assert!(said.ends_with(" minus 1.88 from 6 more terms") && !said.contains("plus"), "{said}");
    }

    #[test]
    fn a_power_of_ten_is_one_factor() {
        let product = Expr::Real(6.34e-7).join(Operator::Mul, Expr::Real(1.73));
        let said = formula(&product);
        assert_eq!(said, "open bracket 6.34 times 10 to the power minus 7 close bracket times 1.73");
        assert_eq!(formula(&Expr::Real(6.34e-4).join(Operator::Mul, Expr::Real(1.73))), "0.000634 times 1.73");
        assert_eq!(formula(&Expr::Real(6.34e-7)), "6.34 times 10 to the power minus 7");
    }

    #[test]
    fn the_opposite_of_a_truth_value_is_said() {
        assert_eq!(formula(&Expr::call(ScalarFunction::Not, element(0, 0.0, false))), "the opposite of no");
        assert_eq!(formula(&Expr::call(ScalarFunction::Not, element(0, 0.25, true))), "the opposite of 0.250");
    }

    #[test]
    fn what_is_hidden_has_no_number_in_any_part() {
        let terms: Vec<Expr> = (0..12).map(|place| element(place, 2.5 + place as f64, true)).collect();
        let (hidden, condition) = (Operand { input: 0, index: vec![0], value: 2.5, is_real: true }, terms[0].clone());
        let speaker = FormulaSpeaker { hidden: &[hidden] };
        let said = speaker.formula(&Expr::Sum(terms));
        assert!(said.contains("(hidden) from 6 more terms") && !said.contains("2.50"), "{said}");
        let chosen = Expr::Call(ScalarFunction::Where, vec![condition, Expr::Exact(1.0), Expr::Exact(2.0)]);
        assert_eq!(speaker.formula(&chosen), "where of (hidden), 1 and 2");
    }
}
