//! `id`, `hash` and `vars`, and what an object's `__dict__` and the module `inspect` work with: attributes as they lie in an object, whatever
//! its class says of them, and the parameters of functions.

use std::sync::Arc;

use super::Signature;
use super::declare::{BuiltinResult, Invocation, builtins};
use super::from_argument::At;
use super::from_python::AttributeName;
use super::python_modules::member;
use crate::lang::builtin::Builtin;
use crate::lang::class::{Class, Member};
use crate::lang::diagnostic::Diagnostic;
use crate::lang::evaluate::{Interpreter, Outcome};
use crate::lang::namespace::Module;
use crate::lang::object::{Object, Reference, Role};
use crate::lang::syntax::{Parameter, ParameterKind, Span};
use crate::lang::value::{Closure, Value};

builtins! { TABLE:
    /// A number that no other value has as long as this one is there.
    #[at(Bare)]
    fn id(call, @positional obj: Value) -> i64 {
        Ok(call.interpreter.id_of(&obj, call.span)?)
    }

    /// A number that equal keys have in common.
    #[at(Bare)]
    fn hash(call, @positional obj: Value) -> i64 {
        Ok(call.interpreter.hash_of(&obj, call.span)?)
    }

    /// The attributes of an object, as a dict.
    #[at(Bare)]
    fn vars(call, @positional object: At<Value>) -> Value {
        let attributes = of_object(call.interpreter, &object.value, object.span)?;
        let message = "vars() argument must have __dict__ attribute";
        Ok(attributes.ok_or_else(|| Diagnostic::new(object.span, message).raising("TypeError"))?)
    }

    /// The names of the attributes that an object has itself.
    #[at(Fields)]
    fn names(call, object: Value) -> Value {
        let names = object_of(call, &object)?;
        let fields = call.interpreter.heap.get(&names).map(Object::fields).unwrap_or_default();
        let names = fields.iter().filter(|field| is_seen(&field.name)).map(|field| Value::Str(field.name.clone()));
        Ok(call.interpreter.new_list(call.span, names.collect())?)
    }

    /// What an object has under a name.
    #[at(Fields)]
    fn held(call, object: Value, name: AttributeName) -> Value {
        let object = object_of(call, &object)?;
        Ok(call.interpreter.field(&object, &name.0.name).unwrap_or(Value::None))
    }

    /// Gives an object something under a name.
    #[at(Fields)]
    fn put(call, object: Value, name: AttributeName, value: Value) -> () {
        let object = object_of(call, &object)?;
        Interpreter::changeable(&object, call.span)?;
        Ok(call.interpreter.put(&object, &name.0.name, value, Role::Plain, call.span)?)
    }

    /// The parameters of what can be called: the name of each, its kind as a number, and its default if it has one.
    #[at(Fields)]
    fn parameters(call, object: Value) -> Value {
        let found = parameters_of(call.interpreter, &object).ok_or_else(|| {
            let message = format!("the parameters of {} are not known here", object.description());
            call.error(message)
        })?;
        let mut listed = Vec::with_capacity(found.len());
        for (name, kind, default) in found {
            let parts = [Value::Str(name), Value::int(kind as i64)].into_iter().chain(default).collect();
            listed.push(Value::Tuple(call.interpreter.collect(call.span, parts)?));
        }
        Ok(call.interpreter.new_list(call.span, listed)?)
    }

    /// Takes away what an object has under a name.
    #[at(Fields)]
    fn drop_field as "drop" (call, object: Value, name: AttributeName) -> () {
        let object = object_of(call, &object)?;
        Interpreter::changeable(&object, call.span)?;
        if let Some(object) = call.interpreter.heap.get_mut(&object) {
            object.remove(&name.0.name);
        }
        Ok(())
    }
}

/// The name of a parameter, its kind as CPython counts them, and its default.
type ParameterParts = (Arc<str>, u8, Option<Value>);

/// The parameters of a function, a method or a class, without the object that is given by itself; `None` where they are not known.
fn parameters_of(machine: &Interpreter<'_>, value: &Value) -> Option<Vec<ParameterParts>> {
    let of_closure = |closure: &Closure, skipped: usize| {
        let parameters = closure.code.parameters.iter().zip(closure.defaults.iter().cloned());
        parameters
            .skip(skipped)
            .map(|(parameter, default)| (parameter.name.name.clone(), kind_of(parameter.kind), default))
            .collect()
    };
    match value {
        // What it wraps says them, and its own text does not.
        Value::Function(closure) if closure.code.wraps.is_some() => None,
        Value::Function(closure) => Some(of_closure(closure, 0)),
        Value::Bound(bound) => Some(of_closure(&bound.function, usize::from(bound.object.is_some()))),
        Value::Class(class) => match class.find(&machine.heap, "__init__") {
            Some((_, Member::Value(Value::Function(closure)))) => Some(of_closure(&closure, 1)),
            Some((_, Member::Builtin(builtin))) => parameters_of_builtin(builtin, 1),
            _ => match class.find(&machine.heap, "__new__") {
                Some((_, Member::Value(Value::Function(closure)))) => Some(of_closure(&closure, 1)),
                _ => Some(Vec::new()),
            },
        },
        Value::Builtin(builtin) => parameters_of_builtin(builtin, 0),
        Value::Method(_, builtin) => parameters_of_builtin(builtin, 1),
        _ => None,
    }
}

fn parameters_of_builtin(builtin: &'static Builtin, skipped: usize) -> Option<Vec<ParameterParts>> {
    let Signature { parameters, defaults, .. } = Signature::find(builtin)?;
    let parts = |(parameter, default): (&Parameter, &Option<Value>)| {
        (parameter.name.name.clone(), kind_of(parameter.kind), default.clone())
    };
    Some(parameters.iter().zip(defaults).skip(skipped).map(parts).collect())
}

fn kind_of(kind: ParameterKind) -> u8 {
    match kind {
        ParameterKind::Positional => 0,
        ParameterKind::Plain => 1,
        ParameterKind::Rest => 2,
        ParameterKind::Keyword => 3,
        ParameterKind::Keywords => 4,
    }
}

fn object_of(call: &Invocation<'_, '_>, value: &Value) -> BuiltinResult<Reference> {
    match value {
        Value::Object(object) => Ok(object.clone()),
        other => Err(call.error(format!("{} has no attributes of its own", other.description())).into()),
    }
}

/// Whether an attribute is the learner's: what the library keeps in an object has a name that no text can give.
fn is_seen(name: &str) -> bool {
    !name.starts_with('(')
}

/// `object.__dict__`, of an object that has one. A module keeps its parameters and parts elsewhere, so its dict is not here.
pub(super) fn of_object(machine: &mut Interpreter<'_>, object: &Value, span: Span) -> Outcome<Option<Value>> {
    let Value::Object(reference) = object else { return Ok(None) };
    let has_slots = matches!(&reference.class, Class::Written(class) if class.body.slots.is_some());
    if reference.class.is_module() || reference.class.is_parameter() || has_slots {
        return Ok(None);
    }
    let Some(class) = member(Module::Attributes, "AttributeDict") else { return Ok(None) };
    machine.call_plain(&class, vec![object.clone()], span).map(Some)
}
