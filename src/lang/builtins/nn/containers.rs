//! `nn.Sequential`, `nn.ModuleList` and `nn.ModuleDict`: modules that hold others in a row.

use std::sync::Arc;

use super::super::arguments::Call;
use super::super::{Builtin, nearest};
use super::walk::Named;
use super::{MODULE, begin, construct, int, this};
use crate::lang::class::Native;
use crate::lang::diagnostic::Diagnostic;
use crate::lang::evaluate::{Interpreter, Outcome};
use crate::lang::object::{Reference, Role};
use crate::lang::value::Value;

/// `nn.Sequential`.
pub(super) static SEQUENTIAL: Native = Native {
    name: "Sequential",
    base: Some(&MODULE),
    init: Some(&SEQUENTIAL_INIT),
    methods: SEQUENTIAL_METHODS,
    describe: |_, _| String::new(),
};
static SEQUENTIAL_INIT: Builtin =
    Builtin::new("Sequential", "self, *modules", "Modules that are called one after the other.", &[], new_sequential);
static SEQUENTIAL_METHODS: &[Builtin] = &[
    Builtin::new("forward", "self, x", "What the last module gives.", &[], sequential),
    Builtin::new("append", "self, module", "Adds a module at the end.", &[], append),
    Builtin::new("__len__", "self", "How many modules there are.", &[], length),
    Builtin::new("__getitem__", "self, place", "The module at a place.", &[], item),
    Builtin::new("__setitem__", "self, place, module", "Puts a module at a place.", &[], set_item),
    Builtin::new("__iter__", "self", "The modules.", &[], values),
];

/// `nn.ModuleList`.
pub(super) static MODULE_LIST: Native = Native {
    name: "ModuleList",
    base: Some(&MODULE),
    init: Some(&MODULE_LIST_INIT),
    methods: MODULE_LIST_METHODS,
    describe: |_, _| String::new(),
};
static MODULE_LIST_INIT: Builtin =
    Builtin::new("ModuleList", "self, modules=None", "A list of modules, whose parameters count.", &[], new_list);
static MODULE_LIST_METHODS: &[Builtin] = &[
    Builtin::new("append", "self, module", "Adds a module at the end.", &[], append),
    Builtin::new("extend", "self, modules", "Adds modules at the end.", &[], extend),
    Builtin::new("__len__", "self", "How many modules there are.", &[], length),
    Builtin::new("__getitem__", "self, place", "The module at a place.", &[], item),
    Builtin::new("__setitem__", "self, place, module", "Puts a module at a place.", &[], set_item),
    Builtin::new("__iter__", "self", "The modules.", &[], values),
];

/// `nn.ModuleDict`.
pub(super) static MODULE_DICT: Native = Native {
    name: "ModuleDict",
    base: Some(&MODULE),
    init: Some(&MODULE_DICT_INIT),
    methods: MODULE_DICT_METHODS,
    describe: |_, _| String::new(),
};
static MODULE_DICT_INIT: Builtin =
    Builtin::new("ModuleDict", "self, modules=None", "Modules by name, whose parameters count.", &[], new_dict);
static MODULE_DICT_METHODS: &[Builtin] = &[
    Builtin::new("keys", "self", "The names.", &[], keys),
    Builtin::new("values", "self", "The modules.", &[], values),
    Builtin::new("items", "self", "Pairs of name and module.", &[], pairs),
    Builtin::new("__len__", "self", "How many modules there are.", &[], length),
    Builtin::new("__getitem__", "self, key", "The module of a name.", &[], named_item),
    Builtin::new("__setitem__", "self, key, module", "Gives a name a module.", &[], set_named_item),
    Builtin::new("__contains__", "self, key", "Whether a name is there.", &[], contains),
    Builtin::new("__iter__", "self", "The names.", &[], keys),
];

fn new_sequential(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let whole = begin(machine, call)?;
    match call.value("modules") {
        Value::Tuple(modules) => match &modules[..] {
            [Value::Dict(named)] => {
                for (name, module) in named.entries() {
                    add(machine, call, &whole, &name.show(), module)?;
                }
            }
            modules => add_all(machine, call, &whole, modules)?,
        },
        _ => return Err(call.wrong("modules", "modules")),
    }
    Ok(Value::None)
}

fn new_list(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let whole = begin(machine, call)?;
    if call.has("modules") {
        let modules = machine.iterate(call.value("modules"), call.span_of("modules"))?;
        add_all(machine, call, &whole, &modules)?;
    }
    Ok(Value::None)
}

fn new_dict(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let whole = begin(machine, call)?;
    match call.value("modules") {
        Value::None => {}
        Value::Dict(named) => {
            for (name, module) in named.entries() {
                add(machine, call, &whole, &name.show(), module)?;
            }
        }
        _ => return Err(call.wrong("modules", "a dict of modules")),
    }
    Ok(Value::None)
}

