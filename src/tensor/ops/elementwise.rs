//! Functions of one number, applied to each element.

use super::arithmetic::{COUNTED_FIRST, INVERTED};
use super::dtype_names::not_implemented;
use super::{GradientReads, GradientSaves, Operation, apply};
use crate::tensor::array::Element;
use crate::tensor::budget::OperationCost;
use crate::tensor::explain::{Expr, Operator, Reason, ScalarFunction, element};
use crate::tensor::{Array, DType, Error, Real, Result, Tensor, iter_axis, strides};

/// A function of one real number: its value, its slope and its formula.
pub(crate) trait Elementwise: std::fmt::Debug + Send + Sync {
    const NAME: &'static str;
    /// Whether the slope reads `x` (input 0), the value `y`, or neither; never both.
    const READS: GradientReads;
    /// What PyTorch keeps for the slope.
    const SAVES: GradientReads = Self::READS;
    /// Whether whole numbers stay whole: negation and size, but not the square root.
    const KEEPS_INTEGERS: bool = false;
    /// The value of a whole number, for functions that keep it whole: float64 does not hold every one of them.
    fn whole(&self, x: i64) -> i64 {
        x
    }
    /// Whether a slope of 0 lets no gradient pass, not even an infinite one: the value is chosen or rounded, not computed.
    const IS_GATE: bool = false;
    /// PyTorch's sentence where it refuses a dtype.
    fn refusal(_dtype: DType) -> Option<Error> {
        None
    }
    fn value<T: Real>(&self, x: T) -> T;
    /// The derivative at `x`, where the value is `y`.
    fn slope<T: Real>(&self, x: T, y: T) -> T;
    fn formula(&self, x: Expr) -> Expr;
}

fn map<T: Real>(x: &Tensor, f: impl Fn(T) -> T) -> Result<Array> {
    iter_axis::map(&x.array().read::<T>().view(), f).map(T::array)
}

/// What is handed on: the gradient times the slope at each element, `read` being the one that the slope reads of `x` and `y`.
fn back<T: Real>(read: &Tensor, gradient: &Tensor, slope: impl Fn(T) -> T, is_gate: bool) -> Result<Array> {
    let [values, handed] = [read, gradient].map(|tensor| tensor.array().read::<T>());
    let product = iter_axis::zip(&handed.view(), &values.view(), read.shape(), |g, value| {
        let slope = slope(value);
        if is_gate && slope == T::zero() { T::zero() } else { g * slope }
    });
    product.map(T::array).ok_or(Error::Stopped)
}

impl<F: Elementwise> Operation for F {
    fn name(&self) -> &'static str {
        F::NAME
    }

    fn cost(&self, inputs: &[&Tensor]) -> OperationCost {
        OperationCost::like(inputs[0]).of_functions()
    }

    fn forward(&self, inputs: &[&Tensor]) -> Result<Tensor> {
        let x = inputs[0];
        if let Some(error) = F::refusal(x.dtype()).filter(|_| !x.is_number()) {
            return Err(error);
        }
        let stays_whole = F::KEEPS_INTEGERS && x.dtype().is_integer();
        let is_wide = match x.dtype() {
            DType::F64 => true,
            DType::F32 => false,
            _ => x.is_number(),
        };
        // The loop over doubles is one for all functions: there are few doubles, and forty copies would be seen in the program's size.
        let array = if stays_whole {
            i64::array(x.array().integers().mapv(|x| self.whole(x)))
        } else if is_wide {
            map::<f64>(x, &(|x| Elementwise::value(self, x)) as &dyn Fn(f64) -> f64)?
        } else {
            map::<f32>(x, |x| Elementwise::value(self, x))?
        };
        let array = if stays_whole { array.cast(x.dtype()) } else { array };
        Ok(Tensor::new(array).with_axes(x.axes().to_vec()))
    }

    fn strides(&self, inputs: &[&Tensor], shape: &[usize]) -> Option<Vec<usize>> {
        strides::elementwise(shape, inputs)
    }

    fn reads(&self) -> GradientReads {
        F::READS
    }

    fn saves(&self, inputs: &[Tensor], _: &[bool]) -> GradientSaves {
        GradientSaves::of(F::SAVES, inputs)
    }

    fn backward(&self, inputs: &[Tensor], value: &Tensor, gradient: &Tensor) -> Result<Vec<Option<Tensor>>> {
        let read = if F::READS.value { value } else { &inputs[0] };
        let array = match value.dtype() {
            DType::F64 => {
                let slope: &dyn Fn(f64) -> f64 = &|read| self.slope(read, read);
                back(read, gradient, slope, F::IS_GATE)?
            }
            DType::F32 => back::<f32>(read, gradient, |read| self.slope(read, read), F::IS_GATE)?,
            _ => return Ok(vec![None]),
        };
        Ok(vec![Some(Tensor::new(array))])
    }

    fn explain(&self, inputs: &[Tensor], _: &Tensor, index: &[usize]) -> Reason {
        self.formula(element(inputs, 0, index)).into()
    }
}

