//! Functions that order, find and pick elements: the largest ones, a sorted copy, the elements that an index names.

use std::cmp::Ordering;

use super::declare::{BuiltinResult, Invocation, builtins};
use super::from_argument::Axis;
use crate::lang::evaluate::Outcome;
use crate::lang::value::{Form, Value};
use crate::tensor::budget::{self, OperationCost};
use crate::tensor::ops::mask::where_;
use crate::tensor::ops::{no_axis, place_among};
use crate::tensor::{self, DType, Leaf, Tensor, order, tape};

builtins! { TABLE:
    /// The k largest elements along an axis, and their places.
    #[at(Torch, Tensor)]
    #[keeps(indices)]
    fn topk(call, input: Tensor, k: usize, dim: Axis = -1, largest: bool = True, sorted: bool = True) -> Value => TopkBackward0 {
        // They come in order, which `sorted=False` allows, too.
        let _ = sorted;
        if input.dtype() == DType::Bool {
            let message = "topk does not support bool dtypes on CPU";
            return Err(call.error(message).help("convert the Booleans first, with .long()").into());
        }
        if input.ndim() == 0 && k < 2 {
            axis_place(call, &input, dim)?;
            let first = Tensor::from_i64(&[], vec![0])?;
            return call.extremes("topk", input, first);
        }
        if k > axis_size(call, &input, dim)? {
            let message = format!("selected index k out of range: topk cannot take {k} of {}", input.shape_text());
            return Err(call.error(message).into());
        }
        let (values, places) = match input.dtype() {
            dtype if largest && dtype.is_float() => input.topk(k, dim.0)?,
            _ => first_in_order(call, &input, k, dim, largest)?,
        };
        call.extremes("topk", values, places)
    }

    /// The elements in order along an axis, and where each was.
    #[at(Torch, Tensor)]
    #[keeps(indices)]
    fn sort(call, input: Tensor, dim: Axis = -1, descending: bool = False; stable: bool = False) -> Value => SortBackward0 {
        // Equal elements stay as they stand, asked for or not.
        let _ = stable;
        let order = sorted_places(call, &input, dim, descending)?;
        call.place();
        let values = if input.ndim() == 0 { input.copied()? } else { input.in_order(dim.0, &order)? };
        call.extremes("sort", values, order)
    }

    /// The places that put an axis in order.
    #[at(Torch, Tensor)]
    fn argsort(call, input: Tensor, dim: Axis = -1, descending: bool = False; stable: bool = False) -> Tensor {
        // Equal elements stay as they stand, asked for or not.
        let _ = stable;
        sorted_places(call, &input, dim, descending)
    }

    /// For each place of an index the element that it names along an axis.
    #[at(Torch, Tensor)]
    fn gather(_call, input: Tensor, dim: Axis, index: Tensor) -> Tensor => GatherBackward0 {
        Ok(input.gather(dim.0, &index)?)
    }

    /// For each id, a vector with 1 at that position and 0 elsewhere.
    #[at(Functional)]
    fn one_hot(call, input: Tensor, num_classes: i64 = -1) -> Tensor {
        if input.dtype() != DType::I64 {
            let message = "one_hot is only applicable to index tensor of type LongTensor.";
            return Err(call.error(message).help(format!("these are {}: write ids.long()", input.dtype())).into());
        }
        let largest = input.to_vec().iter().copied().fold(-1.0, f64::max);
        let classes = if num_classes == -1 { (largest as i64).saturating_add(1) } else { num_classes };
        if classes < 1 {
            return Err(call.error("num_classes should be positive").into());
        }
        Ok(input.one_hot(classes as usize)?)
    }

    /// The places of the elements that are not 0, one row each.
    #[at(Torch, Tensor)]
    fn nonzero(call, input: Tensor; as_tuple: bool = False) -> Value {
        budget::spend(OperationCost::like(&input).and(OperationCost::each((input.len() * input.ndim()) as u128)))?;
        if as_tuple {
            return super::join::true_places(call, &input);
        }
        let all = tensor::ops::matmul::places(input.shape());
        let found: Vec<Vec<usize>> = all.filter(|place| input.at(place) != 0.0).collect();
        let rows = found.iter().flatten().map(|&place| place as i64).collect();
        let places = Tensor::from_i64(&[found.len(), input.ndim()], rows)?;
        Ok(call.interpreter.leaf(places, Leaf::Given("nonzero".into()), call.span).into())
    }

    /// The distinct elements, in order.
    #[at(Torch, Tensor)]
    fn unique(call, input: Tensor) -> Tensor {
        budget::spend(sorting(&input, input.len()))?;
        let made = if input.dtype().is_float() {
            let values = distinct(&input.to_vec(), f64::total_cmp);
            Tensor::from_f64(&[values.len()], values)
        } else {
            let values = distinct(&whole_numbers(&input), i64::cmp);
            Tensor::from_i64(&[values.len()], values)
        };
        let distinct = tape::pause(|| made?.to(input.dtype()))?;
        Ok(call.interpreter.leaf(distinct, Leaf::Given("unique".into()), call.span))
    }

    /// How often each whole number occurs.
    #[at(Torch, Tensor)]
    fn bincount(call, input: Tensor, minlength: usize = 0) -> Tensor {
        let numbers = input.to_vec();
        if input.ndim() != 1 || input.dtype().is_float() || numbers.iter().any(|&id| id < 0.0) {
            let message = "bincount only supports 1-d non-negative integral inputs.";
            return Err(call.error(message).into());
        }
        let classes = (numbers.iter().copied().fold(-1.0, f64::max) + 1.0).max(minlength as f64) as usize;
        if input.is_empty() {
            budget::make(&[classes])?;
            return Ok(Tensor::zeros(&[classes], DType::I64));
        }
        Ok(input.one_hot(classes)?.sum(&[0], false)?)
    }
}

