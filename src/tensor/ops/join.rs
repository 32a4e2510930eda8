//! Putting tensors together: `cat`, `stack`, and writing one into a part of another.

use ndarray::{ArcArray, ArrayD, Axis as Dimension, CowArray, IxDyn, SliceInfoElem};

use super::shape::AxisSlice;
use super::{
    Elements, GradientReads, GradientSaves, Operation, apply, axis_place, joint_axes, no_axis, place_among, promoted_of,
};
use crate::tensor::array::{Element, with_dtype, with_values};
use crate::tensor::budget::{OperationCost, volume};
use crate::tensor::dtype::promote;
use crate::tensor::explain::{Reason, Remark, element};
use crate::tensor::iter_axis::in_rows;
use crate::tensor::{Array, Axis, DType, Error, Result, Tensor};

/// The parts one after the other along an axis: of each place before the axis, what the first part has there, then the second.
fn concatenated<T: Copy>(parts: &[CowArray<'_, T, IxDyn>], axis: usize) -> Option<ArrayD<T>> {
    let mut shape = parts.first()?.shape().to_vec();
    shape[axis] = parts.iter().map(|part| part.shape()[axis]).sum();
    let in_rows: Vec<_> = parts.iter().map(|part| part.as_standard_layout()).collect();
    let blocks = in_rows.iter().map(|part| Some((part.as_slice()?, part.shape()[axis..].iter().product())));
    let blocks: Vec<(&[T], usize)> = blocks.collect::<Option<_>>()?;
    let mut values = Vec::with_capacity(shape.iter().product());
    for place in 0..shape[..axis].iter().product() {
        for (part, size) in &blocks {
            values.extend_from_slice(&part[place * size..][..*size]);
        }
    }
    ArrayD::from_shape_vec(shape, values).ok()
}

fn joined(inputs: &[&Tensor], axis: usize) -> Option<Array> {
    fn of<T: Element>(inputs: &[&Tensor], axis: usize, dtype: DType) -> Option<Array> {
        let cast: Vec<Array> = inputs.iter().map(|x| x.array().cast(dtype)).collect();
        let parts: Vec<_> =
            cast.iter().map(|array| Some(CowArray::from(T::values(array)?.view()))).collect::<Option<_>>()?;
        concatenated(&parts, axis).map(T::array)
    }
    let operands: Vec<_> = inputs.iter().map(|input| (input.dtype(), 1, false)).collect();
    let dtype = promote(&operands);
    with_dtype!(dtype, T => of::<T>(inputs, axis, dtype))
}

/// How many elements some tensors have together.
fn all_volumes(inputs: &[&Tensor]) -> u128 {
    inputs.iter().fold(0, |all: u128, input| all.saturating_add(volume(input.shape())))
}

/// `cat(tensors, dim)`: one after the other along an axis.
#[derive(Debug)]
struct Cat {
    axis: usize,
}

impl Cat {
    /// Which input the place along the axis falls into, and where in it.
    fn part(&self, inputs: &[Tensor], mut place: usize) -> (usize, usize) {
        for (number, input) in inputs.iter().enumerate() {
            let size = input.shape()[self.axis];
            if place < size {
                return (number, place);
            }
            place -= size;
        }
        (inputs.len().saturating_sub(1), place)
    }
}

impl Operation for Cat {
    fn name(&self) -> &'static str {
        "cat"
    }

    fn elements(&self) -> Elements {
        Elements::Moved
    }

    fn cost(&self, inputs: &[&Tensor]) -> OperationCost {
        OperationCost::each(all_volumes(inputs))
    }

    fn forward(&self, inputs: &[&Tensor]) -> Result<Tensor> {
        let outside = |shape: &[usize]| {
            shape.iter().enumerate().filter(|(axis, _)| *axis != self.axis).map(|(_, &size)| size).collect::<Vec<_>>()
        };
        let fits = |other: &Tensor| outside(other.shape()) == outside(inputs[0].shape());
        if let Some((place, other)) = inputs.iter().enumerate().find(|(_, other)| !fits(other)) {
            let axis = self.axis;
            let sizes = inputs[0].shape().iter().zip(other.shape()).enumerate();
            let clash = sizes.filter(|(at, (a, b))| *at != axis && a != b).map(|(_, sizes)| sizes).next();
            let (wanted, got) = clash.unwrap_or((&0, &0));
            let words = format!(
                "Sizes of tensors must match except in dimension {axis}. Expected size {wanted} but got size {got} for tensor number \
                 {place} in the list."
            );
            return Err(Error::Value(format!(
                "cat: {} and {} may differ only in axis {}, along which they are concatenated",
                inputs[0].shape_text(),
                other.shape_text(),
                self.axis
            ))
            .raising_as("RuntimeError", words));
        }
        let array = joined(inputs, self.axis).ok_or_else(|| Error::Value("cat: the shapes do not match".to_owned()))?;
        let mut axes = inputs[0].axes().to_vec();
        axes[self.axis].labels = joined_labels(inputs, self.axis);
        axes[self.axis].made_up = inputs.iter().find_map(|input| input.axes()[self.axis].made_up.clone());
        Ok(Tensor::new(array).with_axes(axes))
    }

    fn reads(&self) -> GradientReads {
        GradientReads::NOTHING
    }

    fn backward(&self, inputs: &[Tensor], _: &Tensor, gradient: &Tensor) -> Result<Vec<Option<Tensor>>> {
        let mut start = 0;
        inputs
            .iter()
            .map(|input| {
                let count = input.shape()[self.axis];
                let part = gradient.narrow(self.axis as isize, start, count)?;
                start += count;
                Ok(Some(part))
            })
            .collect()
    }

    fn explain(&self, inputs: &[Tensor], _: &Tensor, index: &[usize]) -> Reason {
        let mut source = index.to_vec();
        let (input, place) = self.part(inputs, index[self.axis]);
        source[self.axis] = place;
        Reason::from(element(inputs, input, &source)).remarking(Remark::Joined(input))
    }
}

