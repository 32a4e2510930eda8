//! The classes `dict`, `list` and `tuple`, which a class of a cell may extend. An object of such a class holds a plain dict, list or
//! tuple; the methods here are those that its class has above its own, so that `super().__getitem__(key)` finds them.

use std::cmp::Ordering;

use super::declare::{BuiltinResult, Invocation, builtins};
use super::dict_methods::entries_of;
use super::from_argument::{Argument, At, FromArgument, Keywords};
use super::from_python::{IfGiven, Index, Iterable};
use super::list_methods::{NOT_IN_TUPLE, count_of, index_of};
use super::{Builtin, Namespace, dict_methods, find, list_methods};
use crate::lang::class::{ContainerType, Native, NativeKind, OBJECT};
use crate::lang::evaluate::{Interpreter, Outcome};
use crate::lang::syntax::Binary;
use crate::lang::value::{Items, SharedDict, SharedList, Stub, Value};

/// `dict`.
pub(super) static DICT: Native = Native {
    name: "dict",
    base: Some(&OBJECT),
    kind: NativeKind::Container(ContainerType::Dict),
    declared: &[&NEW_DICT, &dict_methods::TABLE, &EVERY_CONTAINER, &CHANGEABLE, &MAPPING],
    describe: |_, _| String::new(),
};

/// `list`.
pub(super) static LIST: Native = Native {
    name: "list",
    base: Some(&OBJECT),
    kind: NativeKind::Container(ContainerType::List),
    declared: &[&NEW_LIST, &list_methods::TABLE, &EVERY_CONTAINER, &CHANGEABLE, &SEQUENCE],
    describe: |_, _| String::new(),
};

/// `tuple`.
pub(super) static TUPLE: Native = Native {
    name: "tuple",
    base: Some(&OBJECT),
    kind: NativeKind::Container(ContainerType::Tuple),
    declared: &[&TUPLE_METHODS, &EVERY_CONTAINER, &SEQUENCE],
    describe: |_, _| String::new(),
};

/// The class that a type of Python's is when a class of a cell extends it.
pub(super) fn of_type(builtin: &'static Builtin) -> Option<&'static Native> {
    let is_it = |native: &&Native| find(Namespace::Bare, native.name).is_some_and(|it| std::ptr::eq(it, builtin));
    [&DICT, &LIST, &TUPLE].into_iter().find(is_it)
}

/// All methods that are declared here.
pub(super) fn methods() -> impl Iterator<Item = &'static Builtin> {
    let tables = [NEW_DICT, NEW_LIST, TUPLE_METHODS, EVERY_CONTAINER, CHANGEABLE, MAPPING, SEQUENCE];
    tables.into_iter().flatten().flat_map(|rows| rows.iter())
}

/// An object of such a class, or a plain container.
struct Contents {
    /// What was given.
    given: Value,
    /// The plain container.
    plain: Value,
}

impl FromArgument for Contents {
    fn from_argument(argument: &Argument<'_>, interpreter: &mut Interpreter<'_>) -> Outcome<Self> {
        match argument.contents(interpreter) {
            plain @ (Value::Dict(_) | Value::List(_) | Value::Tuple(_)) => {
                Ok(Self { given: argument.value.clone(), plain })
            }
            _ => Err(argument.wrong("container")),
        }
    }
}

builtins! { NEW_DICT:
    /// Takes over pairs, or named entries.
    #[at()]
    fn new_dict as "dict" (
        call, this: SharedDict, @positional items: At<IfGiven<Value>> = (), @keywords entries: Keywords
    ) -> () {
        let given = entries_of(call, &items)?;
        for (key, value) in given.into_iter().chain(entries.0.entries().iter().cloned()) {
            call.interpreter.set_entry(call.span, &this, key, value)?;
        }
        Ok(())
    }
}

