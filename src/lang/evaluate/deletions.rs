//! `del`: names, items and attributes are taken away.

use super::indexing::{no_key, written_place_in};
use super::{Interpreter, Outcome};
use crate::lang::class::{Class, Member};
use crate::lang::diagnostic::Diagnostic;
use crate::lang::syntax::{Binding, Identifier, Span, Target};
use crate::lang::value::Value;

impl Interpreter<'_> {
    pub(super) fn delete(&mut self, target: &Target) -> Outcome<()> {
        match target {
            Target::Name(name) => self.delete_name(name),
            Target::Tuple(targets, _) => targets.iter().try_for_each(|target| self.delete(target)),
            Target::Item { object, index, span } => {
                let object = self.eval(object)?;
                let at = self.eval(index)?;
                self.delete_item(&object, at, index.span, *span)
            }
            Target::Attribute { object, name, span } => {
                let object = self.eval(object)?;
                self.delete_attribute(&object, name, *span)
            }
            Target::Starred(_, span) | Target::Missing(span) => Err(super::unreadable(*span)),
        }
    }

    fn delete_name(&mut self, name: &Identifier) -> Outcome<()> {
        self.lookup(&name.name, name.span)?;
        if self.unbind(&name.name) {
            return Ok(());
        }
        let message = format!("`{}` belongs to another cell, or to the function around this one", name.name);
        Err(Diagnostic::new(name.span, message).help("del takes only names away that were given a value here"))
    }

    pub(in crate::lang) fn delete_item(&mut self, object: &Value, at: Value, index: Span, span: Span) -> Outcome<()> {
        match (object, &at) {
            (Value::List(list), Value::Slice(slice)) => self.delete_slice(span, list, slice),
            (Value::List(list), _) => {
                let place = written_place_in(list.now().len(), &at, index)?;
                self.take_out(span, list, place).map(drop)
            }
            (Value::Dict(table), _) => match self.take_entry(span, table, &at)? {
                Some(_) => Ok(()),
                None => Err(no_key(&at, table.now().entries(), index)),
            },
            (Value::Object(reference), _) => match self.call_method(reference, "__delitem__", vec![at], span)? {
                Some(_) => Ok(()),
                None => Err(no_deletion(object, span)),
            },
            _ => Err(no_deletion(object, span)),
        }
    }

    fn delete_attribute(&mut self, object: &Value, name: &Identifier, span: Span) -> Outcome<()> {
        if let Value::Function(function) = object {
            let attributes = function.attributes().filter(|_| !function.is_adopted()).cloned();
            let is_gone = attributes.and_then(|it| self.heap.get_mut(&it)).is_some_and(|it| it.remove(&name.name));
            let message = format!("'function' object has no attribute '{}'", name.name);
            return if is_gone { Ok(()) } else { Err(Diagnostic::new(name.span, message).raising("AttributeError")) };
        }
        if let Value::Class(Class::Written(class)) = object
            && let Some(members) = self.heap.members_mut(class)
        {
            let message = format!("type object '{}' has no attribute '{}'", class.body.name, name.name);
            let gone = members.remove(&name.name);
            return gone.map(drop).ok_or_else(|| Diagnostic::new(name.span, message).raising("AttributeError"));
        }
        let Value::Object(reference) = object else { return Err(no_deletion(object, span)) };
        if matches!(reference.class.find(&self.heap, "__delattr__"), Some((_, Member::Value(_)))) {
            Self::changeable(reference, span)?;
            return self.call_method(reference, "__delattr__", vec![Value::Str(name.name.clone())], span).map(drop);
        }
        self.delete_attribute_plainly(object, name, span)
    }

    /// Takes an attribute of an object away, whatever its class says.
    pub(in crate::lang) fn delete_attribute_plainly(
        &mut self,
        object: &Value,
        name: &Identifier,
        span: Span,
    ) -> Outcome<()> {
        let Value::Object(reference) = object else { return Err(no_deletion(object, span)) };
        Self::changeable(reference, span)?;
        if self.use_property(reference, name, Binding::Deleter, None)? {
            return Ok(());
        }
        let is_gone = self.heap.get_mut(reference).is_some_and(|object| object.remove(&name.name));
        if is_gone {
            return Ok(());
        }
        let message = format!("'{}' object has no attribute '{}'", reference.class.name(), name.name);
        Err(Diagnostic::new(name.span, message).raising("AttributeError"))
    }
}

fn no_deletion(object: &Value, span: Span) -> Diagnostic {
    Diagnostic::new(span, format!("`del` can take nothing out of {}", object.description()))
        .help("it takes items out of lists and dicts, and attributes out of objects")
}
