//! Lists, tuples and dicts, and their methods. None of them ever changes.

use super::arguments::Call;
use super::{Builtin, Namespace};
use crate::lang::diagnostic::Diagnostic;
use crate::lang::evaluate::calls::Arguments;
use crate::lang::evaluate::{Interpreter, Outcome};
use crate::lang::syntax::Span;
use crate::lang::value::{Form, Value};
use Namespace::{Bare, Dict, List, Set, Torch};

pub(super) static TABLE: &[Builtin] = &[
    Builtin::new("list", "items=()", "A list of the items of something.", &[Bare], list),
    Builtin::new("tuple", "items=()", "A tuple of the items of something.", &[Bare], tuple),
    Builtin::new("Size", "items=()", "The sizes of the axes of a tensor.", &[Torch], tuple),
    Builtin::new("dict", "items=(), **entries", "A dict of pairs, or of named entries.", &[Bare], dict),
    Builtin::new("index", "items, value", "The place of the first item that is equal.", &[List], index),
    Builtin::new("count", "items, value", "How many items are equal.", &[List], count),
    Builtin::new("set", "items=()", "The distinct items of something, in the order in which they came.", &[Bare], set),
    Builtin::new("append", "items, value", "On a line of its own: the list with one more item.", &[List], misplaced),
    Builtin::new("extend", "items, more", "On a line of its own: the list with more items.", &[List], misplaced),
    Builtin::new("insert", "items, place, value", "On a line of its own: with an item at a place.", &[List], misplaced),
    Builtin::new(
        "remove",
        "items, value",
        "On a line of its own: without the first such item.",
        &[List, Set],
        misplaced,
    ),
    Builtin::new(
        "pop",
        "items, place=-1",
        "Takes out the last item, or that at a place, and gives it.",
        &[List],
        misplaced,
    ),
    Builtin::new("sort", "items, key=None, reverse=False", "On a line of its own: in order.", &[List], misplaced),
    Builtin::new("reverse", "items", "On a line of its own: from the last to the first.", &[List], misplaced),
    Builtin::new("clear", "items", "On a line of its own: empty.", &[List, Dict, Set], misplaced),
    Builtin::new("copy", "items", "The same: values never change.", &[List, Dict, Set], same),
    Builtin::new("add", "items, value", "On a line of its own: the set with one more item.", &[Set], misplaced),
    Builtin::new("discard", "items, value", "On a line of its own: the set without an item.", &[Set], misplaced),
    Builtin::new("union", "items, other", "The items of both.", &[Set], both_sets),
    Builtin::new("intersection", "items, other", "The items that are in both.", &[Set], both_sets),
    Builtin::new("difference", "items, other", "The items that are not in the other.", &[Set], both_sets),
    Builtin::new("issubset", "items, other", "Whether all items are in the other.", &[Set], both_sets),
    Builtin::new(
        "update",
        "items, other=(), **entries",
        "On a line of its own: with the entries of another.",
        &[Dict, Set],
        misplaced,
    ),
    Builtin::new(
        "setdefault",
        "items, key, default=None",
        "The value of a key, which gets this one first if it is new.",
        &[Dict],
        misplaced,
    ),
    Builtin::new(
        "pop",
        "items, key, default=None",
        "Takes out a key and gives its value, or the default.",
        &[Dict],
        misplaced,
    ),
    Builtin::new("numel", "items", "How many elements a tensor of these sizes has.", &[List], elements),
    Builtin::new("keys", "table", "The keys.", &[Dict], parts),
    Builtin::new("values", "table", "The values.", &[Dict], parts),
    Builtin::new("items", "table", "Pairs of a key and its value.", &[Dict], parts),
    Builtin::new(
        "get",
        "table, key, default=None",
        "The value of a key, or the default where there is none.",
        &[Dict],
        get,
    ),
];

