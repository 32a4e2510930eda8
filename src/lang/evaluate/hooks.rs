//! Hooks: functions that a module calls before and after its `forward`, which look at what goes in and comes out or put something else
//! in its place.
//!
//! As in PyTorch they lie in attributes of the module, dicts by number, so a copy of the module has them too. What gives back
//! anything but `None` replaces what was given: so a head is switched off, or an activation is patched.

use std::sync::Arc;

use super::calls::Arguments;
use super::{Interpreter, Outcome};
use crate::lang::diagnostic::Diagnostic;
use crate::lang::object::{Object, Reference};
use crate::lang::syntax::{Identifier, Span};
use crate::lang::value::Value;

/// PyTorch's attribute for hooks that are called after `forward`.
pub(in crate::lang) const AFTER: &str = "_forward_hooks";
/// And for those before.
pub(in crate::lang) const BEFORE: &str = "_forward_pre_hooks";

/// The attribute that says which hooks of another are given the arguments by name, too.
pub(in crate::lang) fn with_names(kind: &str) -> Arc<str> {
    format!("{kind}_with_kwargs").into()
}

/// The hooks of one kind, in the order in which they are called.
pub(in crate::lang) fn entries(machine: &mut Interpreter<'_>, module: &Reference, kind: &str) -> Vec<(i64, Value)> {
    let Some(Value::Dict(hooks)) = machine.field(module, kind) else { return Vec::new() };
    let entry = |(number, hook): &(Value, Value)| match number {
        Value::Int(number, _) => Some((*number, hook.clone())),
        _ => None,
    };
    hooks.now().entries().iter().filter_map(entry).collect()
}

/// Whether an object has any hook.
pub(in crate::lang) fn has_hooks(object: &Object) -> bool {
    let is_some = |kind| matches!(object.field(kind).map(|field| &field.value), Some(Value::Dict(hooks)) if !hooks.now().entries().is_empty());
    is_some(AFTER) || is_some(BEFORE)
}

impl Interpreter<'_> {
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
                        arguments.named = by_name(names.now().entries(), span);
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
    Diagnostic::new(span, "a hook with with_kwargs=True must return a pair: a tuple of arguments and a dict")
        .help("return (args, kwargs), or None to leave them as they are")
}
