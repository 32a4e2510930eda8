//! `nn.Parameter`: a tensor with identity.
//!
//! Tensors never change, and a parameter is an object that holds one. Functions whose name ends in `_` give it another. Wherever
//! a tensor is wanted, a parameter stands for the tensor it holds at that moment ([`Interpreter::read`]).

use super::super::declare::{BuiltinResult, Invocation, builtins};
use super::super::from_argument::{Argument, At, FromArgument, Operand};
use crate::lang::class::{Class, DATA_FIELD, Native, NativeKind, OBJECT, REQUIRES_GRAD};
use crate::lang::diagnostic::Diagnostic;
use crate::lang::evaluate::operators::not_in_place;
use crate::lang::evaluate::{Interpreter, Outcome};
use crate::lang::object::{Object, Reference, Role};
use crate::lang::value::Value;
use crate::tensor::random::Generator;
use crate::tensor::{self, Element, Leaf, Tensor, budget};
use ndarray::ArrayD;
use std::sync::Arc;

/// `nn.Parameter`.
pub(super) static PARAMETER: Native = Native {
    name: "Parameter",
    base: Some(&OBJECT),
    kind: NativeKind::Parameter,
    declared: TABLE,
    describe: |_, _| String::new(),
};

/// `p.data`: the tensor inside a parameter, through which it can be changed.
pub(super) static DATA: Native = Native {
    name: "Tensor",
    base: Some(&PARAMETER),
    kind: NativeKind::Data,
    declared: &[],
    describe: |_, _| String::new(),
};

builtins! { TABLE:
    /// A tensor that a module learns.
    #[at()]
    fn create as "Parameter"(call, this: Reference, data: At<Tensor>, requires_grad: bool = True) -> () {
        let At { value: data, span } = data;
        if requires_grad && !data.dtype().is_float() {
            let message = "Only Tensors of floating point and complex dtype can require gradients";
            let help = format!("data is {}: write data.float(), or requires_grad=False", data.dtype());
            return Err(Diagnostic::new(span, message).help(help).into());
        }
        if let Some(object) = call.interpreter.heap.get_mut(&this) {
            object.set(&Arc::from(DATA_FIELD), Value::Tensor(data), Role::Plain);
            object.set(&Arc::from(REQUIRES_GRAD), Value::Bool(requires_grad), Role::Plain);
        }
        Ok(())
    }

    /// Sets every element to 0.
    #[at()]
    fn zero_(call, this: Changed) -> Value {
        this.change(call, |_, old| Ok(Tensor::zeros(old.shape(), old.dtype())))
    }

    /// Sets every element to a number.
    #[at()]
    fn fill_(call, this: Changed, value: Operand) -> Value {
        if value.0.ndim() > 0 {
            let message = "fill_ only supports 0-dimension value tensor but got tensor with";
            return Err(call.error(format!("{message} {} dimensions.", value.0.ndim())).into());
        }
        this.replace(call, |old| Tensor::zeros(old.shape(), old.dtype()).add(&value.0.to(old.dtype())?))
    }

    /// Takes over the elements of a tensor.
    #[at()]
    fn copy_(call, this: Changed, src: Tensor) -> Value {
        this.replace(call, |old| Tensor::zeros(old.shape(), old.dtype()).add(&src.to(old.dtype())?))
    }

    /// Adds in place.
    #[at()]
    fn add_(call, this: Changed, other: Operand; alpha: f64 = 1) -> Value {
        this.replace(call, |old| old.add(&times(&other.0, alpha)?))
    }

    /// Subtracts in place.
    #[at()]
    fn sub_(call, this: Changed, other: Operand; alpha: f64 = 1) -> Value {
        this.replace(call, |old| old.sub(&times(&other.0, alpha)?))
    }

    /// Multiplies in place.
    #[at()]
    fn mul_(call, this: Changed, other: Operand) -> Value {
        this.replace(call, |old| old.mul(&other.0))
    }

    /// Divides in place.
    #[at()]
    fn div_(call, this: Changed, other: Operand) -> Value {
        this.replace(call, |old| old.div(&other.0))
    }

    /// Draws every element uniformly from a to b.
    #[at()]
    fn uniform_(call, this: Changed, a: f64 = 0.0, b: f64 = 1.0) -> Value {
        checked_bounds(call, a, b)?;
        drawn(call, this, |generator, shape| generator.uniform(shape, a, b))
    }

    /// Draws every element from a normal distribution.
    #[at()]
    fn normal_(call, this: Changed, mean: f64 = 0.0, std: f64 = 1.0) -> Value {
        checked_deviation(call, std)?;
        drawn(call, this, |generator, shape| generator.normal(shape, mean, std))
    }

    /// Says whether it is learned.
    #[at()]
    fn requires_grad_(call, this: Reference, requires_grad: bool = True) -> Value {
        Interpreter::changeable(&this, call.span)?;
        let learned = Value::Bool(requires_grad);
        call.interpreter.put(&this, &Arc::from(REQUIRES_GRAD), learned, Role::Plain, call.span)?;
        Ok(Value::Object(this))
    }

    /// The tensor that it holds now.
    #[at()]
    fn detach(call, this: Tensor) -> Tensor {
        let _ = call;
        Ok(this)
    }
}