#[derive(Debug)]
struct Neg;
impl Elementwise for Neg {
    const NAME: &'static str = "neg";
    const READS: GradientReads = GradientReads::NOTHING;
    const KEEPS_INTEGERS: bool = true;
    fn refusal(dtype: DType) -> Option<Error> {
        let says = "Negation, the `-` operator, on a bool tensor is not supported";
        (dtype == DType::Bool).then(|| Error::Value(format!("{says}. {INVERTED}. {COUNTED_FIRST}")))
    }
    fn whole(&self, x: i64) -> i64 {
        x.wrapping_neg()
    }
    fn value<T: Real>(&self, x: T) -> T {
        -x
    }
    fn slope<T: Real>(&self, _: T, _: T) -> T {
        -T::one()
    }
    fn formula(&self, x: Expr) -> Expr {
        Expr::Exact(-1.0).join(Operator::Mul, x)
    }
}

/// -1, 0 or 1, as `x` is below, at or above 0; 0 of NaN, as in PyTorch.
fn sign<T: Real>(x: T) -> T {
    if x > T::zero() {
        T::one()
    } else if x < T::zero() {
        -T::one()
    } else {
        T::zero()
    }
}

#[derive(Debug)]
struct Abs;
impl Elementwise for Abs {
    const NAME: &'static str = "abs";
    const READS: GradientReads = GradientReads::inputs(&[0]);
    const KEEPS_INTEGERS: bool = true;
    fn refusal(dtype: DType) -> Option<Error> {
        (dtype == DType::Bool).then(|| not_implemented("abs_cpu", dtype, "abs"))
    }
    fn whole(&self, x: i64) -> i64 {
        x.wrapping_abs()
    }
    fn value<T: Real>(&self, x: T) -> T {
        x.abs()
    }
    fn slope<T: Real>(&self, x: T, _: T) -> T {
        sign(x)
    }
    fn formula(&self, x: Expr) -> Expr {
        Expr::call(ScalarFunction::Abs, x)
    }
}

#[derive(Debug)]
struct Sign;
impl Elementwise for Sign {
    const NAME: &'static str = "sign";
    const READS: GradientReads = GradientReads::NOTHING;
    const KEEPS_INTEGERS: bool = true;
    const IS_GATE: bool = true;
    fn whole(&self, x: i64) -> i64 {
        x.signum()
    }
    fn value<T: Real>(&self, x: T) -> T {
        sign(x)
    }
    fn slope<T: Real>(&self, _: T, _: T) -> T {
        T::zero()
    }
    fn formula(&self, x: Expr) -> Expr {
        Expr::call(ScalarFunction::Sign, x)
    }
}

#[derive(Debug)]
struct Exp;
impl Elementwise for Exp {
    const NAME: &'static str = "exp";
    const READS: GradientReads = GradientReads::VALUE;
    fn value<T: Real>(&self, x: T) -> T {
        x.exp()
    }
    fn slope<T: Real>(&self, _: T, y: T) -> T {
        y
    }
    fn formula(&self, x: Expr) -> Expr {
        Expr::call(ScalarFunction::Exp, x)
    }
}

