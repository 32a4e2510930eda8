//! What PyTorch's graph calls the steps that expressions make: `AddBackward0` of `x + y`. A function says its own name beside its
//! signature.

use super::Interpreter;
use super::indexing::{axes_taken, is_mask};
use crate::lang::syntax::{Binary, Span};
use crate::lang::value::{Gradient, SharedTensor, Value};
use crate::tensor::Tensor;
use crate::tensor::tape::gradient_mode;

/// One of the rows of a tensor that is gone through or unpacked.
pub(super) const ROW: &str = "UnbindBackward0";
/// The first of several that Python's `sum` adds to 0.
pub(in crate::lang) const SUMMED: &str = "AddBackward0";
/// What PyTorch refuses to differentiate.
const NO_DERIVATIVE: &str = "NotImplemented";

impl Interpreter<'_> {
    /// Names the step that made the new tensors in a value, of which a gradient is wanted.
    pub(in crate::lang) fn name_made<'t>(
        made: &Value,
        read: impl Iterator<Item = &'t SharedTensor> + Clone,
        name: impl FnOnce() -> Option<&'static str>,
    ) {
        if !gradient_mode::is_asked() {
            return;
        }
        let several = made.items();
        let made = std::iter::once(made).chain(several.iter().flat_map(|items| items.iter()));
        let is_new =
            |made: &&SharedTensor| made.gradient() == Gradient::Computed && !read.clone().any(|read| read.is(made));
        let mut made = made.filter_map(Value::as_tensor).filter(is_new).peekable();
        if made.peek().is_some()
            && let Some(name) = name()
        {
            made.for_each(|made| made.name_grad_fn(name));
        }
    }
}

/// That of an operator between two values, one of them a tensor.
pub(super) fn of_operator(operator: Binary, left: &Value, right: &Value) -> Option<&'static str> {
    let (a, b) = (left.as_tensor(), right.as_tensor());
    let by_side = |both, left, right| match (a, b) {
        (Some(_), Some(_)) => both,
        (Some(_), None) => left,
        _ => right,
    };
    Some(match operator {
        Binary::Add => "AddBackward0",
        Binary::Subtract => by_side("SubBackward0", "SubBackward0", "RsubBackward1"),
        Binary::Multiply => "MulBackward0",
        // A number is divided by multiplying it with the reciprocal.
        Binary::Divide => by_side("DivBackward0", "DivBackward0", "MulBackward0"),
        Binary::FloorDivide => NO_DERIVATIVE,
        Binary::Modulo => by_side("RemainderBackward1", "RemainderBackward0", NO_DERIVATIVE),
        Binary::Power => of_power(a.is_some(), b.is_some()),
        Binary::MatMul => of_product(a?, b?),
        Binary::And | Binary::Or | Binary::Xor | Binary::ShiftLeft | Binary::ShiftRight => return None,
    })
}

/// That of a power, by which of its two operands is a tensor.
pub(in crate::lang) fn of_power(is_base: bool, is_exponent: bool) -> &'static str {
    match (is_base, is_exponent) {
        (true, true) => "PowBackward1",
        (true, false) => "PowBackward0",
        _ => "PowBackward2",
    }
}

/// That of `left @ right`.
pub(in crate::lang) fn of_product(left: &SharedTensor, right: &SharedTensor) -> &'static str {
    of_matmul(&left.outline(), &right.outline(), left.requires_grad())
}

/// The same of tensors, and whether a gradient of the left one is wanted.
pub(in crate::lang) fn of_matmul(left: &Tensor, right: &Tensor, is_left_required: bool) -> &'static str {
    match (left.ndim(), right.ndim()) {
        (1, 1) => "DotBackward0",
        (2, 1) => "MvBackward0",
        (1, 2) => "SqueezeBackward4",
        (2, 2) => "MmBackward0",
        // PyTorch multiplies the other way round then, so as not to stretch the matrix, and turns what comes out.
        (2, _) if is_left_required => {
            let (rows, columns) = (left.shape()[0], right.shape().last().copied().unwrap_or(1));
            let is_row = rows <= 1 || columns <= 1 || right.is_empty();
            if is_row { "TransposeBackward0" } else { "CloneBackward0" }
        }
        _ => "UnsafeViewBackward0",
    }
}

