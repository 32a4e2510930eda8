//! Arithmetic of two tensors, element by element, with NumPy's broadcasting and PyTorch's promotion.

use num_complex::Complex32;

use super::complex::part;
use super::dtype_names::{not_implemented, scalar};
use super::mask::where_;
use super::remainder::{floor_divide, floor_divide_whole, modulo, power};
use super::{
    Elements, GradientReads, GradientSaves, Operation, apply, broadcast_index, broadcast_shape, joint_axes,
    operand_read, overflow, sum_to, widened,
};
use crate::tensor::array::Element;
use crate::tensor::budget::OperationCost;
use crate::tensor::dtype::promote;
use crate::tensor::explain::{Expr, Operator, Reason, ScalarFunction};
use crate::tensor::iter_axis::zip;
use crate::tensor::order::is_same;
use crate::tensor::{Array, DType, Error, Real, Result, Tensor, strides, tape};

/// Which function of two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Arithmetic {
    Add,
    Sub,
    Mul,
    Div,
    Pow,
    FloorDiv {
        /// Whether it is `div` with a rounding mode, which PyTorch can differentiate, and not `//`.
        is_div: bool,
    },
    /// What floor division leaves, with the sign of the divisor.
    Remainder,
    /// What division towards zero leaves, with the sign of the dividend.
    Fmod,
    Maximum,
    Minimum,
    /// A bound that is a number: what reaches it gets no gradient.
    AtLeast,
    AtMost,
}

impl Arithmetic {
    /// The operation is chosen once, so that each has a loop of its own; those that no vector speeds up share one.
    fn of_reals<T: Real>(self, a: &Tensor, b: &Tensor, shape: &[usize]) -> Option<Array> {
        // To a power that is a number of the language PyTorch has kernels of their own: a root of -inf is NaN, a power of it is not.
        let exponent = (self == Self::Pow && b.is_number()).then(|| b.at(&[]));
        let (a, b) = (a.array().read::<T>(), b.array().read::<T>());
        let (a, b) = (a.view(), b.view());
        match self {
            Self::Add => zip(&a, &b, shape, |a, b| a + b),
            Self::Sub => zip(&a, &b, shape, |a, b| a - b),
            Self::Mul => zip(&a, &b, shape, |a, b| a * b),
            Self::Div => zip(&a, &b, shape, |a, b| a / b),
            Self::Pow => match exponent {
                Some(0.5) => zip(&a, &b, shape, |a, _| a.sqrt()),
                Some(-0.5) => zip(&a, &b, shape, |a, _| T::one() / a.sqrt()),
                Some(2.0) => zip(&a, &b, shape, |a, _| a * a),
                _ => zip(&a, &b, shape, T::powf as fn(T, T) -> T),
            },
            Self::FloorDiv { .. } => zip(&a, &b, shape, floor_divide as fn(T, T) -> T),
            Self::Remainder => zip(&a, &b, shape, modulo as fn(T, T) -> T),
            Self::Fmod => zip(&a, &b, shape, (|a, b| a % b) as fn(T, T) -> T),
            Self::Maximum | Self::AtLeast => zip(&a, &b, shape, |a: T, b| if a.is_nan() || a > b { a } else { b }),
            Self::Minimum | Self::AtMost => zip(&a, &b, shape, |a: T, b| if a.is_nan() || a < b { a } else { b }),
        }
        .map(T::array)
    }

    fn of_complex(self, a: &Tensor, b: &Tensor, shape: &[usize]) -> Result<Option<Array>> {
        let (a, b) = (a.array().complex(), b.array().complex());
        let (a, b) = (a.view(), b.view());
        let values = match self {
            Self::Add => zip(&a, &b, shape, |a, b| a + b),
            Self::Sub => zip(&a, &b, shape, |a, b| a - b),
            Self::Mul => zip(&a, &b, shape, |a, b| a * b),
            Self::Div => zip(&a, &b, shape, |a, b| a / b),
            _ => {
                let got = "complex64, which supports only +, -, * and / here".to_owned();
                return Err(Error::DType { operation: self.name().to_owned(), wants: "real numbers", got });
            }
        };
        Ok(values.map(Complex32::array))
    }

