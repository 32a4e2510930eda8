//! Where a number that is none was born.
//!
//! NaN and the infinities spread: one of them far up makes whole pages of them. The way back follows, from operand to operand,
//! what is itself not finite, to the first step that made such a number out of finite ones, or to the place where it was written.

use std::collections::BTreeSet;

use super::{Element, Why, why};
use crate::notebook::evaluate::Outcome;

/// How far back the way is followed.
const MOST_STEPS: usize = 10_000;

/// The element in which the value of `element` stopped being finite: for NaN the first NaN, for an infinity the first infinity.
/// `None` where the value is finite, or the page no longer knows how it was made.
pub fn birth(outcome: &Outcome, element: &Element) -> Option<Element> {
    let mut here = why(outcome, element)?;
    let is_nan = here.explanation.value.is_nan();
    if here.explanation.value.is_finite() {
        return None;
    }
    let mut seen = BTreeSet::new();
    for _ in 0..MOST_STEPS {
        let from = here.subject.element.clone()?;
        if !seen.insert((from.origin, from.index.clone())) {
            return Some(from);
        }
        match parent(outcome, &here, is_nan) {
            Some(further) => here = further,
            None => return Some(from),
        }
    }
    here.subject.element
}

/// The first operand that is as little finite as its result. NaN comes from NaN; what makes NaN of infinities is its birth.
fn parent(outcome: &Outcome, here: &Why, is_nan: bool) -> Option<Why> {
    let values = here.explanation.operands().into_iter().map(|operand| operand.value);
    let alike = |value: f64| if is_nan { value.is_nan() } else { value.is_infinite() };
    let candidates = here.operands.iter().zip(values).filter(|(_, value)| alike(*value));
    candidates.filter_map(|(operand, _)| operand.element.as_ref()).find_map(|element| why(outcome, element))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::Value;
    use crate::notebook::evaluate::evaluate_file;
    use crate::notebook::why::element;

    /// The name and the place of the birth of an element of `name`.
    fn born(source: &str, name: &str, index: &[usize]) -> Option<(String, Vec<usize>)> {
        let outcome = evaluate_file(&"program".into(), source.into(), &[]);
        let Some(Value::Tensor(tensor)) = outcome.values().get(name).cloned() else { panic!("no tensor {name}") };
        let found = birth(&outcome, &element(&tensor, index).unwrap())?;
        let subject = why(&outcome, &found).unwrap().subject;
        Some((subject.name, found.index))
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
        assert_eq!(born(MASKED, "final", &[1, 0]), Some(("weights".to_owned(), vec![1, 0])));
        assert_eq!(born(MASKED, "weights", &[1, 1]), Some(("weights".to_owned(), vec![1, 1])));
    }

    #[test]
    fn what_is_finite_was_never_born() {
        assert_eq!(born(MASKED, "final", &[0, 0]), None);
    }

    #[test]
    fn infinity_is_traced_to_where_it_was_made() {
        let source = "x = torch.tensor([0.0, 1.0])\ny = 1 / x\nz = y + 1";
        assert_eq!(born(source, "z", &[0]), Some(("y".to_owned(), vec![0])));
    }
}
