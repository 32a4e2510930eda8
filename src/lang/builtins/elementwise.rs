//! Functions of each element. Each comes in three kinds: PyTorch's take tensors, those of `math` take numbers, and under their
//! own names they take both.

use super::arguments::Call;
use super::{Builtin, Place};
use crate::lang::evaluate::numbers::Number;
use crate::lang::evaluate::operators::volume;
use crate::lang::evaluate::{Machine, Outcome};
use crate::lang::value::{Trace, Value};
use crate::tensor::{self, Gelu, Tensor};
use Place::{Bare, Functional, Math, Numpy, Torch};

const BOTH: &[Place] = &[Bare, Numpy];
const TENSORS: &[Place] = &[Torch, Place::Tensor];

pub(super) static TABLE: &[Builtin] = &[
    Builtin::new("sqrt", "x", "The square root.", BOTH, both),
    Builtin::new("exp", "x", "e to the power of x.", BOTH, both),
    Builtin::new("log", "x", "The natural logarithm.", BOTH, both),
    Builtin::new("sin", "x", "The sine of an angle in radians.", BOTH, both),
    Builtin::new("cos", "x", "The cosine of an angle in radians.", BOTH, both),
    Builtin::new("tanh", "x", "The hyperbolic tangent.", BOTH, both),
    Builtin::new("sqrt", "x", "The square root of each element.", TENSORS, of_tensor),
    Builtin::new("exp", "x", "e to the power of each element.", TENSORS, of_tensor),
    Builtin::new("log", "x", "The natural logarithm of each element.", TENSORS, of_tensor),
    Builtin::new("sin", "x", "The sine of each element, in radians.", TENSORS, of_tensor),
    Builtin::new("cos", "x", "The cosine of each element, in radians.", TENSORS, of_tensor),
    Builtin::new(
        "tanh",
        "x",
        "The hyperbolic tangent of each element.",
        &[Torch, Place::Tensor, Functional],
        of_tensor,
    ),
    Builtin::new("abs", "x", "The size of each element, without its sign.", &[Torch, Place::Tensor, Numpy], of_tensor),
    Builtin::new("neg", "x", "Each element with the other sign.", TENSORS, of_tensor),
    Builtin::new("square", "x", "Each element times itself.", &[Torch, Place::Tensor, Numpy], of_tensor),
    Builtin::new("rsqrt", "x", "One over the square root of each element.", TENSORS, of_tensor),
    Builtin::new("reciprocal", "x", "One over each element.", TENSORS, of_tensor),
    Builtin::new(
        "relu",
        "x",
        "Each element, but 0 where it is negative.",
        &[Bare, Torch, Functional, Place::Tensor],
        of_tensor,
    ),
    Builtin::new(
        "sigmoid",
        "x",
        "1 / (1 + exp(-x)) of each element.",
        &[Bare, Torch, Functional, Place::Tensor],
        of_tensor,
    ),
    Builtin::new(
        "gelu",
        "x, approximate='none'",
        "The Gaussian error linear unit; 'tanh' approximates it.",
        &[Bare, Functional],
        gelu,
    ),
    Builtin::new("isnan", "x", "Where an element is not a number.", &[Bare, Torch, Place::Tensor, Numpy], isnan),
    Builtin::new("logical_not", "x", "Where an element is 0 or False.", &[Torch, Place::Tensor, Numpy], of_tensor),
    Builtin::new("sqrt", "x", "The square root of a number.", &[Math], of_number),
    Builtin::new("exp", "x", "e to the power of a number.", &[Math], of_number),
    Builtin::new("log", "x, base=None", "The logarithm of a number, natural without a base.", &[Math], of_number),
    Builtin::new("log2", "x", "The logarithm to the base 2.", &[Math], of_number),
    Builtin::new("log10", "x", "The logarithm to the base 10.", &[Math], of_number),
    Builtin::new("sin", "x", "The sine of a number, in radians.", &[Math], of_number),
    Builtin::new("cos", "x", "The cosine of a number, in radians.", &[Math], of_number),
    Builtin::new("tanh", "x", "The hyperbolic tangent of a number.", &[Math], of_number),
    Builtin::new("floor", "x", "The largest whole number that is not larger.", &[Math], to_whole),
    Builtin::new("ceil", "x", "The smallest whole number that is not smaller.", &[Math], to_whole),
    Builtin::new("pow", "x, y", "x to the power of y, as a float.", &[Math], power_of_numbers),
    Builtin::new("isnan", "x", "Whether a number is not a number.", &[Math], number_is_nan),
    Builtin::new("isinf", "x", "Whether a number is infinite.", &[Math], number_is_infinite),
    Builtin::new("add", "x, other", "x + other.", TENSORS, pair),
    Builtin::new("sub", "x, other", "x - other.", TENSORS, pair),
    Builtin::new("mul", "x, other", "x * other, element by element.", TENSORS, pair),
    Builtin::new("div", "x, other", "x / other.", TENSORS, pair),
    Builtin::new("pow", "x, exponent", "x ** exponent.", TENSORS, pair),
    Builtin::new("maximum", "x, other", "The larger of each pair of elements.", &[Torch, Place::Tensor, Numpy], pair),
    Builtin::new("minimum", "x, other", "The smaller of each pair of elements.", &[Torch, Place::Tensor, Numpy], pair),
    Builtin::new("eq", "x, other", "Where x == other.", TENSORS, pair),
    Builtin::new("ne", "x, other", "Where x != other.", TENSORS, pair),
    Builtin::new(
        "clamp",
        "x, min=None, max=None",
        "Each element, no smaller than min and no larger than max.",
        TENSORS,
        clamp,
    ),
];

