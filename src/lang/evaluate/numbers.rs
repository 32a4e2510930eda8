//! Plain numbers: their arithmetic, which is Python's, and their place in the tape.
//!
//! A number that is written in the source becomes a leaf of the tape when something is computed from it, and arithmetic of
//! such numbers is recorded as that of tensors without axes. So the reasons for a weight reach `sqrt(d_k)`, the slider, and the
//! 8 in the source. Numbers of which nothing is known, such as loop counters, are computed without a tape until they meet a
//! tensor.

use std::cmp::Ordering;
use std::sync::Arc;

use super::{Interpreter, Outcome};
use crate::lang::diagnostic::Diagnostic;
use crate::lang::syntax::{Binary, Span};
use crate::lang::value::{ArrayType, SharedTensor, Trace, Value};
use crate::tensor::ops::remainder::{floor_divide, modulo};
use crate::tensor::tape::{self, Leaf};
use crate::tensor::{self, DType, Tensor};

/// A number as Python has it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::lang) enum Number {
    /// A whole number.
    Int(i64),
    /// A real number.
    Float(f64),
}

impl Number {
    /// The number that a value is: truth values count as 0 and 1.
    pub(in crate::lang) fn of(value: &Value) -> Option<Self> {
        match value {
            Value::Int(value, _) => Some(Self::Int(*value)),
            Value::Float(value, _) => Some(Self::Float(*value)),
            Value::Bool(value) => Some(Self::Int(i64::from(*value))),
            _ => None,
        }
    }

    /// The number that a tensor of one element holds, to its last digit: truth values count as 0 and 1.
    pub(in crate::lang) fn held_by(tensor: &Tensor) -> Option<Self> {
        let value = tensor.item().ok()?;
        let is_real = tensor.dtype().is_float();
        (!tensor.dtype().is_complex()).then(|| match tensor.whole_at(&vec![0; tensor.ndim()]) {
            Some(whole) => Self::Int(whole),
            None if is_real => Self::Float(value),
            None => Self::Int(value as i64),
        })
    }

    /// The number as a real one.
    pub(in crate::lang) fn real(self) -> f64 {
        match self {
            Self::Int(value) => value as f64,
            Self::Float(value) => value,
        }
    }

    /// How two numbers are ordered, as in Python to the last digit: most large whole numbers are between two real ones.
    pub(in crate::lang) fn order(self, other: Self) -> Option<Ordering> {
        match (self, other) {
            (Self::Int(a), Self::Int(b)) => Some(a.cmp(&b)),
            (Self::Int(a), Self::Float(b)) => whole_against_real(a, b),
            (Self::Float(a), Self::Int(b)) => whole_against_real(b, a).map(Ordering::reverse),
            (Self::Float(a), Self::Float(b)) => a.partial_cmp(&b),
        }
    }

    /// The number as a value with a history.
    pub(in crate::lang) fn value(self, trace: Trace) -> Value {
        match self {
            Self::Int(value) => Value::Int(value, trace),
            Self::Float(value) => Value::Float(value, trace),
        }
    }

    /// Whether a tensor of one element holds exactly this number.
    fn is_in(self, tensor: &Tensor) -> bool {
        match self {
            Self::Int(value) => tensor.dtype() == DType::I64 && tensor.whole_at(&[]) == Some(value),
            Self::Float(value) => tensor.dtype() == DType::F64 && tensor.at(&[]).to_bits() == value.to_bits(),
        }
    }

    fn tensor(self) -> Tensor {
        match self {
            Self::Int(value) => Tensor::integer(value),
            Self::Float(value) => Tensor::number(value),
        }
    }
}

fn whole_against_real(a: i64, b: f64) -> Option<Ordering> {
    match (a as f64).partial_cmp(&b)? {
        // Both are whole then, and no larger than 2^63.
        Ordering::Equal => Some(i128::from(a).cmp(&(b as i128))),
        order => Some(order),
    }
}

