//! Items of arrays of NumPy, where they differ from those of tensors: one element is a number, steps may go backwards, and what is assigned
//! takes the dtype of the array.

use std::sync::Arc;

use super::arrays::shape_text;
use super::indexing::axes_taken;
use super::list_slices::bounds;
use super::{Interpreter, Outcome};
use crate::lang::diagnostic::{Diagnostic, Exception};
use crate::lang::syntax::Span;
use crate::lang::value::{ArrayType, ReadOnly, SharedTensor, Value, ViewCreation};
use crate::tensor::{DType, Tensor, tape};

const NO_INDEX: &str = "only integers, slices (`:`), ellipsis (`...`), numpy.newaxis (`None`) and integer or boolean arrays are valid indices";

impl Interpreter<'_> {
    /// `array[indices]`.
    pub(super) fn array_items(&mut self, span: Span, array: &SharedTensor, indices: Vec<(Value, Span)>) -> Outcome {
        if array.array_type() == ArrayType::Scalar && !matches!(&indices[..], [] | [(Value::Ellipsis | Value::None, _)])
        {
            return Err(Diagnostic::new(span, "invalid index to scalar variable.").raising("IndexError"));
        }
        let now = array.now();
        let (indices, backwards) = forwards(self, &now, indices, span)?;
        let taken =
            self.index_tensor(span, &now, &indices).map_err(|error| in_words_of_numpy(error, &now, &indices))?;
        let Value::Tensor(taken) = taken else { return Ok(taken) };
        let is_number = taken.ndim() == 0 && !indices.iter().any(|(index, _)| matches!(index, Value::Ellipsis));
        if is_number {
            return Ok(Value::of_numpy(taken.now()));
        }
        if !backwards.is_empty() {
            self.place(span);
            let turned = taken.now().flip(&backwards).map_err(|error| Diagnostic::of_tensor(span, &error))?;
            let turned = SharedTensor::new(turned).with_array_type(ArrayType::Array);
            return Ok(Value::Tensor(turned.with_read_only(Some(ReadOnly::Backwards))));
        }
        let taken = taken.with_array_type(ArrayType::Array);
        Ok(array.shown_in(Value::Tensor(taken), false, ViewCreation::Uncounted))
    }

    /// `array[indices] = item`.
    pub(super) fn set_array_items(
        &mut self,
        span: Span,
        array: &SharedTensor,
        indices: Vec<(Value, Span)>,
        item: &Value,
    ) -> Outcome<()> {
        if array.array_type() == ArrayType::Scalar {
            let kind = Value::Tensor(array.clone());
            let message = format!("'{}' object does not support item assignment", kind.python_type());
            return Err(Diagnostic::new(span, message).raising("TypeError"));
        }
        check_writable(array, span)?;
        let outline = array.outline();
        let item = self.array_item(array, item, span)?;
        let (indices, backwards) = forwards(self, &outline, indices, span)?;
        let item = match item {
            Value::Tensor(fill) if !backwards.is_empty() && fill.ndim() > 0 => {
                self.place(span);
                fill.now().flip(&backwards).map(Value::from).map_err(|error| Diagnostic::of_tensor(span, &error))?
            }
            other => other,
        };
        self.check_fill(span, &outline, &indices, &item)?;
        let set = self.set_tensor_item(span, array, &indices, &item);
        set.map_err(|error| match self.words_of_unfit(span, &outline, &indices, &item) {
            Some(words) => error.raising_as("ValueError", words),
            None => in_words_of_numpy(error, &outline, &indices),
        })
    }

    /// NumPy's words where what is assigned does not fit the places that arrays choose.
    fn words_of_unfit(
        &mut self,
        span: Span,
        array: &Tensor,
        indices: &[(Value, Span)],
        item: &Value,
    ) -> Option<String> {
        let Value::Tensor(fill) = item else { return None };
        let taken = tape::pause(|| self.index_tensor(span, array, indices)).ok()?.tensor()?;
        let fill = fill.outline();
        if let [(Value::Tensor(mask), _)] = indices
            && mask.dtype() == DType::Bool
            && fill.ndim() == 1
        {
            return Some(format!(
                "NumPy boolean array indexing assignment cannot assign {} input values to the {} output values where the mask is true",
                fill.len(),
                taken.shape().first().copied().unwrap_or(0)
            ));
        }
        Some(format!(
            "shape mismatch: value array of shape {} could not be broadcast to indexing result of shape {}",
            shape_text(fill.shape()),
            shape_text(taken.shape())
        ))
    }

    /// Refuses what has not the shape of the part that it is assigned to, in NumPy's words.
    fn check_fill(&mut self, span: Span, array: &Tensor, indices: &[(Value, Span)], item: &Value) -> Outcome<()> {
        let Value::Tensor(fill) = item else { return Ok(()) };
        let fill = fill.outline();
        if fill.ndim() == 0
            || indices.iter().any(|(index, _)| !matches!(index, Value::Int(..) | Value::Slice(_) | Value::Ellipsis))
        {
            return Ok(());
        }
        let plan = self.plan(span, array, indices).map_err(|error| in_words_of_numpy(error, array, indices))?;
        let part = plan.taken_shape(array.shape());
        let extra = fill.ndim().saturating_sub(part.len());
        let fits = fill.shape()[..extra].iter().all(|&size| size == 1)
            && fill.shape()[extra..]
                .iter()
                .rev()
                .zip(part.iter().rev())
                .all(|(&size, &of_part)| size == 1 || size == of_part);
        if fits {
            return Ok(());
        }
        let error = Diagnostic::new(
            span,
            format!(
                "could not broadcast input array from shape {} into shape {}",
                shape_text(fill.shape()),
                shape_text(&part)
            ),
        );
        Err(if part.is_empty() {
            error.raising_as("ValueError", "setting an array element with a sequence.")
        } else {
            error.raising("ValueError")
        })
    }
}

