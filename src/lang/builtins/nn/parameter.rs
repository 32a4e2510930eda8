//! `nn.Parameter`: a tensor with identity.
//!
//! A parameter is an object that holds a tensor. Wherever a tensor is wanted, it stands for that tensor ([`Interpreter::read`]).

use super::super::declare::builtins;
use super::super::from_argument::At;
use crate::lang::class::{Class, DATA_FIELD, Native, NativeKind, OBJECT, REQUIRES_GRAD};
use crate::lang::diagnostic::Diagnostic;
use crate::lang::evaluate::Interpreter;
use crate::lang::evaluate::gradients::AskedBy;
use crate::lang::object::{Object, Reference, Role};
use crate::lang::value::{SharedTensor, Value};
use crate::tensor::Tensor;
use std::sync::Arc;

/// `nn.Parameter`.
pub(super) static PARAMETER: Native = Native {
    name: "Parameter",
    base: Some(&OBJECT),
    kind: NativeKind::Parameter,
    declared: &[&TABLE],
    describe: |_, _| String::new(),
};

builtins! { TABLE:
    /// A tensor that a module learns.
    #[at()]
    fn create as "Parameter"(call, this: Reference, data: At<SharedTensor>, requires_grad: bool = True) -> () {
        let At { value: data, span } = data;
        let dtype = data.dtype();
        if requires_grad && !dtype.is_float() {
            let message = "Only Tensors of floating point and complex dtype can require gradients";
            let help = format!("data is {dtype}: write data.float(), or requires_grad=False");
            return Err(Diagnostic::new(span, message).help(help).into());
        }
        if let Some(object) = call.interpreter.heap.get_mut(&this) {
            // It is another tensor in the memory of the one that is given: that one requires no gradient.
            let own = data.alias();
            own.require_gradient(requires_grad);
            object.set(&Arc::from(DATA_FIELD), Value::Tensor(own), Role::Plain);
            object.set(&Arc::from(REQUIRES_GRAD), Value::Bool(requires_grad), Role::Plain);
        }
        Ok(())
    }

    /// Says whether it is learned.
    #[at()]
    fn requires_grad_(call, this: Reference, requires_grad: bool = True) -> Value {
        Interpreter::changeable(&this, call.span)?;
        call.interpreter.set_learned(&this, requires_grad, AskedBy::Method, call.span)?;
        Ok(Value::Object(this))
    }
}

/// A new parameter.
pub(in crate::lang::builtins) fn make(machine: &mut Interpreter<'_>, tensor: Tensor, learned: bool) -> Reference {
    let mut object = Object::default();
    let data = SharedTensor::new(tensor);
    if learned {
        data.require_gradient(true);
    }
    object.set(&Arc::from(DATA_FIELD), Value::Tensor(data), Role::Plain);
    object.set(&Arc::from(REQUIRES_GRAD), Value::Bool(learned), Role::Plain);
    machine.heap.add(Class::Native(&PARAMETER), object)
}
