//! What every object has from `object`: how it is made, and how its attributes are set and taken away. A class finds them behind all
//! that it extends: `super().__init__()`, `super().__setattr__(name, value)`.

use super::Builtin;
use super::declare::builtins;
use super::from_argument::{At, Keywords, Rest};
use super::from_python::AttributeName;
use super::python_modules::is_exception;
use crate::lang::diagnostic::Diagnostic;
use crate::lang::value::Value;

builtins! { TABLE:
    /// Does nothing: there is nothing above this class.
    #[at()]
    fn initialize as "__init__" (_call) -> () {
        Ok(())
    }

    /// A new object of a class; a tuple takes its items.
    #[at()]
    fn new as "__new__" (call, cls: At<Value>, @rest args: Rest<Value>, @keywords kwargs: Keywords) -> Value {
        let Value::Class(of) = &cls.value else {
            let message = format!("object.__new__(X): X is not a type object ({})", cls.value.python_type());
            return Err(Diagnostic::new(cls.span, message).raising("TypeError").into());
        };
        let is_given = !args.0.is_empty() || !kwargs.0.entries().is_empty();
        if is_given && of.container().is_none() && !is_exception(of) {
            let message = "object.__new__() takes exactly one argument (the type to instantiate)";
            return Err(call.error(message).raising("TypeError").help("write super().__new__(cls)").into());
        }
        Ok(call.interpreter.new_object(of, &args.0, call.span)?)
    }

    /// Sets an attribute of an object, whatever its class says.
    #[at()]
    fn set_attribute as "__setattr__" (call, this: Value, name: AttributeName, value: Value) -> () {
        Ok(call.interpreter.set_member_plainly(&this, &name.0, value)?)
    }

    /// Takes an attribute away, whatever the class says.
    #[at()]
    fn delete_attribute as "__delattr__" (call, this: Value, name: AttributeName) -> () {
        Ok(call.interpreter.delete_attribute_plainly(&this, &name.0, call.span)?)
    }
}

/// What every object has under a name.
pub(super) fn find(name: &str) -> Option<&'static Builtin> {
    methods().find(|method| method.name == name)
}

/// All of them.
pub(super) fn methods() -> impl Iterator<Item = &'static Builtin> {
    TABLE.iter().flat_map(|rows| rows.iter())
}
