//! Where a number that is none was born.
//!
//! NaN and the infinities spread: one of them far up makes whole pages of them. The way back follows, from operand to operand,
//! what is itself not finite, to the first step that made such a number out of finite ones, or to the place where it was written.

use std::collections::BTreeSet;

use super::{Element, Why, why_element};
use crate::notebook::evaluate::Outcome;
use crate::tensor::{Expr, Leaf, digits};

/// How far back the way is followed.
const MOST_STEPS: usize = 10_000;

/// Where a number stopped being one, and why.
#[derive(Clone, Debug, PartialEq)]
pub struct Birth {
    /// The element.
    pub element: Element,
    /// What happened there, in a sentence without its full stop.
    pub reason: String,
}

/// The element in which the value of `element` stopped being finite: for NaN the first NaN, for an infinity the first infinity.
/// `None` where the value is finite, or the page no longer knows how it was made.
pub fn birth(outcome: &Outcome, element: &Element) -> Option<Birth> {
    let mut here = why_element(outcome, element)?;
    let is_nan = here.explanation.value.is_nan();
    if here.explanation.value.is_finite() {
        return None;
    }
    let mut seen = BTreeSet::new();
    for _ in 0..MOST_STEPS {
        if !seen.insert(here.subject.element()?.clone()) {
            break;
        }
        match parent(outcome, &here, is_nan) {
            Some(further) => here = further,
            None => break,
        }
    }
    Some(Birth { element: here.subject.element()?.clone(), reason: reason(&here) })
}

/// The first operand that is as little finite as its result. NaN comes from NaN; what makes NaN of infinities is its birth.
fn parent(outcome: &Outcome, here: &Why, is_nan: bool) -> Option<Why> {
    let values = here.explanation.operands().into_iter().map(|operand| operand.value);
    let alike = |value: f64| if is_nan { value.is_nan() } else { value.is_infinite() };
    let candidates = here.operands.iter().zip(values).filter(|(_, value)| alike(*value));
    candidates.filter_map(|(operand, _)| operand.element()).find_map(|element| why_element(outcome, element))
}

/// What happened in the step that made a number which is none.
fn reason(here: &Why) -> String {
    let value = here.explanation.value_text();
    let Some(formula) = &here.explanation.textbook else {
        return match &here.explanation.leaf {
            Some(Leaf::Control(kind)) => format!("it was set to {value} by the {kind}"),
            _ => format!("{value} is written in the source"),
        };
    };
    let operands = here.explanation.operands();
    let is_hidden = !operands.is_empty() && operands.iter().all(|operand| operand.value == f64::NEG_INFINITY);
    if here.explanation.operation.ends_with("softmax") && is_hidden {
        let places: Vec<&[usize]> = operands.iter().map(|operand| &*operand.index).collect();
        return format!("{} is hidden (-inf), so each exp is 0, and the share is 0 / 0", shared_among(&places));
    }
    match culprit(formula) {
        Some((what, _)) if what.value().is_infinite() && !here.explanation.value.is_infinite() => what.to_string(),
        Some((what, parts)) => {
            let given: Vec<String> = parts.iter().map(|part| digits::real(*part)).collect();
            sentence(what, &given, &value)
        }
        // Double precision holds it, so it is the dtype that does not.
        None if formula.value().is_finite() => {
            format!("{} is more than a number of this dtype can hold", digits::real(formula.value()))
        }
        None => format!("{formula} is {value}"),
    }
}

/// What a softmax shares among: a row if it runs along the last axis, a column along the one before.
fn shared_among(places: &[&[usize]]) -> String {
    let [first, second, ..] = places else { return "the one score".to_owned() };
    let along = first.iter().zip(*second).position(|(one, other)| one != other).unwrap_or_default();
    match first.len() - along {
        1 => "every key of this row".to_owned(),
        2 => "every score of this column".to_owned(),
        _ => format!("every score along axis {along}"),
    }
}

