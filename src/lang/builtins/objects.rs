//! Functions of classes and objects: `super`, `type`, `isinstance` and their like, and `copy.deepcopy`.

use std::sync::Arc;

use super::declare::{BuiltinResult, Invocation, builtins};
use super::from_argument::{At, Rest};
use super::from_python::AttributeName;
use super::nn::copy::Copies;
use super::{Builtin, Namespace, array_types, container_classes, find};
use crate::lang::class::{ContainerType, Super};
use crate::lang::diagnostic::Diagnostic;
use crate::lang::evaluate::Interpreter;
use crate::lang::syntax::Identifier;
use crate::lang::value::{Form, Scope, Value};

builtins! { TABLE:
    /// The object, seen from the class above this method's.
    #[at(Bare)]
    fn above as "super" (call, kind: Option<Value> = None, value: Option<Value> = None) -> Value {
        let (Some(kind), Some(object)) = (kind, value) else { return Ok(call.interpreter.super_of_method(call.span)?) };
        let of = match &object {
            Value::Object(reference) => Some(&reference.class),
            Value::Class(class) => Some(class),
            _ => None,
        };
        match (kind, of) {
            (Value::Class(class), Some(of)) if of.is(&class) => {
                Ok(Value::Super(Arc::new(Super { object: object.clone(), class })))
            }
            (Value::Class(_), _) => {
                let error = call.error("super(type, obj): obj must be an instance or subtype of type");
                Err(error.raising("TypeError").help("write super()").into())
            }
            _ => Err(call.error("super() takes a class and an object").help("write super()").into()),
        }
    }

    /// What a value is an object of; or of a name, a tuple of classes and a dict of members, a new class.
    #[at(Bare)]
    fn type_of as "type" (call, object: At<Value>, @rest parts: Rest<Value>) -> Value {
        if !parts.0.is_empty() {
            return new_type(call, &object, parts.0);
        }
        kind_of(&object.value).ok_or_else(|| {
            let kind = object.value.python_type();
            call.error(format!("type() does not support '{kind}' here")).at(object.span).into()
        })
    }

    /// An attribute of a class that functions get, set and delete.
    #[at(Bare)]
    fn property(
        call, fget: Value = None, fset: Value = None, fdel: Value = None, doc: Value = None
    ) -> Value {
        // The text of the getter says what it is for.
        let _ = doc;
        Ok(call.interpreter.new_property(fget, [fset, fdel], call.span)?)
    }

    /// Whether a class is or extends another.
    #[at(Bare)]
    fn issubclass(_call, kind: At<Value>, of: At<Value>) -> bool {
        is_subclass(&kind, &of)
    }

    /// Whether a value can be called.
    #[at(Bare)]
    fn callable(call, object: Value) -> bool {
        Ok(is_callable(call.interpreter, &object))
    }

    /// Whether a value has an attribute.
    #[at(Bare)]
    fn hasattr(call, object: Value, name: AttributeName) -> bool {
        Ok(super::modules::attribute(call.interpreter, &object, &name.0, call.span).is_ok())
    }

    /// An attribute by name, or the default.
    #[at(Bare)]
    fn getattr(call, object: Value, name: AttributeName, @rest default: Rest<Value>) -> Value {
        if default.0.len() > 1 {
            let message = format!("getattr expected at most 3 arguments, got {}", default.0.len() + 2);
            return Err(call.error(message).into());
        }
        let found = super::modules::attribute(call.interpreter, &object, &name.0, call.span);
        Ok(found.or_else(|error| default.0.into_iter().next().ok_or(error))?)
    }

    /// Sets an attribute by name.
    #[at(Bare)]
    fn setattr(call, object: Value, name: AttributeName, value: Value) -> () {
        Ok(call.interpreter.set_member(&object, &name.0, value)?)
    }

    /// A copy of a value and of all that it holds.
    #[at(Copy)]
    fn deepcopy(call, x: Value) -> Value {
        Ok(call.interpreter.copied(&x, &mut Copies::default(), 0, call.span)?)
    }

    /// A shallow copy: a new list, dict, set or object that holds the same values.
    #[at(Copy)]
    fn copy(call, x: Value) -> Value {
        Ok(call.interpreter.shallow_copy(&x, call.span)?)
    }
}

