//! An attention that a learner wrote out: a product with something transposed, perhaps a scale and a mask, a softmax along the
//! rows, and the product with the values. It is read off the record, whatever its tensors are called.

use super::formula::behind_shapes;
use super::outline::{Outline, is_shape_only};
use crate::notebook::steps::{StepKind, Steps};
use crate::tensor::{Node, Tape, Tensor};

/// A stage of an attention, in the order of the computation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AttentionStage {
    /// Queries times transposed keys.
    Product,
    /// The scores through a number, or times one.
    Scaled,
    /// Some scores replaced, or lowered.
    Masked,
    /// The softmax of each row.
    Weights,
    /// The weights times the values.
    Mixed,
}

/// The stages of one attention, each by the node of the record that holds its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenAttention(Vec<(AttentionStage, u32)>);

impl WrittenAttention {
    /// All of them in a record.
    pub(super) fn all(tape: &Tape) -> Vec<Self> {
        tape.nodes()
            .iter()
            .filter(|node| node.operation.name() == "softmax")
            .filter_map(|node| Self::around(tape, node))
            .collect()
    }

    /// The attention that this softmax belongs to.
    fn around(tape: &Tape, weights: &Node) -> Option<Self> {
        if !is_along_rows(tape, weights) {
            return None;
        }
        let mut stages =
            vec![(AttentionStage::Mixed, mixed_by(tape, weights)?), (AttentionStage::Weights, number(weights)?)];
        let mut input = weights.inputs.first()?;
        loop {
            let node = made_by(tape, input)?;
            let stage = match node.operation.name() {
                "matmul" => AttentionStage::Product,
                "masked_fill" | "add" | "sub" | "where" => AttentionStage::Masked,
                "div" | "mul" => AttentionStage::Scaled,
                name if is_shape_only(name) => {
                    input = node.inputs.first()?;
                    continue;
                }
                _ => return None,
            };
            stages.push((stage, number(node)?));
            input = match stage {
                AttentionStage::Product => break,
                AttentionStage::Scaled => scaled(node)?,
                _ => node.inputs.iter().find(|input| comes_from_product(tape, input))?,
            };
        }
        let product = tape.nodes().get(stages.last()?.1 as usize)?;
        let turned = made_by(tape, product.inputs.get(1)?)?;
        let is_turned = behind_shapes(tape, turned).any(|node| node.operation.name() == "transpose");
        stages.reverse();
        is_turned.then_some(Self(stages))
    }

    /// Its stages by their lines in an outline; nothing unless all of them have one.
    pub fn stops(&self, steps: &Steps, outline: &Outline) -> Option<Vec<(AttentionStage, usize)>> {
        let stop = |(stage, node): &(AttentionStage, u32)| {
            let is_it = |step: usize| {
                steps.all().get(step).is_some_and(|step| step.node == *node && step.kind != StepKind::Module)
            };
            Some((*stage, outline.all().iter().position(|stop| is_it(stop.at))?))
        };
        self.0.iter().map(stop).collect()
    }
}

fn made_by<'t>(tape: &'t Tape, tensor: &Tensor) -> Option<&'t Node> {
    tape.node(tensor.origin()?)
}

fn number(node: &Node) -> Option<u32> {
    node.value.origin().map(|origin| origin.node)
}

/// What a scale is applied to: the other side is one number.
fn scaled(node: &Node) -> Option<&Tensor> {
    match node.inputs.as_slice() {
        [scores, scale] if scale.len() == 1 => Some(scores),
        [scale, scores] if scale.len() == 1 && node.operation.name() == "mul" => Some(scores),
        _ => None,
    }
}

/// Whether a tensor is a product, or one that was scaled, masked or shown in another shape.
fn comes_from_product(tape: &Tape, tensor: &Tensor) -> bool {
    let mut at = made_by(tape, tensor);
    while let Some(node) = at {
        let input = match node.operation.name() {
            "matmul" => return true,
            "div" | "mul" => scaled(node),
            "masked_fill" => node.inputs.first(),
            name if is_shape_only(name) => node.inputs.first(),
            _ => None,
        };
        at = input.and_then(|input| made_by(tape, input));
    }
    false
}

