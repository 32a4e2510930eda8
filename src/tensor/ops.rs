//! Operations: one file a family, and in it, side by side, what each operation's value, gradient and explanation are.

pub(crate) mod accumulate;
pub mod arithmetic;
pub(crate) mod bias;
mod blend;
pub mod cast;
pub mod compare;
pub mod complex;
mod composed;
mod diagonal;
pub(crate) mod dtype_names;
pub mod einsum;
pub mod elementwise;
pub(crate) mod fused;
pub(crate) mod fused_masked_softmax;
pub mod gather;
pub mod gelu;
pub(crate) mod gradient;
pub mod index;
pub mod join;
pub mod leaf;
pub mod logarithm;
pub mod mask;
pub mod matmul;
pub mod norm;
pub(crate) mod overflow;
pub mod put;
pub mod rank;
pub mod reduce;
pub(crate) mod remainder;
pub mod round;
mod same;
mod saves;
pub mod scan;
pub mod shape;
mod silu;
pub mod softmax;
mod window;
mod xlogy;

use std::fmt;
use std::sync::Arc;

pub use saves::GradientSaves;

use super::axis::broadcast_axes;
use super::budget::{self, OperationCost};
use super::dtype::{missing, promote};
use super::explain::{Expr, Reason, ScalarFunction, element};
use super::stop;
use super::tape::{self, Leaf, Origin};
use super::{DType, Error, Result, Tensor};

/// One operation, with its parameters as fields: what it computes, how gradients pass through it, and why an element of its
/// value is what it is.
pub trait Operation: fmt::Debug + Send + Sync {
    /// The name, in PyTorch's spelling where it has one.
    fn name(&self) -> &'static str;

    /// Refuses what does not go together, said of the inputs as they were given: `forward` sees half precision as float32.
    ///
    /// # Errors
    /// When shapes or dtypes do not fit.
    fn check(&self, _inputs: &[&Tensor]) -> Result<()> {
        Ok(())
    }

    /// The cost of the value, asked before it is computed where somebody [counts](super::budget). It makes nothing itself, and
    /// holds for whatever shapes a program may come with; where inputs do not go together, `forward` says so.
    fn cost(&self, inputs: &[&Tensor]) -> OperationCost;

    /// The value, axes included.
    ///
    /// # Errors
    /// When shapes or dtypes do not fit.
    fn forward(&self, inputs: &[&Tensor]) -> Result<Tensor>;

    /// The inputs whose numbers the gradient reads, and whether it reads those of the value. It always knows their shapes and
    /// dtypes. All else a tape keeps for [`explain`](Self::explain) alone, so whoever wants no reasons may let go of it.
    fn reads(&self) -> GradientReads;

    /// The values that PyTorch keeps for the gradient, where a gradient with respect to the inputs that are `wanted` is: one flag for each
    /// input. Most operations keep what our gradient reads, but a program can tell [where they don't](GradientSaves).
    fn saves(&self, inputs: &[Tensor], _wanted: &[bool]) -> GradientSaves {
        GradientSaves::of(self.reads(), inputs)
    }

    /// The gradient with respect to each input, given the gradient with respect to the value. `None` for an input through which
    /// no gradient passes: an index, a mask, a condition.
    ///
    /// # Errors
    /// When an operation used to compute it refuses; never for shapes that the value had.
    fn backward(&self, inputs: &[Tensor], value: &Tensor, gradient: &Tensor) -> Result<Vec<Option<Tensor>>>;

