//! Writing to places that an index names, in any order: `x[rows, columns] = y`, `x[mask] = y`.

use std::collections::HashMap;
use std::ops::AddAssign;

use ndarray::{ArcArray, ArrayD, IxDyn};

use super::{Elements, GradientReads, GradientSaves, Operation, apply, broadcast_index, sum_to};
use crate::tensor::array::{Element, with_values};
use crate::tensor::budget::OperationCost;
use crate::tensor::explain::{Expr, Reason, Remark, element};
use crate::tensor::ravel::{ravel, unravel};
use crate::tensor::{Array, DType, Error, Result, Tensor};

/// One thing that is written into a tensor.
#[derive(Clone, Debug)]
pub struct PutPart {
    /// The elements that are replaced, by their number in row-major order.
    pub places: Vec<usize>,
    /// The shape in which they are named.
    pub shape: Vec<usize>,
    /// What is written: it broadcasts to that shape.
    pub part: Tensor,
}

/// `x` with some of its elements replaced, by one thing or by several in turn. Where a place is named twice, the last one counts.
#[derive(Debug)]
struct Put {
    /// The places and the shape of each thing that is written; the things themselves are the inputs after the first.
    writes: Vec<(Vec<usize>, Vec<usize>)>,
}

impl Put {
    fn write<T: Element>(&self, base: &ArcArray<T, IxDyn>, parts: &[Array]) -> Option<Array> {
        let mut out: Vec<T> = base.iter().copied().collect();
        for ((places, shape), part) in self.writes.iter().zip(parts) {
            let part = T::values(part)?.broadcast(shape.as_slice())?;
            for (&place, value) in places.iter().zip(part) {
                *out.get_mut(place)? = *value;
            }
        }
        ArrayD::from_shape_vec(base.raw_dim(), out).ok().map(T::array)
    }

    /// Which element of which of the things written stands at each place in the end.
    fn last(&self) -> HashMap<usize, (usize, usize)> {
        let writes = self.writes.iter().enumerate();
        let each = writes.flat_map(|(write, (places, _))| {
            places.iter().enumerate().map(move |(number, &place)| (place, (write, number)))
        });
        each.collect()
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
        let written = self.writes.iter().map(|(places, _)| places.len() as u128).sum();
        OperationCost::like(inputs[0]).and(OperationCost::each(written))
    }

    fn forward(&self, inputs: &[&Tensor]) -> Result<Tensor> {
        let (base, parts) = (inputs[0], &inputs[1..]);
        let cast: Vec<Array> = parts.iter().map(|part| part.array().cast(base.dtype())).collect();
        let array = with_values!(base.array(), values => self.write(values, &cast));
        array
            .map(|array| Tensor::new(array).with_axes(base.axes().to_vec()))
            .ok_or_else(|| Error::Value(format!("assign: {} has no such places", base.shape_text())))
    }

    fn reads(&self) -> GradientReads {
        GradientReads::NOTHING
    }

    /// PyTorch keeps where it wrote, even for a part of which no gradient is wanted.
    fn saves(&self, _: &[Tensor], _: &[bool]) -> GradientSaves {
        GradientSaves::other()
    }

    /// What was overwritten has no effect any more, and of what was written twice to one place only the last.
    fn backward(&self, inputs: &[Tensor], _: &Tensor, gradient: &Tensor) -> Result<Vec<Option<Tensor>>> {
        let last = self.last();
        let row = gradient.reshape(&[-1])?;
        let zero = Tensor::zeros(&[], gradient.dtype());
        let overwritten: Vec<usize> = last.keys().copied().collect();
        let shape = vec![overwritten.len()];
        let mut handed = vec![Some(put(gradient, overwritten, shape, &zero)?)];
        for (write, ((places, shape), input)) in self.writes.iter().zip(&inputs[1..]).enumerate() {
            let counts = |(number, place): (usize, &usize)| last.get(place) == Some(&(write, number));
            let counts = places.iter().enumerate().map(counts).collect();
            let counts = Tensor::from_bool(shape, counts)?.to(gradient.dtype())?;
            let places = Tensor::from_i64(shape, places.iter().map(|&place| place as i64).collect())?;
            let read = row.index_select(0, &places)?;
            handed.push(Some(sum_to(&read.mul(&counts)?, input.shape())?));
        }
        Ok(handed)
    }

