//! Arrays of NumPy under operators: what NumPy makes of dtypes, of lists and of shapes, where it differs from PyTorch.
//!
//! A number of Python changes the dtype of no array, unless it is of a higher kind; a number of NumPy counts as an array without axes. What
//! has no axes when it is computed is a number.

use super::array_items::check_writable;
use super::array_making::{out_of_bounds, range_of};
use super::comparisons::each_compared;
use super::operators::Operand;
use super::tensor_writes::can_cast;
use super::{Interpreter, Outcome};
use crate::lang::diagnostic::{Diagnostic, Exception};
use crate::lang::syntax::{Binary, Comparison, Span, Unary};
use crate::lang::value::{ArrayType, SharedTensor, Stub, Trace, Value, array_dtype};
use crate::tensor::{self, DType, Tensor, tape};

const NO_SMALL_WHOLE: &str = "NumPy would give int8 here, which is not supported: convert it first, mask.astype(int)";

/// An operand as NumPy takes it.
struct ArrayOperand {
    tensor: Tensor,
    /// Whether it is a number of Python, which takes the dtype of the other one.
    is_plain: bool,
}

/// The dtype that holds the numbers of two others: NumPy's `promote_types`.
pub(in crate::lang) fn promoted(a: DType, b: DType) -> DType {
    let is_wide_whole = |dtype: DType| matches!(dtype, DType::I32 | DType::I64);
    match (a, b) {
        (real, whole) | (whole, real) if matches!(real, DType::F32 | DType::F16) && is_wide_whole(whole) => DType::F64,
        _ => DType::promote(a, b),
    }
}

