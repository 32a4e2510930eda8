//! Python's numbers: what makes them, rounds them, and divides them with a remainder. The errors are CPython's.

use super::declare::{BuiltinResult, Invocation, builtins};
use super::from_argument::At;
use super::from_python::{IfGiven, Index, of_wrong_type};
use super::nearest;
use crate::lang::diagnostic::Diagnostic;
use crate::lang::evaluate::Outcome;
use crate::lang::evaluate::numbers::Number;
use crate::lang::syntax::{Binary, Span};
use crate::lang::value::{ArrayType, SharedTensor, Value};
use crate::tensor::Tensor;

builtins! { TABLE:
    /// The quotient, rounded down, and the remainder.
    #[at(Bare)]
    fn divmod(call, @positional x: At<Value>, @positional y: At<Value>) -> Value {
        let is_operand = |operand: &&At<Value>| Number::of(&operand.value).is_some() || operand.value.is_of_numpy();
        if let Some(wrong) = [&x, &y].into_iter().find(|operand| !is_operand(operand)) {
            let error = not_joined(call, "divmod()", [&x, &y], wrong);
            let is_tensor = matches!(wrong.value, Value::Tensor(_));
            return Err(if is_tensor { error.help("write x // y and x % y") } else { error }.into());
        }
        let quotient = joined(call, &x, Binary::FloorDivide, &y).map_err(|error| {
            let are_whole = [&x, &y].into_iter().all(|operand| !matches!(operand.value, Value::Float(..)));
            let is_zero = Number::of(&y.value).is_some_and(|y| y.real() == 0.0);
            // Python has other words for this than for `//`.
            if is_zero && !are_whole { error.raising_as("ZeroDivisionError", "float divmod()") } else { error }
        })?;
        let rest = joined(call, &x, Binary::Modulo, &y)?;
        Ok(Value::Tuple(call.interpreter.collect(call.span, vec![quotient, rest])?))
    }

    /// base ** exp.
    #[at(Bare)]
    fn pow(call, base: At<Value>, exp: At<Value>) -> Value {
        let has_powers = |value: &Value| matches!(value, Value::Tensor(_) | Value::Object(_)) || Number::of(value).is_some();
        if let Some(wrong) = [&base, &exp].into_iter().find(|operand| !has_powers(&operand.value)) {
            return Err(not_joined(call, "** or pow()", [&base, &exp], wrong).into());
        }
        Ok(joined(call, &base, Binary::Power, &exp)?)
    }

    /// The size of a number, or of each element, without its sign.
    #[at(Bare)]
    fn abs(call, @positional x: At<Value>) -> Value => AbsBackward0 {
        magnitude(call, &x)
    }

    /// The nearest whole number, or with so many digits after the point.
    #[at(Bare)]
    fn round(call, number: At<Value>, ndigits: Option<Index> = None) -> Value {
        let number = match &number.value {
            Value::Tensor(scalar) if scalar.array_type() == ArrayType::Scalar => return rounded(call, scalar, ndigits),
            _ => number,
        };
        match (Number::of(&number.value), ndigits) {
            (Some(Number::Int(x)), None) => Ok(x.into()),
            (Some(Number::Int(x)), Some(digits)) => Ok(call.fitting(whole_to_digits(x, digits.0))?.into()),
            (Some(Number::Float(x)), None) => Ok(call.whole(x.round_ties_even())?.into()),
            (Some(Number::Float(x)), Some(digits)) => Ok(to_digits(x, digits.0).into()),
            (None, _) => {
                let message = format!("type {} doesn't define __round__ method", number.value.python_type());
                let help = match number.value {
                    Value::Tensor(_) => "write torch.round(x)".to_owned(),
                    _ => "usage: round(number, ndigits=None)".to_owned(),
                };
                let error = Diagnostic::new(number.span, message);
                let error = match number.value {
                    Value::Tensor(_) | Value::Object(_) | Value::Stub(_) => error,
                    _ => error.raising("TypeError"),
                };
                Err(error.help(help).into())
            }
        }
    }

    /// A whole number: of a float, without what is after the point.
    #[at(Bare)]
    #[role(NumberType(I64))]
    fn int(call, @positional x: At<Value> = 0, base: IfGiven<At<i64>> = None) -> Value {
        match base.0 {
            Some(base) => digits_in_base(call, &x, &base),
            None => whole_number(call, x),
        }
    }

    /// A real number; also of 'inf', '-inf' and 'nan'.
    #[at(Bare)]
    #[role(NumberType(F64))]
    fn float(call, @positional x: At<Value> = 0.0) -> Value {
        real_number(call, x)
    }
}

