//! Square brackets: items of lists, texts and dicts, and every way in which PyTorch indexes a tensor.

use std::sync::Arc;

use super::comparisons::check_hashable;
use super::grad_fn;
use super::list_slices::{bounds, places};
use super::written::{MAX_AXES, tensor_of};
use super::{Interpreter, Outcome};
use crate::lang::diagnostic::Diagnostic;
use crate::lang::syntax::{Expression, ExpressionKind, Span};
use crate::lang::value::{Items, Stub, Trace, Value, ViewCreation};
use crate::tensor::ops::shape::AxisSlice;
use crate::tensor::{DType, Tensor, budget};

/// What an index asks of a tensor, worked out.
pub(super) struct Plan {
    /// What is taken of each axis.
    pub(super) parts: Vec<AxisSlice>,
    /// Where new axes of size one go, in the result's own count and in order.
    pub(super) new_axes: Vec<usize>,
    /// What is chosen of axes by tensors of places.
    pub(super) chosen: Vec<Chosen>,
}

impl Plan {
    /// How many elements of the tensor are taken before any is chosen.
    pub(super) fn size(&self, tensor: &Tensor) -> usize {
        let size = |part: &AxisSlice| if let AxisSlice::Range { count, .. } = part { *count } else { 1 };
        self.parts.iter().map(size).chain(tensor.shape().iter().skip(self.parts.len()).copied()).product()
    }

    /// The shape of what is taken of a tensor of this shape, without new axes.
    pub(super) fn taken_shape(&self, shape: &[usize]) -> Vec<usize> {
        let size = |(axis, &size): (usize, &usize)| match self.parts.get(axis) {
            Some(AxisSlice::Place(_)) => None,
            Some(AxisSlice::Range { count, .. }) => Some(*count),
            None => Some(size),
        };
        shape.iter().enumerate().filter_map(size).collect()
    }

    /// The numbers, in row-major order, of the elements that are taken of a tensor of this shape before any is chosen, and the shape in
    /// which they are taken.
    pub(super) fn numbers(&self, shape: &[usize]) -> (Vec<usize>, Vec<usize>) {
        let (mut numbers, mut taken) = (vec![0], Vec::new());
        for (axis, &size) in shape.iter().enumerate() {
            let (start, count, step) = match self.parts.get(axis) {
                Some(AxisSlice::Place(place)) => (*place, 1, 1),
                Some(AxisSlice::Range { start, count, step }) => (*start, *count, *step),
                None => (0, size, 1),
            };
            if !matches!(self.parts.get(axis), Some(AxisSlice::Place(_))) {
                taken.push(count);
            }
            let on_axis = |before: usize| (0..count).map(move |at| before * size + start + at * step);
            numbers = numbers.into_iter().flat_map(on_axis).collect();
        }
        (numbers, taken)
    }
}

/// A tensor of places of one axis.
pub(super) struct Chosen {
    /// The axis, in the result before anything is chosen.
    axis: usize,
    /// How many places it has.
    size: usize,
    /// Which of them are taken, counted from the front.
    places: Tensor,
}