    /// The gradients of a complex value: where a real one has a factor, its conjugate stands.
    fn complex_back(self, inputs: &[Tensor], value: &Tensor, gradient: &Tensor) -> Result<[Tensor; 2]> {
        let [a, b] = [0, 1].map(|input: usize| inputs[input].conj());
        Ok(match self {
            Self::Mul => [gradient.mul(&b?)?, gradient.mul(&a?)?],
            Self::Div => {
                let to_a = gradient.div(&b?)?;
                let to_b = to_a.mul(&value.conj()?)?.neg()?;
                [to_a, to_b]
            }
            Self::Sub => [gradient.clone(), gradient.neg()?],
            _ => [gradient.clone(), gradient.clone()],
        })
    }

    /// The real part of a complex element.
    fn complex_formula(self, inputs: &[Tensor], value: &Tensor, index: &[usize]) -> Reason {
        let of = |input: usize, imaginary: bool| {
            part(inputs, input, &broadcast_index(index, inputs[input].shape()), imaginary)
        };
        let products = || {
            let pair = |imaginary: bool| of(0, imaginary).join(Operator::Mul, of(1, imaginary));
            (pair(false), pair(true))
        };
        match self {
            Self::Mul => {
                let (real, imaginary) = products();
                real.join(Operator::Sub, imaginary).into()
            }
            Self::Div => {
                let (real, imaginary) = products();
                let square = |imaginary: bool| of(1, imaginary).join(Operator::Pow, Expr::Exact(2.0));
                let size = Expr::Sum(vec![square(false), square(true)]);
                Expr::Sum(vec![real, imaginary]).join(Operator::Div, size).into()
            }
            _ => self.formula(of(0, false), of(1, false), value.at(index)).into(),
        }
    }

    /// Whole numbers wrap around as PyTorch's do; the caller has refused division by zero.
    fn of_integers(self, a: i64, b: i64) -> i64 {
        match self {
            Self::Add => a.wrapping_add(b),
            Self::Sub => a.wrapping_sub(b),
            Self::Mul => a.wrapping_mul(b),
            Self::Pow => power(a, b),
            Self::Div | Self::FloorDiv { .. } => floor_divide_whole(a, b),
            Self::Remainder => a.wrapping_sub(b.wrapping_mul(floor_divide_whole(a, b))),
            Self::Fmod => a.wrapping_rem(b),
            Self::Maximum | Self::AtLeast => a.max(b),
            Self::Minimum | Self::AtMost => a.min(b),
        }
    }

    /// The formula of an element that came out as `value`.
    fn formula(self, a: Expr, b: Expr, value: f64) -> Expr {
        match self {
            Self::Add => a.join(Operator::Add, b),
            Self::Sub => a.join(Operator::Sub, b),
            Self::Mul => a.join(Operator::Mul, b),
            Self::Div => a.join(Operator::Div, b),
            Self::Pow => {
                let power = a.clone().join(Operator::Pow, b.clone());
                if value.is_finite() || is_same(power.value(), value) {
                    return power;
                }
                // Where the kernel took a root, and that is something else than the power.
                let root = || Expr::call(ScalarFunction::Sqrt, a);
                match b.value() {
                    0.5 => root(),
                    -0.5 => Expr::Exact(1.0).join(Operator::Div, root()),
                    _ => power,
                }
            }
            Self::FloorDiv { .. } => {
                let floor = Expr::call(ScalarFunction::Floor, a.clone().join(Operator::Div, b.clone()));
                let exact = |a: Expr, b: Expr| {
                    a.clone().join(Operator::Sub, a.join(Operator::Mod, b.clone())).join(Operator::Div, b)
                };
                if floor.value().to_bits() == value.to_bits() {
                    return floor;
                }
                // Between nothing and an infinity of the other sign the next whole number below is -1, and all of `a` is left.
                if b.value().is_infinite() {
                    let nothing = a.clone().join(Operator::Sub, a).join(Operator::Div, b);
                    return nothing.join(Operator::Sub, Expr::Exact(1.0));
                }
                // Where the quotient of the formula is rounded up to a whole number, the remainder still tells the truth.
                exact(a, b)
            }
            Self::Remainder => a.join(Operator::Mod, b),
            Self::Fmod => {
                let size = |x: Expr| if x.value() < 0.0 { Expr::call(ScalarFunction::Abs, x) } else { x };
                let is_negative = a.value() < 0.0;
                let rest = size(a).join(Operator::Mod, size(b));
                if is_negative { Expr::Exact(-1.0).join(Operator::Mul, rest) } else { rest }
            }
            Self::Maximum | Self::AtLeast => Expr::Call(ScalarFunction::Max, vec![a, b]),
            Self::Minimum | Self::AtMost => Expr::Call(ScalarFunction::Min, vec![a, b]),
        }
    }