    fn explain(&self, inputs: &[Tensor], _: &Tensor, index: &[usize]) -> Reason {
        let flat = ravel(index, inputs[0].shape());
        let written = self.writes.iter().enumerate().rev().find_map(|(write, (places, shape))| {
            let number = places.iter().rposition(|&place| place == flat)?;
            Some((write + 1, unravel(number, shape)))
        });
        match written {
            Some((input, place)) => {
                let source = broadcast_index(&place, inputs[input].shape());
                Reason::from(element(inputs, input, &source)).remarking(Remark::Put)
            }
            None => Reason::from(element(inputs, 0, index)).remarking(Remark::Untouched),
        }
    }
}

/// A tensor with other numbers added to its elements at some places, a place perhaps several times.
#[derive(Debug)]
struct PutSum {
    /// The place of each, counted in row-major order.
    places: Vec<usize>,
    /// The shape in which the places were named.
    shape: Vec<usize>,
}

impl PutSum {
    fn summed<T: Copy + AddAssign>(&self, mut sums: Vec<T>, parts: Vec<T>) -> Option<Vec<T>> {
        for (&place, part) in self.places.iter().zip(parts) {
            *sums.get_mut(place)? += part;
        }
        Some(sums)
    }
}

impl Operation for PutSum {
    fn name(&self) -> &'static str {
        "scatter_add"
    }

    fn cost(&self, inputs: &[&Tensor]) -> OperationCost {
        OperationCost::like(inputs[0]).and(OperationCost::made(&self.shape))
    }

    fn forward(&self, inputs: &[&Tensor]) -> Result<Tensor> {
        let (base, part) = (inputs[0], inputs[1]);
        let (shape, outside) = (base.shape(), || Error::Value("scatter_add: a place lies outside".to_owned()));
        let sum = match base.dtype() {
            DType::F32 => Tensor::from_f32(shape, self.summed(base.to_f32(), part.to_f32()).ok_or_else(outside)?)?,
            DType::F64 => Tensor::from_f64(shape, self.summed(base.to_vec(), part.to_vec()).ok_or_else(outside)?)?,
            dtype => {
                let sums = self.summed(base.whole_numbers(), part.whole_numbers()).ok_or_else(outside)?;
                Tensor::from_i64(shape, sums)?.to(dtype)?
            }
        };
        Ok(sum.with_axes(base.axes().to_vec()))
    }

    fn reads(&self) -> GradientReads {
        GradientReads::NOTHING
    }

    /// The places, for the gradient with respect to what was added; the gradient with respect to the base is handed on as it is.
    fn saves(&self, _: &[Tensor], wanted: &[bool]) -> GradientSaves {
        if wanted[1] { GradientSaves::other() } else { GradientSaves::default() }
    }

    fn backward(&self, _: &[Tensor], _: &Tensor, gradient: &Tensor) -> Result<Vec<Option<Tensor>>> {
        let places = Tensor::from_i64(&self.shape, self.places.iter().map(|&place| place as i64).collect())?;
        Ok(vec![Some(gradient.clone()), Some(gradient.reshape(&[-1])?.index_select(0, &places)?)])
    }

    fn explain(&self, inputs: &[Tensor], _: &Tensor, index: &[usize]) -> Reason {
        let flat = ravel(index, inputs[0].shape());
        let named = self.places.iter().enumerate().filter(|(_, place)| **place == flat);
        let parts: Vec<Expr> = named.map(|(number, _)| element(inputs, 1, &unravel(number, &self.shape))).collect();
        let before = element(inputs, 0, index);
        if parts.is_empty() {
            return Reason::from(before).remarking(Remark::Untouched);
        }
        Expr::Sum([vec![before], parts].concat()).into()
    }
}

