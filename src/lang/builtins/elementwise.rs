//! Functions of each element. Each comes in three kinds: PyTorch's take tensors, those of `math` take numbers, and under their
//! own names they take both.

use std::sync::Arc;

use super::declare::{BuiltinResult, Invocation, builtins};
use super::from_argument::{Argument, At, FromArgument, NumberOperand, Operand};
use super::from_python::IfGiven;
use super::in_place::{Changed, bounds, of_clamp};
use crate::lang::diagnostic::Diagnostic;
use crate::lang::evaluate::grad_fn::of_power;
use crate::lang::evaluate::numbers::Number;
use crate::lang::evaluate::{Interpreter, Outcome};
use crate::lang::value::Value;
use crate::tensor::ops::arithmetic::promoted;
use crate::tensor::ops::dtype_names::not_implemented;
use crate::tensor::ops::mask::where_;
use crate::tensor::{self, DType, Gelu, Tensor};

builtins! { TABLE:
    /// The square root.
    #[at(Bare)]
    fn sqrt_of_either as "sqrt" (call, x: TensorOrNumber) -> Value => SqrtBackward0 {
        call.of_either(x, Tensor::sqrt, f64::sqrt, |x| x >= 0.0 || x.is_nan())
    }

    /// e to the power of x.
    #[at(Bare)]
    fn exp_of_either as "exp" (call, x: TensorOrNumber) -> Value => ExpBackward0 {
        call.of_either(x, Tensor::exp, f64::exp, |_| true)
    }

    /// The natural logarithm.
    #[at(Bare)]
    fn log_of_either as "log" (call, x: TensorOrNumber) -> Value => LogBackward0 {
        call.of_either(x, Tensor::log, f64::ln, |x| x > 0.0 || x.is_nan())
    }

    /// The sine of an angle in radians.
    #[at(Bare)]
    fn sin_of_either as "sin" (call, x: TensorOrNumber) -> Value => SinBackward0 {
        call.of_either(x, Tensor::sin, f64::sin, |x| !x.is_infinite())
    }

    /// The cosine of an angle in radians.
    #[at(Bare)]
    fn cos_of_either as "cos" (call, x: TensorOrNumber) -> Value => CosBackward0 {
        call.of_either(x, Tensor::cos, f64::cos, |x| !x.is_infinite())
    }

    /// The hyperbolic tangent.
    #[at(Bare)]
    fn tanh_of_either as "tanh" (call, x: TensorOrNumber) -> Value => TanhBackward0 {
        call.of_either(x, Tensor::tanh, f64::tanh, |_| true)
    }

    /// The square root of each element.
    #[at(Torch, Tensor)]
    fn sqrt(_call, input: Tensor) -> Tensor => SqrtBackward0 {
        Ok(input.sqrt()?)
    }

    /// e to the power of each element.
    #[at(Torch, Tensor)]
    fn exp(_call, input: Tensor) -> Tensor => ExpBackward0 {
        Ok(input.exp()?)
    }

    /// The natural logarithm of each element.
    #[at(Torch, Tensor)]
    fn log(_call, input: Tensor) -> Tensor => LogBackward0 {
        Ok(input.log()?)
    }

    /// The sine of each element, in radians.
    #[at(Torch, Tensor)]
    fn sin(_call, input: Tensor) -> Tensor => SinBackward0 {
        Ok(input.sin()?)
    }

    /// The cosine of each element, in radians.
    #[at(Torch, Tensor)]
    fn cos(_call, input: Tensor) -> Tensor => CosBackward0 {
        Ok(input.cos()?)
    }

    /// The hyperbolic tangent of each element.
    #[at(Torch, Tensor, Functional)]
    fn tanh(_call, input: Tensor) -> Tensor => TanhBackward0 {
        Ok(input.tanh()?)
    }

    /// The error function of each element.
    #[at(Torch, Tensor)]
    fn erf(_call, input: Tensor) -> Tensor => ErfBackward0 {
        Ok(input.erf()?)
    }

    /// The tangent of each element, in radians.
    #[at(Torch, Tensor)]
    fn tan(_call, input: Tensor) -> Tensor => TanBackward0 {
        Ok(input.tan()?)
    }

    /// The logarithm of each element to the base 2.
    #[at(Torch, Tensor)]
    fn log2(_call, input: Tensor) -> Tensor => Log2Backward0 {
        Ok(input.log2()?)
    }

    /// The logarithm of each element to the base 10.
    #[at(Torch, Tensor)]
    fn log10(_call, input: Tensor) -> Tensor => Log10Backward0 {
        Ok(input.log10()?)
    }

    /// The logarithm of 1 + x.
    #[at(Torch, Tensor)]
    fn log1p(_call, input: Tensor) -> Tensor => Log1PBackward0 {
        Ok(input.log1p()?)
    }

    /// e to the power of x, less 1.
    #[at(Torch, Tensor)]
    fn expm1(_call, input: Tensor) -> Tensor => Expm1Backward0 {
        Ok(input.expm1()?)
    }

    /// The largest whole number that is not larger.
    #[at(Torch, Tensor)]
    fn floor(_call, input: Tensor) -> Tensor => FloorBackward0 {
        Ok(input.floor()?)
    }

    /// The smallest whole number that is not smaller.
    #[at(Torch, Tensor)]
    fn ceil(_call, input: Tensor) -> Tensor => CeilBackward0 {
        Ok(input.ceil()?)
    }

    /// Without what is after the point.
    #[at(Torch, Tensor)]
    fn trunc(_call, input: Tensor) -> Tensor => TruncBackward0 {
        Ok(input.trunc()?)
    }

    /// -1, 0 or 1.
    #[at(Torch, Tensor)]
    fn sign(_call, input: Tensor) -> Tensor => SignBackward0 {
        Ok(input.sign()?)
    }

    /// The size of each element, without its sign.
    #[at(Torch, Tensor)]
    fn abs(_call, input: Tensor) -> Tensor => AbsBackward0 {
        Ok(input.abs()?)
    }

    /// Each element with the other sign.
    #[at(Torch, Tensor)]
    fn neg(_call, input: Tensor) -> Tensor => NegBackward0 {
        Ok(input.neg()?)
    }

    /// Each element times itself.
    #[at(Torch, Tensor)]
    fn square(_call, input: Tensor) -> Tensor => PowBackward0 {
        let counted = if input.dtype() == DType::Bool { input.to(DType::I64)? } else { input.clone() };
        Ok(counted.mul(&input)?)
    }

    /// One over the square root of each element.
    #[at(Torch, Tensor)]
    #[keeps(result)]
    fn rsqrt(_call, input: Tensor) -> Tensor => RsqrtBackward0 {
        Ok(Tensor::number(1.0).div(&input.sqrt()?)?)
    }

    /// One over each element.
    #[at(Torch, Tensor)]
    #[keeps(result)]
    fn reciprocal(_call, input: Tensor) -> Tensor => ReciprocalBackward0 {
        Ok(Tensor::number(1.0).div(&input)?)
    }

    /// 1 / (1 + exp(-x)) of each element.
    #[at(Bare, Torch, Functional, Tensor)]
    fn sigmoid(_call, input: Tensor) -> Tensor => SigmoidBackward0 {
        Ok(input.sigmoid()?)
    }

    /// Each element, but 0 where it is negative.
    #[at(Bare, Torch, Functional, Tensor)]
    fn relu(call, input: Changed, inplace: bool = False) -> Value => ReluBackward0 {
        input.computed(call, inplace, Tensor::relu)
    }

    /// x * sigmoid(x) of each element.
    #[at(Functional)]
    fn silu(call, input: Changed, inplace: bool = False) -> Value => SiluBackward0 {
        input.computed(call, inplace, Tensor::silu)
    }

    /// log(1 + exp(x)) of each element.
    #[at(Functional)]
    #[keeps(input)]
    fn softplus(_call, input: Tensor, beta: f64 = 1.0, threshold: f64 = 20.0) -> Tensor => SoftplusBackward0 {
        real_only(&input, "softplus_cpu", "softplus")?;
        let (beta, threshold) = (Tensor::number(beta), Tensor::number(threshold));
        let scaled = input.mul(&beta)?;
        // As PyTorch, which keeps what is large as it is; its power would be infinite, and the gradient of that NaN.
        let is_large = scaled.gt(&threshold)?;
        let small = scaled.masked_fill(&is_large, &Tensor::number(0.0))?;
        Ok(where_(&is_large, &input, &small.exp()?.log1p()?.div(&beta)?)?)
    }

    /// Each element, scaled down where it is negative.
    #[at(Functional)]
    #[keeps(input)]
    fn leaky_relu(call, input: Changed, negative_slope: NumberOperand = 0.01, inplace: bool = False) -> Value => LeakyReluBackward0 {
        real_only(&input.old, "leaky_relu_cpu", "leaky_relu")?;
        if inplace {
            call.grad_fn("LeakyReluBackward1");
        }
        input.computed(call, inplace, |x| where_(&x.gt(&Tensor::integer(0))?, x, &x.mul(&negative_slope.0)?))
    }

    /// input + weight * (end - input): part of the way from one to the other, as a running mean goes.
    #[at(Torch, Tensor)]
    fn lerp(call, input: Tensor, end: Tensor, weight: Operand) -> Tensor {
        call.grad_fn_by(&weight, "LerpBackward0", "LerpBackward1");
        Ok(input.lerp(&end, &weight.0)?)
    }

    /// input + value * tensor1 * tensor2.
    #[at(Torch, Tensor)]
    fn addcmul(_call, input: Tensor, tensor1: Tensor, tensor2: Tensor; value: NumberOperand = 1) -> Tensor => AddcmulBackward0 {
        Ok(input.addcmul(&tensor1, &tensor2, &value.0)?)
    }

    /// input + value * tensor1 / tensor2.
    #[at(Torch, Tensor)]
    fn addcdiv(_call, input: Tensor, tensor1: Tensor, tensor2: Tensor; value: NumberOperand = 1) -> Tensor => AddcdivBackward0 {
        Ok(input.addcdiv(&tensor1, &tensor2, &value.0)?)
    }

    /// The Gaussian error linear unit; 'tanh' approximates it.
    #[at(Bare, Functional)]
    fn gelu(_call, input: Tensor; approximate: Gelu = "none") -> Tensor => GeluBackward0 {
        Ok(input.gelu(approximate)?)
    }

    /// The nearest whole number, or with so many digits.
    #[at(Torch, Tensor)]
    fn round(call, input: Tensor; decimals: IfGiven<i64> = 0) -> Tensor {
        call.grad_fn_along(decimals.0.is_some(), "RoundBackward0", "RoundBackward1");
        let Some(decimals) = decimals.0 else { return Ok(input.round()?) };
        real_only(&input, if decimals == 0 { "round_vml_cpu" } else { "round_cpu" }, "round")?;
        let scale = Tensor::number(10.0_f64.powi(decimals.clamp(-300, 300) as i32));
        Ok(input.mul(&scale)?.round()?.div(&scale)?)
    }

    /// NaN and the infinities replaced by numbers: 0, and the largest and smallest that there are.
    #[at(Torch, Tensor)]
    fn nan_to_num(
        _call, input: Tensor, nan: Option<f64> = None, posinf: Option<f64> = None, neginf: Option<f64> = None
    ) -> Tensor => NanToNumBackward0 {
        Ok(finite(&input, nan, posinf, neginf)?)
    }

    /// Both, bit by bit; of truth values, where both are true.
    #[at(Torch, Tensor)]
    fn bitwise_and(_call, input: Tensor, other: Operand) -> Tensor {
        Ok(input.and(&other.0)?)
    }

    /// Either, bit by bit; of truth values, where either is true.
    #[at(Torch, Tensor)]
    fn bitwise_or(_call, input: Tensor, other: Operand) -> Tensor {
        Ok(input.or(&other.0)?)
    }

    /// One without the other, bit by bit; of truth values, where one is true and the other is not.
    #[at(Torch, Tensor)]
    fn bitwise_xor(_call, input: Tensor, other: Operand) -> Tensor {
        Ok(input.xor(&other.0)?)
    }

    /// Where an element is not a number.
    #[at(Torch, Tensor)]
    fn isnan(_call, input: Tensor) -> Tensor {
        Ok(input.isnan()?)
    }

    /// Where an element, or a number, is not a number.
    #[at(Bare)]
    fn numpy_isnan as "isnan" (_call, x: Operand) -> Tensor {
        Ok(x.0.isnan()?)
    }

    /// Where an element is infinite.
    #[at(Torch, Tensor)]
    fn isinf(_call, input: Tensor) -> Tensor {
        Ok(unsigned(&input)?.eq(&Tensor::number(f64::INFINITY))?)
    }

    /// Where an element is neither infinite nor NaN.
    #[at(Torch, Tensor)]
    fn isfinite(_call, input: Tensor) -> Tensor {
        // NaN is in no order with anything.
        Ok(unsigned(&input)?.lt(&Tensor::number(f64::INFINITY))?)
    }

    /// x + other.
    #[at(Torch, Tensor)]
    fn add(_call, input: Operand, other: Operand; alpha: IfGiven<NumberOperand> = None) -> Tensor => AddBackward0 {
        let (x, other) = as_tensors(input, other)?;
        Ok(x.add(&times_alpha(&x, other, alpha.0)?)?)
    }

    /// x - other.
    #[at(Torch, Tensor)]
    fn sub as "sub" | "subtract" (_call, input: Operand, other: Operand; alpha: IfGiven<NumberOperand> = None) -> Tensor => SubBackward0 {
        let (x, other) = as_tensors(input, other)?;
        Ok(x.sub(&times_alpha(&x, other, alpha.0)?)?)
    }

    /// x * other, element by element.
    #[at(Torch, Tensor)]
    fn mul as "mul" | "multiply" (_call, input: Operand, other: Operand) -> Tensor => MulBackward0 {
        let (x, other) = as_tensors(input, other)?;
        Ok(x.mul(&other)?)
    }

    /// x / other.
    #[at(Torch, Tensor)]
    fn div as "div" | "divide" (call, input: Operand, other: Operand; rounding_mode: At<Option<Arc<str>>> = None) -> Tensor {
        let (x, other) = as_tensors(input, other)?;
        call.grad_fn_along(rounding_mode.value.is_some(), "DivBackward0", "DivBackward2");
        match rounding_mode.value.as_deref() {
            None => Ok(x.div(&other)?),
            Some("floor") => Ok(x.div_floor(&other)?),
            Some("trunc") => Ok(x.div_trunc(&other)?),
            Some(word) => {
                let message = "div expected rounding_mode to be one of None, 'trunc', or 'floor' but found";
                Err(Diagnostic::new(rounding_mode.span, format!("{message} '{word}'")).into())
            }
        }
    }

    /// x / other, a real number of whole ones too.
    #[at(Torch, Tensor)]
    fn true_divide(_call, input: Operand, other: Operand) -> Tensor => DivBackward0 {
        let (x, other) = as_tensors(input, other)?;
        Ok(x.div(&other)?)
    }

    /// x // other, rounded down.
    #[at(Torch, Tensor)]
    fn floor_divide(_call, input: Operand, other: Operand) -> Tensor => NotImplemented {
        let (x, other) = as_tensors(input, other)?;
        Ok(x.floor_div(&other)?)
    }

    /// x ** exponent.
    #[at(Torch, Tensor)]
    fn pow(call, input: Operand, exponent: Operand) -> Tensor {
        call.one_tensor(&input, &exponent)?;
        call.grad_fn(of_power(!input.0.is_number(), !exponent.0.is_number()));
        Ok(input.0.pow(&exponent.0)?)
    }

    /// The larger of each pair of elements.
    #[at(Torch, Tensor)]
    fn maximum(_call, input: Tensor, other: Tensor) -> Tensor => MaximumBackward0 {
        Ok(input.maximum(&other)?)
    }

    /// The smaller of each pair of elements.
    #[at(Torch, Tensor)]
    fn minimum(_call, input: Tensor, other: Tensor) -> Tensor => MinimumBackward0 {
        Ok(input.minimum(&other)?)
    }

    /// The remainder of x / other, with the sign of other.
    #[at(Torch, Tensor)]
    fn remainder(call, input: Operand, other: Operand) -> Tensor {
        call.one_tensor(&input, &other)?;
        let of_tensor = if input.0.is_number() { "NotImplemented" } else { "RemainderBackward1" };
        call.grad_fn_by(&other, "RemainderBackward0", of_tensor);
        Ok(input.0.remainder(&other.0)?)
    }

    /// The remainder of x / other, with the sign of x.
    #[at(Torch, Tensor)]
    fn fmod(call, input: Tensor, other: Operand) -> Tensor {
        call.grad_fn_by(&other, "FmodBackward0", "FmodBackward1");
        Ok(input.fmod(&other.0)?)
    }

    /// Each element, no smaller than min and no larger than max.
    #[at(Torch, Tensor)]
    fn clamp as "clamp" | "clip" (call, input: Tensor, min: Option<Operand> = None, max: Option<Operand> = None) -> Tensor {
        let (min, max) = bounds(call, min, max)?;
        call.grad_fn(of_clamp(min.as_ref(), max.as_ref()));
        Ok(input.clamp(min.as_ref(), max.as_ref())?)
    }
}