impl Interpreter<'_> {
    pub(super) fn index_expression(&mut self, span: Span, object: &Expression, index: &Expression) -> Outcome {
        let value = self.tensor_value(object)?;
        self.indexed(span, &value, index)
    }

    /// `value[index]`, in functions of their own so that going through the operands takes little stack.
    fn indexed(&mut self, span: Span, value: &Value, index: &Expression) -> Outcome {
        let at = self.eval(index)?;
        self.item_at(span, value, at, index)
    }

    pub(super) fn item_at(&mut self, span: Span, value: &Value, at: Value, index: &Expression) -> Outcome {
        match value {
            Value::Object(reference) => self.get_item(reference, at, span),
            Value::Tensor(tensor) => {
                let indices = indices(&at, index);
                if value.is_of_numpy() {
                    return self.array_items(span, tensor, indices);
                }
                let indexed = indices.iter().filter_map(|(index, _)| index.as_tensor());
                let made = Self::computed(span, std::iter::once(tensor).chain(indexed.clone()), || {
                    Self::keep_indices(indexed);
                    let taken = self.index_tensor(span, &tensor.now(), &indices)?;
                    Ok(tensor.shown_in(taken, false, ViewCreation::Plain))
                })?;
                let name = || grad_fn::of_index(tensor.outline().shape(), &indices);
                Self::name_made(&made, std::iter::empty(), || Some(name()));
                Ok(made)
            }
            Value::List(_) | Value::Tuple(_) | Value::Dict(_) => self.item_of_container(span, value, &at, index.span),
            Value::Str(text) => self.index_text(span, text, &at, index.span),
            Value::Range(range) => {
                let place = place_in(range.len(), &at, index.span, "range")?;
                Ok(Value::Int(range.get(place).unwrap_or_default(), Trace::None))
            }
            Value::Stub(what) if matches!(**what, Stub::Annotation(_)) => {
                let text = format!("{}[{}]", what.name(), self.text(&at, false, span)?);
                self.spend_text(span, text.len())?;
                Ok(Value::stub(Stub::Annotation(Arc::from(text))))
            }
            other => {
                if matches!(other, Value::View(_) | Value::Iterator(_)) {
                    let message = format!("'{}' object is not subscriptable", other.python_type());
                    return Err(Diagnostic::new(span, message)
                        .raising("TypeError")
                        .help("make a list of it first: list(items)[0]"));
                }
                let error = Diagnostic::new(span, format!("{} has no items", other.description()));
                // A class, a type of Python's and a stub may have items there: `list[int]`.
                let error = match &other {
                    Value::Int(..)
                    | Value::Float(..)
                    | Value::Bool(_)
                    | Value::None
                    | Value::Set(_)
                    | Value::Function(_)
                    | Value::Bound(_)
                    | Value::Module(_) => {
                        let words = format!("'{}' object is not subscriptable", other.python_type());
                        error.raising_as("TypeError", words)
                    }
                    _ => error,
                };
                Err(if matches!(other, Value::Function(_) | Value::Builtin(_)) {
                    error.help("to call a function, write ( )")
                } else {
                    error
                })
            }
        }
    }

    pub(super) fn slice(&mut self, [start, stop, step]: [Option<&Expression>; 3]) -> Outcome {
        let mut part = |part: Option<&Expression>| match part {
            None => Ok(Value::None),
            Some(expression) => match self.eval(expression)? {
                value @ (Value::None | Value::Int(..)) => Ok(value),
                Value::Tensor(tensor) if tensor.now().len() == 1 && !tensor.dtype().is_float() => {
                    self.number_of(&tensor.now(), expression.span)
                }
                other => {
                    let message = format!("the parts of a slice must be integers, not {}", other.description());
                    let error = Diagnostic::new(expression.span, message);
                    let words = "slice indices must be integers or None or have an __index__ method";
                    Err(match other {
                        Value::Str(_) | Value::Float(..) | Value::List(_) | Value::Tuple(_) | Value::Dict(_) => {
                            error.raising_as("TypeError", words)
                        }
                        _ => error,
                    })
                }
            },
        };
        Ok(Value::Slice(Arc::new([part(start)?, part(stop)?, part(step)?])))
    }

    pub(in crate::lang) fn sliced(&mut self, span: Span, items: &Items, slice: &[Value; 3]) -> Outcome<Items> {
        let chosen = places(slice, items.len(), span)?.map(|place| items[place].clone()).collect();
        Ok(self.collect(span, chosen)?.in_form(items.form()))
    }

    fn index_text(&mut self, span: Span, text: &str, at: &Value, index_span: Span) -> Outcome {
        if text.is_ascii() {
            return self.index_ascii(span, text.as_bytes(), at, index_span);
        }
        self.spend_text(span, text.len())?;
        let characters: Vec<char> = text.chars().collect();
        if let Value::Slice(slice) = at {
            let chosen: String = places(slice, characters.len(), span)?.map(|place| characters[place]).collect();
            return Ok(Value::text(chosen));
        }
        let place = place_in(characters.len(), at, index_span, "string")?;
        Ok(Value::text(characters[place].to_string()))
    }

    /// The same of a text in which each byte is a character: only what is taken is made.
    fn index_ascii(&mut self, span: Span, text: &[u8], at: &Value, index_span: Span) -> Outcome {
        if let Value::Slice(slice) = at {
            let chosen: String = places(slice, text.len(), span)?.map(|place| char::from(text[place])).collect();
            self.spend_text(span, chosen.len())?;
            return Ok(Value::text(chosen));
        }
        let place = place_in(text.len(), at, index_span, "string")?;
        Ok(Value::text(char::from(text[place]).to_string()))
    }

    pub(in crate::lang) fn index_tensor(&mut self, span: Span, tensor: &Tensor, indices: &[(Value, Span)]) -> Outcome {
        if let [(Value::Tensor(mask), at)] = indices
            && mask.dtype() == DType::Bool
            && (mask.ndim() > 1 || (mask.ndim() == 1 && tensor.ndim() == 1))
        {
            check_mask(tensor, &mask.now(), 0, *at)?;
            self.place(span);
            let selected = under_mask(tensor, &mask.now());
            return selected.map(Value::from).map_err(|error| Diagnostic::of_tensor(span, &error));
        }
        let plan = self.plan(span, tensor, indices)?;
        self.place(span);
        taken(tensor, &plan).map(Value::from).map_err(|error| Diagnostic::of_tensor(span, &error))
    }

    /// Works out what the indices mean for a tensor of this shape.
    pub(super) fn plan(&mut self, span: Span, tensor: &Tensor, indices: &[(Value, Span)]) -> Outcome<Plan> {
        if indices.iter().filter(|(value, _)| matches!(value, Value::None)).count() + tensor.ndim() > MAX_AXES {
            return Err(Diagnostic::new(span, format!("a tensor has at most {MAX_AXES} axes here")));
        }
        let indices = self.with_tensors(indices)?;
        let used = indices.iter().map(|(value, _)| axes_taken(value)).sum::<usize>();
        if used > tensor.ndim() {
            let message = format!(
                "too many indices for tensor of dimension {}: {used}, and its shape is {}",
                tensor.ndim(),
                tensor.shape_text()
            );
            let words = match (tensor.ndim(), &indices[..]) {
                (0, [(Value::Int(..), _)]) => INDEX_OF_A_NUMBER.to_owned(),
                (0, [(Value::Slice(_), _), ..]) => "slice() cannot be applied to a 0-dim tensor.".to_owned(),
                (ndim, _) => format!("too many indices for tensor of dimension {ndim}"),
            };
            return Err(Diagnostic::new(span, message)
                .raising_as("IndexError", words)
                .help("remove the extra indices; `None` adds an axis"));
        }
        let mut plan = Plan { parts: Vec::new(), new_axes: Vec::new(), chosen: Vec::new() };
        let mut out = 0;
        for (number, (value, at)) in indices.iter().enumerate() {
            let axis = plan.parts.len();
            if axes_taken(value) + axis > tensor.ndim() {
                let message = format!("too many indices for tensor of dimension {}", tensor.ndim());
                return Err(Diagnostic::new(*at, message).help("use `...` only once: it stands for all remaining axes"));
            }
            let size = tensor.shape().get(axis).copied().unwrap_or(1);
            match value {
                Value::None => {
                    plan.new_axes.push(out);
                    out += 1;
                }
                Value::Ellipsis => {
                    // A second one finds nothing left to skip.
                    let skipped = (tensor.ndim() - used).min(tensor.ndim() - axis);
                    plan.parts.extend(tensor.shape()[axis..axis + skipped].iter().map(|&size| AxisSlice::all(size)));
                    out += skipped;
                }
                Value::Slice(slice) => {
                    plan.parts.push(slice_part(slice, size, *at)?);
                    out += 1;
                }
                // A truth value is a mask over a new axis of one place.
                Value::Bool(on) => out += plan.choose_by_truth(out, *on),
                Value::Tensor(on) if on.ndim() == 0 && is_mask(&on.now()) => {
                    out += plan.choose_by_truth(out, on.now().item().is_ok_and(|on| on != 0.0));
                }
                Value::Tensor(mask) if mask.ndim() > 1 && is_mask(&mask.now()) => {
                    check_mask(tensor, &mask.now(), axis, *at)?;
                    for (size, places) in mask.now().shape().iter().zip(places_under(&mask.now(), *at)?) {
                        plan.parts.push(AxisSlice::all(*size));
                        plan.chosen.push(Chosen { axis: out, size: *size, places });
                        out += 1;
                    }
                }
                Value::Tensor(places) if places.ndim() == 0 && !places.dtype().is_float() => {
                    plan.parts.push(AxisSlice::Place(axis_place(
                        tensor,
                        axis,
                        places.now().item().unwrap_or(0.0) as i64,
                        number,
                        *at,
                    )?));
                }
                Value::Tensor(places) => {
                    plan.parts.push(AxisSlice::all(size));
                    let places = chosen_places(&places.now(), tensor, axis, plan.chosen.len(), *at)?;
                    plan.chosen.push(Chosen { axis: out, size, places });
                    out += 1;
                }
                Value::Int(place, _) => {
                    plan.parts.push(AxisSlice::Place(axis_place(tensor, axis, *place, number, *at)?));
                }
                other => {
                    let error = Diagnostic::new(*at, format!("{} is not an index", other.description()));
                    let error = match other {
                        Value::Str(_) => error.raising_as("TypeError", "new(): invalid data type 'str'"),
                        _ => error,
                    };
                    return Err(
                        error.help("index a tensor with integers, slices, None, `...`, masks or tensors of indices")
                    );
                }
            }
        }
        Ok(plan)
    }

    /// The indices, with lists and ranges of places or truth values as the tensors that they stand for.
    fn with_tensors(&mut self, indices: &[(Value, Span)]) -> Outcome<Vec<(Value, Span)>> {
        let mut read = |(value, at): &(Value, Span)| match value {
            Value::List(list) if list.now().is_empty() => Ok((Value::from(Tensor::zeros(&[0], DType::I64)), *at)),
            Value::List(_) | Value::Range(_) => {
                tensor_of(self, value, None, *at).map(|tensor| (Value::from(tensor), *at))
            }
            value => Ok((value.clone(), *at)),
        };
        indices.iter().map(&mut read).collect()
    }
}

