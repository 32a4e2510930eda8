//! Lists, tuples, dicts and sets, and their methods. None of them ever changes: a method that changes one gives its name another.

use std::sync::Arc;

use super::declare::{BuiltinResult, Invocation, builtins};
use super::from_argument::{At, Keywords, Sizes, as_index};
use super::from_python::{Callable, IfGiven, Index, Iterable, can_be_iterated, items};
use super::python::in_order;
use super::{Builtin, Namespace};
use crate::lang::diagnostic::Diagnostic;
use crate::lang::evaluate::calls::Arguments;
use crate::lang::evaluate::{Interpreter, Outcome};
use crate::lang::syntax::Span;
use crate::lang::value::{Dict, Form, Items, Value};

builtins! { TABLE:
    /// A list of the items of something.
    #[at(Bare)]
    #[role(Type)]
    fn list(call, @positional items: Iterable = ()) -> Value {
        Ok(Value::List(call.interpreter.collect(call.span, items.0)?))
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
        let missing = || Diagnostic::new(value.span, format!("{} is not in list", value.value.excerpt()));
        Ok(place.map(|place| place as i64).ok_or_else(missing)?)
    }

    /// How many items are equal.
    #[at(List)]
    fn count(call, this: Items, @positional value: Value) -> i64 {
        let mut found = 0;
        for item in this.iter() {
            found += i64::from(call.interpreter.equal(item, &value, call.span)?);
        }
        Ok(found)
    }

    /// How many elements a tensor of these sizes has.
    #[at(List)]
    fn numel(_call, this: Sizes) -> i64 {
        Ok(this.0.iter().fold(1_i64, |all, &size| all.saturating_mul(size as i64)))
    }

    /// On a line of its own: the list with one more item.
    #[at(List)]
    #[role(Appends)]
    fn append(call, this: Items, @positional object: Value) -> () {
        call.becomes_list(this.iter().cloned().chain([object]).collect())
    }

    /// On a line of its own: the list with more items.
    #[at(List)]
    #[role(Changes)]
    fn extend(call, this: Items, @positional iterable: Iterable) -> () {
        call.becomes_list(this.iter().cloned().chain(iterable.0).collect())
    }

    /// On a line of its own: with an item at a place.
    #[at(List)]
    #[role(Changes)]
    fn insert(call, this: Items, @positional index: Index, @positional object: Value) -> () {
        let mut items = this.to_vec();
        let place = if index.0 < 0 { index.0.saturating_add(items.len() as i64) } else { index.0 };
        items.insert((place.max(0) as usize).min(items.len()), object);
        call.becomes_list(items)
    }

    /// On a line of its own: without the first such item.
    #[at(List)]
    #[role(Changes)]
    fn remove(call, this: Items, @positional value: At<Value>) -> () {
        let Some(place) = place_of(call, &this, &value.value)? else {
            return Err(Diagnostic::new(value.span, "list.remove(x): x not in list").into());
        };
        let mut items = this.to_vec();
        items.remove(place);
        call.becomes_list(items)
    }

    /// Takes out the last item, or that at a place, and gives it.
    #[at(List)]
    #[role(Pops)]
    fn pop(call, this: Items, @positional index: At<Index> = -1) -> Value {
        let mut items = this.to_vec();
        let place = popped(items.len(), &index)?;
        let item = items.remove(place);
        call.becomes_list(items)?;
        Ok(item)
    }

    /// On a line of its own: in order.
    #[at(List)]
    #[role(Changes)]
    fn sort(call, this: Items; key: Option<Callable> = None, reverse: Index = False) -> () {
        let items = in_order(call.interpreter, call.span, this.to_vec(), key.as_ref(), reverse.0 != 0)?;
        call.becomes_list(items)
    }

    /// On a line of its own: from the last to the first.
    #[at(List)]
    #[role(Changes)]
    fn reverse(call, this: Items) -> () {
        call.becomes_list(this.iter().rev().cloned().collect())
    }

    /// On a line of its own: empty.
    #[at(List, Dict, Set)]
    #[role(Changes)]
    fn clear(call, this: Value) -> () {
        match this {
            Value::Set(_) => call.becomes_set(Vec::new()),
            Value::Dict(_) => call.becomes_dict(Vec::new()),
            _ => call.becomes_list(Vec::new()),
        }
    }

    /// The same: values never change.
    #[at(List, Dict, Set)]
    fn copy(_call, this: Value) -> Value {
        Ok(this)
    }

    /// On a line of its own: the set with one more item.
    #[at(Set)]
    #[role(Changes)]
    fn add(call, this: Elements, @positional object: Value) -> () {
        call.becomes_set(this.items().chain([object]).collect())
    }

    /// On a line of its own: the set without an item.
    #[at(Set)]
    #[role(Changes)]
    fn discard(call, this: Elements, @positional object: Value) -> () {
        charge_search(call, &this, &object)?;
        call.becomes_set(this.without(&object).unwrap_or_else(|| this.items().collect()))
    }

    /// On a line of its own: the set without an item that it has.
    #[at(Set)]
    #[role(Changes)]
    fn remove_element as "remove" (call, this: Elements, @positional object: At<Value>) -> () {
        charge_search(call, &this, &object.value)?;
        let missing = || Diagnostic::new(object.span, format!("{} is not in the set", object.value.excerpt()));
        let items = this.without(&object.value).ok_or_else(missing)?;
        call.becomes_set(items)
    }

    /// On a line of its own: with the items of another.
    #[at(Set)]
    #[role(Changes)]
    fn update_set as "update" (call, this: Elements, @positional other: Iterable = ()) -> () {
        call.becomes_set(this.items().chain(other.0).collect())
    }

    /// The items of both.
    #[at(Set)]
    fn union(call, this: Elements, @positional other: Iterable = ()) -> Value {
        Ok(call.interpreter.new_set(call.span, this.items().chain(other.0).collect())?)
    }

    /// The items that are in both.
    #[at(Set)]
    fn intersection(call, this: Elements, @positional other: Iterable) -> Value {
        let others = elements(call, other)?;
        this.items().try_for_each(|item| call.interpreter.hashed(call.span, &item))?;
        let chosen = this.items().filter(|item| others.has(item)).collect();
        Ok(call.interpreter.new_set(call.span, chosen)?)
    }

    /// The items that are not in the other.
    #[at(Set)]
    fn difference(call, this: Elements, @positional other: Iterable) -> Value {
        let others = elements(call, other)?;
        this.items().try_for_each(|item| call.interpreter.hashed(call.span, &item))?;
        let chosen = this.items().filter(|item| !others.has(item)).collect();
        Ok(call.interpreter.new_set(call.span, chosen)?)
    }

    /// Whether all items are in the other.
    #[at(Set)]
    fn issubset(call, this: Elements, @positional other: Iterable) -> bool {
        let others = elements(call, other)?;
        this.items().try_for_each(|item| call.interpreter.hashed(call.span, &item))?;
        Ok(this.items().all(|item| others.has(&item)))
    }

    /// On a line of its own: with the entries of another.
    #[at(Dict)]
    #[role(Changes)]
    fn update(call, this: Arc<Dict>, @positional other: At<IfGiven<Value>> = (), @keywords entries: Keywords) -> () {
        let mut all = this.entries().to_vec();
        all.extend(entries_of(call, &other)?);
        all.extend(entries.0.entries().iter().cloned());
        call.becomes_dict(all)
    }

    /// The value of a key, which gets this one first if it is new.
    #[at(Dict)]
    #[role(MakesEntry)]
    fn setdefault(call, this: Arc<Dict>, @positional key: Value, @positional default: Value = None) -> Value {
        call.interpreter.hashed(call.span, &key)?;
        let held = this.get(&key).cloned();
        let new = if held.is_none() { Some((key, default.clone())) } else { None };
        call.becomes_dict(this.entries().iter().cloned().chain(new).collect())?;
        Ok(held.unwrap_or(default))
    }

    /// Takes out a key and gives its value, or the default.
    #[at(Dict)]
    #[role(Takes)]
    fn pop_key as "pop" (
        call, this: Arc<Dict>, @positional key: At<Value>, @positional default: IfGiven<Value> = None
    ) -> Value {
        call.interpreter.hashed(call.span, &key.value)?;
        let held = this.get(&key.value).cloned();
        let mut left = Vec::with_capacity(this.entries().len());
        for entry in this.entries() {
            if held.is_none() || !call.interpreter.equal(&entry.0, &key.value, call.span)? {
                left.push(entry.clone());
            }
        }
        call.becomes_dict(left)?;
        Ok(held.or(default.0).ok_or_else(|| no_key(&key))?)
    }

    /// The keys.
    #[at(Dict)]
    fn keys(call, this: Arc<Dict>) -> Value {
        Ok(Value::List(call.interpreter.collect(call.span, this.keys().cloned().collect())?))
    }

    /// The values.
    #[at(Dict)]
    fn values(call, this: Arc<Dict>) -> Value {
        Ok(Value::List(call.interpreter.collect(call.span, this.values().cloned().collect())?))
    }

    /// Pairs of a key and its value.
    #[at(Dict)]
    fn pairs as "items" (call, this: Arc<Dict>) -> Value {
        let mut pairs = Vec::with_capacity(this.entries().len());
        for (key, value) in this.entries() {
            pairs.push(Value::Tuple(call.interpreter.collect(call.span, vec![key.clone(), value.clone()])?));
        }
        Ok(Value::List(call.interpreter.collect(call.span, pairs)?))
    }

    /// The value of a key, or the default where there is none.
    #[at(Dict)]
    fn get(call, this: Arc<Dict>, @positional key: Value, @positional default: Value = None) -> Value {
        call.interpreter.hashed(call.span, &key)?;
        Ok(this.get(&key).cloned().unwrap_or(default))
    }
}