/// Refuses whole numbers and truth values where PyTorch's kernel was written for real numbers.
fn real_only(x: &Tensor, kernel: &str, name: &str) -> tensor::Result<()> {
    if x.dtype().is_float() || x.dtype().is_complex() { Ok(()) } else { Err(not_implemented(kernel, x.dtype(), name)) }
}

/// What functions under their own names take: a tensor, or a plain number.
enum TensorOrNumber {
    Tensor(Tensor),
    Number(At<Value>),
}

impl FromArgument for TensorOrNumber {
    fn from_argument(argument: &Argument<'_>, interpreter: &mut Interpreter<'_>) -> Outcome<Self> {
        match argument.value {
            Value::Tensor(tensor) => Ok(Self::Tensor(tensor.now())),
            value if Number::of(value).is_some() => At::from_argument(argument, interpreter).map(Self::Number),
            _ => Err(argument.wrong("Tensor or Number")),
        }
    }
}

impl FromArgument for Gelu {
    fn from_argument(argument: &Argument<'_>, interpreter: &mut Interpreter<'_>) -> Outcome<Self> {
        match &*Arc::<str>::from_argument(argument, interpreter)? {
            "none" => Ok(Self::Erf),
            "tanh" => Ok(Self::Tanh),
            _ => Err(Diagnostic::new(argument.span, "approximate argument must be either none or tanh.")),
        }
    }
}

