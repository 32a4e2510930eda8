//! Parameters: objects that stand for the tensor that they hold.

use super::{Interpreter, Outcome};
use crate::lang::class::{DATA_FIELD, REQUIRES_GRAD};
use crate::lang::diagnostic::Diagnostic;
use crate::lang::object::{Reference, Role};
use crate::lang::syntax::Identifier;
use crate::lang::value::Value;
use std::sync::Arc;

impl Interpreter<'_> {
    /// Gives a parameter another tensor. Whether it may be changed has been asked.
    pub(in crate::lang) fn fill_parameter(&mut self, parameter: &Reference, value: Value) {
        if let (Some(object), Value::Tensor(_)) = (self.heap.get_mut(parameter), &value) {
            object.set(&Arc::from(DATA_FIELD), value, Role::Plain);
        }
    }

    /// `p.data = tensor` and `p.requires_grad = flag`.
    pub(super) fn set_of_parameter(&mut self, parameter: &Reference, name: &Identifier, value: &Value) -> Outcome<()> {
        match (&*name.name, self.read(value.clone())) {
            ("data", value @ Value::Tensor(_)) => self.fill_parameter(parameter, value),
            (REQUIRES_GRAD, value @ Value::Bool(_)) => {
                self.put(parameter, &name.name, value, Role::Plain, name.span)?;
            }
            ("grad", Value::None) => {}
            ("data", other) => {
                let message = format!("the data of a parameter must be a tensor, not {}", other.description());
                return Err(Diagnostic::new(name.span, message).help("write p.data = torch.tensor(items)"));
            }
            _ => {
                let message = format!("`{}` of a parameter cannot be assigned", name.name);
                return Err(Diagnostic::new(name.span, message).help("assign p.data or p.requires_grad"));
            }
        }
        Ok(())
    }
}
