//! `nn.Module`: what every module can do.

use std::collections::HashSet;
use std::sync::Arc;

use super::super::Builtin;
use super::super::arguments::Call;
use super::walk::{Named, too_deep};
use super::{OBJECT, begin, hooks, parameter, state, this};
use crate::lang::class::Native;
use crate::lang::diagnostic::Diagnostic;
use crate::lang::evaluate::modules::MAX_LEVELS;
use crate::lang::evaluate::objects::not_ready;
use crate::lang::evaluate::{Interpreter, Outcome};
use crate::lang::object::{Reference, Role};
use crate::lang::value::Value;
use crate::tensor::DType;

/// `nn.Module`.
pub(in crate::lang) static MODULE: Native =
    Native { name: "Module", base: Some(&OBJECT), init: Some(&INIT), methods: METHODS, describe: |_, _| String::new() };

static INIT: Builtin =
    Builtin::new("Module", "self", "Makes an object a module, which can hold parameters and parts.", &[], init);

static METHODS: &[Builtin] = &[
    Builtin::new("parameters", "self, recurse=True", "All parameters, each once.", &[], parameters),
    Builtin::new("named_parameters", "self, prefix='', recurse=True", "Pairs of path and parameter.", &[], parameters),
    Builtin::new("modules", "self", "The module and all modules in it.", &[], modules),
    Builtin::new("named_modules", "self, memo=None, prefix=''", "Pairs of path and module.", &[], modules),
    Builtin::new("children", "self", "The modules that it holds itself.", &[], children),
    Builtin::new("named_children", "self", "Pairs of name and module.", &[], children),
    Builtin::new("buffers", "self, recurse=True", "All buffers.", &[], buffers),
    Builtin::new("named_buffers", "self, prefix='', recurse=True", "Pairs of path and buffer.", &[], buffers),
    Builtin::new("get_submodule", "self, target", "The module at a path.", &[], at_path),
    Builtin::new("get_parameter", "self, target", "The parameter at a path.", &[], at_path),
    Builtin::new(
        "register_buffer",
        "self, name, tensor, persistent=True",
        "Holds a tensor that is not learned.",
        &[],
        register,
    ),
    Builtin::new("register_parameter", "self, name, param", "Holds a parameter.", &[], register),
    Builtin::new("register_module", "self, name, module", "Holds a module.", &[], register),
    Builtin::new("add_module", "self, name, module", "Holds a module.", &[], register),
    Builtin::new(
        "register_forward_hook",
        "self, hook, prepend=False, with_kwargs=False",
        "hook(module, args, output) is called after forward; what it gives back takes the output's place.",
        &[],
        hooks::register,
    ),
    Builtin::new(
        "register_forward_pre_hook",
        "self, hook, prepend=False, with_kwargs=False",
        "hook(module, args) is called before forward; what it gives back takes the arguments' place.",
        &[],
        hooks::register,
    ),
    Builtin::new("train", "self, mode=True", "Puts it and its parts into training mode.", &[], train),
    Builtin::new("eval", "self", "Takes it and its parts out of training mode: no dropout.", &[], train),
    Builtin::new("requires_grad_", "self, requires_grad=True", "Says whether its parameters are learned.", &[], learn),
    Builtin::new("zero_grad", "self, set_to_none=True", "Has no effect here: gradients are not kept.", &[], itself),
    Builtin::new("apply", "self, fn", "Calls a function with every module in it, parts first.", &[], apply),
    Builtin::new(
        "to",
        "self, *args, **kwargs",
        "Converts its parameters to a dtype; a device is ignored.",
        &[],
        convert,
    ),
    Builtin::new("cuda", "self, device=None", "Has no effect: everything is computed on the CPU.", &[], itself),
    Builtin::new("cpu", "self", "Has no effect: everything is computed on the CPU.", &[], itself),
    Builtin::new("float", "self", "Converts its parameters to float32.", &[], convert),
    Builtin::new("double", "self", "Converts its parameters to float64.", &[], convert),
    Builtin::new("half", "self", "Converts its parameters to float16.", &[], convert),
    Builtin::new("bfloat16", "self", "Converts its parameters to bfloat16.", &[], convert),
    Builtin::new("state_dict", "self", "All parameters and buffers by path.", &[], state::save),
    Builtin::new("load_state_dict", "self, state_dict, strict=True", "Takes them over from a dict.", &[], state::load),
];

