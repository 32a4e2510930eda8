//! Hooks: functions that a module calls before and after its `forward`, which look at what goes in and comes out or put something else
//! in its place.
//!
//! As in PyTorch they lie in attributes of the module, dicts by number, so a copy of the module has them too. What gives back
//! anything but `None` replaces what was given: so a head is switched off, or an activation is patched.

use std::sync::Arc;

use super::super::declare::{Invocation, builtins};
use super::super::from_argument::Callable;
use super::{OBJECT, construct, set};
use crate::lang::class::Native;
use crate::lang::diagnostic::Diagnostic;
use crate::lang::evaluate::calls::Arguments;
use crate::lang::evaluate::{Interpreter, Outcome};
use crate::lang::object::{Object, Reference, Role};
use crate::lang::syntax::{Identifier, Span};
use crate::lang::value::{Trace, Value};

/// PyTorch's attribute for hooks that are called after `forward`.
const AFTER: &str = "_forward_hooks";
/// And for those before.
const BEFORE: &str = "_forward_pre_hooks";

/// The attribute that says which hooks of another are given the arguments by name, too.
fn with_names(kind: &str) -> Arc<str> {
    format!("{kind}_with_kwargs").into()
}

/// What registering gives back, to take the hook away again.
pub(super) static HANDLE: Native =
    Native { name: "RemovableHandle", base: Some(&OBJECT), declared: HANDLE_TABLE, describe: |_, _| String::new() };

builtins! { HANDLE_TABLE:
    /// Takes the hook away.
    #[at()]
    fn remove(call, this: Reference) -> () {
        Ok(removed(call, &this)?)
    }
}

/// When a hook is called.
#[derive(Clone, Copy)]
pub(super) enum When {
    /// Before `forward`.
    Before,
    /// After it.
    After,
}

/// `register_forward_hook` and `register_forward_pre_hook`.
pub(super) fn register(
    call: &mut Invocation<'_, '_>,
    module: Reference,
    hook: Callable,
    when: When,
    (prepend, with_kwargs): (bool, bool),
) -> Outcome<Value> {
    Interpreter::changeable(&module, call.span)?;
    let kind = match when {
        When::Before => BEFORE,
        When::After => AFTER,
    };
    let span = call.span;
    let machine = &mut *call.interpreter;
    let mut hooks = entries(machine, &module, kind);
    let number = hooks.iter().map(|(number, _)| number + 1).max().unwrap_or(0).max(machine.hooks);
    machine.hooks = number + 1;
    hooks.insert(if prepend { 0 } else { hooks.len() }, (number, hook.0));
    keep(machine, &module, &Arc::from(kind), hooks, span)?;
    if with_kwargs {
        let name = with_names(kind);
        let mut named = entries(machine, &module, &name);
        named.push((number, Value::Bool(true)));
        keep(machine, &module, &name, named, span)?;
    }
    let handle = construct(machine, &HANDLE, vec![], vec![], span)?;
    if let Value::Object(handle) = &handle {
        set(machine, handle, "module", Value::Object(module), span)?;
        set(machine, handle, "id", Value::int(number), span)?;
    }
    Ok(handle)
}

/// `handle.remove()`: a second time it does nothing.
fn removed(call: &mut Invocation<'_, '_>, handle: &Reference) -> Outcome<()> {
    let span = call.span;
    let machine = &mut *call.interpreter;
    let (Some(Value::Object(module)), Some(Value::Int(number, _))) =
        (machine.field(handle, "module"), machine.field(handle, "id"))
    else {
        return Ok(());
    };
    Interpreter::changeable(&module, span)?;
    for kind in [AFTER, BEFORE] {
        for name in [Arc::from(kind), with_names(kind)] {
            let mut hooks = entries(machine, &module, &name);
            let count = hooks.len();
            hooks.retain(|(other, _)| *other != number);
            if hooks.len() < count {
                keep(machine, &module, &name, hooks, span)?;
            }
        }
    }
    Ok(())
}

/// The hooks of one kind, in the order in which they are called.
fn entries(machine: &mut Interpreter<'_>, module: &Reference, kind: &str) -> Vec<(i64, Value)> {
    let Some(Value::Dict(hooks)) = machine.field(module, kind) else { return Vec::new() };
    let entry = |(number, hook): &(Value, Value)| match number {
        Value::Int(number, _) => Some((*number, hook.clone())),
        _ => None,
    };
    hooks.entries().iter().filter_map(entry).collect()
}