/// What an index does to a tensor.
#[derive(Clone, Copy, PartialEq, Eq)]
enum IndexStep {
    /// Nothing: `...`, and `:` beside others.
    Nothing,
    /// A view, made by a step of this name.
    View(&'static str),
    /// It chooses elements, by a mask or by places.
    Chooses { by_mask: bool },
}

/// What indices do to a tensor of this shape, one after the other.
fn steps(shape: &[usize], indices: &[(Value, Span)]) -> Vec<IndexStep> {
    let mut axis = 0;
    let mut rest: usize = indices.iter().map(|(index, _)| axes_taken(index)).sum();
    let mut step = |index: &Value| {
        let size = shape.get(axis).copied();
        let taken = axes_taken(index);
        rest -= taken.min(rest);
        axis += taken;
        match index {
            Value::Ellipsis => {
                axis = shape.len().saturating_sub(rest);
                IndexStep::Nothing
            }
            Value::None => IndexStep::View("UnsqueezeBackward0"),
            Value::Slice(parts) if is_whole(parts, size) => IndexStep::Nothing,
            Value::Slice(_) => IndexStep::View("SliceBackward0"),
            Value::Bool(_) => IndexStep::Chooses { by_mask: true },
            Value::Tensor(index) if index.ndim() > 0 || is_mask(&index.outline()) => {
                IndexStep::Chooses { by_mask: is_mask(&index.outline()) }
            }
            Value::List(items) => {
                IndexStep::Chooses { by_mask: items.now().iter().any(|item| matches!(item, Value::Bool(_))) }
            }
            Value::Range(_) => IndexStep::Chooses { by_mask: false },
            _ => IndexStep::View("SelectBackward0"),
        }
    };
    indices.iter().map(|(index, _)| step(index)).collect()
}

/// Whether a slice leaves nothing of an axis out.
fn is_whole([from, to, step]: &[Value; 3], size: Option<usize>) -> bool {
    let ends = match to {
        Value::None => true,
        Value::Int(to, _) => size.is_some_and(|size| *to >= size as i64),
        _ => false,
    };
    ends && matches!(from, Value::None | Value::Int(0, _)) && matches!(step, Value::None | Value::Int(1, _))
}

/// That of `x[indices]`: the name of the last step that it takes.
pub(super) fn of_index(shape: &[usize], indices: &[(Value, Span)]) -> &'static str {
    let steps = steps(shape, indices);
    if steps.iter().any(|step| matches!(step, IndexStep::Chooses { .. })) {
        return "IndexBackward0";
    }
    // PyTorch makes a view by a slice that stands alone, whatever it leaves out.
    if let [(Value::Slice(_), _)] = indices {
        return "SliceBackward0";
    }
    let view = |step: IndexStep| if let IndexStep::View(name) = step { Some(name) } else { None };
    steps.into_iter().rev().find_map(view).unwrap_or("AliasBackward0")
}

/// Whether `x[indices]` chooses elements of `x` itself or names all of them, so that nothing but `x` is written to.
pub(super) fn is_whole_written(shape: &[usize], indices: &[(Value, Span)]) -> bool {
    let has_new_axis = |(index, _): &(Value, Span)| match index {
        Value::Bool(_) => true,
        Value::Tensor(index) => index.ndim() == 0,
        _ => false,
    };
    !indices.iter().any(has_new_axis) && !steps(shape, indices).iter().any(|step| matches!(step, IndexStep::View(_)))
}

/// That of `x[indices] = item` where nothing but `x` itself is written to.
pub(super) fn of_items(shape: &[usize], indices: &[(Value, Span)], item: &Value) -> &'static str {
    let chosen = steps(shape, indices).into_iter().filter_map(|step| match step {
        IndexStep::Chooses { by_mask } => Some(by_mask),
        _ => None,
    });
    let chosen: Vec<bool> = chosen.collect();
    match (&chosen[..], item.as_tensor()) {
        ([], None) => "FillBackward2",
        ([], Some(item)) if item.ndim() == 0 && !shape.is_empty() => "FillBackward3",
        ([], Some(_)) => "CopyBackwards",
        ([true], None) => "MaskedFillBackward0",
        ([false], None) => "IndexFillBackward0",
        _ => "IndexPutBackward0",
    }
}