/// `0 / 0 has no value`, `exp(800) is larger than any number`.
fn sentence(what: &Expr, parts: &[String], value: &str) -> String {
    let joined = match what {
        Expr::Binary(operator, ..) => parts.join(&format!(" {} ", operator.sign())),
        Expr::Call(function, _) => format!("{}({})", function.name(), parts.join(", ")),
        _ => parts.join(" + "),
    };
    let is_overflow = matches!(what, Expr::Call(..)) && what.value() == f64::INFINITY;
    match what {
        _ if is_overflow => format!("{joined} is larger than any number"),
        Expr::Call(..) if what.value().is_nan() => format!("{joined} has no real value"),
        _ if what.value().is_nan() => format!("{joined} has no value"),
        _ => format!("{joined} is {value}"),
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

    /// The name, the place and the reason of the birth of an element of `name`.
    fn born(source: &str, name: &str, index: &[usize]) -> Option<(String, Vec<usize>, String)> {
        let outcome = evaluate_file(&"program".into(), source.into(), &[]);
        let Some(Value::Tensor(tensor)) = outcome.values().get(name).cloned() else { panic!("no tensor {name}") };
        let found = birth(&outcome, &element(&tensor, index).unwrap())?;
        let subject = why_element(&outcome, &found.element).unwrap().subject;
        Some((subject.name, found.element.index, found.reason))
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
        let (name, index, reason) = born(MASKED, "final", &[1, 0]).unwrap();
        assert_eq!((name.as_str(), index), ("weights", vec![1, 0]));
        assert!(reason.starts_with("every key of this row is hidden"), "{reason}");
        let (name, index, _) = born(MASKED, "weights", &[1, 1]).unwrap();
        assert_eq!((name.as_str(), index), ("weights", vec![1, 1]));
    }

    #[test]
    fn a_softmax_says_along_which_axis_everything_is_hidden() {
        for (dim, shape, said) in [
            ("-1", "2, 2", "every key of this row is hidden"),
            ("-2", "2, 2", "every score of this column is hidden"),
            ("0", "2, 2, 2", "every score along axis 0 is hidden"),
            ("0", "1", "the one score is hidden"),
        ] {
            let source = format!("x = torch.full(({shape},), -inf)\ny = softmax(x, dim={dim})");
            let first = vec![0; shape.split(',').count()];
            let (name, _, reason) = born(&source, "y", &first).unwrap();
            assert_eq!(name, "y");
            assert!(reason.starts_with(said), "{dim}: {reason}");
        }
    }

    #[test]
    fn what_is_finite_was_never_born() {
        assert_eq!(born(MASKED, "final", &[0, 0]), None);
    }

    #[test]
    fn every_kind_of_birth_has_its_reason() {
        for (made, reason) in [
            ("1 / x", "1.00 / 0.00 is inf"),
            ("x / x", "0.00 / 0.00 has no value"),
            ("(x - 1).sqrt()", "sqrt(-1.00) has no real value"),
            ("x.log()", "ln(0.00) is -inf"),
            ("(x - 1).log()", "ln(-1.00) has no real value"),
            ("(x + 800).exp()", "exp(800.0) is larger than any number"),
            ("(x + 100).exp()", "2.69e43 is more than a number of this dtype can hold"),
            ("(x + inf) - inf", "inf - inf has no value"),
            ("(x + inf) * x", "inf · 0.00 has no value"),
        ] {
            let source = format!("x = torch.tensor([0.0, 1.0])\ny = {made}\nz = y * 2 + 1");
            let (name, index, found) = born(&source, "z", &[0]).unwrap();
            assert_eq!((name.as_str(), index.as_slice(), found.as_str()), ("y", [0].as_slice(), reason), "{made}");
        }
        let (name, _, reason) = born("x = torch.tensor([inf])\ny = x + 1\nz = y * 2", "z", &[0]).unwrap();
        assert_eq!((name.as_str(), reason.as_str()), ("x", "inf is written in the source"));
    }
}