fn keep(
    machine: &mut Interpreter<'_>,
    module: &Reference,
    kind: &Arc<str>,
    hooks: Vec<(i64, Value)>,
    span: Span,
) -> Outcome<()> {
    let hooks = hooks.into_iter().map(|(number, hook)| (Value::Int(number, Trace::None), hook)).collect();
    let hooks = machine.new_dict(span, hooks)?;
    machine.put(module, kind, hooks, Role::Plain, span)
}

/// Whether an object has any hook.
fn has_hooks(object: &Object) -> bool {
    let is_some = |kind| matches!(object.field(kind).map(|field| &field.value), Some(Value::Dict(hooks)) if !hooks.entries().is_empty());
    is_some(AFTER) || is_some(BEFORE)
}

impl Interpreter<'_> {
    /// Whether a part of a module has hooks, so that it must be called as a module.
    pub(super) fn has_hooked_parts(&self, module: &Reference) -> bool {
        self.children(module).iter().any(|(_, part)| self.heap.get(part).is_some_and(has_hooks))
    }

    /// Calls a module's `forward` with its hooks around it.
    pub(in crate::lang) fn between_hooks(
        &mut self,
        module: &Reference,
        arguments: Arguments,
        span: Span,
        forward: impl FnOnce(&mut Self, Arguments) -> Outcome,
    ) -> Outcome {
        if !self.heap.get(module).is_some_and(has_hooks) {
            return forward(self, arguments);
        }
        let arguments = self.before(module, arguments, span)?;
        let output = forward(self, arguments.clone())?;
        self.after(module, &arguments, output, span)
    }

    /// The arguments as the hooks before `forward` leave them.
    fn before(&mut self, module: &Reference, mut arguments: Arguments, span: Span) -> Outcome<Arguments> {
        let named = entries(self, module, &with_names(BEFORE));
        for (number, hook) in entries(self, module, BEFORE) {
            self.step(span)?;
            let takes_names = named.iter().any(|(other, _)| *other == number);
            let given = self.given(module, &arguments, takes_names, span)?;
            let plain = match (self.call_plain(&hook, given, span)?, takes_names) {
                (Value::None, _) => continue,
                (Value::Tuple(both), true) => match &*both {
                    [Value::Tuple(plain), Value::Dict(names)] => {
                        arguments.named = by_name(names.entries(), span);
                        plain.to_vec()
                    }
                    _ => return Err(no_pair(span)),
                },
                (_, true) => return Err(no_pair(span)),
                (Value::Tuple(plain), false) => plain.to_vec(),
                (one, false) => vec![one],
            };
            arguments.plain = plain.into_iter().map(|value| (value, span)).collect();
        }
        Ok(arguments)
    }

    /// The output as the hooks after `forward` leave it.
    fn after(&mut self, module: &Reference, arguments: &Arguments, mut output: Value, span: Span) -> Outcome {
        let named = entries(self, module, &with_names(AFTER));
        for (number, hook) in entries(self, module, AFTER) {
            self.step(span)?;
            let takes_names = named.iter().any(|(other, _)| *other == number);
            let mut given = self.given(module, arguments, takes_names, span)?;
            given.push(output.clone());
            match self.call_plain(&hook, given, span)? {
                Value::None => {}
                other => output = other,
            }
        }
        Ok(output)
    }

    /// What every hook is given: the module, its arguments by place, and those by name if it takes them.
    fn given(
        &mut self,
        module: &Reference,
        arguments: &Arguments,
        takes_names: bool,
        span: Span,
    ) -> Outcome<Vec<Value>> {
        let plain = arguments.plain.iter().map(|(value, _)| value.clone()).collect();
        let mut given = vec![Value::Object(module.clone()), Value::Tuple(self.collect(span, plain)?)];
        if takes_names {
            let names = arguments.named.iter().map(|(name, value, _)| (Value::Str(name.name.clone()), value.clone()));
            given.push(self.new_dict(span, names.collect())?);
        }
        Ok(given)
    }
}

/// Arguments by name, from a dict of them.
fn by_name(entries: &[(Value, Value)], span: Span) -> Vec<(Identifier, Value, Span)> {
    let one = |(name, value): &(Value, Value)| match name {
        Value::Str(name) => Some((Identifier { name: name.clone(), span }, value.clone(), span)),
        _ => None,
    };
    entries.iter().filter_map(one).collect()
}

fn no_pair(span: Span) -> Diagnostic {
    Diagnostic::new(span, "a hook that takes the arguments by name gives back a pair: a tuple of arguments and a dict")
        .help("return (args, kwargs), or None to leave them as they are")
}
