//! Writing to places that an index names, in any order: `x[rows, columns] = y`, `x[mask] = y`.

use std::collections::HashMap;

use ndarray::{ArcArray, ArrayD, IxDyn};

use super::{Elements, GradientReads, Operation, apply, broadcast_index, sum_to};
use crate::tensor::array::{Element, with_values};
use crate::tensor::budget::OperationCost;
use crate::tensor::explain::{Reason, Remark, element};
use crate::tensor::ravel::{ravel, unravel};
use crate::tensor::{Array, Error, Result, Tensor};

/// `x` with some of its elements replaced. Where a place is named twice, the last one counts.
#[derive(Debug)]
struct Put {
    /// The elements that are replaced, by their number in row order.
    places: Vec<usize>,
    /// The shape in which they were named: what is written broadcasts to it.
    shape: Vec<usize>,
}

impl Put {
    fn write<T: Element>(&self, base: &ArcArray<T, IxDyn>, part: &Array) -> Option<Array> {
        let part = T::values(part)?.broadcast(self.shape.as_slice())?;
        let mut out: Vec<T> = base.iter().copied().collect();
        for (&place, value) in self.places.iter().zip(part) {
            *out.get_mut(place)? = *value;
        }
        ArrayD::from_shape_vec(base.raw_dim(), out).ok().map(T::array)
    }

    /// Which of the things written stands at each place in the end.
    fn last(&self) -> HashMap<usize, usize> {
        self.places.iter().enumerate().map(|(number, &place)| (place, number)).collect()
    }
}

impl Operation for Put {
    fn name(&self) -> &'static str {
        "assign"
    }

    fn elements(&self) -> Elements {
        Elements::Moved
    }

    fn cost(&self, inputs: &[&Tensor]) -> OperationCost {
        OperationCost::like(inputs[0]).and(OperationCost::made(&self.shape))
    }

    fn forward(&self, inputs: &[&Tensor]) -> Result<Tensor> {
        let (base, part) = (inputs[0], inputs[1]);
        let cast = part.array().cast(base.dtype());
        let array = with_values!(base.array(), values => self.write(values, &cast));
        array.map(|array| Tensor::new(array).with_axes(base.axes().to_vec())).ok_or_else(|| {
            Error::Value(format!(
                "cannot assign {} to a selection of shape {:?}: the sizes must be equal, or 1",
                part.shape_text(),
                self.shape
            ))
        })
    }

    fn reads(&self) -> GradientReads {
        GradientReads::NOTHING
    }

    /// What was overwritten has no effect any more, and of what was written twice to one place only the last.
    fn backward(&self, inputs: &[Tensor], _: &Tensor, gradient: &Tensor) -> Result<Vec<Option<Tensor>>> {
        let zero = Tensor::zeros(&[], gradient.dtype());
        let to_base = put(gradient, self.places.clone(), self.shape.clone(), &zero)?;
        let last = self.last();
        let counts = self.places.iter().enumerate().map(|(number, place)| last.get(place) == Some(&number)).collect();
        let counts = Tensor::from_bool(&self.shape, counts)?.to(gradient.dtype())?;
        let places = Tensor::from_i64(&self.shape, self.places.iter().map(|&place| place as i64).collect())?;
        let read = gradient.reshape(&[-1])?.index_select(0, &places)?;
        Ok(vec![Some(to_base), Some(sum_to(&read.mul(&counts)?, inputs[1].shape())?)])
    }

    fn explain(&self, inputs: &[Tensor], _: &Tensor, index: &[usize]) -> Reason {
        let flat = ravel(index, inputs[0].shape());
        match self.places.iter().rposition(|&place| place == flat) {
            Some(number) => {
                let source = broadcast_index(&unravel(number, &self.shape), inputs[1].shape());
                Reason::from(element(inputs, 1, &source)).remarking(Remark::Put)
            }
            None => Reason::from(element(inputs, 0, index)).remarking(Remark::Untouched),
        }
    }
}

/// `base` with the elements at `places` replaced by `part`, which broadcasts to `shape`, the shape in which they were named.
///
/// # Errors
/// When there are not as many places as the shape says, one of them lies outside, or `part` does not broadcast.
///
/// ```
/// use glassformer::tensor::{Tensor, ops::put::put};
///
/// let x = Tensor::from_f32(&[4], vec![1.0, 2.0, 3.0, 4.0])?;
/// let y = put(&x, vec![3, 0], vec![2], &Tensor::from_f32(&[2], vec![9.0, 8.0])?)?;
/// assert_eq!(y.to_vec(), [8.0, 2.0, 3.0, 9.0]);
/// # Ok::<(), glassformer::tensor::Error>(())
/// ```
pub fn put(base: &Tensor, places: Vec<usize>, shape: Vec<usize>, part: &Tensor) -> Result<Tensor> {
    if shape.iter().product::<usize>() != places.len() {
        return Err(Error::Value(format!("{} positions do not have the shape {shape:?}", places.len())));
    }
    // Axes of size 1 in front say nothing, and what is written may have more of them than the places.
    let mut part = part.clone();
    while part.ndim() > shape.len() && part.shape().first() == Some(&1) {
        part = part.squeeze(Some(0))?;
    }
    apply(Put { places, shape }, &[base, &part])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tensor::tape;

    fn row(values: &[f32]) -> Tensor {
        Tensor::from_f32(&[values.len()], values.to_vec()).unwrap()
    }

    #[test]
    fn the_last_one_counts_and_only_it_has_a_gradient() {
        let (values, tape) = tape::record(|| {
            let given = |tensor: Tensor| tape::leaf(tensor, tape::Leaf::Literal);
            let (x, part) = (given(row(&[1.0, 2.0, 3.0])), given(row(&[5.0, 6.0, 7.0])));
            let y = put(&x, vec![2, 0, 2], vec![3], &part).unwrap();
            (x, part, y)
        });
        let (x, part, y) = values;
        assert_eq!(y.to_vec(), [6.0, 2.0, 7.0]);
        let gradients = tape.gradients(&y).unwrap();
        assert_eq!(gradients.of(&x).unwrap().to_vec(), [0.0, 1.0, 0.0]);
        assert_eq!(gradients.of(&part).unwrap().to_vec(), [0.0, 1.0, 1.0]);
        let why = |place: usize| tape.explain(y.origin().unwrap(), &[place]).unwrap();
        assert_eq!((why(2).value_text(), why(1).value_text()), ("7.00".to_owned(), "2.00".to_owned()));
    }

    #[test]
    fn what_does_not_fit_is_refused_with_both_shapes() {
        let error = put(&row(&[1.0, 2.0]), vec![0, 1], vec![2], &row(&[1.0, 2.0, 3.0])).unwrap_err().to_string();
        assert!(error.contains("cannot assign [3] to a selection of shape [2]"), "{error}");
        assert!(put(&row(&[1.0]), vec![5], vec![1], &row(&[1.0])).is_err());
    }
}
