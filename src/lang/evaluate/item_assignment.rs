//! `x[index] = value` for a tensor.

use super::grad_fn;
use super::gradients::{GradientChange, WrittenPart};
use super::indexing::{check_mask, taken, under_mask};
use super::tensor_writes::{Written, across, check_apart, check_overlap, places_of, shared_places};
use super::{Interpreter, Outcome};
use crate::lang::diagnostic::Diagnostic;
use crate::lang::syntax::Span;
use crate::lang::value::{SharedTensor, Value};
use crate::tensor::ops::join::placed;
use crate::tensor::ops::put::put;
use crate::tensor::ops::shape::AxisSlice;
use crate::tensor::ops::{dtype_names, overflow};
use crate::tensor::view::numbered;
use crate::tensor::{DType, Tensor, tape};

/// A part is small if it is at most so much of its tensor: then a write waits for others, or for a read.
const SMALL_PART: usize = 16;

impl Interpreter<'_> {
    /// `tensor[indices] = item`, for all names and views of the tensor.
    pub(super) fn set_tensor_item(
        &mut self,
        span: Span,
        tensor: &SharedTensor,
        indices: &[(Value, Span)],
        item: &Value,
    ) -> Outcome<()> {
        Self::writable(tensor, span)?;
        let gradient = Self::check_item_gradient(span, tensor, indices, item)?;
        self.set_items(span, tensor, indices, item)?;
        gradient.note(tensor, || Some(grad_fn::of_items(tensor.outline().shape(), indices, item)));
        Ok(())
    }

    /// Refuses to assign items of a tensor whose gradient is wanted where PyTorch does.
    pub(super) fn check_item_gradient(
        span: Span,
        tensor: &SharedTensor,
        indices: &[(Value, Span)],
        item: &Value,
    ) -> Outcome<GradientChange> {
        // A number fills the items, a tensor is copied: then a dtype that takes no gradient gets none.
        let item = item.as_tensor();
        let is_number = item.is_some_and(|item| item.ndim() == 0);
        if !tensor.dtype().takes_gradient() && (!is_number || indices.len() >= tensor.ndim()) {
            return Ok(GradientChange::None);
        }
        Self::check_gradient(span, tensor, || written_part(tensor, indices), item)
    }

    fn set_items(&mut self, span: Span, tensor: &SharedTensor, indices: &[(Value, Span)], item: &Value) -> Outcome<()> {
        let source = shared_places(tensor, item);
        if source.is_none() && self.set_small_part(span, tensor, indices, item)? {
            return Ok(());
        }
        let seen = tensor.now();
        let into = Self::written_places(span, tensor)?;
        for (index, at) in indices {
            let Some((shape, places)) = shared_places(tensor, index) else { continue };
            // A single place is read before anything is written.
            if shape.is_empty() && seen.dtype() != DType::Bool {
                continue;
            }
            let written = places_of(tensor);
            // A mask that is its tensor is read before a number is put where it is true.
            if seen.dtype() != DType::Bool || places != written {
                check_apart(&written, &places, *at)?;
            }
        }
        let target = ItemTarget { seen: &seen, into: &into, source: source.as_ref() };
        let (root, indexed) = (tensor.root(), indices.iter().filter_map(|(index, _)| index.as_tensor()));
        let read = [&root].into_iter().chain(item.as_tensor()).chain(indexed.clone());
        let written = Self::noting(read, || {
            Self::keep_indices(indexed);
            self.tensor_with(span, &target, indices, item)
        });
        if let Some(written) = written? {
            self.put_in_place(span, tensor, written)?;
        }
        Ok(())
    }

    /// Writes to a small part of a tensor that numbers and slices name, without making the whole tensor anew: `false` if it is no such part.
    fn set_small_part(
        &mut self,
        span: Span,
        tensor: &SharedTensor,
        indices: &[(Value, Span)],
        item: &Value,
    ) -> Outcome<bool> {
        let is_plain = |(index, _): &(Value, Span)| matches!(index, Value::Int(..) | Value::Slice(_) | Value::Ellipsis);
        let outline = tensor.outline();
        if outline.len() < SMALL_PART || outline.dtype().is_half() || !indices.iter().all(is_plain) {
            return Ok(false);
        }
        let plan = self.plan(span, &outline, indices)?;
        if plan.size(&outline) > outline.len() / SMALL_PART {
            return Ok(false);
        }
        let fill = self.filling(span, item)?;
        overflow::check(&fill, outline.dtype()).map_err(|error| Diagnostic::of_tensor(span, &error))?;
        self.write_part(span, tensor, plan.numbers(outline.shape()), &fill, item)?;
        Ok(true)
    }

    /// What is written to items, as a tensor.
    fn filling(&mut self, span: Span, item: &Value) -> Outcome<Tensor> {
        match item {
            Value::Tensor(fill) => Ok(fill.now()),
            other => self.number_operand(other, span).ok_or_else(|| {
                Diagnostic::new(span, format!("an element of a tensor must be a number, not {}", other.description()))
                    .help("to assign several, write torch.tensor(items)")
            }),
        }
    }

    /// The tensor with a part of it replaced; of a view, its root. `None` where the part is written to itself.
    fn tensor_with(
        &mut self,
        span: Span,
        target: &ItemTarget<'_>,
        indices: &[(Value, Span)],
        item: &Value,
    ) -> Outcome<Option<Tensor>> {
        let ItemTarget { seen: tensor, into, source } = *target;
        let fill = self.filling(span, item)?;
        let fails = |error: crate::tensor::Error| Diagnostic::of_tensor(span, &error);
        if !tensor.dtype().is_half() {
            overflow::check(&fill, tensor.dtype()).map_err(fails)?;
        }
        let is_view = matches!(into, Written::Root(..));
        if let [(Value::Tensor(mask), at)] = indices
            && mask.dtype() == DType::Bool
        {
            let mask = mask.now();
            check_mask(tensor, &mask, 0, *at)?;
            if fill.len() == 1 {
                overflow::check_item(&fill, tensor.dtype()).map_err(fails)?;
            }
            if fill.len() == 1 && mask.shape() == tensor.shape() && !is_view {
                self.place(span);
                let fill = if fill.ndim() == 0 { Ok(fill) } else { fill.reshape(&[]) };
                return fill.and_then(|fill| tensor.masked_fill(&mask, &fill)).map(Some).map_err(fails);
            }
            if fill.len() != 1 {
                same_dtype(tensor, &fill, span)?;
            }
            let named = tape::pause(|| under_mask(&numbered(tensor.shape())?, &mask)).map_err(fails)?;
            target.check_chosen(span)?;
            return self.put_at(span, into, &named, &fill).map(Some);
        }
        let plan = self.plan(span, tensor, indices)?;
        // A single element of half precision is copied, and copies may overflow; more of them are filled.
        if !plan.chosen.is_empty() || plan.size(tensor) != 1 {
            overflow::check(&fill, tensor.dtype()).map_err(fails)?;
        }
        if plan.chosen.is_empty() && plan.new_axes.is_empty() && !is_view && source.is_none() {
            let part = tensor.ndim() - plan.parts.iter().filter(|part| matches!(part, AxisSlice::Place(_))).count();
            self.place(span);
            return without_leading(&fill, part)
                .and_then(|fill| placed(tensor, &plan.parts, &fill))
                .map(Some)
                .map_err(fails);
        }
        if !plan.chosen.is_empty() {
            same_dtype(tensor, &fill, span)?;
        }
        let named = tape::pause(|| taken(&numbered(tensor.shape())?, &plan)).map_err(fails)?;
        if plan.chosen.is_empty() {
            let (_, written) = into.places_of(numbers(&named));
            match source {
                Some((shape, places)) if *shape == named.shape() && *places == written => return Ok(None),
                Some((shape, places)) if *shape == named.shape() => check_apart(&written, places, span)?,
                _ => {}
            }
            check_overlap(&written, fill.is_number(), span)?;
        } else {
            target.check_chosen(span)?;
        }
        self.put_at(span, into, &named, &fill).map(Some)
    }

    /// `into[named] = fill`, where `named` has the number of each place in row order.
    fn put_at(&mut self, span: Span, into: &Written, named: &Tensor, fill: &Tensor) -> Outcome<Tensor> {
        let (whole, places) = into.places_of(numbers(named));
        self.place(span);
        without_leading(fill, named.ndim())
            .and_then(|fill| put(whole, places, named.shape().to_vec(), &fill))
            .map_err(|error| Diagnostic::of_tensor(span, &error))
    }
}