/// The types of Python and PyTorch that a value is of, the nearest first.
pub(super) fn lineage(value: &Value) -> Vec<&'static Builtin> {
    let names: &[(Namespace, &str)] = match value {
        Value::Tensor(array) if value.is_of_numpy() => return array_types::lineage(array.array_type(), array.dtype()),
        Value::Object(reference) if reference.class.is_parameter() => &[(Namespace::Torch, "Tensor")],
        Value::Object(reference) => match reference.class.container() {
            Some(ContainerType::Dict) => &[(Namespace::Bare, "dict")],
            Some(ContainerType::List) => &[(Namespace::Bare, "list")],
            Some(ContainerType::Tuple) => &[(Namespace::Bare, "tuple")],
            None => &[],
        },
        Value::Tensor(_) => &[(Namespace::Torch, "Tensor")],
        Value::Int(..) => &[(Namespace::Bare, "int")],
        Value::Float(..) => &[(Namespace::Bare, "float")],
        Value::Bool(_) => &[(Namespace::Bare, "bool"), (Namespace::Bare, "int")],
        Value::Str(_) => &[(Namespace::Bare, "str")],
        Value::List(_) => &[(Namespace::Bare, "list")],
        Value::Tuple(items) if items.form() == Form::Size => &[(Namespace::Torch, "Size"), (Namespace::Bare, "tuple")],
        Value::Tuple(_) => &[(Namespace::Bare, "tuple")],
        Value::Dict(_) => &[(Namespace::Bare, "dict")],
        Value::Set(_) => &[(Namespace::Bare, "set")],
        Value::Slice(_) => &[(Namespace::Bare, "slice")],
        Value::Generator(_) => &[(Namespace::Torch, "Generator")],
        _ => &[],
    };
    names.iter().filter_map(|(place, name)| find(*place, name)).collect()
}

/// What a value is an object of.
pub(super) fn kind_of(value: &Value) -> Option<Value> {
    match value {
        Value::Object(reference) => Some(Value::Class(reference.class.clone())),
        Value::Tuple(items) if matches!(items.form(), Form::Extremes(_)) => None,
        _ => lineage(value).first().copied().map(Value::Builtin),
    }
}

/// The class that `type(name, bases, members)` makes.
fn new_type(call: &mut Invocation<'_, '_>, name: &At<Value>, parts: Vec<Value>) -> BuiltinResult {
    let count = parts.len();
    let Ok([bases, members]) = <[Value; 2]>::try_from(parts) else {
        let message = if count == 1 {
            "type() takes 1 or 3 arguments".to_owned()
        } else {
            format!("type() takes 1 or 3 arguments, got {}", count + 1)
        };
        return Err(call.error(message).raising_as("TypeError", "type() takes 1 or 3 arguments").into());
    };
    let wrong = |place: usize, wants: &str, given: &Value| {
        let message = format!("type.__new__() argument {place} must be {wants}, not {}", given.python_type());
        call.error(message).raising("TypeError")
    };
    let Value::Str(text) = &name.value else { return Err(wrong(1, "str", &name.value).into()) };
    let Value::Tuple(bases) = &bases else { return Err(wrong(2, "tuple", &bases).into()) };
    let Value::Dict(table) = &members else { return Err(wrong(3, "dict", &members).into()) };
    let mut scope = Scope::default();
    for (key, value) in table.now().entries() {
        let Value::Str(name) = key else {
            return Err(call.error("the names of the members of a class are strings").into());
        };
        scope.insert(Arc::clone(name), value.clone());
    }
    let name = Identifier { name: Arc::clone(text), span: name.span };
    Ok(call.interpreter.class_from(&name, bases.to_vec(), scope, call.span)?)
}

fn is_subclass(kind: &At<Value>, of: &At<Value>) -> BuiltinResult<bool> {
    let Value::Class(class) = &kind.value else {
        let error = Diagnostic::new(kind.span, "issubclass() arg 1 must be a class");
        return Err(if let Value::Builtin(_) = kind.value { error } else { error.raising("TypeError") }.into());
    };
    let is = |of: &Value| match of {
        Value::Class(of) => Some(class.is(of)),
        Value::Builtin(builtin) => {
            Some(container_classes::of_type(builtin).is_some_and(|native| class.is_native(native)))
        }
        _ => None,
    };
    let answer = match &of.value {
        Value::Tuple(all) => all.iter().map(is).try_fold(false, |any, one| one.map(|one| any || one)),
        one => is(one),
    };
    let message = "issubclass() arg 2 must be a class, a tuple of classes, or a union";
    answer.ok_or_else(|| Diagnostic::new(of.span, message).into())
}

/// Whether a value can be called.
pub(super) fn is_callable(machine: &Interpreter<'_>, value: &Value) -> bool {
    match value {
        Value::Function(_) | Value::Builtin(_) | Value::Method(..) | Value::Bound(_) | Value::Class(_) => true,
        Value::Object(reference) => {
            ["__call__", "forward"].iter().any(|name| reference.class.find(&machine.heap, name).is_some())
        }
        _ => false,
    }
}
