//! Square brackets: items of lists, texts and dicts, and every way in which PyTorch indexes a tensor, for reading and setting.

use std::sync::Arc;

use super::written::{MAX_AXES, tensor_of};
use super::{Interpreter, Outcome};
use crate::lang::diagnostic::Diagnostic;
use crate::lang::syntax::{Expression, ExpressionKind, Span};
use crate::lang::value::{Items, Stub, Trace, Value};
use crate::tensor::ops::join::placed;
use crate::tensor::ops::put::put;
use crate::tensor::ops::shape::AxisSlice;
use crate::tensor::{DType, Tensor, budget, tape};

/// What an index asks of a tensor, worked out.
struct Plan {
    /// What is taken of each axis.
    parts: Vec<AxisSlice>,
    /// Where new axes of size one go, in the result's own count and in order.
    new_axes: Vec<usize>,
    /// What is chosen of axes by tensors of places.
    chosen: Vec<Chosen>,
}

/// A tensor of places of one axis.
struct Chosen {
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

    fn item_at(&mut self, span: Span, value: &Value, at: Value, index: &Expression) -> Outcome {
        match value {
            Value::Object(reference) => self.get_item(reference, at, span),
            Value::Tensor(tensor) => {
                let indices = indices(&at, index);
                self.index_tensor(span, tensor, &indices)
            }
            Value::List(items) => match &at {
                Value::Slice(slice) => self.sliced(span, items, slice).map(Value::List),
                _ => Ok(items[place_in(items.len(), &at, index.span, "list")?].clone()),
            },
            Value::Tuple(items) => match &at {
                Value::Slice(slice) => self.sliced(span, items, slice).map(Value::Tuple),
                _ => Ok(items[place_in(items.len(), &at, index.span, "tuple")?].clone()),
            },
            Value::Str(text) => self.index_text(span, text, &at, index.span),
            Value::Range(range) => {
                let place = place_in(range.len(), &at, index.span, "range")?;
                Ok(Value::Int(range.get(place).unwrap_or_default(), Trace::None))
            }
            Value::Dict(dict) => {
                self.hashed(span, &at)?;
                dict.get(&at).cloned().ok_or_else(|| no_key(&at, dict.entries(), index.span))
            }
            Value::Stub(what) if matches!(**what, Stub::Annotation(_)) => {
                let text = format!("{}[{}]", what.name(), self.text(&at, false, span)?);
                self.spend_text(span, text.len())?;
                Ok(Value::stub(Stub::Annotation(Arc::from(text))))
            }
            other => {
                let error = Diagnostic::new(span, format!("{} has no items", other.description()));
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
                Value::Tensor(tensor) if tensor.len() == 1 && !tensor.dtype().is_float() => {
                    self.number_of(&tensor, expression.span)
                }
                other => Err(Diagnostic::new(
                    expression.span,
                    format!("a slice goes by whole numbers, not {}", other.description()),
                )),
            },
        };
        Ok(Value::Slice(Arc::new([part(start)?, part(stop)?, part(step)?])))
    }

    pub(in crate::lang) fn sliced(&mut self, span: Span, items: &Items, slice: &[Value; 3]) -> Outcome<Items> {
        let chosen = places(slice, items.len(), span)?.map(|place| items[place].clone()).collect();
        Ok(self.collect(span, chosen)?.in_form(items.form()))
    }

    fn index_text(&mut self, span: Span, text: &str, at: &Value, index_span: Span) -> Outcome {
        self.spend_text(span, text.len())?;
        let characters: Vec<char> = text.chars().collect();
        if let Value::Slice(slice) = at {
            let chosen: String = places(slice, characters.len(), span)?.map(|place| characters[place]).collect();
            return Ok(Value::text(chosen));
        }
        let place = place_in(characters.len(), at, index_span, "string")?;
        Ok(Value::text(characters[place].to_string()))
    }

    pub(in crate::lang) fn index_tensor(&mut self, span: Span, tensor: &Tensor, indices: &[(Value, Span)]) -> Outcome {
        if let [(Value::Tensor(mask), _)] = indices
            && mask.dtype() == DType::Bool
            && (mask.ndim() > 1 || tensor.ndim() == 1)
        {
            self.place(span);
            let selected = under_mask(tensor, mask);
            return selected.map(Value::Tensor).map_err(|error| Diagnostic::new(span, error.to_string()));
        }
        let plan = self.plan(span, tensor, indices)?;
        self.place(span);
        taken(tensor, &plan).map(Value::Tensor).map_err(|error| Diagnostic::new(span, error.to_string()))
    }

