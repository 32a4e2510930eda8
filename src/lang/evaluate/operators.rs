//! Operators: on numbers as in Python, on tensors as in PyTorch, and errors that speak of the operands by name.

use super::containers::combined;
use super::grad_fn;
use super::gradients::WrittenPart;
use super::numbers::{Number, arithmetic};
use super::{Interpreter, Outcome};
use crate::lang::diagnostic::Diagnostic;
use crate::lang::syntax::{Binary, Expression, ExpressionKind, Span, Unary};
use crate::lang::value::{ArrayType, Form, Trace, Value};
use crate::tensor::tape::gradient_mode;
use crate::tensor::{self, DType, Error, Tensor};

const NO_SHIFT: &str = "shifts of tensors are not supported here: write x * 2**n, or x // 2**n";

/// An operand and the text that gave it.
pub(super) struct Operand {
    /// Whether the result takes its place: `x += 1`.
    is_written: bool,
    pub(super) value: Value,
    pub(super) span: Span,
    kind: Kind,
}

/// What the text of an operand is, as far as errors speak of it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// A name, an attribute, an item: it may stand beside any operator.
    Atom,
    /// A call, which may have given nothing.
    Call,
    /// Anything else: it needs brackets beside an operator.
    Compound,
}

impl Operand {
    pub(super) fn of(expression: &Expression, value: Value) -> Self {
        let kind = match expression.kind {
            ExpressionKind::Call { .. } => Kind::Call,
            ExpressionKind::Name(_)
            | ExpressionKind::Attribute { .. }
            | ExpressionKind::Index { .. }
            | ExpressionKind::Int(_)
            | ExpressionKind::Float(_) => Kind::Atom,
            _ => Kind::Compound,
        };
        Self { value, span: expression.span, kind, is_written: false }
    }

    /// A name, an attribute or an item, with its value.
    pub(super) fn atom(span: Span, value: Value) -> Self {
        Self { value, span, kind: Kind::Atom, is_written: false }
    }

    /// The same text with another value.
    pub(super) fn with(&self, value: Value) -> Self {
        Self { value, span: self.span, kind: self.kind, is_written: self.is_written }
    }
}

