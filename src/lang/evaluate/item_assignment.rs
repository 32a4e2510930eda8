//! `x[index] = value` for a tensor: tensors never change, so the place that holds `x` gets another one.

use super::indexing::{check_mask, taken, under_mask};
use super::{Interpreter, Outcome};
use crate::lang::diagnostic::Diagnostic;
use crate::lang::syntax::Span;
use crate::lang::value::Value;
use crate::tensor::ops::join::placed;
use crate::tensor::ops::put::put;
use crate::tensor::ops::shape::AxisSlice;
use crate::tensor::ops::{dtype_names, overflow};
use crate::tensor::{DType, Tensor, budget, tape};

impl Interpreter<'_> {
    /// The tensor with a part of it replaced.
    pub(super) fn tensor_with(
        &mut self,
        span: Span,
        tensor: &Tensor,
        indices: &[(Value, Span)],
        item: &Value,
    ) -> Outcome<Tensor> {
        let fill = match item {
            Value::Tensor(fill) => fill.clone(),
            other => self.number_operand(other, span).ok_or_else(|| {
                Diagnostic::new(span, format!("an element of a tensor must be a number, not {}", other.description()))
                    .help("to assign several, write torch.tensor(items)")
            })?,
        };
        let fails = |error: crate::tensor::Error| Diagnostic::new(span, error.to_string());
        if !tensor.dtype().is_half() {
            overflow::check(&fill, tensor.dtype()).map_err(fails)?;
        }
        if let [(Value::Tensor(mask), at)] = indices
            && mask.dtype() == DType::Bool
        {
            check_mask(tensor, mask, 0, *at)?;
            if fill.len() == 1 {
                overflow::check_item(&fill, tensor.dtype()).map_err(fails)?;
            }
            if fill.len() == 1 && mask.shape() == tensor.shape() {
                self.place(span);
                let fill = if fill.ndim() == 0 { Ok(fill) } else { fill.reshape(&[]) };
                return fill.and_then(|fill| tensor.masked_fill(mask, &fill)).map_err(fails);
            }
            if fill.len() != 1 {
                same_dtype(tensor, &fill, span)?;
            }
            let named = tape::pause(|| under_mask(&numbered(tensor)?, mask)).map_err(fails)?;
            return self.put_at(span, tensor, &named, &fill);
        }
        let plan = self.plan(span, tensor, indices)?;
        // A single element of half precision is copied, and copies may overflow; more of them are filled.
        if !plan.chosen.is_empty() || plan.size(tensor) != 1 {
            overflow::check(&fill, tensor.dtype()).map_err(fails)?;
        }
        if plan.chosen.is_empty() && plan.new_axes.is_empty() {
            let part = tensor.ndim() - plan.parts.iter().filter(|part| matches!(part, AxisSlice::Place(_))).count();
            self.place(span);
            return without_leading(&fill, part).and_then(|fill| placed(tensor, &plan.parts, &fill)).map_err(fails);
        }
        if !plan.chosen.is_empty() {
            same_dtype(tensor, &fill, span)?;
        }
        let named = tape::pause(|| taken(&numbered(tensor)?, &plan)).map_err(fails)?;
        self.put_at(span, tensor, &named, &fill)
    }

    /// `tensor[named] = fill`, where `named` has the number of each place in row order.
    fn put_at(&mut self, span: Span, tensor: &Tensor, named: &Tensor, fill: &Tensor) -> Outcome<Tensor> {
        let places = named.to_vec().into_iter().map(|place| place as usize).collect();
        self.place(span);
        without_leading(fill, named.ndim())
            .and_then(|fill| put(tensor, places, named.shape().to_vec(), &fill))
            .map_err(|error| Diagnostic::new(span, error.to_string()))
    }
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

/// Every element of a tensor of this shape by its number in row order.
fn numbered(tensor: &Tensor) -> crate::tensor::Result<Tensor> {
    budget::make(tensor.shape())?;
    Tensor::from_i64(tensor.shape(), (0..tensor.len() as i64).collect())
}
