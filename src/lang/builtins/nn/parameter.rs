//! `nn.Parameter`: a tensor with identity.
//!
//! Tensors never change, and a parameter is an object that holds one. Functions whose name ends in `_` give it another. Wherever
//! a tensor is wanted, a parameter stands for the tensor it holds at that moment ([`Interpreter::read`]).

use super::super::Builtin;
use super::super::arguments::Call;
use super::{OBJECT, this};
use crate::lang::class::{Class, Native};
use crate::lang::diagnostic::Diagnostic;
use crate::lang::evaluate::{Interpreter, Outcome};
use crate::lang::object::{Object, Reference, Role};
use crate::lang::syntax::Identifier;
use crate::lang::value::Value;
use crate::tensor::{Element, Leaf, Tensor};
use std::sync::Arc;

/// The attribute that holds the tensor; no text can name it.
pub(in crate::lang) const DATA_FIELD: &str = "(data)";
const REQUIRES_GRAD: &str = "requires_grad";

/// `nn.Parameter`.
pub(in crate::lang) static PARAMETER: Native = Native {
    name: "Parameter",
    base: Some(&OBJECT),
    init: Some(&INIT),
    methods: METHODS,
    describe: |_, _| String::new(),
};

/// `p.data`: the tensor inside a parameter, through which it can be changed.
pub(in crate::lang) static DATA: Native =
    Native { name: "Tensor", base: Some(&PARAMETER), init: None, methods: &[], describe: |_, _| String::new() };

static INIT: Builtin =
    Builtin::new("Parameter", "self, data, requires_grad=True", "A tensor that a module learns.", &[], create);

static METHODS: &[Builtin] = &[
    Builtin::new("zero_", "self", "Sets every element to 0.", &[], change),
    Builtin::new("fill_", "self, value", "Sets every element to a number.", &[], change),
    Builtin::new("copy_", "self, src", "Takes over the elements of a tensor.", &[], change),
    Builtin::new("add_", "self, other, *, alpha=1", "Adds in place.", &[], change),
    Builtin::new("sub_", "self, other, *, alpha=1", "Subtracts in place.", &[], change),
    Builtin::new("mul_", "self, other", "Multiplies in place.", &[], change),
    Builtin::new("div_", "self, other", "Divides in place.", &[], change),
    Builtin::new("uniform_", "self, a=0.0, b=1.0", "Draws every element uniformly from a to b.", &[], draw),
    Builtin::new("normal_", "self, mean=0.0, std=1.0", "Draws every element from a normal distribution.", &[], draw),
    Builtin::new("requires_grad_", "self, requires_grad=True", "Says whether it is learned.", &[], requires_grad),
    Builtin::new("detach", "self", "The tensor that it holds now.", &[], detach),
];

/// Whether a reference names a parameter.
pub(in crate::lang) fn is(reference: &Reference) -> bool {
    reference.class.is_native(&PARAMETER)
}

/// A new parameter.
pub(in crate::lang) fn make(machine: &mut Interpreter<'_>, tensor: Tensor, learned: bool) -> Reference {
    let mut object = Object::default();
    object.set(&Arc::from(DATA_FIELD), Value::Tensor(tensor), Role::Plain);
    object.set(&Arc::from(REQUIRES_GRAD), Value::Bool(learned), Role::Plain);
    machine.heap.add(Class::Native(&PARAMETER), object)
}

/// Gives a parameter another tensor. Whether it may be changed has been asked.
pub(in crate::lang) fn fill(machine: &mut Interpreter<'_>, parameter: &Reference, value: Value) {
    if let (Some(object), Value::Tensor(_)) = (machine.heap.get_mut(parameter), &value) {
        object.set(&Arc::from(DATA_FIELD), value, Role::Plain);
    }
}

/// `p.data` and `p.grad`.
pub(in crate::lang) fn attribute(reference: &Reference, name: &str) -> Option<Value> {
    match name {
        "data" => Some(Value::Object(reference.seen_as(Class::Native(&DATA)))),
        "grad" => Some(Value::None),
        _ => None,
    }
}

