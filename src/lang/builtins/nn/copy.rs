//! `copy.deepcopy`: an object with everything that it holds, all of it new.

use std::collections::HashMap;

use super::walk::too_deep;
use crate::lang::class::Bound;
use crate::lang::evaluate::{Interpreter, Outcome};
use crate::lang::object::{MAX_LEVELS, Object, Reference};
use crate::lang::syntax::Span;
use crate::lang::value::Value;
use std::sync::Arc;

/// What has been copied so far: two names of one object become two names of one copy.
pub(in crate::lang) type Copies = HashMap<(u64, u32), Reference>;

impl Interpreter<'_> {
    /// A copy of a value. Objects of other cells become this cell's own.
    pub(in crate::lang) fn copied(&mut self, value: &Value, copies: &mut Copies, level: usize, span: Span) -> Outcome {
        if !value.travels() {
            return Ok(value.clone());
        }
        if level > 2 * MAX_LEVELS {
            return Err(too_deep(span));
        }
        Ok(match value {
            Value::Object(reference) => Value::Object(self.copied_object(reference, copies, level, span)?),
            Value::List(items) => {
                let items = items.iter().map(|item| self.copied(item, copies, level + 1, span));
                let items = items.collect::<Outcome<Vec<_>>>()?;
                Value::List(self.collect(span, items)?)
            }
            Value::Tuple(items) => {
                let items = items.iter().map(|item| self.copied(item, copies, level + 1, span));
                let items = items.collect::<Outcome<Vec<_>>>()?;
                Value::Tuple(self.collect(span, items)?)
            }
            Value::Dict(dict) => {
                let mut entries = Vec::with_capacity(dict.entries().len());
                for (key, value) in dict.entries() {
                    entries.push((key.clone(), self.copied(value, copies, level + 1, span)?));
                }
                self.new_dict(span, entries)?
            }
            Value::Method(object, method) => {
                Value::Method(Arc::new(self.copied(object, copies, level + 1, span)?), method)
            }
            Value::Bound(bound) => {
                let object = bound.object.as_ref();
                let object = object.map(|object| self.copied(object, copies, level + 1, span)).transpose()?;
                let (function, owner) = (Arc::clone(&bound.function), bound.owner.clone());
                Value::Bound(Arc::new(Bound { function, owner, object }))
            }
            other => other.clone(),
        })
    }

    fn copied_object(
        &mut self,
        reference: &Reference,
        copies: &mut Copies,
        level: usize,
        span: Span,
    ) -> Outcome<Reference> {
        if let Some(copy) = copies.get(&reference.key()) {
            return Ok(copy.seen_as(reference.class.clone()));
        }
        self.step(span)?;
        let blank = self.heap.get(reference).map(Object::like).unwrap_or_default();
        let copy = self.heap.add(reference.class.clone(), blank);
        copies.insert(reference.key(), copy.clone());
        for field in self.fields(reference) {
            let value = self.field(reference, &field.name).unwrap_or(field.value);
            let value = self.copied(&value, copies, level + 1, span)?;
            self.put(&copy, &field.name, value, field.role, span)?;
        }
        Ok(copy)
    }
}
