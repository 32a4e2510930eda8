//! Calling modules: `forward`, and the path under which the tape keeps what it computes.
//!
//! PyTorch's modules do not know their names. Here a module that is called inside another one's `forward` puts its path before
//! the names given inside: `layers.0.self_attn.weights`. The path is the attributes that lead from the running module to the called one;
//! at the level of the cell it is the text that was called, `attn` or `model.encoder`.

use std::sync::Arc;

use super::calls::Arguments;
use super::objects::{not_ready, with_first};
use super::{Interpreter, Outcome};
use crate::lang::class::{Bound, Member};
use crate::lang::diagnostic::Diagnostic;
use crate::lang::object::{MAX_LEVELS, Reference};
use crate::lang::syntax::Span;
use crate::lang::value::Value;
use crate::nn::nearest;
use crate::tensor::tape;

impl Interpreter<'_> {
    /// Calls an object: its `__call__`, or the `forward` of a module.
    pub(super) fn call_object(
        &mut self,
        reference: &Reference,
        arguments: Arguments,
        span: Span,
        callee: Span,
    ) -> Outcome {
        match reference.class.find(&self.heap, "__call__") {
            Some((owner, Member::Value(Value::Function(function)))) => {
                let bound = Bound { function, owner, object: Some(Value::Object(reference.clone())) };
                self.call_bound(&bound, arguments, span, callee)
            }
            _ if reference.class.is_module() => self.call_module(reference, arguments, span, callee),
            _ => {
                let message = format!("an instance of {} cannot be called", reference.class.name());
                let words = format!("'{}' object is not callable", reference.class.name());
                Err(Diagnostic::new(callee, message)
                    .raising_as("TypeError", words)
                    .help("give its class a method __call__(self, ...)"))
            }
        }
    }

    /// Calls `forward` of a module, whose stages are kept under its path, and so is what comes out.
    fn call_module(&mut self, reference: &Reference, arguments: Arguments, span: Span, callee: Span) -> Outcome {
        if self.heap.get(reference).is_some_and(|object| !object.ready) {
            return Err(not_ready(reference, callee));
        }
        let path = self.path_of(reference, callee);
        self.running.push(reference.clone());
        let call = |machine: &mut Self, arguments| machine.forward(reference, arguments, span, callee);
        let result = match &path {
            Some(path) => tape::within(path, || self.between_hooks(reference, arguments, span, call)),
            None => self.between_hooks(reference, arguments, span, call),
        };
        self.running.pop();
        if let (Some(path), Ok(value)) = (path, &result) {
            name_output(value, &path);
        }
        result
    }

    fn forward(&mut self, reference: &Reference, arguments: Arguments, span: Span, callee: Span) -> Outcome {
        let object = Value::Object(reference.clone());
        match reference.class.find(&self.heap, "forward") {
            Some((owner, Member::Value(Value::Function(function)))) => {
                self.name_parameters(reference);
                self.call_bound(&Bound { function, owner, object: Some(object) }, arguments, span, callee)
            }
            Some((_, Member::Builtin(forward))) => {
                self.library.call(self, forward, with_first(arguments, object, callee), span)
            }
            _ => {
                let name = reference.class.name();
                let error = Diagnostic::new(callee, format!("{name} has no `forward`, so it cannot be called"))
                    .raising_as(
                        "NotImplementedError",
                        format!("Module [{name}] is missing the required \"forward\" function"),
                    );
                let near = reference.class.names(&self.heap);
                Err(match nearest("forward", near.iter().map(|name| &**name)) {
                    Some(near) => error.help(format!("did you mean to call its `{near}` forward?")),
                    None => error.help(format!("write def forward(self, x): in the class {name}")),
                })
            }
        }
    }

    /// Calls a part of a module that is always there, under its name: `layers.0`.
    pub(in crate::lang) fn call_part(
        &mut self,
        name: &str,
        part: &Reference,
        values: Vec<Value>,
        span: Span,
    ) -> Outcome {
        let plain = values.into_iter().map(|value| (value, span)).collect();
        self.call_part_with(name, part, Arguments { plain, ..Arguments::default() }, span)
    }

    /// The same with arguments by name too.
    pub(in crate::lang) fn call_part_with(
        &mut self,
        name: &str,
        part: &Reference,
        arguments: Arguments,
        span: Span,
    ) -> Outcome {
        self.call_part_as(name, part, arguments, span, |machine, arguments| {
            machine.forward(part, arguments, span, span)
        })
    }

    /// The same for a part whose `forward` is computed in another way.
    pub(in crate::lang) fn call_part_as(
        &mut self,
        name: &str,
        part: &Reference,
        arguments: Arguments,
        span: Span,
        forward: impl FnOnce(&mut Self, Arguments) -> Outcome,
    ) -> Outcome {
        self.step(span)?;
        self.running.push(part.clone());
        let result =
            self.nested(span, |machine| tape::within(name, || machine.between_hooks(part, arguments, span, forward)));
        self.running.pop();
        if let Ok(value) = &result {
            name_output(value, name);
        }
        result
    }

    /// Names the parameters of the module that is running, so that the tape knows them by their path.
    fn name_parameters(&mut self, reference: &Reference) {
        let Some(object) = self.heap.get(reference) else { return };
        let fields: Vec<Arc<str>> = object.fields().iter().map(|field| field.name.clone()).collect();
        for name in fields {
            let Some(value) = self.field(reference, &name) else { continue };
            if let Value::Object(part) = &value
                && part.class.is_parameter()
                && let Value::Tensor(tensor) = self.read(value)
            {
                tape::name(&tensor.now(), name);
            }
        }
    }

    /// The path of a module that is called: from the running one, or at the level of the cell as it is written.
    fn path_of(&self, reference: &Reference, callee: Span) -> Option<String> {
        let text = self.text_at(callee);
        let written = written_path(text);
        match self.running.last() {
            Some(running) => self.climb(reference, Some(running)).or_else(|| {
                let written = written?;
                Some(written.strip_prefix("self.").map_or(written.clone(), str::to_owned))
            }),
            None => match written {
                Some(written) if written.contains('.') => Some(written),
                written => self.climb(reference, None).or(written),
            },
        }
    }

    /// The attributes that lead to a module from another, or from the one that is no part of any.
    fn climb(&self, reference: &Reference, from: Option<&Reference>) -> Option<String> {
        let mut names: Vec<Arc<str>> = Vec::new();
        let mut current = reference.clone();
        while !from.is_some_and(|from| from.same(&current)) {
            let up = self.heap.get(&current).and_then(|object| object.part_of.clone());
            match up {
                Some((whole, name)) if names.len() < MAX_LEVELS => {
                    names.push(name);
                    current = match current.home() {
                        Some(home) => whole.frozen_in(home),
                        None => whole,
                    };
                }
                _ if from.is_none() => break,
                _ => return None,
            }
        }
        names.reverse();
        (!names.is_empty()).then(|| names.join("."))
    }
}

/// The output of a module has the module's path: of several values the first.
fn name_output(value: &Value, path: &str) {
    let first = match value {
        Value::Tuple(items) => items.first(),
        value => Some(value),
    };
    if let Some(Value::Tensor(tensor)) = first {
        tape::name(&tensor.now(), path);
    }
}

/// The text of a callee as a path, if it is one: `model.layers[0]` is `model.layers.0`.
fn written_path(text: &str) -> Option<String> {
    let path = text.replace('[', ".").replace(']', "");
    let is_path = path.split('.').all(|part| !part.is_empty() && part.chars().all(|c| c.is_alphanumeric() || c == '_'));
    (is_path && !path.starts_with(|c: char| c.is_ascii_digit())).then_some(path)
}