/// A number of NumPy, rounded: without digits, one of Python.
fn rounded(call: &mut Invocation<'_, '_>, scalar: &SharedTensor, digits: Option<Index>) -> BuiltinResult {
    let now = scalar.now();
    let Some(digits) = digits else {
        return Ok(match Number::held_by(&now) {
            Some(Number::Float(x)) => call.whole(x.round_ties_even())?.into(),
            Some(Number::Int(x)) => x.into(),
            None => Value::Tensor(scalar.clone()),
        });
    };
    if now.dtype().is_integer() {
        return Ok(Value::Tensor(scalar.clone()));
    }
    let power = 10_f64.powi(i32::try_from(digits.0).unwrap_or(0));
    let to_digits = |x: f64| {
        if digits.0 < 0 {
            (x * 10_f64.powi(-digits.0 as i32).recip()).round_ties_even() / power
        } else {
            (x * power).round_ties_even() / power
        }
    };
    let value = to_digits(now.at(&[]));
    Ok(Value::of_numpy(Tensor::from_f64(&[], vec![value])?.to(now.dtype())?))
}

fn joined(call: &mut Invocation<'_, '_>, x: &At<Value>, operator: Binary, y: &At<Value>) -> Outcome {
    call.interpreter.joined(call.span, (x.value.clone(), x.span), operator, (y.value.clone(), y.span))
}

/// The error for operands that `sign` does not join, said of the wrong one.
fn not_joined(call: &Invocation<'_, '_>, sign: &str, [x, y]: [&At<Value>; 2], wrong: &At<Value>) -> Diagnostic {
    let (a, b) = (x.value.python_type(), y.value.python_type());
    let error = call.error(format!("unsupported operand type(s) for {sign}: '{a}' and '{b}'")).at(wrong.span);
    let may_be = |operand: &At<Value>| matches!(operand.value, Value::Object(_) | Value::Stub(_) | Value::Tensor(_));
    if may_be(x) || may_be(y) { error } else { error.raising("TypeError") }
}

fn magnitude(call: &mut Invocation<'_, '_>, x: &At<Value>) -> BuiltinResult {
    let value = call.interpreter.read(x.value.clone());
    if let Value::Tensor(tensor) = &value {
        let size = tensor.now().abs()?;
        return Ok(if value.is_of_numpy() { Value::of_numpy(size) } else { size.into() });
    }
    let result = match Number::of(&value) {
        Some(Number::Int(x)) => Number::Int(call.fitting(x.checked_abs())?),
        Some(Number::Float(x)) => Number::Float(x.abs()),
        None => {
            let message = format!("bad operand type for abs(): '{}'", value.python_type());
            let error = call.error(message).at(x.span);
            return Err(of_wrong_type(error, &value).into());
        }
    };
    let trace = call.interpreter.trace_function(call.span, (&value, x.span), Tensor::abs, result);
    Ok(result.value(trace))
}

/// A real number with so many digits after the point: to the nearest, halves to the even neighbor, as Python rounds.
fn to_digits(x: f64, digits: i64) -> f64 {
    match usize::try_from(digits) {
        // No number has more digits.
        Ok(digits) if digits > 1100 => x,
        Ok(digits) => format!("{x:.digits$}").parse().unwrap_or(x),
        // All digits before the point are those of a whole number of 128 bits; larger ones have none to lose here.
        Err(_) if !x.is_finite() || x.abs() > 1e36 => x,
        Err(_) => {
            let half_open = 2 * (x.trunc() as i128) + i128::from(x.fract() != 0.0) * if x < 0.0 { -1 } else { 1 };
            let rounded = nearest_multiple(half_open, digits).map_or(0.0, |rounded| rounded as f64);
            rounded.copysign(x)
        }
    }
}