fn init(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    begin(machine, call)?;
    Ok(Value::None)
}

/// Whether the method called is the one that gives names too.
fn with_names(call: &Call<'_>) -> bool {
    call.builtin.name.starts_with("named_")
}

/// Values, or pairs of their name and them, as a list.
fn listed(machine: &mut Interpreter<'_>, call: &Call<'_>, found: Vec<Named<Value>>) -> Outcome {
    let named = with_names(call);
    let prefix = if named && call.has("prefix") { call.text("prefix")?.to_owned() } else { String::new() };
    let mut items = Vec::with_capacity(found.len());
    for (name, value) in found {
        items.push(if named {
            let path = if name.is_empty() { prefix.clone() } else { super::walk::below(&prefix, &name) };
            Value::Tuple(machine.collect(call.span, vec![Value::text(path), value])?)
        } else {
            value
        });
    }
    machine.collect(call.span, items).map(Value::List)
}

/// Whether a walk goes into the parts too.
fn keeps(call: &Call<'_>, name: &str) -> Outcome<bool> {
    Ok(call.flag("recurse")? || !name.contains('.'))
}

fn parameters(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let mut found = Vec::new();
    for (name, parameter) in machine.parameters(&this(call)?, call.span)? {
        if keeps(call, &name)? {
            found.push((name, Value::Object(parameter)));
        }
    }
    listed(machine, call, found)
}

fn buffers(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let mut found = Vec::new();
    for (name, buffer) in machine.buffers(&this(call)?, call.span)? {
        if keeps(call, &name)? {
            found.push((name, buffer));
        }
    }
    listed(machine, call, found)
}

fn objects(found: Vec<Named<Reference>>) -> Vec<Named<Value>> {
    found.into_iter().map(|(name, reference)| (name, Value::Object(reference))).collect()
}

fn modules(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let found = machine.modules(&this(call)?, call.span)?;
    listed(machine, call, objects(found))
}

fn children(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let mut items = Vec::new();
    let mut seen = HashSet::new();
    let mut parts = machine.children(&this(call)?);
    parts.retain(|(_, part)| seen.insert(part.key()));
    for (name, value) in objects(parts) {
        items.push(if with_names(call) {
            Value::Tuple(machine.collect(call.span, vec![Value::text(name), value])?)
        } else {
            value
        });
    }
    machine.collect(call.span, items).map(Value::List)
}

/// `get_submodule("layers.0.attn")` and its like.
fn at_path(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let mut value = Value::Object(this(call)?);
    for name in call.text("target")?.split('.').filter(|name| !name.is_empty()) {
        let next = match &value {
            Value::Object(reference) => machine.field(reference, name),
            _ => None,
        };
        value = next.ok_or_else(|| {
            let names = machine.names_of(&value);
            let error = Diagnostic::new(call.span_of("target"), format!("{} has no `{name}`", value.description()));
            match super::super::nearest(name, names.iter().map(|name| &**name)) {
                Some(near) => error.help(format!("did you mean `{near}`?")),
                None => error,
            }
        })?;
    }
    Ok(value)
}

/// `register_buffer` and its like: as assigning, and saying what it is.
fn register(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let reference = this(call)?;
    Interpreter::changeable(&reference, call.span)?;
    if machine.heap.get(&reference).is_some_and(|object| !object.ready) {
        return Err(not_ready(&reference, call.span));
    }
    let name = call.text("name")?;
    if name.is_empty() || name.contains('.') {
        return Err(Diagnostic::new(call.span_of("name"), "a name here is not empty and holds no dot")
            .help("a path is made of names: hold the part in a module of its own"));
    }
    let (wanted, what, role) = match call.builtin.name {
        "register_buffer" => ("tensor", "a tensor or None", Role::Buffer { saved: call.flag("persistent")? }),
        "register_parameter" => ("param", "an nn.Parameter or None", Role::Parameter),
        _ => ("module", "an nn.Module or None", Role::Module),
    };
    let value = match role {
        Role::Buffer { .. } => machine.read(call.value(wanted).clone()),
        _ => call.value(wanted).clone(),
    };
    let fits = match (&value, role) {
        (Value::None, _) | (Value::Tensor(_), Role::Buffer { .. }) => true,
        (Value::Object(part), Role::Parameter) => parameter::is(part),
        (Value::Object(part), Role::Module) => part.class.is_native(&MODULE),
        _ => false,
    };
    if !fits {
        return Err(call.wrong(wanted, what));
    }
    machine.put(&reference, &Arc::from(name), value, role, call.span)?;
    Ok(Value::None)
}