/// Refuses to write to an array that cannot be written to.
pub(super) fn check_writable(array: &SharedTensor, span: Span) -> Outcome<()> {
    match array.read_only() {
        None => Ok(()),
        Some(ReadOnly::Broadcast) => Err(Diagnostic::new(span, "assignment destination is read-only")
            .raising("ValueError")
            .help("make a copy first: a = a.copy()")),
        Some(ReadOnly::Backwards) => {
            let message = "a slice that goes backwards is a copy here and a view to NumPy, so it cannot be written to";
            Err(Diagnostic::new(span, message)
                .help("write to the array itself, or make a copy first: a = a[::-1].copy()"))
        }
    }
}

/// Indices, and the axes of the result that they turn around.
type Forwards = (Vec<(Value, Span)>, Vec<usize>);

/// The indices with slices that go forwards, and the axes of the result which they turn around.
fn forwards(
    machine: &mut Interpreter<'_>,
    array: &Tensor,
    indices: Vec<(Value, Span)>,
    span: Span,
) -> Outcome<Forwards> {
    let mut indices = indices;
    for (index, at) in &mut indices {
        if let Value::List(list) = &index {
            let dtype = list.now().is_empty().then_some(DType::I64);
            *index = Value::from(machine.array_of(index, dtype, *at)?);
            continue;
        }
        // NumPy has no masks of small whole numbers.
        let Value::Tensor(places) = &index else { continue };
        let is_number = places.ndim() == 0 || (places.array_type() == ArrayType::Tensor && places.len() == 1);
        if is_number && places.dtype().is_integer() {
            // A tensor of one element counts as its number, whatever its axes.
            let place = places.now().to_vec().first().copied().unwrap_or(0.0);
            *index = Value::int(place as i64);
        } else if places.dtype() == DType::U8 {
            *index = Value::from(places.now().to(DType::I64).map_err(|error| Diagnostic::of_tensor(*at, &error))?);
        }
    }
    let is_of_places = |index: &Value| matches!(index, Value::Tensor(places) if places.ndim() > 0);
    if indices.iter().any(|(index, _)| is_of_places(index)) {
        // Beside an array of places a single place counts as one: together they choose.
        for (index, at) in &mut indices {
            if let Value::Int(place, _) = index {
                let places = Tensor::from_i64(&[1], vec![*place]);
                *index = Value::from(places.map_err(|error| Diagnostic::of_tensor(*at, &error))?);
            }
        }
    }
    let is_backwards =
        |index: &Value| matches!(index, Value::Slice(parts) if matches!(parts[2], Value::Int(step, _) if step < 0));
    if !indices.iter().any(|(index, _)| is_backwards(index)) {
        return Ok((indices, Vec::new()));
    }
    let used: usize = indices.iter().map(|(index, _)| axes_taken(index)).sum();
    let (mut axis, mut out, mut turned) = (0, 0, Vec::new());
    for (index, at) in &mut indices {
        match &*index {
            Value::Ellipsis => {
                axis += array.ndim().saturating_sub(used);
                out += array.ndim().saturating_sub(used);
            }
            Value::None => out += 1,
            Value::Int(..) => axis += 1,
            Value::Slice(parts) if is_backwards(index) => {
                let size = array.shape().get(axis).copied().unwrap_or(1);
                *index = forward(parts, size, *at)?;
                turned.push(out);
                (axis, out) = (axis + 1, out + 1);
            }
            Value::Slice(_) => (axis, out) = (axis + 1, out + 1),
            _ => {
                let message = "a slice that goes backwards beside an array of places is not supported here";
                return Err(Diagnostic::new(span, message).help("take one first: y = x[::-1], and then y[places]"));
            }
        }
    }
    Ok((indices, turned))
}

