//! Comprehensions of lists, sets and dicts.

use super::scopes::Layer;
use super::{Interpreter, Outcome};
use crate::lang::diagnostic::Diagnostic;
use crate::lang::syntax::{Clause, Expression, Span, Target};
use crate::lang::value::{Progress, Value};

impl Interpreter<'_> {
    pub(super) fn list_comprehension(&mut self, span: Span, element: &Expression, clauses: &[Clause]) -> Outcome {
        let items = self.elements(span, element, clauses)?;
        self.new_list(span, items)
    }

    /// What each round of a comprehension gives.
    fn elements(&mut self, span: Span, element: &Expression, clauses: &[Clause]) -> Outcome<Vec<Value>> {
        let mut items = Vec::new();
        self.rounds(clauses, &mut |machine| {
            let item = machine.eval(element)?;
            machine.spend_bytes(span, size_of::<Value>())?;
            items.push(item);
            Ok(())
        })?;
        Ok(items)
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
        let values = self.eval(&first.iterable)?;
        let progress = self.progress(values, first.iterable.span)?;
        self.frame().layers.push(Layer::default());
        let result = self.clause(first, progress, &clauses[1..], each);
        self.frame().layers.pop();
        result
    }

    fn clause(
        &mut self,
        clause: &Clause,
        mut progress: Progress,
        inner: &[Clause],
        each: &mut dyn FnMut(&mut Self) -> Outcome<()>,
    ) -> Outcome<()> {
        while let Some(item) = self.next_item(&mut progress, clause.iterable.span)? {
            if self.begins(clause, item)? {
                self.round(inner, each)?;
            }
        }
        Ok(())
    }

    /// Binds an item; whether its round is to be run.
    fn begins(&mut self, clause: &Clause, item: Value) -> Outcome<bool> {
        self.step(clause.target.span())?;
        self.bind_in_layer(&clause.target, item)?;
        self.all_hold(&clause.tests)
    }

    /// One round: the clauses inside, or what the comprehension is for.
    fn round(&mut self, inner: &[Clause], each: &mut dyn FnMut(&mut Self) -> Outcome<()>) -> Outcome<()> {
        let Some((next, rest)) = inner.split_first() else { return each(self) };
        let values = self.eval(&next.iterable)?;
        let progress = self.progress(values, next.iterable.span)?;
        self.nested(next.iterable.span, |machine| machine.clause(next, progress, rest, each))
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
                let values = self.unpacked(targets.len(), &value, *span, "give one name for each value of an item")?;
                targets.iter().zip(values).try_for_each(|(target, value)| self.bind_in_layer(target, value))
            }
            other => Err(Diagnostic::new(other.span(), "the target of a comprehension must be plain names")
                .help("write `for x in` or `for a, b in`")),
        }
    }
}
