//! `math`: functions of plain numbers, with Python's errors where they have no value.

use super::declare::{BuiltinResult, Invocation, builtins};
use super::from_argument::At;
use super::from_python::Index;
use crate::lang::diagnostic::Diagnostic;
use crate::lang::evaluate::numbers::Number;
use crate::lang::syntax::Binary;
use crate::lang::value::{Value, float_text};
use crate::tensor::{self, Tensor};

builtins! { TABLE:
    /// The square root of a number.
    #[at(Math)]
    fn sqrt(call, @positional x: At<Value>) -> Value {
        call.of_number(&x, Tensor::sqrt, f64::sqrt, |x| x >= 0.0 || x.is_nan())
    }

    /// e to the power of a number.
    #[at(Math)]
    fn exp(call, @positional x: At<Value>) -> Value {
        call.of_number(&x, Tensor::exp, f64::exp, |_| true)
    }

    /// The sine of a number, in radians.
    #[at(Math)]
    fn sin(call, @positional x: At<Value>) -> Value {
        call.of_number(&x, Tensor::sin, f64::sin, |x| !x.is_infinite())
    }

    /// The cosine of a number, in radians.
    #[at(Math)]
    fn cos(call, @positional x: At<Value>) -> Value {
        call.of_number(&x, Tensor::cos, f64::cos, |x| !x.is_infinite())
    }

    /// The hyperbolic tangent of a number.
    #[at(Math)]
    fn tanh(call, @positional x: At<Value>) -> Value {
        call.of_number(&x, Tensor::tanh, f64::tanh, |_| true)
    }

    /// The logarithm of a number, natural without a base.
    #[at(Math)]
    fn log(call, @positional x: At<Value>, @positional base: Option<f64> = None) -> Value {
        let Some(base) = base else {
            return call.of_number(&x, Tensor::log, f64::ln, |x| x > 0.0 || x.is_nan());
        };
        let (x, base) = (call.real_number(&x)?, base);
        if x <= 0.0 || base <= 0.0 {
            return Err(call.outside().into());
        }
        if base.ln() == 0.0 {
            return Err(call.error("division by zero").into());
        }
        Ok((x.ln() / base.ln()).into())
    }

    /// The logarithm to the base 2.
    #[at(Math)]
    fn log2(call, @positional x: f64) -> f64 {
        if x <= 0.0 {
            return Err(call.outside().into());
        }
        Ok(f64::log2(x))
    }

    /// The logarithm to the base 10.
    #[at(Math)]
    fn log10(call, @positional x: f64) -> f64 {
        if x <= 0.0 {
            return Err(call.outside().into());
        }
        Ok(f64::log10(x))
    }

    /// The largest whole number that is not larger.
    #[at(Math)]
    fn floor(call, @positional x: f64) -> i64 {
        call.whole(x.floor())
    }

    /// The smallest whole number that is not smaller.
    #[at(Math)]
    fn ceil(call, @positional x: f64) -> i64 {
        call.whole(x.ceil())
    }

    /// x to the power of y, as a float.
    #[at(Math)]
    fn pow(call, @positional x: f64, @positional y: f64) -> f64 {
        let power = x.powf(y);
        if power.is_nan() && !x.is_nan() && !y.is_nan() {
            return Err(call.outside().into());
        }
        if power.is_infinite() && x.is_finite() && y.is_finite() {
            return Err(call.error(if x == 0.0 { "math domain error" } else { "math range error" }).into());
        }
        Ok(power)
    }

    /// Whether a number is not a number.
    #[at(Math)]
    fn isnan(_call, @positional x: f64) -> bool {
        Ok(x.is_nan())
    }

    /// Whether a number is infinite.
    #[at(Math)]
    fn isinf(_call, @positional x: f64) -> bool {
        Ok(x.is_infinite())
    }

    /// The tangent of a number, in radians.
    #[at(Math)]
    fn tan(call, @positional x: f64) -> f64 {
        call.inside(x, !x.is_infinite())?;
        call.finite(x, x.tan())
    }

    /// The angle whose sine is x.
    #[at(Math)]
    fn asin(call, @positional x: f64) -> f64 {
        call.inside(x, x.abs() <= 1.0 || x.is_nan())?;
        call.finite(x, x.asin())
    }

    /// The angle whose cosine is x.
    #[at(Math)]
    fn acos(call, @positional x: f64) -> f64 {
        call.inside(x, x.abs() <= 1.0 || x.is_nan())?;
        call.finite(x, x.acos())
    }

    /// The angle whose tangent is x.
    #[at(Math)]
    fn atan(call, @positional x: f64) -> f64 {
        call.finite(x, x.atan())
    }

    /// The hyperbolic sine.
    #[at(Math)]
    fn sinh(call, @positional x: f64) -> f64 {
        call.finite(x, x.sinh())
    }

    /// The hyperbolic cosine.
    #[at(Math)]
    fn cosh(call, @positional x: f64) -> f64 {
        call.finite(x, x.cosh())
    }

    /// The natural logarithm of 1 + x.
    #[at(Math)]
    fn log1p(call, @positional x: f64) -> f64 {
        call.inside(x, x > -1.0 || x.is_nan())?;
        call.finite(x, x.ln_1p())
    }

    /// e to the power of x, less 1.
    #[at(Math)]
    fn expm1(call, @positional x: f64) -> f64 {
        call.finite(x, x.exp_m1())
    }

    /// 2 to the power of x.
    #[at(Math)]
    fn exp2(call, @positional x: f64) -> f64 {
        call.finite(x, x.exp2())
    }

    /// The error function.
    #[at(Math)]
    fn erf(call, @positional x: f64) -> f64 {
        call.finite(x, libm::erf(x))
    }

    /// The size of a number, as a float.
    #[at(Math)]
    fn fabs(call, @positional x: f64) -> f64 {
        call.finite(x, x.abs())
    }

    /// An angle in degrees.
    #[at(Math)]
    fn degrees(call, @positional x: f64) -> f64 {
        call.finite(x, x.to_degrees())
    }

    /// An angle in radians.
    #[at(Math)]
    fn radians(call, @positional x: f64) -> f64 {
        call.finite(x, x.to_radians())
    }

    /// The angle of the point (x, y).
    #[at(Math)]
    fn atan2(_call, @positional y: f64, @positional x: f64) -> f64 {
        Ok(y.atan2(x))
    }

    /// The length of the vector (x, y).
    #[at(Math)]
    fn hypot(_call, @positional x: f64, @positional y: f64) -> f64 {
        Ok(x.hypot(y))
    }

    /// The remainder of x / y, with the sign of x.
    #[at(Math)]
    fn fmod(call, @positional x: f64, @positional y: f64) -> f64 {
        if (y == 0.0 || x.is_infinite()) && !x.is_nan() && !y.is_nan() {
            return Err(call.outside().into());
        }
        Ok(x % y)
    }

    /// x with the sign of y.
    #[at(Math)]
    fn copysign(_call, @positional x: f64, @positional y: f64) -> f64 {
        Ok(x.copysign(y))
    }

    /// Without what is after the point.
    #[at(Math)]
    fn trunc(call, @positional x: f64) -> i64 {
        call.whole(x.trunc())
    }

    /// Whether a number is neither infinite nor NaN.
    #[at(Math)]
    fn isfinite(_call, @positional x: f64) -> bool {
        Ok(x.is_finite())
    }

    /// Whether two numbers are nearly equal.
    #[at(Math)]
    fn isclose(_call, a: f64, b: f64; rel_tol: f64 = 1e-09, abs_tol: f64 = 0.0) -> bool {
        let same = a.partial_cmp(&b).is_some_and(std::cmp::Ordering::is_eq);
        let near = (rel_tol * a.abs().max(b.abs())).max(abs_tol);
        Ok(same || ((a - b).abs() <= near && a.is_finite() && b.is_finite()))
    }

    /// The greatest common divisor.
    #[at(Math)]
    fn gcd(call, @positional a: Index, @positional b: Index) -> i64 {
        let (mut a, mut b) = (a.0.unsigned_abs(), b.0.unsigned_abs());
        while b != 0 {
            (a, b) = (b, a % b);
        }
        call.fitting(i64::try_from(a).ok())
    }

    /// How many ways there are to choose k of n.
    #[at(Math)]
    fn comb(call, @positional n: Index, @positional k: Index) -> i64 {
        let (n, k) = (n.0, k.0);
        if let Some((name, _)) = [("n", n), ("k", k)].into_iter().find(|(_, number)| *number < 0) {
            return Err(call.error(format!("{name} must be a non-negative integer")).into());
        }
        if k > n {
            return Ok(0);
        }
        // Each step is a whole number: the product of i neighbours is divisible by i.
        call.fitting((1..=k.min(n - k)).try_fold(1_i64, |ways, i| Some(ways.checked_mul(n - i + 1)? / i)))
    }

    /// The square root of a whole number, rounded down.
    #[at(Math)]
    fn isqrt(call, @positional n: Index) -> i64 {
        match n.0.checked_isqrt() {
            Some(root) => Ok(root),
            None => Err(call.error("isqrt() argument must be nonnegative").into()),
        }
    }

    /// The product of the numbers 1 to n.
    #[at(Math)]
    fn factorial(call, @positional n: Index) -> i64 {
        if n.0 < 0 {
            return Err(call.error("factorial() not defined for negative values").into());
        }
        call.fitting((1..=n.0).try_fold(1_i64, i64::checked_mul))
    }

    /// The product of the items.
    #[at(Math)]
    fn prod(call, @positional items: At<Value>; start: Value = 1) -> Value {
        let mut product = start;
        for item in call.interpreter.iterate(&items.value, items.span)? {
            product =
                call.interpreter.joined(call.span, (product, items.span), Binary::Multiply, (item, items.span))?;
        }
        Ok(product)
    }

    /// The sum of the items, as a float.
    #[at(Math)]
    fn fsum(call, @positional items: At<Value>) -> f64 {
        let mut exact = Vec::new();
        for item in call.interpreter.iterate(&items.value, items.span)? {
            let number = Number::of(&item).map(Number::real);
            exact.push(number.ok_or_else(|| call.error(format!("must be real number, not {}", item.python_type())))?);
        }
        Ok(without_loss(&exact))
    }
}