fn operation(name: &str) -> fn(&Tensor) -> tensor::Result<Tensor> {
    match name {
        "sqrt" => Tensor::sqrt,
        "exp" => Tensor::exp,
        "log" => Tensor::log,
        "sin" => Tensor::sin,
        "cos" => Tensor::cos,
        "tanh" => Tensor::tanh,
        "abs" => Tensor::abs,
        "neg" => Tensor::neg,
        "square" => |x| x.mul(x),
        "rsqrt" => |x| Tensor::number(1.0).div(&x.sqrt()?),
        "reciprocal" => |x| Tensor::number(1.0).div(x),
        "relu" => Tensor::relu,
        "sigmoid" => logistic,
        "logical_not" => Tensor::not,
        _ => |x| Ok(x.clone()),
    }
}

/// `1 / (1 + exp(-x))`.
pub(super) fn logistic(x: &Tensor) -> tensor::Result<Tensor> {
    Tensor::number(1.0).div(&x.neg()?.exp()?.add(&Tensor::number(1.0))?)
}

fn of_tensor(machine: &mut Machine<'_>, call: &Call<'_>) -> Outcome {
    let x = call.real_tensor("x")?;
    call.charge(machine, volume(&x) * 4)?;
    call.tensor_result(operation(call.builtin.name)(&x))
}

fn both(machine: &mut Machine<'_>, call: &Call<'_>) -> Outcome {
    match call.value("x") {
        Value::Tensor(_) => of_tensor(machine, call),
        _ => of_number(machine, call),
    }
}