#[derive(Debug)]
struct Log;
impl Elementwise for Log {
    const NAME: &'static str = "log";
    const READS: GradientReads = GradientReads::inputs(&[0]);
    fn value<T: Real>(&self, x: T) -> T {
        x.ln()
    }
    fn slope<T: Real>(&self, x: T, _: T) -> T {
        x.recip()
    }
    fn formula(&self, x: Expr) -> Expr {
        Expr::call(ScalarFunction::Ln, x)
    }
}

#[derive(Debug)]
struct Sqrt;
impl Elementwise for Sqrt {
    const NAME: &'static str = "sqrt";
    const READS: GradientReads = GradientReads::VALUE;
    fn value<T: Real>(&self, x: T) -> T {
        x.sqrt()
    }
    fn slope<T: Real>(&self, _: T, y: T) -> T {
        T::of(0.5) / y
    }
    fn formula(&self, x: Expr) -> Expr {
        Expr::call(ScalarFunction::Sqrt, x)
    }
}

/// The rectifier of the paper's equation 2, max(0, x).
#[derive(Debug)]
struct Relu;
impl Elementwise for Relu {
    const NAME: &'static str = "relu";
    const READS: GradientReads = GradientReads::inputs(&[0]);
    const SAVES: GradientReads = GradientReads::VALUE;
    const KEEPS_INTEGERS: bool = true;
    fn refusal(dtype: DType) -> Option<Error> {
        let says = "Boolean inputs not supported for relu";
        (dtype == DType::Bool).then(|| Error::Value(format!("{says}. {COUNTED_FIRST}")))
    }
    const IS_GATE: bool = true;
    fn whole(&self, x: i64) -> i64 {
        x.max(0)
    }
    fn value<T: Real>(&self, x: T) -> T {
        if x < T::zero() { T::zero() } else { x }
    }
    /// What is no number is not below 0, and lets the gradient pass.
    fn slope<T: Real>(&self, x: T, _: T) -> T {
        if x <= T::zero() { T::zero() } else { T::one() }
    }
    fn formula(&self, x: Expr) -> Expr {
        Expr::Call(ScalarFunction::Max, vec![Expr::Exact(0.0), x])
    }
}

#[derive(Debug)]
struct Tanh;
impl Elementwise for Tanh {
    const NAME: &'static str = "tanh";
    const READS: GradientReads = GradientReads::VALUE;
    fn value<T: Real>(&self, x: T) -> T {
        x.tanh()
    }
    fn slope<T: Real>(&self, _: T, y: T) -> T {
        T::one() - y * y
    }
    fn formula(&self, x: Expr) -> Expr {
        Expr::call(ScalarFunction::Tanh, x)
    }
}

/// `1 / (1 + exp(-x))`. Its slope is made of its value, so that it is 0, and not 0/0, where the exponential is infinite.
#[derive(Debug)]
struct Sigmoid;
impl Elementwise for Sigmoid {
    const NAME: &'static str = "sigmoid";
    const READS: GradientReads = GradientReads::VALUE;
    fn value<T: Real>(&self, x: T) -> T {
        T::one() / (T::one() + (-x).exp())
    }
    fn slope<T: Real>(&self, _: T, y: T) -> T {
        (T::one() - y) * y
    }
    fn formula(&self, x: Expr) -> Expr {
        let falling = Expr::call(ScalarFunction::Exp, Expr::Exact(-1.0).join(Operator::Mul, x));
        Expr::Exact(1.0).join(Operator::Div, Expr::Exact(1.0).join(Operator::Add, falling))
    }
}

#[derive(Debug)]
struct Erf;
impl Elementwise for Erf {
    const NAME: &'static str = "erf";
    const READS: GradientReads = GradientReads::inputs(&[0]);
    fn value<T: Real>(&self, x: T) -> T {
        x.erf()
    }
    /// `2/sqrt(pi) exp(-x^2)`
    fn slope<T: Real>(&self, x: T, _: T) -> T {
        T::of(std::f64::consts::FRAC_2_SQRT_PI) * (-x * x).exp()
    }
    fn formula(&self, x: Expr) -> Expr {
        Expr::call(ScalarFunction::Erf, x)
    }
}