impl Invocation<'_, '_> {
    /// Refuses two plain numbers, of which PyTorch wants one to be a tensor.
    fn one_tensor(&self, x: &Operand, other: &Operand) -> BuiltinResult<()> {
        if !(x.0.is_number() && other.0.is_number()) {
            return Ok(());
        }
        let message = format!("{}() received an invalid combination of arguments - got two numbers", self.name());
        Err(self.error(message).help("one of them must be a tensor; for plain numbers write x ** y, x % y").into())
    }

    /// A function of a number, or of each element of a tensor.
    fn of_either(
        &mut self,
        x: TensorOrNumber,
        of_tensor: impl FnOnce(&Tensor) -> tensor::Result<Tensor>,
        of_number: impl FnOnce(f64) -> f64,
        is_inside: impl FnOnce(f64) -> bool,
    ) -> BuiltinResult {
        match x {
            TensorOrNumber::Tensor(x) => Ok(of_tensor(&x)?.into()),
            TensorOrNumber::Number(x) => self.of_number(&x, of_tensor, of_number, is_inside),
        }
    }
}

/// Two operands of a function that takes tensors: PyTorch makes tensors of two plain numbers, of real ones in float32.
fn as_tensors(input: Operand, other: Operand) -> tensor::Result<(Tensor, Tensor)> {
    if !(input.0.is_number() && other.0.is_number()) {
        return Ok((input.0, other.0));
    }
    let tensor = |number: Tensor| {
        let number = if number.dtype().is_float() { number.to(DType::F32)? } else { number };
        Ok(number.with_number(false))
    };
    Ok((tensor(input.0)?, tensor(other.0)?))
}