/// PyTorch's sentence for an index of a tensor without axes.
const INDEX_OF_A_NUMBER: &str = "invalid index of a 0-dim tensor. Use `tensor.item()` in Python or `tensor.item<T>()` in C++ to \
                                 convert a 0-dim tensor to a number";

/// A tensor of places, or a mask along one axis, as whole numbers that count from the front. PyTorch puts the axes that such
/// tensors index in front: `number` says which of them this one is of.
fn chosen_places(places: &Tensor, indexed: &Tensor, axis: usize, number: usize, span: Span) -> Outcome<Tensor> {
    match places.dtype() {
        DType::Bool | DType::U8 => {
            check_mask(indexed, places, axis, span)?;
            Ok(places_under(places, span)?.swap_remove(0))
        }
        DType::I64 | DType::I32 => counted_from_front(places, indexed.shape()[axis], number, span),
        dtype => {
            let message = format!("tensors used as indices must be long, int, byte or bool tensors, not {dtype}");
            Err(Diagnostic::new(span, message)
                .raising_as("IndexError", "tensors used as indices must be long, int, byte or bool tensors")
                .help("write x.long()"))
        }
    }
}

impl Plan {
    /// A truth value between the brackets, which chooses the one place of a new axis, or none: how many axes it adds.
    fn choose_by_truth(&mut self, out: usize, on: bool) -> usize {
        self.new_axes.push(out);
        let places = Tensor::zeros(&[usize::from(on)], DType::I64);
        self.chosen.push(Chosen { axis: out, size: 1, places });
        1
    }
}