builtins! { NEW_LIST:
    /// Takes over the items of something.
    #[at()]
    fn new_list as "list" (call, this: SharedList, @positional items: Iterable = ()) -> () {
        Ok(call.interpreter.refill(call.span, &this, items.0)?)
    }

    /// Puts more items at the end: `+=`.
    #[at()]
    fn add_in_place as "__iadd__" (call, this: Contents, @positional value: Iterable) -> Value {
        if let Value::List(list) = &this.plain {
            for item in value.0 {
                call.interpreter.append(call.span, list, item)?;
            }
        }
        Ok(this.given)
    }

    /// Repeats the items: `*=`.
    #[at()]
    fn multiply_in_place as "__imul__" (call, this: Contents, @positional value: Index) -> Value {
        let times = Value::int(value.0);
        call.interpreter.is_changed_by(call.span, &this.plain, Binary::Multiply, (&times, call.span))?;
        Ok(this.given)
    }
}

builtins! { TUPLE_METHODS:
    /// The place of the first item that is equal.
    #[at()]
    fn index(call, this: Items, @positional value: At<Value>) -> i64 {
        Ok(index_of(call, &this, &value, || NOT_IN_TUPLE.to_owned())?)
    }

    /// How many items are equal.
    #[at()]
    fn count(call, this: Items, @positional value: Value) -> i64 {
        Ok(count_of(call, &this, &value)?)
    }
}

builtins! { EVERY_CONTAINER:
    /// The item at a place or of a key; a class may say in `__missing__` what a key has that is not there.
    #[at()]
    fn item as "__getitem__" (call, this: Contents, @positional key: At<Value>) -> Value {
        if let (Value::Dict(table), Value::Object(object)) = (&this.plain, &this.given) {
            call.interpreter.hashed(call.span, &key.value)?;
            if table.now().get(&key.value).is_none()
                && let Some(item) =
                    call.interpreter.call_method(object, "__missing__", vec![key.value.clone()], call.span)?
            {
                return Ok(item);
            }
        }
        Ok(call.interpreter.item_of_container(call.span, &this.plain, &key.value, key.span)?)
    }

    /// Whether an item or a key is there.
    #[at()]
    fn contains as "__contains__" (call, this: Contents, @positional key: Value) -> bool {
        Ok(call.interpreter.contains(call.span, &this.plain, &key, call.span)?)
    }

    /// How many items there are.
    #[at()]
    fn length as "__len__" (call, this: Contents) -> Value {
        Ok(Value::int(call.interpreter.count(&this.plain, call.span)?))
    }

    /// An iterator over the items or the keys.
    #[at()]
    fn iterator as "__iter__" (call, this: Contents) -> Value {
        Ok(Value::Iterator(call.interpreter.iterator(this.plain, call.span)?))
    }

    /// An iterator from the last item to the first.
    #[at()]
    fn backwards as "__reversed__" (call, this: Contents) -> Value {
        Ok(Value::Iterator(call.interpreter.backwards(this.plain, call.span)?))
    }

    /// Whether both hold the same.
    #[at()]
    fn equals as "__eq__" (call, this: Contents, @positional value: Value) -> Value {
        Ok(match other_container(call, &this, value) {
            Some(other) => Value::Bool(call.interpreter.equal(&this.plain, &other, call.span)?),
            None => Value::stub(Stub::NotImplemented),
        })
    }

    /// Whether they do not hold the same.
    #[at()]
    fn differs as "__ne__" (call, this: Contents, @positional value: Value) -> Value {
        Ok(match other_container(call, &this, value) {
            Some(other) => Value::Bool(!call.interpreter.equal(&this.plain, &other, call.span)?),
            None => Value::stub(Stub::NotImplemented),
        })
    }

    /// The text that shows the items.
    #[at()]
    fn repr as "__repr__" (call, this: Contents) -> Value {
        Ok(Value::text(call.interpreter.text(&this.plain, true, call.span)?))
    }
}

builtins! { CHANGEABLE:
    /// Gives a place or a key another item.
    #[at()]
    fn set_item as "__setitem__" (call, this: Contents, @positional key: At<Value>, @positional value: Value) -> () {
        let Contents { plain, .. } = this;
        Ok(call.interpreter.set_item_of_container(call.span, &plain, key.value, key.span, value)?)
    }

    /// Takes an item out.
    #[at()]
    fn delete_item as "__delitem__" (call, this: Contents, @positional key: At<Value>) -> () {
        Ok(call.interpreter.delete_item(&this.plain, key.value, key.span, call.span)?)
    }
}

