//! Functions that give the elements of a tensor another shape or another order.

use std::sync::Arc;

use super::declare::{BuiltinResult, Invocation, builtins};
use super::from_argument::{Argument, At, Axes, Axis, FromArgument, IntTuple, MethodSizes, NamedAxes, Rest, Sizes};
use super::from_python::IfGiven;
use super::grad_fn::of_reshape;
use super::rank::{axis_place, axis_size};
use crate::lang::diagnostic::Diagnostic;
use crate::lang::evaluate::written::MAX_AXES;
use crate::lang::evaluate::{Interpreter, Outcome};
use crate::lang::value::{Items, Value};
use crate::tensor::ops::axis_places;
use crate::tensor::{self, DType, Tensor, budget};

builtins! { TABLE:
    /// The same elements, row by row, under another shape; -1 is worked out.
    #[at(Tensor)]
    #[role(Views)]
    fn view(_call, input: Tensor, @rest size: Sizes) -> Tensor => ViewBackward0 {
        Ok(input.view(&size.0)?)
    }

    /// The same elements, row by row, under another shape; -1 is worked out.
    #[at(Torch, Tensor)]
    #[role(Views)]
    fn reshape(call, input: Tensor, @rest shape: MethodSizes) -> Tensor {
        call.reshaped(&input, &shape.0)
    }

    /// Several axes as one.
    #[at(Torch, Tensor)]
    #[role(Passes)]
    fn flatten(call, input: Tensor, start_dim: Axis = 0, end_dim: Axis = -1) -> Tensor {
        let (start, end) = (axis_place(call, &input, start_dim)?, axis_place(call, &input, end_dim)?);
        if end < start {
            return Err(call.error("flatten() has invalid args: start_dim cannot come after end_dim").into());
        }
        let mut sizes = sizes_of(&input);
        if sizes.is_empty() {
            return call.reshaped(&input, &[1]);
        }
        if start == end {
            return Ok(input);
        }
        let joined = sizes[start as usize..=end as usize].iter().product();
        sizes.splice(start as usize..=end as usize, [joined]);
        call.reshaped(&input, &sizes)
    }

    /// Under the shape of another tensor.
    #[at(Tensor)]
    #[role(Views)]
    fn view_as(_call, input: Tensor, other: Tensor) -> Tensor => ViewBackward0 {
        Ok(input.view(&sizes_of(&other))?)
    }

    /// Under the shape of another tensor.
    #[at(Tensor)]
    #[role(Views)]
    fn reshape_as(call, input: Tensor, other: Tensor) -> Tensor {
        call.reshaped(&input, &sizes_of(&other))
    }

    /// Whether the elements lie row by row, so that `view` can give them any shape.
    #[at(Tensor)]
    fn is_contiguous(_call, input: Tensor) -> bool {
        Ok(input.is_contiguous())
    }

    /// The distance between neighbors along each axis, or along one, in elements.
    #[at(Tensor)]
    fn stride(call, input: Tensor, dim: Option<Axis> = None) -> Value {
        let strides = input.stride();
        match dim {
            Some(dim) => {
                let place = axis_place(call, &input, dim)?;
                Ok(strides.get(place as usize).copied().map_or(Value::None, Value::int))
            }
            None => Ok(Value::Tuple(Items::flat(strides.into_iter().map(Value::int).collect()))),
        }
    }

    /// Two axes exchanged.
    #[at(Torch, Tensor)]
    #[role(Views)]
    fn transpose as "transpose" | "swapaxes" (_call, input: Tensor, dim0: Axis, dim1: Axis) -> Tensor => TransposeBackward0 {
        Ok(input.transpose(dim0.0, dim1.0)?)
    }

    /// Axes moved to other places; the others keep their order.
    #[at(Torch, Tensor)]
    #[role(Views)]
    fn movedim as "movedim" | "moveaxis" (call, input: Tensor, source: NamedAxes, destination: NamedAxes) -> Tensor => PermuteBackward0 {
        if source.are_listed != destination.are_listed {
            let message = "movedim() received an invalid combination of arguments: both are numbers, or both are tuples";
            return Err(call.error(message).into());
        }
        let (from, to) = (&source.axes, &destination.axes);
        if from.len() != to.len() {
            let message = format!(
                "movedim: Invalid source or destination dims: source ({from:?} dims) should contain the same number of dims \
                 as destination ({to:?} dims)"
            );
            return Err(call.error(message).into());
        }
        let (from, to) = (axis_places("movedim", &input, from)?, axis_places("movedim", &input, to)?);
        Ok(input.permute(&moved_order(&from, &to, input.ndim()))?)
    }

    /// One axis as several of these sizes; -1 is worked out.
    #[at(Torch, Tensor)]
    #[role(Views)]
    #[written(Python)]
    fn unflatten(call, input: Tensor, dim: Axis, sizes: IntTuple) -> Tensor => ViewBackward0 {
        let place = axis_place(call, &input, dim)? as usize;
        if sizes.0.is_empty() {
            return Err(call.error("unflatten: sizes must be non-empty").into());
        }
        if input.ndim() == 0 {
            return Err(call.error("unflatten: a number has no axis to unflatten").into());
        }
        let size = axis_size(call, &input, dim)?;
        let parts = unflattened(&sizes.0, size).ok_or_else(|| {
            let message = format!("unflatten: Provided sizes {:?} don't multiply up to the size of dim", sizes.0);
            call.error(format!("{message} {place} ({size}) in the input tensor"))
        })?;
        let mut shape = sizes_of(&input);
        shape.splice(place..=place, parts);
        Ok(input.view(&shape)?)
    }

    /// The axes in another order.
    #[at(Torch, Tensor)]
    #[role(Views)]
    fn permute(_call, input: Tensor, @rest dims: MethodSizes) -> Tensor => PermuteBackward0 {
        Ok(input.permute(&dims.0)?)
    }

    /// A matrix with its axes exchanged.
    #[at(Torch, Tensor)]
    #[role(Views)]
    fn t(call, input: Tensor) -> Tensor => TBackward0 {
        if input.ndim() > 2 {
            let message = format!("t() expects a tensor with <= 2 dimensions, but self is {}D", input.ndim());
            return Err(call.error(message).help("to exchange the last two axes, write `.mT`").into());
        }
        if input.ndim() < 2 { Ok(input) } else { Ok(input.transpose(0, 1)?) }
    }

    /// With a new axis of size 1.
    #[at(Torch, Tensor)]
    #[role(Views)]
    fn unsqueeze(call, input: Tensor, dim: Axis) -> Tensor => UnsqueezeBackward0 {
        call.with_new_axis(&input, dim)
    }

    /// Without an axis of size 1, or without all of them.
    #[at(Torch, Tensor)]
    #[role(Views)]
    fn squeeze(call, input: Tensor, dim: IfGiven<NamedAxes> = None) -> Tensor {
        call.grad_fn(match &dim.0 {
            None => "SqueezeBackward0",
            Some(dims) if dims.are_listed => "SqueezeBackward2",
            Some(_) => "SqueezeBackward1",
        });
        match dim.0 {
            Some(dims) => call.without_axes(input, &dims.axes),
            None => Ok(input.squeeze(None)?),
        }
    }

    /// Axes of size 1 stretched; -1 keeps a size.
    #[at(Tensor)]
    #[role(Views)]
    fn expand(_call, input: Tensor, @rest size: Sizes) -> Tensor => ExpandBackward0 {
        Ok(input.expand(&size.0)?)
    }

    /// Stretched to the shape of another tensor.
    #[at(Tensor)]
    #[role(Views)]
    fn expand_as(_call, input: Tensor, other: Tensor) -> Tensor => ExpandBackward0 {
        Ok(input.expand(&sizes_of(&other))?)
    }

    /// Axes of size 1 stretched to this shape.
    #[at(Torch, Tensor)]
    #[role(Views)]
    fn broadcast_to(call, input: Tensor, size: IntTuple) -> Tensor => ExpandBackward0 {
        if size.0.len() > MAX_AXES {
            return Err(call.error(format!("a tensor has at most {MAX_AXES} axes here")).into());
        }
        Ok(input.expand(&size.0)?)
    }

    /// Each place of an axis several times.
    #[at(Torch, Tensor)]
    fn repeat_interleave(call, input: Tensor, repeats: Repeats, dim: Option<Axis> = None) -> Tensor => ViewBackward0 {
        if call.argument(1).is_some_and(|repeats| repeats.as_tensor().is_some()) {
            call.grad_fn("IndexSelectBackward0");
        }
        let (x, dim) = match dim {
            Some(dim) => (input, dim),
            None => (input.reshape(&[-1])?, Axis(0)),
        };
        let size = axis_size(call, &x, dim)?;
        let places = repeats.places(call, size)?;
        Ok(x.index_select(dim.0, &Tensor::from_i64(&[places.len()], places)?)?)
    }

    /// The places of an axis moved round in a ring.
    #[at(Torch, Tensor)]
    fn roll(call, input: Tensor, shifts: Axes, dims: Axes = None) -> Tensor => RollBackward0 {
        // Without axes, the elements in one row.
        let (mut moved, dims) = match &dims.0[..] {
            [] => (input.reshape(&[-1])?, vec![0]),
            dims => (input.clone(), dims.to_vec()),
        };
        if shifts.0.len() != dims.len() {
            let message = "shifts and dimensions must align. shifts";
            return Err(call.error(format!("{message}: {}, dims: {}", shifts.0.len(), dims.len())).into());
        }
        for (shift, dim) in shifts.0.into_iter().zip(dims) {
            let size = axis_size(call, &moved, Axis(dim))? as i64;
            if size > 0 {
                let back = (shift as i64).rem_euclid(size);
                let places = (0..size).map(|place| (place + size - back) % size).collect();
                moved = moved.index_select(dim, &Tensor::from_i64(&[size as usize], places)?)?;
            }
        }
        let shape: Vec<isize> = input.shape().iter().map(|&size| size as isize).collect();
        Ok(moved.reshape(&shape)?)
    }

    /// Copies side by side, so many along each axis.
    #[at(Torch, Tensor)]
    fn tile(call, input: Tensor, @rest dims: MethodSizes) -> Tensor => RepeatBackward0 {
        let missing = input.ndim().saturating_sub(dims.0.len());
        let times: Vec<isize> = std::iter::repeat_n(1, missing).chain(dims.0).collect();
        call.copies(&input, &times)
    }

    /// Copies side by side, so many along each axis.
    #[at(Tensor)]
    fn repeat(call, input: Tensor, @rest repeats: Sizes) -> Tensor => RepeatBackward0 {
        if repeats.0.len() < input.ndim() {
            let message = "Number of dimensions of repeat dims can not be smaller than number of dimensions of tensor";
            return Err(call.error(message).help(format!("the shape is {}", input.shape_text())).into());
        }
        call.copies(&input, &repeats.0)
    }

    /// The elements along these axes from the last to the first.
    #[at(Torch, Tensor)]
    fn flip(_call, input: Tensor, @rest dims: MethodSizes) -> Tensor => FlipBackward0 {
        // No axis at all is none of them here, not all.
        let places = if dims.0.is_empty() { Vec::new() } else { axis_places("flip", &input, &dims.0)? };
        Ok(input.flip(&places)?)
    }

    /// The places of an axis that an index names.
    #[at(Torch, Tensor)]
    fn index_select(call, input: Tensor, dim: Axis, index: Tensor) -> Tensor => IndexSelectBackward0 {
        let size = axis_size(call, &input, dim)?;
        check_places(call, &index, size)?;
        let is_number = input.ndim() == 0;
        let input = if is_number { input.reshape(&[1])? } else { input };
        let chosen = input.index_select(dim.0, &index.reshape(&[-1])?)?;
        Ok(if is_number { chosen.reshape(&[])? } else { chosen })
    }

    /// All windows of this size along an axis, which come to lie along a new last one.
    #[at(Tensor)]
    #[role(Views)]
    fn unfold(call, input: Tensor, dimension: Axis, size: i64, step: i64) -> Tensor => UnfoldBackward0 {
        let (place, whole) = (axis_place(call, &input, dimension)?, axis_size(call, &input, dimension)?);
        let (size, step) = window(call, place, whole, (size, step))?;
        let is_number = input.ndim() == 0;
        let windows = if is_number { input.reshape(&[1])? } else { input }.unfold(place, size, step)?;
        // The one window of a number is its one axis.
        Ok(if is_number { windows.reshape(&[size as isize])? } else { windows })
    }

    /// The coordinates of every place of a grid that vectors span.
    #[at(Torch)]
    #[role(Views)]
    fn meshgrid(call, @rest tensors: Rest<Value>, indexing: At<Arc<str>> = "ij") -> Value => ExpandBackward0 {
        let grid = grid(call, vectors(call, tensors.0)?, &indexing)?;
        Ok(Value::Tuple(call.interpreter.collect(call.span, grid.into_iter().map(Value::from).collect())?))
    }

    /// The shape, or the size of one axis.
    #[at(Tensor)]
    fn size(call, input: Tensor, dim: Option<Axis> = None) -> Value {
        match dim {
            None => Ok(Value::shape(input.shape())),
            Some(_) if input.ndim() == 0 => {
                Err(call.error("Dimension specified as 0 but tensor has no dimensions").into())
            }
            Some(dim) => Ok(Value::int(axis_size(call, &input, dim)?)),
        }
    }

    /// How many axes there are.
    #[at(Tensor)]
    fn dim as "dim" | "ndimension" (_call, input: Tensor) -> i64 {
        Ok(input.ndim() as i64)
    }

    /// How many elements there are.
    #[at(Torch, Tensor)]
    fn numel(_call, input: Tensor) -> i64 {
        Ok(input.len() as i64)
    }

    /// How many elements there are.
    #[at(Tensor)]
    fn nelement(_call, input: Tensor) -> i64 {
        Ok(input.len() as i64)
    }
}

