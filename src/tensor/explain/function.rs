//! The functions and operators that formulas are made of.

use half::{bf16, f16};

use crate::tensor::DType;
use crate::tensor::element::Element;
use crate::tensor::ops::remainder::modulo;

/// A function that formulas call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScalarFunction {
    /// e to the power of x.
    Exp,
    /// The natural logarithm.
    Ln,
    /// The square root.
    Sqrt,
    /// The size without the sign.
    Abs,
    /// The hyperbolic tangent.
    Tanh,
    /// The error function.
    Erf,
    /// The sine.
    Sin,
    /// The cosine.
    Cos,
    /// The product of the arguments.
    Product,
    /// The largest of the arguments.
    Max,
    /// The smallest of the arguments.
    Min,
    /// The place of the largest argument, counted from 0.
    ArgMax,
    /// The place of the smallest argument, counted from 0.
    ArgMin,
    /// The second argument if the first is true, else the third.
    Where,
    /// 1 if the argument is not zero.
    Truth,
    /// 1 if the argument is zero.
    Not,
    /// -1, 0 or 1, as the argument is below, at or above 0; 0 of NaN.
    Sign,
    /// The argument cut to a whole number.
    Trunc,
    /// The largest whole number that is not larger.
    Floor,
    /// The nearest whole number, halves to the even neighbour.
    Round,
    /// The argument in single precision.
    Float32,
    /// The argument in half precision.
    Float16,
    /// The argument in half of a float32.
    BFloat16,
    /// Whether all arguments are true.
    All,
    /// Whether any argument is true.
    Any,
}

/// An operator that formulas use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    /// `+`
    Add,
    /// `-`
    Sub,
    /// `·`
    Mul,
    /// `/`
    Div,
    /// `^`
    Pow,
    /// `mod`, with the sign of the divisor
    Mod,
    /// `=`
    Eq,
    /// `≠`
    Ne,
    /// `<`
    Lt,
    /// `≤`
    Le,
    /// `>`
    Gt,
    /// `≥`
    Ge,
    /// `and`
    And,
    /// `or`
    Or,
    /// `xor`
    Xor,
    /// `&`, bit by bit
    BitAnd,
    /// `|`, bit by bit
    BitOr,
    /// `⊕`, bit by bit
    BitXor,
}

impl ScalarFunction {
    /// The name in formulas.
    pub fn name(self) -> &'static str {
        match self {
            Self::Exp => "exp",
            Self::Ln => "ln",
            Self::Sqrt => "sqrt",
            Self::Abs => "abs",
            Self::Tanh => "tanh",
            Self::Erf => "erf",
            Self::Sin => "sin",
            Self::Cos => "cos",
            Self::Product => "prod",
            Self::Max => "max",
            Self::Min => "min",
            Self::ArgMax => "argmax",
            Self::ArgMin => "argmin",
            Self::Where => "where",
            Self::Truth => "bool",
            Self::Not => "not",
            Self::Sign => "sign",
            Self::Trunc => "trunc",
            Self::Floor => "floor",
            Self::Round => "round",
            Self::Float32 => "float32",
            Self::Float16 => "float16",
            Self::BFloat16 => "bfloat16",
            Self::All => "all",
            Self::Any => "any",
        }
    }

    /// How a formula rounds to half precision; `None` for a dtype that is not half.
    pub fn rounding(dtype: DType) -> Option<Self> {
        match dtype {
            DType::F16 => Some(Self::Float16),
            DType::BF16 => Some(Self::BFloat16),
            _ => None,
        }
    }

    /// Whether the value of some of the arguments may stand for them, so that a long list can be printed short.
    pub fn gathers(self) -> bool {
        matches!(self, Self::Product | Self::Max | Self::Min)
    }

    /// The function's value.
    pub fn of(self, x: &[f64]) -> f64 {
        let first = x.first().copied().unwrap_or(f64::NAN);
        let truth = |is: bool| f64::from(u8::from(is));
        match self {
            Self::Exp => first.exp(),
            Self::Ln => first.ln(),
            Self::Sqrt => first.sqrt(),
            Self::Abs => first.abs(),
            Self::Tanh => first.tanh(),
            Self::Erf => libm::erf(first),
            Self::Sin => first.sin(),
            Self::Cos => first.cos(),
            Self::Product => x.iter().product(),
            Self::Max => x.iter().copied().fold(f64::NEG_INFINITY, largest),
            Self::Min => -x.iter().map(|x| -x).fold(f64::NEG_INFINITY, largest),
            Self::ArgMax => place_of_largest(x.iter().copied()) as f64,
            Self::ArgMin => place_of_largest(x.iter().map(|x| -x)) as f64,
            Self::Where => x.get(if first == 0.0 { 2 } else { 1 }).copied().unwrap_or(f64::NAN),
            Self::Truth => truth(first != 0.0),
            Self::Not => truth(first == 0.0),
            Self::Sign => f64::from(i8::from(first > 0.0) - i8::from(first < 0.0)),
            Self::Trunc => first.trunc(),
            Self::Floor => first.floor(),
            Self::Round => first.round_ties_even(),
            Self::Float32 => f64::from(first as f32),
            Self::Float16 => f16::of_real(first).real(),
            Self::BFloat16 => bf16::of_real(first).real(),
            Self::All => truth(x.iter().all(|x| *x != 0.0)),
            Self::Any => truth(x.iter().any(|x| *x != 0.0)),
        }
    }
}