/// The items of a set.
struct Elements(Arc<Dict>);

impl super::from_argument::FromArgument for Elements {
    fn from_argument(argument: &super::from_argument::Argument<'_>, _: &mut Interpreter<'_>) -> Outcome<Self> {
        match argument.value {
            Value::Set(keys) => Ok(Self(Arc::clone(keys))),
            _ => Err(argument.wrong("set")),
        }
    }
}

impl Elements {
    fn items(&self) -> impl Iterator<Item = Value> {
        self.0.keys().cloned()
    }

    fn has(&self, item: &Value) -> bool {
        self.0.get(item).is_some()
    }

    /// All but an item, if it is there.
    fn without(&self, item: &Value) -> Option<Vec<Value>> {
        let (held, _) = self
            .0
            .entries()
            .iter()
            .find(|(key, _)| same_key(key, item) || (key.size() == item.size() && key.same_bits(item)))?;
        Some(self.items().filter(|one| !std::ptr::eq(one, held) && !same_key(one, held)).collect())
    }
}

/// Charges the search for an item: what has another size is another item, and that is seen at once.
fn charge_search(call: &mut Invocation<'_, '_>, set: &Elements, item: &Value) -> Outcome<()> {
    let alike = set.items().filter(|held| held.size() == item.size()).count();
    (0..alike).try_for_each(|_| call.interpreter.walk(call.span, item))
}