/// Whether an index of this dtype is a mask; uint8 was PyTorch's truth value once.
pub(super) fn is_mask(index: &Tensor) -> bool {
    matches!(index.dtype(), DType::Bool | DType::U8)
}

/// How many axes of the tensor an index speaks of.
pub(super) fn axes_taken(index: &Value) -> usize {
    match index {
        Value::None | Value::Ellipsis | Value::Bool(_) => 0,
        Value::Tensor(mask) if is_mask(&mask.now()) => mask.ndim(),
        _ => 1,
    }
}

/// That a mask has the sizes of the axes that it covers, from `axis` on.
pub(super) fn check_mask(tensor: &Tensor, mask: &Tensor, axis: usize, span: Span) -> Outcome<()> {
    let covered = tensor.shape().get(axis..axis + mask.ndim());
    if covered == Some(mask.shape()) {
        return Ok(());
    }
    let Some(covered) = covered else {
        let message = format!("too many indices for tensor of dimension {}", tensor.ndim());
        return Err(Diagnostic::new(span, message)
            .raising("IndexError")
            .help(format!("the mask has {} axes", mask.ndim())));
    };
    let wrong = covered.iter().zip(mask.shape()).position(|(size, of_mask)| size != of_mask).unwrap_or(0);
    let message = format!(
        "The shape of the mask {:?} at index {wrong} does not match the shape of the indexed tensor {:?} at index {}",
        mask.shape(),
        tensor.shape(),
        axis + wrong
    );
    Err(Diagnostic::new(span, message)
        .raising("IndexError")
        .help("a mask must have the sizes of the axes that it indexes"))
}