#[derive(Debug)]
struct Sin;
impl Elementwise for Sin {
    const NAME: &'static str = "sin";
    const READS: GradientReads = GradientReads::inputs(&[0]);
    fn value<T: Real>(&self, x: T) -> T {
        x.sin()
    }
    fn slope<T: Real>(&self, x: T, _: T) -> T {
        x.cos()
    }
    fn formula(&self, x: Expr) -> Expr {
        Expr::call(ScalarFunction::Sin, x)
    }
}

#[derive(Debug)]
struct Tan;
impl Elementwise for Tan {
    const NAME: &'static str = "tan";
    const READS: GradientReads = GradientReads::VALUE;
    fn value<T: Real>(&self, x: T) -> T {
        x.tan()
    }
    fn slope<T: Real>(&self, _: T, y: T) -> T {
        T::one() + y * y
    }
    fn formula(&self, x: Expr) -> Expr {
        Expr::call(ScalarFunction::Sin, x.clone()).join(Operator::Div, Expr::call(ScalarFunction::Cos, x))
    }
}

#[derive(Debug)]
struct Cos;
impl Elementwise for Cos {
    const NAME: &'static str = "cos";
    const READS: GradientReads = GradientReads::inputs(&[0]);
    fn value<T: Real>(&self, x: T) -> T {
        x.cos()
    }
    fn slope<T: Real>(&self, x: T, _: T) -> T {
        -x.sin()
    }
    fn formula(&self, x: Expr) -> Expr {
        Expr::call(ScalarFunction::Cos, x)
    }
}

/// Each takes a tensor of any shape and gives one of the same shape. Whole numbers become float32 first, except where they can
/// stay whole (negation, size, sign, rectifier). Complex numbers have no sign; the others do not fail today.
#[expect(clippy::missing_errors_doc, reason = "said once for all of them above")]
impl Tensor {
    /// `-x`.
    pub fn neg(&self) -> Result<Self> {
        if self.dtype().is_complex() { self.complex_neg() } else { apply(Neg, &[self]) }
    }

    /// `|x|`.
    pub fn abs(&self) -> Result<Self> {
        if self.dtype().is_complex() { self.complex_abs() } else { apply(Abs, &[self]) }
    }

    /// -1, 0 or 1, as `x` is below, at or above 0; 0 of NaN, as in PyTorch.
    pub fn sign(&self) -> Result<Self> {
        if self.dtype().is_complex() {
            let refused =
                "Unlike NumPy, torch.sign is not intended to support complex numbers. Please use torch.sgn instead";
            return Err(Error::Value(format!("{refused}. A complex number has no sign; x.abs() is its length")));
        }
        // A truth value is its own sign.
        if self.dtype() == DType::Bool { Ok(self.clone()) } else { apply(Sign, &[self]) }
    }

    /// e to the power of `x`.
    pub fn exp(&self) -> Result<Self> {
        apply(Exp, &[self])
    }

    /// The natural logarithm: -inf at 0, NaN below.
    pub fn log(&self) -> Result<Self> {
        apply(Log, &[self])
    }

    /// The square root: NaN below 0.
    pub fn sqrt(&self) -> Result<Self> {
        apply(Sqrt, &[self])
    }

    /// `max(0, x)`, the paper's equation 2; NaN stays NaN, and the gradient at 0 is 0, as in PyTorch.
    pub fn relu(&self) -> Result<Self> {
        apply(Relu, &[self])
    }

    /// The hyperbolic tangent.
    pub fn tanh(&self) -> Result<Self> {
        apply(Tanh, &[self])
    }

    /// `1 / (1 + exp(-x))`.
    pub fn sigmoid(&self) -> Result<Self> {
        apply(Sigmoid, &[self])
    }

    /// The error function: `2/sqrt(pi)` times the integral of `exp(-t^2)` from 0 to x.
    pub fn erf(&self) -> Result<Self> {
        apply(Erf, &[self])
    }

    /// The sine of an angle in radians.
    pub fn sin(&self) -> Result<Self> {
        apply(Sin, &[self])
    }

    /// The tangent of an angle in radians.
    pub fn tan(&self) -> Result<Self> {
        apply(Tan, &[self])
    }

    /// The cosine of an angle in radians.
    pub fn cos(&self) -> Result<Self> {
        apply(Cos, &[self])
    }
}
