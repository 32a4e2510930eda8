//! The methods of dicts. When a method changes a dict, all of its names see the change.

use std::sync::Arc;

use super::declare::{BuiltinResult, Invocation, builtins};
use super::from_argument::{At, Keywords};
use super::from_python::{IfGiven, can_be_iterated, items};
use crate::lang::diagnostic::Diagnostic;
use crate::lang::value::{Dict, DictPart, DictView, SharedDict, Value};

builtins! { TABLE:
    /// Adds other entries; a key that is already there gets the new value.
    #[at(Dict)]
    #[role(Changes)]
    fn update(call, this: SharedDict, @positional other: At<IfGiven<Value>> = (), @keywords entries: Keywords) -> () {
        let given = entries_of(call, &other)?;
        for (key, value) in given.into_iter().chain(entries.0.entries().iter().cloned()) {
            call.interpreter.set_entry(call.span, &this, key, value)?;
        }
        Ok(())
    }

    /// The value of a key, which gets this one first if it is new.
    #[at(Dict)]
    #[role(Takes)]
    fn setdefault(call, this: SharedDict, @positional key: Value, @positional default: Value = None) -> Value {
        call.interpreter.hashed(call.span, &key)?;
        if let Some(held) = this.now().get(&key) {
            return Ok(held.clone());
        }
        call.interpreter.set_entry(call.span, &this, key, default.clone())?;
        Ok(default)
    }

    /// Takes out a key and gives its value, or the default.
    #[at(Dict)]
    #[role(Takes)]
    fn pop_key as "pop" (
        call, this: SharedDict, @positional key: At<Value>, @positional default: IfGiven<Value> = None
    ) -> Value {
        let held = call.interpreter.take_entry(call.span, &this, &key.value)?;
        Ok(held.or(default.0).ok_or_else(|| no_key(&key))?)
    }

    /// Takes out the entry that came last: a pair of its key and its value.
    #[at(Dict)]
    #[role(Takes)]
    fn popitem(call, this: SharedDict) -> Value {
        let last = this.now().entries().last().cloned();
        let Some((key, value)) = last else {
            let words = "popitem(): dictionary is empty";
            return Err(call.error(words).raising_as("KeyError", format!("'{words}'")).into());
        };
        call.interpreter.take_entry(call.span, &this, &key)?;
        Ok(Value::Tuple(call.interpreter.collect(call.span, vec![key, value])?))
    }

    /// The keys, as they are at each moment.
    #[at(Dict)]
    fn keys(_call, this: SharedDict) -> Value {
        Ok(view(this, DictPart::Keys))
    }

    /// The values, as they are at each moment.
    #[at(Dict)]
    fn values(_call, this: SharedDict) -> Value {
        Ok(view(this, DictPart::Values))
    }

    /// Pairs of a key and its value, as they are at each moment.
    #[at(Dict)]
    fn pairs as "items" (_call, this: SharedDict) -> Value {
        Ok(view(this, DictPart::Items))
    }

    /// The value of a key, or the default where there is none.
    #[at(Dict)]
    fn get(call, this: Arc<Dict>, @positional key: Value, @positional default: Value = None) -> Value {
        call.interpreter.hashed(call.span, &key)?;
        Ok(this.get(&key).cloned().unwrap_or(default))
    }

    /// Removes everything.
    #[at(Dict)]
    #[role(Changes)]
    fn clear(call, this: SharedDict) -> () {
        Ok(call.interpreter.refill_table(call.span, &this, Vec::new())?)
    }

    /// A new dict with the same entries.
    #[at(Dict)]
    fn copy(call, this: Arc<Dict>) -> Value {
        Ok(call.interpreter.new_dict(call.span, this.entries().to_vec())?)
    }
}

/// A view of a dict.
pub(super) fn view(dict: SharedDict, part: DictPart) -> Value {
    Value::View(Arc::new(DictView { part, dict }))
}

fn no_key(key: &At<Value>) -> Diagnostic {
    let error = Diagnostic::new(key.span, format!("there is no key {}", key.value.excerpt()));
    error.raising_as("KeyError", key.value.repr()).help("ask first: if key in table:")
}

/// The entries of a dict, or of pairs.
pub(super) fn entries_of(
    call: &mut Invocation<'_, '_>,
    given: &At<IfGiven<Value>>,
) -> BuiltinResult<Vec<(Value, Value)>> {
    let At { value: IfGiven(Some(value)), span } = given else { return Ok(Vec::new()) };
    if let Some(entries) = call.interpreter.mapping_entries(value, *span)? {
        return Ok(entries);
    }
    let mut entries = Vec::new();
    for (place, pair) in items(call.interpreter, value, *span)?.into_iter().enumerate() {
        if !can_be_iterated(&pair) {
            let message = format!("cannot convert dictionary update sequence element #{place} to a sequence");
            let error = Diagnostic::new(*span, message).raising("TypeError");
            return Err(error.help("write pairs: [(key, value)]").into());
        }
        match &call.interpreter.iterate(&pair, *span)?[..] {
            [key, value] => entries.push((key.clone(), value.clone())),
            parts => {
                let message = format!("dictionary update sequence element #{place} has length {}", parts.len());
                let error = Diagnostic::new(*span, format!("{message}; 2 is required")).raising("ValueError");
                return Err(error.help("write pairs: [(key, value)]").into());
            }
        }
    }
    Ok(entries)
}