impl Interpreter<'_> {
    /// An operator of which a side is an array or a number of NumPy; `None` where PyTorch decides, because the other side is a tensor.
    pub(super) fn join_arrays(
        &mut self,
        span: Span,
        left: &Operand,
        operator: Binary,
        right: &Operand,
    ) -> Outcome<Option<Value>> {
        use ArrayType::{Array, Scalar, Tensor};
        match (left.value.array_type(), right.value.array_type()) {
            (Some(Tensor), Some(Scalar)) => {
                return self.join_tensors(span, left, operator, &right.with(as_plain_number(&right.value))).map(Some);
            }
            (Some(Scalar), Some(Tensor)) => {
                return self.join_tensors(span, &left.with(as_plain_number(&left.value)), operator, right).map(Some);
            }
            (Some(Tensor), Some(Array)) => return Ok(None),
            (Some(Array), Some(Tensor)) => return Err(array_and_tensor(span, operator)),
            (Some(Array | Scalar), _) | (_, Some(Array | Scalar)) => {}
            _ => return Ok(None),
        }
        if operator == Binary::Multiply
            && let Some(repeated) = self.repeated_by_number(span, left, right)?
        {
            return Ok(Some(repeated));
        }
        let (Some(a), Some(b)) = (self.array_operand(left)?, self.array_operand(right)?) else {
            return Err(no_operand(span, left, operator, right));
        };
        let made = self.joined_in_numpy(span, &a, operator, &b);
        made.map(Value::of_numpy).map(Some).map_err(|refused| match refused {
            Refused::ByNumPy(error) => error,
            Refused::ByTensors(error) => {
                let words = of_shapes(&error, operator, &a.tensor, &b.tensor);
                self.array_mismatch(span, (left, &a.tensor), operator.symbol(), (right, &b.tensor), error, words)
            }
        })
    }

    /// `[1] * np.int64(2)`: a whole number of NumPy repeats a list as one of Python does.
    fn repeated_by_number(&mut self, span: Span, left: &Operand, right: &Operand) -> Outcome<Option<Value>> {
        let times = |side: &Operand| match &side.value {
            Value::Tensor(number) if number.array_type() == ArrayType::Scalar && number.dtype().is_integer() => {
                number.now().whole_at(&[])
            }
            _ => None,
        };
        let is_sequence = |side: &Operand| matches!(side.value, Value::List(_) | Value::Str(_) | Value::Tuple(_));
        let (sequence, times) = match (times(left), times(right)) {
            (Some(times), None) if is_sequence(right) => (right, times),
            (None, Some(times)) if is_sequence(left) => (left, times),
            _ => return Ok(None),
        };
        let times = Value::Int(times, Trace::None);
        self.joined(span, (sequence.value.clone(), span), Binary::Multiply, (times, span)).map(Some)
    }

    fn array_operand(&mut self, side: &Operand) -> Outcome<Option<ArrayOperand>> {
        let is_plain = matches!(side.value, Value::Int(..) | Value::Float(..));
        let tensor = match &side.value {
            Value::Tensor(tensor) => Some(tensor.now()),
            Value::Bool(value) => {
                Some(Tensor::from_bool(&[], vec![*value]).map_err(|e| Diagnostic::of_tensor(side.span, &e))?)
            }
            Value::List(_) | Value::Tuple(_) | Value::Range(_) => Some(self.array_of(&side.value, None, side.span)?),
            value => self.number_operand(value, side.span),
        };
        Ok(tensor.map(|tensor| ArrayOperand { tensor, is_plain }))
    }

    fn joined_in_numpy(
        &mut self,
        span: Span,
        a: &ArrayOperand,
        operator: Binary,
        b: &ArrayOperand,
    ) -> Result<Tensor, Refused> {
        self.place(span);
        let is_divided = operator == Binary::Divide;
        let (x, y) = in_one_dtype(a, b, is_divided, span)?;
        let dtype = x.dtype();
        let refused = |message: &str| Refused::ByNumPy(Diagnostic::new(span, message));
        if dtype == DType::Bool {
            match operator {
                Binary::Subtract => {
                    let message = "numpy boolean subtract, the `-` operator, is not supported, use the bitwise_xor, the `^` operator, \
                                   or the logical_xor function instead.";
                    return Err(Refused::ByNumPy(Diagnostic::new(span, message).raising("TypeError")));
                }
                Binary::Power | Binary::FloorDivide | Binary::Modulo => return Err(refused(NO_SMALL_WHOLE)),
                _ => {}
            }
        }
        if dtype.is_integer() && operator == Binary::Power && y.to_vec().iter().any(|power| *power < 0.0) {
            let message = "Integers to negative integer powers are not allowed.";
            return Err(Refused::ByNumPy(
                Diagnostic::new(span, message)
                    .raising("ValueError")
                    .help("make it real numbers: x.astype(float) ** -1"),
            ));
        }
        if operator == Binary::Power && is_truth_and_whole(a, b) {
            return Err(refused(NO_SMALL_WHOLE));
        }
        let real = |x: &Tensor| if dtype.is_float() || dtype.is_complex() { Ok(x.clone()) } else { x.to(DType::F64) };
        let by_power_of_two = || Tensor::integer(2).to(dtype)?.pow(&y);
        let made = match operator {
            Binary::Add => x.add(&y),
            Binary::Subtract => x.sub(&y),
            Binary::Multiply => x.mul(&y),
            Binary::Divide => real(&x).and_then(|x| x.div(&real(&y)?)),
            Binary::FloorDivide if dtype.is_integer() => with_zeros(&x, &y, Tensor::floor_div),
            Binary::Modulo if dtype.is_integer() => with_zeros(&x, &y, Tensor::remainder),
            Binary::FloorDivide => x.floor_div(&y),
            Binary::Modulo => x.remainder(&y),
            Binary::Power => x.pow(&y),
            Binary::MatMul => x.matmul(&y),
            Binary::And | Binary::Or | Binary::Xor | Binary::ShiftLeft | Binary::ShiftRight if dtype.is_float() => {
                return Err(Refused::ByNumPy(no_loop(span, ufunc(operator))));
            }
            Binary::And => x.and(&y),
            Binary::Or => x.or(&y),
            Binary::Xor => x.xor(&y),
            Binary::ShiftLeft => by_power_of_two().and_then(|power| x.mul(&power)),
            Binary::ShiftRight => by_power_of_two().and_then(|power| x.floor_div(&power)),
        };
        made.map_err(Refused::ByTensors)
    }

    /// `array += value` and its like: the array takes what is computed, if that is of its shape and of its kind of numbers.
    pub(super) fn augment_array(
        &mut self,
        span: Span,
        array: &SharedTensor,
        (left, operator, right): (&Operand, Binary, &Operand),
    ) -> Outcome<()> {
        Self::writable(array, span)?;
        check_writable(array, span)?;
        let right = if right.value.array_type() == Some(ArrayType::Tensor) {
            &right.with(as_array(&right.value))
        } else {
            right
        };
        let after = self.join_arrays(span, left, operator, right).map_err(|error| match &error.exception {
            // In its place, NumPy names the shape that it goes to, too.
            Some(Exception::Python { words, .. }) if words.starts_with("operands could not be broadcast") => {
                let words = format!("{words}{} ", shape_text(array.outline().shape()));
                error.raising_as("ValueError", words)
            }
            _ => error,
        })?;
        let Some(after) = after.and_then(|made| made.tensor()) else { return Ok(()) };
        let (from, to) = (after.dtype(), array.dtype());
        let is_narrower = !can_cast(from, to) || (to == DType::U8 && matches!(from, DType::I64 | DType::I32));
        if is_narrower {
            let message = format!(
                "Cannot cast ufunc '{}' output from dtype('{from}') to dtype('{to}') with casting rule 'same_kind'",
                ufunc(operator)
            );
            return Err(Diagnostic::new(span, message)
                .raising("UFuncTypeError")
                .help(format!("a is {to}: convert it first, a = a.astype({from})")));
        }
        if after.shape() != array.outline().shape() {
            let (into, of) = (shape_text(array.outline().shape()), shape_text(after.shape()));
            let message =
                format!("non-broadcastable output operand with shape {into} doesn't match the broadcast shape {of}");
            return Err(Diagnostic::new(span, message)
                .raising("ValueError")
                .help("write a = a + b, which gives a new shape"));
        }
        self.place(span);
        let after = if from == to { Ok(after) } else { after.to(to) };
        let after = after.map_err(|error| Diagnostic::of_tensor(span, &error))?;
        self.overwrite(span, array, after, false)
    }

    /// A comparison of which a side is an array or a number of NumPy; `None` where PyTorch decides.
    pub(super) fn compare_arrays(
        &mut self,
        span: Span,
        left: &Operand,
        comparison: Comparison,
        right: &Operand,
    ) -> Outcome<Option<Value>> {
        if !(left.value.is_of_numpy() || right.value.is_of_numpy())
            || [left, right].iter().any(|side| side.value.array_type() == Some(ArrayType::Tensor))
        {
            return Ok(None);
        }
        let operands = (self.array_operand(left)?, self.array_operand(right)?);
        let (Some(a), Some(b)) = operands else {
            return Ok(unequal_to_all(left, comparison, right));
        };
        self.place(span);
        let (x, y) = match in_one_dtype(&a, &b, true, span) {
            Ok(both) => both,
            Err(Refused::ByNumPy(error)) => return Err(error),
            Err(Refused::ByTensors(error)) => return Err(Diagnostic::of_tensor(span, &error)),
        };
        each_compared(&x, comparison, &y).map(|made| Some(Value::of_numpy(made))).map_err(|error| {
            let words = of_shapes(&error, Binary::Add, &x, &y);
            self.array_mismatch(span, (left, &x), comparison.symbol(), (right, &y), error, words)
        })
    }

    /// Two operands that NumPy does not join either, in its words where they are known.
    fn array_mismatch(
        &self,
        span: Span,
        left: (&Operand, &Tensor),
        symbol: &str,
        right: (&Operand, &Tensor),
        error: tensor::Error,
        words: Option<String>,
    ) -> Diagnostic {
        let said = self.tensor_mismatch(span, left, symbol, right, error);
        match words {
            Some(words) => said.raising_as("ValueError", words),
            None => said,
        }
    }

    /// A sign before an array or a number of NumPy.
    pub(super) fn signed_array(&mut self, span: Span, operator: Unary, array: &SharedTensor) -> Outcome {
        let now = array.now();
        self.place(span);
        let made = match operator {
            Unary::Negate if now.dtype() == DType::Bool => {
                let message = "The numpy boolean negative, the `-` operator, is not supported, use the `~` operator or the \
                               logical_not function instead.";
                return Err(Diagnostic::new(span, message).raising("TypeError"));
            }
            Unary::Plus if now.dtype() == DType::Bool => return Err(no_loop(span, "positive")),
            Unary::Invert if now.dtype().is_float() => {
                return Err(no_loop(span, "invert")
                    .help("write `~(x > 0)`, or `~x.astype(bool)` to treat nonzero values as True"));
            }
            Unary::Negate => now.neg(),
            Unary::Invert if now.dtype() == DType::Bool => now.not(),
            Unary::Invert => Tensor::integer(-1).sub(&now),
            _ => Ok(now.apart()),
        };
        made.map(Value::of_numpy).map_err(|error| Diagnostic::of_tensor(span, &error))
    }
}

