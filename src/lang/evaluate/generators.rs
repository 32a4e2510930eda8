//! Generators: functions with `yield`, and generator expressions, which the parser writes as such functions.
//!
//! A `yield` leaves the function as a `return` does, as a [`Flow`]. On its way out each statement that it passes through notes
//! where it is ([`Resumption`]), from the innermost to the outermost. When the next item is asked for, the same statements are run
//! again from the outermost on, and each takes its note and goes on from there.

use std::sync::Arc;

use super::calls::{Arguments, from_elsewhere};
use super::contexts::Entered;
use super::exceptions::Handled;
use super::scopes::Frame;
use super::statements::Flow;
use super::{Interpreter, Outcome};
use crate::lang::diagnostic::{Diagnostic, Exception};
use crate::lang::object::{Reference, Role};
use crate::lang::syntax::{Expression, Function, Span, Target};
use crate::lang::value::{Awakened, ItemSource, Pause, Progress, SharedIterator, Value};

/// Where a statement is that a `yield` has left.
pub(super) enum Resumption {
    /// In a block: the place of the statement in it.
    Block(usize),
    /// In an `if`: the place of the branch, or the number of branches for `else`.
    Branch(usize),
    /// In a loop over items, with those that are left; nothing in its `else`.
    For(Option<Progress>),
    /// In the block of a `while`, or in its `else`.
    While { is_in_body: bool },
    /// In a `with`.
    With(Entered),
    /// In a `try`.
    Try(TryPart),
    /// At a `yield`.
    Yield,
    /// At a `yield from`.
    YieldFrom(SharedIterator),
}

/// In which part of a `try`.
pub(super) enum TryPart {
    Body,
    Otherwise,
    /// In the handler of this place, while this is being handled.
    Handler(usize, Handled),
    /// In `finally`; what comes after it, and the exception that is then on its way.
    Finally(Outcome<Flow>, Option<Reference>),
}

/// A generator that waits.
struct Waiting {
    code: Arc<Function>,
    frame: Frame,
    /// Where it is, the outermost last; nothing before its first statement.
    resumptions: Vec<Resumption>,
}

/// What a generator gets where it waits.
pub(in crate::lang) enum Sent {
    /// A value: that of its `yield`.
    Value(Value),
    /// An exception, which is raised there.
    Exception(Diagnostic, Option<Reference>),
}

/// What a generator gives.
pub(in crate::lang) enum Given {
    /// The next item.
    Item(Value),
    /// It has returned this.
    Returned(Value),
}

