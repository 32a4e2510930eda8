//! Reading by a tensor of places: embedding lookup, selection of rows, selection by a mask.

use ndarray::{ArcArray, ArrayD, Axis as Dimension, IxDyn};

use super::{Elements, GradientReads, Operation, apply, axis_place, broadcast_shape, dtype_names};
use crate::tensor::array::{Element, with_values};
use crate::tensor::budget::{OperationCost, volume};
use crate::tensor::explain::{Reason, Remark, element};
use crate::tensor::{Axis, DType, Error, Real, Result, Tensor};

/// Places along one axis replaced by those that an index names; the index may have any shape.
#[derive(Debug)]
struct IndexSelect {
    axis: usize,
    name: &'static str,
}

/// What a lookup in a table of rows is called.
const EMBEDDING: &str = "embedding";

/// Refuses ids that name no row. PyTorch counts none from the end here: an id of -1 is a mistake, not the last row.
fn check_ids(ids: &Tensor, rows: usize) -> Result<()> {
    match ids.array().integers().iter().find(|id| !(0..rows as i64).contains(*id)) {
        None => Ok(()),
        Some(id) => Err(Error::Value(format!(
            "index out of range in self: there is no row {id} in the table, which has {rows} rows: 0 to {}",
            rows.saturating_sub(1)
        ))
        .raising_as("IndexError", "index out of range in self")),
    }
}

/// The places as they are meant: counted from the end when negative.
fn places_of(index: &Tensor, size: usize, axis: usize) -> Result<Vec<usize>> {
    index
        .array()
        .integers()
        .iter()
        .map(|&place| {
            let at = if place < 0 { place + size as i64 } else { place };
            usize::try_from(at).ok().filter(|&at| at < size).ok_or(Error::Index { index: place, size, axis })
        })
        .collect()
}

fn selected<T: Clone>(
    values: &ArcArray<T, IxDyn>,
    axis: usize,
    places: &[usize],
    shape: &[usize],
) -> Option<ArrayD<T>> {
    values.select(Dimension(axis), places).to_shape(IxDyn(shape)).ok().map(ndarray::CowArray::into_owned)
}

impl IndexSelect {
    fn shape(&self, x: &Tensor, index: &Tensor) -> Vec<usize> {
        [&x.shape()[..self.axis], index.shape(), &x.shape()[self.axis + 1..]].concat()
    }

    fn axes(&self, x: &Tensor, index: &Tensor, places: &[usize]) -> Vec<Axis> {
        let mut middle = index.axes().to_vec();
        if let ([only], Some(labels)) = (middle.as_mut_slice(), x.axes()[self.axis].labels.as_ref()) {
            only.labels.get_or_insert_with(|| places.iter().map(|&place| labels[place].clone()).collect());
            only.made_up = only.made_up.take().or_else(|| x.axes()[self.axis].made_up.clone());
        }
        [&x.axes()[..self.axis], &middle, &x.axes()[self.axis + 1..]].concat()
    }
}

impl Operation for IndexSelect {
    fn name(&self) -> &'static str {
        self.name
    }

    fn elements(&self) -> Elements {
        Elements::Moved
    }

    fn cost(&self, inputs: &[&Tensor]) -> OperationCost {
        let (x, index) = (inputs[0], volume(inputs[1].shape()));
        let row = volume(x.shape().get(..self.axis).unwrap_or_default())
            .saturating_mul(volume(x.shape().get(self.axis + 1..).unwrap_or_default()));
        OperationCost::each(index.saturating_mul(row.max(1)))
    }

    fn forward(&self, inputs: &[&Tensor]) -> Result<Tensor> {
        let (x, index) = (inputs[0], inputs[1]);
        if self.name == EMBEDDING && !matches!(index.dtype(), DType::I64 | DType::I32) {
            return Err(Error::Value(format!(
                "Expected tensor for argument #1 'indices' to have one of the following scalar types: Long, Int; but got {} instead (while checking arguments for embedding): ids must be integers; write .long()",
                dtype_names::tensor(index.dtype())
            )));
        }
        if !index.dtype().is_integer() {
            return Err(Error::DType {
                operation: self.name.to_owned(),
                wants: "whole numbers as the index",
                got: index.dtype().to_string(),
            });
        }
        if self.name == EMBEDDING {
            check_ids(index, x.shape()[0])?;
        }
        let places = places_of(index, x.shape()[self.axis], self.axis)?;
        let shape = self.shape(x, index);
        let array = with_values!(x.array(), values => selected(values, self.axis, &places, &shape).map(Element::array));
        array
            .map(|array| Tensor::new(array).with_axes(self.axes(x, index, &places)))
            .ok_or_else(|| Error::Value(format!("{}: cannot index {} this way", self.name, x.shape_text())))
    }

    fn reads(&self) -> GradientReads {
        GradientReads::inputs(&[1])
    }

    fn backward(&self, inputs: &[Tensor], _: &Tensor, gradient: &Tensor) -> Result<Vec<Option<Tensor>>> {
        let (x, index) = (&inputs[0], &inputs[1]);
        let places = places_of(index, x.shape()[self.axis], self.axis)?;
        let flat = [&x.shape()[..self.axis], &[places.len()], &x.shape()[self.axis + 1..]].concat();
        let scattered = match gradient.dtype() {
            DType::F64 => {
                scatter(&gradient.array().reals::<f64>(), &flat, x.shape(), self.axis, &places).map(f64::array)
            }
            _ => scatter(&gradient.array().reals::<f32>(), &flat, x.shape(), self.axis, &places).map(f32::array),
        };
        Ok(vec![scattered.map(Tensor::new), None])
    }

    fn explain(&self, inputs: &[Tensor], _: &Tensor, index: &[usize]) -> Reason {
        let (x, by) = (&inputs[0], &inputs[1]);
        let place = &index[self.axis..self.axis + by.ndim()];
        let id = by.at(place);
        let size = x.shape()[self.axis] as f64;
        let row = if id < 0.0 { id + size } else { id } as usize;
        let source = [&index[..self.axis], &[row], &index[self.axis + by.ndim()..]].concat();
        let label = x.axes()[self.axis].label(row).map(ToOwned::to_owned);
        Reason::from(element(inputs, 0, &source)).remarking(Remark::Row { row, label })
    }
}

