//! Moves: operations after which every element is one element of the input, at another place.

use ndarray::{ArcArray, ArrayBase, IxDyn, SliceInfoElem};

use super::{
    Elements, GradientReads, Operation, apply, axis_place, broadcast_index, broadcast_shape, dtype_names, no_axis,
    of_number, place_among, sum_to,
};
use crate::tensor::array::{Element, with_values};
use crate::tensor::axis::MAX_AXES;
use crate::tensor::budget::OperationCost;
use crate::tensor::explain::{Reason, Remark, element};
use crate::tensor::iter_axis::in_rows;
use crate::tensor::ravel::{ravel, unravel};
use crate::tensor::{Array, Axis, Error, Result, Tensor, strides};

/// Which move.
#[derive(Debug)]
enum Move {
    /// The same elements in row-major order under another shape.
    Reshape(Vec<usize>),
    /// The axes in another order.
    Permute(Vec<usize>),
    /// Axes of size 1 stretched, and new ones put in front.
    Expand(Vec<usize>),
    /// A regular part of each axis, or a single place, whose axis disappears.
    Slice(Vec<AxisSlice>),
}

/// What is taken of one axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AxisSlice {
    /// One place; the axis disappears.
    Place(usize),
    /// Every `step`-th place from `start`, `count` of them.
    Range {
        /// The first place.
        start: usize,
        /// How many places.
        count: usize,
        /// The distance between them: at least 1.
        step: usize,
    },
}

impl AxisSlice {
    /// The whole of an axis.
    pub fn all(size: usize) -> Self {
        Self::Range { start: 0, count: size, step: 1 }
    }
}

impl Move {
    /// Where in the input the element at `index` of the result comes from.
    fn source(&self, index: &[usize], input: &[usize]) -> Vec<usize> {
        match self {
            Self::Reshape(shape) => unravel(ravel(index, shape), input),
            Self::Permute(order) => {
                let mut source = vec![0; input.len()];
                order.iter().zip(index).for_each(|(&axis, &place)| source[axis] = place);
                source
            }
            Self::Expand(_) => broadcast_index(index, input),
            Self::Slice(parts) => {
                let mut rest = index.iter().copied();
                let source = |part: &AxisSlice| match part {
                    AxisSlice::Place(place) => *place,
                    AxisSlice::Range { start, step, .. } => start + step * rest.next().unwrap_or(0),
                };
                parts.iter().map(source).collect()
            }
        }
    }

    fn moved<T: Copy>(&self, values: &ArcArray<T, IxDyn>) -> Option<ArcArray<T, IxDyn>> {
        match self {
            // An array without gaps keeps its storage; another is copied into row-major order.
            Self::Reshape(shape) if values.is_standard_layout() => {
                values.clone().into_shape_with_order(IxDyn(shape)).ok()
            }
            Self::Reshape(shape) => {
                in_rows(&values.view()).into_shape_with_order(IxDyn(shape)).ok().map(ArrayBase::into_shared)
            }
            Self::Permute(order) => Some(values.clone().permuted_axes(IxDyn(order))),
            Self::Expand(shape) => values.broadcast(IxDyn(shape)).map(|view| view.to_shared()),
            Self::Slice(parts) => {
                let elements: Vec<SliceInfoElem> = parts.iter().map(slice_element).collect();
                Some(values.clone().slice_move(elements.as_slice()))
            }
        }
    }

    fn axes(&self, x: &Tensor) -> Vec<Axis> {
        match self {
            Self::Reshape(shape) => reshaped_axes(x, shape),
            Self::Permute(order) => order.iter().map(|&axis| x.axes()[axis].clone()).collect(),
            Self::Expand(shape) => super::joint_axes(shape, &[x]),
            Self::Slice(parts) => {
                parts.iter().zip(x.axes()).filter_map(|(part, axis)| sliced_axis(*part, axis)).collect()
            }
        }
    }
}

