//! The methods of generators, and of all iterators.

use super::declare::{BuiltinResult, Invocation, builtins};
use super::from_argument::{Argument, FromArgument};
use super::from_python::IfGiven;
use crate::lang::diagnostic::Diagnostic;
use crate::lang::evaluate::generators::{Given, Sent};
use crate::lang::evaluate::{Interpreter, Outcome};
use crate::lang::value::{SharedIterator, Value};

builtins! { TABLE:
    /// The next item, while the `yield` that the generator waits at is that value.
    #[at(Iterator)]
    fn send(call, @positional items: Items, @positional value: Value) -> Value {
        generator(call, &items)?;
        given(call, &items, Sent::Value(value))
    }

    /// Raises an exception where the generator waits; gives the next item if it goes on.
    #[at(Iterator)]
    fn throw(call, @positional items: Items, @positional exception: Value, @positional value: IfGiven<Value> = None) -> Value {
        generator(call, &items)?;
        // The older way names the class first, and then its object.
        let exception = match value.0 {
            Some(value @ Value::Object(_)) => value,
            _ => exception,
        };
        let object = call.interpreter.exception_to_raise(exception, call.span, |other| {
            let kind = other.python_type();
            format!("exceptions must be classes or instances deriving from BaseException, not {kind}")
        })?;
        let error = call.interpreter.raised_at(&object, call.span)?;
        given(call, &items, Sent::Exception(error, Some(object)))
    }

    /// Ends the generator: `GeneratorExit` is raised where it waits.
    #[at(Iterator)]
    fn close(call, @positional items: Items) -> Value {
        generator(call, &items)?;
        Ok(call.interpreter.closed(&items.0, call.span)?)
    }

    /// The next item.
    #[at(Iterator)]
    fn dunder_next as "__next__" (call, @positional items: Items) -> Value {
        given(call, &items, Sent::Value(Value::None))
    }

    /// The iterator itself.
    #[at(Iterator)]
    fn dunder_iter as "__iter__" (_call, @positional items: Items) -> Value {
        Ok(Value::Iterator(items.0))
    }
}

fn given(call: &mut Invocation<'_, '_>, items: &Items, sent: Sent) -> BuiltinResult {
    match call.interpreter.given_by(&items.0, sent, call.span)? {
        Given::Item(item) => Ok(item),
        Given::Returned(value) => Err(call.interpreter.stop_iteration(value, call.span)?.into()),
    }
}

/// Refuses an iterator that is no generator.
fn generator(call: &Invocation<'_, '_>, items: &Items) -> Result<(), Diagnostic> {
    let type_name = items.0.type_name();
    if type_name == "generator" {
        return Ok(());
    }
    let message = format!("'{type_name}' object has no attribute '{}'", call.name());
    Err(call.error(message).raising("AttributeError"))
}

/// The iterator before the dot.
struct Items(SharedIterator);

impl FromArgument for Items {
    fn from_argument(argument: &Argument<'_>, _: &mut Interpreter<'_>) -> Outcome<Self> {
        match argument.value {
            Value::Iterator(items) => Ok(Self(items.clone())),
            other => Err(argument.refused(format!("an iterator is expected, not {}", other.description()))),
        }
    }
}