    fn dtype(self, a: &Tensor, b: &Tensor) -> DType {
        let dtype = promoted(a, b);
        let are_numbers = a.is_number() && b.is_number();
        match self {
            // True division gives real numbers, whatever it divides.
            Self::Div if dtype.is_complex() => dtype,
            Self::Div if !dtype.is_float() && are_numbers => DType::F64,
            Self::Div if !dtype.is_float() => DType::F32,
            // Python counts its truth values; those of a tensor stay what they are, and `+` is `or`.
            _ if dtype == DType::Bool && are_numbers => DType::I64,
            _ => dtype,
        }
    }

    /// Refuses what PyTorch refuses: whole numbers to a negative number, and truth values in most of arithmetic.
    fn check_dtypes(self, a: &Tensor, b: &Tensor, dtype: DType) -> Result<()> {
        let is_bool = |x: &Tensor| x.dtype() == DType::Bool;
        let is_negative = |b: &Tensor| b.is_number() && b.array().integers().iter().any(|&b| b < 0);
        let kernel = match self {
            _ if a.is_number() && b.is_number() => return Ok(()),
            Self::Sub if is_bool(a) && is_bool(b) => {
                return Err(Error::Value(format!("{SUBTRACTED_BOOLS}. {COUNTED_FIRST}")));
            }
            Self::Sub if is_bool(a) || is_bool(b) => {
                return Err(Error::Value(format!(
                    "Subtraction, the `-` operator, with a bool tensor is not supported. {INVERTED}. {COUNTED_FIRST}"
                )));
            }
            Self::Pow if !dtype.is_float() && !dtype.is_complex() && is_negative(b) => {
                return Err(Error::Value(
                    "Integers to negative integer powers are not allowed. A negative power gives a fraction; write x.float() first"
                        .to_owned(),
                )
                .raising_as("RuntimeError", "Integers to negative integer powers are not allowed."));
            }
            Self::Pow => "pow",
            Self::FloorDiv { .. } => "div_floor_cpu",
            Self::Remainder => "remainder_cpu",
            Self::Fmod => "fmod_cpu",
            Self::AtLeast | Self::AtMost => "clamp_cpu",
            _ => return Ok(()),
        };
        // A truth value to the power of a plain one has a kernel of its own.
        if self == Self::Pow && b.is_number() && !a.is_number() {
            return Ok(());
        }
        if dtype == DType::Bool { Err(not_implemented(kernel, dtype, self.name())) } else { Ok(()) }
    }
}

const SUBTRACTED_BOOLS: &str = "Subtraction, the `-` operator, with two bool tensors is not supported. Use the `^` or `logical_xor()` operator instead";
/// The advice of both refusals of a minus.
pub(crate) const INVERTED: &str = "If you are trying to invert a mask, use the `~` or `logical_not()` operator instead";
/// Our own advice after it.
pub(crate) const COUNTED_FIRST: &str = "To use Booleans as 0 and 1, write mask.long() or mask.float() first";

/// The dtype in which two operands meet.
pub(crate) fn promoted(a: &Tensor, b: &Tensor) -> DType {
    promote(&[a.operand(), b.operand()])
}