impl Interpreter<'_> {
    pub(super) fn binary(&mut self, span: Span, left: &Expression, operator: Binary, right: &Expression) -> Outcome {
        let (a, b) = (self.tensor_value(left)?, self.tensor_value(right)?);
        // Loops of a learner are made of these.
        if let (Value::Int(..) | Value::Float(..), Some(x), Some(y)) = (&a, Number::of(&a), Number::of(&b)) {
            return self.join_numbers(span, (&a, left.span, x), operator, (&b, right.span, y));
        }
        self.join(span, &Operand::of(left, a), operator, &Operand::of(right, b))
    }

    /// The value of `x` after `x += y` and its like. A list, a set or a tensor is changed in place.
    pub(super) fn augmented(&mut self, span: Span, left: Operand, operator: Binary, right: &Expression) -> Outcome {
        let b = self.tensor_value(right)?;
        if self.is_changed_by(span, &left.value, operator, (&b, right.span))? {
            return Ok(left.value);
        }
        if let Some(after) = self.augmented_by_class(span, &left.value, operator, &b)? {
            return Ok(after);
        }
        let held = Operand { is_written: true, ..left.with(self.read(left.value.clone())) };
        let right = Operand::of(right, b);
        match &held.value {
            Value::Tensor(array) if array.array_type() == ArrayType::Array => {
                self.augment_array(span, array, (&held, operator, &right))?;
                Ok(left.value)
            }
            // `@=` makes a new tensor, as in PyTorch; a number of NumPy never changes.
            Value::Tensor(tensor) if operator != Binary::MatMul && tensor.array_type() != ArrayType::Scalar => {
                Self::writable(tensor, span)?;
                let gradient = Self::check_gradient(span, tensor, || WrittenPart::Whole, right.value.as_tensor())?;
                Self::check_operand(span, tensor, &right.value)?;
                if let Some(after) = self.join(span, &held, operator, &right)?.tensor() {
                    let after = self.in_place_of(span, &tensor.now(), after)?;
                    self.overwrite(span, tensor, after, false)?;
                    gradient.note(tensor, || grad_fn::of_operator(operator, &held.value, &right.value));
                }
                Ok(left.value)
            }
            _ => self.join(span, &held, operator, &right),
        }
    }

    /// Changes a list, a dict or a set by `+=` and its like, if it is one that they change.
    pub(in crate::lang) fn is_changed_by(
        &mut self,
        span: Span,
        value: &Value,
        operator: Binary,
        (by, at): (&Value, Span),
    ) -> Outcome<bool> {
        match (value, operator, by) {
            // An array adds itself to the list, element by element, and takes its place.
            (Value::List(_), Binary::Add, by) if by.is_of_numpy() => return Ok(false),
            (Value::List(list), Binary::Add, by) => {
                let more = self.progress(by.clone(), at)?;
                self.extend(span, list, more, at)?;
            }
            (Value::List(list), Binary::Multiply, Value::Int(times, _)) => {
                let items = self.repeated(span, &list.now(), *times)?;
                self.refill(span, list, items)?;
            }
            (Value::Dict(table), Binary::Or, by) => {
                let Some(entries) = self.mapping_entries(by, at)? else { return Ok(false) };
                entries.into_iter().try_for_each(|(key, value)| self.set_entry(span, table, key, value))?;
            }
            (Value::Set(a), Binary::And | Binary::Or | Binary::Subtract | Binary::Xor, Value::Set(b)) => {
                let items = combined(&a.now(), operator, &b.now());
                self.refill_table(span, a, items.into_iter().map(|item| (item, Value::None)).collect())?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// What an operator makes of two values, each given with its place in the source.
    pub(in crate::lang) fn joined(
        &mut self,
        span: Span,
        left: (Value, Span),
        operator: Binary,
        right: (Value, Span),
    ) -> Outcome {
        let operand = |(value, span)| Operand { value, span, kind: Kind::Compound, is_written: false };
        let (left, right) = ((self.read(left.0), left.1), (self.read(right.0), right.1));
        self.join(span, &operand(left), operator, &operand(right))
    }

    fn join(&mut self, span: Span, left: &Operand, operator: Binary, right: &Operand) -> Outcome {
        match (&left.value, &right.value) {
            (Value::Str(template), given @ (Value::Object(_) | Value::Tensor(_))) if operator == Binary::Modulo => {
                self.percent(span, template, given)
            }
            (a @ Value::Object(_), b) | (a, b @ Value::Object(_)) => {
                if let Some(said) = self.joined_by_class(span, a, operator, b)? {
                    return Ok(said);
                }
                // A list, a tuple or a dict takes an object whose class extends its own type for one of them.
                match (a, operator, self.plain_container(b)) {
                    (Value::List(_), Binary::Add, Some(b @ Value::List(_)))
                    | (Value::Tuple(_), Binary::Add, Some(b @ Value::Tuple(_)))
                    | (Value::Dict(_), Binary::Or, Some(b @ Value::Dict(_))) => {
                        self.join_sequences(span, left, operator, &right.with(b))
                    }
                    _ => Err(mismatch(span, left, operator, right)),
                }
            }
            (Value::Tensor(_), _) | (_, Value::Tensor(_)) => self.join_tensors(span, left, operator, right),
            (Value::Bool(a), Value::Bool(b)) if matches!(operator, Binary::And | Binary::Or | Binary::Xor) => {
                Ok(Value::Bool(match operator {
                    Binary::And => a & b,
                    Binary::Or => a | b,
                    _ => a ^ b,
                }))
            }
            (a, b) => match (Number::of(a), Number::of(b)) {
                (Some(x), Some(y)) => self.join_numbers(span, (a, left.span, x), operator, (b, right.span, y)),
                _ => self.join_sequences(span, left, operator, right),
            },
        }
    }

    fn join_numbers(
        &mut self,
        span: Span,
        (left, left_at, a): (&Value, Span, Number),
        operator: Binary,
        (right, right_at, b): (&Value, Span, Number),
    ) -> Outcome {
        let result = arithmetic(a, operator, b).map_err(|message| {
            let error = Diagnostic::new(span, message);
            let error = match raised(a, operator, b) {
                Some((class, words)) => error.raising_as(class, words),
                None => error,
            };
            if b.real() == 0.0 { error.label(right_at, "is 0") } else { error }
        })?;
        let trace = self.trace_step(span, [(left, left_at), (right, right_at)], operator, result);
        Ok(result.value(trace))
    }

    /// `+` and `*` of strings, lists and tuples.
    fn join_sequences(&mut self, span: Span, left: &Operand, operator: Binary, right: &Operand) -> Outcome {
        match (&left.value, operator, &right.value) {
            (Value::Str(a), Binary::Add, Value::Str(b)) => {
                self.spend_text(span, a.len() + b.len())?;
                Ok(Value::text(format!("{a}{b}")))
            }
            (Value::List(a), Binary::Add, Value::List(b)) => {
                self.new_list(span, a.now().iter().chain(b.now().iter()).cloned().collect())
            }
            (Value::Tuple(a), Binary::Add, Value::Tuple(b)) => {
                let size = [a, b].iter().any(|side| side.form() == Form::Size);
                let joined = self.collect(span, a.iter().chain(b.iter()).cloned().collect())?;
                Ok(Value::Tuple(if size { joined.in_form(Form::Size) } else { joined }))
            }
            (Value::Set(a), Binary::And | Binary::Or | Binary::Subtract | Binary::Xor, Value::Set(b)) => {
                self.new_set(span, combined(&a.now(), operator, &b.now()))
            }
            (Value::Dict(a), Binary::Or, Value::Dict(b)) => {
                self.new_dict(span, a.now().entries().iter().chain(b.now().entries()).cloned().collect())
            }
            // A view of keys counts as a set, and takes what can be gone through for the other one.
            (Value::View(view), Binary::And | Binary::Or | Binary::Subtract | Binary::Xor, _)
            | (_, Binary::And | Binary::Or | Binary::Subtract | Binary::Xor, Value::View(view))
                if view.part.is_set() =>
            {
                if operator == Binary::And {
                    return self.in_both(span, left, right);
                }
                let [a, b] = [left, right].map(|side| {
                    let items = self.iterate(&side.value, side.span)?;
                    self.distinct(side.span, items)
                });
                self.new_set(span, combined(&a?, operator, &b?))
            }
            (Value::Str(template), Binary::Modulo, given) => self.percent(span, template, given),
            (a, Binary::Multiply, Value::Int(times, _)) => self.repeat(span, a, *times, left, right),
            (Value::Int(times, _), Binary::Multiply, b) => self.repeat(span, b, *times, left, right),
            _ => Err(mismatch(span, left, operator, right)),
        }
    }

    /// What is in both of two sets, one of them a view: only that is hashed.
    fn in_both(&mut self, span: Span, left: &Operand, right: &Operand) -> Outcome {
        let (view, other) = if matches!(left.value, Value::View(_)) { (left, right) } else { (right, left) };
        let mut both = Vec::new();
        for item in self.iterate(&other.value, other.span)? {
            if self.contains(span, &view.value, &item, view.span)? {
                both.push(item);
            }
        }
        self.new_set(span, both)
    }

    fn repeat(&mut self, span: Span, value: &Value, times: i64, left: &Operand, right: &Operand) -> Outcome {
        match value {
            Value::Str(text) => {
                let times = usize::try_from(times).unwrap_or(0);
                self.spend_text(span, text.len().saturating_mul(times))?;
                Ok(Value::text(if text.is_empty() { String::new() } else { text.repeat(times) }))
            }
            Value::List(list) => {
                let items = self.repeated(span, &list.now(), times)?;
                self.new_list(span, items)
            }
            Value::Tuple(items) => {
                let items = self.repeated(span, items, times)?;
                self.collect(span, items).map(Value::Tuple)
            }
            _ => Err(mismatch(span, left, Binary::Multiply, right)),
        }
    }

    /// Items so many times over.
    fn repeated(&mut self, span: Span, items: &[Value], times: i64) -> Outcome<Vec<Value>> {
        // Nothing stays nothing, however often it is taken.
        let times = if items.is_empty() { 0 } else { usize::try_from(times).unwrap_or(0) };
        self.spend_bytes(span, items.len().saturating_mul(size_of::<Value>()).saturating_mul(times))?;
        Ok((0..times).flat_map(|_| items.iter().cloned()).collect())
    }

    pub(super) fn join_tensors(&mut self, span: Span, left: &Operand, operator: Binary, right: &Operand) -> Outcome {
        if (left.value.is_of_numpy() || right.value.is_of_numpy())
            && let Some(made) = self.join_arrays(span, left, operator, right)?
        {
            return Ok(made);
        }
        let operand = |machine: &mut Self, side: &Operand| match &side.value {
            Value::Tensor(tensor) => Some(tensor.now()),
            value => machine.number_operand(value, side.span),
        };
        let (Some(a), Some(b)) = (operand(self, left), operand(self, right)) else {
            return Err(mismatch(span, left, operator, right));
        };
        self.place(span);
        let compute = || match operator {
            Binary::Add => a.add(&b),
            Binary::Subtract => a.sub(&b),
            Binary::Multiply => a.mul(&b),
            Binary::Divide => a.div(&b),
            Binary::FloorDivide => a.floor_div(&b),
            Binary::Modulo => a.remainder(&b),
            Binary::Power => a.pow(&b),
            Binary::MatMul => a.matmul(&b),
            Binary::And => a.and(&b),
            Binary::Or => a.or(&b),
            Binary::Xor => a.xor(&b),
            Binary::ShiftLeft | Binary::ShiftRight => Err(Error::Value(NO_SHIFT.to_owned())),
        };
        let read = [left, right].into_iter().filter_map(|side| side.value.as_tensor());
        let made = Self::computed(span, read.clone(), || {
            gradient_mode::note_operands();
            if let Some(written) = left.value.as_tensor().filter(|_| left.is_written) {
                written.note_written();
            }
            compute()
                .map(Value::from)
                .map_err(|error| self.tensor_mismatch(span, (left, &a), operator.symbol(), (right, &b), error))
        })?;
        Self::name_made(&made, read, || grad_fn::of_operator(operator, &left.value, &right.value));
        Ok(made)
    }

    /// Two tensors that an operator does not join, spoken of by the names that they have here.
    pub(super) fn tensor_mismatch(
        &self,
        span: Span,
        (left, a): (&Operand, &Tensor),
        symbol: &str,
        (right, b): (&Operand, &Tensor),
        error: Error,
    ) -> Diagnostic {
        let (names, shapes) = (self.operand_names(left, right), (a.shape_text(), b.shape_text()));
        let what = format!("{} is {} and {} is {}", names.0, shapes.0, names.1, shapes.1);
        let said = match &error {
            Error::Inner { sizes: (x, y), .. } => {
                format!("cannot multiply: {what}: the inner sizes {x} and {y} differ")
            }
            Error::Broadcast { sizes: (x, y, from_end), .. } => format!(
                "`{symbol}` cannot combine these shapes: {what}: the sizes {x} and {y} of axis -{from_end} differ, and neither is 1",
            ),
            other => other.to_string(),
        };
        let said = Diagnostic::new(span, said);
        let raised = match error.exception() {
            Some((class, words)) => said.raising_as(class, words),
            None => said,
        };
        let labelled = raised.label(left.span, shapes.0).label(right.span, shapes.1);
        match (error, symbol) {
            (Error::Inner { .. }, _) => match transposed(&names, a.shape(), b.shape()) {
                Some(instead) => labelled.help(format!("did you mean {instead}?")),
                None => labelled.help("the last axis of the left side must have the same size as the second-to-last axis of the right side"),
            },
            (_, "@") if a.ndim() == 0 || b.ndim() == 0 => labelled.help("to multiply by a number, write `*`"),
            (Error::Broadcast { .. }, "*") if matmul_fits(a.shape(), b.shape()) => labelled
                .help(format!("`*` multiplies element by element; for the matrix product, write {} @ {}", names.0, names.1)),
            (Error::Broadcast { .. }, _) => {
                labelled.help("shapes are compared from the right: sizes must be equal, or one of them 1")
            }
            _ => labelled,
        }
    }

    /// What two operands are called: their text where it is short, else their side.
    fn operand_names(&self, left: &Operand, right: &Operand) -> (String, String) {
        let name = |operand: &Operand, side: &str| {
            let text = self.text_at(operand.span);
            let simple = !text.is_empty() && text.chars().count() <= 24 && !text.contains('\n');
            match (simple, operand.kind) {
                (true, Kind::Compound) => format!("({text})"),
                (true, _) => text.to_owned(),
                (false, _) => side.to_owned(),
            }
        };
        (name(left, "the left side"), name(right, "the right side"))
    }

    pub(super) fn unary(&mut self, span: Span, operator: Unary, operand: &Expression) -> Outcome {
        let value = self.tensor_value(operand)?;
        if let Some(said) = self.changed_by_class(span, operator, &value)? {
            return Ok(said);
        }
        if let Value::Tensor(array) = &value
            && value.is_of_numpy()
        {
            return self.signed_array(span, operator, array);
        }
        let read = value.as_tensor().into_iter();
        let made = Self::computed(span, read.clone(), || self.changed_by(span, operator, (&value, operand.span)))?;
        Self::name_made(&made, read, || Some("NegBackward0"));
        Ok(made)
    }

    fn changed_by(&mut self, span: Span, operator: Unary, (value, at): (&Value, Span)) -> Outcome {
        match (operator, value) {
            (Unary::Plus, Value::Tensor(tensor)) if tensor.dtype() == DType::Bool => {
                Err(Diagnostic::new(span, "The `+` operator, on a bool tensor is not supported.")
                    .raising("NotImplementedError")
                    .help("to add Booleans as 0 and 1, write mask.long()"))
            }
            (Unary::Plus, Value::Tensor(_)) => Ok(value.clone()),
            (Unary::Negate, Value::Tensor(tensor)) => self.unary_tensor(span, &tensor.now(), Tensor::neg),
            (Unary::Invert, Value::Tensor(tensor)) if tensor.dtype().is_float() => {
                let message = "~ (operator.invert) is only implemented on integer and Boolean-type tensors";
                Err(Diagnostic::new(span, format!("{message}, and this one is {}", tensor.dtype()))
                    .raising_as("TypeError", message)
                    .help("write `~(x > 0)`, or `~x.bool()` to treat nonzero values as True"))
            }
            (Unary::Invert, Value::Tensor(tensor)) if tensor.dtype() == DType::Bool => {
                self.unary_tensor(span, &tensor.now(), Tensor::not)
            }
            (Unary::Invert, Value::Tensor(tensor)) => {
                self.unary_tensor(span, &tensor.now(), |x| Tensor::integer(-1).sub(x))
            }
            (Unary::Invert, Value::Int(value, _)) => Ok(Value::Int(!value, Trace::None)),
            (Unary::Negate | Unary::Plus, _) => match Number::of(value) {
                Some(number) => self.signed(span, operator, (value, at), number),
                None => Err(no_sign(span, operator, value)),
            },
            _ => Err(no_sign(span, operator, value)),
        }
    }

    fn unary_tensor(
        &mut self,
        span: Span,
        tensor: &Tensor,
        operation: impl FnOnce(&Tensor) -> tensor::Result<Tensor>,
    ) -> Outcome {
        self.place(span);
        operation(tensor).map(Value::from).map_err(|error| Diagnostic::of_tensor(span, &error))
    }

    /// `-x` and `+x` of a number. The minus of a written number is a part of how it is written.
    fn signed(&mut self, span: Span, operator: Unary, operand: (&Value, Span), number: Number) -> Outcome {
        if operator == Unary::Plus {
            return Ok(number.value(trace_of(operand.0)));
        }
        let negated = match number {
            Number::Int(value) => value.checked_neg().map(Number::Int),
            Number::Float(value) => Some(Number::Float(-value)),
        };
        let negated = negated.ok_or_else(|| Diagnostic::new(span, "this integer does not fit in 64 bits"))?;
        let trace = match trace_of(operand.0) {
            Trace::Written(_) => Trace::Written(span),
            _ => self.trace_function(span, operand, Tensor::neg, negated),
        };
        Ok(negated.value(trace))
    }
}

fn trace_of(value: &Value) -> Trace {
    match value {
        Value::Int(_, trace) | Value::Float(_, trace) => *trace,
        _ => Trace::None,
    }
}

fn no_sign(span: Span, operator: Unary, value: &Value) -> Diagnostic {
    let sign = match operator {
        Unary::Negate => "-",
        Unary::Plus => "+",
        Unary::Invert => "~",
        Unary::Not => "not",
    };
    let error = Diagnostic::new(span, format!("`{sign}` cannot be applied to {}", value.description()));
    match value {
        Value::Object(_) | Value::Stub(_) | Value::Class(_) | Value::Tensor(_) => error,
        _ => error.raising_as("TypeError", format!("bad operand type for unary {sign}: '{}'", value.python_type())),
    }
}

/// The exception that Python raises where two numbers have no result.
fn raised(a: Number, operator: Binary, b: Number) -> Option<(&'static str, &'static str)> {
    let are_whole = matches!((a, b), (Number::Int(_), Number::Int(_)));
    let by_zero = b.real() == 0.0;
    let words = match operator {
        Binary::Divide if by_zero && are_whole => "division by zero",
        Binary::Divide if by_zero => "float division by zero",
        Binary::FloorDivide if by_zero && are_whole => "integer division or modulo by zero",
        Binary::FloorDivide if by_zero => "float floor division by zero",
        Binary::Modulo if by_zero && are_whole => "integer modulo by zero",
        Binary::Modulo if by_zero => "float modulo",
        Binary::Power if a.real() == 0.0 && b.real() < 0.0 => "0.0 cannot be raised to a negative power",
        Binary::Power if !are_whole && (a.real() >= 0.0 || b.real().fract() == 0.0) => {
            return Some(("OverflowError", "(34, 'Numerical result out of range')"));
        }
        Binary::ShiftLeft | Binary::ShiftRight if are_whole && b.real() < 0.0 => {
            return Some(("ValueError", "negative shift count"));
        }
        _ => return None,
    };
    Some(("ZeroDivisionError", words))
}

/// Python's words for two values that an operator does not join; `None` where Python joins them, or may do so.
fn unsupported(left: &Operand, operator: Binary, right: &Operand) -> Option<String> {
    let may_be = |value: &Value| matches!(value, Value::Stub(_) | Value::Class(_) | Value::View(_) | Value::Builtin(_));
    let is_sequence = |value: &Value| matches!(value, Value::Str(_) | Value::List(_) | Value::Tuple(_));
    let (a, b) = (&left.value, &right.value);
    if may_be(a) || may_be(b) {
        return None;
    }
    let symbol = match (operator, left.is_written) {
        (Binary::Power, false) => "** or pow()".to_owned(),
        (_, false) => operator.symbol().to_owned(),
        (_, true) => format!("{}=", operator.symbol()),
    };
    Some(match (a, operator, b) {
        (Value::Dict(_), Binary::Or, Value::Dict(_)) => return None,
        // PyTorch's sizes have words of their own.
        (Value::Tuple(items), ..) if items.form() != Form::Plain => return None,
        (Value::Str(_) | Value::List(_) | Value::Tuple(_), Binary::Add, _) => {
            let kind = a.python_type();
            format!("can only concatenate {kind} (not \"{}\") to {kind}", b.python_type())
        }
        (Value::Tensor(_), Binary::Multiply, b) if is_sequence(b) => return None,
        (a, Binary::Multiply, Value::Tensor(_)) if is_sequence(a) => return None,
        (a, Binary::Multiply, b) if is_sequence(a) => not_times(b),
        (a, Binary::Multiply, b) if is_sequence(b) => not_times(a),
        _ => format!("unsupported operand type(s) for {symbol}: '{}' and '{}'", a.python_type(), b.python_type()),
    })
}

/// Python's words where a sequence is to be repeated, and this is no number of times.
fn not_times(value: &Value) -> String {
    format!("can't multiply sequence by non-int of type '{}'", value.python_type())
}

/// Two values that an operator does not join.
fn mismatch(span: Span, left: &Operand, operator: Binary, right: &Operand) -> Diagnostic {
    let (a, b) = (left.value.description(), right.value.description());
    let error = Diagnostic::new(span, format!("`{}` cannot combine {a} and {b}", operator.symbol()))
        .label(left.span, &a)
        .label(right.span, &b);
    let error = match unsupported(left, operator, right) {
        Some(words) => error.raising_as("TypeError", words),
        None => error,
    };
    let forgotten = |operand: &Operand| matches!(operand.value, Value::None) && operand.kind == Kind::Call;
    match (&left.value, operator, &right.value) {
        _ if forgotten(left) || forgotten(right) => error.help("is a `return` missing in that function?"),
        (Value::Str(_), Binary::Add, _) | (_, Binary::Add, Value::Str(_)) => {
            error.help("to put a value into text, write an f-string: f\"{x}\"")
        }
        (Value::List(_), ..) | (.., Value::List(_)) => {
            error.help("for arithmetic on all items, write torch.tensor(items)")
        }
        _ => error,
    }
}

fn matmul_fits(a: &[usize], b: &[usize]) -> bool {
    match (a, b) {
        ([.., inner], [.., other, _]) => inner == other,
        _ => false,
    }
}

/// What was probably meant by a product whose inner sizes differ.
fn transposed((left, right): &(String, String), a: &[usize], b: &[usize]) -> Option<String> {
    if left.starts_with("the ") || right.starts_with("the ") {
        return None;
    }
    let turned = |shape: &[usize]| if shape.len() == 2 { ".T" } else { ".mT" };
    match (a, b) {
        ([.., inner], [.., other, last]) if inner == last && inner != other => Some(match right.strip_suffix(".T") {
            Some(plain) if b.len() == 2 => format!("{left} @ {plain}"),
            _ => format!("{left} @ {right}{}", turned(b)),
        }),
        ([.., rows, _], [.., other, _]) if rows == other => Some(format!("{left}{} @ {right}", turned(a))),
        _ => None,
    }
}
