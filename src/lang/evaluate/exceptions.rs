//! `try` and `raise`.
//!
//! An error is a [`Diagnostic`] on its way out. To `except` it is an object: the one that `raise` was given, which the interpreter holds
//! meanwhile, or one of the class and the words that Python or PyTorch has for the error. What has neither, a limit or something
//! that is not there yet, nobody can catch: a program that went on would go another way than in Python.

use std::convert::Infallible;
use std::sync::Arc;

use super::generators::{Resumption, TryPart};
use super::statements::Flow;
use super::{Interpreter, Outcome};
use crate::lang::class::Class;
use crate::lang::diagnostic::{Diagnostic, Exception};
use crate::lang::known_names::NoNames;
use crate::lang::object::{Reference, Role};
use crate::lang::parse::parse;
use crate::lang::syntax::{Expression, Handler, Span, TryStatement};
use crate::lang::value::Value;

const NO_EXCEPTION: &str = "exceptions must derive from BaseException";

/// An exception that is being handled.
pub(super) struct Handled {
    pub(super) object: Reference,
    /// As it came.
    pub(super) error: Diagnostic,
}

/// How deep a program was when a `try` began: what an error has left open above that is closed.
pub(super) struct Depth {
    frames: usize,
    layers: usize,
    nesting: u32,
    calls: u32,
    foreign: Option<Arc<str>>,
    running: usize,
    writing: usize,
    handled: usize,
}

