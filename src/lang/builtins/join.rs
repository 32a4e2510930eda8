//! Functions that make one tensor of several, or choose between their elements by a mask.

use super::declare::{BuiltinResult, Invocation, builtins};
use super::from_argument::{Argument, At, Axis, FromArgument, Operand};
use crate::lang::diagnostic::Diagnostic;
use crate::lang::evaluate::calls::PassedBy;
use crate::lang::evaluate::written::MAX_AXES;
use crate::lang::evaluate::{Interpreter, Outcome};
use crate::lang::value::Value;
use crate::tensor::budget::{self, OperationCost};
use crate::tensor::ops::mask::where_;
use crate::tensor::ops::{join, overflow};
use crate::tensor::{self, DType, Leaf, Tensor};

builtins! { TABLE:
    /// Tensors one after the other along an axis.
    #[at(Torch)]
    fn cat as "cat" | "concat" | "concatenate" (call, tensors: Vec<Tensor>, dim: Axis = 0) -> Tensor => CatBackward0 {
        call.some(&tensors)?;
        Ok(join::cat(&tensors, dim.0)?)
    }

    /// Tensors side by side along a new axis.
    #[at(Torch)]
    fn stack(call, tensors: Vec<Tensor>, dim: Axis = 0) -> Tensor => StackBackward0 {
        if tensors.first().is_some_and(|first| first.ndim() >= MAX_AXES) {
            return Err(call.error(format!("a tensor has at most {MAX_AXES} axes here")).into());
        }
        call.some(&tensors)?;
        Ok(join::stack(&tensors, dim.0)?)
    }

    /// Rows under each other.
    #[at(Torch)]
    fn vstack(call, tensors: Vec<Tensor>) -> Tensor => CatBackward0 {
        call.some(&tensors)?;
        let row = |x: &Tensor| match x.ndim() {
            0 => x.reshape(&[1, 1]),
            1 => x.unsqueeze(0),
            _ => Ok(x.clone()),
        };
        let rows = tensors.iter().map(row).collect::<tensor::Result<Vec<Tensor>>>()?;
        Ok(join::cat(&rows, 0)?)
    }

    /// Tensors beside each other.
    #[at(Torch)]
    fn hstack(call, tensors: Vec<Tensor>) -> Tensor => CatBackward0 {
        call.some(&tensors)?;
        let row = |x: &Tensor| if x.ndim() == 0 { x.reshape(&[1]) } else { Ok(x.clone()) };
        let rows = tensors.iter().map(row).collect::<tensor::Result<Vec<Tensor>>>()?;
        Ok(join::cat(&rows, isize::from(rows.first().is_some_and(|first| first.ndim() > 1)))?)
    }

    /// Elements of input where the condition holds, else of other.
    #[at(Torch)]
    fn r#where as "where" (
        call, condition: Tensor, input: Option<WhereInput> = None, other: Option<Operand> = None
    ) -> Value => WhereBackward0 {
        match (input, other) {
            (Some(WhereInput(x)), Some(Operand(y))) => {
                Ok(where_(&condition, &x, &y)?.into())
            }
            (None, None) => true_places(call, &condition),
            _ => Err(call.error("where() takes one tensor, or three: a condition, input and other").into()),
        }
    }

    /// The value where the mask is True, elsewhere the element.
    #[at(Torch, Tensor)]
    fn masked_fill(call, input: Tensor, mask: At<Tensor>, value: Operand) -> Tensor {
        if mask.value.dtype() != DType::Bool {
            return Err(no_mask(call, &mask).into());
        }
        if value.0.ndim() > 0 {
            let message = "masked_fill_ only supports a 0-dimensional value tensor, but got tensor with";
            return Err(call.error(format!("{message} {} dimension(s).", value.0.ndim())).into());
        }
        // A tensor counts as the number in it.
        overflow::check_item(&value.0, input.dtype())?;
        call.grad_fn_by(&value, "MaskedFillBackward0", "MaskedFillBackward1");
        Ok(input.masked_fill(&mask.value, &value.0)?)
    }

    /// The elements where the mask is True.
    #[at(Torch, Tensor)]
    fn masked_select(_call, input: Tensor, mask: At<Tensor>) -> Tensor => MaskedSelectBackward0 {
        if mask.value.dtype() != DType::Bool {
            let message = "masked_select: expected BoolTensor for mask";
            return Err(Diagnostic::new(mask.span, message).help("compare: mask == 1").into());
        }
        Ok(input.masked_select(&mask.value)?)
    }
}

/// The first choice of `where`: under its name it is a tensor, for PyTorch calls a number there otherwise.
struct WhereInput(Tensor);

impl FromArgument for WhereInput {
    fn from_argument(argument: &Argument<'_>, interpreter: &mut Interpreter<'_>) -> Outcome<Self> {
        let Operand(input) = Operand::from_argument(argument, interpreter)?;
        if argument.by == PassedBy::Name && input.is_number() { Err(argument.wrong("Tensor")) } else { Ok(Self(input)) }
    }
}

impl Invocation<'_, '_> {
    /// That there are tensors to be joined.
    fn some(&self, tensors: &[Tensor]) -> Outcome<()> {
        if tensors.is_empty() {
            return Err(self.error(format!("{}(): expected a non-empty list of Tensors", self.name())));
        }
        Ok(())
    }
}

/// The error for a mask that holds numbers.
pub(super) fn no_mask(call: &Invocation<'_, '_>, mask: &At<Tensor>) -> Diagnostic {
    let text = call.interpreter.text_at(mask.span);
    let help = if text.is_empty() {
        "compare: mask == 0".to_owned()
    } else {
        format!("True is where to fill: write {text} == 0, or {text}.bool()")
    };
    let message = format!("masked_fill_ only supports boolean masks, but got mask with dtype {}", mask.value.dtype());
    Diagnostic::new(mask.span, message).help(help)
}

/// `torch.where(mask)`: the places where it is true, one tensor for each axis.
pub(super) fn true_places(call: &mut Invocation<'_, '_>, condition: &Tensor) -> BuiltinResult {
    // A number counts as a vector of one element.
    let condition = &if condition.ndim() == 0 { condition.reshape(&[1])? } else { condition.clone() };
    budget::spend(
        OperationCost::like(condition).and(OperationCost::each((condition.len() * condition.ndim()) as u128)),
    )?;
    let all = tensor::ops::matmul::places(condition.shape());
    let found: Vec<Vec<usize>> = all.filter(|place| condition.at(place) != 0.0).collect();
    let mut columns = Vec::with_capacity(condition.ndim());
    for axis in 0..condition.ndim() {
        let column = found.iter().map(|place| place[axis] as i64).collect();
        let column = Tensor::from_i64(&[found.len()], column)?;
        columns.push(Value::from(call.interpreter.leaf(column, Leaf::Given("where".into()), call.span)));
    }
    Ok(Value::Tuple(call.interpreter.collect(call.span, columns)?))
}