/// Whether each number of a softmax is made of its row alone.
fn is_along_rows(tape: &Tape, weights: &Node) -> bool {
    let Some((origin, ndim)) = weights.value.origin().zip(weights.value.ndim().checked_sub(1)) else { return false };
    if ndim == 0 || weights.value.is_empty() {
        return false;
    }
    let Some(explained) = tape.explain(origin, &vec![0; ndim + 1]) else { return false };
    let operands: Vec<Vec<usize>> = explained.operands().into_iter().map(|operand| operand.index).collect();
    let size = weights.value.shape().last().copied().unwrap_or(0);
    let is_in_row = |index: &Vec<usize>| index.len() == ndim + 1 && index[..ndim].iter().all(|place| *place == 0);
    operands.iter().all(is_in_row) && operands.iter().any(|index| index[ndim] + 1 == size)
}

/// The product that takes these weights, or what dropout left of them, as its left side.
fn mixed_by(tape: &Tape, weights: &Node) -> Option<u32> {
    let own = number(weights)?;
    let takes = |node: &&Node| {
        let mut at = node.inputs.first().and_then(|left| made_by(tape, left));
        while let Some(left) = at {
            if number(left) == Some(own) {
                return true;
            }
            let passes = is_shape_only(left.operation.name()) || left.operation.name() == "dropout";
            at = left.inputs.first().filter(|_| passes).and_then(|input| made_by(tape, input));
        }
        false
    };
    let behind = tape.nodes().get(own as usize + 1..)?;
    behind.iter().filter(|node| node.operation.name() == "matmul").find(takes).and_then(number)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::notebook::document::Document;
    use crate::notebook::evaluate::{EvaluationOutcome, EvaluationTask, evaluate_now};
    use crate::notebook::lesson::Lesson;
    use crate::notebook::walk::Walk;

    /// The stages that are found in a cell, each with the line of the outline that it is.
    fn found(source: &str) -> Vec<Vec<(AttentionStage, String)>> {
        let text = format!(
            "---\ntitle: T\nid: t\n---\n```python\n#| label: c\ntorch.manual_seed(0)\nq, k, v = torch.rand(3, 4), torch.rand(5, 4), torch.rand(5, 2)\n{source}\n```\n"
        );
        let page = Document::new(Arc::new(Lesson::read("t.md", &text).unwrap()));
        let outcome = evaluate_now(&page.snapshot(), &EvaluationOutcome::default());
        let report = outcome.report(&EvaluationTask::Cell("c".into()));
        let walk = Walk::of(report.run.as_ref().unwrap_or_else(|| panic!("{:?}", report.state)));
        let outline = walk.outline(false);
        let name = |place: usize| walk.steps.all()[outline.all()[place].at].name.clone();
        let stops = |found: &WrittenAttention| found.stops(&walk.steps, &outline).unwrap();
        let named = |stops: Vec<(AttentionStage, usize)>| {
            stops.into_iter().map(|(stage, place)| (stage, name(place))).collect()
        };
        walk.attentions.iter().map(|found| named(stops(found))).collect()
    }

    #[test]
    fn an_attention_is_known_by_what_it_computes() {
        use AttentionStage::{Masked, Mixed, Product, Scaled, Weights};
        let of = |stages: &[(AttentionStage, &str)]| {
            vec![stages.iter().map(|(stage, name)| (*stage, (*name).to_owned())).collect::<Vec<_>>()]
        };
        assert_eq!(
            found("y = softmax(q @ k.T / sqrt(4), dim=-1) @ v"),
            of(&[(Product, "matmul"), (Scaled, "div"), (Weights, "softmax"), (Mixed, "y")])
        );
        assert_eq!(
            found(
                "fit = q @ k.T\nfit = fit * 0.5\nseen = fit.masked_fill(torch.ones(3, 5).triu(1).bool(), -inf)\nshare = softmax(seen, dim=-1)\nheard = share @ v"
            ),
            of(&[(Product, "fit"), (Scaled, "fit"), (Masked, "seen"), (Weights, "share"), (Mixed, "heard")])
        );
    }

    #[test]
    fn what_only_looks_like_an_attention_is_none() {
        for source in [
            "y = softmax(q @ k.T, dim=0) @ v",
            "y = softmax(q @ k.T, dim=-1)",
            "y = softmax(q, dim=-1) @ k.T",
            "y = softmax(relu(q @ k.T), dim=-1) @ v",
            "y = softmax(q @ torch.rand(4, 5), dim=-1) @ v",
        ] {
            assert_eq!(found(source), Vec::<Vec<_>>::new(), "{source}");
        }
    }
}