/// How many elements the labels count for that a slice copies: one takes as much memory as two numbers.
fn labels(parts: &[AxisSlice], x: &Tensor) -> u128 {
    let copied = |(part, axis): (&AxisSlice, &Axis)| match part {
        AxisSlice::Range { count, .. } if axis.labels.is_some() => 2 * *count as u128,
        _ => 0,
    };
    if x.axes.is_none() { 0 } else { parts.iter().zip(x.axes()).map(copied).sum() }
}

fn slice_element(part: &AxisSlice) -> SliceInfoElem {
    match *part {
        AxisSlice::Place(place) => SliceInfoElem::Index(place as isize),
        AxisSlice::Range { start, count, step } => {
            let end = if count == 0 { start } else { start + (count - 1) * step + 1 };
            SliceInfoElem::Slice { start: start as isize, end: Some(end as isize), step: step as isize }
        }
    }
}

fn sliced_axis(part: AxisSlice, axis: &Axis) -> Option<Axis> {
    let AxisSlice::Range { start, count, step } = part else { return None };
    let labels =
        axis.labels.as_ref().map(|labels| labels.iter().skip(start).step_by(step).take(count).cloned().collect());
    Some(Axis { labels, ..axis.clone() })
}

/// Axes that a reshape leaves alone, at the front and at the back, keep their names; so do axes around new ones of size 1.
fn reshaped_axes(x: &Tensor, shape: &[usize]) -> Vec<Axis> {
    let mut axes = vec![Axis::default(); shape.len()];
    let same_front = x.shape().iter().zip(shape).take_while(|(a, b)| a == b).count();
    let same_back = x.shape().iter().rev().zip(shape.iter().rev()).take_while(|(a, b)| a == b).count();
    axes[..same_front].clone_from_slice(&x.axes()[..same_front]);
    for back in 1..=same_back.min(shape.len() - same_front) {
        axes[shape.len() - back] = x.axes()[x.ndim() - back].clone();
    }
    axes
}

fn map_array(array: &Array, of: &Move) -> Option<Array> {
    Some(with_values!(array, values => Element::shared(of.moved(values)?)))
}