impl Invocation<'_, '_> {
    fn with_new_axis(&mut self, x: &Tensor, dim: Axis) -> BuiltinResult<Tensor> {
        if x.ndim() >= MAX_AXES {
            return Err(self.error(format!("a tensor has at most {MAX_AXES} axes here")).into());
        }
        Ok(x.unsqueeze(dim.0)?)
    }

    /// Without these axes where their size is 1; without all such axes if none is named.
    fn reshaped(&self, x: &Tensor, sizes: &[isize]) -> BuiltinResult<Tensor> {
        let made = x.reshape(sizes)?;
        self.grad_fn(of_reshape(x, &made));
        Ok(made)
    }

    fn without_axes(&mut self, x: Tensor, dims: &[isize]) -> BuiltinResult<Tensor> {
        let places = dims.iter().map(|&dim| axis_place(self, &x, Axis(dim))).collect::<Outcome<Vec<_>>>()?;
        let mut places: Vec<isize> = places.into_iter().filter(|_| x.ndim() > 0).collect();
        // From the last on, so that those before it keep their number.
        places.sort_unstable();
        Ok(places.into_iter().rev().try_fold(x, |x, place| x.squeeze(Some(place)))?)
    }

    /// Copies along each axis: the numbers are for the last axes, and more of them add axes in front.
    fn copies(&mut self, x: &Tensor, times: &[isize]) -> BuiltinResult<Tensor> {
        if let Some(negative) = times.iter().find(|times| **times < 0) {
            return Err(self.error(format!("Repeats cannot be negative, but got {negative}")).into());
        }
        Ok(repeated(x, times)?.contiguous())
    }
}