/// A parameter that a function changes in place. Of a plain tensor, the function gives what it would become.
pub(in crate::lang::builtins) struct Changed {
    value: Value,
    /// What it holds.
    pub(super) old: Tensor,
}

impl FromArgument for Changed {
    fn from_argument(argument: &Argument<'_>, interpreter: &mut Interpreter<'_>) -> Outcome<Self> {
        let old = Tensor::from_argument(argument, interpreter)?;
        Ok(Self { value: argument.value.clone(), old })
    }
}

impl Changed {
    /// Gives it another tensor, and gives it back.
    pub(super) fn change(
        self,
        call: &mut Invocation<'_, '_>,
        change: impl FnOnce(&mut Invocation<'_, '_>, &Tensor) -> BuiltinResult<Tensor>,
    ) -> BuiltinResult<Value> {
        if let Value::Object(reference) = &self.value {
            Interpreter::changeable(reference, call.span)?;
        }
        budget::make(self.old.shape())?;
        call.place();
        let new = Value::Tensor(change(call, &self.old)?);
        match &self.value {
            Value::Object(reference) => {
                call.interpreter.fill_parameter(reference, new);
                Ok(self.value)
            }
            _ => Ok(new),
        }
    }

    /// As `change`, by arithmetic: the result has the shape and the dtype that the parameter had.
    fn replace(
        self,
        call: &mut Invocation<'_, '_>,
        compute: impl FnOnce(&Tensor) -> tensor::Result<Tensor>,
    ) -> BuiltinResult<Value> {
        self.change(call, |call, old| {
            let new = compute(old)?;
            if let Some(message) = not_in_place(old, &new) {
                return Err(call.error(message).into());
            }
            Ok(new.to(old.dtype())?)
        })
    }
}

/// Draws a parameter anew.
pub(super) fn drawn(
    call: &mut Invocation<'_, '_>,
    parameter: Changed,
    draw: impl FnOnce(&mut Generator, &[usize]) -> tensor::Result<ArrayD<f32>>,
) -> BuiltinResult<Value> {
    parameter.change(call, |call, old| {
        let values = draw(call.interpreter.seeded(call.span)?, old.shape())?;
        let new = Tensor::new(f32::array(values)).to(old.dtype())?;
        Ok(call.interpreter.leaf(new, Leaf::Random, call.span))
    })
}

/// That uniform numbers have a range to lie in.
pub(super) fn checked_bounds(call: &Invocation<'_, '_>, from: f64, to: f64) -> Outcome<()> {
    if from <= to {
        return Ok(());
    }
    Err(call.error(format!("uniform_ expects to return a [from, to) range, but found from={from} > to={to}")))
}

/// That normal numbers have a standard deviation.
pub(super) fn checked_deviation(call: &Invocation<'_, '_>, std: f64) -> Outcome<()> {
    if std >= 0.0 {
        return Ok(());
    }
    Err(call.error(format!("normal expects std >= 0.0, but found std {std}")))
}

fn times(other: &Tensor, alpha: f64) -> tensor::Result<Tensor> {
    if alpha.to_bits() == 1.0_f64.to_bits() { Ok(other.clone()) } else { other.mul(&Tensor::number(alpha)) }
}

/// A new parameter.
pub(in crate::lang::builtins) fn make(machine: &mut Interpreter<'_>, tensor: Tensor, learned: bool) -> Reference {
    let mut object = Object::default();
    object.set(&Arc::from(DATA_FIELD), Value::Tensor(tensor), Role::Plain);
    object.set(&Arc::from(REQUIRES_GRAD), Value::Bool(learned), Role::Plain);
    machine.heap.add(Class::Native(&PARAMETER), object)
}

/// `p.data` and `p.grad`.
pub(in crate::lang::builtins) fn attribute(reference: &Reference, name: &str) -> Option<Value> {
    match name {
        "data" => Some(Value::Object(reference.seen_as(Class::Native(&DATA)))),
        "grad" => Some(Value::None),
        _ => None,
    }
}
