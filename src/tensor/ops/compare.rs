//! Comparisons and logic: truth values, through which no gradient passes.

use super::arithmetic::promoted;
use super::{
    Elements, GradientReads, Operation, apply, broadcast_index, broadcast_shape, dtype_names, joint_axes, operand_read,
};
use crate::tensor::array::Element;
use crate::tensor::budget::OperationCost;
use crate::tensor::explain::{Expr, Operator, Reason, Remark, ScalarFunction, element};
use crate::tensor::iter_axis::zip;
use crate::tensor::{DType, Error, Result, Tensor, strides};

/// Which comparison.
#[derive(Clone, Copy, Debug)]
enum Compare {
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

impl Compare {
    fn holds<T: PartialOrd>(self, a: &T, b: &T) -> bool {
        match self {
            Self::Eq => a == b,
            Self::Ne => a != b,
            Self::Lt => a < b,
            Self::Le => a <= b,
            Self::Gt => a > b,
            Self::Ge => a >= b,
        }
    }

    fn operator(self) -> Operator {
        match self {
            Self::Eq => Operator::Eq,
            Self::Ne => Operator::Ne,
            Self::Lt => Operator::Lt,
            Self::Le => Operator::Le,
            Self::Gt => Operator::Gt,
            Self::Ge => Operator::Ge,
        }
    }
}

impl Operation for Compare {
    fn name(&self) -> &'static str {
        match self {
            Self::Eq => "eq",
            Self::Ne => "ne",
            Self::Lt => "lt",
            Self::Le => "le",
            Self::Gt => "gt",
            Self::Ge => "ge",
        }
    }

    fn elements(&self) -> Elements {
        Elements::ComputedComplex
    }

    fn cost(&self, inputs: &[&Tensor]) -> OperationCost {
        OperationCost::broadcast(inputs)
    }

    fn forward(&self, inputs: &[&Tensor]) -> Result<Tensor> {
        let (a, b) = (inputs[0], inputs[1]);
        let shape = broadcast_shape(self.name(), a, b)?;
        let (x, y) = (a.array(), b.array());
        let truths = match promoted(a, b) {
            DType::F32 => zip(&x.read::<f32>().view(), &y.read().view(), &shape, |a, b| self.holds(&a, &b)),
            DType::C64 if matches!(self, Self::Eq | Self::Ne) => {
                let is = matches!(self, Self::Eq);
                zip(&x.complex().view(), &y.complex().view(), &shape, |a, b| (a == b) == is)
            }
            DType::C64 => {
                let got = "complex64: complex numbers have no order".to_owned();
                return Err(Error::DType { operation: self.name().to_owned(), wants: "real numbers", got });
            }
            DType::F64 => zip(&x.read::<f64>().view(), &y.read().view(), &shape, |a, b| self.holds(&a, &b)),
            // Beside uint8, -1 is 255, as in PyTorch.
            whole => {
                let [x, y] = [x, y].map(|operand| operand.cast(whole).integers());
                zip(&x.view(), &y.view(), &shape, |a, b| self.holds(&a, &b))
            }
        };
        truth_tensor(self.name(), truths, &shape, &[a, b])
    }

    fn strides(&self, inputs: &[&Tensor], shape: &[usize]) -> Option<Vec<usize>> {
        strides::elementwise(shape, inputs)
    }

    fn reads(&self) -> GradientReads {
        GradientReads::NOTHING
    }

    fn backward(&self, _: &[Tensor], _: &Tensor, _: &Tensor) -> Result<Vec<Option<Tensor>>> {
        Ok(vec![None, None])
    }

    fn rounds(&self, _: &[&Tensor], _: usize) -> bool {
        true
    }

    fn explain(&self, inputs: &[Tensor], _: &Tensor, index: &[usize]) -> Reason {
        let operand = |input: usize| operand_read(self, inputs, input, index);
        operand(0).join(self.operator(), operand(1)).into()
    }
}

/// Which connection of two truth values; on whole numbers it works bit by bit.
#[derive(Clone, Copy, Debug)]
enum Logic {
    And,
    Or,
    Xor,
}

impl Logic {
    fn of_bits(self, a: i64, b: i64) -> i64 {
        match self {
            Self::And => a & b,
            Self::Or => a | b,
            Self::Xor => a ^ b,
        }
    }