/// `train()` and `eval()`.
fn train(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let reference = this(call)?;
    let training = call.builtin.name == "train" && call.flag("mode")?;
    for (_, module) in machine.modules(&reference, call.span)? {
        Interpreter::changeable(&module, call.span)?;
        if let Some(object) = machine.heap.get_mut(&module) {
            object.training = training;
        }
    }
    Ok(Value::Object(reference))
}

fn learn(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let reference = this(call)?;
    let learned = Value::Bool(call.flag("requires_grad")?);
    for (_, parameter) in machine.parameters(&reference, call.span)? {
        Interpreter::changeable(&parameter, call.span)?;
        machine.put(&parameter, &Arc::from("requires_grad"), learned.clone(), Role::Plain, call.span)?;
    }
    Ok(Value::Object(reference))
}

/// A method that PyTorch has and that changes nothing here.
#[expect(clippy::unnecessary_wraps, reason = "every function that is always there has this form")]
fn itself(_: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    Ok(call.value("self").clone())
}

fn apply(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let reference = this(call)?;
    apply_to(machine, call, &reference, 0)?;
    Ok(Value::Object(reference))
}

fn apply_to(machine: &mut Interpreter<'_>, call: &Call<'_>, reference: &Reference, level: usize) -> Outcome<()> {
    if level > MAX_LEVELS {
        return Err(too_deep(call.span));
    }
    for (_, part) in machine.children(reference) {
        machine.step(call.span)?;
        apply_to(machine, call, &part, level + 1)?;
    }
    machine.call_plain(call.value("fn"), vec![Value::Object(reference.clone())], call.span)?;
    Ok(())
}

/// `to`, `float` and `double`: parameters and buffers of real numbers get another dtype.
fn convert(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let reference = this(call)?;
    let dtype = match call.builtin.name {
        "float" => Some(DType::F32),
        "double" => Some(DType::F64),
        "half" => Some(DType::F16),
        "bfloat16" => Some(DType::BF16),
        _ => named_dtype(call),
    };
    let Some(dtype) = dtype else { return Ok(Value::Object(reference)) };
    for (_, module) in machine.modules(&reference, call.span)? {
        for field in machine.fields(&module) {
            let Value::Tensor(tensor) = machine.read(field.value.clone()) else { continue };
            if !tensor.dtype().is_float() || tensor.dtype() == dtype {
                continue;
            }
            call.charge(machine, tensor.len() as u128)?;
            let tensor = Value::Tensor(tensor.to(dtype).map_err(|error| call.refused(&error))?);
            match (field.role, &field.value) {
                (Role::Parameter, Value::Object(parameter)) => {
                    Interpreter::changeable(parameter, call.span)?;
                    parameter::fill(machine, parameter, tensor);
                }
                (Role::Buffer { .. }, _) => {
                    Interpreter::changeable(&module, call.span)?;
                    machine.put(&module, &field.name, tensor, field.role, call.span)?;
                }
                _ => {}
            }
        }
    }
    Ok(Value::Object(reference))
}

/// The dtype among the arguments of `to`.
fn named_dtype(call: &Call<'_>) -> Option<DType> {
    let Value::Tuple(plain) = call.value("args") else { return None };
    let named = match call.value("kwargs") {
        Value::Dict(named) => named.get(&Value::text("dtype")).cloned(),
        _ => None,
    };
    plain.iter().chain(&named).find_map(|value| match value {
        Value::DType(dtype) => Some(*dtype),
        _ => None,
    })
}