    /// The name under which PyTorch says that it has no derivative with respect to an input, and refuses to differentiate through it.
    fn underivable(&self, _inputs: &[Tensor], _place: usize) -> Option<&'static str> {
        None
    }

    /// PyTorch's [strides](super::strides) of the value, where they may be others than those of row-major order.
    fn strides(&self, _inputs: &[&Tensor], _shape: &[usize]) -> Option<Vec<usize>> {
        None
    }

    /// Why the element at `index` of the value is what it is.
    fn explain(&self, inputs: &[Tensor], value: &Tensor, index: &[usize]) -> Reason;

    /// How the operation meets elements that are not computed with as they are.
    fn elements(&self) -> Elements {
        Elements::Computed
    }

    /// The dtype of a value that is computed of these inputs; asked where one of them has half precision.
    fn dtype_of(&self, inputs: &[&Tensor]) -> DType {
        promoted_of(inputs)
    }

    /// Whether an operand of another dtype is rounded before it meets half precision, as PyTorch converts operands to the dtype in
    /// which they meet; the other operations read it as it is.
    fn rounds(&self, _inputs: &[&Tensor], _place: usize) -> bool {
        false
    }

    /// Whether PyTorch would conjugate the value only when it is read: `conj`, and views of what it gave.
    fn is_conjugated(&self, _inputs: &[&Tensor]) -> bool {
        false
    }

    /// Whether the value shares the memory of the first input in PyTorch: it is a [view](super::view).
    fn is_view(&self, _inputs: &[Tensor]) -> bool {
        false
    }

    /// Whether no gradient is wanted of its value, whatever it is made of: `detach`.
    fn is_detached(&self) -> bool {
        false
    }

    /// Set for a value that was not computed.
    fn leaf(&self) -> Option<&Leaf> {
        None
    }

    /// Set for a gradient that backward made: the step of whose value it is.
    fn gradient_of(&self) -> Option<Origin> {
        None
    }
}

/// What the gradient of an operation reads, besides the gradient that it is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GradientReads {
    /// The inputs, by their number.
    pub inputs: &'static [usize],
    /// Whether it reads the value.
    pub value: bool,
}

impl GradientReads {
    /// No numbers at all.
    pub const NOTHING: Self = Self::inputs(&[]);
    /// The value, and no input.
    pub const VALUE: Self = Self::NOTHING.and_value();

    /// These inputs, and not the value.
    pub const fn inputs(inputs: &'static [usize]) -> Self {
        Self { inputs, value: false }
    }

    /// The same inputs, and the value.
    #[must_use]
    pub const fn and_value(self) -> Self {
        Self { value: true, ..self }
    }
}

/// How an operation meets elements that are not computed with as they are: half precision and complex numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Elements {
    /// It computes with real numbers. Half precision is widened to float32, and the value is rounded once; complex numbers are refused.
    Computed,
    /// The same, but it knows what to do with complex numbers.
    ComputedComplex,
    /// It takes elements as they are, whatever they are.
    Moved,
}

/// The dtype in which some operands meet.
pub(crate) fn promoted_of(inputs: &[&Tensor]) -> DType {
    promote(&inputs.iter().map(|input| input.operand()).collect::<Vec<_>>())
}

/// A tensor of half precision as float32, which holds each of its numbers; any other as it is.
pub(crate) fn widened(x: &Tensor) -> Tensor {
    if !x.dtype().is_half() {
        return x.clone();
    }
    x.with_array(x.array().cast(DType::F32))
}

/// The refusal of complex numbers by an operation that has no meaning for them here.
fn only_real_numbers(operation: &str) -> Error {
    Error::DType {
        operation: operation.to_owned(),
        wants: "real numbers",
        got: "complex64; to get the real and imaginary parts, write torch.view_as_real(x)".to_owned(),
    }
}

/// An operation's value, as PyTorch computes with half precision: in float32, rounded once.
fn value_of(operation: &dyn Operation, inputs: &[&Tensor]) -> Result<Tensor> {
    let elements = operation.elements();
    let is_complex = inputs.iter().any(|input| input.dtype().is_complex());
    if is_complex && elements == Elements::Computed {
        return Err(only_real_numbers(operation.name()));
    }
    if is_complex && elements == Elements::ComputedComplex {
        let operands: Vec<_> = inputs.iter().map(|input| input.operand()).collect();
        if let Some(missing) = missing(&operands) {
            return Err(Error::Value(format!(
                "{}: the result would be {missing}, but the only complex dtype here is complex64",
                operation.name()
            )));
        }
    }
    operation.check(inputs)?;
    budget::charge(|| operation.cost(inputs))?;
    if elements == Elements::Moved || !inputs.iter().any(|input| input.dtype().is_half()) {
        return operation.forward(inputs);
    }
    let met = promoted_of(inputs);
    let operand = |(place, input): (usize, &&Tensor)| {
        let is_other = input.dtype() != met && input.dtype() != DType::Bool;
        let rounds = met.is_half() && is_other && operation.rounds(inputs, place);
        widened(&if rounds { input.with_array(input.array().cast(met)) } else { (*input).clone() })
    };
    let wide: Vec<Tensor> = inputs.iter().enumerate().map(operand).collect();
    let value = operation.forward(&wide.iter().collect::<Vec<_>>())?;
    let dtype = operation.dtype_of(inputs);
    if value.dtype() != DType::F32 || !dtype.is_half() {
        return Ok(value);
    }
    Ok(value.with_array(value.array().cast(dtype)))
}