/// The larger of two numbers; NaN when one of them is, as in PyTorch.
fn largest(a: f64, b: f64) -> f64 {
    if a.is_nan() || a > b { a } else { b }
}

fn place_of_largest(values: impl Iterator<Item = f64>) -> usize {
    let mut best = (0, f64::NEG_INFINITY);
    for (place, value) in values.enumerate() {
        if !best.1.is_nan() && (value.is_nan() || value > best.1) {
            best = (place, value);
        }
    }
    best.0
}

impl Operator {
    /// The sign in formulas.
    pub fn sign(self) -> &'static str {
        match self {
            Self::Add => "+",
            Self::Sub => "-",
            Self::Mul => "·",
            Self::Div => "/",
            Self::Pow => "^",
            Self::Mod => "mod",
            Self::Eq => "==",
            Self::Ne => "≠",
            Self::Lt => "<",
            Self::Le => "≤",
            Self::Gt => ">",
            Self::Ge => "≥",
            Self::And => "and",
            Self::Or => "or",
            Self::Xor => "xor",
            Self::BitAnd => "&",
            Self::BitOr => "|",
            Self::BitXor => "⊕",
        }
    }

    /// The operator's value.
    pub fn of(self, a: f64, b: f64) -> f64 {
        let truth = |is: bool| f64::from(u8::from(is));
        match self {
            Self::Add => a + b,
            Self::Sub => a - b,
            Self::Mul => a * b,
            Self::Div => a / b,
            Self::Pow => a.powf(b),
            Self::Mod => modulo(a, b),
            #[expect(clippy::float_cmp, reason = "the comparison of the formula is exact, as the operation's is")]
            Self::Eq => truth(a == b),
            #[expect(clippy::float_cmp, reason = "the comparison of the formula is exact, as the operation's is")]
            Self::Ne => truth(a != b),
            Self::Lt => truth(a < b),
            Self::Le => truth(a <= b),
            Self::Gt => truth(a > b),
            Self::Ge => truth(a >= b),
            Self::And => truth(a != 0.0 && b != 0.0),
            Self::Or => truth(a != 0.0 || b != 0.0),
            Self::Xor => truth((a != 0.0) != (b != 0.0)),
            Self::BitAnd => (a as i64 & b as i64) as f64,
            Self::BitOr => (a as i64 | b as i64) as f64,
            Self::BitXor => (a as i64 ^ b as i64) as f64,
        }
    }
}