/// A function of one number, with the errors of Python's `math` where it has no value.
fn of_number(machine: &mut Machine<'_>, call: &Call<'_>) -> Outcome {
    let value = match call.value("x") {
        Value::Tensor(tensor) if tensor.len() == 1 => machine.number_of(tensor, call.span_of("x"))?,
        other => other.clone(),
    };
    let name = call.builtin.name;
    let x = Number::of(&value).map(Number::real).ok_or_else(|| call.wrong("x", "a number"))?;
    let outside = match name {
        "sqrt" => x < 0.0,
        "log" | "log2" | "log10" => x <= 0.0,
        "sin" | "cos" => x.is_infinite(),
        _ => false,
    };
    if outside {
        return Err(call.error(format!("{name} has no value for {}", value.show())));
    }
    let result = match name {
        "sqrt" => x.sqrt(),
        "exp" => x.exp(),
        "log" if call.has("base") => x.ln() / call.float("base")?.ln(),
        "log" => x.ln(),
        "log2" => x.log2(),
        "log10" => x.log10(),
        "sin" => x.sin(),
        "cos" => x.cos(),
        _ => x.tanh(),
    };
    if result.is_infinite() && x.is_finite() {
        return Err(call.error(format!("{name} of {} is too large for a number", value.show())));
    }
    let result = Number::Float(result);
    let trace = match name {
        "log2" | "log10" => Trace::None,
        "log" if call.has("base") => Trace::None,
        _ => machine.trace_function(call.span, (&value, call.span_of("x")), operation(name), result),
    };
    Ok(result.value(trace))
}

fn to_whole(_: &mut Machine<'_>, call: &Call<'_>) -> Outcome {
    let x = call.float("x")?;
    let whole = if call.builtin.name == "floor" { x.floor() } else { x.ceil() };
    if !(i64::MIN as f64..i64::MAX as f64).contains(&whole) {
        return Err(call.error(format!("{x} has no whole number of 64 bits beside it")));
    }
    Ok(Value::Int(whole as i64, Trace::None))
}

fn power_of_numbers(_: &mut Machine<'_>, call: &Call<'_>) -> Outcome {
    Ok(Value::Float(call.float("x")?.powf(call.float("y")?), Trace::None))
}

fn number_is_nan(_: &mut Machine<'_>, call: &Call<'_>) -> Outcome {
    Ok(Value::Bool(call.float("x")?.is_nan()))
}

fn number_is_infinite(_: &mut Machine<'_>, call: &Call<'_>) -> Outcome {
    Ok(Value::Bool(call.float("x")?.is_infinite()))
}

fn isnan(machine: &mut Machine<'_>, call: &Call<'_>) -> Outcome {
    let x = call.tensor(machine, "x")?;
    call.charge(machine, volume(&x))?;
    call.tensor_result(x.isnan())
}

fn gelu(machine: &mut Machine<'_>, call: &Call<'_>) -> Outcome {
    let form = match call.text("approximate")? {
        "none" => Gelu::Erf,
        "tanh" => Gelu::Tanh,
        _ => return Err(call.wrong("approximate", "'none' or 'tanh'")),
    };
    let x = call.real_tensor("x")?;
    call.charge(machine, volume(&x))?;
    call.tensor_result(x.gelu(form))
}

fn pair(machine: &mut Machine<'_>, call: &Call<'_>) -> Outcome {
    let other = if call.builtin.name == "pow" { "exponent" } else { "other" };
    let (x, y) = (call.tensor(machine, "x")?, call.tensor(machine, other)?);
    call.charge_broadcast(machine, &[&x, &y])?;
    call.tensor_result(match call.builtin.name {
        "add" => x.add(&y),
        "sub" => x.sub(&y),
        "mul" => x.mul(&y),
        "div" => x.div(&y),
        "pow" => x.pow(&y),
        "maximum" => x.maximum(&y),
        "minimum" => x.minimum(&y),
        "eq" => x.eq(&y),
        _ => x.ne(&y),
    })
}

fn clamp(machine: &mut Machine<'_>, call: &Call<'_>) -> Outcome {
    let mut x = call.real_tensor("x")?;
    for (bound, limit) in [("min", Tensor::maximum as fn(&Tensor, &Tensor) -> _), ("max", Tensor::minimum)] {
        if let Some(value) = call.optional_tensor(machine, bound)? {
            call.charge_broadcast(machine, &[&x, &value])?;
            x = limit(&x, &value).map_err(|error| call.refused(&error))?;
        }
    }
    Ok(Value::Tensor(x))
}