fn joined_labels(inputs: &[&Tensor], axis: usize) -> Option<std::sync::Arc<[std::sync::Arc<str>]>> {
    let mut labels = Vec::new();
    for input in inputs {
        labels.extend(input.axes()[axis].labels.as_ref()?.iter().cloned());
    }
    Some(labels.into())
}

/// `stack(tensors, dim)`: side by side along a new axis.
#[derive(Debug)]
struct Stack {
    axis: usize,
}

impl Operation for Stack {
    fn name(&self) -> &'static str {
        "stack"
    }

    fn elements(&self) -> Elements {
        Elements::Moved
    }

    fn cost(&self, inputs: &[&Tensor]) -> OperationCost {
        OperationCost::each(all_volumes(inputs))
    }

    fn forward(&self, inputs: &[&Tensor]) -> Result<Tensor> {
        if let Some((place, other)) = inputs.iter().enumerate().find(|(_, other)| other.shape() != inputs[0].shape()) {
            let words = format!(
                "stack expects each tensor to be equal size, but got {:?} at entry 0 and {:?} at entry {place}",
                inputs[0].shape(),
                other.shape()
            );
            return Err(Error::Value(format!(
                "stack: {} and {} differ; all tensors must have the same shape",
                inputs[0].shape_text(),
                other.shape_text()
            ))
            .raising_as("RuntimeError", words));
        }
        let raised: Vec<Tensor> = inputs.iter().map(|input| raised(input, self.axis)).collect();
        let array = joined(&raised.iter().collect::<Vec<_>>(), self.axis);
        let mut axes: Vec<Axis> = joint_axes(inputs[0].shape(), inputs);
        axes.resize(inputs[0].ndim(), Axis::default());
        axes.insert(self.axis, Axis::default());
        array
            .map(|array| Tensor::new(array).with_axes(axes))
            .ok_or_else(|| Error::Value("stack: the shapes do not match".to_owned()))
    }

    fn reads(&self) -> GradientReads {
        GradientReads::NOTHING
    }

    fn backward(&self, inputs: &[Tensor], _: &Tensor, gradient: &Tensor) -> Result<Vec<Option<Tensor>>> {
        (0..inputs.len()).map(|place| gradient.select(self.axis as isize, place as i64).map(Some)).collect()
    }

    fn explain(&self, inputs: &[Tensor], _: &Tensor, index: &[usize]) -> Reason {
        let mut source = index.to_vec();
        let input = source.remove(self.axis);
        Reason::from(element(inputs, input, &source)).remarking(Remark::Stacked(input))
    }
}