/// Where a mask of one axis or more is true: the places along each axis.
fn places_under(mask: &Tensor, span: Span) -> Outcome<Vec<Tensor>> {
    let fails = |error: crate::tensor::Error| Diagnostic::of_tensor(span, &error);
    budget::spend(budget::OperationCost::each((mask.len() * (1 + mask.ndim())) as u128)).map_err(fails)?;
    let all = crate::tensor::ops::matmul::places(mask.shape());
    let on: Vec<Vec<usize>> = all.zip(mask.to_vec()).filter(|(_, on)| *on != 0.0).map(|(place, _)| place).collect();
    let along = |axis: usize| Tensor::from_i64(&[on.len()], on.iter().map(|place| place[axis] as i64).collect());
    (0..mask.ndim()).map(along).collect::<Result<_, _>>().map_err(fails)
}

/// `x[mask]`: what stands where the mask is true; the axes that the mask does not have stay.
pub(super) fn under_mask(tensor: &Tensor, mask: &Tensor) -> crate::tensor::Result<Tensor> {
    let (covered, rest) = tensor.shape().split_at(mask.ndim().min(tensor.ndim()));
    if rest.is_empty() && covered == mask.shape() {
        return tensor.masked_select(mask);
    }
    let on = mask.to_vec().into_iter().enumerate().filter(|(_, on)| *on != 0.0);
    let places: Vec<i64> = on.map(|(place, _)| place as i64).collect();
    let flat: Vec<isize> = std::iter::once(mask.len()).chain(rest.iter().copied()).map(|size| size as isize).collect();
    tensor.reshape(&flat)?.index_select(0, &Tensor::from_i64(&[places.len()], places)?)
}

/// The indices between the brackets, each with its place in the source.
pub(super) fn indices(at: &Value, index: &Expression) -> Vec<(Value, Span)> {
    match (at, &index.kind) {
        (Value::Tuple(items), ExpressionKind::Tuple(parts)) if items.len() == parts.len() => {
            items.iter().cloned().zip(parts.iter().map(|part| part.span)).collect()
        }
        (Value::Tuple(items), _) => items.iter().map(|item| (item.clone(), index.span)).collect(),
        _ => vec![(at.clone(), index.span)],
    }
}

/// A place in a list of `len` items where one is written to, or taken away.
pub(super) fn written_place_in(len: usize, at: &Value, span: Span) -> Outcome<usize> {
    place_in(len, at, span, "list").map_err(|error| match at {
        Value::Int(..) | Value::Bool(_) => error.raising_as("IndexError", "list assignment index out of range"),
        _ => error,
    })
}