impl Operation for Move {
    fn name(&self) -> &'static str {
        match self {
            Self::Reshape(_) => "reshape",
            Self::Permute(_) => "transpose",
            Self::Expand(_) => "expand",
            Self::Slice(_) => "index",
        }
    }

    fn is_conjugated(&self, inputs: &[&Tensor]) -> bool {
        inputs[0].is_conjugated()
    }

    fn is_view(&self, inputs: &[Tensor]) -> bool {
        match self {
            Self::Reshape(shape) => strides::viewed(inputs[0].shape(), &inputs[0].stride(), shape).is_some(),
            Self::Permute(_) | Self::Expand(_) | Self::Slice(_) => true,
        }
    }

    fn elements(&self) -> Elements {
        Elements::Moved
    }

    fn cost(&self, inputs: &[&Tensor]) -> OperationCost {
        let x = inputs[0];
        match self {
            // Whoever walks over the axes of an empty tensor has them all to go through.
            Self::Reshape(shape) if x.is_empty() => OperationCost::made(shape),
            Self::Reshape(_) if x.array().is_in_rows() => OperationCost::VIEW,
            Self::Reshape(_) => OperationCost::like(x),
            Self::Permute(_) => OperationCost::VIEW,
            Self::Expand(shape) => OperationCost::made(shape),
            Self::Slice(parts) => OperationCost::VIEW.and(OperationCost::each(labels(parts, x))),
        }
    }

    fn forward(&self, inputs: &[&Tensor]) -> Result<Tensor> {
        let x = inputs[0];
        map_array(x.array(), self)
            .map(|array| Tensor::new(array).with_axes(self.axes(x)))
            .ok_or_else(|| Error::Value(format!("{}: cannot rearrange {} this way", self.name(), x.shape_text())))
    }

    fn strides(&self, inputs: &[&Tensor], _: &[usize]) -> Option<Vec<usize>> {
        let x = inputs[0];
        let own = x.stride();
        match self {
            Self::Reshape(shape) => strides::viewed(x.shape(), &own, shape),
            Self::Permute(order) => Some(order.iter().map(|&axis| own[axis]).collect()),
            Self::Expand(shape) => {
                let missing = shape.len() - x.ndim();
                let of = |axis: usize| match axis.checked_sub(missing) {
                    Some(place) if x.shape()[place] == shape[axis] => own[place],
                    _ => 0,
                };
                Some((0..shape.len()).map(of).collect())
            }
            Self::Slice(parts) => {
                let of = |(part, stride): (&AxisSlice, usize)| match part {
                    AxisSlice::Place(_) => None,
                    AxisSlice::Range { step, .. } => Some(stride.saturating_mul(*step)),
                };
                Some(parts.iter().zip(own).filter_map(of).collect())
            }
        }
    }

    fn reads(&self) -> GradientReads {
        GradientReads::NOTHING
    }

    fn backward(&self, inputs: &[Tensor], _: &Tensor, gradient: &Tensor) -> Result<Vec<Option<Tensor>>> {
        let x = &inputs[0];
        let back = match self {
            Self::Reshape(_) => gradient.reshape(&x.shape().iter().map(|&size| size as isize).collect::<Vec<_>>())?,
            Self::Permute(order) => {
                let mut inverse = vec![0; order.len()];
                order.iter().enumerate().for_each(|(place, &axis)| inverse[axis] = place as isize);
                gradient.permute(&inverse)?
            }
            Self::Expand(_) => sum_to(gradient, x.shape())?,
            Self::Slice(parts) => super::join::placed(&Tensor::zeros(x.shape(), gradient.dtype()), parts, gradient)?,
        };
        Ok(vec![Some(back)])
    }

    fn explain(&self, inputs: &[Tensor], _: &Tensor, index: &[usize]) -> Reason {
        let source = self.source(index, inputs[0].shape());
        Reason::from(element(inputs, 0, &source)).remarking(Remark::Moved)
    }
}

/// PyTorch's sentence for a view of elements that do not lie so.
const NOT_VIEWED: &str = "view size is not compatible with input tensor's size and stride (at least one dimension spans across two \
                          contiguous subspaces). Use .reshape(...) instead.";

/// A list of sizes as a shape, the one `-1` replaced by what fits.
fn resolved(x: &Tensor, sizes: &[isize]) -> Result<Vec<usize>> {
    let refused =
        |why: String| Error::Value(format!("{why}: the shape is {}", x.shape_text())).raising_as("RuntimeError", why);
    if let Some((place, size)) = sizes.iter().enumerate().find(|(_, size)| **size < -1) {
        return Err(refused(format!("invalid shape dimension {size} at index {place} of shape {sizes:?}")));
    }
    let known =
        sizes.iter().filter(|&&size| size >= 0).try_fold(1, |count: usize, &size| count.checked_mul(size as usize));
    let open = sizes.iter().filter(|&&size| size < 0).count();
    if open > 1 {
        return Err(refused("only one dimension can be inferred".to_owned()));
    }
    let invalid = || Error::Reshape { from: x.shape_text(), to: format!("{sizes:?}"), count: x.len() };
    let known = known.filter(|_| sizes.len() <= MAX_AXES).ok_or_else(invalid)?;
    if open == 1 && known == 0 && x.is_empty() {
        return Err(refused(format!(
            "cannot reshape tensor of 0 elements into shape {sizes:?} because the unspecified dimension size -1 can be any value and is ambiguous"
        )));
    }
    let fitting = if open == 1 { x.len().checked_div(known).ok_or_else(invalid)? } else { 1 };
    if known.checked_mul(fitting) != Some(x.len()) {
        return Err(invalid());
    }
    Ok(sizes.iter().map(|&size| if size < 0 { fitting } else { size as usize }).collect())
}

