//! Registering hooks, and taking them away again.

use std::sync::Arc;

use super::super::declare::{Invocation, builtins};
use super::super::from_python::Callable;
use super::{construct, set};
use crate::lang::class::{Native, NativeKind, OBJECT};
use crate::lang::evaluate::hooks::{AFTER, BEFORE, entries, has_hooks, with_names};
use crate::lang::evaluate::{Interpreter, Outcome};
use crate::lang::object::{Reference, Role};
use crate::lang::syntax::Span;
use crate::lang::value::{Trace, Value};

/// What registering gives back, to take the hook away again.
pub(super) static HANDLE: Native = Native {
    name: "RemovableHandle",
    base: Some(&OBJECT),
    kind: NativeKind::Plain,
    declared: &[&HANDLE_TABLE],
    describe: |_, _| String::new(),
};

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

impl Interpreter<'_> {
    /// Whether a part of a module has hooks, so that it must be called as a module.
    pub(super) fn has_hooked_parts(&self, module: &Reference) -> bool {
        self.children(module).iter().any(|(_, part)| self.heap.get(part).is_some_and(has_hooks))
    }
}