    fn kernel(self) -> &'static str {
        match self {
            Self::And => "bitwise_and_cpu",
            Self::Or => "bitwise_or_cpu",
            Self::Xor => "bitwise_xor_cpu",
        }
    }

    /// How formulas write it: with a word between truth values, with a sign between bits.
    fn operator(self, are_truths: bool) -> Operator {
        match (self, are_truths) {
            (Self::And, true) => Operator::And,
            (Self::Or, true) => Operator::Or,
            (Self::Xor, true) => Operator::Xor,
            (Self::And, false) => Operator::BitAnd,
            (Self::Or, false) => Operator::BitOr,
            (Self::Xor, false) => Operator::BitXor,
        }
    }
}

/// An operand as the bits that it is read as: beside uint8, -1 is 255.
fn read_as(x: Expr, dtype: DType) -> Expr {
    if dtype == DType::U8 && !(0.0..256.0).contains(&x.value()) { x.join(Operator::Mod, Expr::Exact(256.0)) } else { x }
}

impl Operation for Logic {
    fn name(&self) -> &'static str {
        match self {
            Self::And => "and",
            Self::Or => "or",
            Self::Xor => "xor",
        }
    }

    fn cost(&self, inputs: &[&Tensor]) -> OperationCost {
        OperationCost::broadcast(inputs)
    }

    fn elements(&self) -> Elements {
        // What is refused is refused under its own name: half precision is not widened first.
        Elements::Moved
    }

    fn forward(&self, inputs: &[&Tensor]) -> Result<Tensor> {
        let (a, b) = (inputs[0], inputs[1]);
        let dtype = promoted(a, b);
        if dtype != DType::Bool && !dtype.is_integer() {
            return Err(Error::Value(format!(
                "\"{}\" not implemented for '{}': `{}` needs Booleans or integers; compare first, as in x != 0",
                self.kernel(),
                dtype_names::scalar(dtype),
                self.name()
            )));
        }
        let shape = broadcast_shape(self.name(), a, b)?;
        if dtype == DType::Bool {
            let truths = zip(&a.array().truths().view(), &b.array().truths().view(), &shape, |a, b| match self {
                Self::And => a && b,
                Self::Or => a || b,
                Self::Xor => a != b,
            });
            return truth_tensor(self.name(), truths, &shape, &[a, b]);
        }
        let [x, y] = [a, b].map(|operand| operand.array().cast(dtype).integers());
        zip(&x.view(), &y.view(), &shape, |x, y| self.of_bits(x, y))
            .map(|bits| Tensor::new(i64::array(bits).cast(dtype)).with_axes(joint_axes(&shape, &[a, b])))
            .ok_or_else(|| Error::Value(format!("{}: cannot broadcast to {shape:?}", self.name())))
    }

    fn strides(&self, inputs: &[&Tensor], shape: &[usize]) -> Option<Vec<usize>> {
        strides::elementwise(shape, inputs)
    }

    fn reads(&self) -> GradientReads {
        GradientReads::NOTHING
    }

    fn backward(&self, _: &[Tensor], _: &Tensor, _: &Tensor) -> Result<Vec<Option<Tensor>>> {
        Ok(vec![None, None])
    }

    fn explain(&self, inputs: &[Tensor], value: &Tensor, index: &[usize]) -> Reason {
        let operand = |input: usize| {
            let place = broadcast_index(index, inputs[input].shape());
            read_as(element(inputs, input, &place), value.dtype())
        };
        operand(0).join(self.operator(value.dtype() == DType::Bool), operand(1)).into()
    }
}

/// The opposite truth value; what is not a truth value counts as true unless it is zero.
#[derive(Debug)]
struct Not;

