//! Walks over a module and its parts, in PyTorch's order.

use std::collections::HashSet;

use crate::lang::diagnostic::Diagnostic;
use crate::lang::evaluate::{Interpreter, Outcome};
use crate::lang::object::{Field, MAX_LEVELS, Reference, Role};
use crate::lang::syntax::Span;
use crate::lang::value::Value;

/// A path and what is there.
pub(super) type Named<T> = (String, T);

/// A name below a path.
pub(super) fn below(path: &str, name: &str) -> String {
    if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") }
}

impl Interpreter<'_> {
    /// The attributes of an object, as this cell sees them.
    pub(super) fn fields(&self, reference: &Reference) -> Vec<Field> {
        let fields = self.heap.get(reference).map(|object| object.fields().to_vec()).unwrap_or_default();
        match reference.home() {
            Some(home) => {
                fields.into_iter().map(|field| Field { value: field.value.frozen_in(home), ..field }).collect()
            }
            None => fields,
        }
    }

    /// The modules that a module holds itself.
    pub(super) fn children(&self, reference: &Reference) -> Vec<Named<Reference>> {
        let part = |field: Field| match (field.role, field.value) {
            (Role::Module, Value::Object(part)) => Some((field.name.to_string(), part)),
            _ => None,
        };
        self.fields(reference).into_iter().filter_map(part).collect()
    }

    /// A module and all modules in it, each once and before its parts: `named_modules()`.
    pub(super) fn modules(&mut self, reference: &Reference, span: Span) -> Outcome<Vec<Named<Reference>>> {
        let mut found = Vec::new();
        self.gather(reference, "", 0, &mut HashSet::new(), &mut found, span)?;
        Ok(found)
    }

    fn gather(
        &mut self,
        reference: &Reference,
        path: &str,
        level: usize,
        seen: &mut HashSet<(u64, u32)>,
        found: &mut Vec<Named<Reference>>,
        span: Span,
    ) -> Outcome<()> {
        self.step(span)?;
        if !seen.insert(reference.key()) {
            return Ok(());
        }
        if level > MAX_LEVELS {
            return Err(too_deep(span));
        }
        found.push((path.to_owned(), reference.clone()));
        for (name, part) in self.children(reference) {
            self.gather(&part, &below(path, &name), level + 1, seen, found, span)?;
        }
        Ok(())
    }

    /// Every parameter, each once: `named_parameters()`.
    pub(super) fn parameters(&mut self, reference: &Reference, span: Span) -> Outcome<Vec<Named<Reference>>> {
        let mut seen = HashSet::new();
        let mut found = Vec::new();
        for (path, module) in self.modules(reference, span)? {
            for field in self.fields(&module) {
                if let (Role::Parameter, Value::Object(parameter)) = (field.role, field.value)
                    && seen.insert(parameter.key())
                {
                    found.push((below(&path, &field.name), parameter));
                }
            }
        }
        Ok(found)
    }

    /// Every buffer: `named_buffers()`.
    pub(super) fn buffers(&mut self, reference: &Reference, span: Span) -> Outcome<Vec<Named<Value>>> {
        let mut found = Vec::new();
        for (path, module) in self.modules(reference, span)? {
            for field in self.fields(&module) {
                if matches!((field.role, &field.value), (Role::Buffer { .. }, Value::Tensor(_))) {
                    let value = self.field(&module, &field.name).unwrap_or(field.value);
                    found.push((below(&path, &field.name), value));
                }
            }
        }
        Ok(found)
    }
}

/// The error for modules that hold each other without end.
pub(super) fn too_deep(span: Span) -> Diagnostic {
    Diagnostic::new(span, format!("these modules are nested more than {MAX_LEVELS} deep"))
        .help("does a module contain itself? Put such an attribute into a list: self.parent = [parent]")
}
