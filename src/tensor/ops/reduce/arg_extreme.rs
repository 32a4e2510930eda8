//! Where the largest or smallest element along an axis stands.

use ndarray::{ArrayD, Axis as Dimension};

use super::super::{GradientReads, Operation, apply, axis_place, of_number};
use crate::tensor::budget::OperationCost;
use crate::tensor::explain::{Expr, Reason, ScalarFunction, element};
use crate::tensor::{Axis, DType, Error, Result, Tensor, stop};

/// The place of the largest or smallest element along an axis; the first one in a tie, and a NaN before everything.
#[derive(Debug)]
struct ArgExtreme {
    axis: usize,
    keep: bool,
    largest: bool,
}

impl ArgExtreme {
    /// What `place` finds in each lane.
    fn places<T: Copy>(&self, values: &ArrayD<T>, place: impl Fn(&[T]) -> usize) -> Vec<i64> {
        let lanes = stop::until_asked(values.lanes(Dimension(self.axis)).into_iter());
        lanes.map(|lane| place(&lane.to_vec()) as i64).collect()
    }
}

impl Operation for ArgExtreme {
    fn name(&self) -> &'static str {
        if self.largest { "argmax" } else { "argmin" }
    }

    /// Every row is read as doubles.
    fn cost(&self, inputs: &[&Tensor]) -> OperationCost {
        OperationCost::like(inputs[0])
    }

    fn forward(&self, inputs: &[&Tensor]) -> Result<Tensor> {
        let x = inputs[0];
        if x.shape()[self.axis] == 0 {
            return Err(Error::Value(format!(
                "{}: no element to choose from in the shape {}",
                self.name(),
                x.shape_text()
            )));
        }
        let found = if x.dtype().is_float() {
            let function = if self.largest { ScalarFunction::ArgMax } else { ScalarFunction::ArgMin };
            self.places(&x.array().reals(), |lane: &[f64]| function.of(lane) as usize)
        } else {
            self.places(&x.array().integers(), |lane: &[i64]| {
                let places = 0..lane.len();
                let first = if self.largest {
                    places.rev().max_by_key(|&at| lane[at])
                } else {
                    places.min_by_key(|&at| lane[at])
                };
                first.unwrap_or(0)
            })
        };
        let (mut shape, mut axes) = (x.shape().to_vec(), x.axes().to_vec());
        if self.keep {
            (shape[self.axis], axes[self.axis]) = (1, Axis::default());
        } else {
            shape.remove(self.axis);
            axes.remove(self.axis);
        }
        Ok(Tensor::from_i64(&shape, found)?.with_axes(axes))
    }

    fn reads(&self) -> GradientReads {
        GradientReads::NOTHING
    }

    fn backward(&self, _: &[Tensor], _: &Tensor, _: &Tensor) -> Result<Vec<Option<Tensor>>> {
        Ok(vec![None])
    }

    fn explain(&self, inputs: &[Tensor], _: &Tensor, index: &[usize]) -> Reason {
        let mut place = index.to_vec();
        if !self.keep {
            place.insert(self.axis, 0);
        }
        let lane = (0..inputs[0].shape()[self.axis]).map(|at| {
            place[self.axis] = at;
            element(inputs, 0, &place)
        });
        let function = if self.largest { ScalarFunction::ArgMax } else { ScalarFunction::ArgMin };
        Expr::Call(function, lane.collect()).into()
    }
}

/// `keep` keeps the axis with size 1. All fail when there is no such axis, or nothing along it.
#[expect(clippy::missing_errors_doc, reason = "said once for all of them above")]
impl Tensor {
    /// The place of the largest element along an axis.
    pub fn argmax(&self, axis: isize, keep: bool) -> Result<Self> {
        self.place_of_extreme(true, axis, keep)
    }

    /// The place of the smallest element along an axis.
    pub fn argmin(&self, axis: isize, keep: bool) -> Result<Self> {
        self.place_of_extreme(false, axis, keep)
    }

    pub(super) fn place_of_extreme(&self, largest: bool, axis: isize, keep: bool) -> Result<Self> {
        let name = if largest { "argmax" } else { "argmin" };
        if self.dtype() == DType::Bool && !self.is_number() {
            return Err(Error::Value(format!("{name}(): does not support bool input: write .long() first")));
        }
        let along = |x: &Self| apply(ArgExtreme { axis: axis_place(name, x, axis)?, keep, largest }, &[x]);
        of_number(name, self, axis, along).unwrap_or_else(|| along(self))
    }
}
