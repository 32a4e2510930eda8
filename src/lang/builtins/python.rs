//! Python's own functions: printing, counting and sorting. Their errors are CPython's.

use std::sync::Arc;

use super::declare::{BuiltinResult, Invocation, builtins};
use super::from_argument::{At, Rest};
use super::from_python::{Callable, Each, IfGiven, Index, Iterable, PrintText, each, of_wrong_type};
use super::objects::lineage;
use crate::lang::class::{Class, OBJECT};
use crate::lang::diagnostic::Diagnostic;
use crate::lang::evaluate::{Interpreter, Outcome, grad_fn};
use crate::lang::syntax::{Binary, Span};
use crate::lang::value::{ArrayType, Range, Value};
use crate::tensor::DType;

builtins! { TABLE:
    /// Shows values under the cell.
    #[at(Bare)]
    fn print(call, @rest values: Rest<Value>, sep: PrintText = " ", end: PrintText = "\n") -> () {
        Ok(printed(call, &values.0, sep.or(" "), end.or("\n"))?)
    }

    /// How many items there are; of a tensor, the size of its first axis.
    #[at(Bare)]
    fn len(call, @positional obj: At<Value>) -> i64 {
        length(call, obj)
    }

    /// Whole numbers from start up to stop; from 0 if one is given.
    #[at(Bare)]
    fn range(
        call, @positional start: Index, @positional stop: IfGiven<Index> = None, @positional step: At<Index> = 1
    ) -> Value {
        let (start, stop) = stop.0.map_or((0, start.0), |stop| (start.0, stop.0));
        if step.value.0 == 0 {
            return Err(call.error("range() arg 3 must not be zero").raising("ValueError").at(step.span).into());
        }
        Ok(Value::Range(Range { start, stop, step: step.value.0 }))
    }

    /// The items in order.
    #[at(Bare)]
    fn sorted(
        call, @positional iterable: Iterable; key: Option<Callable> = None, reverse: Index = False
    ) -> Value {
        let sorted = in_order(call.interpreter, call.span, iterable.0, key.as_ref(), reverse.0 != 0)?;
        call.list_of(sorted)
    }

    /// The sum of the items.
    #[at(Bare)]
    fn sum(call, @positional iterable: At<Each>, start: At<IfGiven<Value>> = 0) -> Value {
        total(call, iterable, start)
    }

    /// The largest of the items.
    #[at(Bare)]
    fn max(
        call, @rest items: At<Rest<Value>>, key: Option<Callable> = None, default: IfGiven<Value> = None
    ) -> Value {
        let best = best(call, items, key.as_ref(), std::cmp::Ordering::is_gt)?;
        Ok(best.or(default.0).ok_or_else(|| call.error("max() arg is an empty sequence").raising("ValueError"))?)
    }

    /// The smallest of the items.
    #[at(Bare)]
    fn min(
        call, @rest items: At<Rest<Value>>, key: Option<Callable> = None, default: IfGiven<Value> = None
    ) -> Value {
        let best = best(call, items, key.as_ref(), std::cmp::Ordering::is_lt)?;
        Ok(best.or(default.0).ok_or_else(|| call.error("min() arg is an empty sequence").raising("ValueError"))?)
    }

    /// Whether any item is true.
    #[at(Bare)]
    fn any(call, @positional iterable: At<Each>) -> bool {
        Ok(has_truth(call.interpreter, iterable, true)?)
    }

    /// Whether all items are true.
    #[at(Bare)]
    fn all(call, @positional iterable: At<Each>) -> bool {
        Ok(!has_truth(call.interpreter, iterable, false)?)
    }

    /// Whether a value is of a type, or of one of several.
    #[at(Bare)]
    fn isinstance(call, @positional obj: Value, @positional class_or_tuple: At<Value>) -> bool {
        call.interpreter.walk(call.span, &class_or_tuple.value)?;
        let kinds = match &class_or_tuple.value {
            Value::Tuple(kinds) => &kinds[..],
            kind => std::slice::from_ref(kind),
        };
        for kind in kinds {
            let message = "isinstance() arg 2 must be a type, a tuple of types, or a union";
            let wrong = || call.error(message).raising("TypeError").at(class_or_tuple.span);
            if is_of(&obj, kind).ok_or_else(wrong)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// What stands between the brackets of `items[start:stop:step]`.
    #[at(Bare)]
    #[role(Type)]
    fn slice(_call, @positional start: Value, @positional stop: IfGiven<Value> = None, @positional step: Value = None) -> Value {
        let parts = match stop.0 {
            None => [Value::None, start, Value::None],
            Some(stop) => [start, stop, step],
        };
        Ok(Value::Slice(Arc::new(parts)))
    }

    /// Whether a value counts as true.
    #[at(Bare)]
    #[role(NumberType(Bool))]
    fn bool(call, @positional object: At<Value> = False) -> bool {
        Ok(call.interpreter.truth_of(&object.value, object.span)?)
    }

    /// The number of a character.
    #[at(Bare)]
    fn ord(call, @positional c: At<Value>) -> i64 {
        let Value::Str(text) = &c.value else {
            let message = format!("ord() expected string of length 1, but {} found", c.value.python_type());
            return Err(call.error(message).raising("TypeError").at(c.span).into());
        };
        call.interpreter.read_through(call.span, text.len())?;
        let mut characters = text.chars();
        if let (Some(only), None) = (characters.next(), characters.next()) {
            return Ok(i64::from(u32::from(only)));
        }
        let count = text.chars().count();
        let message = format!("ord() expected a character, but string of length {count} found");
        Err(call.error(message).raising("TypeError").at(c.span).into())
    }

    /// The character of a number.
    #[at(Bare)]
    fn chr(call, @positional i: At<Index>) -> Value {
        let code = u32::try_from(i.value.0).ok().filter(|&code| code < 0x11_0000);
        let code = code.ok_or_else(|| call.error("chr() arg not in range(0x110000)").raising("ValueError").at(i.span))?;
        let surrogate = || Diagnostic::new(i.span, format!("{code} is half of a surrogate pair, not a character"));
        Ok(Value::text(char::from_u32(code).ok_or_else(surrogate)?.to_string()))
    }
}

impl Invocation<'_, '_> {
    fn list_of(&mut self, items: Vec<Value>) -> BuiltinResult {
        Ok(self.interpreter.new_list(self.span, items)?)
    }
}

fn printed(call: &mut Invocation<'_, '_>, values: &[Value], sep: &str, end: &str) -> Outcome<()> {
    let mut text = String::new();
    for (place, value) in values.iter().enumerate() {
        if place > 0 {
            text.push_str(sep);
        }
        text.push_str(&call.interpreter.text(value, false, call.span)?);
        still_printed(call, &text)?;
    }
    text.push_str(end);
    call.interpreter.spend_text(call.span, text.len())?;
    still_printed(call, &text)?;
    call.interpreter.printed.push_str(&text);
    Ok(())
}

/// Refuses what a cell would print beyond what it may.
fn still_printed(call: &Invocation<'_, '_>, text: &str) -> Outcome<()> {
    let most = call.interpreter.limits.printed;
    if call.interpreter.printed.len() + text.len() <= most {
        return Ok(());
    }
    let message = format!("this cell prints more than {most} characters");
    Err(Diagnostic::new(call.span, message)
        .help("print less, or assign the value to a name: the page shows it without print"))
}

fn length(call: &mut Invocation<'_, '_>, obj: At<Value>) -> BuiltinResult<i64> {
    let At { value, span } = obj;
    let value = call.interpreter.read(value);
    match &value {
        Value::Tensor(array) if array.ndim() == 0 && value.is_of_numpy() => {
            let message = match array.array_type() {
                ArrayType::Scalar => format!("object of type '{}' has no len()", value.python_type()),
                _ => "len() of unsized object".to_owned(),
            };
            Err(Diagnostic::new(span, message).raising("TypeError").into())
        }
        Value::Tensor(tensor) if tensor.ndim() == 0 => {
            let error = Diagnostic::new(span, "len() of a 0-d tensor").raising("TypeError");
            Err(error.help("for its number, write x.item()").into())
        }
        value if super::from_python::can_be_iterated(value) => Ok(call.interpreter.count(value, span)? as i64),
        value => {
            let error = call.error(format!("object of type '{}' has no len()", value.python_type())).at(span);
            Err(of_wrong_type(error, value).into())
        }
    }
}

/// Each item with what it is compared by.
fn keyed(
    interpreter: &mut Interpreter<'_>,
    span: Span,
    items: Vec<Value>,
    key: Option<&Callable>,
) -> Outcome<Vec<(Value, Value)>> {
    let mut pairs = Vec::with_capacity(items.len());
    for item in items {
        pairs.push((interpreter.key_of(&item, key.map(|key| &key.0), span)?, item));
    }
    Ok(pairs)
}

/// Items in the order of their keys, or from the last to the first.
pub(super) fn in_order(
    interpreter: &mut Interpreter<'_>,
    span: Span,
    items: Vec<Value>,
    key: Option<&Callable>,
    backwards: bool,
) -> Outcome<Vec<Value>> {
    let pairs = keyed(interpreter, span, items, key)?;
    let sorted = merge_sort(interpreter, span, pairs, backwards)?;
    Ok(sorted.into_iter().map(|(_, item)| item).collect())
}

/// A stable sort by key, as Python's is, also when it goes backwards. It is written out because comparing may fail, and because
/// keys that are not numbers are in no order, which the library's sort does not forgive. Where a NaN lands in Python is a matter of its
/// version; here it is refused.
fn merge_sort(
    interpreter: &mut Interpreter<'_>,
    span: Span,
    mut pairs: Vec<(Value, Value)>,
    backwards: bool,
) -> Outcome<Vec<(Value, Value)>> {
    if pairs.len() < 2 {
        return Ok(pairs);
    }
    let second = pairs.split_off(pairs.len() / 2);
    let mut left = merge_sort(interpreter, span, pairs, backwards)?.into_iter().peekable();
    let mut right = merge_sort(interpreter, span, second, backwards)?.into_iter().peekable();
    let mut merged = Vec::with_capacity(left.len() + right.len());
    while let (Some((a, _)), Some((b, _))) = (left.peek(), right.peek()) {
        let order = if backwards { interpreter.order(a, b, span)? } else { interpreter.order(b, a, span)? };
        let Some(order) = order else {
            let message = "nan is neither smaller nor larger than any number, so it cannot be sorted";
            return Err(Diagnostic::new(span, message).help("remove it first: sorted(x for x in items if x == x)"));
        };
        let right_first = order.is_lt();
        merged.extend(if right_first { right.next() } else { left.next() });
    }
    merged.extend(left);
    merged.extend(right);
    Ok(merged)
}

fn total(call: &mut Invocation<'_, '_>, iterable: At<Each>, start: At<IfGiven<Value>>) -> BuiltinResult {
    if matches!(start.value.0, Some(Value::Str(_))) {
        let error =
            Diagnostic::new(start.span, "sum() can't sum strings [use ''.join(seq) instead]").raising("TypeError");
        return Err(error.help("write ''.join(items)").into());
    }
    let At { value: Each(mut items), span } = iterable;
    let mut total = start.value.0;
    while let Some(item) = call.interpreter.next_item(&mut items, span)? {
        call.interpreter.step(span)?;
        total = Some(match (total, &item) {
            // Nothing is added to the first tensor: a 0 that nobody wrote would only puzzle whoever asks why.
            (None, Value::Tensor(first)) if first.dtype() != DType::Bool && !item.is_of_numpy() => {
                let made = Interpreter::noting(std::iter::once(first), || Value::from(first.now()));
                Interpreter::name_made(&made, std::iter::empty(), || Some(grad_fn::SUMMED));
                made
            }
            (total, _) => {
                let total = total.unwrap_or_else(|| 0.into());
                call.interpreter.joined(call.span, (total, span), Binary::Add, (item, span))?
            }
        });
    }
    Ok(total.unwrap_or_else(|| 0.into()))
}

/// The first item whose key is better than those of all others, if there is an item.
fn best(
    call: &mut Invocation<'_, '_>,
    given: At<Rest<Value>>,
    key: Option<&Callable>,
    is_better: impl Fn(std::cmp::Ordering) -> bool,
) -> BuiltinResult<Option<Value>> {
    let At { value: Rest(mut given), span } = given;
    let all = match given.len() {
        0 => {
            let message = format!("{} expected at least 1 argument, got 0", call.name());
            return Err(call.error(message).raising("TypeError").into());
        }
        1 => given.remove(0),
        _ => Value::Tuple(call.interpreter.collect(span, given)?),
    };
    let mut items = each(call.interpreter, &all, span)?;
    let mut best: Option<(Value, Value)> = None;
    let sign = if call.name() == "max" { ">" } else { "<" };
    while let Some(item) = call.interpreter.next_item(&mut items, span)? {
        call.interpreter.step(span)?;
        let pair = (call.interpreter.key_of(&item, key.map(|key| &key.0), call.span)?, item);
        let better = match &best {
            None => true,
            Some((key, _)) => call.interpreter.ordered(&pair.0, key, call.span, Some(sign))?.is_some_and(&is_better),
        };
        if better {
            best = Some(pair);
        }
    }
    Ok(best.map(|(_, item)| item))
}

/// Whether any item is true, or any is false: those behind the first such one are not taken.
fn has_truth(interpreter: &mut Interpreter<'_>, items: At<Each>, wanted: bool) -> Outcome<bool> {
    let At { value: Each(mut items), span } = items;
    while let Some(item) = interpreter.next_item(&mut items, span)? {
        interpreter.step(span)?;
        if interpreter.truth_of(&item, span)? == wanted {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Whether a value is of a type or a class; `None` where `kind` is neither.
fn is_of(value: &Value, kind: &Value) -> Option<bool> {
    match (value, kind) {
        (Value::Object(reference), Value::Class(class)) => Some(reference.class.is(class)),
        (_, Value::Class(class)) => Some(class.same(&Class::Native(&OBJECT))),
        (_, Value::Builtin(builtin)) if builtin.is_type() => {
            Some(lineage(value).into_iter().any(|one| std::ptr::eq(one, *builtin)))
        }
        _ => None,
    }
}
