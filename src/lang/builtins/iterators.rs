//! Iterators: `iter`, `next`, `zip`, `map` and their like. Each gives its items once, and takes them when it is asked for them.

use super::declare::{BuiltinResult, Invocation, builtins};
use super::from_argument::{At, Rest};
use super::from_python::{Callable, IfGiven, Index, can_be_iterated, iterable, of_wrong_type};
use super::objects::is_callable;
use crate::lang::diagnostic::Diagnostic;
use crate::lang::evaluate::generators::{Given, Sent};
use crate::lang::value::{ArrayType, ItemSource, SharedIterator, Value};
use crate::tensor::Tensor;

builtins! { TABLE:
    /// An iterator over the items of something.
    #[at(Bare)]
    fn iterator as "iter" (call, @positional object: At<Value>, @positional sentinel: IfGiven<Value> = None) -> Value {
        let At { value, span } = object;
        if let Some(end) = sentinel.0 {
            if !is_callable(call.interpreter, &value) {
                let error = call.error("iter(v, w): v must be callable").at(span);
                return Err(of_wrong_type(error, &value).into());
            }
            return made(call, "callable_iterator", ItemSource::Called { function: value, end });
        }
        // That of an object may be one itself.
        if let Value::Object(object) = &value
            && let Some(items) = call.interpreter.call_method(object, "__iter__", Vec::new(), span)?
            && let Value::Object(items) = &items
            && call.interpreter.has_method(items, "__next__")
        {
            return Ok(Value::Object(items.clone()));
        }
        iterable(&value, span)?;
        Ok(Value::Iterator(call.interpreter.iterator(value, span)?))
    }

    /// The next item of an iterator, or at its end the default.
    #[at(Bare)]
    fn next_item as "next" (call, @positional iterator: At<Value>, @positional default: IfGiven<Value> = None) -> Value {
        let items = match &iterator.value {
            Value::Iterator(items) => items.clone(),
            Value::Object(object) if call.interpreter.has_method(object, "__next__") => {
                call.interpreter.new_iterator("iterator", ItemSource::Object(object.clone()), iterator.span)?
            }
            _ => return Err(no_iterator(call, iterator)),
        };
        match (call.interpreter.given_by(&items, Sent::Value(Value::None), iterator.span)?, default.0) {
            (Given::Item(item), _) => Ok(item),
            (Given::Returned(_), Some(default)) => Ok(default),
            (Given::Returned(value), None) => Err(call.interpreter.stop_iteration(value, call.span)?.into()),
        }
    }

    /// Pairs of a number and an item.
    #[at(Bare)]
    fn enumerate(call, iterable: SharedIterator, start: Index = 0) -> Value {
        made(call, "enumerate", ItemSource::Numbered { items: iterable, number: start.0 })
    }

    /// Tuples of the first items, the second items and so on, as far as the shortest goes.
    #[at(Bare)]
    fn zip(call, @rest iterables: Rest<SharedIterator>, strict: Index = False) -> Value {
        made(call, "zip", ItemSource::Zipped { parts: iterables.0.into(), is_strict: strict.0 != 0 })
    }

    /// What a function gives for each item.
    #[at(Bare)]
    fn map(
        call, @positional function: Callable, @positional iterable: SharedIterator,
        @rest iterables: Rest<SharedIterator>
    ) -> Value {
        let parts = [iterable].into_iter().chain(iterables.0).collect();
        made(call, "map", ItemSource::Mapped { function: function.0, parts })
    }

    /// The items for which a function is true.
    #[at(Bare)]
    fn filter(call, @positional function: Option<Callable>, @positional iterable: SharedIterator) -> Value {
        let function = function.map(|function| function.0);
        made(call, "filter", ItemSource::Filtered { function, items: iterable })
    }

    /// The items from the last to the first.
    #[at(Bare)]
    fn reversed(call, @positional sequence: At<Value>) -> Value {
        let At { value, span } = sequence;
        let message = || format!("'{}' object is not reversible", value.python_type());
        match call.interpreter.read(value.clone()) {
            // PyTorch turns it around by `flip`, which copies.
            Value::Tensor(tensor) if tensor.array_type() == ArrayType::Tensor => {
                call.place();
                Ok(turned(&tensor.now())?.into())
            }
            Value::Set(_) => {
                let error = Diagnostic::new(span, message()).raising("TypeError");
                Err(error.help("a set has no order: write sorted(items)").into())
            }
            Value::Iterator(_) => {
                let error = Diagnostic::new(span, message()).raising("TypeError");
                Err(error.help("make a list of it first: reversed(list(items))").into())
            }
            value if can_be_iterated(&value) => Ok(Value::Iterator(call.interpreter.backwards(value, span)?)),
            Value::Int(..) | Value::Float(..) | Value::Bool(_) | Value::None | Value::Function(_) => {
                Err(call.error(message()).raising("TypeError").at(span).into())
            }
            _ => Err(call.error(message()).at(span).into()),
        }
    }
}

fn made(call: &mut Invocation<'_, '_>, type_name: &'static str, source: ItemSource) -> BuiltinResult {
    Ok(Value::Iterator(call.interpreter.new_iterator(type_name, source, call.span)?))
}

/// The error for what `next` cannot take an item of.
fn no_iterator(call: &mut Invocation<'_, '_>, given: At<Value>) -> super::declare::Refusal {
    let At { value, span } = given;
    // What another cell has left says so.
    if let (Value::Stub(_), Err(error)) = (&value, call.interpreter.iterator(value.clone(), span)) {
        return error.into();
    }
    let error = Diagnostic::new(span, format!("'{}' object is not an iterator", value.python_type()));
    let error = of_wrong_type(error, &value);
    let error = if can_be_iterated(&value) {
        error.help("write iterator = iter(items), and then next(iterator)")
    } else {
        error
    };
    error.into()
}

/// A tensor with its first axis backwards.
fn turned(tensor: &Tensor) -> crate::tensor::Result<Tensor> {
    let Some(&size) = tensor.shape().first() else { return Ok(tensor.clone()) };
    tensor.index_select(0, &Tensor::from_i64(&[size], (0..size as i64).rev().collect())?)
}