impl Operation for Arithmetic {
    fn name(&self) -> &'static str {
        match self {
            Self::Add => "add",
            Self::Sub => "sub",
            Self::Mul => "mul",
            Self::Div | Self::FloorDiv { is_div: true } => "div",
            Self::Pow => "pow",
            Self::FloorDiv { is_div: false } => "floor_divide",
            Self::Remainder => "remainder",
            Self::Fmod => "fmod",
            Self::Maximum => "maximum",
            Self::Minimum => "minimum",
            Self::AtLeast | Self::AtMost => "clamp",
        }
    }

    fn elements(&self) -> Elements {
        Elements::ComputedComplex
    }

    fn cost(&self, inputs: &[&Tensor]) -> OperationCost {
        let cost = OperationCost::broadcast(inputs);
        match self {
            Self::Pow | Self::FloorDiv { .. } | Self::Remainder | Self::Fmod => cost.of_functions(),
            _ => cost,
        }
    }

    fn check(&self, inputs: &[&Tensor]) -> Result<()> {
        let (a, b) = (inputs[0], inputs[1]);
        // The kernels of these convert the number first; the others compute with it as it is.
        if !matches!(self, Self::Pow | Self::AtLeast | Self::AtMost) || a.is_number() || !b.is_number() {
            return Ok(());
        }
        let dtype = promoted(a, b);
        // A negative power of whole numbers has a refusal of its own.
        let is_power_of_whole = *self == Self::Pow && b.item()? >= 0.0;
        if dtype.is_float() || is_power_of_whole { overflow::check_item(b, dtype) } else { Ok(()) }
    }

    fn forward(&self, inputs: &[&Tensor]) -> Result<Tensor> {
        let (a, b) = (inputs[0], inputs[1]);
        let shape = broadcast_shape(self.name(), a, b)?;
        let dtype = self.dtype(a, b);
        self.check_dtypes(a, b, dtype)?;
        let array = match dtype {
            DType::F64 => self.of_reals::<f64>(a, b, &shape),
            DType::F32 => self.of_reals::<f32>(a, b, &shape),
            DType::C64 => self.of_complex(a, b, &shape)?,
            whole => {
                // The operands meet in the dtype first: beside uint8, -1 is 255.
                let [x, y] = [a, b].map(|operand| operand.array().cast(whole).integers());
                let divides =
                    matches!(self, Self::FloorDiv { .. } | Self::Remainder | Self::Fmod) && !shape.contains(&0);
                if divides && y.iter().any(|&y| y == 0) {
                    return Err(Error::Value(
                        "ZeroDivisionError: division by zero; integers have no infinity".to_owned(),
                    ));
                }
                zip(&x.view(), &y.view(), &shape, |x, y| self.of_integers(x, y))
                    .map(|values| i64::array(values).cast(whole))
            }
        };
        let array = array.ok_or_else(|| Error::Value(format!("{}: cannot broadcast to {shape:?}", self.name())))?;
        Ok(Tensor::new(array).with_axes(joint_axes(&shape, &[a, b])))
    }

    fn strides(&self, inputs: &[&Tensor], shape: &[usize]) -> Option<Vec<usize>> {
        strides::elementwise(shape, inputs)
    }

    fn reads(&self) -> GradientReads {
        match self {
            Self::Add | Self::Sub | Self::FloorDiv { .. } => GradientReads::NOTHING,
            Self::Mul | Self::Remainder | Self::Maximum | Self::Minimum | Self::AtLeast | Self::AtMost => {
                GradientReads::inputs(&[0, 1])
            }
            Self::Div => GradientReads::inputs(&[1]).and_value(),
            Self::Pow | Self::Fmod => GradientReads::inputs(&[0, 1]).and_value(),
        }
    }

    fn saves(&self, inputs: &[Tensor], wanted: &[bool]) -> GradientSaves {
        let [of_a_number, by_a_number] = [0, 1].map(|input: usize| inputs[input].is_number());
        let kept = match self {
            // What PyTorch cannot differentiate keeps nothing.
            _ if (0..2).any(|place| wanted[place] && self.underivable(inputs, place).is_some()) => {
                GradientReads::NOTHING
            }
            Self::Mul => return GradientSaves::factors(inputs, wanted),
            // A number divided by a tensor is the number times a reciprocal, and the reciprocal keeps its own value.
            Self::Div if of_a_number => GradientReads::inputs(&[0]),
            Self::Div | Self::FloorDiv { .. } | Self::Remainder | Self::Fmod if wanted[1] => {
                GradientReads::inputs(&[0, 1])
            }
            Self::Div | Self::FloorDiv { .. } => GradientReads::inputs(&[1]),
            Self::Remainder | Self::Fmod => GradientReads::NOTHING,
            Self::Pow if by_a_number => GradientReads::inputs(&[0]),
            _ => self.reads(),
        };
        GradientSaves::of(kept, inputs)
    }

    fn backward(&self, inputs: &[Tensor], value: &Tensor, gradient: &Tensor) -> Result<Vec<Option<Tensor>>> {
        let (a, b) = (&inputs[0], &inputs[1]);
        if value.dtype().is_complex() {
            let [to_a, to_b] = self.complex_back(inputs, value, gradient)?;
            return Ok(vec![Some(sum_to(&to_a, a.shape())?), Some(sum_to(&to_b, b.shape())?)]);
        }
        let wanted = |input: &Tensor| input.dtype().is_float();
        let only_if = |input: &Tensor, compute: &dyn Fn() -> Result<Tensor>| {
            if wanted(input) { Ok(Some(sum_to(&compute()?, input.shape())?)) } else { Ok(None) }
        };
        let nothing = || Ok(Tensor::zeros(gradient.shape(), gradient.dtype()));
        let to_a: &dyn Fn() -> Result<Tensor> = &|| match self {
            Self::Add | Self::Sub | Self::Remainder | Self::Fmod => Ok(gradient.clone()),
            Self::Mul => gradient.mul(b),
            Self::Div => gradient.div(b),
            // What is raised to 0 is 1, whatever it is: 0, too.
            Self::Pow => {
                let slope = gradient.mul(b)?.mul(&a.pow(&b.sub(&Tensor::number(1.0))?)?)?;
                slope.masked_fill(&b.eq(&Tensor::number(0.0))?, &Tensor::number(0.0))
            }
            Self::FloorDiv { .. } => nothing(),
            Self::Maximum => share(gradient, a, b, &a.lt(b)?),
            Self::Minimum => share(gradient, a, b, &a.gt(b)?),
            Self::AtLeast => where_(&a.gt(b)?, gradient, &Tensor::number(0.0)),
            Self::AtMost => where_(&a.lt(b)?, gradient, &Tensor::number(0.0)),
        };
        let to_b: &dyn Fn() -> Result<Tensor> = &|| match self {
            Self::Add => Ok(gradient.clone()),
            Self::Sub => gradient.neg(),
            Self::Mul => gradient.mul(a),
            Self::Div => gradient.mul(value)?.div(b)?.neg(),
            // Where the base is zero the value is flat in the exponent, as PyTorch has it, unless that is negative.
            Self::Pow => {
                let slope = gradient.mul(value)?.mul(&a.log()?)?;
                let is_flat = a.eq(&Tensor::number(0.0))?.and(&b.ge(&Tensor::number(0.0))?)?;
                slope.masked_fill(&is_flat, &Tensor::number(0.0))
            }
            Self::FloorDiv { .. } | Self::AtLeast | Self::AtMost => nothing(),
            Self::Remainder => gradient.mul(&a.floor_div(b)?)?.neg(),
            Self::Fmod => gradient.mul(&a.sub(value)?.div(b)?)?.neg(),
            Self::Maximum => share(gradient, a, b, &b.lt(a)?),
            Self::Minimum => share(gradient, a, b, &b.gt(a)?),
        };
        Ok(vec![only_if(a, to_a)?, only_if(b, to_b)?])
    }

    fn underivable(&self, inputs: &[Tensor], place: usize) -> Option<&'static str> {
        let [of_a_number, by_a_number] = [0, 1].map(|input: usize| inputs[input].is_number());
        match self {
            // Arithmetic of Python's own numbers is no function of PyTorch.
            _ if of_a_number && by_a_number => None,
            Self::FloorDiv { is_div: false } => Some("floor_divide"),
            Self::Remainder if of_a_number && place == 1 => Some("remainder"),
            _ => None,
        }
    }

    /// The kernels of products and quotients read a factor without axes as it is.
    fn rounds(&self, inputs: &[&Tensor], place: usize) -> bool {
        let is_read_as_it_is = match self {
            Self::Mul => place == 1 || inputs[place].is_number(),
            Self::Div | Self::FloorDiv { .. } => place == 1,
            _ => false,
        };
        !(is_read_as_it_is && inputs[place].ndim() == 0)
    }

    fn explain(&self, inputs: &[Tensor], value: &Tensor, index: &[usize]) -> Reason {
        if value.dtype().is_complex() {
            return self.complex_formula(inputs, value, index);
        }
        let operand = |input: usize| operand_read(self, inputs, input, index);
        // `or` is what the sum of two truth values is.
        if *self == Self::Add && value.dtype() == DType::Bool {
            return operand(0).join(Operator::Or, operand(1)).into();
        }
        self.formula(operand(0), operand(1), value.at(index)).into()
    }
}

