//! Modules, parameters and objects as text, as Python and PyTorch print them.

use std::collections::HashMap;

use super::Value;
use crate::lang::class::{DATA_FIELD, NativeKind};
use crate::lang::object::{Heap, MAX_LEVELS, Object, Reference, Role};

/// At most so many modules are printed: what holds a part many times over would else fill the memory.
const MAX_PRINTED: usize = 2000;

/// What modules say of themselves.
pub(in crate::lang) type Said = HashMap<(u64, u32), String>;

/// An object as `print` shows it. `heap` is that of the running cell, if one is running.
///
/// `said` is what modules say of themselves, by [key](Reference::key): their `extra_repr`.
pub(in crate::lang) fn object_text(heap: &Heap, reference: &Reference, said: &Said) -> String {
    let Some(object) = heap.get(reference) else { return format!("<{} object>", reference.class.name()) };
    if reference.class.is_parameter() {
        return parameter_text(object);
    }
    if let Some(text) = &object.text {
        return text.to_string();
    }
    if reference.class.is_module() {
        return module_text(heap, reference, said, 0, &mut MAX_PRINTED.clone());
    }
    format!("<{} object>", reference.class.name())
}

fn parameter_text(object: &Object) -> String {
    let tensor = object.field(DATA_FIELD).map_or_else(String::new, |field| field.value.repr());
    format!("Parameter containing:\n{tensor}")
}

/// `Name(description)`, or with the parts on lines of their own.
fn module_text(heap: &Heap, reference: &Reference, said: &Said, level: usize, left: &mut usize) -> String {
    let name = reference.class.name();
    let Some(object) = heap.get(reference) else { return format!("{name}()") };
    if level > MAX_LEVELS || *left == 0 {
        return format!("{name}(...)");
    }
    *left -= 1;
    let native = || reference.class.native().map(|native| (native.describe)(heap, object));
    let described = said.get(&reference.key()).cloned().or_else(native).unwrap_or_default();
    let mut parts: Vec<(String, String)> = Vec::new();
    for field in object.fields().iter().filter(|field| field.role == Role::Module) {
        let text = match &field.value {
            Value::Object(part) => {
                let part = reference.home().map_or(part.clone(), |home| part.clone().frozen_in(home));
                module_text(heap, &part, said, level + 1, left).replace('\n', "\n  ")
            }
            _ => "None".to_owned(),
        };
        parts.push((field.name.to_string(), text));
    }
    if reference.class.kind() == NativeKind::ModuleList {
        parts = grouped(parts);
    }
    match (described.is_empty(), parts.is_empty()) {
        (_, true) => format!("{name}({described})"),
        (nothing, false) => {
            let first = if nothing { String::new() } else { format!("\n  {described}") };
            let lines: Vec<String> = parts.iter().map(|(name, text)| format!("\n  ({name}): {text}")).collect();
            format!("{name}({first}{}\n)", lines.concat())
        }
    }
}

/// Neighbours in a list that look alike are one line: `(0-5): 6 x Linear(...)`.
fn grouped(parts: Vec<(String, String)>) -> Vec<(String, String)> {
    let mut groups: Vec<(String, String, usize)> = Vec::new();
    for (name, text) in parts {
        match groups.last_mut() {
            Some((_, last, count)) if *last == text => *count += 1,
            _ => groups.push((name, text, 1)),
        }
    }
    let line = |(name, text, count): (String, String, usize)| match (count, name.parse::<usize>()) {
        (2.., Ok(first)) => (format!("{first}-{}", first + count - 1), format!("{count} x {text}")),
        _ => (name, text),
    };
    groups.into_iter().map(line).collect()
}
