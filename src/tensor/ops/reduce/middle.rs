//! The middle element of some, and where it stands.

use std::cmp::Ordering;

use ndarray::{ArrayD, Axis as Dimension};

use super::super::dtype_names::not_implemented;
use super::super::{apply, axis_places};
use super::{Reduce, Reduction, Ties};
use crate::tensor::budget::{self, OperationCost};
use crate::tensor::{DType, Error, Real, Result, Tensor, order};

/// The place of the middle value, the lower of two; of a NaN when there is one.
pub(super) fn place<T: Real>(values: &[T]) -> Option<usize> {
    if let Some(place) = values.iter().position(|x| x.is_nan()) {
        return Some(place);
    }
    let order = order::order(values, |a, b| a.partial_cmp(b).unwrap_or(Ordering::Equal));
    order.get(values.len().saturating_sub(1) / 2).copied()
}

/// The place of the middle element along an axis, for each lane.
pub(super) fn places(x: &Tensor, axis: usize, keep: bool) -> Result<Tensor> {
    budget::spend(OperationCost::like(x).of_functions())?;
    let found: Vec<i64> = if x.dtype().is_float() {
        let values: ArrayD<f64> = x.array().reals();
        values.lanes(Dimension(axis)).into_iter().filter_map(|lane| place(&lane.to_vec())).map(|at| at as i64).collect()
    } else {
        let values = x.array().integers();
        let whole = |lane: Vec<i64>| order::order(&lane, i64::cmp).get(lane.len().saturating_sub(1) / 2).copied();
        values.lanes(Dimension(axis)).into_iter().filter_map(|lane| whole(lane.to_vec())).map(|at| at as i64).collect()
    };
    let mut shape = x.shape().to_vec();
    if keep {
        shape[axis] = 1;
    } else {
        shape.remove(axis);
    }
    Tensor::from_i64(&shape, found)
}

impl Tensor {
    /// The middle elements along an axis, the lower of two, and the place of each, which alone gets a gradient.
    ///
    /// # Errors
    /// When there is no such axis, or it is empty; truth values have no middle in PyTorch.
    pub fn median_along(&self, axis: isize, keep: bool) -> Result<(Self, Self)> {
        if self.dtype() == DType::Bool {
            return Err(not_implemented("median_out", DType::Bool, "median"));
        }
        let axes = axis_places("median", self, &[axis])?;
        let places = match axes[..] {
            [] => Self::zeros(&[], DType::I64),
            [place, ..] if self.shape()[place] == 0 => {
                let says = format!("median(): Expected reduction dim {place} to have non-zero size.");
                return Err(Error::Value(format!("{says} The shape is {}", self.shape_text())));
            }
            [place, ..] => places(self, place, keep)?,
        };
        let values = apply(Reduce { reduction: Reduction::Median, axes, keep, ties: Ties::First }, &[self])?;
        Ok((values, places))
    }
}