/// Sizes that multiply up to `size`, with one that is -1 worked out.
fn unflattened(sizes: &[isize], size: usize) -> Option<Vec<isize>> {
    let known = sizes.iter().filter(|&&size| size != -1).try_fold(1_isize, |all, &size| all.checked_mul(size))?;
    let open = sizes.iter().filter(|&&size| size == -1).count();
    let rest = if open == 0 { 1 } else { (size as isize).checked_div(known)? };
    let fits = open <= 1 && known >= 0 && known.checked_mul(rest)? == size as isize;
    fits.then(|| sizes.iter().map(|&size| if size == -1 { rest } else { size }).collect())
}

/// That an index is a vector of places of an axis of `size`, none counted from the end.
fn check_places(call: &Invocation<'_, '_>, index: &Tensor, size: usize) -> Outcome<()> {
    if index.ndim() > 1 {
        return Err(call
            .error("index_select(): Index is supposed to be a vector")
            .help("write x[index], which accepts an index of any shape"));
    }
    if !matches!(index.dtype(), DType::I32 | DType::I64) {
        return Err(call.error("index_select(): Expected dtype int32 or int64 for index").help("write index.long()"));
    }
    match index.to_vec().into_iter().find(|&place| place < 0.0 || place >= size as f64) {
        None => Ok(()),
        Some(place) => {
            let help = format!("{place} is not one of the {size} positions; to count from the end, write x[index]");
            Err(call.error("index out of range in self").help(help))
        }
    }
}