    /// Works out what the indices mean for a tensor of this shape.
    fn plan(&mut self, span: Span, tensor: &Tensor, indices: &[(Value, Span)]) -> Outcome<Plan> {
        if indices.iter().filter(|(value, _)| matches!(value, Value::None)).count() + tensor.ndim() > MAX_AXES {
            return Err(Diagnostic::new(span, format!("a tensor has at most {MAX_AXES} axes here")));
        }
        let taking = |value: &Value| !matches!(value, Value::None | Value::Ellipsis);
        let used = indices.iter().filter(|(value, _)| taking(value)).count();
        if used > tensor.ndim() {
            let message =
                format!("{used} indices for a tensor of {} axes: its shape is {}", tensor.ndim(), tensor.shape_text());
            return Err(Diagnostic::new(span, message).help("take out the surplus ones; `None` adds an axis"));
        }
        let mut plan = Plan { parts: Vec::new(), new_axes: Vec::new(), chosen: Vec::new() };
        let mut out = 0;
        for (value, at) in indices {
            let axis = plan.parts.len();
            let size = tensor.shape().get(axis).copied().unwrap_or(1);
            match value {
                Value::None => {
                    plan.new_axes.push(out);
                    out += 1;
                }
                Value::Ellipsis => {
                    let skipped = tensor.ndim() - used;
                    plan.parts.extend(tensor.shape()[axis..axis + skipped].iter().map(|&size| AxisSlice::all(size)));
                    out += skipped;
                }
                Value::Slice(slice) => {
                    plan.parts.push(slice_part(slice, size, *at)?);
                    out += 1;
                }
                Value::Tensor(places) if places.ndim() == 0 && !places.dtype().is_float() => {
                    plan.parts.push(AxisSlice::Place(axis_place(
                        tensor,
                        axis,
                        places.item().unwrap_or(0.0) as i64,
                        *at,
                    )?));
                }
                Value::Tensor(_) | Value::List(_) => {
                    plan.parts.push(AxisSlice::all(size));
                    let places = self.chosen_places(value, size, *at)?;
                    plan.chosen.push(Chosen { axis: out, size, places });
                    out += 1;
                }
                Value::Int(place, _) => plan.parts.push(AxisSlice::Place(axis_place(tensor, axis, *place, *at)?)),
                other => {
                    return Err(Diagnostic::new(*at, format!("{} is not an index", other.description())).help(
                        "a tensor is indexed by whole numbers, slices, None, `...`, masks and tensors of places",
                    ));
                }
            }
        }
        Ok(plan)
    }

    /// A list or tensor of places, or a mask along one axis, as whole numbers that count from the front.
    fn chosen_places(&mut self, value: &Value, size: usize, span: Span) -> Outcome<Tensor> {
        let tensor = match value {
            Value::Tensor(tensor) => tensor.clone(),
            other => tensor_of(self, other, None, span)?,
        };
        let wrong = |message: String| Err(Diagnostic::new(span, message));
        match tensor.dtype() {
            DType::Bool if tensor.shape() == [size] => {
                let places = tensor
                    .to_vec()
                    .iter()
                    .enumerate()
                    .filter(|(_, on)| **on != 0.0)
                    .map(|(at, _)| at as i64)
                    .collect::<Vec<_>>();
                Tensor::from_i64(&[places.len()], places).or_else(|error| wrong(error.to_string()))
            }
            DType::Bool => wrong(format!("this mask is {}, and the axis has {size} places", tensor.shape_text())),
            DType::I64 | DType::I32 | DType::U8 => counted_from_front(&tensor, size, span),
            _ => wrong(format!("places are whole numbers, and this tensor is {}", tensor.dtype()))
                .map_err(|error| error.help("write x.long()")),
        }
    }

    /// The value of `object` with the item at `index` replaced: `object[index] = item` without changing anything.
    pub(super) fn with_item(&mut self, object: &Expression, index: &Expression, item: Value, span: Span) -> Outcome {
        let (value, item) = (self.tensor_value(object)?, self.read(item));
        let at = self.eval(index)?;
        match &value {
            Value::Tensor(tensor) => {
                let indices = indices(&at, index);
                self.tensor_with(span, tensor, &indices, &item).map(Value::Tensor)
            }
            Value::List(items) => {
                let place = place_in(items.len(), &at, index.span, "list")?;
                let mut changed = items.to_vec();
                changed[place] = item;
                self.collect(span, changed).map(Value::List)
            }
            Value::Dict(dict) => {
                let entries = dict.entries().iter().cloned().chain([(at, item)]).collect();
                self.new_dict(span, entries)
            }
            other => Err(Diagnostic::new(span, format!("the items of {} cannot be set", other.description()))),
        }
    }

