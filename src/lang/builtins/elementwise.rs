//! Functions of each element. Each comes in three kinds: PyTorch's take tensors, those of `math` take numbers, and under their
//! own names they take both.

use super::arguments::Call;
use super::{Builtin, Namespace};
use crate::lang::evaluate::numbers::Number;
use crate::lang::evaluate::operators::volume;
use crate::lang::evaluate::{Interpreter, Outcome};
use crate::lang::value::{Trace, Value};
use crate::tensor::ops::mask::where_;
use crate::tensor::{self, DType, Gelu, Tensor};
use Namespace::{Bare, Functional, Math, Numpy, Torch};

const BOTH: &[Namespace] = &[Bare, Numpy];
const TENSORS: &[Namespace] = &[Torch, Namespace::Tensor];

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
        &[Torch, Namespace::Tensor, Functional],
        of_tensor,
    ),
    Builtin::new("erf", "x", "The error function of each element.", TENSORS, of_tensor),
    Builtin::new("tan", "x", "The tangent of each element, in radians.", TENSORS, of_tensor),
    Builtin::new(
        "log2",
        "x",
        "The logarithm of each element to the base 2.",
        &[Torch, Namespace::Tensor, Numpy],
        of_tensor,
    ),
    Builtin::new(
        "log10",
        "x",
        "The logarithm of each element to the base 10.",
        &[Torch, Namespace::Tensor, Numpy],
        of_tensor,
    ),
    Builtin::new("log1p", "x", "The logarithm of 1 + x.", &[Torch, Namespace::Tensor, Numpy], of_tensor),
    Builtin::new("expm1", "x", "e to the power of x, less 1.", TENSORS, of_tensor),
    Builtin::new(
        "floor",
        "x",
        "The largest whole number that is not larger.",
        &[Torch, Namespace::Tensor, Numpy],
        of_tensor,
    ),
    Builtin::new(
        "ceil",
        "x",
        "The smallest whole number that is not smaller.",
        &[Torch, Namespace::Tensor, Numpy],
        of_tensor,
    ),
    Builtin::new("trunc", "x", "Without what is after the point.", &[Torch, Namespace::Tensor, Numpy], of_tensor),
    Builtin::new(
        "round",
        "x, decimals=0",
        "The nearest whole number, or with so many digits.",
        &[Torch, Namespace::Tensor, Numpy],
        round,
    ),
    Builtin::new("sign", "x", "-1, 0 or 1.", &[Torch, Namespace::Tensor, Numpy], of_tensor),
    Builtin::new("silu", "x, inplace=False", "x * sigmoid(x) of each element.", &[Functional], of_tensor),
    Builtin::new("softplus", "x", "log(1 + exp(x)) of each element.", &[Functional], of_tensor),
    Builtin::new(
        "leaky_relu",
        "x, negative_slope=0.01",
        "Each element, scaled down where it is negative.",
        &[Functional],
        leaky,
    ),
    Builtin::new(
        "abs",
        "x",
        "The size of each element, without its sign.",
        &[Torch, Namespace::Tensor, Numpy],
        of_tensor,
    ),
    Builtin::new("neg", "x", "Each element with the other sign.", TENSORS, of_tensor),
    Builtin::new("square", "x", "Each element times itself.", &[Torch, Namespace::Tensor, Numpy], of_tensor),
    Builtin::new("rsqrt", "x", "One over the square root of each element.", TENSORS, of_tensor),
    Builtin::new("reciprocal", "x", "One over each element.", TENSORS, of_tensor),
    Builtin::new(
        "relu",
        "x, inplace=False",
        "Each element, but 0 where it is negative.",
        &[Bare, Torch, Functional, Namespace::Tensor],
        of_tensor,
    ),
    Builtin::new(
        "sigmoid",
        "x",
        "1 / (1 + exp(-x)) of each element.",
        &[Bare, Torch, Functional, Namespace::Tensor],
        of_tensor,
    ),
    Builtin::new(
        "gelu",
        "x, approximate='none'",
        "The Gaussian error linear unit; 'tanh' approximates it.",
        &[Bare, Functional],
        gelu,
    ),
    Builtin::new(
        "isnan",
        "x",
        "Where an element is not a number.",
        &[Bare, Torch, Namespace::Tensor, Numpy],
        kind_of_number,
    ),
    Builtin::new("isinf", "x", "Where an element is infinite.", &[Torch, Namespace::Tensor, Numpy], kind_of_number),
    Builtin::new(
        "isfinite",
        "x",
        "Where an element is neither infinite nor NaN.",
        &[Torch, Namespace::Tensor, Numpy],
        kind_of_number,
    ),
    Builtin::new("logical_not", "x", "Where an element is 0 or False.", &[Torch, Namespace::Tensor, Numpy], of_tensor),
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
    Builtin::new(
        "maximum",
        "x, other",
        "The larger of each pair of elements.",
        &[Torch, Namespace::Tensor, Numpy],
        pair,
    ),
    Builtin::new(
        "minimum",
        "x, other",
        "The smaller of each pair of elements.",
        &[Torch, Namespace::Tensor, Numpy],
        pair,
    ),
    Builtin::new("eq", "x, other", "Where x == other.", TENSORS, pair),
    Builtin::new("ne", "x, other", "Where x != other.", TENSORS, pair),
    Builtin::new("lt", "x, other", "Where x < other.", TENSORS, pair),
    Builtin::new("le", "x, other", "Where x <= other.", TENSORS, pair),
    Builtin::new("gt", "x, other", "Where x > other.", TENSORS, pair),
    Builtin::new("ge", "x, other", "Where x >= other.", TENSORS, pair),
    Builtin::new("subtract", "x, other", "x - other.", &[Torch, Namespace::Tensor, Numpy], pair),
    Builtin::new("multiply", "x, other", "x * other, element by element.", &[Torch, Namespace::Tensor, Numpy], pair),
    Builtin::new("divide", "x, other", "x / other.", &[Torch, Namespace::Tensor, Numpy], pair),
    Builtin::new("remainder", "x, other", "The remainder of x / other, with the sign of other.", TENSORS, pair),
    Builtin::new("fmod", "x, other", "The remainder of x / other, with the sign of x.", TENSORS, pair),
    Builtin::new("logical_and", "x, other", "Where both are true.", &[Torch, Namespace::Tensor, Numpy], both_truths),
    Builtin::new("logical_or", "x, other", "Where either is true.", &[Torch, Namespace::Tensor, Numpy], both_truths),
    Builtin::new(
        "logical_xor",
        "x, other",
        "Where one is true and the other is not.",
        &[Torch, Namespace::Tensor, Numpy],
        both_truths,
    ),
    Builtin::new("power", "x, exponent", "x ** exponent.", &[Numpy], pair),
    Builtin::new("add", "x, other", "x + other.", &[Numpy], pair),
    Builtin::new(
        "clip",
        "x, min=None, max=None",
        "Each element, no smaller than min and no larger than max.",
        &[Torch, Namespace::Tensor, Numpy],
        clamp,
    ),
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
        "logical_not" => |x| x.to(DType::Bool)?.not(),
        "erf" => Tensor::erf,
        "tan" => |x| x.sin()?.div(&x.cos()?),
        "log2" => Tensor::log2,
        "log10" => Tensor::log10,
        "log1p" => Tensor::log1p,
        "expm1" => |x| x.exp()?.sub(&Tensor::number(1.0)),
        "floor" => Tensor::floor,
        "ceil" => Tensor::ceil,
        "trunc" => Tensor::trunc,
        "sign" => sign,
        "silu" => |x| x.mul(&logistic(x)?),
        // As PyTorch, which keeps what is large as it is.
        "softplus" => |x| where_(&x.gt(&Tensor::number(20.0))?, x, &x.exp()?.log1p()?),
        _ => |x| Ok(x.clone()),
    }
}