/// The size and the step of windows along an axis.
fn window(call: &Invocation<'_, '_>, dim: isize, whole: usize, (size, step): (i64, i64)) -> Outcome<(usize, usize)> {
    let message = if size < 0 {
        format!("size is {size} but must be >= 0")
    } else if size as usize > whole {
        format!("maximum size for tensor at dimension {dim} is {whole} but size is {size}")
    } else if step <= 0 {
        format!("step is {step} but must be > 0")
    } else {
        return Ok((size as usize, step as usize));
    };
    Err(call.error(message))
}

/// The sizes of the axes, as a reshape takes them.
pub(super) fn sizes_of(x: &Tensor) -> Vec<isize> {
    x.shape().iter().map(|&size| size as isize).collect()
}

fn repeated(x: &Tensor, times: &[isize]) -> tensor::Result<Tensor> {
    let missing = times.len() - x.ndim();
    let sizes: Vec<isize> = vec![1; missing].into_iter().chain(x.shape().iter().map(|&size| size as isize)).collect();
    // Each axis becomes two, copies before elements, and the two become one again.
    let apart: Vec<isize> = sizes.iter().flat_map(|&size| [1, size]).collect();
    let stretched: Vec<isize> = sizes.iter().zip(times).flat_map(|(&size, &times)| [times, size]).collect();
    let joined: Vec<isize> = sizes.iter().zip(times).map(|(&size, &times)| times.saturating_mul(size)).collect();
    x.reshape(&apart)?.expand(&stretched)?.reshape(&joined)
}