/// A whole number without its last `-digits` digits.
fn whole_to_digits(x: i64, digits: i64) -> Option<i64> {
    if digits >= 0 {
        return Some(x);
    }
    nearest_multiple(2 * i128::from(x), digits).map_or(Some(0), |rounded| i64::try_from(rounded).ok())
}

/// The multiple of 10 to the power of `-digits` that is nearest to half of a number; `None` where that power is too large to
/// matter.
fn nearest_multiple(doubled: i128, digits: i64) -> Option<i128> {
    let power = u32::try_from(digits.unsigned_abs()).ok().filter(|&power| power < 38)?;
    let step = 10_i128.pow(power);
    let below = doubled.div_euclid(2 * step);
    let rest = doubled.rem_euclid(2 * step);
    let up = rest > step || (rest == step && below % 2 != 0);
    Some((below + i128::from(up)) * step)
}

fn whole_number(call: &mut Invocation<'_, '_>, x: At<Value>) -> BuiltinResult {
    let At { value, span } = x;
    match call.interpreter.read(value) {
        Value::Tensor(tensor) => match call.interpreter.only_number(&tensor, span)? {
            Value::Float(x, _) => Ok(call.whole(x.trunc())?.into()),
            Value::Bool(x) => Ok(i64::from(x).into()),
            whole => Ok(whole),
        },
        Value::Str(text) => {
            call.interpreter.read_through(call.span, text.len())?;
            let written = Value::Str(text.clone());
            let digits = without_underscores(text.trim());
            let plain = digits.trim_start_matches(['+', '-']);
            if plain.is_empty() || !plain.bytes().all(|c| c.is_ascii_digit()) || digits.len() > plain.len() + 1 {
                let message = format!("invalid literal for int() with base 10: {}", written.excerpt());
                let words = format!("invalid literal for int() with base 10: {}", written.repr());
                return Err(Diagnostic::new(span, message).raising_as("ValueError", words).into());
            }
            Ok(call.fitting(digits.parse().ok())?.into())
        }
        value @ Value::Int(..) => Ok(value),
        Value::Bool(x) => Ok(i64::from(x).into()),
        Value::Float(x, _) => Ok(call.whole(x.trunc())?.into()),
        other => {
            let wants = "a string, a bytes-like object or a real number";
            let message = format!("int() argument must be {wants}, not '{}'", other.python_type());
            let error = call.error(message).at(span);
            Err(of_wrong_type(error, &other).into())
        }
    }
}

/// A whole number that is written in another base: `int("ff", 16)`.
fn digits_in_base(call: &mut Invocation<'_, '_>, x: &At<Value>, base: &At<i64>) -> BuiltinResult {
    let Value::Str(text) = &x.value else {
        let error = call.error("int() can't convert non-string with explicit base").at(x.span);
        return Err(of_wrong_type(error, &x.value).into());
    };
    call.interpreter.read_through(call.span, text.len())?;
    let of_prefix = |digits: &str| match digits.get(..2).map(str::to_lowercase).as_deref() {
        Some("0x") => Some(16),
        Some("0o") => Some(8),
        Some("0b") => Some(2),
        _ => None,
    };
    let trimmed = text.trim();
    let (sign, digits) = match trimmed.strip_prefix(['-', '+']) {
        Some(digits) if trimmed.starts_with('-') => ("-", digits),
        Some(digits) => ("", digits),
        None => ("", trimmed),
    };
    let (base, digits) = match (base.value, of_prefix(digits)) {
        (0, Some(base)) => (base, &digits[2..]),
        (0, None) => (10, digits),
        (base @ 2..=36, Some(prefix)) if base == i64::from(prefix) => (prefix, &digits[2..]),
        (base @ 2..=36, _) => (base as u32, digits),
        _ => {
            return Err(call
                .error("int() base must be >= 2 and <= 36, or 0")
                .raising("ValueError")
                .at(base.span)
                .into());
        }
    };
    let is_written = !digits.is_empty()
        && digits.chars().all(|c| c == '_' || c.is_digit(base))
        && !digits.starts_with('_')
        && !digits.ends_with('_')
        && !digits.contains("__");
    if !is_written {
        let message = format!("invalid literal for int() with base {base}: {}", x.value.repr());
        return Err(Diagnostic::new(x.span, message).raising("ValueError").into());
    }
    let number = i64::from_str_radix(&format!("{sign}{}", digits.replace('_', "")), base).ok();
    Ok(call.fitting(number)?.into())
}