impl Operation for Not {
    fn name(&self) -> &'static str {
        "not"
    }

    fn cost(&self, inputs: &[&Tensor]) -> OperationCost {
        OperationCost::like(inputs[0])
    }

    fn forward(&self, inputs: &[&Tensor]) -> Result<Tensor> {
        let truths = inputs[0].array().truths().mapv_into(|x| !x);
        Ok(Tensor::new(bool::array(truths)).with_axes(inputs[0].axes().to_vec()))
    }

    fn strides(&self, inputs: &[&Tensor], shape: &[usize]) -> Option<Vec<usize>> {
        strides::elementwise(shape, inputs)
    }

    fn reads(&self) -> GradientReads {
        GradientReads::NOTHING
    }

    fn backward(&self, _: &[Tensor], _: &Tensor, _: &Tensor) -> Result<Vec<Option<Tensor>>> {
        Ok(vec![None])
    }

    fn explain(&self, inputs: &[Tensor], _: &Tensor, index: &[usize]) -> Reason {
        Expr::call(ScalarFunction::Not, element(inputs, 0, index)).into()
    }
}

/// Whether an element is not a number.
#[derive(Debug)]
struct IsNan;

impl Operation for IsNan {
    fn name(&self) -> &'static str {
        "isnan"
    }

    fn cost(&self, inputs: &[&Tensor]) -> OperationCost {
        OperationCost::like(inputs[0])
    }

    fn forward(&self, inputs: &[&Tensor]) -> Result<Tensor> {
        let truths = inputs[0].array().reals::<f64>().mapv(f64::is_nan);
        Ok(Tensor::new(bool::array(truths)).with_axes(inputs[0].axes().to_vec()))
    }

    fn strides(&self, inputs: &[&Tensor], shape: &[usize]) -> Option<Vec<usize>> {
        strides::elementwise(shape, inputs)
    }

    fn reads(&self) -> GradientReads {
        GradientReads::NOTHING
    }

    fn backward(&self, _: &[Tensor], _: &Tensor, _: &Tensor) -> Result<Vec<Option<Tensor>>> {
        Ok(vec![None])
    }

    fn explain(&self, inputs: &[Tensor], _: &Tensor, index: &[usize]) -> Reason {
        // NaN is the one value that differs from itself.
        let x = element(inputs, 0, index);
        Reason::from(x.clone().join(Operator::Ne, x)).remarking(Remark::OnlyNan)
    }
}

fn truth_tensor(
    name: &str,
    truths: Option<ndarray::ArrayD<bool>>,
    shape: &[usize],
    inputs: &[&Tensor],
) -> Result<Tensor> {
    let truths = truths.ok_or_else(|| Error::Value(format!("{name}: cannot broadcast to {shape:?}")))?;
    Ok(Tensor::new(bool::array(truths)).with_axes(joint_axes(shape, inputs)))
}

/// Comparisons give truth values and broadcast as in NumPy; NaN compares as false, but differs from everything.
/// All fail with both shapes when they do not broadcast; logic takes truth values, or whole numbers bit by bit.
#[expect(clippy::missing_errors_doc, reason = "said once for all of them above")]
impl Tensor {
    /// `a == b`.
    pub fn eq(&self, other: &Self) -> Result<Self> {
        apply(Compare::Eq, &[self, other])
    }

    /// `a != b`.
    pub fn ne(&self, other: &Self) -> Result<Self> {
        apply(Compare::Ne, &[self, other])
    }

    /// `a < b`.
    pub fn lt(&self, other: &Self) -> Result<Self> {
        apply(Compare::Lt, &[self, other])
    }

    /// `a <= b`.
    pub fn le(&self, other: &Self) -> Result<Self> {
        apply(Compare::Le, &[self, other])
    }

    /// `a > b`.
    pub fn gt(&self, other: &Self) -> Result<Self> {
        apply(Compare::Gt, &[self, other])
    }

    /// `a >= b`.
    pub fn ge(&self, other: &Self) -> Result<Self> {
        apply(Compare::Ge, &[self, other])
    }

    /// `a & b`.
    pub fn and(&self, other: &Self) -> Result<Self> {
        apply(Logic::And, &[self, other])
    }

    /// `a | b`.
    pub fn or(&self, other: &Self) -> Result<Self> {
        apply(Logic::Or, &[self, other])
    }

    /// `a ^ b`.
    pub fn xor(&self, other: &Self) -> Result<Self> {
        apply(Logic::Xor, &[self, other])
    }

    /// `~a`, `logical_not(a)`.
    pub fn not(&self) -> Result<Self> {
        apply(Not, &[self])
    }

    /// Where an element is NaN.
    pub fn isnan(&self) -> Result<Self> {
        apply(IsNan, &[self])
    }
}