/// `a == "x"`: no element is equal to what is no number.
fn unequal_to_all(left: &Operand, comparison: Comparison, right: &Operand) -> Option<Value> {
    let is_equal = match comparison {
        Comparison::Equal => false,
        Comparison::NotEqual => true,
        _ => return None,
    };
    let array = left.value.as_tensor().or(right.value.as_tensor())?;
    if array.array_type() == ArrayType::Scalar {
        return Some(Value::Bool(is_equal));
    }
    let answers = vec![is_equal; array.len()];
    Tensor::from_bool(array.outline().shape(), answers).ok().map(Value::of_numpy)
}

/// Why NumPy gives nothing.
enum Refused {
    ByNumPy(Diagnostic),
    ByTensors(tensor::Error),
}

impl From<tensor::Error> for Refused {
    fn from(error: tensor::Error) -> Self {
        Self::ByTensors(error)
    }
}

/// Two operands in the dtype in which NumPy joins them; with `takes_any`, as for comparisons and division, beside any number of Python.
fn in_one_dtype(a: &ArrayOperand, b: &ArrayOperand, takes_any: bool, span: Span) -> Result<(Tensor, Tensor), Refused> {
    let (of_a, of_b) = (a.tensor.dtype(), b.tensor.dtype());
    let dtype = match (a.is_plain, b.is_plain) {
        (true, false) => beside_plain(of_a, of_b),
        (false, true) => beside_plain(of_b, of_a),
        _ => promoted(of_a, of_b),
    };
    let dtype = match ([a, b].into_iter().find(|one| one.is_plain), range_of(dtype)) {
        (Some(plain), Some(range)) => {
            let value = plain.tensor.whole_at(&[]).unwrap_or(0);
            match range.contains(&value) {
                true => dtype,
                false if takes_any => DType::I64,
                false => return Err(Refused::ByNumPy(out_of_bounds(value, dtype, span))),
            }
        }
        _ => dtype,
    };
    let to = |operand: &ArrayOperand| {
        let tensor = operand.tensor.clone().with_number(false);
        if tensor.dtype() == dtype { Ok(tensor) } else { tensor.to(dtype) }
    };
    Ok((to(a)?, to(b)?))
}