/// Whether items are those of a view: numbers, new axes and slices that leave something out make one.
fn written_part(tensor: &SharedTensor, indices: &[(Value, Span)]) -> WrittenPart {
    let is_whole = grad_fn::is_whole_written(tensor.outline().shape(), indices);
    if is_whole { WrittenPart::Whole } else { WrittenPart::View }
}

/// A tensor whose items are assigned.
struct ItemTarget<'t> {
    /// What it is before.
    seen: &'t Tensor,
    into: &'t Written,
    /// The shape and the places of what is written, if that shares the memory of the tensor.
    source: Option<&'t (Vec<usize>, Vec<usize>)>,
}

impl ItemTarget<'_> {
    /// Refuses to write to chosen places what shares memory with the tensor, wherever they are.
    fn check_chosen(&self, span: Span) -> Outcome<()> {
        match (self.source, self.into) {
            (None, _) => Ok(()),
            (Some(_), Written::Itself(_)) => Err(across(span)),
            (Some((_, read)), Written::Root(_, written)) => check_apart(written, read, span),
        }
    }
}

/// The numbers in a tensor of places.
fn numbers(named: &Tensor) -> Vec<usize> {
    named.to_vec().into_iter().map(|number| number as usize).collect()
}

/// That what is put at chosen places is of the dtype of what it is put into; a plain number becomes so.
fn same_dtype(into: &Tensor, fill: &Tensor, span: Span) -> Outcome<()> {
    if fill.is_number() || fill.dtype() == into.dtype() {
        return Ok(());
    }
    let message = format!(
        "Index put requires the source and destination dtypes match, got {} for the destination and {} for the source.",
        dtype_names::scalar(into.dtype()),
        dtype_names::scalar(fill.dtype())
    );
    Err(Diagnostic::new(span, message).help("convert it first: value.to(x.dtype)"))
}

/// What is put into a part of `ndim` axes, without axes of size 1 in front that the part does not have.
fn without_leading(fill: &Tensor, ndim: usize) -> crate::tensor::Result<Tensor> {
    let surplus = fill.ndim().saturating_sub(ndim);
    if surplus == 0 || fill.shape()[..surplus].iter().any(|&size| size != 1) {
        return Ok(fill.clone());
    }
    fill.reshape(&fill.shape()[surplus..].iter().map(|&size| size as isize).collect::<Vec<_>>())
}
