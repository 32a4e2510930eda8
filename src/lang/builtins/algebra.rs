//! Matrices: their triangles and products, sums in Einstein's notation, similarities.

use std::sync::Arc;

use super::declare::{BuiltinResult, Invocation, builtins};
use super::from_argument::{Axis, Rest};
use super::grad_fn::of_einsum;
use super::rank::kept;
use crate::lang::evaluate::Outcome;
use crate::lang::evaluate::grad_fn::of_matmul;
use crate::lang::value::Value;
use crate::tensor::ops::dtype_names::not_implemented;
use crate::tensor::ops::einsum::{einsum as summed, spelled_out};
use crate::tensor::{self, DType, Tensor, budget};

builtins! { TABLE:
    /// The elements on and below a diagonal; 0 above it.
    #[at(Bare, Torch, Tensor)]
    fn tril(_call, input: Tensor, diagonal: i64 = 0) -> Tensor => TrilBackward0 {
        Ok(input.tril(diagonal)?)
    }

    /// The elements on and above a diagonal; 0 below it.
    #[at(Bare, Torch, Tensor)]
    fn triu(_call, input: Tensor, diagonal: i64 = 0) -> Tensor => TriuBackward0 {
        Ok(input.triu(diagonal)?)
    }

    /// The matrix product, x @ other.
    #[at(Torch, Tensor)]
    fn matmul(call, input: Tensor, other: Tensor) -> Tensor {
        call.grad_fn(of_matmul(&input, &other, call.is_required(0)));
        Ok(input.matmul(&other)?)
    }

    /// The product of two matrices.
    #[at(Torch, Tensor)]
    fn mm(call, input: Tensor, mat2: Tensor) -> Tensor => MmBackward0 {
        call.product_of((&input, 2, "self must be a matrix"), (&mat2, 2, "mat2 must be a matrix"))
    }

    /// The product of a matrix and a vector.
    #[at(Torch, Tensor)]
    fn mv(call, input: Tensor, vec: Tensor) -> Tensor => MvBackward0 {
        let message = "vector + matrix @ vector expected, got 1, 2, 1";
        call.product_of((&input, 2, message), (&vec, 1, message))
    }

    /// The products of two stacks of matrices.
    #[at(Torch, Tensor)]
    fn bmm(call, input: Tensor, mat2: Tensor) -> Tensor => BmmBackward0 {
        if input.ndim() == 3 && mat2.ndim() == 3 && input.shape()[0] != mat2.shape()[0] {
            let message = "Expected size for first two dimensions of batch2 tensor to be equal to those of batch1";
            return Err(call.error(message).help("`@` broadcasts the batch axes").into());
        }
        call.product_of((&input, 3, "batch1 must be a 3D tensor"), (&mat2, 3, "batch2 must be a 3D tensor"))
    }

    /// The sum of the products of two vectors.
    #[at(Torch, Tensor)]
    fn dot(call, input: Tensor, tensor: Tensor) -> Tensor => DotBackward0 {
        let message = "1D tensors expected";
        call.product_of((&input, 1, message), (&tensor, 1, message))
    }

    /// Every element of one vector times every one of another.
    #[at(Torch, Tensor)]
    fn outer(call, input: Tensor, vec2: Tensor) -> Tensor => MulBackward0 {
        if input.ndim() != 1 || vec2.ndim() != 1 {
            let (left, right) = (input.shape_text(), vec2.shape_text());
            let message = format!("outer: Expected 1-D arguments, but they are {left} and {right}");
            return Err(call.error(message).into());
        }
        Ok(input.unsqueeze(1)?.mul(&vec2)?)
    }

    /// Products of axes with equal letters, summed over the letters that the result lacks.
    #[at(Torch)]
    #[role(Views)]
    fn einsum(call, equation: Arc<str>, @rest operands: Rest<Value>) -> Tensor {
        let operands = operand_tensors(call, operands.0)?;
        // Each operand is compared with the letters of all that come after it.
        call.interpreter.read_through(call.span, equation.len().saturating_mul(operands.len()))?;
        let (equation, operands) = spelled_out(&equation, &operands)?;
        call.grad_fn(of_einsum(&equation, operands.len()));
        Ok(summed(&equation, &operands)?)
    }

    /// The cosine of the angle between vectors along an axis.
    #[at(Functional)]
    fn cosine_similarity(call, x1: Tensor, x2: Tensor, dim: Axis = 1, eps: f64 = 1e-8) -> Tensor => SumBackward1 {
        if eps.is_nan() || eps < 0.0 {
            return Err(call.error(format!("eps must be non-negative, got: {eps}")).into());
        }
        Ok(x1.cosine_similarity(&x2, dim.0, eps)?)
    }

    /// Vectors along an axis, scaled to length 1.
    #[at(Functional)]
    fn normalize(_call, input: Tensor, p: f64 = 2.0, dim: Axis = 1, eps: f64 = 1e-12) -> Tensor => DivBackward0 {
        let length = input.norm(p, &[dim.0], true)?;
        Ok(input.div(&length.maximum(&Tensor::number(eps))?)?)
    }

    /// The sum of a matrix's diagonal.
    #[at(Torch, Tensor)]
    fn trace(call, input: Tensor) -> Tensor => TraceBackward0 {
        let [rows, columns] = input.shape() else {
            return Err(call.error(format!("trace: expected a matrix, but got tensor with dim {}", input.ndim())).into());
        };
        if input.dtype() == DType::Bool {
            return Err(not_implemented("trace", DType::Bool, "trace").into());
        }
        budget::make(&[*rows, *columns])?;
        Ok(kept(&input, &on_diagonal(*rows, *columns)?)?.sum(&[], false)?)
    }

    /// The diagonal of a matrix, or a matrix with this diagonal.
    #[at(Torch, Tensor)]
    fn diag(call, input: Tensor, diagonal: i64 = 0) -> Tensor {
        match *input.shape() {
            [size] => {
                let rows = size.saturating_add(usize::try_from(diagonal.unsigned_abs()).unwrap_or(usize::MAX));
                budget::make(&[rows, rows])?;
                call.grad_fn("DiagEmbedBackward0");
                Ok(with_diagonal(&input, rows, diagonal)?)
            }
            // A copy, unlike `diagonal`.
            [_, _] => {
                call.grad_fn("DiagonalBackward0_copy");
                Ok(input.diagonal(diagonal, 0, 1)?.contiguous())
            }
            _ => Err(call.error(format!("diag(): Supports 1D or 2D tensors. Got {}D", input.ndim())).into()),
        }
    }

    /// The elements on the diagonal of two axes, along a new last axis.
    #[at(Torch, Tensor)]
    #[role(Views)]
    fn diagonal(_call, input: Tensor, offset: i64 = 0, dim1: Axis = 0, dim2: Axis = 1) -> Tensor => DiagonalBackward0 {
        Ok(input.diagonal(offset, dim1.0, dim2.0)?)
    }
}