impl Invocation<'_, '_> {
    /// The number that a value is, or the only one of a tensor.
    fn real_number(&mut self, x: &At<Value>) -> BuiltinResult<f64> {
        let value = match &x.value {
            Value::Tensor(tensor) if tensor.now().len() == 1 => self.interpreter.number_of(&tensor.now(), x.span)?,
            other => other.clone(),
        };
        let number = Number::of(&value).map(Number::real);
        let wrong = || {
            let error = Diagnostic::new(x.span, format!("must be real number, not {}", value.python_type()));
            match value {
                Value::Object(_) | Value::Stub(_) | Value::Tensor(_) => error,
                _ => error.raising("TypeError"),
            }
        };
        Ok(number.ok_or_else(wrong)?)
    }

    /// A function of one number, with the errors of Python's `math` where it has no value; the tape knows it as `of_tensor`.
    pub(super) fn of_number(
        &mut self,
        x: &At<Value>,
        of_tensor: impl FnOnce(&Tensor) -> tensor::Result<Tensor>,
        of_number: impl FnOnce(f64) -> f64,
        is_inside: impl FnOnce(f64) -> bool,
    ) -> BuiltinResult {
        let value = match &x.value {
            Value::Tensor(tensor) if tensor.now().len() == 1 => self.interpreter.number_of(&tensor.now(), x.span)?,
            other => other.clone(),
        };
        let number = self.real_number(x)?;
        if !is_inside(number) {
            let (name, x) = (self.name(), float_text(number));
            return Err(self.outside().help(format!("{name} is not defined for {x}")).into());
        }
        let result = of_number(number);
        if result.is_infinite() && number.is_finite() {
            let (name, x) = (self.name(), float_text(number));
            let error = self.error("math range error").raising("OverflowError");
            return Err(error.help(format!("{name} of {x} is too large for a number")).into());
        }
        let result = Number::Float(result);
        let trace = self.interpreter.trace_function(self.span, (&value, x.span), of_tensor, result);
        Ok(result.value(trace))
    }