/// The slice that takes the same places from the front.
fn forward(parts: &[Value; 3], size: usize, span: Span) -> Outcome {
    let (start, stop, step) = bounds(parts, size, span)?;
    let count = if start > stop { (start - stop - 1) / -step + 1 } else { 0 };
    let first = if count > 0 { start + (count - 1) * step } else { 0 };
    let last = if count > 0 { start + 1 } else { 0 };
    let [first, last, step] = [first, last, -step].map(Value::int);
    Ok(Value::Slice(Arc::new([first, last, step])))
}

/// An error of an index in NumPy's words.
pub(super) fn in_words_of_numpy(error: Diagnostic, array: &Tensor, indices: &[(Value, Span)]) -> Diagnostic {
    let is_index = |index: &Value| match index {
        Value::Str(_) | Value::Float(..) => false,
        Value::Tensor(places) => !places.dtype().is_float(),
        _ => true,
    };
    if indices.iter().any(|(index, _)| !is_index(index)) {
        return error.raising_as("IndexError", NO_INDEX);
    }
    let used: usize = indices.iter().map(|(index, _)| axes_taken(index)).sum();
    if used > array.ndim() {
        let ndim = array.ndim();
        return error.raising_as(
            "IndexError",
            format!("too many indices for array: array is {ndim}-dimensional, but {used} were indexed"),
        );
    }
    let words = match &error.exception {
        Some(Exception::Python { words, .. }) => Some(words.clone()),
        _ => None,
    };
    match words {
        Some(words) if words.contains("is out of bounds for dimension") => {
            let words = words.replace("for dimension", "for axis");
            error.raising_as("IndexError", words)
        }
        Some(words) if words.starts_with("shape mismatch: indexing tensors") => {
            let shapes = indices.iter().filter_map(|(index, _)| index.as_tensor());
            let shapes: Vec<String> = shapes.map(|places| shape_text(places.outline().shape())).collect();
            let words = format!(
                "shape mismatch: indexing arrays could not be broadcast together with shapes {} ",
                shapes.join(" ")
            );
            error.raising_as("IndexError", words)
        }
        Some(words) if words.starts_with("The shape of the mask") => match mask_of_another_size(array, indices) {
            Some(words) => error.raising_as("IndexError", words),
            None => error,
        },
        _ => error,
    }
}

/// NumPy's words for a mask that does not have the sizes of its axes.
fn mask_of_another_size(array: &Tensor, indices: &[(Value, Span)]) -> Option<String> {
    let [(Value::Tensor(mask), _)] = indices else { return None };
    let outline = mask.outline();
    let sizes = array.shape().iter().zip(outline.shape()).enumerate();
    let (axis, (size, of_mask)) = sizes.into_iter().find(|(_, (size, of_mask))| size != of_mask)?;
    Some(format!(
        "boolean index did not match indexed array along axis {axis}; size of axis is {size} but size of corresponding boolean axis is \
         {of_mask}"
    ))
}