/// Whether truth values meet a whole number of Python's.
fn is_truth_and_whole(a: &ArrayOperand, b: &ArrayOperand) -> bool {
    let is_truth = |one: &ArrayOperand| !one.is_plain && one.tensor.dtype() == DType::Bool;
    let is_whole = |one: &ArrayOperand| one.is_plain && one.tensor.dtype().is_integer();
    (is_truth(a) && is_whole(b)) || (is_whole(a) && is_truth(b))
}

/// The dtype of an array beside a number of Python, which is of the first dtype: its own, unless the number is of a higher kind.
fn beside_plain(plain: DType, array: DType) -> DType {
    match (plain.is_float(), array) {
        (true, DType::Bool | DType::I64 | DType::I32 | DType::U8) => DType::F64,
        (false, DType::Bool) => DType::I64,
        _ => array,
    }
}

/// Division of whole numbers, in which NumPy gives 0 where the divisor is 0.
fn with_zeros(
    x: &Tensor,
    y: &Tensor,
    divide: impl Fn(&Tensor, &Tensor) -> tensor::Result<Tensor>,
) -> tensor::Result<Tensor> {
    let is_zero = tape::pause(|| y.eq(&Tensor::integer(0)))?;
    if is_zero.to_vec().iter().all(|zero| *zero == 0.0) {
        return divide(x, y);
    }
    let one = Tensor::integer(1).to(y.dtype())?;
    let quotient = divide(x, &y.masked_fill(&is_zero, &one)?)?;
    quotient.mul(&is_zero.not()?.to(y.dtype())?)
}