impl Interpreter<'_> {
    /// `(element for ...)`.
    pub(super) fn generator_expression(&mut self, span: Span, code: &Arc<Function>, iterable: &Expression) -> Outcome {
        let values = self.eval(iterable)?;
        let items = self.iterator(values, iterable.span)?;
        let Value::Function(closure) = self.closure(code)? else { return Ok(Value::None) };
        let plain = vec![(Value::Iterator(items), iterable.span)];
        self.call_closure(&closure, None, Arguments { plain, ..Arguments::default() }, span)
    }

    /// The generator of a function whose frame was just opened.
    pub(super) fn paused(&mut self, code: &Arc<Function>, span: Span) -> Outcome {
        let frame = self.frames.pop().unwrap_or_default();
        let waiting = Waiting { code: Arc::clone(code), frame, resumptions: Vec::new() };
        let source = ItemSource::Generated(Pause::new(waiting));
        self.new_iterator("generator", source, span).map(Value::Iterator)
    }

    /// Takes the next item of a generator.
    pub(super) fn resumed(&mut self, pause: &Pause, sent: Sent, span: Span) -> Outcome<Given> {
        let Waiting { code, frame, resumptions } = match pause.wake::<Waiting>() {
            Awakened::Waiting(waiting) => waiting,
            Awakened::Ended => return ended(sent).map_err(|error| self.brought(error)),
            Awakened::Running => {
                return Err(Diagnostic::new(span, "generator already executing").raising("ValueError"));
            }
        };
        let has_begun = !resumptions.is_empty();
        match &sent {
            Sent::Value(Value::None) => {}
            Sent::Value(_) if !has_begun => {
                pause.wait(Waiting { code, frame, resumptions });
                let message = "can't send non-None value to a just-started generator";
                return Err(Diagnostic::new(span, message).raising("TypeError").help("begin with next(generator)"));
            }
            Sent::Exception(..) if !has_begun => {
                pause.end();
                return ended(sent).map_err(|error| self.brought(error));
            }
            _ => {}
        }
        self.frames.push(frame);
        let outer = std::mem::replace(&mut self.resumptions, resumptions);
        let outer_sent = std::mem::replace(&mut self.sent, has_begun.then_some(sent));
        let depth = self.depth();
        // That of a generator expression is no call in the text.
        let calls = u32::from(&*code.name.name != "<genexpr>");
        let (flow, is_left) = self.run_body(&code, calls, span);
        if flow.is_err() {
            self.close_down_to(&depth);
        }
        self.sent = outer_sent;
        let resumptions = std::mem::replace(&mut self.resumptions, outer);
        let frame = self.frames.pop().unwrap_or_default();
        match flow {
            Ok(Flow::Yield(item)) => {
                pause.wait(Waiting { code, frame, resumptions });
                Ok(Given::Item(item))
            }
            Ok(flow) => {
                pause.end();
                Ok(Given::Returned(if let Flow::Return(value) = flow { value } else { Value::None }))
            }
            Err(error) => {
                pause.end();
                let error = self.stopped_inside(error);
                Err(if is_left { from_elsewhere(Some(&code.name.name), error, span) } else { error })
            }
        }
    }

    /// A `StopIteration` that leaves a generator would look like its end.
    fn stopped_inside(&mut self, error: Diagnostic) -> Diagnostic {
        let raised = self.raised.clone();
        if !self.is_caught(&error, "StopIteration") {
            return error;
        }
        let message = "generator raised StopIteration";
        let mut outer =
            Diagnostic::new(error.span, message).raising("RuntimeError").help("end a generator with `return`");
        self.raised = raised;
        match self.caused(&outer, &error) {
            Ok(object) => {
                outer.exception = Some(Exception::Raised);
                self.on_its_way(outer, object)
            }
            Err(error) => error,
        }
    }

    /// An error as an exception that another one has caused.
    fn caused(&mut self, error: &Diagnostic, cause: &Diagnostic) -> Outcome<Reference> {
        let cause = self.exception(cause.span, cause)?;
        let object = self.exception(error.span, error)?;
        self.put(&object, &Arc::from("__cause__"), Value::Object(cause), Role::Plain, error.span)?;
        Ok(object)
    }

    /// `targets = yield value`.
    pub(super) fn yield_statement(
        &mut self,
        span: Span,
        targets: &[Target],
        value: Option<&Expression>,
        is_from: bool,
    ) -> Outcome<Flow> {
        let received = match self.resumptions.pop() {
            None if is_from => {
                let values = match value {
                    Some(value) => self.eval(value)?,
                    None => Value::None,
                };
                let items = self.iterator(values, value.map_or(span, |value| value.span))?;
                return self.yield_from(items, Sent::Value(Value::None), targets, span);
            }
            None => {
                let item = match value {
                    Some(value) => self.eval(value)?,
                    None => Value::None,
                };
                self.resumptions.push(Resumption::Yield);
                return Ok(Flow::Yield(item));
            }
            Some(Resumption::YieldFrom(items)) => {
                let sent = self.sent.take().unwrap_or(Sent::Value(Value::None));
                return self.yield_from(items, sent, targets, span);
            }
            Some(_) => match self.sent.take() {
                Some(Sent::Value(value)) => value,
                Some(Sent::Exception(error, object)) => {
                    let mut error = self.brought((error, object));
                    error.span = span;
                    return Err(error);
                }
                None => Value::None,
            },
        };
        targets.iter().try_for_each(|target| self.store(target, received.clone()))?;
        Ok(Flow::Next)
    }

    /// The next item of what a generator goes through by `yield from`.
    fn yield_from(&mut self, items: SharedIterator, sent: Sent, targets: &[Target], span: Span) -> Outcome<Flow> {
        match self.given_by(&items, sent, span)? {
            Given::Item(item) => {
                self.resumptions.push(Resumption::YieldFrom(items));
                Ok(Flow::Yield(item))
            }
            Given::Returned(value) => {
                targets.iter().try_for_each(|target| self.store(target, value.clone()))?;
                Ok(Flow::Next)
            }
        }
    }

    /// The next item of an iterator, which may be sent something if it is a generator.
    pub(in crate::lang) fn given_by(&mut self, items: &SharedIterator, sent: Sent, span: Span) -> Outcome<Given> {
        if let ItemSource::Generated(pause) = items.source() {
            self.step(span)?;
            return self.nested(span, |machine| machine.resumed(&pause, sent, span));
        }
        if let (ItemSource::Object(object), Sent::Value(Value::None)) = (items.source(), &sent) {
            return self.nested(span, |machine| machine.next_of_object(&object, span));
        }
        match sent {
            Sent::Value(Value::None) => Ok(match self.advance(items, span)? {
                Some(item) => Given::Item(item),
                None => Given::Returned(Value::None),
            }),
            Sent::Value(_) => {
                let message = format!("'{}' object has no attribute 'send'", items.type_name());
                Err(Diagnostic::new(span, message).raising("AttributeError"))
            }
            Sent::Exception(error, object) => Err(self.brought((error, object))),
        }
    }

    /// Leaves a loop before its end: a generator that nobody else knows is closed, so that its `finally` is run.
    pub(super) fn leave_loop(&mut self, progress: Option<Progress>, span: Span) -> Outcome<()> {
        match progress {
            Some(Progress { values: Value::Iterator(items), .. }) if items.is_last() => {
                if let ItemSource::Generated(_) = items.source() {
                    self.closed(&items, span)?;
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// An exception that a generator was sent, on its way from there.
    fn brought(&mut self, (error, object): (Diagnostic, Option<Reference>)) -> Diagnostic {
        self.raised = object;
        error
    }

    /// `generator.close()`: `GeneratorExit` is raised where it waits.
    pub(in crate::lang) fn closed(&mut self, items: &SharedIterator, span: Span) -> Outcome {
        let exit = Diagnostic::new(span, "GeneratorExit").raising_as("GeneratorExit", "");
        match self.given_by(items, Sent::Exception(exit, None), span) {
            Ok(Given::Item(_)) => Err(Diagnostic::new(span, "generator ignored GeneratorExit").raising("RuntimeError")),
            Ok(Given::Returned(value)) => Ok(value),
            Err(error) if self.is_caught(&error, "GeneratorExit") => Ok(Value::None),
            Err(error) => Err(error),
        }
    }
}

/// What a generator gives that has ended, or never begun.
fn ended(sent: Sent) -> Result<Given, (Diagnostic, Option<Reference>)> {
    match sent {
        Sent::Value(_) => Ok(Given::Returned(Value::None)),
        Sent::Exception(error, object) => Err((error, object)),
    }
}
