//! The end of a cell: its names as other cells see them.

use std::sync::Arc;

use super::{Interpreter, Outcome, end, refused};
use crate::lang::diagnostic::Diagnostic;
use crate::lang::names::{Names, names};
use crate::lang::object::{FrozenHeap, Object};
use crate::lang::syntax::{Span, Statement};
use crate::lang::value::{Scope, Value};

impl Interpreter<'_> {
    /// What the cell defines and gives as its result, with functions that still read this cell's names when others call them, and
    /// objects that nobody changes any more. Values are walked over here, which is charged: what cannot be paid is left out, and the
    /// first such name is the error.
    pub(super) fn exported(
        &mut self,
        program: &[Statement],
        result: Option<Value>,
    ) -> (Scope, Option<Value>, Option<Diagnostic>) {
        let (names, end) = (names(program, self.library), end(program));
        let mut error = None;
        let globals = self.frames.first().and_then(|frame| frame.layers.first()).cloned().unwrap_or_default();
        let globals = self.frozen_scope(globals, &names, end, &mut error);
        let result = result.and_then(|value| paid(self.leaving(value, end), &mut error));
        let value = |name: &Arc<str>| globals.get(name).map(|value| (Arc::clone(name), value.clone()));
        let mut defined: Scope = names.defines.iter().filter_map(|(name, _)| value(name)).collect();
        if !defined.values().chain(&result).any(Value::travels) {
            return (defined, result, error);
        }
        let mut all = self.given.clone();
        all.extend(globals);
        let Some(home) = self.frozen(all, end, &mut error) else {
            defined.retain(|_, value| !value.travels());
            return (defined, result.filter(|value| !value.travels()), error);
        };
        let defined = defined.into_iter().map(|(name, value)| (name, value.frozen_in(&home))).collect();
        (defined, result.map(|value| value.frozen_in(&home)), error)
    }

    /// The names of the cell with their values frozen, as far as that can be paid.
    fn frozen_scope(&mut self, scope: Scope, names: &Names, end: Span, error: &mut Option<Diagnostic>) -> Scope {
        let mut frozen = Scope::new();
        for (name, value) in scope {
            let bound = names.defines.iter().find(|(one, _)| *one == name);
            if let Some(value) = paid(self.leaving(value, bound.map_or(end, |(_, span)| *span)), error) {
                frozen.insert(name, value);
            }
        }
        frozen
    }

    /// Freezes a value that leaves the cell. Its copy is charged, if it does not stay the very same value.
    fn leaving(&mut self, value: Value, span: Span) -> Outcome {
        self.can_leave(&value, span)?;
        let is_copied = value.has_literals() || value.travels();
        self.meter.copy(if is_copied { value.size() } else { 0 }).map_err(|stop| refused(stop, span))?;
        self.frozen_value(value, span)
    }

    /// The cell with all that its functions and objects read, unless it cannot be paid to walk over it for the digest.
    fn frozen(&mut self, names: Scope, end: Span, error: &mut Option<Diagnostic>) -> Option<Arc<FrozenHeap>> {
        let mut heap = std::mem::take(&mut self.heap);
        for value in heap.objects_mut().iter_mut().flat_map(Object::values_mut) {
            paid(self.can_leave(value, end), error)?;
        }
        let fields = heap.objects().iter().flat_map(Object::fields).map(|field| &field.value);
        let size = names.values().chain(fields).map(Value::size).fold(0, u64::saturating_add);
        paid(self.meter.walk(size).map_err(|stop| refused(stop, end)), error)?;
        for value in heap.objects_mut().iter_mut().flat_map(Object::values_mut) {
            *value = paid(self.frozen_value(std::mem::replace(value, Value::None), end), error)?;
        }
        Some(Arc::new(FrozenHeap::new(names, heap, self.source)))
    }
}

/// What was paid for, if it was; the first refusal is kept.
fn paid<T>(charged: Outcome<T>, error: &mut Option<Diagnostic>) -> Option<T> {
    charged.map_err(|refusal| error.get_or_insert(refusal)).ok()
}