/// A number of NumPy as PyTorch takes it: as one of Python.
fn as_plain_number(scalar: &Value) -> Value {
    match scalar {
        Value::Tensor(number) => Value::from(number.now().with_number(true)),
        other => other.clone(),
    }
}

/// NumPy's name of an operator's function.
fn ufunc(operator: Binary) -> &'static str {
    match operator {
        Binary::Add => "add",
        Binary::Subtract => "subtract",
        Binary::Multiply => "multiply",
        Binary::Divide => "divide",
        Binary::FloorDivide => "floor_divide",
        Binary::Modulo => "remainder",
        Binary::Power => "power",
        Binary::MatMul => "matmul",
        Binary::And => "bitwise_and",
        Binary::Or => "bitwise_or",
        Binary::Xor => "bitwise_xor",
        Binary::ShiftLeft => "left_shift",
        Binary::ShiftRight => "right_shift",
    }
}

fn no_loop(span: Span, ufunc: &str) -> Diagnostic {
    let message = format!(
        "ufunc '{ufunc}' not supported for the input types, and the inputs could not be safely coerced to any supported types \
         according to the casting rule ''safe''"
    );
    Diagnostic::new(span, message).raising("TypeError")
}

fn array_and_tensor(span: Span, operator: Binary) -> Diagnostic {
    let words = if operator == Binary::Add {
        "Concatenation operation is not implemented for NumPy arrays, use np.concatenate() instead. Please do not rely on this error; it \
         may not be given on all Python implementations."
            .to_owned()
    } else {
        format!("unsupported operand type(s) for {}: 'numpy.ndarray' and 'Tensor'", operator.symbol())
    };
    Diagnostic::new(span, format!("`{}` cannot combine an array with a tensor on its right", operator.symbol()))
        .raising_as("TypeError", words)
        .help("make both of one kind: torch.from_numpy(a), or x.numpy()")
}

