//! The end of a cell: its names as other cells see them.

use std::sync::Arc;

use super::reached::{Place, Reached};
use super::{Interpreter, Outcome, end, refused};
use crate::lang::diagnostic::Diagnostic;
use crate::lang::names::definitions;
use crate::lang::object::FrozenHeap;
use crate::lang::syntax::{Span, Statement};
use crate::lang::value::{Scope, Value};
use crate::tensor::tape;

impl Interpreter<'_> {
    /// What the cell defines and gives as its result, with functions that still read this cell's names when others call them, and
    /// objects that nobody changes any more. Values are walked over here, which is charged: what cannot be paid is left out, and the
    /// first such name is the error.
    pub(super) fn exported(
        &mut self,
        program: &[Statement],
        result: Option<Value>,
    ) -> (Scope, Option<Value>, Option<Diagnostic>) {
        let (defines, end) = (definitions(program, self.library, self.names_in_expressions), end(program));
        let mut error = None;
        let globals = self.frames.first_mut().and_then(|frame| frame.layers.first_mut());
        let globals = globals.map(|layer| std::mem::take(&mut layer.names).into_scope()).unwrap_or_default();
        let mut reached = Reached::default();
        let globals = self.frozen_scope(globals, &defines, end, &mut reached, &mut error);
        let value = |name: &Arc<str>| globals.get(name).map(|value| (Arc::clone(name), value.clone()));
        let mut defined: Scope = defines.iter().filter_map(|(name, _)| value(name)).collect();
        let is_home_needed = defined.values().chain(&result).any(Value::travels);
        let mut is_whole = is_home_needed && paid(self.freeze_reached(end, &mut reached), &mut error).is_some();
        // The result is frozen last: a container that a name or an object also leads to is identified by that one.
        let result = result.and_then(|value| paid(self.leaving(value, &Arc::from(""), end, &mut reached), &mut error));
        is_whole = is_whole && paid(self.freeze_reached(end, &mut reached), &mut error).is_some();
        if !defined.values().chain(&result).any(Value::travels) {
            return (defined, result, error);
        }
        let mut all = self.given.clone();
        all.extend(globals);
        let home = if is_whole { self.frozen(all, &reached, end, &mut error) } else { None };
        let Some(home) = home else {
            defined.retain(|_, value| !value.travels());
            return (defined, result.filter(|value| !value.travels()), error);
        };
        let defined = defined.into_iter().map(|(name, value)| (name, value.frozen_in(&home))).collect();
        (defined, result.map(|value| value.frozen_in(&home)), error)
    }

    /// The names of the cell with their values frozen, as far as that can be paid.
    fn frozen_scope(
        &mut self,
        scope: Scope,
        defines: &[(Arc<str>, Span)],
        end: Span,
        reached: &mut Reached,
        error: &mut Option<Diagnostic>,
    ) -> Scope {
        let mut frozen = Scope::new();
        for (name, value) in scope {
            let bound = defines.iter().find(|(one, _)| *one == name);
            let span = bound.map_or(end, |(_, span)| *span);
            Self::name_written(&value, &name);
            if let Value::Class(class) = &value {
                reached.name_class(class, &name);
            }
            if let Some(value) = paid(self.leaving(value, &name, span, reached), error) {
                frozen.insert(name, value);
            }
        }
        frozen
    }

    /// Names the last write to a tensor after the name under which it leaves the cell, if it came about through another one.
    fn name_written(value: &Value, name: &Arc<str>) {
        let Value::Tensor(tensor) = value else { return };
        if !tensor.has_changed() {
            return;
        }
        let now = tensor.now();
        if now.origin().is_some_and(|origin| !tape::is_named(origin, name)) {
            tape::name(&now, Arc::clone(name));
        }
    }

    /// Freezes a value that leaves the cell. Its copy is charged, if it does not stay the very same value.
    fn leaving(&mut self, value: Value, name: &Arc<str>, span: Span, reached: &mut Reached) -> Outcome {
        let size = self.size_to_leave(&value, || "this".to_owned(), span)?;
        let is_copied = value.has_literals() || value.travels();
        self.meter.copy(if is_copied { size } else { 0 }).map_err(|stop| refused(stop, span))?;
        self.frozen_value(value, name, span, reached)
    }

    /// Freezes what the objects, classes and variables hold that were met, and what those lead to in turn.
    fn freeze_reached(&mut self, end: Span, reached: &mut Reached) -> Outcome<()> {
        while let Some(place) = reached.next() {
            match place {
                Place::Object(number) => self.freeze_object(number, end, reached)?,
                Place::Class(number) => self.freeze_class(number, end, reached)?,
                Place::Variable(number) => self.freeze_variable(number, end, reached)?,
            }
        }
        Ok(())
    }

    fn freeze_object(&mut self, number: u32, end: Span, reached: &mut Reached) -> Outcome<()> {
        let mut at = 0;
        while let Some(field) = self.heap.object_mut(number).and_then(|object| object.fields_mut().get_mut(at)) {
            let (name, value) = (Arc::clone(&field.name), std::mem::replace(&mut field.value, Value::None));
            let what = || format!("the attribute `{name}` of an object");
            let value = self.held(value, what, &format!("{number}.{name}"), end, reached)?;
            if let Some(field) = self.heap.object_mut(number).and_then(|object| object.fields_mut().get_mut(at)) {
                field.value = value;
            }
            at += 1;
        }
        Ok(())
    }

    fn freeze_class(&mut self, number: u32, end: Span, reached: &mut Reached) -> Outcome<()> {
        let Some(class) = self.heap.class_mut(number) else { return Ok(()) };
        let (body, members) = (Arc::clone(&class.body), std::mem::take(&mut class.members));
        body.bases.iter().for_each(|base| reached.class(base));
        let path = reached.class_name(number).map_or_else(|| format!("{number}::"), |name| format!("{name}."));
        let mut frozen = Scope::new();
        for (name, value) in members {
            let what = || format!("the attribute `{name}` of the class {}", body.name);
            let value = self.held(value, what, &format!("{path}{name}"), end, reached)?;
            frozen.insert(name, value);
        }
        if let Some(class) = self.heap.class_mut(number) {
            class.members = frozen;
        }
        Ok(())
    }

    fn freeze_variable(&mut self, number: u32, end: Span, reached: &mut Reached) -> Outcome<()> {
        let Some((name, held)) = self.heap.variable_mut(number) else { return Ok(()) };
        let (name, Some(value)) = (Arc::clone(name), held.take()) else { return Ok(()) };
        let what = || format!("the variable `{name}` of a function");
        let value = self.held(value, what, &format!("{number}:{name}"), end, reached)?;
        if let Some((_, held)) = self.heap.variable_mut(number) {
            *held = Some(value);
        }
        Ok(())
    }

    /// Freezes what an object, a class or a variable holds; `what` names it in an error.
    fn held(
        &mut self,
        value: Value,
        what: impl FnOnce() -> String,
        maker: &str,
        end: Span,
        reached: &mut Reached,
    ) -> Outcome {
        let size = self.size_to_leave(&value, what, end)?;
        self.meter.walk(size).map_err(|stop| refused(stop, end))?;
        self.frozen_value(value, &Arc::from(maker), end, reached)
    }

    /// The cell with all that its functions and objects read, unless it cannot be paid to walk over it for the digest.
    fn frozen(
        &mut self,
        names: Scope,
        reached: &Reached,
        end: Span,
        error: &mut Option<Diagnostic>,
    ) -> Option<Arc<FrozenHeap>> {
        let size = names.values().map(Value::size).fold(0, u64::saturating_add);
        paid(self.meter.walk(size).map_err(|stop| refused(stop, end)), error)?;
        let mut heap = std::mem::take(&mut self.heap);
        reached.retain_in(&mut heap);
        Some(Arc::new(FrozenHeap::new(names, heap, self.cell.clone(), self.source)))
    }
}

/// What was paid for, if it was; the first refusal is kept.
fn paid<T>(charged: Outcome<T>, error: &mut Option<Diagnostic>) -> Option<T> {
    charged.map_err(|refusal| error.get_or_insert(refusal)).ok()
}