/// Whether two values are one key: `1`, `1.0` and `True` are.
fn same_key(a: &Value, b: &Value) -> bool {
    crate::lang::value::Key::of(a).is_some_and(|key| crate::lang::value::Key::of(b) == Some(key))
}

/// The set of some items.
fn elements(call: &mut Invocation<'_, '_>, items: Iterable) -> BuiltinResult<Elements> {
    match call.interpreter.new_set(call.span, items.0)? {
        Value::Set(keys) | Value::Dict(keys) => Ok(Elements(keys)),
        _ => Err(call.error("a set cannot be made of these items").into()),
    }
}

impl Invocation<'_, '_> {
    fn becomes_list(&mut self, items: Vec<Value>) -> BuiltinResult<()> {
        let items = self.interpreter.collect(self.span, items)?;
        self.becomes(Value::List(items));
        Ok(())
    }

    fn becomes_dict(&mut self, entries: Vec<(Value, Value)>) -> BuiltinResult<()> {
        let dict = self.interpreter.new_dict(self.span, entries)?;
        self.becomes(dict);
        Ok(())
    }

    fn becomes_set(&mut self, items: Vec<Value>) -> BuiltinResult<()> {
        let set = self.interpreter.new_set(self.span, items)?;
        self.becomes(set);
        Ok(())
    }
}