/// The vectors of a grid, which may come in a list.
fn vectors(call: &Invocation<'_, '_>, given: Vec<Value>) -> BuiltinResult<Vec<Tensor>> {
    let given = match &given[..] {
        [list @ (Value::List(_) | Value::Tuple(_))] => list.items().unwrap_or_default().to_vec(),
        _ => given,
    };
    let vector = |(place, value): (usize, &Value)| match value {
        Value::Tensor(x) if x.ndim() <= 1 => Ok(x.now().reshape(&[-1])?),
        Value::Tensor(x) => {
            let message = "torch.meshgrid: Expected 0D or 1D tensor in the tensor list but got:";
            Err(call.error(format!("{message} {}", x.now().shape_text())).into())
        }
        other => {
            let message = format!("expected Tensor as element {place} in argument 0, but got {}", other.python_type());
            Err(call.error(message).into())
        }
    };
    let vectors = given.iter().enumerate().map(vector).collect::<BuiltinResult<Vec<Tensor>>>()?;
    match vectors.first() {
        None => Err(call.error("meshgrid expects a non-empty TensorList").into()),
        Some(first) if vectors.iter().any(|other| other.dtype() != first.dtype()) => {
            Err(call.error("meshgrid expects all tensors to have the same dtype").into())
        }
        Some(_) => Ok(vectors),
    }
}

