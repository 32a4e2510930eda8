//! Lists, tuples, dicts and sets, and their methods. When a method changes one, all of its names see the change.

use std::sync::Arc;

use super::declare::{BuiltinResult, Invocation, builtins};
use super::from_argument::{At, Keywords, Sizes, as_index};
use super::from_python::{Callable, Each, IfGiven, Index, Iterable, can_be_iterated, items};
use super::python::in_order;
use super::{Builtin, Namespace};
use crate::lang::diagnostic::Diagnostic;
use crate::lang::evaluate::{Interpreter, Outcome};
use crate::lang::value::{Dict, DictPart, DictView, Form, Items, SharedDict, SharedList, Value};

builtins! { TABLE:
    /// A list of the items of something.
    #[at(Bare)]
    #[role(Type)]
    fn list(call, @positional items: Iterable = ()) -> Value {
        Ok(call.interpreter.new_list(call.span, items.0)?)
    }

    /// A tuple of the items of something.
    #[at(Bare)]
    #[role(Type)]
    fn tuple(call, @positional items: Iterable = ()) -> Value {
        Ok(Value::Tuple(call.interpreter.collect(call.span, items.0)?))
    }

    /// The sizes of the axes of a tensor.
    #[at(Torch)]
    #[role(Type)]
    fn size as "Size" (call, @positional items: Iterable = ()) -> Value {
        let size = |(place, item): (usize, Value)| match item {
            Value::Int(..) => Ok(item),
            Value::Bool(value) => Ok(i64::from(value).into()),
            _ => as_index(&item).map(Value::from).ok_or_else(|| {
                let kind = item.python_type();
                call.error(format!("torch.Size() takes an iterable of 'int' (item {place} is '{kind}')"))
            }),
        };
        let sizes = items.0.into_iter().enumerate().map(size).collect::<Outcome<_>>()?;
        Ok(Value::Tuple(call.interpreter.collect(call.span, sizes)?.in_form(Form::Size)))
    }

    /// A dict of pairs, or of named entries.
    #[at(Bare)]
    #[role(Type)]
    fn dict(call, @positional items: At<IfGiven<Value>> = (), @keywords entries: Keywords) -> Value {
        let mut all = entries_of(call, &items)?;
        all.extend(entries.0.entries().iter().cloned());
        Ok(call.interpreter.new_dict(call.span, all)?)
    }

    /// The distinct items of something, in the order in which they came.
    #[at(Bare)]
    #[role(Type)]
    fn set(call, @positional items: Iterable = ()) -> Value {
        Ok(call.interpreter.new_set(call.span, items.0)?)
    }

    /// The place of the first item that is equal.
    #[at(List)]
    fn index(call, this: Items, @positional value: At<Value>) -> i64 {
        let place = place_of(call, &this, &value.value)?;
        let missing = || {
            let error = Diagnostic::new(value.span, format!("{} is not in list", value.value.excerpt()));
            // A tuple has this method, too.
            if matches!(call.argument(0), Some(Value::Tuple(_))) {
                return error.raising_as("ValueError", "tuple.index(x): x not in tuple");
            }
            error.raising_as("ValueError", format!("{} is not in list", value.value.repr()))
        };
        Ok(place.map(|place| place as i64).ok_or_else(missing)?)
    }

    /// How many items are equal.
    #[at(List)]
    fn count(call, this: Items, @positional value: Value) -> i64 {
        let mut found = 0;
        for item in this.iter() {
            found += i64::from(call.interpreter.equal_item(item, &value, call.span)?);
        }
        Ok(found)
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
    #[at(List, Dict, Set)]
    #[role(Changes)]
    fn clear(call, this: Value) -> () {
        match this {
            Value::List(list) => call.interpreter.refill(call.span, &list, Vec::new())?,
            Value::Dict(table) | Value::Set(table) => call.interpreter.refill_table(call.span, &table, Vec::new())?,
            _ => {}
        }
        Ok(())
    }

    /// A new list, dict or set with the same items.
    #[at(List, Dict, Set)]
    fn copy(call, this: Value) -> Value {
        Ok(call.interpreter.shallow_copy(&this, call.span)?)
    }

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
        let others = call.interpreter.distinct(call.span, other.0)?;
        let items = this.hashed_items(call)?;
        let chosen = items.into_iter().filter(|item| others.get(item).is_some()).collect();
        Ok(call.interpreter.new_set(call.span, chosen)?)
    }

    /// The items that are not in the other.
    #[at(Set)]
    fn difference(call, this: Elements, @positional other: Iterable) -> Value {
        let others = call.interpreter.distinct(call.span, other.0)?;
        let items = this.hashed_items(call)?;
        let chosen = items.into_iter().filter(|item| others.get(item).is_none()).collect();
        Ok(call.interpreter.new_set(call.span, chosen)?)
    }

    /// Whether all items are in the other.
    #[at(Set)]
    fn issubset(call, this: Elements, @positional other: Iterable) -> bool {
        let others = call.interpreter.distinct(call.span, other.0)?;
        let items = this.hashed_items(call)?;
        Ok(items.iter().all(|item| others.get(item).is_some()))
    }

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
}

/// A set.
struct Elements(SharedDict);

impl super::from_argument::FromArgument for Elements {
    fn from_argument(argument: &super::from_argument::Argument<'_>, _: &mut Interpreter<'_>) -> Outcome<Self> {
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

    /// The items, charged to be looked for in another set.
    fn hashed_items(&self, call: &mut Invocation<'_, '_>) -> Outcome<Vec<Value>> {
        let items = self.items();
        items.iter().try_for_each(|item| call.interpreter.hashed(call.span, item))?;
        Ok(items)
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
fn entries_of(call: &mut Invocation<'_, '_>, given: &At<IfGiven<Value>>) -> BuiltinResult<Vec<(Value, Value)>> {
    let At { value: IfGiven(Some(value)), span } = given else { return Ok(Vec::new()) };
    if let Value::Dict(table) = value {
        return Ok(table.now().entries().to_vec());
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

/// The methods of this name of what is made of items.
pub(super) fn methods(name: &str) -> impl Iterator<Item = &'static Builtin> {
    [Namespace::List, Namespace::Dict, Namespace::Set].into_iter().filter_map(move |place| super::find(place, name))
}