impl Interpreter<'_> {
    pub(super) fn try_statement(&mut self, span: Span, it: &TryStatement) -> Outcome<Flow> {
        let depth = self.depth();
        let part = match self.resumptions.pop() {
            Some(Resumption::Try(TryPart::Finally(outcome, raised))) => return self.finally(it, outcome, raised),
            Some(Resumption::Try(part)) => part,
            _ => TryPart::Body,
        };
        let outcome = self.tried(span, part, it, &depth);
        let is_left = match &outcome {
            Ok(Flow::Yield(_)) => true,
            Err(error) => error.exception.is_none(),
            _ => false,
        };
        if it.finally.is_empty() || is_left {
            return outcome;
        }
        if outcome.is_err() {
            self.close_down_to(&depth);
        }
        let raised = self.raised.take();
        self.finally(it, outcome, raised)
    }

    /// Runs a `try` up to its `finally`.
    fn tried(&mut self, span: Span, part: TryPart, it: &TryStatement, depth: &Depth) -> Outcome<Flow> {
        let outcome = match part {
            TryPart::Handler(place, handled) => return self.handled_by(it, place, handled),
            TryPart::Body => self.block(&it.body),
            _ => Ok(Flow::Next),
        };
        match outcome {
            Ok(Flow::Next) => {
                let flow = self.block(&it.otherwise)?;
                Ok(self.noted(flow, || Resumption::Try(TryPart::Otherwise)))
            }
            Ok(flow) => Ok(self.noted(flow, || Resumption::Try(TryPart::Body))),
            Err(error) if error.exception.is_some() => {
                self.close_down_to(depth);
                self.handle(span, error, it)
            }
            error => error,
        }
    }

    /// Runs a `finally`, after which comes what the `try` came to, unless it leaves by itself.
    fn finally(&mut self, it: &TryStatement, outcome: Outcome<Flow>, raised: Option<Reference>) -> Outcome<Flow> {
        match self.block(&it.finally)? {
            Flow::Next => {
                self.raised = raised;
                outcome
            }
            leaves => Ok(self.noted(leaves, || Resumption::Try(TryPart::Finally(outcome, raised)))),
        }
    }

    /// Does what the first handler says that catches an error; without one it goes on its way.
    fn handle(&mut self, span: Span, error: Diagnostic, it: &TryStatement) -> Outcome<Flow> {
        let object = self.exception(span, &error)?;
        for (place, handler) in it.handlers.iter().enumerate() {
            if !self.catches(handler, &object)? {
                continue;
            }
            if let Some(name) = &handler.name {
                self.bind(name, Value::Object(object.clone()))?;
            }
            return self.handled_by(it, place, Handled { object, error });
        }
        Err(self.on_its_way(error, object))
    }

    /// Does what a handler says, or goes on with that.
    fn handled_by(&mut self, it: &TryStatement, place: usize, handled: Handled) -> Outcome<Flow> {
        let Some(handler) = it.handlers.get(place) else { return Ok(Flow::Next) };
        let Handled { object, error } = &handled;
        let flow = self.handling(object, error, |machine| machine.block(&handler.body));
        if let Ok(flow @ Flow::Yield(_)) = flow {
            return Ok(self.noted(flow, || Resumption::Try(TryPart::Handler(place, handled))));
        }
        if let Some(name) = &handler.name {
            self.unbind(&name.name);
        }
        flow
    }

    /// An error that nobody has caught after all.
    pub(super) fn on_its_way(&mut self, error: Diagnostic, object: Reference) -> Diagnostic {
        self.raised = (error.exception == Some(Exception::Raised)).then_some(object);
        error
    }

    fn catches(&mut self, handler: &Handler, object: &Reference) -> Outcome<bool> {
        let Some(expression) = &handler.classes else { return Ok(true) };
        let classes = match self.eval(expression)? {
            Value::Tuple(classes) => classes.to_vec(),
            one => vec![one],
        };
        for class in classes {
            match class {
                Value::Class(class) if self.library.is_exception(&class) => {
                    if object.class.is(&class) {
                        return Ok(true);
                    }
                }
                _ => {
                    let message = "catching classes that do not inherit from BaseException is not allowed";
                    return Err(Diagnostic::new(expression.span, message)
                        .help("name a class of exceptions: except ValueError:")
                        .raising("TypeError"));
                }
            }
        }
        Ok(false)
    }

    /// An error as the object that `except` gives a name to.
    pub(super) fn exception(&mut self, span: Span, error: &Diagnostic) -> Outcome<Reference> {
        let (class, words) = match &error.exception {
            Some(Exception::Python { class, words }) => (*class, &**words),
            _ => match self.raised.take() {
                Some(object) => return Ok(object),
                None => ("RuntimeError", &*error.message),
            },
        };
        let argument = match class {
            "KeyError" => Some(self.key(words)),
            _ => (!words.is_empty()).then(|| Value::text(words)),
        };
        // NumPy has exceptions of its own.
        let found = self.library.bare(class).or_else(|| self.library.import("numpy", Some(class)).ok());
        match found {
            Some(Value::Class(class)) => self.exception_of(&class, argument.into_iter().collect(), span),
            _ => Err(error.clone()),
        }
    }

    /// The key that a text stands for, as Python writes it: a string, a number, or a tuple of them.
    fn key(&mut self, words: &str) -> Value {
        let program = parse(words, &NoNames).program;
        // It stands in no text of the cell, so its numbers are written nowhere.
        let outside = self.foreign.replace(Arc::from(words));
        let written = match &program[..] {
            [statement] => statement.expression().and_then(|expression| self.eval(expression).ok()),
            _ => None,
        };
        self.foreign = outside;
        written.unwrap_or_else(|| Value::text(words))
    }

    fn exception_of(&mut self, class: &Class, arguments: Vec<Value>, span: Span) -> Outcome<Reference> {
        match self.call_plain(&Value::Class(class.clone()), arguments, span)? {
            Value::Object(object) => Ok(object),
            _ => Err(Diagnostic::new(span, NO_EXCEPTION)),
        }
    }

    /// `raise error from cause`.
    pub(super) fn raise(
        &mut self,
        span: Span,
        error: Option<&Expression>,
        cause: Option<&Expression>,
    ) -> Outcome<Infallible> {
        let Some(error) = error else { return Err(self.raise_again(span)) };
        let value = self.eval(error)?;
        let object = self.exception_to_raise(value, span, |_| NO_EXCEPTION.to_owned())?;
        if let Some(expression) = cause {
            let cause = self.cause(expression)?;
            self.put(&object, &Arc::from("__cause__"), cause, Role::Plain, span)?;
        }
        let raised = self.raised_at(&object, span)?;
        self.raised = Some(object);
        Err(raised)
    }

    /// The exception that a value is, or an object of the class that it is.
    pub(in crate::lang) fn exception_to_raise(
        &mut self,
        value: Value,
        span: Span,
        words: impl FnOnce(&Value) -> String,
    ) -> Outcome<Reference> {
        match value {
            Value::Class(class) if self.library.is_exception(&class) => self.exception_of(&class, Vec::new(), span),
            Value::Object(object) if self.library.is_exception(&object.class) => Ok(object),
            other => {
                let message = format!("`raise` takes an exception, not {}", other.description());
                Err(Diagnostic::new(span, message)
                    .help("write raise ValueError(\"what is wrong\")")
                    .raising_as("TypeError", words(&other)))
            }
        }
    }

    /// The error as which an exception goes on its way.
    pub(in crate::lang) fn raised_at(&mut self, object: &Reference, span: Span) -> Outcome<Diagnostic> {
        let text = self.text(&Value::Object(object.clone()), false, span)?;
        let name = object.class.name().to_owned();
        let mut raised = Diagnostic::new(span, if text.is_empty() { name } else { format!("{name}: {text}") });
        raised.exception = Some(Exception::Raised);
        Ok(raised)
    }

    /// The error for an iterator that has no more items, which a generator may have returned a value for.
    pub(in crate::lang) fn stop_iteration(&mut self, value: Value, span: Span) -> Outcome<Diagnostic> {
        let error = Diagnostic::new(span, "StopIteration: the iterator has no more items");
        let error = error.raising_as("StopIteration", "").help("give a value for its end: next(iterator, None)");
        if matches!(value, Value::None) {
            return Ok(error);
        }
        let Some(Value::Class(class)) = self.library.bare("StopIteration") else { return Ok(error) };
        let object = self.exception_of(&class, vec![value], span)?;
        let raised = self.raised_at(&object, span)?;
        self.raised = Some(object);
        Ok(raised)
    }

    /// Whether an error is an exception of that class, which then goes no further.
    pub(super) fn is_caught(&mut self, error: &Diagnostic, wanted: &str) -> bool {
        let is_it = match &error.exception {
            Some(Exception::Python { class, .. }) => *class == wanted,
            Some(Exception::Raised) => {
                let class = self.library.bare(wanted);
                let raised = self.raised.as_ref();
                matches!((class, raised), (Some(Value::Class(class)), Some(object)) if object.class.is(&class))
            }
            None => false,
        };
        if is_it {
            self.raised = None;
        }
        is_it
    }

    /// What an exception is raised from: another one, or nothing.
    fn cause(&mut self, expression: &Expression) -> Outcome {
        match self.eval(expression)? {
            Value::Class(class) if self.library.is_exception(&class) => {
                self.exception_of(&class, Vec::new(), expression.span).map(Value::Object)
            }
            cause @ Value::None => Ok(cause),
            Value::Object(object) if self.library.is_exception(&object.class) => Ok(Value::Object(object)),
            _ => Err(Diagnostic::new(expression.span, "exception causes must derive from BaseException")
                .raising("TypeError")),
        }
    }

    /// Runs something while an exception is being handled.
    pub(super) fn handling<T>(
        &mut self,
        object: &Reference,
        error: &Diagnostic,
        run: impl FnOnce(&mut Self) -> Outcome<T>,
    ) -> Outcome<T> {
        self.handled.push(Handled { object: object.clone(), error: error.clone() });
        let result = run(self);
        self.handled.pop();
        result
    }

    /// The error of a `raise` by itself: that which is being handled.
    fn raise_again(&mut self, span: Span) -> Diagnostic {
        match self.handled.last() {
            Some(Handled { object, error }) => {
                let (object, error) = (object.clone(), error.clone());
                self.on_its_way(error, object)
            }
            None => Diagnostic::new(span, "there is no error to raise again")
                .help("write raise ValueError(\"…\")")
                .raising_as("RuntimeError", "No active exception to reraise"),
        }
    }

    pub(super) fn depth(&self) -> Depth {
        Depth {
            frames: self.frames.len(),
            layers: self.frames.last().map_or(0, |frame| frame.layers.len()),
            nesting: self.nesting,
            calls: self.calls,
            foreign: self.foreign.clone(),
            running: self.running.len(),
            writing: self.writing.len(),
            handled: self.handled.len(),
        }
    }

    pub(super) fn close_down_to(&mut self, depth: &Depth) {
        self.frames.truncate(depth.frames);
        if let Some(frame) = self.frames.last_mut() {
            frame.layers.truncate(depth.layers);
        }
        (self.nesting, self.calls) = (depth.nesting, depth.calls);
        self.foreign.clone_from(&depth.foreign);
        self.running.truncate(depth.running);
        self.writing.truncate(depth.writing);
        self.handled.truncate(depth.handled);
    }
}
