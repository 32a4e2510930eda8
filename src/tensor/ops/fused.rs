//! Several steps of a formula as one step of a tape that nobody will ask why.
//!
//! Step by step each intermediate array is written whole, read again, and kept for the way back. A tape that is kept for gradients
//! alone may take them together: what a row needs is computed while the row is in the nearest cache.

pub(crate) mod cross_entropy;
pub(crate) mod linear;
pub(crate) mod packed_attention;

use std::fmt;

use ndarray::{CowArray, Ix2};

use super::{GradientReads, Operation};
use crate::tensor::budget::OperationCost;
use crate::tensor::explain::Reason;
use crate::tensor::{Array, DType, Error, Result, Tensor, tape};

/// Several steps of a formula on float32: their value and their gradient, as [`Operation`] has them.
pub(crate) trait Fused: fmt::Debug + Send + Sync + 'static {
    const NAME: &'static str;

    /// Which inputs, and whether the value, are read by the gradient.
    const READS: GradientReads;

    fn forward(&self, inputs: &[&Tensor]) -> Result<Tensor>;

    fn backward(&self, inputs: &[Tensor], value: &Tensor, gradient: &Tensor) -> Result<Vec<Option<Tensor>>>;
}

/// Fused steps as one operation of a tape.
#[derive(Debug)]
struct FusedOperation<F>(F);

impl<F: Fused> Operation for FusedOperation<F> {
    fn name(&self) -> &'static str {
        F::NAME
    }

    fn cost(&self, inputs: &[&Tensor]) -> OperationCost {
        OperationCost::like(inputs[0])
    }

    fn forward(&self, inputs: &[&Tensor]) -> Result<Tensor> {
        self.0.forward(inputs)
    }

    fn reads(&self) -> GradientReads {
        F::READS
    }

    fn backward(&self, inputs: &[Tensor], value: &Tensor, gradient: &Tensor) -> Result<Vec<Option<Tensor>>> {
        self.0.backward(inputs, value, gradient)
    }

    /// A tape that can be asked has the single steps.
    fn explain(&self, _: &[Tensor], _: &Tensor, _: &[usize]) -> Reason {
        Reason::default()
    }
}

/// Whether steps on these inputs are to be fused: under a tape that nobody will ask, where all are float32.
pub(crate) fn is_wanted<'a>(inputs: impl IntoIterator<Item = &'a Tensor>) -> bool {
    tape::is_on() && !tape::has_reasons() && inputs.into_iter().all(|input| input.dtype() == DType::F32)
}

/// Computes fused steps and adds them to the tape.
fn apply<F: Fused>(steps: F, inputs: &[&Tensor]) -> Result<Tensor> {
    super::apply(FusedOperation(steps), inputs)
}

/// The rows of a tensor of float32, one below the other; copied only where they do not lie so.
fn matrix(x: &Tensor, columns: usize) -> Result<CowArray<'_, f32, Ix2>> {
    let rows = x.len() / columns.max(1);
    let found = match x.array() {
        Array::F32(values) => values.to_shape((rows, columns)).ok(),
        _ => None,
    };
    found.ok_or_else(|| Error::Value(format!("{} is not a float32 matrix with {columns} columns", x.shape_text())))
}

/// The size of the last axis.
fn last_axis(x: &Tensor) -> usize {
    x.shape().last().copied().unwrap_or(1)
}
