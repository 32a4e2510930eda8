//! Items of lists, tuples, dicts and sets; and objects of classes that extend `dict`, `list` or `tuple`: each holds a plain one.

use std::sync::Arc;

use super::indexing::{no_key, place_in};
use super::{Interpreter, Outcome};
use crate::lang::class::{Class, ContainerType, DATA_FIELD, Member};
use crate::lang::diagnostic::Diagnostic;
use crate::lang::object::{Reference, Role};
use crate::lang::syntax::{Binary, Span};
use crate::lang::value::{Dict, Key, Value};

impl Interpreter<'_> {
    /// The plain dict, list or tuple that an object of such a class holds; `None` for any other value.
    pub(in crate::lang) fn plain_container(&mut self, value: &Value) -> Option<Value> {
        match value {
            Value::Object(object) if object.class.container().is_some() => self.field(object, DATA_FIELD),
            _ => None,
        }
    }

    /// Gives a new object of such a class what it holds: a tuple its items, which never change, and others nothing yet.
    pub(super) fn fill_container(&mut self, object: &Reference, given: &[Value], span: Span) -> Outcome<()> {
        let held = match object.class.container() {
            None => return Ok(()),
            Some(ContainerType::Dict) => Value::Dict(self.empty_dict(span)?),
            Some(ContainerType::List) => Value::List(self.empty_list(span)?),
            Some(ContainerType::Tuple) => self.tuple_of_argument(given, span)?,
        };
        self.put(object, &Arc::from(DATA_FIELD), held, Role::Plain, span)
    }

    /// A tuple of the items of the only argument that there may be.
    fn tuple_of_argument(&mut self, given: &[Value], span: Span) -> Outcome {
        let items = match given {
            [] => Vec::new(),
            [items] => self.iterate(items, span)?,
            _ => {
                let message = format!("tuple expected at most 1 argument, got {}", given.len());
                return Err(Diagnostic::new(span, message).raising("TypeError").help("give it the items in one tuple"));
            }
        };
        self.collect(span, items).map(Value::Tuple)
    }

    /// An item, or some, of a list, a tuple or a dict.
    pub(in crate::lang) fn item_of_container(
        &mut self,
        span: Span,
        container: &Value,
        at: &Value,
        index: Span,
    ) -> Outcome {
        match (container, at) {
            (Value::List(list), Value::Slice(slice)) => self.sliced(span, &list.now(), slice).map(Value::list),
            (Value::List(list), _) => {
                let items = list.now();
                Ok(items[place_in(items.len(), at, index, "list")?].clone())
            }
            (Value::Tuple(items), Value::Slice(slice)) => {
                let part = self.sliced(span, items, slice)?;
                // As in CPython, the whole of a tuple is the tuple.
                let is_whole = part.len() == items.len() && !matches!(slice[2], Value::Int(..=-1, _));
                Ok(Value::Tuple(if is_whole { items.clone() } else { part }))
            }
            (Value::Tuple(items), _) => Ok(items[place_in(items.len(), at, index, "tuple")?].clone()),
            (Value::Dict(table), _) => {
                self.hashed(span, at)?;
                let dict = table.now();
                if let Some(item) = dict.get(at) {
                    return Ok(item.clone());
                }
                let error = no_key(at, dict.entries(), index);
                // An object says how it is shown.
                Err(if Key::of(at).is_some() && at.travels() {
                    error.raising_as("KeyError", self.text(at, true, span)?)
                } else {
                    error
                })
            }
            (other, _) => Err(Diagnostic::new(span, format!("{} has no items", other.description()))),
        }
    }

    /// The keys and values of a mapping: of a dict, or of an object that has `keys` and items; `None` for any other value.
    pub(in crate::lang) fn mapping_entries(
        &mut self,
        value: &Value,
        span: Span,
    ) -> Outcome<Option<Vec<(Value, Value)>>> {
        if let Value::Dict(table) = value {
            return Ok(Some(table.now().entries().to_vec()));
        }
        let Value::Object(object) = value else { return Ok(None) };
        // As in CPython, the entries of a dict are taken as they are unless its class says how it is gone through.
        let has_own_items = matches!(object.class.find(&self.heap, "__iter__"), Some((_, Member::Value(_))));
        if !has_own_items && let Some(Value::Dict(table)) = self.plain_container(value) {
            return Ok(Some(table.now().entries().to_vec()));
        }
        let Some(keys) = self.call_method(object, "keys", Vec::new(), span)? else { return Ok(None) };
        let mut entries = Vec::new();
        for key in self.iterate(&keys, span)? {
            let item = self.get_item(object, key.clone(), span)?;
            entries.push((key, item));
        }
        Ok(Some(entries))
    }

    /// A class as a value: of `dict` and its like, the type that cells know by that name.
    pub(super) fn class_value(&self, class: Class) -> Value {
        let plain = match &class {
            Class::Native(native) if class.container().is_some() => self.library.bare(native.name),
            _ => None,
        };
        plain.unwrap_or(Value::Class(class))
    }
}

/// The error for what `**` cannot unpack into a dict.
pub(super) fn not_a_mapping(value: &Value, span: Span) -> Diagnostic {
    let error = Diagnostic::new(span, format!("`**` unpacks a dict, not {}", value.description()));
    match value {
        Value::Object(_) | Value::Stub(_) => error,
        _ => error.raising_as("TypeError", format!("'{}' object is not a mapping", value.python_type())),
    }
}

/// The items that `&`, `|`, `-` or `^` choose of two sets.
pub(super) fn combined(a: &Dict, operator: Binary, b: &Dict) -> Vec<Value> {
    let only = |a: &Dict, b: &Dict| a.keys().filter(|key| b.get(key).is_none()).cloned().collect::<Vec<_>>();
    match operator {
        Binary::Or => a.keys().chain(b.keys()).cloned().collect(),
        Binary::And => a.keys().filter(|key| b.get(key).is_some()).cloned().collect(),
        Binary::Subtract => only(a, b),
        _ => [only(a, b), only(b, a)].concat(),
    }
}
