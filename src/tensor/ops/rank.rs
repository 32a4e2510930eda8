//! The largest elements and where they stand. Made of other operations, so that each can say why: the first is the maximum, the
//! second is the maximum of what is left.

use super::join::stack;
use super::{axis_place, mask::where_};
use crate::tensor::{DType, Error, Result, Tensor, budget};

impl Tensor {
    /// The `k` largest elements along an axis, the largest first, and their places: `torch.topk(x, k, dim)`. Of equal elements the
    /// one that stands first comes first.
    ///
    /// # Errors
    /// When there is no such axis, or it has fewer than `k` places.
    ///
    /// ```
    /// use glassformer::tensor::Tensor;
    ///
    /// let (values, places) = Tensor::from_f32(&[4], vec![0.5, 3.0, -1.0, 2.0])?.topk(2, 0)?;
    /// assert_eq!((values.to_vec(), places.to_vec()), (vec![3.0, 2.0], vec![1.0, 3.0]));
    /// # Ok::<(), glassformer::tensor::Error>(())
    /// ```
    pub fn topk(&self, k: usize, axis: isize) -> Result<(Self, Self)> {
        let axis = axis_place("topk", self, axis)?;
        let size = self.shape()[axis];
        if k > size {
            return Err(Error::Value(format!(
                "selected index k out of range: topk: axis {axis} has {size} elements, fewer than {k}"
            )));
        }
        let axis = axis as isize;
        // What is taken becomes -inf; so that it is not taken again, what was -inf before counts as the lowest number.
        let (wide, lowest) = match self.dtype() {
            DType::F32 => (DType::F32, f64::from(f32::MIN)),
            _ => (DType::F64, f64::MIN),
        };
        let mut left = self.to(wide)?.maximum(&Self::number(lowest))?;
        let (mut values, mut places) = (Vec::new(), Vec::new());
        let along = along(size, self.ndim(), axis as usize)?;
        for _ in 0..k {
            let place = left.argmax(axis, true)?;
            let is_taken = along.eq(&place)?;
            values.push(where_(&is_taken, self, &Self::integer(0))?.sum(&[axis], false)?.to(self.dtype())?);
            places.push(place.squeeze(Some(axis))?);
            left = left.masked_fill(&is_taken, &Self::number(f64::NEG_INFINITY))?;
        }
        if k == 0 {
            let none = self.narrow(axis, 0, 0)?;
            return Ok((none.clone(), none.to(DType::I64)?));
        }
        Ok((stack(&values, axis)?, stack(&places, axis)?))
    }

    /// Ids (...) as rows that are 1 at the id and 0 elsewhere, (..., classes): `F.one_hot`.
    ///
    /// # Errors
    /// When an id is not a whole number from 0 up to, but without, `classes`.
    ///
    /// ```
    /// use glassformer::tensor::Tensor;
    ///
    /// let rows = Tensor::from_i64(&[2], vec![2, 0])?.one_hot(3)?;
    /// assert_eq!(rows.to_vec(), [0.0, 0.0, 1.0, 1.0, 0.0, 0.0]);
    /// # Ok::<(), glassformer::tensor::Error>(())
    /// ```
    pub fn one_hot(&self, classes: usize) -> Result<Self> {
        let is_id = |id: &f64| *id >= 0.0 && *id < classes as f64;
        if self.dtype().is_float() || self.dtype() == DType::Bool {
            let (operation, got) = ("one_hot".to_owned(), self.dtype().to_string());
            return Err(Error::DType { operation, wants: "whole numbers", got });
        }
        if let Some(id) = self.to_vec().iter().find(|id| !is_id(id)) {
            let says = if *id < 0.0 {
                "Class values must be non-negative."
            } else {
                "Class values must be smaller than num_classes."
            };
            return Err(Error::Value(format!(
                "{says} one_hot: there is no class {id}: there are {classes} classes, counted from 0"
            )));
        }
        self.unsqueeze(-1)?.eq(&along(classes, 1, 0)?)?.to(DType::I64)
    }
}

/// The places 0, 1, 2 of one axis, in a shape that broadcasts along it.
pub(super) fn along(size: usize, ndim: usize, axis: usize) -> Result<Tensor> {
    budget::make(&[size])?;
    let mut shape = vec![1; ndim];
    shape[axis] = size;
    Tensor::from_i64(&shape, (0..size as i64).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_minus_infinity_or_equal_is_taken_once() {
        let never = f32::NEG_INFINITY;
        let x = Tensor::from_f32(&[5], vec![never, 2.0, never, 2.0, never]).unwrap();
        let (values, places) = x.topk(5, 0).unwrap();
        assert_eq!(places.to_vec(), [1.0, 3.0, 0.0, 2.0, 4.0]);
        assert_eq!(values.to_vec()[..3], [2.0, 2.0, f64::NEG_INFINITY]);
        assert!(x.topk(6, 0).unwrap_err().to_string().contains("5 elements"));
        assert_eq!(x.topk(0, 0).unwrap().1.shape(), [0]);
    }

    #[test]
    fn whole_numbers_stay_whole_and_any_axis_will_do() {
        let x = Tensor::from_i64(&[2, 2], vec![3, 9, 4, 1]).unwrap();
        let (values, places) = x.topk(1, 0).unwrap();
        assert_eq!((values.to_vec(), places.to_vec()), (vec![4.0, 9.0], vec![1.0, 0.0]));
        assert_eq!((values.dtype(), places.dtype()), (DType::I64, DType::I64));
    }

    #[test]
    fn an_id_outside_the_classes_is_refused() {
        let of = |ids: Vec<i64>| Tensor::from_i64(&[ids.len()], ids).unwrap().one_hot(3);
        assert_eq!(of(vec![1, 0]).unwrap().to_vec(), [0.0, 1.0, 0.0, 1.0, 0.0, 0.0]);
        assert_eq!(of(vec![]).unwrap().shape(), [0, 3]);
        assert!(of(vec![3]).is_err() && of(vec![-1]).is_err());
        assert!(Tensor::ones(&[1], DType::F32).one_hot(2).is_err());
    }
}
