//! What looks like a change of a list, a dict or a set: `xs.append(x)`, `table[key] = value`.
//!
//! Values never change, so the name gets another value. Where nobody else holds the old one it is used again, so that a loop
//! that builds a list of n items takes n steps and not n².

use super::calls::Arguments;
use super::{Interpreter, Outcome, too_nested};
use crate::lang::builtin::{Builtin, BuiltinRole};
use crate::lang::names;
use crate::lang::syntax::{Argument, Expression, ExpressionKind, Span};
use crate::lang::value::{Dict, Items, Value};
use std::sync::Arc;

impl Interpreter<'_> {
    /// A call on a line of its own that may change what it belongs to, such as `xs.append(x)` or `groups[key].sort()`: whether it
    /// does, and has been done.
    pub(super) fn change(
        &mut self,
        expression: &Expression,
        callee: &Expression,
        arguments: &[Argument],
    ) -> Outcome<bool> {
        let ExpressionKind::Attribute { object, name } = &callee.kind else { return Ok(false) };
        let entry = self.entry_made(object)?;
        let object = entry.as_ref().unwrap_or(object);
        let before = self.eval(object)?;
        let Some(method) = self.library.changing(&before, &name.name) else { return Ok(false) };
        let given = self.arguments(arguments)?;
        let span = expression.span;
        if let (ExpressionKind::Name(list), BuiltinRole::Appends, [(item, _)], true) =
            (&object.kind, method.role, &given.plain[..], given.named.is_empty())
        {
            // The name's own value must be the only one left.
            drop(before);
            if self.append_in_place(list, item.clone(), span)? {
                return Ok(true);
            }
            let before = self.eval(object)?;
            let (_, after) = self.change_by(&before, method, given, span)?;
            return self.store_back(object, after).map(|()| true);
        }
        let (_, after) = self.change_by(&before, method, given, span)?;
        self.store_back(object, after).map(|()| true)
    }

    /// Does `table.setdefault(key, default)`, and gives `table[key]`, the place whose value it is.
    fn entry_made(&mut self, call: &Expression) -> Outcome<Option<Expression>> {
        let ExpressionKind::Call { callee, arguments } = &call.kind else { return Ok(None) };
        let (ExpressionKind::Attribute { object, name }, [Argument::Plain(key), ..]) = (&callee.kind, &arguments[..])
        else {
            return Ok(None);
        };
        if !self.library.makes_entry(&name.name) || !names::is_place(object) {
            return Ok(None);
        }
        self.eval(call)?;
        let kind = ExpressionKind::Index { object: object.clone(), index: Box::new(key.clone()) };
        Ok(Some(Expression { span: call.span, kind }))
    }

    /// `xs.pop()` and its like, which change what they belong to and give something back: what they give, if they belong to a
    /// list or a dict.
    pub(super) fn take_out(
        &mut self,
        span: Span,
        callee: &Expression,
        arguments: &[Argument],
    ) -> Outcome<Option<Value>> {
        let ExpressionKind::Attribute { object, name } = &callee.kind else { return Ok(None) };
        let before = self.eval(object)?;
        let Some(method) = self.library.changing(&before, &name.name) else { return Ok(None) };
        let given = self.arguments(arguments)?;
        if let (ExpressionKind::Name(list), BuiltinRole::Pops, true) =
            (&object.kind, method.role, given.plain.is_empty() && given.named.is_empty())
        {
            // The name's own value must be the only one left.
            drop(before);
            if let Some(last) = self.pop_in_place(list) {
                return Ok(Some(last));
            }
            return self.take_out_of(span, object, method, given).map(Some);
        }
        self.take_out_of(span, object, method, given).map(Some)
    }

    /// What `object.append(value)`, `object.pop()` and their like give, and what the place of `object` gets.
    pub(super) fn change_by(
        &mut self,
        object: &Value,
        method: &'static Builtin,
        mut given: Arguments,
        span: Span,
    ) -> Outcome<(Value, Value)> {
        // The object comes first.
        given.plain.insert(0, (object.clone(), span));
        given.has_object = true;
        let (value, changed) = self.library.change(self, method, given, span)?;
        Ok((value, changed.unwrap_or_else(|| object.clone())))
    }

    fn take_out_of(&mut self, span: Span, object: &Expression, method: &'static Builtin, given: Arguments) -> Outcome {
        let before = self.eval(object)?;
        let (value, after) = self.change_by(&before, method, given, span)?;
        // What has no name is gone afterwards.
        if names::is_place(object) {
            self.store_back(object, after)?;
        }
        Ok(value)
    }

    /// Takes the last item out of the list that a name of this function or cell holds, if nobody else holds it.
    fn pop_in_place(&mut self, name: &str) -> Option<Value> {
        let Value::List(mut items) = self.take_own(name)? else { return None };
        let last = items.pop();
        self.put_own(name, Value::List(items));
        last
    }

    /// Puts one more item into the list that a name of this function or cell holds, if nobody else holds it.
    fn append_in_place(&mut self, name: &str, item: Value, span: Span) -> Outcome<bool> {
        let Some(Value::List(mut items)) = self.take_own(name) else { return Ok(false) };
        let fits = self.fits(span, items.size().saturating_add(item.size()));
        if fits.is_err() {
            self.put_own(name, Value::List(items));
            return fits.map(|()| false);
        }
        let appended = if items.is_shared() { None } else { Some(items.push(item)) };
        self.put_own(name, Value::List(items));
        match appended {
            None => Ok(false),
            Some(true) => self.spend_bytes(span, size_of::<Value>()).map(|()| true),
            Some(false) => Err(too_nested(span)),
        }
    }

    /// `object[index] = item` for a list or a dict that only a name of this function or cell holds: whether it was done.
    pub(super) fn set_in_place(
        &mut self,
        object: &Expression,
        index: &Expression,
        item: &Value,
        span: Span,
    ) -> Outcome<bool> {
        let ExpressionKind::Name(name) = &object.kind else { return Ok(false) };
        let at = match self.own(name) {
            Some(Value::Dict(_) | Value::List(_)) => self.eval(index)?,
            _ => return Ok(false),
        };
        self.hashed(span, &at)?;
        let held = self.own(name).map_or(0, Value::size);
        self.fits(span, held.saturating_add(at.size()).saturating_add(item.size()))?;
        let Some(mut held) = self.take_own(name) else { return Ok(false) };
        let done = match &mut held {
            Value::Dict(table) => Arc::get_mut(table).map(|table| put(table, at, item.clone(), span)),
            Value::List(items) if !items.is_shared() => Some(replace(items, &at, item.clone(), index.span, span)),
            _ => None,
        };
        self.put_own(name, held);
        let Some(done) = done else { return Ok(false) };
        done?;
        self.spend_bytes(span, 2 * size_of::<Value>()).map(|()| true)
    }

    /// The value of a name of the running function or cell itself.
    fn own(&mut self, name: &str) -> Option<&Value> {
        self.frame().layers.first()?.get(name)
    }

    fn take_own(&mut self, name: &str) -> Option<Value> {
        let place = self.frame().layers.first_mut()?.get_mut(name)?;
        match place {
            Value::List(_) | Value::Dict(_) => Some(std::mem::replace(place, Value::None)),
            _ => None,
        }
    }

    fn put_own(&mut self, name: &str, value: Value) {
        if let Some(place) = self.frame().layers.first_mut().and_then(|names| names.get_mut(name)) {
            *place = value;
        }
    }
}

fn put(table: &mut Dict, key: Value, value: Value, span: Span) -> Outcome<()> {
    match table.insert(key, value) {
        Ok(()) => Ok(()),
        Err(Some(key)) => Err(super::not_a_key(span, &key)),
        Err(None) => Err(too_nested(span)),
    }
}

fn replace(items: &mut Items, at: &Value, item: Value, at_span: Span, span: Span) -> Outcome<()> {
    let place = super::indexing::place_in(items.len(), at, at_span, "list")?;
    if items.set(place, item) { Ok(()) } else { Err(too_nested(span)) }
}
