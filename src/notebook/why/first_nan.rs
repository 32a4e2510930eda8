//! Where a number that is none was born.
//!
//! NaN and the infinities spread: one of them far up makes whole pages of them. The way back follows, from operand to operand,
//! what is itself not finite, to the first step that made such a number out of finite ones, or to the place where it was written.

use std::collections::BTreeSet;

use super::{ElementRef, WhyAnswer, why_element};
use crate::notebook::evaluate::EvaluationOutcome;
use crate::tensor::{Explanation, Expr, Leaf, digits};

/// How far back the way is followed.
const MAX_STEPS: usize = 10_000;

/// Where a number stopped being one, and why.
#[derive(Clone, Debug, PartialEq)]
pub struct FirstNan {
    /// The element.
    pub element: ElementRef,
    /// What happened there.
    pub cause: NanCause,
}

/// What makes a number that is none. Formulas and numbers are texts, as they are printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NanCause {
    /// A control was set to it.
    Set {
        /// The number.
        value: String,
        /// The control: `slider`, `matrix`.
        by: &'static str,
    },
    /// It is written in the source.
    Written(String),
    /// All scores among which a softmax shares are hidden.
    AllHidden(Among),
    /// This part of a formula is infinite.
    Infinite(String),
    /// This part is larger than any number: `exp(800.0)`.
    Overflow(String),
    /// This part has no real value: `sqrt(-1.00)`.
    NotReal(String),
    /// This part has no value: `0.00 / 0.00`.
    Undefined(String),
    /// This number is more than the dtype can hold.
    TooLarge(String),
    /// A formula comes to it.
    Comes {
        /// The formula.
        formula: String,
        /// What it comes to.
        to: String,
    },
}

/// Among what a softmax shares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Among {
    /// A single score.
    One,
    /// A row.
    Row,
    /// A column.
    Column,
    /// What lies along another axis.
    Axis(usize),
}

/// The element in which the value of `element` stopped being finite: for NaN the first NaN, for an infinity the first infinity.
/// `None` where the value is finite, or the page no longer knows how it was made.
pub fn first_nan(outcome: &EvaluationOutcome, element: &ElementRef) -> Option<FirstNan> {
    let mut here = why_element(outcome, element)?;
    let is_nan = here.explanation.value.is_nan();
    if here.explanation.value.is_finite() {
        return None;
    }
    let mut seen = BTreeSet::new();
    for _ in 0..MAX_STEPS {
        if !seen.insert(here.subject.element()?.clone()) {
            break;
        }
        match parent(outcome, &here, is_nan) {
            Some(further) => here = further,
            None => break,
        }
    }
    Some(FirstNan { element: here.subject.element()?.clone(), cause: cause(&here.explanation) })
}

/// The first operand that is as little finite as its result. NaN comes from NaN; what makes NaN of infinities is the first.
fn parent(outcome: &EvaluationOutcome, here: &WhyAnswer, is_nan: bool) -> Option<WhyAnswer> {
    let values = here.explanation.operands().into_iter().map(|operand| operand.value);
    let alike = |value: f64| if is_nan { value.is_nan() } else { value.is_infinite() };
    let candidates = here.operands.iter().zip(values).filter(|(_, value)| alike(*value));
    candidates.filter_map(|(operand, _)| operand.element()).find_map(|element| why_element(outcome, element))
}

/// What happened in the step that made a number which is none.
fn cause(here: &Explanation) -> NanCause {
    let value = here.value_text();
    let Some(formula) = &here.textbook else {
        return match here.leaf {
            Some(Leaf::Control(by)) => NanCause::Set { value, by },
            _ => NanCause::Written(value),
        };
    };
    let operands = here.operands();
    let is_hidden = !operands.is_empty() && operands.iter().all(|operand| operand.value == f64::NEG_INFINITY);
    if here.operation.ends_with("softmax") && is_hidden {
        let places: Vec<&[usize]> = operands.iter().map(|operand| &*operand.index).collect();
        return NanCause::AllHidden(shared_among(&places));
    }
    match culprit(formula) {
        Some((what, _)) if what.value().is_infinite() && !here.value.is_infinite() => {
            NanCause::Infinite(what.to_string())
        }
        Some((what, parts)) => {
            let given: Vec<String> = parts.iter().map(|part| digits::real(*part)).collect();
            cause_of_part(what, &given, value)
        }
        // Double precision holds it, so it is the dtype that does not.
        None if formula.value().is_finite() => NanCause::TooLarge(digits::real(formula.value())),
        None => NanCause::Comes { formula: formula.to_string(), to: value },
    }
}

/// What a softmax shares among: a row if it runs along the last axis, a column along the one before.
fn shared_among(places: &[&[usize]]) -> Among {
    let [first, second, ..] = places else { return Among::One };
    let along = first.iter().zip(*second).position(|(one, other)| one != other).unwrap_or_default();
    match first.len() - along {
        1 => Among::Row,
        2 => Among::Column,
        _ => Among::Axis(along),
    }
}