/// The gradient of the larger or smaller of two for one of them: all of it, half in a tie, nothing where the other was chosen. Beside
/// NaN neither was, and as in PyTorch both get all of it.
fn share(gradient: &Tensor, a: &Tensor, b: &Tensor, was_other: &Tensor) -> Result<Tensor> {
    let half = gradient.mul(&Tensor::number(0.5))?;
    where_(&a.eq(b)?, &half, gradient)?.masked_fill(was_other, &Tensor::number(0.0))
}

/// The sum of two tensors, for code that adds gradients.
pub(crate) fn add(a: &Tensor, b: &Tensor) -> Result<Tensor> {
    a.add(b)
}

/// Shapes broadcast as in NumPy (aligned at the end; sizes equal, or one of them 1), dtypes meet as in PyTorch.
/// All fail with both shapes when they do not broadcast.
#[expect(clippy::missing_errors_doc, reason = "said once for all of them above")]
impl Tensor {
    /// `a + b`.
    pub fn add(&self, other: &Self) -> Result<Self> {
        apply(Arithmetic::Add, &[self, other])
    }

    /// `a - b`.
    pub fn sub(&self, other: &Self) -> Result<Self> {
        apply(Arithmetic::Sub, &[self, other])
    }

    /// `a * b`, element by element.
    pub fn mul(&self, other: &Self) -> Result<Self> {
        apply(Arithmetic::Mul, &[self, other])
    }