impl Tensor {
    /// The same elements under another shape without a copy; one size may be -1 and is worked out.
    ///
    /// # Errors
    /// When the number of elements would change, or the elements do not lie so that the axes can be joined or split: after a
    /// transpose, say. [`reshape`](Self::reshape) copies them then.
    pub fn view(&self, sizes: &[isize]) -> Result<Self> {
        let shape = resolved(self, sizes)?;
        if !self.can_be_viewed(&shape) {
            return Err(Error::Value(format!(
                "view size is not compatible with input tensor's size and stride (at least one dimension spans across two \
                 contiguous subspaces). Use .reshape(...) instead. The elements of {} are not stored row by row, for example after \
                 a transpose; write .contiguous() before .view(...), or .reshape(...), which copies them",
                self.shape_text()
            ))
            .raising_as("RuntimeError", NOT_VIEWED));
        }
        apply(Move::Reshape(shape), &[self])
    }

    /// Whether its elements, as they lie in memory, can have another shape without a copy.
    pub(crate) fn can_be_viewed(&self, shape: &[usize]) -> bool {
        strides::viewed(self.shape(), &self.stride(), shape).is_some()
    }

    /// The same elements, row by row, under another shape; one size may be -1 and is worked out.
    ///
    /// # Errors
    /// When the number of elements would change.
    pub fn reshape(&self, sizes: &[isize]) -> Result<Self> {
        apply(Move::Reshape(resolved(self, sizes)?), &[self])
    }

    /// The axes in another order: axis `i` of the result is axis `order[i]`.
    ///
    /// # Errors
    /// When `order` is not a reordering of all axes.
    pub fn permute(&self, order: &[isize]) -> Result<Self> {
        let places: Vec<usize> = order.iter().map(|&axis| axis_place("permute", self, axis)).collect::<Result<_>>()?;
        let duplicate = places.iter().enumerate().any(|(at, place)| places[..at].contains(place));
        let mut sorted = places.clone();
        sorted.sort_unstable();
        if sorted.iter().copied().ne(0..self.ndim()) {
            let says = if duplicate { "permute(): duplicate dims are not allowed. " } else { "" };
            return Err(Error::Value(format!(
                "{says}permute: {order:?} must name each axis of {} exactly once",
                self.shape_text()
            )));
        }
        apply(Move::Permute(places), &[self])
    }

    /// Two axes exchanged.
    ///
    /// # Errors
    /// When there is no such axis.
    pub fn transpose(&self, a: isize, b: isize) -> Result<Self> {
        if self.ndim() == 0 {
            // A number has no axes to exchange, but PyTorch lets 0 and -1 be named.
            return of_number("transpose", self, a, |x| x.transpose(b, 0)).unwrap_or_else(|| Ok(self.clone()));
        }
        let (a, b) = (axis_place("transpose", self, a)?, axis_place("transpose", self, b)?);
        let mut order: Vec<usize> = (0..self.ndim()).collect();
        order.swap(a, b);
        apply(Move::Permute(order), &[self])
    }

    /// Stretched to a shape: axes of size 1 repeat, new axes come in front; -1 keeps a size.
    ///
    /// # Errors
    /// When a size other than 1 would have to change.
    pub fn expand(&self, sizes: &[isize]) -> Result<Self> {
        if sizes.len() > MAX_AXES {
            return Err(Error::Value(format!("expand: a tensor has at most {MAX_AXES} axes here")));
        }
        let Some(leading) = sizes.len().checked_sub(self.ndim()) else {
            let (kind, shape) = (dtype_names::tensor(self.dtype()), self.shape_text());
            return Err(Error::Value(format!(
                "expand({kind}{{{shape}}}, size={sizes:?}): the number of sizes provided ({}) must be greater or equal to the \
                 number of dimensions in the tensor ({})",
                sizes.len(),
                self.ndim()
            )));
        };
        let mut shape = vec![0; sizes.len()];
        // From the last axis on, as PyTorch looks at them.
        for (place, &size) in sizes.iter().enumerate().rev() {
            shape[place] = match (place.checked_sub(leading).map(|own| self.shape()[own]), usize::try_from(size)) {
                (Some(own), _) if size == -1 => own,
                (Some(own), Ok(size)) if own == size || own == 1 => size,
                (None, Ok(size)) => size,
                (own, _) => return Err(self.does_not_stretch(sizes, place, own)),
            };
        }
        apply(Move::Expand(shape), &[self])
    }