/// Computes an operation's value and, under a tape, adds the step to it.
pub(crate) fn apply<O: Operation + 'static>(operation: O, inputs: &[&Tensor]) -> Result<Tensor> {
    let value = computed(&operation, inputs)?;
    if !tape::is_on() {
        return Ok(value);
    }
    Ok(tape::push(Arc::new(operation), inputs.iter().map(|input| (*input).clone()).collect(), value))
}

/// The same for an operation that is already a step of a tape.
pub(crate) fn apply_again(operation: &Arc<dyn Operation>, inputs: &[&Tensor]) -> Result<Tensor> {
    let value = computed(&**operation, inputs)?;
    Ok(tape::push(Arc::clone(operation), inputs.iter().map(|input| (*input).clone()).collect(), value))
}

/// An operation's value, with all that PyTorch would know of it.
fn computed(operation: &dyn Operation, inputs: &[&Tensor]) -> Result<Tensor> {
    let only_numbers = !inputs.is_empty() && inputs.iter().all(|input| input.is_number());
    stop::check()?;
    let value = value_of(operation, inputs);
    // What was cut short may look like anything.
    stop::check()?;
    let value = value?.detach().with_number(only_numbers);
    let strides = operation.strides(inputs, value.shape());
    Ok(value.with_strides(strides).with_conjugated(operation.is_conjugated(inputs)))
}

/// The shape that two shapes broadcast to, by NumPy's rule: aligned at the end, sizes equal or one of them 1.
pub(crate) fn broadcast_shape(operation: &str, left: &Tensor, right: &Tensor) -> Result<Vec<usize>> {
    let ndim = left.ndim().max(right.ndim());
    let size =
        |tensor: &Tensor, from_end: usize| tensor.ndim().checked_sub(from_end).map_or(1, |place| tensor.shape()[place]);
    (1..=ndim)
        .rev()
        .map(|from_end| match (size(left, from_end), size(right, from_end)) {
            (a, b) if a == b || b == 1 => Ok(a),
            (1, b) => Ok(b),
            (a, b) => Err(Error::Broadcast {
                operation: operation.to_owned(),
                left: left.shape_text(),
                right: right.shape_text(),
                sizes: (a, b, from_end),
                last: Box::new(last_clash(ndim, |from_end| (size(left, from_end), size(right, from_end)))),
            }),
        })
        .collect()
}

/// The last of `ndim` dimensions in which two sizes do not broadcast, with these; it is counted from the front.
pub(crate) fn last_clash(ndim: usize, sizes: impl Fn(usize) -> (usize, usize)) -> (usize, usize, usize) {
    let clashes = |from_end: &usize| {
        let (a, b) = sizes(*from_end);
        a != b && a != 1 && b != 1
    };
    let from_end = (1..=ndim).find(clashes).unwrap_or(ndim);
    let (a, b) = sizes(from_end);
    (a, b, ndim.saturating_sub(from_end))
}

/// The place in an input of shape `shape` that an element of the broadcast result reads.
pub(crate) fn broadcast_index(index: &[usize], shape: &[usize]) -> Vec<usize> {
    let missing = index.len() - shape.len();
    shape.iter().zip(&index[missing..]).map(|(&size, &place)| if size == 1 { 0 } else { place }).collect()
}

/// The axes of an elementwise result of some inputs.
pub(crate) fn joint_axes(shape: &[usize], inputs: &[&Tensor]) -> Vec<super::Axis> {
    if inputs.iter().all(|input| input.axes.is_none()) {
        return Vec::new();
    }
    let known: Vec<_> = inputs.iter().map(|input| (input.shape(), input.axes())).collect();
    broadcast_axes(shape, &known)
}

