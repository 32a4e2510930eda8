//! Functions of classes and objects: `super`, `type`, `isinstance` and their like, and `copy.deepcopy`.

use std::sync::Arc;

use super::arguments::Call;
use super::nn::copy::Copies;
use super::nn::parameter;
use super::{Builtin, Namespace, find};
use crate::lang::class::Class;
use crate::lang::evaluate::{Interpreter, Outcome};
use crate::lang::syntax::Identifier;
use crate::lang::value::Value;
use Namespace::{Bare, Copy};

pub(super) static TABLE: &[Builtin] = &[
    Builtin::new(
        "super",
        "kind=None, value=None",
        "The object, seen from the class above this method's.",
        &[Bare],
        above,
    ),
    Builtin::new("type", "value", "What a value is an object of.", &[Bare], type_of),
    Builtin::new("issubclass", "kind, of", "Whether a class is or extends another.", &[Bare], is_subclass),
    Builtin::new("callable", "value", "Whether a value can be called.", &[Bare], callable),
    Builtin::new("hasattr", "value, name", "Whether a value has an attribute.", &[Bare], has_attribute),
    Builtin::new("getattr", "value, name, *default", "An attribute by name, or the default.", &[Bare], get_attribute),
    Builtin::new("setattr", "value, name, to", "Sets an attribute by name.", &[Bare], set_attribute),
    Builtin::new("deepcopy", "value", "A copy of an object with all that it holds.", &[Copy], copy),
    Builtin::new("copy", "value", "A copy of a value.", &[Copy], copy),
];

/// Python's own types, and PyTorch's one.
pub(super) const TYPES: [&str; 9] = ["int", "float", "bool", "str", "list", "tuple", "dict", "set", "Tensor"];

/// Whether a value is an object of a class; `None` where `kind` is none.
pub(super) fn is_of(value: &Value, kind: &Value) -> Option<bool> {
    match (value, kind) {
        (Value::Object(reference), Value::Class(class)) => Some(reference.class.is(class)),
        (_, Value::Class(_)) => Some(false),
        (Value::Object(reference), Value::Builtin(builtin)) if TYPES.contains(&builtin.name) => {
            Some(builtin.name == "Tensor" && parameter::is(reference))
        }
        _ => None,
    }
}

fn above(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let found = machine.above(call.span)?;
    if let (Value::Super(found), Value::Class(class)) = (&found, call.value("kind"))
        && !found.class.same(class)
    {
        let message =
            format!("super() begins at {}, whose method this is, not at {}", found.class.name(), class.name());
        return Err(call.error(message).help("write super()"));
    }
    Ok(found)
}

fn type_of(_: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let bare = |name| find(Bare, name).map(Value::Builtin);
    let found = match call.value("value") {
        Value::Object(reference) => Some(Value::Class(reference.class.clone())),
        Value::Tensor(_) => find(Namespace::Torch, "Tensor").map(Value::Builtin),
        Value::Int(..) => bare("int"),
        Value::Float(..) => bare("float"),
        Value::Bool(_) => bare("bool"),
        Value::Str(_) => bare("str"),
        Value::List(_) => bare("list"),
        Value::Tuple(_) => bare("tuple"),
        Value::Dict(_) => bare("dict"),
        _ => None,
    };
    found.ok_or_else(|| call.wrong("value", "a number, a string, a container, a tensor or an object"))
}

fn class<'a>(call: &'a Call<'_>, name: &str) -> Outcome<&'a Class> {
    match call.value(name) {
        Value::Class(class) => Ok(class),
        _ => Err(call.wrong(name, "a class")),
    }
}

fn is_subclass(_: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    Ok(Value::Bool(class(call, "kind")?.is(class(call, "of")?)))
}

#[expect(clippy::unnecessary_wraps, reason = "every function that is always there has this form")]
fn callable(_: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    Ok(Value::Bool(is_callable(call.value("value"))))
}

/// Whether a value can be called.
pub(super) fn is_callable(value: &Value) -> bool {
    match value {
        Value::Function(_) | Value::Builtin(_) | Value::Method(..) | Value::Bound(_) | Value::Class(_) => true,
        Value::Object(reference) => {
            reference.class.find("__call__").is_some() || reference.class.find("forward").is_some()
        }
        _ => false,
    }
}

fn named(call: &Call<'_>) -> Outcome<Identifier> {
    Ok(Identifier { name: Arc::from(call.text("name")?), span: call.span_of("name") })
}

fn has_attribute(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let found = super::modules::attribute(machine, call.value("value"), &named(call)?, call.span);
    Ok(Value::Bool(found.is_ok()))
}

fn get_attribute(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let found = super::modules::attribute(machine, call.value("value"), &named(call)?, call.span);
    match (found, call.value("default")) {
        (Err(_), Value::Tuple(default)) if !default.is_empty() => Ok(default[0].clone()),
        (found, _) => found,
    }
}

fn set_attribute(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    machine.set_member(call.value("value"), &named(call)?, call.value("to").clone())?;
    Ok(Value::None)
}

fn copy(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    machine.copied(call.value("value"), &mut Copies::new(), 0, call.span)
}
