//! Parameters: objects that stand for the tensor that they hold.

use super::gradients::AskedBy;
use super::{Interpreter, Outcome};
use crate::lang::class::{DATA_FIELD, REQUIRES_GRAD};
use crate::lang::diagnostic::Diagnostic;
use crate::lang::object::{Reference, Role};
use crate::lang::syntax::{Identifier, Span};
use crate::lang::value::Value;
use std::sync::Arc;

impl Interpreter<'_> {
    /// Gives a parameter another tensor. Whether it may be changed has been asked.
    pub(in crate::lang) fn fill_parameter(&mut self, parameter: &Reference, value: Value) {
        if let (Some(object), Value::Tensor(tensor)) = (self.heap.get_mut(parameter), &value) {
            if let Some(Value::Tensor(before)) = object.field(DATA_FIELD).map(|field| &field.value) {
                tensor.take_slot(before);
            }
            if object.field(REQUIRES_GRAD).is_some_and(|field| matches!(field.value, Value::Bool(true))) {
                tensor.require_gradient(true);
            }
            object.set(&Arc::from(DATA_FIELD), value, Role::Plain);
        }
    }

    /// Says whether a parameter is learned. Whether it may be changed has been asked.
    pub(in crate::lang) fn set_learned(
        &mut self,
        parameter: &Reference,
        learned: bool,
        by: AskedBy,
        span: Span,
    ) -> Outcome<()> {
        self.put(parameter, &Arc::from(REQUIRES_GRAD), Value::Bool(learned), Role::Plain, span)?;
        match self.field(parameter, DATA_FIELD) {
            Some(Value::Tensor(tensor)) => Self::require_gradient(span, &tensor, learned, by),
            _ => Ok(()),
        }
    }

    /// `p.data = tensor`, `p.grad = gradient` and `p.requires_grad = flag`.
    pub(super) fn set_of_parameter(&mut self, parameter: &Reference, name: &Identifier, value: &Value) -> Outcome<()> {
        match (&*name.name, self.read(value.clone())) {
            // It is the same memory and another tensor: that one requires no gradient.
            ("data", Value::Tensor(tensor)) => {
                self.fill_parameter(parameter, Value::Tensor(tensor.alias()));
            }
            (REQUIRES_GRAD, Value::Bool(learned)) => {
                self.set_learned(parameter, learned, AskedBy::Assignment, name.span)?;
            }
            ("grad", gradient) => {
                if let Some(Value::Tensor(tensor)) = self.field(parameter, DATA_FIELD) {
                    self.set_grad(name.span, &tensor, &gradient)?;
                }
            }
            ("data", other) => {
                let message = format!("the data of a parameter must be a tensor, not {}", other.description());
                return Err(Diagnostic::new(name.span, message).help("write p.data = torch.tensor(items)"));
            }
            _ => {
                let message = format!("`{}` of a parameter cannot be assigned", name.name);
                return Err(Diagnostic::new(name.span, message).help("assign p.data, p.grad or p.requires_grad"));
            }
        }
        Ok(())
    }
}