fn scatter<T: Real>(
    gradient: &ArrayD<T>,
    flat: &[usize],
    shape: &[usize],
    axis: usize,
    places: &[usize],
) -> Option<ArrayD<T>> {
    let gradient = gradient.to_shape(IxDyn(flat)).ok()?;
    let mut sum = ArrayD::<T>::zeros(IxDyn(shape));
    for (from, &to) in places.iter().enumerate() {
        let part = gradient.index_axis(Dimension(axis), from);
        sum.index_axis_mut(Dimension(axis), to).zip_mut_with(&part, |a, &b| *a += b);
    }
    Some(sum)
}

/// The elements where a mask of the same shape is true, as a vector, in order.
#[derive(Debug)]
struct MaskedSelect;

impl Operation for MaskedSelect {
    fn name(&self) -> &'static str {
        "masked_select"
    }

    /// At most everything is chosen, and the mask is read as places.
    fn cost(&self, inputs: &[&Tensor]) -> OperationCost {
        OperationCost::like(inputs[0]).and(OperationCost::like(inputs[1]))
    }

    fn forward(&self, inputs: &[&Tensor]) -> Result<Tensor> {
        let (x, mask) = (inputs[0], inputs[1]);
        let places = true_places(mask);
        let flat = x.reshape(&[-1])?;
        let index = Tensor::from_i64(&[places.len()], places.iter().map(|&place| place as i64).collect())?;
        IndexSelect { axis: 0, name: "masked_select" }.forward(&[&flat, &index])
    }

    fn reads(&self) -> GradientReads {
        GradientReads::inputs(&[1])
    }

    fn backward(&self, inputs: &[Tensor], _: &Tensor, gradient: &Tensor) -> Result<Vec<Option<Tensor>>> {
        let (x, mask) = (&inputs[0], &inputs[1]);
        let (count, places) = (x.len(), true_places(mask));
        let scattered = match gradient.dtype() {
            DType::F64 => {
                scatter(&gradient.array().reals::<f64>(), &[places.len()], &[count], 0, &places).map(f64::array)
            }
            _ => scatter(&gradient.array().reals::<f32>(), &[places.len()], &[count], 0, &places).map(f32::array),
        };
        let shape: Vec<isize> = x.shape().iter().map(|&size| size as isize).collect();
        Ok(vec![scattered.map(|array| Tensor::new(array).reshape(&shape)).transpose()?, None])
    }

    fn explain(&self, inputs: &[Tensor], _: &Tensor, index: &[usize]) -> Reason {
        let shape = inputs[0].shape();
        let Some(&flat) = index.first().and_then(|&nth| true_places(&inputs[1]).get(nth).copied()).as_ref() else {
            return Reason::default();
        };
        let source = super::matmul::places(shape).nth(flat).unwrap_or_default();
        Reason::from(element(inputs, 0, &source)).remarking(Remark::Chosen)
    }
}

fn true_places(mask: &Tensor) -> Vec<usize> {
    mask.array().truths().iter().enumerate().filter(|(_, truth)| **truth).map(|(place, _)| place).collect()
}

impl Tensor {
    /// The places of `axis` that `index` names: `x[index]` for axis 0. The index may have any shape, which takes the axis's place.
    ///
    /// # Errors
    /// When the index is not of whole numbers or a place lies outside the axis.
    pub fn index_select(&self, axis: isize, index: &Self) -> Result<Self> {
        let axis = axis_place("index", self, axis)?;
        apply(IndexSelect { axis, name: "index" }, &[self, index])
    }

    /// The axes at these places turned around: their last element comes first.
    ///
    /// # Errors
    /// When it costs more than is left.
    pub fn flip(&self, axes: &[usize]) -> Result<Self> {
        axes.iter().try_fold(self.clone(), |x, &axis| {
            let size = x.shape()[axis];
            x.index_select(axis as isize, &Self::from_i64(&[size], (0..size as i64).rev().collect())?)
        })
    }

    /// Rows of a table: the weight `[vocabulary, d_model]` read at ids of any shape gives `[..., d_model]`.
    ///
    /// # Errors
    /// When the table is not a matrix, or an id is not a whole number or not in the table.
    pub fn embedding(&self, ids: &Self) -> Result<Self> {
        if self.ndim() != 2 {
            return Err(Error::Value(format!(
                "'weight' must be 2-D. embedding: the table must be [vocabulary, d_model], not {}",
                self.shape_text()
            )));
        }
        apply(IndexSelect { axis: 0, name: EMBEDDING }, &[self, ids])
    }

    /// The elements where `mask` is true; both broadcast to one shape first.
    ///
    /// # Errors
    /// When the shapes do not broadcast or the mask is not of truth values.
    pub fn masked_select(&self, mask: &Self) -> Result<Self> {
        if mask.dtype() != DType::Bool {
            return Err(Error::Value(format!(
                "masked_select: expected BoolTensor for mask: the mask must be Boolean, not {}",
                mask.dtype()
            )));
        }
        if mask.shape() == self.shape() {
            return apply(MaskedSelect, &[self, mask]);
        }
        broadcast_shape("masked_select", self, mask)?;
        apply(MaskedSelect, &[&self.expand_as(mask)?, &mask.expand_as(self)?])
    }
}