/// Why a part of a formula is none, though its own parts are: `0 / 0` has no value, `exp(800)` is larger than any number.
fn cause_of_part(what: &Expr, parts: &[String], value: String) -> NanCause {
    let joined = match what {
        Expr::Binary(operator, ..) => parts.join(&format!(" {} ", operator.sign())),
        Expr::Call(function, _) => format!("{}({})", function.name(), parts.join(", ")),
        _ => parts.join(" + "),
    };
    let is_overflow = matches!(what, Expr::Call(..)) && what.value() == f64::INFINITY;
    match what {
        _ if is_overflow => NanCause::Overflow(joined),
        Expr::Call(..) if what.value().is_nan() => NanCause::NotReal(joined),
        _ if what.value().is_nan() => NanCause::Undefined(joined),
        _ => NanCause::Comes { formula: joined, to: value },
    }
}

/// The innermost part of a formula that is not finite, or not a number, though what it is made of is; with the values of its parts.
fn culprit(formula: &Expr) -> Option<(&Expr, Vec<f64>)> {
    let mut here = formula;
    let wants_nan = formula.value().is_nan();
    let alike = |value: f64| if wants_nan { value.is_nan() } else { value.is_infinite() };
    if !alike(here.value()) {
        return None;
    }
    loop {
        let parts: Vec<&Expr> = match here {
            Expr::Element(_) | Expr::Exact(_) | Expr::Real(_) => return None,
            Expr::Call(_, parts) | Expr::Sum(parts) => parts.iter().collect(),
            Expr::Binary(_, a, b) => vec![a, b],
            Expr::Named(number) => vec![&number.formula],
        };
        match parts.iter().find(|part| alike(part.value())) {
            Some(part) => here = part,
            None => return Some((here, parts.iter().map(|part| part.value()).collect())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::Value;
    use crate::notebook::evaluate::evaluate_file;
    use crate::notebook::why::element;

    /// The name, the place and the cause of the birth of an element of `name`.
    fn born(source: &str, name: &str, index: &[usize]) -> Option<(String, Vec<usize>, NanCause)> {
        let outcome = evaluate_file(&"program".into(), source.into(), &[]);
        let Some(Value::Tensor(tensor)) = outcome.values().get(name).cloned() else { panic!("no tensor {name}") };
        let found = first_nan(&outcome, &element(&tensor.now(), index).unwrap())?;
        let subject = why_element(&outcome, &found.element).unwrap().subject;
        Some((subject.name, found.element.index, found.cause))
    }

    const MASKED: &str = "\
scores = torch.tensor([[1.0, 2.0], [3.0, 4.0]])
masked = scores.masked_fill(torch.tensor([[False, False], [True, True]]), -inf)
weights = softmax(masked, dim=-1)
output = weights @ scores
final = output * 2 + 1
";

    #[test]
    fn nan_is_traced_to_the_step_that_made_it() {
        let hidden = NanCause::AllHidden(Among::Row);
        assert_eq!(born(MASKED, "final", &[1, 0]), Some(("weights".to_owned(), vec![1, 0], hidden.clone())));
        assert_eq!(born(MASKED, "weights", &[1, 1]), Some(("weights".to_owned(), vec![1, 1], hidden)));
    }

    #[test]
    fn a_softmax_says_along_which_axis_everything_is_hidden() {
        for (dim, shape, among) in [
            ("-1", "2, 2", Among::Row),
            ("-2", "2, 2", Among::Column),
            ("0", "2, 2, 2", Among::Axis(0)),
            ("0", "1", Among::One),
        ] {
            let source = format!("x = torch.full(({shape},), -inf)\ny = softmax(x, dim={dim})");
            let first = vec![0; shape.split(',').count()];
            let (name, _, cause) = born(&source, "y", &first).unwrap();
            assert_eq!((name.as_str(), cause), ("y", NanCause::AllHidden(among)), "{dim} of {shape}");
        }
    }

    #[test]
    fn what_is_finite_was_never_born() {
        assert_eq!(born(MASKED, "final", &[0, 0]), None);
    }

    #[test]
    fn every_kind_of_first_nan_has_its_cause() {
        let comes = |formula: &str, to: &str| NanCause::Comes { formula: formula.to_owned(), to: to.to_owned() };
        for (made, cause) in [
            ("1 / x", comes("1.00 / 0.00", "inf")),
            ("x / x", NanCause::Undefined("0.00 / 0.00".to_owned())),
            ("(x - 1).sqrt()", NanCause::NotReal("sqrt(-1.00)".to_owned())),
            ("x.log()", comes("ln(0.00)", "-inf")),
            ("(x - 1).log()", NanCause::NotReal("ln(-1.00)".to_owned())),
            ("(x + 800).exp()", NanCause::Overflow("exp(800.0)".to_owned())),
            ("(x + 100).exp()", NanCause::TooLarge("2.69e43".to_owned())),
            ("(x + inf) - inf", NanCause::Undefined("inf - inf".to_owned())),
            ("(x + inf) * x", NanCause::Undefined("inf · 0.00".to_owned())),
        ] {
            let source = format!("x = torch.tensor([0.0, 1.0])\ny = {made}\nz = y * 2 + 1");
            assert_eq!(born(&source, "z", &[0]), Some(("y".to_owned(), vec![0], cause)), "{made}");
        }
        let (name, _, cause) = born("x = torch.tensor([inf])\ny = x + 1\nz = y * 2", "z", &[0]).unwrap();
        assert_eq!((name.as_str(), cause), ("x", NanCause::Written("inf".to_owned())));
    }
}
