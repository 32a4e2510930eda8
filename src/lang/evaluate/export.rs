//! The end of a cell: its names as other cells see them.

use std::sync::Arc;

use super::{Interpreter, Outcome, end, refused};
use crate::lang::diagnostic::Diagnostic;
use crate::lang::names::{Names, names};
use crate::lang::object::{FrozenHeap, Heap, Object};
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
        let value = |name: &Arc<str>| globals.get(name).map(|value| (Arc::clone(name), value.clone()));
        let mut defined: Scope = names.defines.iter().filter_map(|(name, _)| value(name)).collect();
        // The result is frozen last: a container that a name or an object also leads to is identified by that one.
        let is_home_needed = defined.values().chain(&result).any(Value::travels);
        let heap = if is_home_needed { self.frozen_heap(end, &mut error) } else { None };
        let result = result.and_then(|value| paid(self.leaving(value, &Arc::from(""), end), &mut error));
        if !defined.values().chain(&result).any(Value::travels) {
            return (defined, result, error);
        }
        let mut all = self.given.clone();
        all.extend(globals);
        let Some(home) = heap.and_then(|heap| self.frozen(all, heap, end, &mut error)) else {
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
            let span = bound.map_or(end, |(_, span)| *span);
            if let Some(value) = paid(self.leaving(value, &name, span), error) {
                frozen.insert(name, value);
            }
        }
        frozen
    }

    /// Freezes a value that leaves the cell. Its copy is charged, if it does not stay the very same value.
    fn leaving(&mut self, value: Value, name: &Arc<str>, span: Span) -> Outcome {
        let size = self.size_to_leave(&value, || "this".to_owned(), span)?;
        let is_copied = value.has_literals() || value.travels();
        self.meter.copy(if is_copied { size } else { 0 }).map_err(|stop| refused(stop, span))?;
        self.frozen_value(value, name, span)
    }

    /// The objects of the cell with their attributes frozen, as far as that can be paid.
    fn frozen_heap(&mut self, end: Span, error: &mut Option<Diagnostic>) -> Option<Heap> {
        let mut heap = std::mem::take(&mut self.heap);
        let mut size: u64 = 0;
        for field in heap.objects().iter().flat_map(Object::fields) {
            let what = || format!("the attribute `{}` of an object", field.name);
            size = size.saturating_add(paid(self.size_to_leave(&field.value, what, end), error)?);
        }
        paid(self.meter.walk(size).map_err(|stop| refused(stop, end)), error)?;
        for (place, object) in heap.objects_mut().iter_mut().enumerate() {
            for field in object.fields_mut() {
                let value = std::mem::replace(&mut field.value, Value::None);
                if value.has_literals() || value.is_live() {
                    let name = Arc::from(format!("{place}.{}", field.name));
                    field.value = paid(self.frozen_value(value, &name, end), error)?;
                } else {
                    field.value = value;
                }
            }
        }
        Some(heap)
    }

    /// The cell with all that its functions and objects read, unless it cannot be paid to walk over it for the digest.
    fn frozen(
        &mut self,
        names: Scope,
        heap: Heap,
        end: Span,
        error: &mut Option<Diagnostic>,
    ) -> Option<Arc<FrozenHeap>> {
        let size = names.values().map(Value::size).fold(0, u64::saturating_add);
        paid(self.meter.walk(size).map_err(|stop| refused(stop, end)), error)?;
        Some(Arc::new(FrozenHeap::new(names, heap, std::mem::take(&mut self.circles), self.source)))
    }
}

/// What was paid for, if it was; the first refusal is kept.
fn paid<T>(charged: Outcome<T>, error: &mut Option<Diagnostic>) -> Option<T> {
    charged.map_err(|refusal| error.get_or_insert(refusal)).ok()
}