impl Invocation<'_, '_> {
    /// Values with their places, which print as PyTorch prints them: `torch.return_types.max`.
    pub(super) fn extremes(&mut self, name: &'static str, values: Tensor, places: Tensor) -> BuiltinResult {
        let pair = self.interpreter.collect(self.span, vec![Value::from(values), Value::from(places)])?;
        Ok(Value::Tuple(pair.in_form(Form::Extremes(name))))
    }
}

/// An axis counted from the front. A tensor without axes counts as one of a single place.
pub(super) fn axis_place(call: &Invocation<'_, '_>, x: &Tensor, dim: Axis) -> Outcome<isize> {
    let axes = x.ndim().max(1);
    place_among(axes, dim.0)
        .map(|place| place as isize)
        .ok_or_else(|| call.error(no_axis(call.name(), x, dim.0, axes).to_string()))
}

/// How many places an axis has.
pub(super) fn axis_size(call: &Invocation<'_, '_>, x: &Tensor, dim: Axis) -> Outcome<usize> {
    let place = axis_place(call, x, dim)?;
    Ok(x.shape().get(place as usize).copied().unwrap_or(1))
}

/// The smallest or largest elements along an axis, and their places; NaN counts as larger than all.
fn first_in_order(
    call: &mut Invocation<'_, '_>,
    x: &Tensor,
    k: usize,
    dim: Axis,
    descending: bool,
) -> BuiltinResult<(Tensor, Tensor)> {
    let order = sorted_places(call, x, dim, descending)?;
    call.place();
    let places = order.narrow(dim.0, 0, k)?;
    Ok((x.in_order(dim.0, &places)?, places))
}

/// The places that put an axis in order, found outside the tape: what is sorted is then read at them, so that each element can say
/// where it was.
fn sorted_places(call: &mut Invocation<'_, '_>, x: &Tensor, dim: Axis, descending: bool) -> BuiltinResult<Tensor> {
    let size = axis_size(call, x, dim)?;
    if x.ndim() == 0 {
        return Ok(Tensor::zeros(&[], DType::I64));
    }
    budget::spend(sorting(x, size))?;
    let order = tape::pause(|| order(x, dim.0, size, descending))?;
    Ok(call.interpreter.leaf(order, Leaf::Given(call.name().into()), call.span))
}

/// The cost of putting rows of `size` elements in order: twice as many elements, and a comparison for every halving.
fn sorting(x: &Tensor, size: usize) -> OperationCost {
    let elements = OperationCost::like(x);
    elements.and(elements.working(1 + u128::from(size.max(1).ilog2())))
}

/// The places along an axis in the order of their elements; equal ones stay as they stand, and NaN counts as the largest.
fn order(x: &Tensor, dim: isize, size: usize, descending: bool) -> tensor::Result<Tensor> {
    let last = x.transpose(dim, -1)?;
    let places = if x.dtype().is_float() {
        let compare = |a: &f64, b: &f64| a.partial_cmp(b).unwrap_or_else(|| a.is_nan().cmp(&b.is_nan()));
        places_in_rows(&last.to_vec(), size, descending, compare)
    } else {
        // Doubles do not hold every whole number.
        places_in_rows(&whole_numbers(&last), size, descending, i64::cmp)
    };
    Tensor::from_i64(last.shape(), places)?.transpose(dim, -1)
}

fn places_in_rows<T>(elements: &[T], size: usize, descending: bool, compare: impl Fn(&T, &T) -> Ordering) -> Vec<i64> {
    let rows = elements
        .chunks(size.max(1))
        .map(|row| order::order(row, |a, b| if descending { compare(b, a) } else { compare(a, b) }));
    rows.flatten().map(|place| place as i64).collect()
}

/// The distinct ones of some elements, in order.
fn distinct<T: Copy + PartialEq>(elements: &[T], compare: impl Fn(&T, &T) -> Ordering) -> Vec<T> {
    let mut values: Vec<T> = order::order(elements, compare).into_iter().map(|place| elements[place]).collect();
    values.dedup();
    values
}

/// The elements of a tensor of whole numbers or truth values, row by row.
fn whole_numbers(x: &Tensor) -> Vec<i64> {
    x.array().integers().iter().copied().collect()
}

/// `x` where a mask is true, 0 elsewhere: for losses that leave some targets out.
pub(super) fn kept(x: &Tensor, mask: &Tensor) -> tensor::Result<Tensor> {
    where_(mask, x, &Tensor::zeros(&[], x.dtype()))
}
