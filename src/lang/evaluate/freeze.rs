//! Freezing: what a cell has made becomes what other cells may read and nobody changes.
//!
//! Lists, dicts and sets are frozen where they stand, so that two names of one list stay two names of one. Numbers that were written
//! in the cell become leaves of its tape, for places in its source mean nothing elsewhere.

use super::numbers::with_trace;
use super::{Interpreter, Outcome, too_nested};
use crate::lang::class::{Bound, Class, Super, Written};
use crate::lang::diagnostic::Diagnostic;
use crate::lang::syntax::{MAX_DEPTH, Span};
use crate::lang::value::{Dict, Items, List, Maker, Survey, Table, Trace, Value};
use rustc_hash::FxHashSet;
use std::sync::Arc;

impl Interpreter<'_> {
    /// A value as it leaves the cell; what is wrong with it is said at `span`.
    pub(super) fn frozen_value(&mut self, value: Value, span: Span) -> Outcome {
        Freezing { machine: self, span, level: 0, open: FxHashSet::default() }.value(value)
    }

    /// Whether a value can be frozen: it does not hold itself, nests no deeper than a value may, and stands for no more values than
    /// one may.
    pub(super) fn can_leave(&mut self, value: &Value, span: Span) -> Outcome<()> {
        if !value.is_live() {
            return Ok(());
        }
        let survey = Survey::of(value);
        if survey.has_circle {
            let message = "this holds itself, and only the cell that creates it can hold such a value";
            return Err(
                Diagnostic::new(span, message).help("give the name another value at the end of the cell: x = None")
            );
        }
        if !survey.ends() {
            return Err(too_nested(span));
        }
        self.fits(span, survey.size())
    }
}

/// A value that is being frozen. Whether it holds itself has been looked for. Through an object's class it may come to itself all the
/// same, for an object is only named: what is being frozen is left alone then.
struct Freezing<'m, 'a> {
    machine: &'m mut Interpreter<'a>,
    span: Span,
    level: u32,
    /// The lists, dicts, sets and classes that are being frozen.
    open: FxHashSet<usize>,
}

impl Freezing<'_, '_> {
    fn value(&mut self, value: Value) -> Outcome {
        if self.level > MAX_DEPTH {
            return Err(too_nested(self.span));
        }
        self.level += 1;
        let frozen = self.settled(value);
        self.level -= 1;
        frozen
    }

    fn settled(&mut self, value: Value) -> Outcome {
        Ok(match value {
            Value::Int(_, Trace::Written(span)) | Value::Float(_, Trace::Written(span)) => {
                let value = self.machine.traced(value, span);
                let trace = value.origin().map_or(Trace::None, Trace::Made);
                with_trace(value, trace)
            }
            Value::List(list) => {
                self.list(&list)?;
                Value::List(list)
            }
            Value::Dict(table) => {
                self.table(&table)?;
                Value::Dict(table)
            }
            Value::Set(table) => {
                self.table(&table)?;
                Value::Set(table)
            }
            // What holds nothing that was written here, and nothing that changes, stays the very same value.
            value if !value.has_literals() && !value.is_live() => value,
            Value::Tuple(items) => Value::Tuple(self.items(&items)?),
            Value::Function(closure) => Value::Function(Arc::new(closure.mapped(|value| self.value(value.clone()))?)),
            Value::Method(object, method) => Value::Method(Arc::new(self.value((*object).clone())?), method),
            Value::Class(class) => {
                self.class(&class)?;
                Value::Class(class)
            }
            Value::Object(reference) => {
                self.class(&reference.class)?;
                Value::Object(reference)
            }
            Value::Bound(bound) => {
                let Bound { function, owner, object } = &*bound;
                self.parts(function.values())?;
                self.class(owner)?;
                self.parts(object.iter())?;
                Value::Bound(bound)
            }
            Value::Super(above) => {
                let Super { object, class } = &*above;
                self.parts(std::iter::once(object))?;
                self.class(class)?;
                Value::Super(above)
            }
            other => other,
        })
    }

    /// Freezes lists in what functions and classes remember, which else stays as it is.
    fn parts<'v>(&mut self, values: impl Iterator<Item = &'v Value>) -> Outcome<()> {
        for value in values.filter(|value| value.is_live()) {
            self.value(value.clone())?;
        }
        Ok(())
    }

    /// Freezes what a class holds, where it stands.
    fn class(&mut self, class: &Class) -> Outcome<()> {
        let Class::Written(Written { body, .. }) = class else { return Ok(()) };
        if !class.is_live() || !self.open.insert(Arc::as_ptr(body).addr()) {
            return Ok(());
        }
        self.class(&body.base)?;
        let mut size = body.base.size().saturating_add(1);
        for member in body.members.values() {
            size = size.saturating_add(self.value(member.clone())?.known_size());
        }
        body.settle(size);
        Ok(())
    }

    fn list(&mut self, list: &List) -> Outcome<()> {
        if list.is_frozen() || !self.open.insert(list.address()) {
            return Ok(());
        }
        let items = list.now();
        let is_as_it_is = !items.has_literals() && !items.is_live();
        let items = if is_as_it_is { items } else { self.items(&items)? };
        list.freeze(items, self.maker());
        Ok(())
    }

    fn items(&mut self, items: &Items) -> Outcome<Items> {
        let frozen = items.iter().map(|item| self.value(item.clone())).collect::<Outcome<Vec<_>>>()?;
        Ok(Items::new(frozen).ok_or_else(|| too_nested(self.span))?.in_form(items.form()))
    }

    /// Who freezes the next container.
    fn maker(&mut self) -> Maker {
        let number = self.machine.frozen;
        self.machine.frozen += 1;
        Maker { cell: self.machine.cell.clone(), number }
    }

    fn table(&mut self, table: &Table) -> Outcome<()> {
        if table.is_frozen() || !self.open.insert(table.address()) {
            return Ok(());
        }
        let dict = table.now();
        if !dict.has_literals() && !dict.is_live() {
            table.freeze(dict, self.maker());
            return Ok(());
        }
        let mut entries = Vec::with_capacity(dict.entries().len());
        for (key, value) in dict.entries() {
            entries.push((self.value(key.clone())?, self.value(value.clone())?));
        }
        let dict = Dict::new(entries).map_err(|_| too_nested(self.span))?;
        table.freeze(Arc::new(dict), self.maker());
        Ok(())
    }
}