impl Invocation<'_, '_> {
    /// A matrix product of operands that must have so many axes, and what is said of those that have not.
    fn product_of(&mut self, a: (&Tensor, usize, &str), b: (&Tensor, usize, &str)) -> BuiltinResult<Tensor> {
        if let Some((.., message)) = [a, b].iter().find(|(x, axes, _)| x.ndim() != *axes) {
            let shapes = format!("{} and {}", a.0.shape_text(), b.0.shape_text());
            return Err(self.error(*message).help(format!("these are {shapes}; `@` accepts all of these")).into());
        }
        Ok(a.0.matmul(b.0)?)
    }
}

/// The operands of `einsum`, which PyTorch takes in a list, too.
fn operand_tensors(call: &Invocation<'_, '_>, operands: Vec<Value>) -> Outcome<Vec<Tensor>> {
    let operands = match &operands[..] {
        [list @ (Value::List(_) | Value::Tuple(_))] => list.items().unwrap_or_default().to_vec(),
        _ => operands,
    };
    let tensor = |operand| match operand {
        Value::Tensor(operand) => Ok(operand.now()),
        other => Err(call.error(format!("einsum(): operands must be Tensors, not {}", other.python_type()))),
    };
    operands.into_iter().map(tensor).collect()
}

/// A square matrix of so many rows with a vector on one of its diagonals.
fn with_diagonal(vector: &Tensor, rows: usize, offset: i64) -> tensor::Result<Tensor> {
    let columns: Vec<isize> = vec![rows as isize, -1];
    let (below, right) = (offset.min(0).unsigned_abs() as usize, offset.max(0) as usize);
    // The vector, with zeros around it so that each row finds its element in its own column.
    let zeros = |count: usize| Tensor::zeros(&[count], vector.dtype());
    let row = tensor::ops::join::cat(&[zeros(right), vector.clone(), zeros(below)], 0)?;
    let places = (0..rows * rows).map(|at| (at % rows) as i64 - (at / rows) as i64 == offset).collect();
    kept(&row.expand(&columns)?, &Tensor::from_bool(&[rows, rows], places)?)
}

/// A tensor of the shape of a matrix: true on its diagonal.
fn on_diagonal(rows: usize, columns: usize) -> tensor::Result<Tensor> {
    let places = (0..rows * columns).map(|at| at / columns == at % columns).collect();
    Tensor::from_bool(&[rows, columns], places)
}
