//! What `functools` does that Python cannot say: a function takes the name and the text of another one.

use std::sync::Arc;

use super::declare::builtins;
use crate::lang::value::Value;

builtins! { TABLE:
    /// The wrapper, which goes by the name and the text of the wrapped function.
    #[at(Functools)]
    fn update_wrapper(call, wrapper: Value, wrapped: Value) -> Value {
        let Value::Function(closure) = &wrapper else { return Ok(wrapper) };
        let wrapped = match &wrapped {
            Value::Function(wrapped) => wrapped,
            Value::Bound(bound) => &bound.function,
            other => {
                let message = format!("functools.wraps takes a function of a cell, not {}", other.description());
                return Err(call.error(message).help("leave it out: only the name of the wrapper depends on it").into());
            }
        };
        let named = wrapped.code.wraps.clone().unwrap_or_else(|| Arc::clone(&wrapped.code));
        let wrapper = closure.with_code(|code| code.wraps = Some(named)).without_attributes();
        // Attributes of the wrapped function are the wrapper's, too.
        call.interpreter.wrap(&wrapper, closure, wrapped, call.span)?;
        Ok(Value::Function(Arc::new(wrapper)))
    }
}
