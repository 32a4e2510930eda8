//! The text of a value, where it cannot be told from the value alone: there are objects in it, or it holds itself.

use std::collections::HashSet;
use std::sync::Arc;

use super::{Interpreter, Outcome};
use crate::lang::class::Member;
use crate::lang::diagnostic::Diagnostic;
use crate::lang::object::{Reference, Role};
use crate::lang::syntax::Span;
use crate::lang::value::{Dict, DictPart, DictView, Form, Said, Survey, Value, object_text};

impl Interpreter<'_> {
    /// The text of a value, as `print` shows it; a class of a cell can say it in `__str__` and `__repr__`.
    pub(in crate::lang) fn text(&mut self, value: &Value, quoted: bool, span: Span) -> Outcome<String> {
        if !Self::needs_objects(value) {
            return self.plain_text(value, quoted, span);
        }
        let Value::Object(reference) = value else {
            return self.nested(span, |machine| machine.compound_text(value, span));
        };
        for name in if quoted { &["__repr__"][..] } else { &["__str__", "__repr__"] } {
            if matches!(reference.class.find(&self.heap, name), Some((_, Member::Value(_)))) {
                return match self.call_method(reference, name, Vec::new(), span)? {
                    Some(Value::Str(text)) => Ok(text.to_string()),
                    other => {
                        let message = format!("`{name}` of {} did not return a string", reference.class.name());
                        let kind = other.as_ref().map_or("NoneType", Value::python_type);
                        let words = format!("{name} returned non-string (type {kind})");
                        Err(Diagnostic::new(span, message).raising_as("TypeError", words))
                    }
                };
            }
        }
        if let Some(plain) = self.plain_container(value) {
            return self.text(&plain, true, span);
        }
        let mut said = Said::new();
        self.ask_modules(reference, span, &mut HashSet::new(), &mut said)?;
        let text = object_text(&self.heap, reference, &said);
        self.spend_text(span, text.len())?;
        Ok(text)
    }

    /// What a module and its parts say of themselves in `extra_repr`, those whose class is written in a cell.
    fn ask_modules(
        &mut self,
        module: &Reference,
        span: Span,
        seen: &mut HashSet<(u64, u32)>,
        said: &mut Said,
    ) -> Outcome<()> {
        if !module.class.is_module() || !seen.insert(module.key()) {
            return Ok(());
        }
        self.step(span)?;
        if matches!(module.class.find(&self.heap, "extra_repr"), Some((_, Member::Value(_))))
            && let Some(Value::Str(text)) = self.call_method(module, "extra_repr", Vec::new(), span)?
        {
            said.insert(module.key(), text.to_string());
        }
        let fields = self.heap.get(module).map(|object| object.fields().to_vec()).unwrap_or_default();
        for field in fields.into_iter().filter(|field| field.role == Role::Module) {
            if let Value::Object(part) = field.value {
                let part = module.home().map_or(part.clone(), |home| part.frozen_in(home));
                self.nested(span, |machine| machine.ask_modules(&part, span, seen, said))?;
            }
        }
        Ok(())
    }

    /// Whether the text of a value cannot be told from the value alone: there are objects in it, or it holds itself.
    fn needs_objects(value: &Value) -> bool {
        if !value.is_live() {
            return value.travels();
        }
        let survey = Survey::of(value);
        survey.travels || survey.has_circle
    }

    /// The text of a value without objects. Of a container no more is written than a text may have.
    fn plain_text(&mut self, value: &Value, quoted: bool, span: Span) -> Outcome<String> {
        match value {
            Value::Str(text) if !quoted => Ok(text.to_string()),
            Value::List(_) | Value::Tuple(_) | Value::Dict(_) | Value::Set(_) | Value::View(_) => {
                self.walk(span, value)?;
                let most = usize::try_from(self.limits.text).unwrap_or(usize::MAX);
                let (text, is_whole) = value.beginning(most);
                self.spend_text(span, if is_whole { text.len() } else { text.len().max(most + 1) })?;
                Ok(text)
            }
            _ if quoted => Ok(value.repr()),
            _ => Ok(value.show()),
        }
    }

    fn compound_text(&mut self, value: &Value, span: Span) -> Outcome<String> {
        let text = match value {
            Value::List(list) => self.text_once(list.address(), "[...]", |machine| {
                Ok(format!("[{}]", machine.joined_texts(&list.now(), span)?))
            })?,
            Value::Tuple(items) if items.form() != Form::Plain => value.repr(),
            Value::Tuple(items) => self.text_once(items.address(), "(...)", |machine| {
                let comma = if items.len() == 1 { "," } else { "" };
                Ok(format!("({}{comma})", machine.joined_texts(items, span)?))
            })?,
            Value::Dict(table) => {
                self.text_once(table.address(), "{...}", |machine| machine.dict_text(&table.now(), span))?
            }
            Value::Set(table) => {
                let keys: Vec<Value> = table.now().keys().cloned().collect();
                format!("{{{}}}", self.joined_texts(&keys, span)?)
            }
            Value::View(view) => {
                self.text_once(Arc::as_ptr(view).addr(), "...", |machine| machine.view_text(view, span))?
            }
            other => other.repr(),
        };
        self.spend_text(span, text.len())?;
        Ok(text)
    }

    /// The text of a container, or what stands for it inside of itself.
    fn text_once(
        &mut self,
        address: usize,
        again: &str,
        write: impl FnOnce(&mut Self) -> Outcome<String>,
    ) -> Outcome<String> {
        if self.writing.contains(&address) {
            return Ok(again.to_owned());
        }
        self.writing.push(address);
        let text = write(self);
        self.writing.pop();
        text
    }

    fn dict_text(&mut self, dict: &Dict, span: Span) -> Outcome<String> {
        let mut out = String::from("{");
        for (place, (key, value)) in dict.entries().iter().enumerate() {
            let entry = format!("{}: {}", self.text(key, true, span)?, self.text(value, true, span)?);
            self.add_text(&mut out, place, &entry, span)?;
        }
        Ok(out + "}")
    }

    fn view_text(&mut self, view: &DictView, span: Span) -> Outcome<String> {
        let dict = view.dict.now();
        let mut out = format!("{}([", view.part.type_name());
        for (place, (key, value)) in dict.entries().iter().enumerate() {
            let text = match view.part {
                DictPart::Keys => self.text(key, true, span)?,
                DictPart::Values => self.text(value, true, span)?,
                DictPart::Items => format!("({}, {})", self.text(key, true, span)?, self.text(value, true, span)?),
            };
            self.add_text(&mut out, place, &text, span)?;
        }
        Ok(out + "])")
    }

    fn joined_texts(&mut self, values: &[Value], span: Span) -> Outcome<String> {
        let mut out = String::new();
        for (place, value) in values.iter().enumerate() {
            let text = self.text(value, true, span)?;
            self.add_text(&mut out, place, &text, span)?;
        }
        Ok(out)
    }

    /// Adds the text of an item, as long as the whole is no longer than a text may be.
    fn add_text(&mut self, out: &mut String, place: usize, text: &str, span: Span) -> Outcome<()> {
        self.step(span)?;
        if place > 0 {
            out.push_str(", ");
        }
        out.push_str(text);
        if out.len() as u64 > self.limits.text { self.spend_text(span, out.len()) } else { Ok(()) }
    }
}