builtins! { MAPPING:
    /// A dict with the entries of both; those of the other one win.
    #[at()]
    fn union as "__or__" (call, this: Contents, @positional value: Value) -> Value {
        joined_with(call, &this, Binary::Or, value)
    }

    /// A dict with the entries of both; those of this one win.
    #[at()]
    fn reflected_union as "__ror__" (call, this: Contents, @positional value: Value) -> Value {
        let Some(other) = other_container(call, &this, value) else { return Ok(Value::stub(Stub::NotImplemented)) };
        Ok(call.interpreter.joined(call.span, (other, call.span), Binary::Or, (this.plain, call.span))?)
    }

    /// Takes the entries of another one over.
    #[at()]
    fn take_over as "__ior__" (call, this: Contents, @positional value: At<IfGiven<Value>>) -> Value {
        let Value::Dict(table) = &this.plain else { return Ok(this.given) };
        for (key, value) in entries_of(call, &value)? {
            call.interpreter.set_entry(call.span, table, key, value)?;
        }
        Ok(this.given)
    }
}

builtins! { SEQUENCE:
    /// The items of both, one after the other.
    #[at()]
    fn add as "__add__" (call, this: Contents, @positional value: Value) -> Value {
        match call.interpreter.plain_container(&value) {
            None if matches!(value, Value::Object(_)) => Ok(Value::stub(Stub::NotImplemented)),
            plain => {
                let other = plain.unwrap_or(value);
                Ok(call.interpreter.joined(call.span, (this.plain, call.span), Binary::Add, (other, call.span))?)
            }
        }
    }

    /// The items, so many times over.
    #[at()]
    fn multiply as "__mul__" | "__rmul__" (call, this: Contents, @positional value: Index) -> Value {
        let times = Value::int(value.0);
        Ok(call.interpreter.joined(call.span, (this.plain, call.span), Binary::Multiply, (times, call.span))?)
    }

    /// Whether it comes before another one.
    #[at()]
    fn is_less as "__lt__" (call, this: Contents, @positional value: Value) -> Value {
        compared_with(call, &this, value, Ordering::is_lt)
    }

    /// Whether it does not come after another one.
    #[at()]
    fn is_at_most as "__le__" (call, this: Contents, @positional value: Value) -> Value {
        compared_with(call, &this, value, Ordering::is_le)
    }

    /// Whether it comes after another one.
    #[at()]
    fn is_more as "__gt__" (call, this: Contents, @positional value: Value) -> Value {
        compared_with(call, &this, value, Ordering::is_gt)
    }

    /// Whether it does not come before another one.
    #[at()]
    fn is_at_least as "__ge__" (call, this: Contents, @positional value: Value) -> Value {
        compared_with(call, &this, value, Ordering::is_ge)
    }
}

/// The plain container of another operand, if it is one of the same type.
fn other_container(call: &mut Invocation<'_, '_>, this: &Contents, other: Value) -> Option<Value> {
    let plain = call.interpreter.plain_container(&other).unwrap_or(other);
    (std::mem::discriminant(&plain) == std::mem::discriminant(&this.plain)).then_some(plain)
}

/// What an operator makes of the plain containers of two operands.
fn joined_with(call: &mut Invocation<'_, '_>, this: &Contents, operator: Binary, other: Value) -> BuiltinResult {
    let Some(other) = other_container(call, this, other) else { return Ok(Value::stub(Stub::NotImplemented)) };
    Ok(call.interpreter.joined(call.span, (this.plain.clone(), call.span), operator, (other, call.span))?)
}

/// What a comparison says of the plain containers of two operands.
fn compared_with(
    call: &mut Invocation<'_, '_>,
    this: &Contents,
    other: Value,
    holds: fn(Ordering) -> bool,
) -> BuiltinResult {
    let Some(other) = other_container(call, this, other) else { return Ok(Value::stub(Stub::NotImplemented)) };
    let order = call.interpreter.order(&this.plain, &other, call.span)?;
    Ok(Value::Bool(order.is_some_and(holds)))
}