/// A gradient summed over the dimensions along which its input was stretched.
pub(crate) fn sum_to(gradient: &Tensor, shape: &[usize]) -> Result<Tensor> {
    if gradient.shape() == shape {
        return Ok(gradient.clone());
    }
    if gradient.dtype().is_complex() {
        return complex::sum_parts_to(gradient, shape);
    }
    let missing = gradient.ndim() - shape.len();
    let stretched: Vec<isize> = (0..gradient.ndim())
        .filter(|&place| place < missing || (shape[place - missing] == 1 && gradient.shape()[place] != 1))
        .map(|place| place as isize)
        .collect();
    let sum = if stretched.is_empty() { gradient.clone() } else { gradient.sum(&stretched, true)? };
    let target: Vec<isize> = shape.iter().map(|&size| size as isize).collect();
    sum.reshape(&target)
}

/// The part of a gradient that an input gets, if the tape knows the input: what a mask fills in is mostly a plain number, and nobody
/// asks for its gradient.
pub(crate) fn handed(input: &Tensor, part: impl FnOnce() -> Result<Tensor>) -> Result<Option<Tensor>> {
    input.origin().map(|_| sum_to(&part()?, input.shape())).transpose()
}

/// The element of an operand as the operation reads it: rounded, where half precision [`rounds`](Operation::rounds) it first.
pub(crate) fn operand_read(operation: &dyn Operation, inputs: &[Tensor], input: usize, index: &[usize]) -> Expr {
    let all: Vec<&Tensor> = inputs.iter().collect();
    let x = element(inputs, input, &broadcast_index(index, inputs[input].shape()));
    let met = promoted_of(&all);
    match ScalarFunction::rounding(met) {
        Some(rounding) if inputs[input].dtype() != met && operation.rounds(&all, input) => Expr::call(rounding, x),
        _ => x,
    }
}

/// The place of an axis, counted from the end when negative.
pub(crate) fn axis_place(operation: &str, tensor: &Tensor, axis: isize) -> Result<usize> {
    place_among(tensor.ndim(), axis).ok_or_else(|| no_axis(operation, tensor, axis, tensor.ndim()))
}

/// The places of several axes, no two of them the same; of all of them when none is named. A number has no axes, but as in
/// PyTorch 0 and -1 may be named and mean nothing.
pub(crate) fn axis_places(operation: &str, tensor: &Tensor, axes: &[isize]) -> Result<Vec<usize>> {
    let ndim = tensor.ndim();
    if axes.is_empty() {
        return Ok((0..ndim).collect());
    }
    let mut places = Vec::with_capacity(axes.len());
    for &axis in axes {
        let place = place_among(ndim.max(1), axis).ok_or_else(|| no_axis(operation, tensor, axis, ndim.max(1)))?;
        if places.contains(&place) {
            return Err(Error::Value(format!(
                "dim {place} appears multiple times in the list of dims: {operation} takes each axis of {} once",
                tensor.shape_text()
            ))
            .raising_as("RuntimeError", format!("dim {place} appears multiple times in the list of dims")));
        }
        places.push(place);
    }
    places.retain(|&place| place < ndim);
    Ok(places)
}

/// The place of one of `count` axes, counted from the end when negative.
pub(crate) fn place_among(count: usize, axis: isize) -> Option<usize> {
    let place = if axis < 0 { axis.checked_add_unsigned(count)? } else { axis };
    usize::try_from(place).ok().filter(|&place| place < count)
}

/// The error about an axis that is none of `count`.
pub(crate) fn no_axis(operation: &str, tensor: &Tensor, axis: isize, count: usize) -> Error {
    Error::Axis { operation: operation.to_owned(), axis, count, shape: tensor.shape_text() }
}

/// An operation along one axis of a number, which PyTorch takes for a vector of one element; `None` for any other tensor.
pub(crate) fn of_number(
    operation: &str,
    x: &Tensor,
    axis: isize,
    compute: impl FnOnce(&Tensor) -> Result<Tensor>,
) -> Option<Result<Tensor>> {
    let as_vector = || {
        place_among(1, axis).ok_or_else(|| no_axis(operation, x, axis, 1))?;
        compute(&x.reshape(&[1])?)?.reshape(&[])
    };
    (x.ndim() == 0).then(as_vector)
}
