//! Operators of objects: what the methods of their classes say, `__add__` and its like.
//!
//! As in Python the left operand is asked first and then the right one, whose method has an `r` in its name. A method that returns
//! `NotImplemented` has not answered.

use std::cmp::Ordering;

use super::{Interpreter, Outcome};
use crate::lang::object::Reference;
use crate::lang::syntax::{Binary, Comparison, Span, Unary};
use crate::lang::value::{Stub, Value};

/// The methods of an operator: that of the left operand, that of the right one, and that of `+=` and its like.
fn methods(operator: Binary) -> [&'static str; 3] {
    match operator {
        Binary::Add => ["__add__", "__radd__", "__iadd__"],
        Binary::Subtract => ["__sub__", "__rsub__", "__isub__"],
        Binary::Multiply => ["__mul__", "__rmul__", "__imul__"],
        Binary::Divide => ["__truediv__", "__rtruediv__", "__itruediv__"],
        Binary::FloorDivide => ["__floordiv__", "__rfloordiv__", "__ifloordiv__"],
        Binary::Modulo => ["__mod__", "__rmod__", "__imod__"],
        Binary::Power => ["__pow__", "__rpow__", "__ipow__"],
        Binary::MatMul => ["__matmul__", "__rmatmul__", "__imatmul__"],
        Binary::And => ["__and__", "__rand__", "__iand__"],
        Binary::Or => ["__or__", "__ror__", "__ior__"],
        Binary::Xor => ["__xor__", "__rxor__", "__ixor__"],
        Binary::ShiftLeft => ["__lshift__", "__rlshift__", "__ilshift__"],
        Binary::ShiftRight => ["__rshift__", "__rrshift__", "__irshift__"],
    }
}

/// The method of a comparison, and that of the right operand, which compares the other way round.
fn compared_by(comparison: Comparison) -> Option<[&'static str; 2]> {
    match comparison {
        Comparison::Less => Some(["__lt__", "__gt__"]),
        Comparison::LessEqual => Some(["__le__", "__ge__"]),
        Comparison::Greater => Some(["__gt__", "__lt__"]),
        Comparison::GreaterEqual => Some(["__ge__", "__le__"]),
        _ => None,
    }
}

/// An object that may have such methods.
fn object(value: &Value) -> Option<&Reference> {
    match value {
        Value::Object(reference) if !reference.class.is_parameter() => Some(reference),
        _ => None,
    }
}

impl Interpreter<'_> {
    /// What the classes of objects say of an operator; `None` where they say nothing.
    pub(super) fn joined_by_class(
        &mut self,
        span: Span,
        left: &Value,
        operator: Binary,
        right: &Value,
    ) -> Outcome<Option<Value>> {
        let [plain, reflected, _] = methods(operator);
        self.asked(span, (left, plain), (right, reflected))
    }

    /// What the class of an object says of `x += y` and its like, before `x + y` is asked for.
    pub(super) fn augmented_by_class(
        &mut self,
        span: Span,
        left: &Value,
        operator: Binary,
        right: &Value,
    ) -> Outcome<Option<Value>> {
        let [.., in_place] = methods(operator);
        self.answer(span, left, in_place, Some(right))
    }

    /// What the class of an object says of `-x` and its like.
    pub(super) fn changed_by_class(&mut self, span: Span, operator: Unary, value: &Value) -> Outcome<Option<Value>> {
        let name = match operator {
            Unary::Negate => "__neg__",
            Unary::Plus => "__pos__",
            Unary::Invert => "__invert__",
            Unary::Not => return Ok(None),
        };
        self.answer(span, value, name, None)
    }

    /// What the classes of objects say of `a < b` and its like.
    pub(super) fn compared_by_class(
        &mut self,
        span: Span,
        left: &Value,
        comparison: Comparison,
        right: &Value,
    ) -> Outcome<Option<Value>> {
        match compared_by(comparison) {
            Some([plain, reflected]) => self.asked(span, (left, plain), (right, reflected)),
            None => Ok(None),
        }
    }

    /// How two objects are ordered by what their classes say of `<`, as `sorted` asks; `None` where they say nothing.
    pub(super) fn ordered_by_class(&mut self, span: Span, a: &Value, b: &Value) -> Outcome<Option<Ordering>> {
        let Some(is_less) = self.compared_by_class(span, a, Comparison::Less, b)? else { return Ok(None) };
        if self.truth_of(&is_less, span)? {
            return Ok(Some(Ordering::Less));
        }
        let is_more = self.compared_by_class(span, b, Comparison::Less, a)?.unwrap_or(Value::Bool(false));
        let is_more = self.truth_of(&is_more, span)?;
        Ok(Some(if is_more { Ordering::Greater } else { Ordering::Equal }))
    }

    /// Asks the left operand and then the right one. A right one of a class that extends that of the left one is asked first.
    fn asked(&mut self, span: Span, left: (&Value, &str), right: (&Value, &str)) -> Outcome<Option<Value>> {
        let extends = match (object(left.0), object(right.0)) {
            (Some(a), Some(b)) => !a.class.same(&b.class) && b.class.is(&a.class),
            _ => false,
        };
        let order = if extends { [(right, left.0), (left, right.0)] } else { [(left, right.0), (right, left.0)] };
        for ((of, name), other) in order {
            if let Some(answer) = self.answer(span, of, name, Some(other))? {
                return Ok(Some(answer));
            }
        }
        Ok(None)
    }

    /// What a method of an operand answers; nothing where it has no such method, or says `NotImplemented`.
    pub(super) fn answer(
        &mut self,
        span: Span,
        of: &Value,
        name: &str,
        other: Option<&Value>,
    ) -> Outcome<Option<Value>> {
        let Some(reference) = object(of) else { return Ok(None) };
        let answer = self.call_method(reference, name, other.into_iter().cloned().collect(), span)?;
        Ok(answer.filter(|answer| !matches!(answer.as_stub(), Some(Stub::NotImplemented))))
    }
}