/// What Python gives for `a operator b`, or the sentence that says why it gives nothing.
pub(in crate::lang) fn arithmetic(a: Number, operator: Binary, b: Number) -> Result<Number, String> {
    match (a, b) {
        (Number::Int(a), Number::Int(b)) => whole_arithmetic(a, operator, b),
        _ => real_arithmetic(a.real(), operator, b.real()).map(Number::Float),
    }
}

fn whole_arithmetic(a: i64, operator: Binary, b: i64) -> Result<Number, String> {
    let by_zero = || Err("division by zero".to_owned());
    let result = match operator {
        Binary::Add => a.checked_add(b),
        Binary::Subtract => a.checked_sub(b),
        Binary::Multiply => a.checked_mul(b),
        Binary::Divide | Binary::FloorDivide | Binary::Modulo if b == 0 => return by_zero(),
        Binary::Divide => return Ok(Number::Float(a as f64 / b as f64)),
        Binary::FloorDivide => a.checked_div(b).map(|q| if a % b != 0 && (a < 0) != (b < 0) { q - 1 } else { q }),
        Binary::Modulo => a.checked_rem(b).map(|r| if r != 0 && (r < 0) != (b < 0) { r + b } else { r }),
        Binary::Power if b < 0 => return real_arithmetic(a as f64, operator, b as f64).map(Number::Float),
        Binary::Power => match u32::try_from(b) {
            Ok(exponent) => a.checked_pow(exponent),
            Err(_) => a.checked_pow(u32::MAX),
        },
        Binary::And => Some(a & b),
        Binary::Or => Some(a | b),
        Binary::Xor => Some(a ^ b),
        Binary::ShiftLeft | Binary::ShiftRight if b < 0 => return Err("negative shift count".to_owned()),
        Binary::ShiftLeft if a == 0 => Some(0),
        Binary::ShiftLeft => u32::try_from(b).ok().filter(|&b| b < 63).and_then(|b| a.checked_mul(1 << b)),
        Binary::ShiftRight => Some(a >> b.min(63)),
        Binary::MatMul => return Err("`@` multiplies matrices; for numbers write `*`".to_owned()),
    };
    result.map(Number::Int).ok_or_else(|| "this integer does not fit in 64 bits".to_owned())
}

fn real_arithmetic(a: f64, operator: Binary, b: f64) -> Result<f64, String> {
    match operator {
        Binary::Add => Ok(a + b),
        Binary::Subtract => Ok(a - b),
        Binary::Multiply => Ok(a * b),
        Binary::Divide | Binary::FloorDivide | Binary::Modulo if b == 0.0 => Err("division by zero".to_owned()),
        Binary::Divide => Ok(a / b),
        Binary::FloorDivide => Ok(floor_divide(a, b)),
        Binary::Modulo => Ok(modulo(a, b)),
        Binary::Power if a == 0.0 && b < 0.0 && b.is_finite() => {
            Err("0 cannot be raised to a negative power".to_owned())
        }
        Binary::Power if a < 0.0 && b.is_finite() && b.fract() != 0.0 => {
            Err("a negative number to a fractional power is complex, which is not supported here".to_owned())
        }
        Binary::Power if a.is_finite() && b.is_finite() && a.powf(b).is_infinite() => {
            Err("(34, 'Numerical result out of range'): the power is too large for a float".to_owned())
        }
        Binary::Power => Ok(a.powf(b)),
        Binary::MatMul => Err("`@` multiplies matrices; for numbers write `*`".to_owned()),
        Binary::And | Binary::Or | Binary::Xor | Binary::ShiftLeft | Binary::ShiftRight => {
            Err(format!("`{}` is for whole numbers and masks", operator.symbol()))
        }
    }
}

/// The same step as an operation of tensors without axes.
fn recorded_step(a: &Tensor, operator: Binary, b: &Tensor) -> Option<tensor::Result<Tensor>> {
    Some(match operator {
        Binary::Add => a.add(b),
        Binary::Subtract => a.sub(b),
        Binary::Multiply => a.mul(b),
        Binary::Divide => a.div(b),
        Binary::FloorDivide => a.floor_div(b),
        Binary::Modulo => a.remainder(b),
        Binary::Power => a.pow(b),
        Binary::MatMul | Binary::And | Binary::Or | Binary::Xor | Binary::ShiftLeft | Binary::ShiftRight => {
            return None;
        }
    })
}