fn no_key(key: &At<Value>) -> Diagnostic {
    let error = Diagnostic::new(key.span, format!("there is no key {}", key.value.excerpt()));
    error.help("ask first: if key in table:")
}

/// The entries of a dict, or of pairs.
fn entries_of(call: &mut Invocation<'_, '_>, given: &At<IfGiven<Value>>) -> BuiltinResult<Vec<(Value, Value)>> {
    let At { value: IfGiven(Some(value)), span } = given else { return Ok(Vec::new()) };
    if let Value::Dict(table) = value {
        return Ok(table.entries().to_vec());
    }
    let mut entries = Vec::new();
    for (place, pair) in items(call.interpreter, value, *span)?.into_iter().enumerate() {
        if !can_be_iterated(&pair) {
            let message = format!("cannot convert dictionary update sequence element #{place} to a sequence");
            return Err(Diagnostic::new(*span, message).help("write pairs: [(key, value)]").into());
        }
        match &call.interpreter.iterate(&pair, *span)?[..] {
            [key, value] => entries.push((key.clone(), value.clone())),
            parts => {
                let message = format!("dictionary update sequence element #{place} has length {}", parts.len());
                let error = Diagnostic::new(*span, format!("{message}; 2 is required"));
                return Err(error.help("write pairs: [(key, value)]").into());
            }
        }
    }
    Ok(entries)
}

/// The place of the first item that equals a value.
fn place_of(call: &mut Invocation<'_, '_>, items: &Items, value: &Value) -> Outcome<Option<usize>> {
    for (place, item) in items.iter().enumerate() {
        if call.interpreter.equal(item, value, call.span)? {
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
        Diagnostic::new(index.span, message).help("ask first: if items:")
    })
}

/// The error for a method that changes what it belongs to, where no name could get the change.
pub(super) fn misplaced(method: &Builtin, given: &Arguments, span: Span) -> Diagnostic {
    let object = given.plain.first().map(|(object, _)| object);
    let instead = match object {
        Some(Value::List(_)) if method.name == "sort" => "inside an expression, write sorted(items)",
        Some(Value::Dict(_)) => "dicts never change: inside an expression, write {**table, key: value}",
        Some(Value::Set(_)) => "sets never change: inside an expression, write items | {x}",
        _ => "lists never change: inside an expression, write items + [x]",
    };
    let kind = object.map_or("a list", Value::kind);
    let message = format!("write `.{}` on a line of its own, after the name of {kind}", method.name);
    Diagnostic::new(span, message).help(instead)
}

/// The method of a list, dict or set that gives its name something else, if `name` is one.
pub(super) fn changing(object: &Value, name: &str) -> Option<&'static Builtin> {
    let place = match object {
        Value::List(_) => Namespace::List,
        Value::Dict(_) => Namespace::Dict,
        Value::Set(_) => Namespace::Set,
        _ => return None,
    };
    super::find(place, name).filter(|method| method.role.is_change())
}

/// The methods of this name of what is made of items.
pub(super) fn methods(name: &str) -> impl Iterator<Item = &'static Builtin> {
    [Namespace::List, Namespace::Dict, Namespace::Set].into_iter().filter_map(move |place| super::find(place, name))
}