/// NumPy's words for shapes that an operator does not join.
fn of_shapes(error: &tensor::Error, operator: Binary, a: &Tensor, b: &Tensor) -> Option<String> {
    let signature = "with gufunc signature (n?,k),(k,m?)->(n?,m?)";
    match error {
        _ if operator == Binary::MatMul && (a.ndim() == 0 || b.ndim() == 0) => {
            let which = usize::from(a.ndim() > 0);
            Some(format!(
                "matmul: Input operand {which} does not have enough dimensions (has 0, gufunc core {} requires 1)",
                signature.replace("gufunc ", "")
            ))
        }
        tensor::Error::Inner { sizes: (x, y), .. } => Some(format!(
            "matmul: Input operand 1 has a mismatch in its core dimension 0, {signature} (size {y} is different from {x})"
        )),
        tensor::Error::Broadcast { .. } if operator == Binary::MatMul => {
            let batch = |x: &Tensor| x.shape()[..x.ndim().saturating_sub(2)].to_vec();
            let mapped = |x: &Tensor| {
                let sizes: Vec<String> =
                    batch(x).iter().map(ToString::to_string).chain(["newaxis,newaxis".into()]).collect();
                format!("{}->({})", shape_text(x.shape()), sizes.join(","))
            };
            let last = |x: &Tensor, from_end: usize| x.shape()[x.ndim() - from_end];
            Some(format!(
                "operands could not be broadcast together with remapped shapes [original->remapped]: {} {}  and requested shape ({},{})",
                mapped(a),
                mapped(b),
                last(a, 2),
                last(b, 1)
            ))
        }
        tensor::Error::Broadcast { .. } => Some(format!(
            "operands could not be broadcast together with shapes {} {} ",
            shape_text(a.shape()),
            shape_text(b.shape())
        )),
        _ => None,
    }
}

/// A shape as NumPy's errors write it: `(2,3)`.
pub(super) fn shape_text(shape: &[usize]) -> String {
    let sizes: Vec<String> = shape.iter().map(ToString::to_string).collect();
    if sizes.len() == 1 { format!("({},)", sizes[0]) } else { format!("({})", sizes.join(",")) }
}

/// An array beside a tensor in whose place something is computed, which NumPy reads as an array.
fn as_array(tensor: &Value) -> Value {
    match tensor {
        Value::Tensor(tensor) => Value::Tensor(SharedTensor::new(tensor.now()).with_array_type(ArrayType::Array)),
        other => other.clone(),
    }
}

/// An array and what is no number.
fn no_operand(span: Span, left: &Operand, operator: Binary, right: &Operand) -> Diagnostic {
    let kind = |side: &Operand| match &side.value {
        Value::Tensor(array) if array.dtype().is_float() => "float".to_owned(),
        Value::Tensor(array) if array.dtype() == DType::Bool => "bool".to_owned(),
        Value::Tensor(_) => "int".to_owned(),
        other => other.python_type().to_owned(),
    };
    let dtype = |side: &Operand| match &side.value {
        Value::Tensor(array) => format!("dtype('{}')", array.dtype()),
        Value::Str(text) => format!("dtype('<U{}')", text.chars().count()),
        _ => "dtype('O')".to_owned(),
    };
    let (a, b) = (left.value.description(), right.value.description());
    let error = Diagnostic::new(span, format!("`{}` cannot combine {a} and {b}", operator.symbol()));
    let is_text = |side: &Operand| matches!(side.value, Value::Str(_));
    if is_text(left) && operator == Binary::Add && right.value.array_type() == Some(ArrayType::Scalar) {
        let words = format!("can only concatenate str (not \"{}\") to str", right.value.python_type());
        return error.raising_as("TypeError", words).help("to put a value into text, write an f-string: f\"{x}\"");
    }
    if is_text(left) || is_text(right) {
        let words = format!(
            "ufunc '{}' did not contain a loop with signature matching types ({}, {}) -> None",
            ufunc(operator),
            dtype(left),
            dtype(right)
        );
        return error.raising_as("UFuncTypeError", words).help("to put a value into text, write an f-string: f\"{x}\"");
    }
    let symbol = if operator == Binary::Power { "** or pow()" } else { operator.symbol() };
    error.raising_as(
        "TypeError",
        format!("unsupported operand type(s) for {symbol}: '{}' and '{}'", kind(left), kind(right)),
    )
}

/// Whether a dtype of NumPy is what another value names: `x.dtype == np.float64`, `x.dtype == "float64"`.
pub(super) fn same_dtype(a: &Value, b: &Value) -> Option<bool> {
    let is_dtype = |value: &Value| matches!(value.as_stub(), Some(Stub::ArrayDType(_)));
    (is_dtype(a) || is_dtype(b)).then(|| array_dtype(a).is_some_and(|dtype| array_dtype(b) == Some(dtype)))
}