    fn tensor_with(&mut self, span: Span, tensor: &Tensor, indices: &[(Value, Span)], item: &Value) -> Outcome<Tensor> {
        let fill = match item {
            Value::Tensor(fill) => fill.clone(),
            other => self.number_operand(other, span).ok_or_else(|| {
                Diagnostic::new(span, format!("a place in a tensor holds a number, not {}", other.description()))
                    .help("write torch.tensor(items) to put several")
            })?,
        };
        let fails = |error: crate::tensor::Error| Diagnostic::new(span, error.to_string());
        if let [(Value::Tensor(mask), _)] = indices
            && mask.dtype() == DType::Bool
        {
            if fill.len() == 1 && mask.shape() == tensor.shape() {
                self.place(span);
                let fill = if fill.ndim() == 0 { Ok(fill) } else { fill.reshape(&[]) };
                return fill.and_then(|fill| tensor.masked_fill(mask, &fill)).map_err(fails);
            }
            let named = tape::pause(|| under_mask(&numbered(tensor)?, mask)).map_err(fails)?;
            return self.put_at(span, tensor, &named, &fill);
        }
        let plan = self.plan(span, tensor, indices)?;
        if plan.chosen.is_empty() {
            self.place(span);
            return placed(tensor, &plan.parts, &fill).map_err(fails);
        }
        let named = tape::pause(|| taken(&numbered(tensor)?, &plan)).map_err(fails)?;
        self.put_at(span, tensor, &named, &fill)
    }

    /// `tensor[named] = fill`, where `named` has the number of each place in row order.
    fn put_at(&mut self, span: Span, tensor: &Tensor, named: &Tensor, fill: &Tensor) -> Outcome<Tensor> {
        let places = named.to_vec().into_iter().map(|place| place as usize).collect();
        self.place(span);
        put(tensor, places, named.shape().to_vec(), fill).map_err(|error| Diagnostic::new(span, error.to_string()))
    }
}

/// Every element of a tensor of this shape by its number in row order.
fn numbered(tensor: &Tensor) -> crate::tensor::Result<Tensor> {
    budget::make(tensor.shape())?;
    Tensor::from_i64(tensor.shape(), (0..tensor.len() as i64).collect())
}

/// `x[mask]`: what stands where the mask is true; the axes that the mask does not have stay.
fn under_mask(tensor: &Tensor, mask: &Tensor) -> crate::tensor::Result<Tensor> {
    let (covered, rest) = tensor.shape().split_at(mask.ndim().min(tensor.ndim()));
    if rest.is_empty() || covered != mask.shape() {
        return tensor.masked_select(mask);
    }
    let on = mask.to_vec().into_iter().enumerate().filter(|(_, on)| *on != 0.0);
    let places: Vec<i64> = on.map(|(place, _)| place as i64).collect();
    let flat: Vec<isize> = std::iter::once(mask.len()).chain(rest.iter().copied()).map(|size| size as isize).collect();
    tensor.reshape(&flat)?.index_select(0, &Tensor::from_i64(&[places.len()], places)?)
}

/// The indices between the brackets, each with its place in the source.
fn indices(at: &Value, index: &Expression) -> Vec<(Value, Span)> {
    match (at, &index.kind) {
        (Value::Tuple(items), ExpressionKind::Tuple(parts)) if items.len() == parts.len() => {
            items.iter().cloned().zip(parts.iter().map(|part| part.span)).collect()
        }
        (Value::Tuple(items), _) => items.iter().map(|item| (item.clone(), index.span)).collect(),
        _ => vec![(at.clone(), index.span)],
    }
}