/// The same values with a new axis of size 1, without a step in the tape.
fn raised(x: &Tensor, axis: usize) -> Tensor {
    Tensor::new(with_values!(x.array(), values => Element::shared(values.clone().insert_axis(Dimension(axis)))))
}

/// A tensor in which one part is replaced: what `x[...] = y` binds the name to.
#[derive(Debug)]
struct Put {
    parts: Vec<AxisSlice>,
}

impl Put {
    fn elements(&self) -> Vec<SliceInfoElem> {
        let element = |part: &AxisSlice| match *part {
            AxisSlice::Place(place) => SliceInfoElem::Index(place as isize),
            AxisSlice::Range { start, count, step } => {
                let end = if count == 0 { start } else { start + (count - 1) * step + 1 };
                SliceInfoElem::Slice { start: start as isize, end: Some(end as isize), step: step as isize }
            }
        };
        self.parts.iter().map(element).collect()
    }

    /// The place in the new part of an element of the whole: `None` when the element was not replaced.
    fn inside(&self, index: &[usize]) -> Option<Vec<usize>> {
        let mut place = Vec::new();
        for (part, &at) in self.parts.iter().zip(index) {
            match *part {
                AxisSlice::Place(only) if at == only => {}
                AxisSlice::Range { start, count, step }
                    if at >= start && (at - start).is_multiple_of(step) && (at - start) / step < count =>
                {
                    place.push((at - start) / step);
                }
                _ => return None,
            }
        }
        Some(place)
    }

    fn write<T: Element>(&self, base: &ArcArray<T, IxDyn>, part: &Array) -> Option<Array> {
        let mut base = in_rows(&base.view());
        let mut target = base.slice_mut(self.elements().as_slice());
        let part = T::values(part)?.broadcast(target.raw_dim())?;
        target.assign(&part);
        Some(T::array(base))
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
        OperationCost::like(inputs[0])
    }

    fn forward(&self, inputs: &[&Tensor]) -> Result<Tensor> {
        let (base, part) = (inputs[0], inputs[1]);
        let cast = part.array().cast(base.dtype());
        let array = with_values!(base.array(), values => self.write(values, &cast));
        array.map(|array| Tensor::new(array).with_axes(base.axes().to_vec())).ok_or_else(|| {
            let target = base.slice(&self.parts).map_or_else(|error| error.to_string(), |target| target.shape_text());
            Error::Value(format!(
                "cannot assign {} to a part of shape {target}: the sizes must be equal, or 1",
                part.shape_text()
            ))
        })
    }

    fn reads(&self) -> GradientReads {
        GradientReads::NOTHING
    }

    /// PyTorch keeps where it wrote, even for a part of which no gradient is wanted.
    fn saves(&self, _: &[Tensor], _: &[bool]) -> GradientSaves {
        GradientSaves::other()
    }

    fn backward(&self, inputs: &[Tensor], _: &Tensor, gradient: &Tensor) -> Result<Vec<Option<Tensor>>> {
        let to_part = super::sum_to(&gradient.slice(&self.parts)?, inputs[1].shape())?;
        Ok(vec![Some(placed(gradient, &self.parts, &Tensor::number(0.0))?), Some(to_part)])
    }