    /// The error of Python where a function has no value.
    pub(super) fn outside(&self) -> Diagnostic {
        self.error("math domain error").raising("ValueError")
    }

    /// That a number lies where the function has values.
    fn inside(&self, x: f64, is_inside: bool) -> BuiltinResult<()> {
        if is_inside {
            return Ok(());
        }
        let (name, x) = (self.name(), float_text(x));
        Err(self.outside().help(format!("{name} is not defined for {x}")).into())
    }

    /// A value, unless it is infinite though what it was computed of is not.
    fn finite(&self, x: f64, value: f64) -> BuiltinResult<f64> {
        if value.is_infinite() && x.is_finite() {
            let (name, x) = (self.name(), float_text(x));
            let error = self.error("math range error").raising("OverflowError");
            return Err(error.help(format!("{name} of {x} is too large for a number")).into());
        }
        Ok(value)
    }

    /// A whole number of 64 bits, where there is one.
    pub(super) fn fitting(&self, number: Option<i64>) -> BuiltinResult<i64> {
        number.ok_or_else(|| self.error("this integer does not fit in 64 bits").into())
    }

    /// A real number without a fraction as a whole one.
    pub(super) fn whole(&self, x: f64) -> BuiltinResult<i64> {
        if x.is_nan() {
            return Err(self.error("cannot convert float NaN to integer").raising("ValueError").into());
        }
        if x.is_infinite() {
            return Err(self.error("cannot convert float infinity to integer").raising("OverflowError").into());
        }
        self.fitting((i64::MIN as f64..i64::MAX as f64).contains(&x).then_some(x as i64))
    }
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