/// `base` with the elements of `part` added at `places`, which are named in its shape.
///
/// # Errors
/// When there are not as many places as elements, or one of them lies outside.
pub fn put_sum(base: &Tensor, places: Vec<usize>, shape: Vec<usize>, part: &Tensor) -> Result<Tensor> {
    if part.shape() != shape || places.len() != part.len() {
        return Err(Error::Value(format!("{} positions do not have the shape {shape:?}", places.len())));
    }
    apply(PutSum { places, shape }, &[base, part])
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
    put_all(base, vec![PutPart::new(places, shape, part)?])
}

impl PutPart {
    /// Something that is to be written.
    ///
    /// # Errors
    /// When there are not as many places as the shape says, or `part` does not broadcast to it.
    pub fn new(places: Vec<usize>, shape: Vec<usize>, part: &Tensor) -> Result<Self> {
        if shape.iter().product::<usize>() != places.len() {
            return Err(Error::Value(format!("{} positions do not have the shape {shape:?}", places.len())));
        }
        // Axes of size 1 in front say nothing, and what is written may have more of them than the places.
        let mut part = part.clone();
        while part.ndim() > shape.len() && part.shape().first() == Some(&1) {
            part = part.squeeze(Some(0))?;
        }
        let ends_alike = part.shape().iter().rev().zip(shape.iter().rev()).all(|(&own, &size)| own == size || own == 1);
        if part.ndim() > shape.len() || !ends_alike {
            return Err(Error::Value(format!(
                "cannot assign {} to a selection of shape {shape:?}: the sizes must be equal, or 1",
                part.shape_text()
            )));
        }
        Ok(Self { places, shape, part })
    }
}

/// `base` with all of these written into it, one after the other, as one step.
///
/// # Errors
/// When a place lies outside.
pub fn put_all(base: &Tensor, written: Vec<PutPart>) -> Result<Tensor> {
    let (writes, parts): (Vec<_>, Vec<Tensor>) =
        written.into_iter().map(|PutPart { places, shape, part }| ((places, shape), part)).unzip();
    let inputs: Vec<&Tensor> = std::iter::once(base).chain(&parts).collect();
    apply(Put { writes }, &inputs)
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
    fn of_several_writes_the_last_counts() {
        let (values, tape) = tape::record(|| {
            let given = |tensor: Tensor| tape::leaf(tensor, tape::Leaf::Literal);
            let (x, a, b) = (given(row(&[1.0, 2.0, 3.0])), given(row(&[5.0, 6.0])), given(Tensor::number(7.0)));
            let writes =
                vec![PutPart::new(vec![0, 1], vec![2], &a).unwrap(), PutPart::new(vec![1], vec![], &b).unwrap()];
            let y = put_all(&x, writes).unwrap();
            (x, a, b, y)
        });
        let (x, a, b, y) = values;
        assert_eq!((y.to_vec(), tape.nodes().len()), (vec![5.0, 7.0, 3.0], 4));
        let gradients = tape.gradients(&y).unwrap();
        assert_eq!(gradients.of(&x).unwrap().to_vec(), [0.0, 0.0, 1.0]);
        assert_eq!(gradients.of(&a).unwrap().to_vec(), [1.0, 0.0]);
        assert_eq!(gradients.of(&b).unwrap().to_vec(), [1.0]);
    }

    #[test]
    fn what_does_not_fit_is_refused_with_both_shapes() {
        let error = put(&row(&[1.0, 2.0]), vec![0, 1], vec![2], &row(&[1.0, 2.0, 3.0])).unwrap_err().to_string();
        assert!(error.contains("cannot assign [3] to a selection of shape [2]"), "{error}");
        assert!(put(&row(&[1.0]), vec![5], vec![1], &row(&[1.0])).is_err());
    }
}