impl Interpreter<'_> {
    /// Records the arithmetic that gave `result`, if either operand has a history to go on with.
    pub(super) fn trace_step(
        &mut self,
        span: Span,
        operands: [(&Value, Span); 2],
        operator: Binary,
        result: Number,
    ) -> Trace {
        let known = operands.iter().any(|(value, _)| has_history(value));
        if !known || !self.meter.number() {
            return Trace::None;
        }
        let [Some(a), Some(b)] = operands.map(|(value, at)| self.number_operand(value, at)) else { return Trace::None };
        self.place(span);
        made(recorded_step(&a, operator, &b).and_then(Result::ok), result)
    }

    /// Records a function of one number, such as a square root, which gave `result`.
    pub(in crate::lang) fn trace_function(
        &mut self,
        span: Span,
        operand: (&Value, Span),
        function: impl FnOnce(&Tensor) -> tensor::Result<Tensor>,
        result: Number,
    ) -> Trace {
        if !has_history(operand.0) || !self.meter.number() {
            return Trace::None;
        }
        let Some(tensor) = self.number_operand(operand.0, operand.1) else { return Trace::None };
        self.place(span);
        made(function(&tensor).ok(), result)
    }

    /// A number, standing at `span`, as an operand of a recorded operation.
    pub(in crate::lang) fn number_operand(&mut self, value: &Value, span: Span) -> Option<Tensor> {
        if let Value::Bool(value) = value {
            let tensor = Tensor::from_bool(&[], vec![*value]).ok()?.with_number(true);
            let what = Leaf::Given(Arc::from(self.text_at(span)));
            return Some(self.leaf(tensor, what, span));
        }
        let number = Number::of(value)?;
        let (Value::Int(_, trace) | Value::Float(_, trace)) = value else { return None };
        Some(match trace {
            Trace::Made(origin) => match tape::value_of(*origin).filter(|tensor| number.is_in(tensor)) {
                Some(tensor) => tensor.with_number(true),
                None => number.tensor().with_origin(*origin),
            },
            Trace::Written(written) => self.leaf(number.tensor(), Leaf::Literal, *written),
            Trace::None => {
                let what = Leaf::Given(Arc::from(self.text_at(span)));
                self.leaf(number.tensor(), what, span)
            }
        })
    }

    /// A leaf of the tape, written at `span`.
    pub(in crate::lang) fn leaf(&mut self, tensor: Tensor, what: Leaf, span: Span) -> Tensor {
        self.place(span);
        tape::leaf(tensor, what)
    }

    /// A number that gets a name: from now on it has a history of its own, and the name goes with it.
    pub(super) fn traced(&mut self, value: Value, span: Span) -> Value {
        let (Value::Int(_, trace) | Value::Float(_, trace)) = value else { return value };
        if matches!(trace, Trace::Made(_)) || !self.meter.number() {
            return value;
        }
        let origin = self.number_operand(&value, span).and_then(|tensor| tensor.origin());
        with_trace(value, origin.map_or(Trace::None, Trace::Made))
    }

    /// Gives the node of a value that has one a name.
    pub(super) fn name(value: &Value, name: &Arc<str>) {
        match value {
            Value::Tensor(tensor) => tensor.read(|now| tape::name(now, Arc::clone(name))),
            Value::Int(_, Trace::Made(origin)) | Value::Float(_, Trace::Made(origin)) => {
                tape::name_made(*origin, Arc::clone(name));
            }
            _ => {}
        }
    }

    /// The only number of a tensor, where Python wants a number. PyTorch has other words here than for `item()`.
    pub(in crate::lang) fn only_number(&mut self, tensor: &SharedTensor, span: Span) -> Outcome {
        let words = "only one element tensors can be converted to Python scalars";
        if tensor.array_type() == ArrayType::Array && tensor.ndim() > 0 {
            let message = "only 0-dimensional arrays can be converted to Python scalars";
            return Err(Diagnostic::new(span, message).raising("TypeError").help("write a.item(), or a[0]"));
        }
        let number = self.number_of(&tensor.now(), span);
        if tensor.len() == 1 { number } else { number.map_err(|error| error.raising_as("ValueError", words)) }
    }

    /// A tensor of one element as a plain number that keeps its history.
    pub(in crate::lang) fn number_of(&mut self, tensor: &Tensor, span: Span) -> Outcome {
        let value = tensor.item().map_err(|error| Diagnostic::of_tensor(span, &error))?;
        if tensor.dtype().is_complex() {
            let message = "complex Python numbers are not supported";
            return Err(
                Diagnostic::new(span, message).help("to get the real and imaginary parts, write torch.view_as_real(x)")
            );
        }
        // No gradient passes a plain number, in PyTorch as here.
        let flat = || {
            tensor
                .without_gradient()?
                .reshape(&[])
                .and_then(|flat| flat.to(if tensor.dtype().is_float() { DType::F64 } else { DType::I64 }))
        };
        self.place(span);
        let trace = flat().ok().and_then(|flat| flat.origin()).map_or(Trace::None, Trace::Made);
        Ok(match (tensor.whole_at(&vec![0; tensor.ndim()]), tensor.dtype()) {
            (Some(whole), _) => Value::Int(whole, trace),
            (None, DType::Bool) => Value::Bool(value != 0.0),
            _ => Value::Float(value, trace),
        })
    }
}

