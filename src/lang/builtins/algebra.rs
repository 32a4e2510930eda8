//! Products of tensors, and what is made of them: matrix products, sums in Einstein's notation, similarities.

use super::arguments::Call;
use super::{Builtin, Namespace};
use crate::lang::evaluate::operators::{matmul_cost, volume};
use crate::lang::evaluate::{Interpreter, Outcome};
use crate::lang::value::Value;
use crate::tensor::ops::einsum::{einsum as summed, spelled_out};
use crate::tensor::{self, Tensor};
use Namespace::{Functional, Numpy, Torch};

const HERE: &[Namespace] = &[Torch, Namespace::Tensor];

pub(super) static TABLE: &[Builtin] = &[
    Builtin::new("matmul", "x, other", "The matrix product, x @ other.", &[Torch, Namespace::Tensor, Numpy], matmul),
    Builtin::new("mm", "x, other", "The product of two matrices.", HERE, matmul),
    Builtin::new("mv", "x, other", "The product of a matrix and a vector.", HERE, matmul),
    Builtin::new("bmm", "x, other", "The products of two stacks of matrices.", HERE, matmul),
    Builtin::new("dot", "x, other", "The sum of the products of two vectors.", HERE, matmul),
    Builtin::new("dot", "x, other", "The matrix product, x @ other.", &[Numpy], matmul),
    Builtin::new("outer", "x, other", "Every element of one vector times every one of another.", HERE, outer),
    Builtin::new("outer", "x, other", "Every element of one vector times every one of another.", &[Numpy], outer),
    Builtin::new(
        "einsum",
        "equation, *operands",
        "Products of axes with equal letters, summed over the letters that the result lacks.",
        &[Torch, Numpy],
        einsum,
    ),
    Builtin::new(
        "cosine_similarity",
        "x1, x2, dim=1, eps=1e-8",
        "The cosine of the angle between vectors along an axis.",
        &[Functional],
        cosine,
    ),
    Builtin::new(
        "normalize",
        "x, p=2.0, dim=1, eps=1e-12",
        "Vectors along an axis, scaled to length 1.",
        &[Functional],
        normalize,
    ),
    Builtin::new("trace", "x", "The sum of a matrix's diagonal.", HERE, trace),
    Builtin::new("diag", "x", "The diagonal of a matrix, or a matrix with this diagonal.", HERE, diag),
    Builtin::new(
        "diagonal",
        "x, offset=0, dim1=0, dim2=1",
        "The elements on the diagonal of two axes, along a new last axis.",
        HERE,
        diagonal,
    ),
];

/// A product, charged before it is made.
pub(super) fn product(machine: &mut Interpreter<'_>, call: &Call<'_>, a: &Tensor, b: &Tensor) -> Outcome<Tensor> {
    let (elements, work) = matmul_cost(a.shape(), b.shape());
    machine.spend_work(call.span, work)?;
    call.charge(machine, elements)?;
    a.matmul(b).map_err(|error| call.refused(&error))
}

fn matmul(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let (x, y) = (call.real_tensor("x")?, call.real_tensor("other")?);
    let axes = match (call.builtin.name, call.builtin.places) {
        ("mm", _) => Some((2, 2, "matrices, of 2 axes each")),
        ("mv", _) => Some((2, 1, "a matrix and a vector")),
        ("bmm", _) => Some((3, 3, "stacks of matrices, of 3 axes each")),
        ("dot", [Torch, ..]) => Some((1, 1, "vectors, of 1 axis each")),
        _ => None,
    };
    if let Some((.., what)) = axes.filter(|(a, b, _)| x.ndim() != *a || y.ndim() != *b) {
        let message = format!("{} takes two {what}, not {} and {}", call.builtin.name, x.shape_text(), y.shape_text());
        return Err(call.error(message).help("`@` takes any of them"));
    }
    product(machine, call, &x, &y).map(Value::Tensor)
}

fn outer(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let (x, y) = (call.real_tensor("x")?, call.real_tensor("other")?);
    if x.ndim() != 1 || y.ndim() != 1 {
        let message = format!("outer takes two vectors, not {} and {}", x.shape_text(), y.shape_text());
        return Err(call.error(message));
    }
    call.charge(machine, volume(&x) * y.len() as u128)?;
    call.tensor_result(x.unsqueeze(1).and_then(|x| x.mul(&y)))
}