/// A place in something of `len` items, counted from the end when negative.
pub(super) fn place_in(len: usize, at: &Value, span: Span, kind: &str) -> Outcome<usize> {
    let place = match at {
        Value::Int(place, _) => *place,
        Value::Bool(place) => i64::from(*place),
        Value::Tensor(tensor) if tensor.len() == 1 && !tensor.dtype().is_float() => tensor.item().unwrap_or(0.0) as i64,
        other => {
            let error = Diagnostic::new(
                span,
                format!("the items of a {kind} have numbers, and this is {}", other.description()),
            );
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

fn axis_place(tensor: &Tensor, axis: usize, place: i64, span: Span) -> Outcome<usize> {
    let size = tensor.shape()[axis];
    let counted = if place < 0 { place + size as i64 } else { place };
    usize::try_from(counted).ok().filter(|&at| at < size).ok_or_else(|| {
        let name = tensor.axes().get(axis).and_then(|axis| axis.name.clone());
        let axis = name.map_or_else(|| format!("axis {axis}"), |name| format!("axis {axis} ({name})"));
        let message = format!("index {place} is outside {axis}, which has {size} places");
        Diagnostic::new(span, message).help(reach(size))
    })
}

fn counted_from_front(places: &Tensor, size: usize, span: Span) -> Outcome<Tensor> {
    let all = places.to_vec();
    if let Some(bad) = all.iter().find(|place| **place < -(size as f64) || **place >= size as f64) {
        let message = format!("index {bad} is outside an axis of {size} places");
        return Err(Diagnostic::new(span, message).help(reach(size)));
    }
    if all.iter().all(|place| *place >= 0.0) {
        return Ok(places.clone());
    }
    let front =
        all.iter().map(|place| if *place < 0.0 { *place as i64 + size as i64 } else { *place as i64 }).collect();
    Tensor::from_i64(places.shape(), front).map_err(|error| Diagnostic::new(span, error.to_string()))
}

/// The part of a tensor that a plan takes.
fn taken(tensor: &Tensor, plan: &Plan) -> crate::tensor::Result<Tensor> {
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

/// `x[rows, columns]`: places of neighbouring axes that go together, by way of their number in the flattened axes.
fn choose_together(tensor: &Tensor, chosen: &[Chosen]) -> crate::tensor::Result<Tensor> {
    let refused = || crate::tensor::Error::Value("tensors of places must stand side by side in the index".to_owned());
    let first = chosen[0].axis;
    if chosen.iter().enumerate().any(|(offset, one)| one.axis != first + offset) {
        return Err(refused());
    }
    let mut flat = chosen[0].places.clone();
    for one in &chosen[1..] {
        flat = flat.mul(&Tensor::integer(one.size as i64))?.add(&one.places)?;
    }
    let joined: usize = chosen.iter().map(|one| one.size).product();
    let mut shape: Vec<isize> = tensor.shape().iter().map(|&size| size as isize).collect();
    shape.splice(first..first + chosen.len(), [joined as isize]);
    tensor.reshape(&shape)?.index_select(first as isize, &flat)
}

/// Start, stop and step of a slice over `len` places, by Python's rules; start and stop lie between -1 and `len`.
fn bounds(slice: &[Value; 3], len: usize, span: Span) -> Outcome<(i64, i64, i64)> {
    let number = |part: &Value| match part {
        Value::Int(value, _) => Some(*value),
        _ => None,
    };
    let len = len as i64;
    let step = number(&slice[2]).unwrap_or(1);
    if step == 0 {
        return Err(Diagnostic::new(span, "a slice cannot go in steps of 0"));
    }
    let (lowest, highest) = if step > 0 { (0, len) } else { (-1, len - 1) };
    let clamp = |value: i64| if value < 0 { value.saturating_add(len).max(lowest) } else { value.min(highest) };
    let start = number(&slice[0]).map_or(if step > 0 { 0 } else { highest }, clamp);
    let stop = number(&slice[1]).map_or(if step > 0 { len } else { -1 }, clamp);
    Ok((start, stop, step))
}

/// The places that a slice takes of `len`.
fn places(slice: &[Value; 3], len: usize, span: Span) -> Outcome<impl Iterator<Item = usize> + use<>> {
    let (start, stop, step) = bounds(slice, len, span)?;
    let range = crate::lang::value::Range { start, stop, step };
    Ok((0..range.len()).filter_map(move |place| range.get(place)).filter_map(|place| usize::try_from(place).ok()))
}

fn slice_part(slice: &[Value; 3], size: usize, span: Span) -> Outcome<AxisSlice> {
    let (start, stop, step) = bounds(slice, size, span)?;
    let Some(step) = usize::try_from(step).ok().filter(|&step| step > 0) else {
        return Err(Diagnostic::new(span, "a tensor cannot be sliced backwards").help("write torch.flip(x, [dim])"));
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
        1 => "its only place is 0".to_owned(),
        n => format!("they are 0 to {}, or -{n} to -1 from the end", n - 1),
    }
}

fn outside(place: i64, len: usize, span: Span, kind: &str) -> Diagnostic {
    let items = if len == 1 { "1 item".to_owned() } else { format!("{len} items") };
    Diagnostic::new(span, format!("index {place} is outside this {kind} of {items}")).help(reach(len))
}

fn no_key(key: &Value, entries: &[(Value, Value)], span: Span) -> Diagnostic {
    let error = Diagnostic::new(span, format!("there is no key {}", key.excerpt()));
    let names = entries.iter().filter_map(|(key, _)| if let Value::Str(name) = key { Some(&**name) } else { None });
    if let Value::Str(wanted) = key
        && let Some(near) = crate::nn::nearest(wanted, names)
    {
        return error.help(format!("did you mean '{near}'?"));
    }
    let keys: Vec<String> = entries.iter().take(8).map(|(key, _)| key.excerpt()).collect();
    error.help(if keys.is_empty() { "the dict is empty".to_owned() } else { format!("there are {}", keys.join(", ")) })
}