fn items_of(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome<Vec<Value>> {
    match call.value("items") {
        Value::None => Ok(Vec::new()),
        value => machine.iterate(value, call.span_of("items")),
    }
}

fn list(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let items = items_of(machine, call)?;
    machine.collect(call.span, items).map(Value::List)
}

fn tuple(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let items = items_of(machine, call)?;
    let items = machine.collect(call.span, items)?;
    Ok(Value::Tuple(if call.builtin.name == "Size" { items.in_form(Form::Size) } else { items }))
}

fn dict(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let mut entries = Vec::new();
    if let Value::Dict(table) = call.value("items") {
        entries.extend(table.entries().iter().cloned());
    } else {
        for pair in items_of(machine, call)? {
            match &machine.iterate(&pair, call.span_of("items"))?[..] {
                [key, value] => entries.push((key.clone(), value.clone())),
                _ => return Err(call.wrong("items", "pairs of a key and a value")),
            }
        }
    }
    if let Value::Dict(named) = call.value("entries") {
        entries.extend(named.entries().iter().cloned());
    }
    machine.new_dict(call.span, entries)
}

fn index(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let items = items_of(machine, call)?;
    for (place, item) in items.iter().enumerate() {
        if machine.equal(item, call.value("value"), call.span)? {
            return Ok(Value::int(place));
        }
    }
    Err(Diagnostic::new(call.span_of("value"), format!("{} is not among the items", call.value("value").excerpt())))
}

fn count(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let mut found = 0;
    for item in items_of(machine, call)? {
        found += i64::from(machine.equal(&item, call.value("value"), call.span)?);
    }
    Ok(Value::int(found))
}

fn set(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let items = items_of(machine, call)?;
    machine.new_set(call.span, items)
}

#[expect(clippy::unnecessary_wraps, reason = "the signature of every function of the tables")]
fn same(_: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    Ok(call.value("items").clone())
}

fn both_sets(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let (items, other) = (items_of(machine, call)?, machine.iterate(call.value("other"), call.span_of("other"))?);
    let Value::Set(others) = machine.new_set(call.span, other.clone())? else {
        return Err(call.wrong("other", "items"));
    };
    // Each is looked for among the others.
    items.iter().try_for_each(|item| machine.hashed(call.span, item))?;
    let is_in = |item: &&Value| others.get(item).is_some();
    let chosen = match call.builtin.name {
        "union" => items.into_iter().chain(other).collect(),
        "intersection" => items.iter().filter(is_in).cloned().collect(),
        "difference" => items.iter().filter(|item| !is_in(item)).cloned().collect(),
        _ => return Ok(Value::Bool(items.iter().all(|item| is_in(&item)))),
    };
    machine.new_set(call.span, chosen)
}

fn elements(_: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let sizes = call.dims("items")?;
    Ok(Value::int(sizes.iter().fold(1_i64, |all, &size| all.saturating_mul(size as i64))))
}

fn misplaced(_: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let name = call.builtin.name;
    let instead = match (call.value("items"), name) {
        (Value::List(_), "sort") => "elsewhere write sorted(items)",
        (Value::List(_), _) => "lists never change: elsewhere write items + [x]",
        (Value::Dict(_), _) => "dicts never change: elsewhere write {**table, key: value}",
        _ => "sets never change: elsewhere write items | {x}",
    };
    Err(Diagnostic::new(
        call.span,
        format!("`.{name}` stands on a line of its own, after the name of {}", call.value("items").kind()),
    )
    .help(instead))
}

fn parts(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let Value::Dict(table) = call.value("table") else { return Err(call.wrong("table", "a dict")) };
    let mut parts = Vec::with_capacity(table.entries().len());
    for (key, value) in table.entries() {
        parts.push(match call.builtin.name {
            "keys" => key.clone(),
            "values" => value.clone(),
            _ => Value::Tuple(machine.collect(call.span, vec![key.clone(), value.clone()])?),
        });
    }
    machine.collect(call.span, parts).map(Value::List)
}

fn get(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let Value::Dict(table) = call.value("table") else { return Err(call.wrong("table", "a dict")) };
    machine.hashed(call.span, call.value("key"))?;
    Ok(table.get(call.value("key")).unwrap_or_else(|| call.value("default")).clone())
}

impl Interpreter<'_> {
    /// What `object.append(value)` and its like, on a line of their own, give the name of `object`.
    pub(in crate::lang) fn grow(
        &mut self,
        object: &Value,
        method: &'static Builtin,
        given: Arguments,
        span: Span,
    ) -> Outcome {
        super::with_call(self, method, on_object(object, given, span), span, changed)
    }

    /// What `object.pop()` and its like give, while the name of `object` gets something else.
    pub(in crate::lang) fn given_back(
        &mut self,
        object: &Value,
        method: &'static Builtin,
        given: Arguments,
        span: Span,
    ) -> Outcome {
        super::with_call(self, method, on_object(object, given, span), span, taken)
    }
}

/// The arguments of a method: the object comes first.
fn on_object(object: &Value, mut given: Arguments, span: Span) -> Arguments {
    given.plain.insert(0, (object.clone(), span));
    given
}

fn taken(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    match call.value("items") {
        Value::List(items) => Ok(items[place_of(call, items.len())?].clone()),
        Value::Dict(table) => {
            match machine.hashed(call.span, call.value("key")).map(|()| table.get(call.value("key")))? {
                Some(value) => Ok(value.clone()),
                // Taking out what is not there is refused by the change itself.
                None => Ok(call.value("default").clone()),
            }
        }
        _ => misplaced(machine, call),
    }
}

/// The place that `pop` names.
fn place_of(call: &Call<'_>, count: usize) -> Outcome<usize> {
    let place = call.int("place")?;
    let counted = if place < 0 { place + count as i64 } else { place };
    usize::try_from(counted).ok().filter(|&at| at < count).ok_or_else(|| {
        let message = format!("index {place} is outside this list of {count} items");
        Diagnostic::new(call.span_of("place"), message).help("ask first: if items:")
    })
}