    /// That an axis has another size than it is to be stretched to, or is not there.
    fn does_not_stretch(&self, sizes: &[isize], place: usize, own: Option<usize>) -> Error {
        let size = sizes[place];
        Error::Value(match own {
            Some(1) => format!("expand: an axis cannot have the size {size}"),
            Some(own) => format!(
                "The expanded size of the tensor ({size}) must match the existing size ({own}) at non-singleton dimension \
                 {place}.  Target sizes: {sizes:?}.  Tensor sizes: {}: only an axis of size 1 can be stretched",
                self.shape_text()
            ),
            None => {
                format!(
                    "The expanded size of the tensor ({size}) isn't allowed in a leading, non-existing dimension {place}"
                )
            }
        })
    }

    /// Stretched to the shape of another tensor.
    ///
    /// # Errors
    /// When the shapes do not broadcast.
    pub fn expand_as(&self, other: &Self) -> Result<Self> {
        let shape = broadcast_shape("expand", self, other)?;
        self.expand(&shape.iter().map(|&size| size as isize).collect::<Vec<_>>())
    }

    /// A new axis of size 1 before `axis`.
    ///
    /// # Errors
    /// When there is no such place.
    pub fn unsqueeze(&self, axis: isize) -> Result<Self> {
        let count = self.ndim() + 1;
        let place = place_among(count, axis).ok_or_else(|| no_axis("unsqueeze", self, axis, count))?;
        let mut sizes: Vec<isize> = self.shape().iter().map(|&size| size as isize).collect();
        sizes.insert(place, 1);
        let mut axes = self.axes().to_vec();
        axes.insert(place, Axis::default());
        self.reshaped_with(&sizes, axes)
    }

    /// Without an axis of size 1; without all of them when `axis` is `None`. An axis of another size stays.
    ///
    /// # Errors
    /// When there is no such axis.
    pub fn squeeze(&self, axis: Option<isize>) -> Result<Self> {
        if let (0, Some(axis)) = (self.ndim(), axis) {
            return of_number("squeeze", self, axis, |x| Ok(x.clone())).unwrap_or_else(|| Ok(self.clone()));
        }
        let only = axis.map(|axis| axis_place("squeeze", self, axis)).transpose()?;
        let stays = |place: usize| self.shape()[place] != 1 || only.is_some_and(|only| only != place);
        let kept: Vec<usize> = (0..self.ndim()).filter(|&place| stays(place)).collect();
        let sizes: Vec<isize> = kept.iter().map(|&place| self.shape()[place] as isize).collect();
        self.reshaped_with(&sizes, kept.iter().map(|&place| self.axes()[place].clone()).collect())
    }

    /// A reshape of which it is known which axis went where.
    fn reshaped_with(&self, sizes: &[isize], axes: Vec<Axis>) -> Result<Self> {
        self.reshape(sizes).map(|reshaped| reshaped.with_axes(axes))
    }

    /// One part of each axis, in order; axes beyond the list stay whole.
    ///
    /// # Errors
    /// When a part lies outside its axis or there are more parts than axes.
    pub fn slice(&self, parts: &[AxisSlice]) -> Result<Self> {
        if parts.len() > self.ndim() {
            return Err(Error::Value(format!(
                "too many indices: {} for a tensor of shape {}",
                parts.len(),
                self.shape_text()
            )));
        }
        let whole = self.shape()[parts.len()..].iter().map(|&size| AxisSlice::all(size));
        let parts: Vec<AxisSlice> = parts.iter().copied().chain(whole).collect();
        for (axis, (part, &size)) in parts.iter().zip(self.shape()).enumerate() {
            check_part(*part, size, axis)?;
        }
        apply(Move::Slice(parts), &[self])
    }