    /// `a / b`: real even for whole numbers; by zero it is inf or NaN.
    pub fn div(&self, other: &Self) -> Result<Self> {
        apply(Arithmetic::Div, &[self, other])
    }

    /// `a ** b`.
    pub fn pow(&self, other: &Self) -> Result<Self> {
        apply(Arithmetic::Pow, &[self, other])
    }

    /// `a // b`, rounded down.
    pub fn floor_div(&self, other: &Self) -> Result<Self> {
        apply(Arithmetic::FloorDiv { is_div: false }, &[self, other])
    }

    /// The same as `torch.div(a, b, rounding_mode="floor")` has it: with a gradient of 0, where PyTorch refuses that of `//`.
    pub fn div_floor(&self, other: &Self) -> Result<Self> {
        apply(Arithmetic::FloorDiv { is_div: true }, &[self, other])
    }

    /// `torch.div(a, b, rounding_mode="trunc")`: the quotient cut towards zero, a whole number of whole numbers.
    pub fn div_trunc(&self, other: &Self) -> Result<Self> {
        match promoted(self, other) {
            DType::Bool => Err(not_implemented("div_trunc_cpu", DType::Bool, "div")),
            dtype if dtype.is_integer() => {
                let [a, b] = [self.to(dtype)?, other.to(dtype)?];
                a.sub(&a.fmod(&b)?)?.div_floor(&b)
            }
            // By a single number PyTorch divides in float32, and rounds what was cut.
            dtype if dtype.is_half() && other.len() == 1 => {
                widened(&self.to(dtype)?).div(&widened(other))?.trunc()?.to(dtype)
            }
            _ => self.div(other)?.trunc(),
        }
    }

    /// `a % b`, with the sign of `b` as in Python.
    pub fn remainder(&self, other: &Self) -> Result<Self> {
        apply(Arithmetic::Remainder, &[self, other])
    }

