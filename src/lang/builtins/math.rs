//! `math`: functions of plain numbers, with Python's errors where they have no value.

use super::arguments::Call;
use super::{Builtin, Namespace};
use crate::lang::evaluate::numbers::Number;
use crate::lang::evaluate::{Interpreter, Outcome};
use crate::lang::value::{Trace, Value, float_text};
use Namespace::Math;

const HERE: &[Namespace] = &[Math];

pub(super) static TABLE: &[Builtin] = &[
    Builtin::new("tan", "x", "The tangent of a number, in radians.", HERE, real),
    Builtin::new("asin", "x", "The angle whose sine is x.", HERE, real),
    Builtin::new("acos", "x", "The angle whose cosine is x.", HERE, real),
    Builtin::new("atan", "x", "The angle whose tangent is x.", HERE, real),
    Builtin::new("sinh", "x", "The hyperbolic sine.", HERE, real),
    Builtin::new("cosh", "x", "The hyperbolic cosine.", HERE, real),
    Builtin::new("log1p", "x", "The natural logarithm of 1 + x.", HERE, real),
    Builtin::new("expm1", "x", "e to the power of x, less 1.", HERE, real),
    Builtin::new("exp2", "x", "2 to the power of x.", HERE, real),
    Builtin::new("erf", "x", "The error function.", HERE, real),
    Builtin::new("fabs", "x", "The size of a number, as a float.", HERE, real),
    Builtin::new("degrees", "x", "An angle in degrees.", HERE, real),
    Builtin::new("radians", "x", "An angle in radians.", HERE, real),
    Builtin::new("atan2", "y, x", "The angle of the point (x, y).", HERE, pair),
    Builtin::new("hypot", "x, y", "The length of the vector (x, y).", HERE, pair),
    Builtin::new("fmod", "x, y", "The remainder of x / y, with the sign of x.", HERE, pair),
    Builtin::new("copysign", "x, y", "x with the sign of y.", HERE, pair),
    Builtin::new("trunc", "x", "Without what is after the point.", HERE, trunc),
    Builtin::new("isfinite", "x", "Whether a number is neither infinite nor NaN.", HERE, is_finite),
    Builtin::new(
        "isclose",
        "a, b, *, rel_tol=1e-09, abs_tol=0.0",
        "Whether two numbers are nearly equal.",
        HERE,
        is_close,
    ),
    Builtin::new("gcd", "a, b", "The greatest common divisor.", HERE, whole_pair),
    Builtin::new("comb", "n, k", "How many ways there are to choose k of n.", HERE, whole_pair),
    Builtin::new("isqrt", "n", "The square root of a whole number, rounded down.", HERE, whole),
    Builtin::new("factorial", "n", "The product of the numbers 1 to n.", HERE, whole),
    Builtin::new("prod", "items, start=1", "The product of the items.", HERE, product),
    Builtin::new("fsum", "items", "The sum of the items, as a float.", HERE, sum),
];

fn real(_: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let (name, x) = (call.builtin.name, call.float("x")?);
    let outside = match name {
        "asin" | "acos" => x.abs() > 1.0,
        "tan" => x.is_infinite(),
        "log1p" => x <= -1.0,
        _ => false,
    };
    if outside {
        return Err(call.error(format!("{name} has no value for {}", float_text(x))));
    }
    let result = match name {
        "tan" => x.tan(),
        "asin" => x.asin(),
        "acos" => x.acos(),
        "atan" => x.atan(),
        "sinh" => x.sinh(),
        "cosh" => x.cosh(),
        "log1p" => x.ln_1p(),
        "expm1" => x.exp_m1(),
        "exp2" => x.exp2(),
        "erf" => libm::erf(x),
        "fabs" => x.abs(),
        "degrees" => x.to_degrees(),
        _ => x.to_radians(),
    };
    if result.is_infinite() && x.is_finite() {
        return Err(call.error(format!("{name} of {} is too large for a number", float_text(x))));
    }
    Ok(Value::Float(result, Trace::None))
}