/// `1 / (1 + exp(-x))`.
pub(super) fn logistic(x: &Tensor) -> tensor::Result<Tensor> {
    x.sigmoid()
}

fn sign(x: &Tensor) -> tensor::Result<Tensor> {
    let zero = Tensor::integer(0);
    x.gt(&zero)?.to(DType::I64)?.sub(&x.lt(&zero)?.to(DType::I64)?)?.to(x.dtype())
}

fn round(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let (x, decimals) = (call.real_tensor("x")?, call.int("decimals")?);
    call.charge(machine, 4 * volume(&x))?;
    if decimals == 0 {
        return call.tensor_result(x.round());
    }
    let scale = Tensor::number(10.0_f64.powi(decimals.clamp(-300, 300) as i32));
    call.tensor_result(x.mul(&scale).and_then(|scaled| scaled.round()?.div(&scale)))
}

fn leaky(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let (x, slope) = (call.real_tensor("x")?, call.tensor(machine, "negative_slope")?);
    call.charge(machine, 3 * volume(&x))?;
    let negative = x.lt(&Tensor::integer(0));
    call.tensor_result(negative.and_then(|negative| where_(&negative, &x.mul(&slope)?, &x)))
}

fn both_truths(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let (x, y) = (call.tensor(machine, "x")?, call.tensor(machine, "other")?);
    call.charge_broadcast(machine, &[&x, &y])?;
    let truths = |a: &Tensor| a.to(DType::Bool).map_err(|error| call.refused(&error));
    let (x, y) = (truths(&x)?, truths(&y)?);
    call.tensor_result(match call.builtin.name {
        "logical_and" => x.and(&y),
        "logical_or" => x.or(&y),
        _ => x.xor(&y),
    })
}

