//! Going through things: what has items, and the comprehensions over them.

use super::scopes::Layer;
use super::{Interpreter, Outcome};
use crate::lang::diagnostic::Diagnostic;
use crate::lang::syntax::{Clause, Expression, Span, Target};
use crate::lang::value::{Trace, Value, ViewKind};
use crate::tensor::Error;

/// How far a loop over a value has come.
pub(super) struct LoopRounds {
    next: usize,
    count: usize,
    may_grow: bool,
    /// Of a dict, how often a key had come or gone before the loop.
    key_changes: Option<u64>,
}

impl Interpreter<'_> {
    pub(super) fn list_comprehension(&mut self, span: Span, element: &Expression, clauses: &[Clause]) -> Outcome {
        let mut items = Vec::new();
        self.rounds(clauses, &mut |machine| {
            let item = machine.eval(element)?;
            machine.spend_bytes(span, size_of::<Value>())?;
            items.push(item);
            Ok(())
        })?;
        self.new_list(span, items)
    }

    pub(super) fn dict_comprehension(
        &mut self,
        span: Span,
        key: &Expression,
        value: &Expression,
        clauses: &[Clause],
    ) -> Outcome {
        let mut entries = Vec::new();
        self.rounds(clauses, &mut |machine| {
            let entry = (machine.eval(key)?, machine.eval(value)?);
            machine.spend_bytes(span, 2 * size_of::<Value>())?;
            entries.push(entry);
            Ok(())
        })?;
        self.new_dict(span, entries)
    }

    /// Does `each` once for every round of the clauses, in a layer of names of their own.
    fn rounds(&mut self, clauses: &[Clause], each: &mut dyn FnMut(&mut Self) -> Outcome<()>) -> Outcome<()> {
        let Some(first) = clauses.first() else { return each(self) };
        // The first iterable is read outside the scope that the comprehension opens.
        let values = self.walked(&first.iterable)?;
        self.frame().layers.push(Layer::default());
        let result = self.clause(first, &values, &clauses[1..], each);
        self.frame().layers.pop();
        result
    }

    fn clause(
        &mut self,
        clause: &Clause,
        values: &Value,
        inner: &[Clause],
        each: &mut dyn FnMut(&mut Self) -> Outcome<()>,
    ) -> Outcome<()> {
        let mut rounds = self.rounds_over(values, clause.iterable.span)?;
        while let Some(place) = self.next_round(&mut rounds, values, clause.iterable.span)? {
            if self.begins(clause, values, place)? {
                self.round(inner, each)?;
            }
        }
        Ok(())
    }

    /// Binds the item at `place`; whether its round is to be run.
    fn begins(&mut self, clause: &Clause, values: &Value, place: usize) -> Outcome<bool> {
        self.step(clause.target.span())?;
        let item = self.item(values, place, clause.iterable.span)?;
        self.bind_in_layer(&clause.target, item)?;
        self.all_hold(&clause.tests)
    }

    /// One round: the clauses inside, or what the comprehension is for.
    fn round(&mut self, inner: &[Clause], each: &mut dyn FnMut(&mut Self) -> Outcome<()>) -> Outcome<()> {
        let Some((next, rest)) = inner.split_first() else { return each(self) };
        let values = self.walked(&next.iterable)?;
        self.nested(next.iterable.span, |machine| machine.clause(next, &values, rest, each))
    }

    fn all_hold(&mut self, tests: &[Expression]) -> Outcome<bool> {
        for test in tests {
            if !self.truth(test)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Binds what a comprehension goes through: in its own layer, which hides the names around it.
    fn bind_in_layer(&mut self, target: &Target, value: Value) -> Outcome<()> {
        match target {
            Target::Name(name) => {
                self.bind_innermost(&name.name, value);
                Ok(())
            }
            Target::Tuple(targets, span) => {
                let values = self.iterate(&value, *span)?;
                if values.len() != targets.len() {
                    let message = format!("there are {} names, but {} values", targets.len(), values.len());
                    return Err(Diagnostic::new(*span, message).help("give one name for each value of an item"));
                }
                targets.iter().zip(values).try_for_each(|(target, value)| self.bind_in_layer(target, value))
            }
            other => Err(Diagnostic::new(other.span(), "the target of a comprehension must be plain names")
                .help("write `for x in` or `for a, b in`")),
        }
    }

    /// What a loop goes through. A text is taken apart first: by itself it finds each character from its beginning.
    pub(super) fn walked(&mut self, iterable: &Expression) -> Outcome {
        match self.eval(iterable)? {
            text @ (Value::Str(_) | Value::Object(_)) => {
                let characters = self.iterate(&text, iterable.span)?;
                self.collect(iterable.span, characters).map(Value::Tuple)
            }
            value => Ok(value),
        }
    }

    /// The rounds of a loop over a value.
    pub(super) fn rounds_over(&mut self, values: &Value, span: Span) -> Outcome<LoopRounds> {
        let may_grow = matches!(values, Value::List(_) | Value::Dict(_) | Value::Set(_));
        let key_changes = match values {
            Value::Dict(table) => Some(table.now().key_changes()),
            _ => None,
        };
        Ok(LoopRounds { next: 0, count: self.count(values, span)?, may_grow, key_changes })
    }

    /// The place of the next round, if there is one. A list may grow and shrink on the way; a dict and a set may not.
    pub(super) fn next_round(&mut self, rounds: &mut LoopRounds, values: &Value, span: Span) -> Outcome<Option<usize>> {
        if rounds.may_grow {
            let count = self.count(values, span)?;
            if !matches!(values, Value::List(_)) && count != rounds.count {
                let kind = if matches!(values, Value::Set(_)) { "Set" } else { "dictionary" };
                return Err(Diagnostic::new(span, format!("{kind} changed size during iteration"))
                    .help("loop over a copy: for item in list(items):"));
            }
            if let Value::Dict(table) = values
                && Some(table.now().key_changes()) != rounds.key_changes
            {
                return Err(Diagnostic::new(span, "dictionary keys changed during iteration")
                    .help("loop over a copy: for item in list(items):"));
            }
            rounds.count = count;
        }
        let place = rounds.next;
        rounds.next += 1;
        Ok((place < rounds.count).then_some(place))
    }

    /// How many items a value has.
    pub(in crate::lang) fn count(&mut self, value: &Value, span: Span) -> Outcome<usize> {
        match value {
            Value::Object(reference) => self.length_of(reference, span),
            Value::Tuple(items) => Ok(items.len()),
            Value::List(list) => Ok(list.now().len()),
            Value::Range(range) => Ok(range.len()),
            Value::Dict(table) | Value::Set(table) => Ok(table.now().entries().len()),
            Value::Str(text) => {
                self.spend_text(span, text.len())?;
                Ok(text.chars().count())
            }
            Value::Tensor(tensor) if tensor.ndim() > 0 => Ok(tensor.now().shape()[0]),
            Value::Tensor(_) => {
                Err(Diagnostic::new(span, "a tensor without axes has no items").help("for its number, write x.item()"))
            }
            other => {
                let error = Diagnostic::new(span, format!("cannot loop over {}: it has no items", other.description()));
                Err(match other {
                    Value::Int(value, _) => error.help(format!("to count, write range({value})")),
                    _ => error,
                })
            }
        }
    }

    /// The item at `place`, which is below [`Interpreter::count`].
    pub(in crate::lang) fn item(&mut self, value: &Value, place: usize, span: Span) -> Outcome {
        let item = match value {
            Value::Tuple(items) => items.get(place).cloned(),
            Value::List(list) => list.now().get(place).cloned(),
            Value::Range(range) => range.get(place).map(|number| Value::Int(number, Trace::None)),
            Value::Dict(table) | Value::Set(table) => table.now().entries().get(place).map(|(key, _)| key.clone()),
            Value::Str(text) => text.chars().nth(place).map(|c| Value::text(c.to_string())),
            Value::Tensor(tensor) => {
                self.place(span);
                let row = tensor
                    .now()
                    .select(0, place as i64)
                    .map_err(|error: Error| Diagnostic::new(span, error.to_string()))?;
                Some(tensor.shown_in(Value::from(row), false, ViewKind::OneOfSeveral))
            }
            _ => None,
        };
        item.ok_or_else(|| Diagnostic::new(span, "there are no more items"))
    }

    /// All items of a value.
    pub(in crate::lang) fn iterate(&mut self, value: &Value, span: Span) -> Outcome<Vec<Value>> {
        if let Value::Object(reference) = value {
            return match self.read(value.clone()) {
                Value::Object(_) => self.items_of(reference, span),
                tensor => self.iterate(&tensor, span),
            };
        }
        if let Value::Str(text) = value {
            self.spend_bytes(span, text.len() * size_of::<Value>())?;
            return Ok(text.chars().map(|c| Value::text(c.to_string())).collect());
        }
        let count = self.count(value, span)?;
        self.spend_bytes(span, count.saturating_mul(size_of::<Value>()))?;
        (0..count)
            .map(|place| {
                self.step(span)?;
                self.item(value, place, span)
            })
            .collect()
    }
}
