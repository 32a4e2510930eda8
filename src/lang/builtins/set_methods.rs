//! The methods of sets. When a method changes a set, all of its names see the change.

use super::declare::{Invocation, builtins};
use super::from_argument::{Argument, At, FromArgument};
use super::from_python::Iterable;
use crate::lang::diagnostic::Diagnostic;
use crate::lang::evaluate::{Interpreter, Outcome};
use crate::lang::value::{SharedDict, Value};

builtins! { TABLE:
    /// Puts one more item into the set.
    #[at(Set)]
    #[role(Changes)]
    fn add(call, this: Elements, @positional object: Value) -> () {
        Ok(call.interpreter.set_entry(call.span, &this.0, object, Value::None)?)
    }

    /// Takes an item out, if it is there.
    #[at(Set)]
    #[role(Changes)]
    fn discard(call, this: Elements, @positional object: Value) -> () {
        call.interpreter.take_entry(call.span, &this.0, &object)?;
        Ok(())
    }

    /// Takes out an item, which must be there.
    #[at(Set)]
    #[role(Changes)]
    fn remove_element as "remove" (call, this: Elements, @positional object: At<Value>) -> () {
        let missing = || {
            let error = Diagnostic::new(object.span, format!("{} is not in the set", object.value.excerpt()));
            error.raising_as("KeyError", object.value.repr())
        };
        call.interpreter.take_entry(call.span, &this.0, &object.value)?.ok_or_else(missing)?;
        Ok(())
    }

    /// Adds all items of another set or list.
    #[at(Set)]
    #[role(Changes)]
    fn update_set as "update" (call, this: Elements, @positional other: Iterable = ()) -> () {
        for item in other.0 {
            call.interpreter.set_entry(call.span, &this.0, item, Value::None)?;
        }
        Ok(())
    }

    /// The items of both.
    #[at(Set)]
    fn union(call, this: Elements, @positional other: Iterable = ()) -> Value {
        Ok(call.interpreter.new_set(call.span, this.items().into_iter().chain(other.0).collect())?)
    }

    /// The items that are in both.
    #[at(Set)]
    fn intersection(call, this: Elements, @positional other: Iterable) -> Value {
        Ok(this.chosen(call, other, true)?)
    }

    /// The items that are not in the other.
    #[at(Set)]
    fn difference(call, this: Elements, @positional other: Iterable) -> Value {
        Ok(this.chosen(call, other, false)?)
    }

    /// Whether all items are in the other.
    #[at(Set)]
    fn issubset(call, this: Elements, @positional other: Iterable) -> bool {
        let others = call.interpreter.distinct(call.span, other.0)?;
        let items = this.hashed_items(call)?;
        Ok(items.iter().all(|item| others.get(item).is_some()))
    }

    /// Removes everything.
    #[at(Set)]
    #[role(Changes)]
    fn clear(call, this: Elements) -> () {
        Ok(call.interpreter.refill_table(call.span, &this.0, Vec::new())?)
    }

    /// A new set with the same items.
    #[at(Set)]
    fn copy(call, this: Elements) -> Value {
        Ok(call.interpreter.new_set(call.span, this.items())?)
    }
}

/// A set.
struct Elements(SharedDict);

impl FromArgument for Elements {
    fn from_argument(argument: &Argument<'_>, _: &mut Interpreter<'_>) -> Outcome<Self> {
        match argument.value {
            Value::Set(keys) => Ok(Self(keys.clone())),
            _ => Err(argument.wrong("set")),
        }
    }
}

impl Elements {
    fn items(&self) -> Vec<Value> {
        self.0.now().keys().cloned().collect()
    }

    /// A set of the items that are in the other, or of those that are not.
    fn chosen(&self, call: &mut Invocation<'_, '_>, other: Iterable, are_in_both: bool) -> Outcome {
        let others = call.interpreter.distinct(call.span, other.0)?;
        let items = self.hashed_items(call)?;
        let chosen = items.into_iter().filter(|item| others.get(item).is_some() == are_in_both).collect();
        call.interpreter.new_set(call.span, chosen)
    }

    /// The items, charged to be looked for in another set.
    fn hashed_items(&self, call: &mut Invocation<'_, '_>) -> Outcome<Vec<Value>> {
        let items = self.items();
        items.iter().try_for_each(|item| call.interpreter.hashed(call.span, item))?;
        Ok(items)
    }
}