/// The method of a list, dict or set that gives its name something else, if `name` is one.
pub(in crate::lang) fn changing(object: &Value, name: &str) -> Option<&'static Builtin> {
    let place = match object {
        Value::List(_) => List,
        Value::Dict(_) => Dict,
        Value::Set(_) => Set,
        _ => return None,
    };
    let changes = |method: &&Builtin| TABLE.iter().any(|one| std::ptr::eq(one, *method)) && is_change(method.name);
    super::find(place, name).filter(changes)
}

/// Whether a method of this name changes what it belongs to and gives something back.
pub(in crate::lang) fn gives_back(name: &str) -> bool {
    matches!(name, "pop" | "setdefault")
}

/// Whether a method of this name changes what it belongs to.
pub(in crate::lang) fn is_change(name: &str) -> bool {
    const CHANGES: [&str; 12] = [
        "append",
        "extend",
        "insert",
        "remove",
        "pop",
        "sort",
        "reverse",
        "clear",
        "add",
        "discard",
        "update",
        "setdefault",
    ];
    CHANGES.contains(&name)
}

fn changed(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    match call.value("items") {
        Value::List(items) => {
            let items = changed_list(machine, call, items.to_vec())?;
            machine.collect(call.span, items).map(Value::List)
        }
        Value::Dict(table) => {
            let entries = changed_dict(machine, call, table.entries().to_vec())?;
            machine.new_dict(call.span, entries)
        }
        Value::Set(keys) => {
            let items = changed_set(machine, call, keys.keys().cloned().collect())?;
            machine.new_set(call.span, items)
        }
        _ => Err(call.wrong("items", "a list, a dict or a set")),
    }
}

fn changed_list(machine: &mut Interpreter<'_>, call: &Call<'_>, mut items: Vec<Value>) -> Outcome<Vec<Value>> {
    match call.builtin.name {
        "append" => items.push(call.value("value").clone()),
        "extend" => items.extend(machine.iterate(call.value("more"), call.span_of("more"))?),
        "insert" => {
            let place = call.int("place")?;
            let counted = if place < 0 { place + items.len() as i64 } else { place };
            items.insert((counted.max(0) as usize).min(items.len()), call.value("value").clone());
        }
        "pop" => _ = items.remove(place_of(call, items.len())?),
        "remove" => {
            let found = index(machine, call)?;
            if let Value::Int(place, _) = found {
                items.remove(place as usize);
            }
        }
        "sort" => return super::python::in_order(machine, call, items),
        "reverse" => items.reverse(),
        _ => items.clear(),
    }
    Ok(items)
}

fn changed_dict(
    machine: &mut Interpreter<'_>,
    call: &Call<'_>,
    mut entries: Vec<(Value, Value)>,
) -> Outcome<Vec<(Value, Value)>> {
    match call.builtin.name {
        "update" => {
            match call.value("other") {
                Value::Dict(more) => entries.extend(more.entries().iter().cloned()),
                Value::Tuple(none) if none.is_empty() => {}
                Value::None => {}
                _ => return Err(call.wrong("other", "a dict")),
            }
            if let Value::Dict(named) = call.value("entries") {
                entries.extend(named.entries().iter().cloned());
            }
        }
        "clear" => entries.clear(),
        name => {
            let mut at = None;
            for (place, (key, _)) in entries.iter().enumerate() {
                if machine.equal(key, call.value("key"), call.span)? {
                    at = Some(place);
                }
            }
            match at {
                Some(place) if name == "pop" => _ = entries.remove(place),
                None if name == "pop" && call.span_of("default") == call.span => {
                    let message = format!("there is no key {}", call.value("key").excerpt());
                    return Err(Diagnostic::new(call.span_of("key"), message).help("ask first: if key in table:"));
                }
                None if name == "setdefault" => {
                    entries.push((call.value("key").clone(), call.value("default").clone()));
                }
                _ => {}
            }
        }
    }
    Ok(entries)
}

fn changed_set(machine: &mut Interpreter<'_>, call: &Call<'_>, mut items: Vec<Value>) -> Outcome<Vec<Value>> {
    match call.builtin.name {
        "add" => items.push(call.value("value").clone()),
        "update" => items.extend(machine.iterate(call.value("other"), call.span_of("other"))?),
        "clear" => items.clear(),
        name => {
            let wanted = call.value("value");
            // An item of another size is another item, and that is seen at once.
            let alike = items.iter().filter(|item| item.size() == wanted.size()).count();
            for _ in 0..alike {
                machine.walk(call.span, wanted)?;
            }
            let place = items.iter().position(|item| item.size() == wanted.size() && item.same_bits(wanted));
            match place {
                Some(place) => _ = items.remove(place),
                None if name == "discard" => {}
                None => {
                    return Err(Diagnostic::new(
                        call.span_of("value"),
                        format!("{} is not in the set", wanted.excerpt()),
                    ));
                }
            }
        }
    }
    Ok(items)
}