/// `alpha * other`, as `add` and `sub` take it.
fn times_alpha(x: &Tensor, other: Tensor, alpha: Option<NumberOperand>) -> tensor::Result<Tensor> {
    let Some(alpha) = alpha else { return Ok(other) };
    let result = promoted(x, &other);
    if alpha.0.dtype() == DType::Bool && result != DType::Bool {
        return Err(tensor::Error::Value(
            "Boolean alpha only supported for Boolean results: write a number, as in alpha=1".to_owned(),
        ));
    }
    if alpha.0.dtype().is_float() && !result.is_float() && !result.is_complex() {
        return Err(tensor::Error::Value(
            "For integral input tensors, argument alpha must not be a floating point number: write x.float() first"
                .to_owned(),
        ));
    }
    // A truth value times a number is one, too, where truth values are added.
    other.mul(&alpha.0)?.to(if result == DType::Bool { result } else { promoted(&other, &alpha.0) })
}

/// A tensor without NaN and infinities.
fn finite(x: &Tensor, nan: Option<f64>, posinf: Option<f64>, neginf: Option<f64>) -> tensor::Result<Tensor> {
    if !x.dtype().is_float() {
        return Ok(x.clone());
    }
    let largest = match x.dtype() {
        DType::F16 => f64::from(half::f16::MAX),
        DType::BF16 => f64::from(half::bf16::MAX),
        DType::F32 => f64::from(f32::MAX),
        _ => f64::MAX,
    };
    let infinity = Tensor::number(f64::INFINITY);
    x.masked_fill(&x.isnan()?, &Tensor::number(nan.unwrap_or(0.0)))?
        .masked_fill(&x.eq(&infinity)?, &Tensor::number(posinf.unwrap_or(largest)))?
        .masked_fill(&x.eq(&infinity.neg()?)?, &Tensor::number(neginf.unwrap_or(-largest)))
}

/// The size of each element, of truth values as of whole numbers.
fn unsigned(x: &Tensor) -> tensor::Result<Tensor> {
    if x.dtype() == DType::Bool { x.to(DType::U8) } else { x.abs() }
}
