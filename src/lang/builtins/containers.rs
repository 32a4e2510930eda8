//! Lists, tuples and dicts, and their methods. None of them ever changes.

use super::arguments::Call;
use super::{Builtin, Place};
use crate::lang::diagnostic::Diagnostic;
use crate::lang::evaluate::{Machine, Outcome};
use crate::lang::syntax::{Argument, Expression, Identifier, Span};
use crate::lang::value::Value;
use Place::{Bare, Dict, List};

pub(super) static TABLE: &[Builtin] = &[
    Builtin::new("list", "items=()", "A list of the items of something.", &[Bare], list),
    Builtin::new("tuple", "items=()", "A tuple of the items of something.", &[Bare], tuple),
    Builtin::new("dict", "items=(), **entries", "A dict of pairs, or of named entries.", &[Bare], dict),
    Builtin::new("index", "items, value", "The place of the first item that is equal.", &[List], index),
    Builtin::new("count", "items, value", "How many items are equal.", &[List], count),
    Builtin::new(
        "append",
        "items, value",
        "A longer list: on a line of its own, it gives the name the longer one.",
        &[List],
        misplaced,
    ),
    Builtin::new(
        "extend",
        "items, more",
        "A list with more items: on a line of its own, as append.",
        &[List],
        misplaced,
    ),
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

fn items_of(machine: &mut Machine<'_>, call: &Call<'_>) -> Outcome<Vec<Value>> {
    match call.value("items") {
        Value::None => Ok(Vec::new()),
        value => machine.iterate(value, call.span_of("items")),
    }
}

fn list(machine: &mut Machine<'_>, call: &Call<'_>) -> Outcome {
    let items = items_of(machine, call)?;
    machine.collect(call.span, items).map(Value::List)
}

fn tuple(machine: &mut Machine<'_>, call: &Call<'_>) -> Outcome {
    let items = items_of(machine, call)?;
    machine.collect(call.span, items).map(Value::Tuple)
}

fn dict(machine: &mut Machine<'_>, call: &Call<'_>) -> Outcome {
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

fn index(machine: &mut Machine<'_>, call: &Call<'_>) -> Outcome {
    let items = items_of(machine, call)?;
    for (place, item) in items.iter().enumerate() {
        if machine.equal(item, call.value("value"), call.span)? {
            return Ok(Value::int(place));
        }
    }
    Err(Diagnostic::new(call.span_of("value"), format!("{} is not among the items", call.value("value").repr())))
}

fn count(machine: &mut Machine<'_>, call: &Call<'_>) -> Outcome {
    let mut found = 0;
    for item in items_of(machine, call)? {
        found += i64::from(machine.equal(&item, call.value("value"), call.span)?);
    }
    Ok(Value::int(found))
}

fn misplaced(_: &mut Machine<'_>, call: &Call<'_>) -> Outcome {
    let name = call.builtin.name;
    Err(Diagnostic::new(call.span, format!("`.{name}` stands on a line of its own, after the name of a list"))
        .help("lists never change: elsewhere write items + [x]"))
}

fn parts(machine: &mut Machine<'_>, call: &Call<'_>) -> Outcome {
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

fn get(_: &mut Machine<'_>, call: &Call<'_>) -> Outcome {
    let Value::Dict(table) = call.value("table") else { return Err(call.wrong("table", "a dict")) };
    Ok(table.get(call.value("key")).unwrap_or_else(|| call.value("default")).clone())
}

impl Machine<'_> {
    /// The longer list that `object.append(value)` or `object.extend(more)` gives its name.
    pub(in crate::lang) fn grow(
        &mut self,
        span: Span,
        object: &Expression,
        method: &Identifier,
        arguments: &[Argument],
    ) -> Outcome {
        let Value::List(items) = self.eval(object)? else { return Ok(Value::None) };
        let [Argument::Plain(argument)] = arguments else {
            let message = format!("`.{}` takes 1 argument, not {}", method.name, arguments.len());
            return Err(Diagnostic::new(span, message));
        };
        let value = self.eval(argument)?;
        let more = if &*method.name == "append" { vec![value] } else { self.iterate(&value, argument.span)? };
        self.collect(span, items.iter().cloned().chain(more).collect()).map(Value::List)
    }
}