fn pair(_: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let (x, y) = (call.float("x")?, call.float("y")?);
    let result = match call.builtin.name {
        "atan2" => y.atan2(x),
        "hypot" => x.hypot(y),
        "copysign" => x.copysign(y),
        _ if y == 0.0 => return Err(call.error(format!("fmod has no value for {} and 0", float_text(x)))),
        _ => x % y,
    };
    Ok(Value::Float(result, Trace::None))
}

fn trunc(_: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    super::python::truncated(call, call.float("x")?)
}

fn is_finite(_: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    Ok(Value::Bool(call.float("x")?.is_finite()))
}

fn is_close(_: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let (a, b) = (call.float("a")?, call.float("b")?);
    let same = a.partial_cmp(&b).is_some_and(std::cmp::Ordering::is_eq);
    let near = (call.float("rel_tol")? * a.abs().max(b.abs())).max(call.float("abs_tol")?);
    Ok(Value::Bool(same || ((a - b).abs() <= near && a.is_finite() && b.is_finite())))
}

fn fitting(call: &Call<'_>, number: Option<i64>) -> Outcome {
    let value = number.map(|number| Value::Int(number, Trace::None));
    value.ok_or_else(|| call.error("this whole number does not fit 64 bits"))
}

fn whole_pair(_: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    if call.builtin.name == "gcd" {
        let (mut a, mut b) = (call.int("a")?.unsigned_abs(), call.int("b")?.unsigned_abs());
        while b != 0 {
            (a, b) = (b, a % b);
        }
        return fitting(call, i64::try_from(a).ok());
    }
    let (n, k) = (call.size("n")? as i64, call.size("k")? as i64);
    if k > n {
        return Ok(Value::Int(0, Trace::None));
    }
    // Each step is a whole number: the product of i neighbours is divisible by i.
    let ways = (1..=k.min(n - k)).try_fold(1_i64, |ways, i| Some(ways.checked_mul(n - i + 1)? / i));
    fitting(call, ways)
}

fn whole(_: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let n = call.size("n")? as i64;
    match call.builtin.name {
        "isqrt" => Ok(Value::int(n.isqrt())),
        _ => fitting(call, (1..=n).try_fold(1_i64, i64::checked_mul)),
    }
}

fn product(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let span = call.span_of("items");
    let mut product = call.value("start").clone();
    for item in machine.iterate(call.value("items"), span)? {
        product = machine.joined(call.span, (product, span), crate::lang::syntax::Binary::Multiply, (item, span))?;
    }
    Ok(product)
}

fn sum(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let span = call.span_of("items");
    let mut exact = Vec::new();
    for item in machine.iterate(call.value("items"), span)? {
        exact.push(Number::of(&item).map(Number::real).ok_or_else(|| call.wrong("items", "numbers"))?);
    }
    Ok(Value::Float(without_loss(&exact), Trace::None))
}

/// A sum that is rounded once, by Shewchuk's partial sums.
fn without_loss(numbers: &[f64]) -> f64 {
    let mut partials: Vec<f64> = Vec::new();
    for &number in numbers {
        let mut x = number;
        let mut kept = 0;
        for place in 0..partials.len() {
            let (big, small) =
                if x.abs() < partials[place].abs() { (partials[place], x) } else { (x, partials[place]) };
            let sum = big + small;
            let rest = small - (sum - big);
            if rest != 0.0 {
                partials[kept] = rest;
                kept += 1;
            }
            x = sum;
        }
        partials.truncate(kept);
        partials.push(x);
    }
    partials.iter().rev().sum()
}

#[cfg(test)]
mod tests {
    use super::without_loss;

    #[test]
    fn a_sum_is_rounded_once() {
        assert_eq!(without_loss(&[0.1; 10]).to_bits(), 1.0_f64.to_bits());
        assert_eq!(without_loss(&[1e16, 1.0, -1e16]).to_bits(), 1.0_f64.to_bits());
    }
}
