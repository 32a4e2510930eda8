//! Tapes that nobody will ask why: they are kept while a model learns, for the gradients of its parameters alone.
//!
//! Such a tape has a node for what depends on a parameter and for nothing else. It is used up on the way back: a value and the gradient
//! that arrived at it are let go of as soon as they were read, so the next step writes where the processor's cache still is.

use std::sync::Arc;

use super::{Leaf, Origin, Tape, keep, not_here, pause, push};
use crate::tensor::ops::{Operation, accumulate, gradient::handed, leaf::LeafOperation};
use crate::tensor::{Result, Tensor, stop};

/// Runs a computation and keeps a tape of how it depends on its [parameters](parameter).
pub fn record_for_gradients<T>(compute: impl FnOnce() -> T) -> (T, Tape) {
    keep(false, None, compute)
}

/// Marks a value whose gradient will be wanted: a [leaf](super::leaf) of every tape.
pub fn parameter(tensor: Tensor, name: &str) -> Tensor {
    push(Arc::new(LeafOperation(Leaf::Given(Arc::from(name)))), Vec::new(), tensor.detach())
}

impl Tape {
    /// Whether a gradient would go through a step: it is a parameter, or has an input that depends on one.
    pub(super) fn leads_to(&self, operation: &dyn Operation, inputs: &[Tensor]) -> bool {
        let is_own = |origin: Origin| origin.tape == self.id;
        operation.leaf().is_some() || inputs.iter().filter_map(Tensor::origin).any(is_own)
    }

    /// The gradient of the sum of `of`'s elements with respect to each leaf, in the order in which they entered the tape; `None` for one
    /// on which it does not depend.
    ///
    /// # Errors
    /// When `of` was not made under this tape, or an operation refuses.
    pub fn into_gradients_of_leaves(mut self, of: &Tensor) -> Result<Vec<Option<Tensor>>> {
        let last = of.origin().filter(|&origin| self.node(origin).is_some()).ok_or_else(not_here)?;
        self.nodes.truncate(last.node as usize + 1);
        let mut arrived: Vec<Option<Tensor>> = vec![None; self.nodes.len()];
        arrived[last.node as usize] = Some(Tensor::ones(of.shape(), of.dtype()));
        let mut leaves = Vec::new();
        pause(|| {
            while let (Some(node), Some(gradient)) = (self.nodes.pop(), arrived.pop()) {
                if node.operation.leaf().is_some() {
                    leaves.push(gradient);
                    continue;
                }
                let Some(gradient) = gradient else { continue };
                stop::check()?;
                let parts = handed(&*node.operation, &node.inputs, &node.value, &gradient)?;
                for (input, part) in node.inputs.iter().zip(parts) {
                    let (Some(from), Some(part)) = (input.origin(), part) else { continue };
                    let sum = &mut arrived[from.node as usize];
                    *sum = Some(match sum.take() {
                        Some(earlier) => accumulate::add(earlier, part)?,
                        None => part,
                    });
                }
            }
            leaves.reverse();
            Ok(leaves)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::{has_reasons, is_on, name, record};
    use super::*;
    use crate::tensor::DType;

    fn numbers(values: &[f32]) -> Tensor {
        Tensor::from_f32(&[values.len()], values.to_vec()).unwrap()
    }

    /// a, b, what was computed of them, and a leaf that it does not depend on.
    fn computed() -> (Tensor, Tensor, Tensor, Tensor) {
        let (a, b) = (parameter(numbers(&[1.0, 2.0]), "a"), parameter(numbers(&[3.0, -4.0]), "b"));
        let idle = parameter(numbers(&[5.0]), "idle");
        let constant = numbers(&[10.0, 20.0]).exp().unwrap();
        let product = a.mul(&b).unwrap().add(&a).unwrap().relu().unwrap();
        name(&product, "product");
        (a.clone(), b.clone(), product.add(&constant).unwrap().mul(&a).unwrap(), idle)
    }

    #[test]
    fn gradients_are_those_of_a_tape_with_reasons() {
        let ((_, _, value, _), tape) = record_for_gradients(computed);
        let ((a, b, with_reasons, _), whole) = record(computed);
        let gradients = whole.gradients(&with_reasons).unwrap();
        let got = tape.into_gradients_of_leaves(&value).unwrap();
        for (got, want) in got.iter().zip([gradients.of(&a), gradients.of(&b)]) {
            assert!(got.as_ref().unwrap().same_bits(want.unwrap()));
        }
        assert!(got.len() == 3 && got[2].is_none());
    }

    #[test]
    fn constants_and_names_are_left_out() {
        let ((_, _, value, _), tape) = record_for_gradients(|| {
            assert!(is_on() && !has_reasons());
            computed()
        });
        assert!(tape.named("product").is_none() && tape.nodes().iter().all(|node| node.operation.name() != "exp"));
        assert!(tape.into_gradients_of_leaves(&value.detach()).is_err());
        let (constant, tape) = record_for_gradients(|| Tensor::ones(&[2], DType::F32).exp().unwrap());
        assert!(constant.origin().is_none() && tape.nodes().is_empty());
    }
}