    /// What division towards zero leaves, with the sign of `a`: `torch.fmod`.
    pub fn fmod(&self, other: &Self) -> Result<Self> {
        apply(Arithmetic::Fmod, &[self, other])
    }

    /// The larger of each pair; NaN when either is.
    pub fn maximum(&self, other: &Self) -> Result<Self> {
        apply(Arithmetic::Maximum, &[self, other])
    }

    /// The smaller of each pair; NaN when either is.
    pub fn minimum(&self, other: &Self) -> Result<Self> {
        apply(Arithmetic::Minimum, &[self, other])
    }

    /// Each element, no smaller than `min` and no larger than `max`. At a bound that is a number the gradient is 0, at one that is
    /// a tensor both get half of it, as in PyTorch.
    pub fn clamp(&self, min: Option<&Self>, max: Option<&Self>) -> Result<Self> {
        let operands: Vec<_> = [Some(self), min, max].into_iter().flatten().map(Self::operand).collect();
        let dtype = promote(&operands);
        if dtype == DType::Bool
            && let Some(kernel) = clamp_of_truths(min, max)
        {
            return Err(not_implemented(kernel, dtype, "clamp"));
        }
        let bounded = |x: &Self, bound: Option<&Self>, of_number, of_tensor| match bound {
            None => Ok(x.clone()),
            Some(bound) if bound.is_number() => apply(of_number, &[x, bound]),
            Some(bound) => apply(of_tensor, &[x, bound]),
        };
        let (min, max) = (held_bound(min, dtype, true)?, held_bound(max, dtype, false)?);
        // Beside a real bound a byte becomes real before it meets the other one: in bytes, -1 is 255. So does a truth value beside
        // a whole one.
        let becomes = dtype.is_float() && !self.dtype().is_float() || self.dtype() == DType::Bool;
        let x = if becomes { &self.to(dtype)? } else { self };
        let above = bounded(x, min.as_ref(), Arithmetic::AtLeast, Arithmetic::Maximum)?;
        let clamped = bounded(&above, max.as_ref(), Arithmetic::AtMost, Arithmetic::Minimum)?;
        match (min, max) {
            // An element between two bounds that are equal to it is the element itself.
            (Some(min), Some(max)) if !min.is_number() && !max.is_number() => {
                let is_held = tape::pause(|| self.eq(&min)?.and(&min.eq(&max)?))?;
                if is_held.to_vec().contains(&1.0) { where_(&is_held, self, &clamped)?.to(dtype) } else { Ok(clamped) }
            }
            _ => Ok(clamped),
        }
    }
}

/// The kernel of clamp that truth values lack; one tensor as a bound is a maximum, which they have.
fn clamp_of_truths(min: Option<&Tensor>, max: Option<&Tensor>) -> Option<&'static str> {
    match (min, max) {
        (Some(min), Some(_)) => Some(if min.is_number() { "clamp_scalar_cpu" } else { "clamp_cpu" }),
        (Some(min), None) => min.is_number().then_some("clamp_min_scalar_cpu"),
        (None, max) => max?.is_number().then_some("clamp_max_scalar_cpu"),
    }
}

/// A bound that is a number, as a dtype of whole numbers holds it: one that no number passes counts as the last number there is.
fn held_bound(bound: Option<&Tensor>, dtype: DType, is_min: bool) -> Result<Option<Tensor>> {
    let (Some(bound), Some((least, most))) = (bound, overflow::range(dtype)) else { return Ok(bound.cloned()) };
    if !bound.is_number() || dtype == DType::I64 {
        return Ok(Some(bound.clone()));
    }
    let value = bound.item()?;
    if if is_min { value > most } else { value < least } {
        let which = if is_min { "min" } else { "max" };
        return Err(Error::Value(format!(
            "Clamp {which} value {value} is outside the representable range of {}, which is {least} to {most}",
            scalar(dtype)
        )));
    }
    let held = value.clamp(least, most);
    Ok(Some(if held.to_bits() == value.to_bits() { bound.clone() } else { Tensor::integer(held as i64) }))
}