pub(super) fn real_number(call: &mut Invocation<'_, '_>, x: At<Value>) -> BuiltinResult {
    let At { value, span } = x;
    let value = match call.interpreter.read(value) {
        Value::Tensor(tensor) => call.interpreter.only_number(&tensor, span)?,
        Value::Str(text) => {
            call.interpreter.read_through(call.span, text.len())?;
            return Ok(read_float(&text).ok_or_else(|| no_float(&text, span))?.into());
        }
        value => value,
    };
    match (Number::of(&value), &value) {
        (_, Value::Float(..)) => Ok(value),
        (Some(number), _) => Ok(number.real().into()),
        (None, _) => {
            let kind = value.python_type();
            let message = format!("float() argument must be a string or a real number, not '{kind}'");
            let error = call.error(message).at(span);
            Err(of_wrong_type(error, &value).into())
        }
    }
}

fn no_float(text: &str, span: Span) -> Diagnostic {
    let written = Value::text(text);
    let error = Diagnostic::new(span, format!("could not convert string to float: {}", written.excerpt()))
        .raising_as("ValueError", format!("could not convert string to float: {}", written.repr()));
    match nearest(text, ["inf", "-inf", "nan"].into_iter()) {
        Some(near) => error.help(format!("did you mean '{near}'?")),
        None => error,
    }
}

/// A number as Python reads it from text.
fn read_float(text: &str) -> Option<f64> {
    let text = without_underscores(text.trim()).to_ascii_lowercase();
    let starts = text.trim_start_matches(['+', '-']);
    let plain =
        starts.starts_with(|c: char| c.is_ascii_digit() || c == '.') || matches!(starts, "inf" | "infinity" | "nan");
    plain.then(|| text.parse().ok()).flatten()
}

/// Digits without the underscores between them; the same text where one stands elsewhere.
fn without_underscores(text: &str) -> String {
    let bytes = text.as_bytes();
    let is_digit = |place: Option<usize>| place.and_then(|at| bytes.get(at)).is_some_and(u8::is_ascii_digit);
    let is_between = |at: usize| is_digit(at.checked_sub(1)) && is_digit(Some(at + 1));
    let fits = bytes.iter().enumerate().all(|(at, byte)| *byte != b'_' || is_between(at));
    if fits { text.replace('_', "") } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_those_of_python() {
        let cases =
            [(2.675, 2, 2.67), (1234.5, -2, 1200.0), (-1250.0, -2, -1200.0), (1e-20, 21, 1e-20), (50.5, -2, 100.0)];
        for (x, digits, expected) in cases {
            assert_eq!(to_digits(x, digits).to_bits(), f64::to_bits(expected), "round({x}, {digits})");
        }
        assert_eq!(to_digits(-3.0, -40).to_bits(), (-0.0_f64).to_bits());
        assert_eq!([1250, 1350, -1251].map(|x| whole_to_digits(x, -2)), [Some(1200), Some(1400), Some(-1300)]);
        assert_eq!(whole_to_digits(i64::MAX, -1), None);
        assert_eq!(whole_to_digits(5, -i64::MAX), Some(0));
    }

    #[test]
    fn underscores_stand_between_digits_only() {
        assert_eq!(["1_000", "_1", "1__0", "1_"].map(without_underscores), ["1000", "_1", "1__0", "1_"]);
    }
}
