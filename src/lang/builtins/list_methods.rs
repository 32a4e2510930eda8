//! The methods of lists; tuples have some of them, too. When a method changes a list, all of its names see the change.

use super::declare::{Invocation, builtins};
use super::from_argument::{At, Sizes};
use super::from_python::{Callable, Each, Index};
use super::python::in_order;
use crate::lang::diagnostic::Diagnostic;
use crate::lang::evaluate::Outcome;
use crate::lang::value::{Items, SharedList, Value};

/// Python's words for a value that a tuple does not hold.
pub(super) const NOT_IN_TUPLE: &str = "tuple.index(x): x not in tuple";

builtins! { TABLE:
    /// The place of the first item that is equal.
    #[at(List)]
    fn index(call, this: Items, @positional value: At<Value>) -> i64 {
        // A tuple has this method, too.
        let is_tuple = matches!(call.argument(0), Some(Value::Tuple(_)));
        let words = || {
            if is_tuple { NOT_IN_TUPLE.to_owned() } else { format!("{} is not in list", value.value.repr()) }
        };
        Ok(index_of(call, &this, &value, words)?)
    }

    /// How many items are equal.
    #[at(List)]
    fn count(call, this: Items, @positional value: Value) -> i64 {
        Ok(count_of(call, &this, &value)?)
    }

    /// How many elements a tensor of these sizes has.
    #[at(List)]
    fn numel(_call, this: Sizes) -> i64 {
        Ok(this.0.iter().fold(1_i64, |all, &size| all.saturating_mul(size as i64)))
    }

    /// Puts one more item at the end of the list.
    #[at(List)]
    #[role(Changes)]
    fn append(call, this: SharedList, @positional object: Value) -> () {
        Ok(call.interpreter.append(call.span, &this, object)?)
    }

    /// Puts more items at the end of the list.
    #[at(List)]
    #[role(Changes)]
    fn extend(call, this: SharedList, @positional iterable: At<Each>) -> () {
        Ok(call.interpreter.extend(call.span, &this, iterable.value.0, iterable.span)?)
    }

    /// Inserts an item before the one at an index.
    #[at(List)]
    #[role(Changes)]
    fn insert(call, this: SharedList, @positional index: Index, @positional object: Value) -> () {
        let count = this.now().len();
        let place = if index.0 < 0 { index.0.saturating_add(count as i64) } else { index.0 };
        Ok(call.interpreter.insert(call.span, &this, (place.max(0) as usize).min(count), object)?)
    }

    /// Takes out the first item that is equal.
    #[at(List)]
    #[role(Changes)]
    fn remove(call, this: SharedList, @positional value: At<Value>) -> () {
        let Some(place) = place_of(call, &this.now(), &value.value)? else {
            return Err(Diagnostic::new(value.span, "list.remove(x): x not in list").raising("ValueError").into());
        };
        call.interpreter.take_out(call.span, &this, place)?;
        Ok(())
    }

    /// Takes out the last item, or that at a place, and gives it.
    #[at(List)]
    #[role(Takes)]
    fn pop(call, this: SharedList, @positional index: At<Index> = -1) -> Value {
        let place = popped(this.now().len(), &index)?;
        Ok(call.interpreter.take_out(call.span, &this, place)?)
    }

    /// Puts the items in order.
    #[at(List)]
    #[role(Changes)]
    fn sort(call, this: SharedList; key: Option<Callable> = None, reverse: Index = False) -> () {
        let before = this.now();
        let items = in_order(call.interpreter, call.span, before.to_vec(), key.as_ref(), reverse.0 != 0)?;
        if this.now().address() != before.address() {
            return Err(call.error("list modified during sort").raising("ValueError").into());
        }
        drop(before);
        Ok(call.interpreter.refill(call.span, &this, items)?)
    }

    /// Reverses the order of the items.
    #[at(List)]
    #[role(Changes)]
    fn reverse(call, this: SharedList) -> () {
        let items = this.now().iter().rev().cloned().collect();
        Ok(call.interpreter.refill(call.span, &this, items)?)
    }

    /// Removes everything.
    #[at(List)]
    #[role(Changes)]
    fn clear(call, this: SharedList) -> () {
        Ok(call.interpreter.refill(call.span, &this, Vec::new())?)
    }

    /// A new list with the same items.
    #[at(List)]
    fn copy(call, this: Items) -> Value {
        Ok(call.interpreter.new_list(call.span, this.to_vec())?)
    }
}

/// The place of the first item that equals a value.
fn place_of(call: &mut Invocation<'_, '_>, items: &Items, value: &Value) -> Outcome<Option<usize>> {
    for (place, item) in items.iter().enumerate() {
        if call.interpreter.equal_item(item, value, call.span)? {
            return Ok(Some(place));
        }
    }
    Ok(None)
}

/// The place that `pop` names.
fn popped(count: usize, index: &At<Index>) -> Outcome<usize> {
    let place = index.value.0;
    let counted = if place < 0 { place.saturating_add(count as i64) } else { place };
    usize::try_from(counted).ok().filter(|&at| at < count).ok_or_else(|| {
        let message = if count == 0 { "pop from empty list" } else { "pop index out of range" };
        Diagnostic::new(index.span, message).raising("IndexError").help("ask first: if items:")
    })
}

/// The place of the first item that equals a value, or an error in these words.
pub(super) fn index_of(
    call: &mut Invocation<'_, '_>,
    items: &Items,
    value: &At<Value>,
    words: impl FnOnce() -> String,
) -> Outcome<i64> {
    let place = place_of(call, items, &value.value)?;
    place.map(|place| place as i64).ok_or_else(|| {
        let error = Diagnostic::new(value.span, format!("{} is not in list", value.value.excerpt()));
        error.raising_as("ValueError", words())
    })
}

/// How many items equal a value.
pub(super) fn count_of(call: &mut Invocation<'_, '_>, items: &Items, value: &Value) -> Outcome<i64> {
    let mut found = 0;
    for item in items.iter() {
        found += i64::from(call.interpreter.equal_item(item, value, call.span)?);
    }
    Ok(found)
}