/// A place in something of `len` items, counted from the end when negative.
pub(super) fn place_in(len: usize, at: &Value, span: Span, kind: &str) -> Outcome<usize> {
    let place = match at {
        Value::Int(place, _) => *place,
        Value::Bool(place) => i64::from(*place),
        Value::Tensor(tensor) if tensor.now().len() == 1 && !tensor.dtype().is_float() => {
            tensor.now().item().unwrap_or(0.0) as i64
        }
        other => {
            let error = Diagnostic::new(
                span,
                format!("the items of a {kind} are numbered, but the index is {}", other.description()),
            );
            let error = match (kind, other) {
                // What a tensor or an object says is another matter.
                (_, Value::Tensor(_) | Value::Object(_) | Value::Stub(_)) => error,
                ("string", _) => error
                    .raising_as("TypeError", format!("string indices must be integers, not '{}'", other.python_type())),
                _ => error.raising_as(
                    "TypeError",
                    format!("{kind} indices must be integers or slices, not {}", other.python_type()),
                ),
            };
            return Err(if let Value::Tuple(_) = other {
                error.help("write x[i][j]; only tensors take x[i, j]")
            } else {
                error
            });
        }
    };
    let counted = if place < 0 { place + len as i64 } else { place };
    usize::try_from(counted).ok().filter(|&at| at < len).ok_or_else(|| outside(place, len, span, kind))
}

/// A place of an axis. PyTorch calls the axis by the `number` of its index between the brackets.
fn axis_place(tensor: &Tensor, axis: usize, place: i64, number: usize, span: Span) -> Outcome<usize> {
    let size = tensor.shape()[axis];
    let counted = if place < 0 { place + size as i64 } else { place };
    usize::try_from(counted).ok().filter(|&at| at < size).ok_or_else(|| {
        let words = format!("index {place} is out of bounds for dimension {number} with size {size}");
        let name = tensor.axes().get(axis).and_then(|axis| axis.name.clone());
        let axis = name.map_or_else(|| format!("axis {axis}"), |name| format!("axis {axis} ({name})"));
        let message = format!("index {place} is out of range for {axis}, which has size {size}");
        Diagnostic::new(span, message).raising_as("IndexError", words).help(reach(size))
    })
}

fn counted_from_front(places: &Tensor, size: usize, number: usize, span: Span) -> Outcome<Tensor> {
    let all = places.to_vec();
    if let Some(bad) = all.iter().find(|place| **place < -(size as f64) || **place >= size as f64) {
        let message = format!("index {bad} is out of range for an axis of size {size}");
        let words = format!("index {bad} is out of bounds for dimension {number} with size {size}");
        return Err(Diagnostic::new(span, message).raising_as("IndexError", words).help(reach(size)));
    }
    if all.iter().all(|place| *place >= 0.0) {
        return Ok(places.clone());
    }
    let front =
        all.iter().map(|place| if *place < 0.0 { *place as i64 + size as i64 } else { *place as i64 }).collect();
    Tensor::from_i64(places.shape(), front).map_err(|error| Diagnostic::of_tensor(span, &error))
}

/// The part of a tensor that a plan takes.
pub(super) fn taken(tensor: &Tensor, plan: &Plan) -> crate::tensor::Result<Tensor> {
    let whole = plan.parts.iter().zip(tensor.shape()).all(|(part, &size)| *part == AxisSlice::all(size));
    let mut result = if whole { tensor.clone() } else { tensor.slice(&plan.parts)? };
    for &axis in &plan.new_axes {
        result = result.unsqueeze(axis as isize)?;
    }
    match plan.chosen.as_slice() {
        [] => Ok(result),
        [one] => result.index_select(one.axis as isize, &one.places),
        several => choose_together(&result, several),
    }
}

