//! Comparisons and truth: what holds, what comes first, and what is among what.

use std::cmp::Ordering;
use std::sync::Arc;

use super::arrays::same_dtype;
use super::numbers::Number;
use super::operators::Operand;
use super::truth::truth_of_plain;
use super::{Interpreter, Outcome};
use crate::lang::class::Equality;
use crate::lang::diagnostic::Diagnostic;
use crate::lang::syntax::{Comparison, Expression, Span};
use crate::lang::value::{ArrayType, Dict, DictPart, DictView, Range, Value};
use crate::tensor::{self, Tensor};

impl Interpreter<'_> {
    pub(super) fn not(&mut self, operand: &Expression) -> Outcome {
        Ok(Value::Bool(!self.truth(operand)?))
    }

    /// `and` gives the first operand that is false, `or` the first that is true; else the last.
    pub(super) fn logic(&mut self, operands: &[Expression], decides: bool) -> Outcome {
        let mut value = Value::None;
        for (place, operand) in operands.iter().enumerate() {
            value = self.eval(operand)?;
            if place + 1 < operands.len() && self.truth_of(&value, operand.span)? == decides {
                break;
            }
        }
        Ok(value)
    }

    /// Whether a value counts as true: of an object its class may say so, by `__bool__` or else by `__len__`.
    pub(in crate::lang) fn truth_of(&mut self, value: &Value, span: Span) -> Outcome<bool> {
        let Value::Object(reference) = value else { return truth_of_plain(value, span) };
        if reference.class.is_parameter() {
            return truth_of_plain(&self.read(value.clone()), span);
        }
        if let Some(answer) = self.call_method(reference, "__bool__", Vec::new(), span)? {
            return match answer {
                Value::Bool(is_true) => Ok(is_true),
                other => {
                    let message = format!("__bool__ should return bool, returned {}", other.python_type());
                    Err(Diagnostic::new(span, message).raising("TypeError"))
                }
            };
        }
        if reference.class.find(&self.heap, "__len__").is_some() {
            Ok(self.length_of(reference, span)? > 0)
        } else {
            Ok(true)
        }
    }

    /// What the class of an object says about `a == b` or `a != b`; `None` where neither has a class that says anything.
    fn said_of_equality(&mut self, a: &Value, b: &Value, is_equal: bool, span: Span) -> Outcome<Option<Value>> {
        for (of, other) in [(a, b), (b, a)] {
            let Value::Object(reference) = of else { continue };
            let name = if is_equal { "__eq__" } else { "__ne__" };
            if let Some(answer) = self.answer(span, of, name, Some(other))? {
                return Ok(Some(answer));
            }
            // Without a method of its own, `!=` is the contrary of `==`.
            let is_contrary = !is_equal && !self.has_method(reference, name);
            if is_contrary && let Some(answer) = self.answer(span, of, "__eq__", Some(other))? {
                return self.truth_of(&answer, span).map(|is| Some(Value::Bool(!is)));
            }
        }
        Ok(None)
    }

    /// Whether an expression counts as true.
    pub(super) fn truth(&mut self, expression: &Expression) -> Outcome<bool> {
        let value = self.tensor_value(expression)?;
        self.truth_of(&value, expression.span)
    }

    /// A comparison, or a chain of them, in which all must hold.
    pub(super) fn compare(&mut self, first: &Expression, rest: &[(Comparison, Expression)]) -> Outcome {
        let mut left = Operand::of(first, self.eval(first)?);
        for (place, (comparison, expression)) in rest.iter().enumerate() {
            let right = Operand::of(expression, self.eval(expression)?);
            let span = left.span.cover(right.span);
            let value = self.compared(span, &left, *comparison, &right)?;
            if place + 1 == rest.len() {
                return Ok(value);
            }
            if !self.truth_of(&value, span)? {
                return Ok(Value::Bool(false));
            }
            left = right;
        }
        Ok(Value::Bool(true))
    }

    pub(super) fn compared(&mut self, span: Span, left: &Operand, comparison: Comparison, right: &Operand) -> Outcome {
        if !matches!(comparison, Comparison::Is | Comparison::IsNot)
            && (matches!(left.value, Value::Object(_)) || matches!(right.value, Value::Object(_)))
        {
            let read = |machine: &mut Self, side: &Operand| side.with(machine.read(side.value.clone()));
            let (left, right) = (read(self, left), read(self, right));
            if matches!(left.value, Value::Tensor(_)) || matches!(right.value, Value::Tensor(_)) {
                return self.compared(span, &left, comparison, &right);
            }
        }
        let (a, b) = (&left.value, &right.value);
        let tensors = matches!(a, Value::Tensor(_)) || matches!(b, Value::Tensor(_));
        if matches!(comparison, Comparison::Equal | Comparison::NotEqual)
            && let Some(answer) = self.said_of_equality(a, b, comparison == Comparison::Equal, span)?
        {
            return Ok(answer);
        }
        Ok(Value::Bool(match comparison {
            Comparison::Is => self.is_same(a, b, span)?,
            Comparison::IsNot => !self.is_same(a, b, span)?,
            Comparison::In => self.contains(span, b, a, right.span)?,
            Comparison::NotIn => !self.contains(span, b, a, right.span)?,
            _ if let Some(said) = self.compared_by_class(span, a, comparison, b)? => return Ok(said),
            _ if tensors => return self.compare_tensors(span, left, comparison, right),
            Comparison::Equal => self.equal(a, b, span)?,
            Comparison::NotEqual => !self.equal(a, b, span)?,
            Comparison::Less | Comparison::LessEqual | Comparison::Greater | Comparison::GreaterEqual
                if is_set(a) && is_set(b) =>
            {
                self.holds_more(a, comparison, b, span)?
            }
            Comparison::Less | Comparison::LessEqual | Comparison::Greater | Comparison::GreaterEqual => {
                match self.ordered(a, b, span, Some(comparison.symbol()))? {
                    Some(order) => match comparison {
                        Comparison::Less => order.is_lt(),
                        Comparison::LessEqual => order.is_le(),
                        Comparison::Greater => order.is_gt(),
                        _ => order.is_ge(),
                    },
                    // Not a number is in no order with anything.
                    None => false,
                }
            }
        }))
    }

    fn compare_tensors(&mut self, span: Span, left: &Operand, comparison: Comparison, right: &Operand) -> Outcome {
        if let Some(answer) = self.compare_arrays(span, left, comparison, right)? {
            return Ok(answer);
        }
        let operand = |machine: &mut Self, side: &Operand| match &side.value {
            Value::Tensor(tensor) => Some(tensor.now()),
            value => machine.number_operand(value, side.span),
        };
        let (Some(a), Some(b)) = (operand(self, left), operand(self, right)) else {
            return match comparison {
                Comparison::Equal => Ok(Value::Bool(false)),
                Comparison::NotEqual => Ok(Value::Bool(true)),
                _ => Err(not_ordered(span, &left.value, &right.value, Some(comparison.symbol()))),
            };
        };
        self.place(span);
        each_compared(&a, comparison, &b)
            .map(Value::from)
            .map_err(|error| self.tensor_mismatch(span, (left, &a), comparison.symbol(), (right, &b), error))
    }

    /// Whether `items` holds `wanted`.
    pub(in crate::lang) fn contains(
        &mut self,
        span: Span,
        items: &Value,
        wanted: &Value,
        items_span: Span,
    ) -> Outcome<bool> {
        if let Value::Object(reference) = items
            && !reference.class.is_parameter()
        {
            return self.holds(reference, wanted, items_span);
        }
        match (items, wanted) {
            (Value::Str(text), Value::Str(part)) => {
                self.read_through(span, text.len() + part.len())?;
                Ok(text.contains(&**part))
            }
            (Value::Str(_), other) => Err(Diagnostic::new(
                span,
                format!("`in` can only look for a string in a string, not for {}", other.description()),
            )
            .raising_as(
                "TypeError",
                format!("'in <string>' requires string as left operand, not {}", other.python_type()),
            )
            .help("write str(x) in text")),
            // Python looks for a set in a set as if it could be there.
            (Value::Set(_), Value::Set(_)) => Ok(false),
            (Value::Dict(table) | Value::Set(table), key) => {
                self.hashed(span, key)?;
                check_hashable(key, span)?;
                Ok(table.now().get(key).is_some())
            }
            (Value::Range(range), Value::Tensor(number)) if number.array_type() == ArrayType::Scalar => {
                let number = Number::held_by(&number.now());
                Ok(matches!(number, Some(Number::Int(at)) if in_range(*range, at)))
            }
            (Value::Range(range), wanted) => {
                Ok(matches!(Number::of(wanted), Some(Number::Int(at)) if in_range(*range, at)))
            }
            // As in PyTorch: whether any element is equal, of tensors that broadcast.
            (Value::Tensor(tensor), wanted) => {
                let wanted = match wanted {
                    Value::Tensor(wanted) => Some(wanted.now()),
                    other => self.number_operand(other, span),
                };
                let Some(wanted) = wanted else {
                    let message = "Tensor.__contains__ only supports Tensor or scalar, but you passed in a";
                    return Err(Diagnostic::new(span, format!("{message} {}", items.python_type())));
                };
                let any = crate::tensor::tape::pause(|| tensor.now().eq(&wanted)?.any(&[], false));
                any.map(|any| any.at(&[]) != 0.0).map_err(|error| Diagnostic::of_tensor(span, &error))
            }
            (Value::View(view), wanted) if view.part.is_set() => self.is_shown(view, wanted, span),
            _ => {
                let progress = self.progress(items.clone(), items_span);
                let mut progress = progress.map_err(|error| match items {
                    // Python has other words for `in` than for a loop.
                    Value::Int(..) | Value::Float(..) | Value::Bool(_) | Value::None | Value::Function(_) => {
                        let words = format!("argument of type '{}' is not iterable", items.python_type());
                        error.raising_as("TypeError", words)
                    }
                    _ => error,
                })?;
                while let Some(item) = self.next_item(&mut progress, items_span)? {
                    self.step(span)?;
                    let is_it = matches!((&item, wanted), (Value::Tensor(a), Value::Tensor(b)) if a.is(b));
                    if is_it || self.equal_item(&item, wanted, span)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
        }
    }

    /// Whether a view of keys, or of keys with their values, shows this.
    fn is_shown(&mut self, view: &DictView, wanted: &Value, span: Span) -> Outcome<bool> {
        let dict = view.dict.now();
        let (key, value) = match (view.part, wanted) {
            (DictPart::Items, Value::Tuple(pair)) if pair.len() == 2 => (&pair[0], Some(&pair[1])),
            (DictPart::Items, _) => return Ok(false),
            (_, key) => (key, None),
        };
        self.hashed(span, key)?;
        check_hashable(key, span)?;
        match (dict.get(key), value) {
            (Some(held), Some(value)) => self.equal_item(held, value, span),
            (held, _) => Ok(held.is_some()),
        }
    }

    /// `a <= b` and its like of two sets, or views that count as sets: whether one holds all that the other one holds.
    fn holds_more(&mut self, a: &Value, comparison: Comparison, b: &Value, span: Span) -> Outcome<bool> {
        let (less, more) = match comparison {
            Comparison::Less | Comparison::LessEqual => (a, b),
            _ => (b, a),
        };
        let [few, many] = [self.count(less, span)?, self.count(more, span)?];
        let may_be_same = matches!(comparison, Comparison::LessEqual | Comparison::GreaterEqual);
        if few > many || (few == many && !may_be_same) {
            return Ok(false);
        }
        self.all_in(less, more, span)
    }

    /// Whether two sets, or views that count as sets, hold the same.
    fn same_elements(&mut self, a: &Value, b: &Value, span: Span) -> Outcome<bool> {
        if self.count(a, span)? != self.count(b, span)? {
            return Ok(false);
        }
        self.all_in(a, b, span)
    }

    /// Whether the second holds all that the first one holds.
    fn all_in(&mut self, a: &Value, b: &Value, span: Span) -> Outcome<bool> {
        let mut progress = self.progress(a.clone(), span)?;
        while let Some(item) = self.next_item(&mut progress, span)? {
            self.step(span)?;
            if !self.contains(span, b, &item, span)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether two values are equal as `==` has it. Tensors of one element count as their number.
    pub(in crate::lang) fn equal(&mut self, a: &Value, b: &Value, span: Span) -> Outcome<bool> {
        self.step(span)?;
        if let (Some(a), Some(b)) = (Number::of(a), Number::of(b)) {
            return Ok(numbers_equal(a, b));
        }
        if let Some(answer) = self.said_of_equality(a, b, true, span)? {
            return self.truth_of(&answer, span);
        }
        // A list, a tuple or a dict takes an object whose class extends its own type for one of them.
        if matches!(a, Value::Object(_)) != matches!(b, Value::Object(_)) {
            match [a, b].map(|side| self.plain_container(side)) {
                [Some(a), None] => return self.equal(&a, b, span),
                [None, Some(b)] => return self.equal(a, &b, span),
                _ => {}
            }
        }
        match (a, b) {
            // As in Python, the items of one and the same tuple or list are not compared.
            (Value::Tuple(a), Value::Tuple(b)) if a.address() == b.address() => Ok(true),
            (Value::Tuple(a), Value::Tuple(b)) => self.nested(span, |machine| machine.all_equal(a, b, span)),
            (Value::List(_), Value::List(_)) | (Value::Dict(_), Value::Dict(_)) | (Value::Set(_), Value::Set(_))
                if self.is_same(a, b, span)? =>
            {
                Ok(true)
            }
            (Value::List(a), Value::List(b)) => {
                let (a, b) = (a.now(), b.now());
                self.nested(span, |machine| machine.all_equal(&a, &b, span))
            }
            (Value::Dict(a), Value::Dict(b)) => {
                let (a, b) = (a.now(), b.now());
                self.nested(span, |machine| machine.entries_equal(&a, &b, span))
            }
            (Value::Set(a), Value::Set(b)) => {
                let (a, b) = (a.now(), b.now());
                a.keys().try_for_each(|key| self.hashed(span, key))?;
                self.read_through(span, a.entries().len())?;
                Ok(a.entries().len() == b.entries().len() && a.entries().iter().all(|(key, _)| b.get(key).is_some()))
            }
            (Value::View(a), Value::View(b)) if Arc::ptr_eq(a, b) => Ok(true),
            (Value::View(_), _) | (_, Value::View(_)) if is_set(a) && is_set(b) => {
                self.nested(span, |machine| machine.same_elements(a, b, span))
            }
            (Value::View(_), Value::View(_)) => self.is_same(a, b, span),
            (Value::Str(a), Value::Str(b)) => {
                if a.len() == b.len() {
                    self.read_through(span, a.len())?;
                }
                Ok(a == b)
            }
            (Value::Tensor(_), _) | (_, Value::Tensor(_)) if a.is_of_numpy() || b.is_of_numpy() => {
                let sides = (Operand::atom(span, a.clone()), Operand::atom(span, b.clone()));
                match self.compare_arrays(span, &sides.0, Comparison::Equal, &sides.1)? {
                    Some(answer) => truth_of_plain(&answer, span),
                    None => self.same(a, b, span),
                }
            }
            (Value::Tensor(a), Value::Tensor(b)) if a.now().len() == 1 && b.now().len() == 1 => {
                Ok(a.now().to_vec() == b.now().to_vec())
            }
            (Value::Tensor(tensor), other) | (other, Value::Tensor(tensor))
                if Number::of(other).is_some() && tensor.now().len() == 1 =>
            {
                Ok(Number::of(other).map(Number::real) == tensor.now().to_vec().first().copied())
            }
            (Value::Tensor(tensor), other) | (other, Value::Tensor(tensor))
                if matches!(other, Value::Tensor(_)) || Number::of(other).is_some() =>
            {
                let tensor = Value::Tensor(tensor.clone());
                truth_of_plain(&tensor, span)
            }
            (Value::Stub(_), _) | (_, Value::Stub(_)) if let Some(answer) = same_dtype(a, b) => Ok(answer),
            _ => self.same(a, b, span),
        }
    }

    fn all_equal(&mut self, a: &[Value], b: &[Value], span: Span) -> Outcome<bool> {
        if a.len() != b.len() {
            return Ok(false);
        }
        for (a, b) in a.iter().zip(b) {
            if !self.equal_item(a, b, span)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether two items are equal: as in Python, an object is equal to itself there, whatever its class says.
    pub(in crate::lang) fn equal_item(&mut self, a: &Value, b: &Value, span: Span) -> Outcome<bool> {
        match (a, b) {
            (Value::Object(x), Value::Object(y)) if x.same(y) && !x.class.is_parameter() => Ok(true),
            _ => self.equal(a, b, span),
        }
    }

    fn entries_equal(&mut self, a: &Dict, b: &Dict, span: Span) -> Outcome<bool> {
        if a.entries().len() != b.entries().len() {
            return Ok(false);
        }
        for (key, value) in a.entries() {
            self.step(span)?;
            self.hashed(span, key)?;
            match b.get(key) {
                Some(other) if self.equal_item(value, other, span)? => {}
                _ => return Ok(false),
            }
        }
        Ok(true)
    }

    /// `is`: for `None`, truth values and dtypes the same as `==`; two names of one list or tensor.
    fn is_same(&mut self, a: &Value, b: &Value, span: Span) -> Outcome<bool> {
        match (a, b) {
            (Value::List(x), Value::List(y)) => Ok(x.is(y) || (x.identity() == y.identity() && self.same(a, b, span)?)),
            (Value::Dict(x), Value::Dict(y)) | (Value::Set(x), Value::Set(y)) => {
                Ok(x.is(y) || (x.identity() == y.identity() && self.same(a, b, span)?))
            }
            (Value::Tensor(x), Value::Tensor(y)) => {
                Ok(x.is(y) || (x.identity() == y.identity() && self.same(a, b, span)?))
            }
            (Value::View(x), Value::View(y)) if !x.dict.is_frozen() || !y.dict.is_frozen() => Ok(Arc::ptr_eq(x, y)),
            _ => self.same(a, b, span),
        }
    }

    /// Whether two values are the same to the last bit. Of different sizes, or of different kinds, no walk is needed to see it.
    fn same(&mut self, a: &Value, b: &Value, span: Span) -> Outcome<bool> {
        // A method that is taken from its class is the function.
        if let (Value::Bound(x), Value::Function(y)) | (Value::Function(y), Value::Bound(x)) = (a, b)
            && x.object.is_none()
        {
            let (x, y) = (Value::Function(x.function.clone()), Value::Function(y.clone()));
            return self.same(&x, &y, span);
        }
        if std::mem::discriminant(a) != std::mem::discriminant(b) {
            return Ok(false);
        }
        match (a, b) {
            (Value::Function(x), Value::Function(y)) if Arc::ptr_eq(x, y) => return Ok(true),
            (Value::Tuple(x), Value::Tuple(y)) if x.address() == y.address() => return Ok(true),
            // Two functions of the running cell remain two, even if they do the same.
            (Value::Function(x), Value::Function(y)) if !(x.is_adopted() && y.is_adopted()) => return Ok(false),
            // Two tuples remain two, even if they hold the same changeable lists.
            (Value::Tuple(_), Value::Tuple(_)) if a.is_live() || b.is_live() => return Ok(false),
            (Value::Method(x, f), Value::Method(y, g)) => return Ok(std::ptr::eq(*f, *g) && self.is_same(x, y, span)?),
            _ => {}
        }
        // Of lists that may still change only the identity counts, so the comparison does not go into them.
        if a.is_live() || b.is_live() {
            self.spend(span, |meter| meter.walk(a.known_size().max(b.known_size())))?;
            return Ok(a.same_bits(b));
        }
        if a.size() != b.size() {
            return Ok(false);
        }
        if let Value::Str(text) = a {
            self.read_through(span, text.len())?;
        }
        self.walk(span, a)?;
        Ok(a.same_bits(b))
    }

    /// How two values are ordered: `None` when one is not a number.
    pub(in crate::lang) fn order(&mut self, a: &Value, b: &Value, span: Span) -> Outcome<Option<Ordering>> {
        self.ordered(a, b, span, None)
    }

    /// The same where Python compares them by this sign, which its error names.
    pub(in crate::lang) fn ordered(
        &mut self,
        a: &Value,
        b: &Value,
        span: Span,
        sign: Option<&str>,
    ) -> Outcome<Option<Ordering>> {
        self.step(span)?;
        match (a, b) {
            (Value::Str(a), Value::Str(b)) => {
                self.read_through(span, a.len().min(b.len()))?;
                Ok(Some(a.cmp(b)))
            }
            (Value::Tuple(a), Value::Tuple(b)) => self.nested(span, |machine| machine.order_of_items(a, b, span, sign)),
            (Value::List(a), Value::List(b)) => {
                let (a, b) = (a.now(), b.now());
                self.nested(span, |machine| machine.order_of_items(&a, &b, span, sign))
            }
            (Value::Tensor(x), _) if x.now().len() == 1 => {
                let a = self.number_of(&x.now(), span)?;
                self.order(&a, b, span)
            }
            (_, Value::Tensor(y)) if y.now().len() == 1 => {
                let b = self.number_of(&y.now(), span)?;
                self.order(a, &b, span)
            }
            _ => match (Number::of(a), Number::of(b)) {
                (Some(a), Some(b)) => Ok(a.order(b)),
                _ => self.ordered_by_class(span, a, b)?.map(Some).ok_or_else(|| not_ordered(span, a, b, sign)),
            },
        }
    }

    fn order_of_items(
        &mut self,
        a: &[Value],
        b: &[Value],
        span: Span,
        sign: Option<&str>,
    ) -> Outcome<Option<Ordering>> {
        for (a, b) in a.iter().zip(b) {
            if !self.equal(a, b, span)? {
                return self.ordered(a, b, span, sign);
            }
        }
        Ok(Some(a.len().cmp(&b.len())))
    }
}

/// Where a comparison by size, or of equality, holds for the elements of two tensors.
pub(super) fn each_compared(a: &Tensor, comparison: Comparison, b: &Tensor) -> tensor::Result<Tensor> {
    match comparison {
        Comparison::Equal => a.eq(b),
        Comparison::NotEqual => a.ne(b),
        Comparison::Less => a.lt(b),
        Comparison::LessEqual => a.le(b),
        Comparison::Greater => a.gt(b),
        _ => a.ge(b),
    }
}

fn in_range(range: Range, at: i64) -> bool {
    let offset = i128::from(at) - i128::from(range.start);
    let step = i128::from(range.step);
    offset % step == 0 && offset / step >= 0 && offset / step < range.len() as i128
}

fn numbers_equal(a: Number, b: Number) -> bool {
    a.order(b).is_some_and(Ordering::is_eq)
}

fn not_ordered(span: Span, a: &Value, b: &Value, sign: Option<&str>) -> Diagnostic {
    let error = Diagnostic::new(span, format!("{} and {} cannot be compared", a.description(), b.description()));
    // Sets are ordered in Python.
    let may_be = |value: &Value| matches!(value, Value::Stub(_) | Value::Set(_) | Value::View(_));
    let error = match sign {
        Some(sign) if !may_be(a) && !may_be(b) => {
            let (a, b) = (a.python_type(), b.python_type());
            error.raising_as("TypeError", format!("'{sign}' not supported between instances of '{a}' and '{b}'"))
        }
        _ => error,
    };
    error.help("compare numbers with numbers, and strings with strings")
}

/// Refuses, in Python's words, what no dict and no set could have as a key, because it can be changed.
pub(super) fn check_hashable(key: &Value, span: Span) -> Outcome<()> {
    match key {
        Value::Tuple(items) => items.iter().try_for_each(|item| check_hashable(item, span)),
        Value::Object(object) if object.class.equality() == Equality::Unhashable => {
            let message = format!("unhashable type: '{}'", key.python_type());
            Err(Diagnostic::new(span, message)
                .raising("TypeError")
                .help("it has an `__eq__` and no `__hash__`, or can be changed; take a tuple of its parts as the key"))
        }
        Value::Tensor(array) if array.array_type() == ArrayType::Array => {
            Err(Diagnostic::new(span, "unhashable type: 'numpy.ndarray'")
                .raising("TypeError")
                .help("take a.item(), or tuple(a.tolist())"))
        }
        Value::List(_) | Value::Dict(_) | Value::Set(_) => {
            let message = format!("unhashable type: '{}'", key.python_type());
            Err(Diagnostic::new(span, message).raising("TypeError").help(KEYS))
        }
        _ => Ok(()),
    }
}

/// Whether a value is a set, or a view that counts as one.
fn is_set(value: &Value) -> bool {
    match value {
        Value::Set(_) => true,
        Value::View(view) => view.part.is_set(),
        _ => false,
    }
}

/// What dicts and sets can have as keys.
const KEYS: &str = "these can be numbers, strings, Booleans, None, classes, objects that are equal only to themselves, or tuples of them";

/// The error for a value that cannot be a key of a dict or an item of a set.
pub(super) fn not_a_key(span: Span, what: &str) -> Diagnostic {
    let error = Diagnostic::new(span, format!("{what} cannot be a dict key or a set item")).help(KEYS);
    match what {
        "a list" | "a dict" | "a set" => error.raising_as("TypeError", format!("unhashable type: '{}'", &what[2..])),
        _ if what.starts_with("an array") => error.raising_as("TypeError", "unhashable type: 'numpy.ndarray'"),
        _ => error,
    }
}