fn einsum(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let equation = call.text("equation")?;
    let mut operands = Vec::new();
    if let Value::Tuple(items) = call.value("operands") {
        let items = match &items[..] {
            // PyTorch takes them in a list too.
            [Value::List(inner) | Value::Tuple(inner)] => inner.to_vec(),
            _ => items.to_vec(),
        };
        for item in items {
            let Value::Tensor(operand) = item else { return Err(call.wrong("operands", "tensors")) };
            operands.push(operand);
        }
    }
    let spelled = spelled_out(equation, &operands).map_err(|error| call.refused(&error))?;
    let (equation, operands) = (spelled.0.as_str(), spelled.1);
    // At the most, every letter is an axis of its own.
    let mut sizes: Vec<(char, usize)> = Vec::new();
    let letters = equation.split("->").next().unwrap_or("");
    for (term, operand) in letters.split(',').zip(&operands) {
        let term = term.chars().filter(|c| !c.is_whitespace());
        for (letter, &size) in term.zip(operand.shape()) {
            if !sizes.iter().any(|(known, _)| *known == letter) {
                sizes.push((letter, size));
            }
        }
    }
    let work = sizes.iter().fold(1, |work: u128, (_, size)| work.saturating_mul(*size as u128));
    machine.spend_work(call.span, work.saturating_mul(operands.len() as u128))?;
    let given: u128 = operands.iter().map(|operand| operand.len() as u128).sum();
    let kept = equation.split("->").nth(1).map_or(work, |output| {
        let of = |letter: char| sizes.iter().find(|(known, _)| *known == letter).map_or(1, |(_, size)| *size as u128);
        output.chars().filter(|c| !c.is_whitespace()).fold(1, |len: u128, letter| len.saturating_mul(of(letter)))
    });
    call.charge(machine, kept.saturating_add(2 * given))?;
    call.tensor_result(summed(equation, &operands))
}

fn cosine(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let (a, b) = (call.real_tensor("x1")?, call.real_tensor("x2")?);
    let (dim, eps) = (call.dim("dim")?, call.float("eps")?);
    call.charge_broadcast(machine, &[&a, &b])?;
    call.charge(machine, 6 * (a.len() + b.len()) as u128)?;
    call.tensor_result(a.cosine_similarity(&b, dim, eps))
}

fn normalize(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let (x, dim, eps) = (call.real_tensor("x")?, call.dim("dim")?, call.float("eps")?);
    if call.float("p")?.to_bits() != 2.0_f64.to_bits() {
        return Err(call.wrong("p", "2, the usual length,"));
    }
    call.charge(machine, 4 * volume(&x))?;
    let length = |x: &Tensor| x.mul(x)?.sum(&[dim], true)?.sqrt()?.maximum(&Tensor::number(eps));
    call.tensor_result(length(&x).and_then(|length| x.div(&length)))
}

/// A tensor of the shape of a matrix: true on its diagonal.
fn on_diagonal(rows: usize, columns: usize) -> tensor::Result<Tensor> {
    let places = (0..rows * columns).map(|at| at / columns == at % columns).collect();
    Tensor::from_bool(&[rows, columns], places)
}

fn trace(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let x = call.real_tensor("x")?;
    let [rows, columns] = x.shape() else { return Err(call.wrong("x", "a matrix")) };
    call.charge(machine, volume(&x))?;
    call.tensor_result(on_diagonal(*rows, *columns).and_then(|on| super::rank::kept(&x, &on)?.sum(&[], false)))
}

fn diag(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let x = call.real_tensor("x")?;
    match *x.shape() {
        [size] => {
            call.charge(machine, (size as u128).saturating_mul(size as u128))?;
            call.tensor_result(
                on_diagonal(size, size).and_then(|on| super::rank::kept(&x.expand(&[size as isize, -1])?, &on)),
            )
        }
        [_, _] => {
            call.charge(machine, volume(&x))?;
            call.tensor_result(diagonal_of(&x, 0))
        }
        _ => Err(call.wrong("x", "a vector or a matrix")),
    }
}

fn diagonal(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let (x, offset) = (call.real_tensor("x")?, call.int("offset")?);
    let rank = x.ndim() as isize;
    let from_front = |dim: isize| if dim < 0 { dim + rank } else { dim };
    let (dim1, dim2) = (from_front(call.dim("dim1")?), from_front(call.dim("dim2")?));
    if dim1 == dim2 {
        return Err(call.wrong("dim2", "another axis than dim1"));
    }
    call.charge(machine, volume(&x))?;
    let order: Vec<isize> = (0..rank).filter(|dim| ![dim1, dim2].contains(dim)).chain([dim1, dim2]).collect();
    call.tensor_result(x.permute(&order).and_then(|x| diagonal_of(&x, offset)))
}

/// The diagonal of the last two axes, `offset` columns to the right of the main one.
fn diagonal_of(x: &Tensor, offset: i64) -> tensor::Result<Tensor> {
    let [before @ .., rows, columns] = x.shape() else { return x.permute(&[0, 1]) };
    let away = usize::try_from(offset.unsigned_abs()).unwrap_or(usize::MAX);
    let (down, right) = if offset < 0 { (away.min(*rows), 0) } else { (0, away.min(*columns)) };
    let size = (rows - down).min(columns - right);
    let places = Tensor::from_i64(&[size, 1], (0..size).map(|row| (row + right) as i64).collect())?;
    let all: Vec<isize> = before.iter().chain(&[size, 1]).map(|size| *size as isize).collect();
    x.narrow(-2, down, size)?.gather(-1, &places.expand(&all)?)?.squeeze(Some(-1))
}
