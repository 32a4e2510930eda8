//! Views: tensors that share the memory of another one in PyTorch.
//!
//! A [`Tensor`] never changes, so here a view is a tensor of its own, of which is known by which steps it comes from its base. The
//! steps are read off the tape ([`ViewPath::between`]). They tell where in the base each element of the view stands
//! ([`ViewPath::places`]), and when the base has been replaced by another tensor, they make the view anew ([`ViewPath::replay`]).

use std::sync::Arc;

use super::budget::OperationCost;
use super::ops::{self, Elements, Operation};
use super::tape::{self, Inner, Node, Origin, SourceSpan};
use super::{Result, Tensor, budget};

/// What one step takes in the tape, in elements.
const STEP_ELEMENTS: u128 = 24;

/// The steps from a base to a view of it, the first one first.
#[derive(Clone, Debug)]
pub struct ViewPath {
    steps: Vec<Arc<dyn Operation>>,
    /// The expression that made the view.
    place: Option<SourceSpan>,
    inner: Option<Inner>,
}

/// What an operation has made of a tensor, as far as memory goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kinship {
    /// That tensor.
    Same,
    /// Another tensor that shares its memory.
    View,
    /// Another tensor that shares its memory, and from which no gradient goes back to it.
    Detached,
    /// A tensor with a memory of its own.
    Other,
}

/// Whether a tensor shares memory with another one of which it was made under this thread's tape.
pub fn kinship(base: &Tensor, made: &Tensor) -> Kinship {
    match (base.origin(), made.origin()) {
        // The same step and another memory: a copy.
        (Some(first), Some(last)) if first == last => {
            if Arc::ptr_eq(&base.storage, &made.storage) {
                Kinship::Same
            } else {
                Kinship::Other
            }
        }
        (Some(first), Some(last)) => {
            let mut is_detached = false;
            match go_back(last, first, |node| is_detached |= node.operation.is_detached()) {
                Some(()) if is_detached => Kinship::Detached,
                Some(()) => Kinship::View,
                None => Kinship::Other,
            }
        }
        _ => Kinship::Other,
    }
}

/// Goes from a step of this thread's tape back to another one over views alone, the last one first; `None` where that does not lead there.
fn go_back(last: Origin, first: Origin, mut visit: impl FnMut(&Node)) -> Option<()> {
    let mut at = last;
    while at != first {
        at = tape::with_node(at, |node| {
            visit(node);
            node.inputs.first().filter(|_| node.operation.is_view(&node.inputs))?.origin()
        })??;
    }
    Some(())
}

/// The number of each element of a tensor of this shape, in row-major order.
///
/// # Errors
/// When it costs more than is left.
pub fn numbered(shape: &[usize]) -> Result<Tensor> {
    budget::make(shape)?;
    Tensor::from_i64(shape, (0..shape.iter().product::<usize>() as i64).collect())
}

impl ViewPath {
    /// How a step of this thread's tape comes from another one by views alone; `None` if it does not.
    ///
    /// ```
    /// use glassformer::tensor::view::{Kinship, ViewPath, kinship, numbered};
    /// use glassformer::tensor::{Leaf, Tensor, tape};
    ///
    /// let (path, _) = tape::record(|| {
    ///     let x = tape::leaf(Tensor::from_f32(&[2, 3], vec![0.0; 6])?, Leaf::Literal);
    ///     let column = x.select(-1, 1)?;
    ///     assert_eq!(kinship(&x, &column), Kinship::View);
    ///     assert_eq!(kinship(&x, &x.exp()?), Kinship::Other);
    ///     Ok::<_, glassformer::tensor::Error>(ViewPath::between(x.origin(), column.origin()))
    /// });
    /// assert_eq!(path?.unwrap().places(&numbered(&[2, 3])?)?, Some(vec![1, 4]));
    /// # Ok::<(), glassformer::tensor::Error>(())
    /// ```
    pub fn between(base: Option<Origin>, view: Option<Origin>) -> Option<Self> {
        let (first, last) = (base?, view?);
        let mut steps = Vec::new();
        go_back(last, first, |node| steps.push(Arc::clone(&node.operation)))?;
        steps.reverse();
        let (place, inner) = tape::with_node(last, |node| (node.place, node.inner.clone()))?;
        Some(Self { steps, place, inner })
    }

    /// Where in a base, whose elements are [`numbered`], the elements of the view stand, both counted in row-major order. `None` where an
    /// element of the view is only a part of an element of the base, as of `x.real`.
    ///
    /// # Errors
    /// When it costs more than is left.
    pub fn places(&self, numbers: &Tensor) -> Result<Option<Vec<usize>>> {
        if self.steps.iter().any(|step| step.elements() != Elements::Moved) {
            return Ok(None);
        }
        let moved = tape::pause(|| self.replay(numbers))?;
        Ok(Some(moved.to_vec().into_iter().map(|place| place as usize).collect()))
    }

    /// The view of another tensor in the base's place. On the tape its steps stand where the view was made.
    ///
    /// # Errors
    /// When it costs more than is left.
    pub fn replay(&self, base: &Tensor) -> Result<Tensor> {
        // Each step is one of the tape once more.
        budget::spend(OperationCost::each(STEP_ELEMENTS * self.steps.len() as u128))?;
        tape::standing((self.place, self.inner.clone()), || {
            self.steps.iter().try_fold(base.clone(), |made, step| ops::apply_again(step, &[&made]))
        })
    }
}