fn has_history(value: &Value) -> bool {
    matches!(value, Value::Int(_, trace) | Value::Float(_, trace) if *trace != Trace::None)
}

/// The node of a recorded step, if it really gave the number that Python gives.
fn made(tensor: Option<Tensor>, result: Number) -> Trace {
    let tensor = tensor.filter(|tensor| result.is_in(tensor));
    tensor.and_then(|tensor| tensor.origin()).map_or(Trace::None, Trace::Made)
}

/// A number with another trace.
pub(super) fn with_trace(value: Value, trace: Trace) -> Value {
    match value {
        Value::Int(value, _) => Value::Int(value, trace),
        Value::Float(value, _) => Value::Float(value, trace),
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arithmetic_is_that_of_python() {
        use Number::{Float, Int};
        let cases = [
            (Int(-7), Binary::FloorDivide, Int(2), Int(-4)),
            (Int(-7), Binary::Modulo, Int(2), Int(1)),
            (Int(7), Binary::Modulo, Int(-2), Int(-1)),
            (Int(1), Binary::Divide, Int(2), Float(0.5)),
            (Int(2), Binary::Power, Int(-1), Float(0.5)),
            (Int(2), Binary::Power, Int(10), Int(1024)),
            (Float(1.0), Binary::FloorDivide, Float(0.1), Float(9.0)),
            (Float(-1.5), Binary::Modulo, Int(1), Float(0.5)),
        ];
        for (a, operator, b, expected) in cases {
            assert_eq!(arithmetic(a, operator, b), Ok(expected), "{a:?} {} {b:?}", operator.symbol());
        }
        assert_eq!(Int((1 << 53) + 1).order(Float(9_007_199_254_740_992.0)), Some(Ordering::Greater));
        assert_eq!(Float(1e300).order(Int(i64::MAX)), Some(Ordering::Greater));
        assert_eq!(Float(f64::NAN).order(Int(0)), None);
        assert!(arithmetic(Int(i64::MAX), Binary::Add, Int(1)).is_err());
        assert!(arithmetic(Int(i64::MIN), Binary::FloorDivide, Int(-1)).is_err());
        assert!(arithmetic(Int(2), Binary::Power, Int(1 << 40)).is_err());
        assert_eq!(arithmetic(Int(1), Binary::Power, Int(1 << 40)), Ok(Int(1)));
        assert!(arithmetic(Float(1.0), Binary::Divide, Int(0)).is_err());
        assert!(arithmetic(Int(-2), Binary::Power, Float(0.5)).is_err());
    }
}