    /// One place of one axis, which disappears; counted from the end when negative.
    ///
    /// # Errors
    /// When there is no such axis or place.
    pub fn select(&self, axis: isize, place: i64) -> Result<Self> {
        let axis = axis_place("select", self, axis)?;
        let size = self.shape()[axis];
        let at = if place < 0 { place + size as i64 } else { place };
        let at = usize::try_from(at).ok().filter(|&at| at < size).ok_or_else(|| {
            let words = format!(
                "select(): index {place} out of range for tensor of size {:?} at dimension {axis}",
                self.shape()
            );
            Error::Index { index: place, size, axis }.raising_as("IndexError", words)
        })?;
        let mut parts: Vec<AxisSlice> = self.shape()[..axis].iter().map(|&size| AxisSlice::all(size)).collect();
        parts.push(AxisSlice::Place(at));
        self.slice(&parts)
    }

    /// `count` places of one axis from `start`.
    ///
    /// # Errors
    /// When there is no such axis or the range leaves it.
    pub fn narrow(&self, axis: isize, start: usize, count: usize) -> Result<Self> {
        let axis = axis_place("narrow", self, axis)?;
        let mut parts: Vec<AxisSlice> = self.shape()[..axis].iter().map(|&size| AxisSlice::all(size)).collect();
        parts.push(AxisSlice::Range { start, count, step: 1 });
        self.slice(&parts)
    }

    /// Heads taken apart (the paper's section 3.2.2): `[..., n, heads·d_k]` becomes `[..., heads, n, d_k]`; head i owns the
    /// columns from `i·d_k`.
    ///
    /// # Errors
    /// When there are fewer than two axes or the last one does not divide by `heads`.
    pub fn split_heads(&self, heads: usize) -> Result<Self> {
        let [leading @ .., width] = self.shape() else {
            return Err(Error::Value("split_heads needs [..., n, d_model]".to_owned()));
        };
        if leading.is_empty() || heads == 0 || !width.is_multiple_of(heads) {
            return Err(Error::Value(format!(
                "cannot split {} into {heads} heads: the last size must be divisible by {heads}",
                self.shape_text()
            )));
        }
        let mut sizes: Vec<isize> = leading.iter().map(|&size| size as isize).collect();
        sizes.extend([heads as isize, (width / heads) as isize]);
        self.reshape(&sizes)?.transpose(-3, -2)
    }

    /// Heads put side by side again: `[..., heads, n, d_k]` becomes `[..., n, heads·d_k]`.
    ///
    /// # Errors
    /// When there are fewer than three axes.
    pub fn merge_heads(&self) -> Result<Self> {
        let [leading @ .., heads, n, width] = self.shape() else {
            return Err(Error::Value(format!("merge_heads needs [..., heads, n, d_k], not {}", self.shape_text())));
        };
        let mut sizes: Vec<isize> = leading.iter().map(|&size| size as isize).collect();
        sizes.extend([*n as isize, (heads * width) as isize]);
        self.transpose(-3, -2)?.reshape(&sizes)
    }
}

fn check_part(part: AxisSlice, size: usize, axis: usize) -> Result<()> {
    let last = match part {
        AxisSlice::Place(place) => place,
        AxisSlice::Range { count: 0, start, .. } => start.saturating_sub(1),
        AxisSlice::Range { start, count, step } => start + (count - 1) * step,
    };
    let is_empty_range = matches!(part, AxisSlice::Range { count: 0, .. });
    if last < size || (is_empty_range && last <= size) {
        Ok(())
    } else {
        Err(Error::Index { index: last as i64, size, axis })
    }
}
