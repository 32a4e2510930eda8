//! What a function in a class is called with, where that is not the object alone: `@staticmethod`, `@classmethod`, `@property`.
//!
//! A property's setter and deleter are members of its class, too, under names that no text can give: `x.setter`.

use std::sync::Arc;

use super::calls::Arguments;
use super::objects::OBJECT_BYTES;
use super::{Interpreter, Outcome};
use crate::lang::class::{Bound, Class, Member, OBJECT};
use crate::lang::diagnostic::Diagnostic;
use crate::lang::object::{Object, Reference, Role};
use crate::lang::syntax::{Binding, Identifier, Span};
use crate::lang::value::{Closure, Scope, Value};

/// The name under which a class keeps the setter or the deleter of a property.
pub(super) fn accessor(property: &str, binding: Binding) -> Arc<str> {
    Arc::from(format!("{property}.{}", if binding == Binding::Setter { "setter" } else { "deleter" }))
}

/// What decorators have made of a function, with what the outermost of them says.
pub(super) fn bound_as(value: Value, binding: Binding, span: Span) -> Outcome {
    match value {
        // A decorator has made a property: `property(get)`.
        Value::Function(closure) if closure.code.binding == Binding::Property && binding == Binding::Object => {
            Ok(Value::Function(closure))
        }
        Value::Function(closure) if closure.code.binding != binding => {
            Ok(Value::Function(Arc::new(closure.with_code(|code| code.binding = binding))))
        }
        Value::Function(_) => Ok(value),
        other if binding == Binding::Object => Ok(other),
        other => {
            let message = format!("what its decorators give is no function, but {}", other.description());
            Err(Diagnostic::new(span, message).help("leave @property, @staticmethod and @classmethod out here"))
        }
    }
}

/// The attributes of a getter under which `property(get, set, delete)` notes the two others; no text can name them.
const NOTED: [(&str, Binding); 2] = [("(setter)", Binding::Setter), ("(deleter)", Binding::Deleter)];

/// A function of a property, to be called with its object.
fn function_of(value: Value, binding: Binding, span: Span) -> Outcome<Arc<Closure>> {
    match value {
        Value::Function(closure) => Ok(Arc::new(closure.without_attributes().with_code(|code| code.binding = binding))),
        other => {
            let message = format!("a property is made of functions of a cell, not of {}", other.description());
            Err(Diagnostic::new(span, message).help("write lambda self: ..."))
        }
    }
}

impl Interpreter<'_> {
    /// What `property(get, set, delete)` gives: the getter, with the others noted for the class that it is put into.
    pub(in crate::lang) fn new_property(&mut self, getter: Value, others: [Value; 2], span: Span) -> Outcome {
        let getter = function_of(getter, Binding::Property, span)?;
        if others.iter().any(|other| !matches!(other, Value::None)) {
            self.spend_bytes(span, OBJECT_BYTES)?;
            let noted = self.heap.add(Class::Native(&OBJECT), Object::default());
            for ((name, binding), other) in NOTED.into_iter().zip(others) {
                if !matches!(other, Value::None) {
                    let other = Value::Function(function_of(other, binding, span)?);
                    self.put(&noted, &Arc::from(name), other, Role::Plain, span)?;
                }
            }
            getter.give_attributes(noted);
        }
        Ok(Value::Function(getter))
    }

    /// The setters and deleters that the properties among the members of a class have noted, under the names that a class has for them.
    pub(super) fn noted_accessors(&mut self, members: &Scope) -> Vec<(Arc<str>, Value)> {
        let mut found = Vec::new();
        for (name, member) in members {
            let Value::Function(getter) = member else { continue };
            let Some(noted) = getter.attributes().filter(|_| getter.code.binding == Binding::Property) else {
                continue;
            };
            for (field, binding) in NOTED {
                if let Some(function) = self.field(noted, field) {
                    found.push((accessor(name, binding), function));
                }
            }
        }
        found
    }

    /// Sets or deletes a property; whether there is one of this name.
    pub(super) fn use_property(
        &mut self,
        reference: &Reference,
        name: &Identifier,
        binding: Binding,
        value: Option<Value>,
    ) -> Outcome<bool> {
        let is_property = matches!(
            reference.class.find(&self.heap, &name.name),
            Some((_, Member::Value(Value::Function(function)))) if function.code.binding == Binding::Property
        );
        if !is_property {
            return Ok(false);
        }
        let found = reference.class.find(&self.heap, &accessor(&name.name, binding));
        let Some((owner, Member::Value(Value::Function(function)))) = found else {
            return Err(fixed(reference, name, binding));
        };
        let bound = Bound { function, owner, object: Some(Value::Object(reference.clone())) };
        let plain = value.into_iter().map(|value| (value, name.span)).collect();
        let arguments = Arguments { plain, ..Arguments::default() };
        self.nested(name.span, |machine| machine.call_bound(&bound, arguments, name.span, name.span))?;
        Ok(true)
    }
}

/// The error for a property without such a function.
fn fixed(reference: &Reference, name: &Identifier, binding: Binding) -> Diagnostic {
    let (done, missing) = if binding == Binding::Setter { ("set", "setter") } else { ("deleted", "deleter") };
    let message = format!("`{}` is a property of {} and cannot be {done}", name.name, reference.class.name());
    let words = format!("property '{}' of '{}' object has no {missing}", name.name, reference.class.name());
    Diagnostic::new(name.span, message)
        .raising_as("AttributeError", words)
        .help("set the attributes that it is computed from")
}
