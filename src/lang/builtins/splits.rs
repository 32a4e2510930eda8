//! Functions that give several parts of a tensor.

use super::declare::{BuiltinResult, Invocation, builtins};
use super::from_argument::{Argument, Axes, Axis, FromArgument};
use super::rank::axis_size;
use crate::lang::diagnostic::Diagnostic;
use crate::lang::evaluate::{Interpreter, Outcome};
use crate::lang::value::Value;
use crate::tensor::Tensor;

builtins! { TABLE:
    /// So many equal parts along an axis.
    #[at(Torch, Tensor)]
    #[role(Splits)]
    fn chunk(call, input: Tensor, chunks: usize, dim: Axis = 0) -> Value {
        if chunks == 0 {
            return Err(call.error("chunk expects `chunks` to be greater than 0, got: 0").into());
        }
        let size = axis_size(call, &input, dim)?;
        call.grad_fn_along(size == 0, "SplitBackward0", "SplitWithSizesBackward0");
        // Of nothing there are as many parts as were asked for.
        let sizes = if size == 0 { vec![0; chunks.min(1 << 16)] } else { even_parts(size, size.div_ceil(chunks)) };
        call.parts(&input, dim, &sizes)
    }

    /// Parts of this size along an axis, or of these sizes.
    #[at(Torch)]
    #[role(Splits)]
    #[written(Python)]
    fn split(call, input: Tensor, split_size_or_sections: PartSizes, dim: Axis = 0) -> Value {
        call.split_into(&input, split_size_or_sections, dim)
    }

    /// Parts of this size along an axis, or of these sizes.
    #[at(Tensor)]
    #[role(Splits)]
    #[written(Python)]
    fn split_method as "split" (call, input: Tensor, split_size: PartSizes, dim: Axis = 0) -> Value {
        call.split_into(&input, split_size, dim)
    }

    /// A tuple of the slices along an axis.
    #[at(Torch, Tensor)]
    #[role(Splits)]
    fn unbind(call, input: Tensor, dim: Axis = 0) -> Value => UnbindBackward0 {
        if input.ndim() == 0 {
            return Err(call.error("Dimension specified as 0 but tensor has no dimensions").into());
        }
        let size = axis_size(call, &input, dim)?;
        call.interpreter.room_for(call.span, size)?;
        let slice = |place: usize| Ok(Value::from(input.select(dim.0, place as i64)?));
        let slices = (0..size).map(slice).collect::<BuiltinResult<Vec<_>>>()?;
        Ok(Value::Tuple(call.interpreter.collect(call.span, slices)?))
    }
}

/// The size of each part of a split, or the sizes of all of them.
enum PartSizes {
    Each(usize),
    All(Vec<usize>),
}

impl FromArgument for PartSizes {
    fn from_argument(argument: &Argument<'_>, interpreter: &mut Interpreter<'_>) -> Outcome<Self> {
        match argument.value {
            Value::List(_) | Value::Tuple(_) => {
                let Axes(sizes) = Axes::from_argument(argument, interpreter)?;
                let all = sizes.iter().map(|&size| usize::try_from(size)).collect::<Result<_, _>>();
                all.map(Self::All).map_err(|_| {
                    let message = format!("split_with_sizes expects split_sizes have only non-negative entries, but got split_sizes={sizes:?}");
                    Diagnostic::new(argument.span, message)
                })
            }
            _ => usize::from_argument(argument, interpreter).map(Self::Each),
        }
    }
}

impl Invocation<'_, '_> {
    fn split_into(&mut self, x: &Tensor, sizes: PartSizes, dim: Axis) -> BuiltinResult {
        let size = axis_size(self, x, dim)?;
        self.grad_fn_along(matches!(sizes, PartSizes::All(_)), "SplitBackward0", "SplitWithSizesBackward0");
        let sizes = match sizes {
            PartSizes::Each(0) if size > 0 => {
                return Err(self.error("split_size can only be 0 if dimension size is 0").into());
            }
            PartSizes::Each(each) => even_parts(size, each),
            PartSizes::All(sizes) => sizes,
        };
        if sizes.iter().fold(0_usize, |all, &part| all.saturating_add(part)) != size {
            let message = "split_with_sizes expects split_sizes to sum exactly to";
            return Err(self.error(format!("{message} {size} (input tensor's size at dimension {})", dim.0)).into());
        }
        self.parts(x, dim, &sizes)
    }

    /// Parts of one axis, one after the other.
    fn parts(&mut self, x: &Tensor, dim: Axis, sizes: &[usize]) -> BuiltinResult {
        if x.ndim() == 0 {
            return Err(self.error(format!("{} expects at least a 1-dimensional tensor", self.name())).into());
        }
        self.interpreter.room_for(self.span, sizes.len())?;
        let mut start = 0;
        let mut parts = Vec::with_capacity(sizes.len());
        for &size in sizes {
            parts.push(Value::from(x.narrow(dim.0, start, size)?));
            start += size;
        }
        Ok(Value::Tuple(self.interpreter.collect(self.span, parts)?))
    }
}

/// The sizes of the parts of an axis, each of so many places but perhaps the last: one empty part where there is none.
fn even_parts(size: usize, each: usize) -> Vec<usize> {
    let each = each.max(1);
    (0..size.div_ceil(each).max(1)).map(|part| each.min(size - part * each)).collect()
}
