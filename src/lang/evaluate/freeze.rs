//! Freezing: other cells may read the values that a cell has made, and no cell may change them.
//!
//! Lists, dicts, sets and tensors are frozen in place, so that two names of one list still share it. Numbers that were written in the cell
//! become leaves of its tape, because a span of its source means nothing in another cell.

use super::numbers::with_trace;
use super::reached::Reached;
use super::{Interpreter, Outcome, too_nested};
use crate::lang::class::{Bound, Super};
use crate::lang::diagnostic::Diagnostic;
use crate::lang::syntax::{MAX_DEPTH, Span};
use crate::lang::value::{Closure, Contents, Dict, Items, Maker, SharedDict, SharedList, Stub, Survey, Trace, Value};
use std::sync::Arc;

impl Interpreter<'_> {
    /// A value as it leaves the cell under a name; what is wrong with it is said at `span`. What it leads to is noted in `reached`.
    pub(super) fn frozen_value(&mut self, value: Value, name: &Arc<str>, span: Span, reached: &mut Reached) -> Outcome {
        if let Value::Tensor(tensor) = &value {
            let whole = tensor.freeze(|| Maker { cell: self.cell.clone(), name: Arc::clone(name), number: 0 });
            return if whole { Ok(value) } else { Err(self.lost_write(span)) };
        }
        if stays(&value) {
            return Ok(value);
        }
        Freezing { machine: self, name, span, level: 0, frozen: 0, reached }.value(value)
    }

    /// The size of a value that can be frozen: it does not hold itself, nests no deeper than a value may, and stands for no more values
    /// than one may. `what` names it in an error.
    pub(super) fn size_to_leave(&mut self, value: &Value, what: impl FnOnce() -> String, span: Span) -> Outcome<u64> {
        if !value.may_hold() {
            return Ok(value.size());
        }
        let survey = Survey::of(value);
        self.spend(span, |meter| meter.walk(survey.visits))?;
        if survey.has_circle {
            let message = format!("{} holds itself, so it cannot leave the cell that creates it", what());
            return Err(Diagnostic::new(span, message).help("assign another value at the end of the cell: x = None"));
        }
        if !survey.ends() {
            return Err(too_nested(span));
        }
        self.fits(span, survey.size())?;
        Ok(survey.size())
    }
}

/// A value that is being frozen. `size_to_leave` has checked that it does not hold itself. Shared parts are frozen once.
struct Freezing<'m, 'a> {
    machine: &'m mut Interpreter<'a>,
    name: &'m Arc<str>,
    span: Span,
    level: u32,
    /// How many containers have been frozen.
    frozen: u32,
    /// What was met so far, of this value and of others.
    reached: &'m mut Reached,
}

/// Whether a value leaves the cell as it is, and leads to nothing that must be frozen: it holds nothing that was written here, nothing
/// that changes, and no functions, classes or objects.
fn stays(value: &Value) -> bool {
    !value.has_literals() && !value.is_live() && !value.travels()
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
            Value::Tensor(tensor) => {
                if !tensor.freeze(|| self.maker()) {
                    return Err(self.machine.lost_write(self.span));
                }
                Value::Tensor(tensor)
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
            Value::View(view) => {
                self.table(&view.dict)?;
                Value::View(view)
            }
            Value::Iterator(iterator) => Value::stub(Stub::Iterator(iterator.type_name(), self.machine.cell.clone())),
            Value::Generator(source) if !source.is_of_cell() => Value::stub(Stub::Generator(self.machine.cell.clone())),
            value if stays(&value) => value,
            Value::Tuple(items) => Value::Tuple(self.tuple(items)?),
            Value::Function(closure) => Value::Function(self.function(&closure)?),
            Value::Method(object, method) => Value::Method(Arc::new(self.value((*object).clone())?), method),
            Value::Class(class) => {
                self.reached.class(&class);
                Value::Class(class)
            }
            Value::Object(reference) => {
                self.reached.object(&reference);
                Value::Object(reference)
            }
            Value::Bound(bound) => {
                let Bound { function, owner, object } = &*bound;
                self.reached.class(owner);
                let object = object.clone().map(|object| self.value(object)).transpose()?;
                Value::Bound(Arc::new(Bound { function: self.function(function)?, owner: owner.clone(), object }))
            }
            Value::Super(above) => {
                let Super { object, class } = &*above;
                self.reached.class(class);
                Value::Super(Arc::new(Super { object: self.value(object.clone())?, class: class.clone() }))
            }
            other => other,
        })
    }

    fn tuple(&mut self, items: Items) -> Outcome<Items> {
        if let Some(frozen) = self.reached.tuple(&items) {
            return Ok(frozen);
        }
        // One that holds only what stays as it is remains the very same tuple.
        let frozen = if items.has_literals() || items.is_live() {
            self.items(&items)?
        } else {
            items.iter().try_for_each(|item| self.value(item.clone()).map(drop))?;
            items.clone()
        };
        self.reached.set_tuple(items, frozen.clone());
        Ok(frozen)
    }

    fn function(&mut self, closure: &Arc<Closure>) -> Outcome<Arc<Closure>> {
        if closure.is_adopted() {
            return Ok(Arc::clone(closure));
        }
        if let Some(frozen) = self.reached.function(closure) {
            return Ok(frozen);
        }
        closure.captured.values().for_each(|variable| self.reached.variable(variable));
        closure.attributes().into_iter().for_each(|attributes| self.reached.object(attributes));
        let frozen = if closure.is_live() {
            let frozen = Arc::new(closure.mapped(|value| self.value(value.clone()))?);
            closure.settle(&frozen);
            frozen
        } else {
            closure.values().try_for_each(|value| self.value(value.clone()).map(drop))?;
            Arc::clone(closure)
        };
        self.reached.set_function(closure, &frozen);
        Ok(frozen)
    }

    fn list(&mut self, list: &SharedList) -> Outcome<()> {
        if list.is_frozen() {
            return Ok(());
        }
        let items = list.now();
        // Items that are not flat are rebuilt, because the depth that they have recorded may be that of an earlier moment.
        let is_as_it_is = !items.has_literals() && !items.is_live() && items.is_flat();
        let items = if is_as_it_is { items } else { self.items(&items)? };
        list.freeze(items, self.maker());
        Ok(())
    }

    fn items(&mut self, items: &Items) -> Outcome<Items> {
        let frozen = items.iter().map(|item| self.value(item.clone())).collect::<Outcome<Vec<_>>>()?;
        Ok(Items::new(frozen).ok_or_else(|| too_nested(self.span))?.in_form(items.form()))
    }

    /// The cell, the name and the number by which the next frozen container is identified.
    fn maker(&mut self) -> Maker {
        let number = self.frozen;
        self.frozen += 1;
        Maker { cell: self.machine.cell.clone(), name: Arc::clone(self.name), number }
    }

    fn table(&mut self, table: &SharedDict) -> Outcome<()> {
        if table.is_frozen() {
            return Ok(());
        }
        let dict = table.now();
        if !dict.has_literals() && !dict.is_live() && dict.is_flat() {
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