/// Each vector along an axis of its own, stretched over the others; `xy` exchanges the first two axes.
fn grid(call: &mut Invocation<'_, '_>, vectors: Vec<Tensor>, indexing: &At<Arc<str>>) -> BuiltinResult<Vec<Tensor>> {
    let is_xy = match &*indexing.value {
        "ij" => false,
        "xy" => vectors.len() > 1,
        word => {
            let message = "torch.meshgrid: indexing must be one of \"xy\" or \"ij\", but received";
            return Err(Diagnostic::new(indexing.span, format!("{message}: {word}")).into());
        }
    };
    if vectors.len() > MAX_AXES {
        return Err(call.error(format!("a tensor has at most {MAX_AXES} axes here")).into());
    }
    let axis_of = |number: usize| if is_xy && number < 2 { 1 - number } else { number };
    let mut sizes = vec![0; vectors.len()];
    for (number, vector) in vectors.iter().enumerate() {
        sizes[axis_of(number)] = vector.len() as isize;
    }
    let stretched = |(number, vector): (usize, Tensor)| {
        let mut lying = vec![1; sizes.len()];
        lying[axis_of(number)] = vector.len() as isize;
        vector.reshape(&lying)?.expand(&sizes)
    };
    Ok(vectors.into_iter().enumerate().map(stretched).collect::<tensor::Result<_>>()?)
}

/// An order of axes in which those of `source` stand at the places of `destination`, and the others in between as they were.
fn moved_order(source: &[usize], destination: &[usize], ndim: usize) -> Vec<isize> {
    let mut others = (0..ndim).filter(|axis| !source.contains(axis));
    let at = |place: usize| destination.iter().position(|&to| to == place).map(|number| source[number]);
    (0..ndim).filter_map(|place| at(place).or_else(|| others.next())).map(|axis| axis as isize).collect()
}

/// How often elements are repeated: all of them, or each by itself.
enum Repeats {
    All(usize),
    Each(Vec<usize>),
}

impl FromArgument for Repeats {
    fn from_argument(argument: &Argument<'_>, interpreter: &mut Interpreter<'_>) -> Outcome<Self> {
        match argument.value {
            Value::Tensor(repeats) if repeats.ndim() == 1 => {
                let repeats = Tensor::from_argument(argument, interpreter)?;
                if !matches!(repeats.dtype(), DType::I64 | DType::I32) {
                    return Err(argument.refused("repeats has to be Long or Int tensor").raising("RuntimeError"));
                }
                let count = |repeats: f64| (repeats >= 0.0).then_some(repeats as usize);
                let counts: Option<Vec<usize>> = repeats.to_vec().into_iter().map(count).collect();
                counts
                    .map(Self::Each)
                    .ok_or_else(|| argument.refused("repeats can not be negative").raising("RuntimeError"))
            }
            _ => usize::from_argument(argument, interpreter).map(Self::All),
        }
    }
}

impl Repeats {
    /// The place that each element of the result comes from.
    fn places(self, call: &Invocation<'_, '_>, size: usize) -> BuiltinResult<Vec<i64>> {
        let counts = match self {
            Self::Each(counts) if counts.len() == 1 && size != 1 => Self::All(counts[0]).counts(size),
            Self::Each(counts) if counts.len() != size => {
                let message = "repeats must have the same size as input along dim, but got repeats.size(0) =";
                let message = format!("{message} {} and input.size(0) = {size}", counts.len());
                return Err(call.error(message).raising("RuntimeError").into());
            }
            other => other.counts(size),
        };
        budget::make(&[counts.iter().fold(0, |all: usize, &count| all.saturating_add(count))])?;
        let places = counts.into_iter().enumerate();
        Ok(places.flat_map(|(place, count)| std::iter::repeat_n(place as i64, count)).collect())
    }

    fn counts(self, size: usize) -> Vec<usize> {
        match self {
            Self::All(count) => vec![count; size],
            Self::Each(counts) => counts,
        }
    }
}
