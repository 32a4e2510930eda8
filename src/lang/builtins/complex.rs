//! Complex numbers: rotary embeddings turn pairs of features by them.

use super::arguments::Call;
use super::{Builtin, Namespace};
use crate::lang::evaluate::operators::volume;
use crate::lang::evaluate::{Interpreter, Outcome};
use crate::lang::value::Value;
use crate::tensor::ops::complex::polar as from_polar;
use crate::tensor::ops::join::stack;
use crate::tensor::{self, Tensor};
use Namespace::Torch;

const HERE: &[Namespace] = &[Torch];
const TENSORS: &[Namespace] = &[Torch, Namespace::Tensor];

pub(super) static TABLE: &[Builtin] = &[
    Builtin::new("polar", "abs, angle", "Complex numbers of these sizes in these directions.", HERE, polar),
    Builtin::new("complex", "real, imag", "Complex numbers of these parts.", HERE, complex),
    Builtin::new("view_as_complex", "x", "The pairs of the last axis as complex numbers.", HERE, unary),
    Builtin::new("view_as_real", "x", "Complex numbers as pairs along a new last axis.", HERE, unary),
    Builtin::new("angle", "x", "The directions of complex numbers, from -pi to pi.", TENSORS, unary),
    Builtin::new("conj", "x", "The same numbers with the other sign of the imaginary part.", TENSORS, unary),
    Builtin::new("is_complex", "x", "Whether the elements are complex numbers.", TENSORS, is_complex),
];

fn operation(name: &str) -> fn(&Tensor) -> tensor::Result<Tensor> {
    match name {
        "view_as_complex" => Tensor::view_as_complex,
        "view_as_real" => Tensor::view_as_real,
        "angle" => Tensor::angle,
        _ => Tensor::conj,
    }
}

fn unary(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let x = call.real_tensor("x")?;
    call.charge(machine, 2 * volume(&x))?;
    call.tensor_result(operation(call.builtin.name)(&x))
}

fn polar(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let (abs, angle) = (call.real_tensor("abs")?, call.real_tensor("angle")?);
    call.charge_broadcast(machine, &[&abs, &angle])?;
    call.tensor_result(from_polar(&abs, &angle))
}

fn complex(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let (real, imag) = (call.real_tensor("real")?, call.real_tensor("imag")?);
    call.charge_broadcast(machine, &[&real, &imag])?;
    let pairs = real.expand_as(&imag).and_then(|real| stack(&[real.clone(), imag.expand_as(&real)?], -1));
    call.tensor_result(pairs.and_then(|pairs| pairs.view_as_complex()))
}

fn is_complex(_: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    Ok(Value::Bool(call.real_tensor("x")?.dtype().is_complex()))
}