    fn explain(&self, inputs: &[Tensor], _: &Tensor, index: &[usize]) -> Reason {
        match self.inside(index) {
            Some(place) => {
                let source =
                    super::broadcast_index(&place, &inputs[1].shape()[inputs[1].ndim().saturating_sub(place.len())..]);
                let leading = vec![0; inputs[1].ndim() - source.len()];
                Reason::from(element(inputs, 1, &[leading, source].concat())).remarking(Remark::Put)
            }
            None => Reason::from(element(inputs, 0, index)).remarking(Remark::Untouched),
        }
    }
}

/// `base` with the part that `parts` names replaced by `part`, which broadcasts to it.
///
/// # Errors
/// When `part` does not broadcast to that part.
pub fn placed(base: &Tensor, parts: &[AxisSlice], part: &Tensor) -> Result<Tensor> {
    let whole = base.shape()[parts.len().min(base.ndim())..].iter().map(|&size| AxisSlice::all(size));
    let parts: Vec<AxisSlice> = parts.iter().copied().chain(whole).collect();
    base.slice(&parts)?;
    apply(Put { parts }, &[base, part])
}

/// `cat(tensors, dim)`: the tensors one after the other along an existing axis.
///
/// # Errors
/// When there are none, or they differ along another axis.
pub fn cat(tensors: &[Tensor], axis: isize) -> Result<Tensor> {
    if let Some(place) = tensors.iter().position(|tensor| tensor.ndim() == 0) {
        return Err(Error::Value(format!(
            "zero-dimensional tensor (at position {place}) cannot be concatenated; use torch.stack for single numbers"
        ))
        .raising_as("RuntimeError", format!("zero-dimensional tensor (at position {place}) cannot be concatenated")));
    }
    // PyTorch passes over lists of nothing, with which code begins that joins more and more; they only have their say on the dtype.
    let (empty, others): (Vec<&Tensor>, Vec<&Tensor>) = tensors.iter().partition(|tensor| tensor.shape() == [0]);
    if !empty.is_empty() && others.iter().any(|other| other.ndim() != 1) {
        let dtype = promoted_of(&tensors.iter().collect::<Vec<_>>());
        return cat(&others.into_iter().cloned().collect::<Vec<_>>(), axis)?.to(dtype);
    }
    let Some(first) = tensors.first() else {
        return Err(Error::Value("cat: there are no tensors to concatenate".to_owned())
            .raising_as("ValueError", "torch.cat(): expected a non-empty list of Tensors"));
    };
    let axis = axis_place("cat", first, axis)?;
    if let Some(other) = tensors.iter().find(|other| other.ndim() != first.ndim()) {
        return Err(Error::Value(format!(
            "cat: {} and {} have different numbers of axes",
            first.shape_text(),
            other.shape_text()
        ))
        .raising_as(
            "RuntimeError",
            format!("Tensors must have same number of dimensions: got {} and {}", first.ndim(), other.ndim()),
        ));
    }
    apply(Cat { axis }, &tensors.iter().collect::<Vec<_>>())
}

/// `stack(tensors, dim)`: the tensors side by side along a new axis.
///
/// # Errors
/// When there are none, or their shapes differ.
pub fn stack(tensors: &[Tensor], axis: isize) -> Result<Tensor> {
    let Some(first) = tensors.first() else {
        return Err(Error::Value("stack: there are no tensors to stack".to_owned())
            .raising_as("RuntimeError", "stack expects a non-empty TensorList"));
    };
    let count = first.ndim() + 1;
    let axis = place_among(count, axis).ok_or_else(|| no_axis("stack", first, axis, count))?;
    apply(Stack { axis }, &tensors.iter().collect::<Vec<_>>())
}