/// `x[rows, columns]`: places of several axes that go together, by way of their number in the flattened axes. Where these axes are
/// not neighbours, they come to the front first.
fn choose_together(tensor: &Tensor, chosen: &[Chosen]) -> crate::tensor::Result<Tensor> {
    let shapes: Vec<&[usize]> = chosen.iter().map(|one| one.places.shape()).collect();
    if !broadcast(&shapes) {
        let shapes: Vec<String> = shapes.iter().map(|shape| format!("{shape:?}")).collect();
        return Err(crate::tensor::Error::Value(format!(
            "shape mismatch: indexing tensors could not be broadcast together with shapes {}",
            shapes.join(", ")
        ))
        .raising("IndexError"));
    }
    let are_neighbours = chosen.windows(2).all(|pair| pair[0].axis + 1 == pair[1].axis);
    let (first, tensor) =
        if are_neighbours { (chosen[0].axis, tensor.clone()) } else { (0, with_axes_in_front(tensor, chosen)?) };
    let mut flat = chosen[0].places.clone();
    for one in &chosen[1..] {
        flat = flat.mul(&Tensor::integer(one.size as i64))?.add(&one.places)?;
    }
    let joined: usize = chosen.iter().map(|one| one.size).product();
    let mut shape: Vec<isize> = tensor.shape().iter().map(|&size| size as isize).collect();
    shape.splice(first..first + chosen.len(), [joined as isize]);
    tensor.reshape(&shape)?.index_select(first as isize, &flat)
}

/// Whether shapes broadcast together.
fn broadcast(shapes: &[&[usize]]) -> bool {
    let longest = shapes.iter().map(|shape| shape.len()).max().unwrap_or(0);
    (1..=longest).all(|from_end| {
        let mut sizes = shapes.iter().filter_map(|shape| shape.len().checked_sub(from_end).map(|place| shape[place]));
        let mut larger = sizes.by_ref().filter(|size| *size != 1);
        let first = larger.next();
        larger.all(|size| Some(size) == first)
    })
}

/// The axes that places are chosen of, and then the others.
fn with_axes_in_front(tensor: &Tensor, chosen: &[Chosen]) -> crate::tensor::Result<Tensor> {
    let front: Vec<isize> = chosen.iter().map(|one| one.axis as isize).collect();
    let rest = (0..tensor.ndim() as isize).filter(|axis| !front.contains(axis));
    let order: Vec<isize> = front.iter().copied().chain(rest).collect();
    tensor.permute(&order)
}

fn slice_part(slice: &[Value; 3], size: usize, span: Span) -> Outcome<AxisSlice> {
    let (start, stop, step) = bounds(slice, size, span)?;
    let Some(step) = usize::try_from(step).ok().filter(|&step| step > 0) else {
        return Err(Diagnostic::new(span, "a tensor cannot be sliced backwards")
            .raising_as("ValueError", "step must be greater than zero")
            .help("write torch.flip(x, [dim])"));
    };
    let start = start.max(0) as usize;
    let count = (stop.max(0) as usize).saturating_sub(start).div_ceil(step);
    // An empty part may begin at the very end, where no place is.
    let start = if count == 0 { 0 } else { start };
    Ok(AxisSlice::Range { start, count, step })
}

fn reach(size: usize) -> String {
    match size {
        0 => "it is empty".to_owned(),
        1 => "the only index is 0".to_owned(),
        n => format!("use 0 to {}, or -{n} to -1 from the end", n - 1),
    }
}

fn outside(place: i64, len: usize, span: Span, kind: &str) -> Diagnostic {
    let items = if len == 1 { "1 item".to_owned() } else { format!("{len} items") };
    let kind_in_python = if kind == "range" { "range object" } else { kind };
    Diagnostic::new(span, format!("index {place} is out of range for this {kind} of {items}"))
        .raising_as("IndexError", format!("{kind_in_python} index out of range"))
        .help(reach(len))
}

pub(super) fn no_key(key: &Value, entries: &[(Value, Value)], span: Span) -> Diagnostic {
    // What can be changed is no key of any dict.
    if let Err(error) = check_hashable(key, span) {
        return error;
    }
    let error = Diagnostic::new(span, format!("there is no key {}", key.excerpt())).raising_as("KeyError", key.repr());
    let names = entries.iter().filter_map(|(key, _)| if let Value::Str(name) = key { Some(&**name) } else { None });
    if let Value::Str(wanted) = key
        && let Some(near) = crate::nn::nearest(wanted, names)
    {
        return error.help(format!("did you mean '{near}'?"));
    }
    let keys: Vec<String> = entries.iter().take(8).map(|(key, _)| key.excerpt()).collect();
    error.help(if keys.is_empty() {
        "the dict is empty".to_owned()
    } else {
        format!("the keys are {}", keys.join(", "))
    })
}