fn of_tensor(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let x = call.real_tensor("x")?;
    call.charge(machine, volume(&x) * 4)?;
    call.tensor_result(operation(call.builtin.name)(&x))
}

fn both(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    match call.value("x") {
        Value::Tensor(_) => of_tensor(machine, call),
        _ => of_number(machine, call),
    }
}

/// A function of one number, with the errors of Python's `math` where it has no value.
fn of_number(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
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

fn to_whole(_: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let x = call.float("x")?;
    let whole = if call.builtin.name == "floor" { x.floor() } else { x.ceil() };
    if !(i64::MIN as f64..i64::MAX as f64).contains(&whole) {
        return Err(call.error(format!("{x} has no whole number of 64 bits beside it")));
    }
    Ok(Value::Int(whole as i64, Trace::None))
}

fn power_of_numbers(_: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    Ok(Value::Float(call.float("x")?.powf(call.float("y")?), Trace::None))
}

fn number_is_nan(_: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    Ok(Value::Bool(call.float("x")?.is_nan()))
}

fn number_is_infinite(_: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    Ok(Value::Bool(call.float("x")?.is_infinite()))
}

fn kind_of_number(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let x = call.tensor(machine, "x")?;
    call.charge(machine, 2 * volume(&x))?;
    let infinity = Tensor::number(f64::INFINITY);
    call.tensor_result(match call.builtin.name {
        "isnan" => x.isnan(),
        "isinf" => x.abs().and_then(|size| size.eq(&infinity)),
        // NaN is in no order with anything.
        _ => x.abs().and_then(|size| size.lt(&infinity)),
    })
}

fn gelu(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let form = match call.text("approximate")? {
        "none" => Gelu::Erf,
        "tanh" => Gelu::Tanh,
        _ => return Err(call.wrong("approximate", "'none' or 'tanh'")),
    };
    let x = call.real_tensor("x")?;
    call.charge(machine, volume(&x))?;
    call.tensor_result(x.gelu(form))
}

fn pair(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let other = if matches!(call.builtin.name, "pow" | "power") { "exponent" } else { "other" };
    let (x, y) = (call.tensor(machine, "x")?, call.tensor(machine, other)?);
    call.charge_broadcast(machine, &[&x, &y])?;
    call.tensor_result(match call.builtin.name {
        "add" => x.add(&y),
        "sub" | "subtract" => x.sub(&y),
        "mul" | "multiply" => x.mul(&y),
        "div" | "divide" => x.div(&y),
        "pow" | "power" => x.pow(&y),
        "remainder" => x.remainder(&y),
        "fmod" => x.fmod(&y),
        "lt" => x.lt(&y),
        "le" => x.le(&y),
        "gt" => x.gt(&y),
        "ge" => x.ge(&y),
        "maximum" => x.maximum(&y),
        "minimum" => x.minimum(&y),
        "eq" => x.eq(&y),
        _ => x.ne(&y),
    })
}

fn clamp(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let x = call.real_tensor("x")?;
    let (min, max) = (call.optional_tensor(machine, "min")?, call.optional_tensor(machine, "max")?);
    for bound in [&min, &max].into_iter().flatten() {
        call.charge_broadcast(machine, &[&x, bound])?;
    }
    call.tensor_result(x.clamp(min.as_ref(), max.as_ref()))
}