/// `p.data = tensor` and `p.requires_grad = flag`.
pub(in crate::lang) fn set(
    machine: &mut Interpreter<'_>,
    reference: &Reference,
    name: &Identifier,
    value: &Value,
) -> Outcome<()> {
    match (&*name.name, machine.read(value.clone())) {
        ("data", value @ Value::Tensor(_)) => fill(machine, reference, value),
        (REQUIRES_GRAD, value @ Value::Bool(_)) => machine.put(reference, &name.name, value, Role::Plain, name.span)?,
        ("grad", Value::None) => {}
        ("data", other) => {
            let message = format!("a parameter holds a tensor, not {}", other.description());
            return Err(Diagnostic::new(name.span, message).help("write p.data = torch.tensor(items)"));
        }
        _ => {
            let message = format!("`{}` of a parameter cannot be set", name.name);
            return Err(Diagnostic::new(name.span, message).help("set p.data or p.requires_grad"));
        }
    }
    Ok(())
}

/// Changes a parameter in place and gives it back; of a plain tensor, gives what it would become.
pub(super) fn changed(
    machine: &mut Interpreter<'_>,
    call: &Call<'_>,
    name: &str,
    change: impl FnOnce(&mut Interpreter<'_>, &Tensor) -> Outcome<Tensor>,
) -> Outcome {
    let value = call.value(name).clone();
    let Value::Tensor(old) = machine.read(value.clone()) else { return Err(call.wrong(name, "a parameter")) };
    if let Value::Object(reference) = &value {
        Interpreter::changeable(reference, call.span)?;
    }
    call.charge(machine, old.len() as u128)?;
    let new = Value::Tensor(change(machine, &old)?);
    match &value {
        Value::Object(reference) => {
            fill(machine, reference, new);
            Ok(value)
        }
        _ => Ok(new),
    }
}

fn create(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let reference = this(call)?;
    let value = machine.read(call.value("data").clone());
    let Value::Tensor(tensor) = value else { return Err(call.wrong("data", "a tensor")) };
    let learned = call.flag("requires_grad")?;
    if learned && !tensor.dtype().is_float() {
        let message = format!("a parameter is learned, so it holds real numbers, not {}", tensor.dtype());
        return Err(Diagnostic::new(call.span_of("data"), message).help("write data.float(), or requires_grad=False"));
    }
    if let Some(object) = machine.heap.get_mut(&reference) {
        object.set(&Arc::from(DATA_FIELD), Value::Tensor(tensor), Role::Plain);
        object.set(&Arc::from(REQUIRES_GRAD), Value::Bool(learned), Role::Plain);
    }
    Ok(Value::None)
}

fn change(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    changed(machine, call, "self", |machine, old| {
        let other = match call.builtin.name {
            "zero_" => Tensor::number(0.0),
            "fill_" => call.tensor(machine, "value")?,
            "copy_" => call.tensor(machine, "src")?,
            "add_" | "sub_" if call.float("alpha")?.to_bits() != 1.0_f64.to_bits() => {
                let alpha = Tensor::number(call.float("alpha")?);
                call.tensor(machine, "other")?.mul(&alpha).map_err(|error| call.refused(&error))?
            }
            _ => call.tensor(machine, "other")?,
        };
        let new = match call.builtin.name {
            "add_" => old.add(&other),
            "sub_" => old.sub(&other),
            "mul_" => old.mul(&other),
            "div_" => old.div(&other),
            _ => Tensor::zeros(old.shape(), old.dtype()).add(&other),
        };
        let new = new.and_then(|new| new.to(old.dtype())).map_err(|error| call.refused(&error))?;
        if new.shape() == old.shape() {
            return Ok(new);
        }
        let (new, old) = (new.shape_text(), old.shape_text());
        Err(call.error(format!("a parameter {old} cannot become {new} in place")))
    })
}

fn draw(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    changed(machine, call, "self", |machine, old| {
        let generator = machine.seeded(call.span)?;
        let values = match call.builtin.name {
            "uniform_" => generator.uniform(old.shape(), call.float("a")?, call.float("b")?),
            _ => generator.normal(old.shape(), call.float("mean")?, call.float("std")?),
        };
        let new = values.map(|values| Tensor::new(f32::array(values)));
        let new = new.and_then(|new| new.to(old.dtype())).map_err(|error| call.refused(&error))?;
        Ok(machine.leaf(new, Leaf::Random, call.span))
    })
}

fn requires_grad(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let reference = this(call)?;
    Interpreter::changeable(&reference, call.span)?;
    let learned = Value::Bool(call.flag("requires_grad")?);
    machine.put(&reference, &Arc::from(REQUIRES_GRAD), learned, Role::Plain, call.span)?;
    Ok(Value::Object(reference))
}

#[expect(clippy::unnecessary_wraps, reason = "every function that is always there has this form")]
fn detach(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    Ok(machine.read(call.value("self").clone()))
}