/// Makes a module a part of a container.
fn add(machine: &mut Interpreter<'_>, call: &Call<'_>, whole: &Reference, name: &str, module: &Value) -> Outcome<()> {
    Interpreter::changeable(whole, call.span)?;
    match module {
        Value::Object(part) if part.class.is_native(&MODULE) => {
            machine.put(whole, &Arc::from(name), module.clone(), Role::Module, call.span)
        }
        other => {
            let message = format!("{} holds modules, not {}", whole.class.name(), other.description());
            let help = match other {
                Value::Class(class) => format!("make an object of it: {}(...)", class.name()),
                Value::Function(_) | Value::Builtin(_) => "hold a function in a class with a forward".to_owned(),
                _ => "write for example nn.Linear(4, 2)".to_owned(),
            };
            Err(Diagnostic::new(call.span, message).help(help))
        }
    }
}

fn add_all(machine: &mut Interpreter<'_>, call: &Call<'_>, whole: &Reference, modules: &[Value]) -> Outcome<()> {
    for module in modules {
        let place = machine.children(whole).len();
        add(machine, call, whole, &place.to_string(), module)?;
    }
    Ok(())
}

fn append(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let whole = this(call)?;
    add_all(machine, call, &whole, std::slice::from_ref(call.value("module")))?;
    Ok(Value::Object(whole))
}

fn extend(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let whole = this(call)?;
    let modules = machine.iterate(call.value("modules"), call.span_of("modules"))?;
    add_all(machine, call, &whole, &modules)?;
    Ok(Value::Object(whole))
}

fn sequential(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let mut value = call.value("x").clone();
    for (name, part) in machine.children(&this(call)?) {
        value = machine.call_part(&name, &part, vec![value], call.span)?;
    }
    Ok(value)
}

fn length(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    Ok(int(machine.children(&this(call)?).len()))
}

/// The part at a place, counted from the end when negative.
fn at(machine: &Interpreter<'_>, call: &Call<'_>) -> Outcome<Named<Reference>> {
    let (parts, place) = (machine.children(&this(call)?), call.int("place")?);
    let counted = if place < 0 { place + parts.len() as i64 } else { place };
    let found = usize::try_from(counted).ok().and_then(|at| parts.get(at).cloned());
    found.ok_or_else(|| {
        let message = format!("index {place} is outside this {} of {} modules", this_name(call), parts.len());
        Diagnostic::new(call.span, message)
    })
}

fn this_name(call: &Call<'_>) -> String {
    this(call).map_or_else(|_| String::new(), |reference| reference.class.name().to_owned())
}

fn item(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let Value::Slice(slice) = call.value("place") else { return Ok(Value::Object(at(machine, call)?.1)) };
    let whole = this(call)?;
    let parts: Vec<Value> = machine.children(&whole).into_iter().map(|(_, part)| Value::Object(part)).collect();
    let parts = machine.collect(call.span, parts)?;
    let parts = machine.sliced(call.span, &parts, slice)?.to_vec();
    if whole.class.is_native(&MODULE_LIST) {
        let list = Value::List(machine.collect(call.span, parts)?);
        return construct(machine, &MODULE_LIST, vec![list], vec![], call.span);
    }
    construct(machine, &SEQUENTIAL, parts, vec![], call.span)
}

fn set_item(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let (name, _) = at(machine, call)?;
    add(machine, call, &this(call)?, &name, call.value("module"))?;
    Ok(Value::None)
}

fn values(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let parts = machine.children(&this(call)?).into_iter().map(|(_, part)| Value::Object(part)).collect();
    machine.collect(call.span, parts).map(Value::List)
}

fn keys(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let names = machine.children(&this(call)?).into_iter().map(|(name, _)| Value::text(name)).collect();
    machine.collect(call.span, names).map(Value::List)
}

fn pairs(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let mut pairs = Vec::new();
    for (name, part) in machine.children(&this(call)?) {
        pairs.push(Value::Tuple(machine.collect(call.span, vec![Value::text(name), Value::Object(part)])?));
    }
    machine.collect(call.span, pairs).map(Value::List)
}

fn named_item(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let (parts, key) = (machine.children(&this(call)?), call.value("key").show());
    let found = parts.iter().find(|(name, _)| *name == key);
    found.map(|(_, part)| Value::Object(part.clone())).ok_or_else(|| {
        let error = Diagnostic::new(call.span, format!("there is no module '{key}'"));
        match nearest(&key, parts.iter().map(|(name, _)| name.as_str())) {
            Some(near) => error.help(format!("did you mean '{near}'?")),
            None => error,
        }
    })
}

fn set_named_item(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    add(machine, call, &this(call)?, call.text("key")?, call.value("module"))?;
    Ok(Value::None)
}

fn contains(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let key = call.value("key").show();
    Ok(Value::Bool(machine.children(&this(call)?).iter().any(|(name, _)| *name == key)))
}
